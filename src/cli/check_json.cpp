#include "cli/check_row.hpp"
#include "cli/json_schema.hpp"

namespace chappe::cli {
namespace {

using namespace schema;

Json json_of(const CheckRow& row) {
  Json out;
  out["file"] = row.file;
  out["verdict"] = row.found ? to_text(row.found->verdict()) : "not read";
  if (!row.found) {
    out["message"] = row.message;
    return out;
  }
  const Inspection& found = *row.found;
  out["ports"] = found.ports;
  out["points"] = found.points;
  out["first_hz"] = found.first_hz;
  out["last_hz"] = found.last_hz;
  if (found.pairing) out["pairing"] = to_text(*found.pairing);
  out["largest_singular_value"] = found.largest_singular_value;
  out["reciprocity_error"] = found.reciprocity_error;
  if (found.energy_ahead) out["energy_ahead"] = *found.energy_ahead;
  out["losses"] = Json::array();
  for (const LossAt& loss : found.losses) {
    Json item{{"f_hz", loss.f_hz}};
    if (loss.insertion_db) item["insertion_db"] = *loss.insertion_db;
    item["return_db"] = loss.return_db;
    out["losses"].push_back(std::move(item));
  }
  out["findings"] = Json::array();
  for (const Finding& finding : found.findings) {
    out["findings"].push_back({{"topic", finding.topic},
                               {"verdict", to_text(finding.verdict)},
                               {"text", finding.text},
                               {"advice", finding.advice}});
  }
  out["remarks"] = row.remarks;
  return out;
}

Json file_keys() {
  Json keys;
  keys["file"] = typed("string", "as it was named");
  keys["verdict"] = Json{{"enum", {"ok", "note", "warn", "FAIL", "not read"}}};
  keys["message"] = typed("string", "why it could not be read; then there are no other keys");
  keys["ports"] = typed("integer", "number of ports");
  keys["points"] = typed("integer", "number of frequencies");
  keys["first_hz"] = typed("number", "lowest frequency [Hz]");
  keys["last_hz"] = typed("number", "highest frequency [Hz]");
  keys["pairing"] = typed("string", "of a 4-port: near +, near -, far +, far -, e.g. 1-3/2-4");
  keys["largest_singular_value"] =
      typed("number", "over all points; a passive file has no more than 1");
  keys["reciprocity_error"] = typed("number", "largest |Sij - Sji|");
  keys["energy_ahead"] = typed("number", "share of the through path's energy ahead of its delay");
  Json loss;
  loss["f_hz"] = typed("number", "frequency [Hz]");
  loss["insertion_db"] = typed("number", "loss of the through path [dB]; none of a 1-port");
  loss["return_db"] = typed("number", "return loss at its near end [dB]");
  keys["losses"] = objects(std::move(loss), "in ascending order of frequency");
  Json finding;
  finding["topic"] = typed("string", "what was looked at");
  finding["verdict"] = Json{{"enum", {"ok", "note", "warn", "FAIL"}}};
  finding["text"] = typed("string", "what was found");
  finding["advice"] = typed("string", "what to do; empty if nothing");
  keys["findings"] = objects(std::move(finding), "one a topic");
  keys["remarks"] = list("string", "what was assumed while reading");
  return keys;
}

}  // namespace

std::string check_json(std::span<const CheckRow> rows) {
  Json document{{"schema", kCheckSchema}, {"files", Json::array()}};
  for (const CheckRow& row : rows) document["files"].push_back(json_of(row));
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string check_json_schema() {
  Json json;
  json["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  json["$id"] = kCheckSchema;
  json["title"] = "What is to be known of Touchstone files";
  json["type"] = "object";
  json["required"] = {"schema", "files"};
  json["properties"]["schema"] = Json{{"const", kCheckSchema}};
  json["properties"]["files"] = objects(file_keys(), "in the order given");
  return json.dump(2) + "\n";
}

}  // namespace chappe::cli
