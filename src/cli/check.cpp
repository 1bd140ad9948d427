// chappe check: what is to be known of Touchstone files before they are used.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/parallel.hpp"
#include "cli/text.hpp"
#include "cli/threads.hpp"
#include "cli/verbs.hpp"
#include "signal/inspect.hpp"

namespace chappe::cli {
namespace {

using Json = nlohmann::ordered_json;

Syntax syntax() {
  Syntax s;
  s.verb = "check";
  s.purpose = "look over Touchstone files: ports, range, passivity, causality, losses";
  s.operands = "FILE...";
  s.operands_min = 1;
  s.operands_max = 100'000;
  s.detail =
      "One file gives a block with a verdict a line (ok, note, warn, FAIL) and what to do; many "
      "give a table. Losses are those of the differential path of a 4-port, of S21 of a 2-port. "
      "The exit code is 3 if a file cannot be read; a verdict does not change it.";
  s.options = {
      {"at", '\0', "GHZ[,GHZ]...", "frequencies of the losses; default: 1/4, 1/2, 1 of the band",
       false},
      {"symbol-rate-gbd", '\0', "R", "losses at half of it [GBd], > 0", false},
      {"pairing", '\0', "1-3/2-4",
       "ports of 4-ports: near +, near -, far +, far -; default: found in the data", false},
      {"json", '\0', "", "print one JSON document", false},
      {"threads", 'j', "N", "1 to 4096; default: as many as there are cores", false}};
  s.examples = {"chappe check channel.s4p --at 13.28,26.56", "chappe check channels/*.s4p --json"};
  s.exit_codes = {ExitCode::done, ExitCode::usage, ExitCode::data, ExitCode::output,
                  ExitCode::internal};
  return s;
}

struct Row {
  std::string file{};
  std::optional<Inspection> found{};
  std::vector<std::string> remarks{};
  std::string message{};  ///< why it could not be read
};

double frequency_hz(const std::string& word) {
  std::size_t used = 0;
  double value = 0.0;
  try {
    value = std::stod(word, &used);
  } catch (const std::exception&) {
    used = 0;
  }
  if (used != word.size() || word.empty() || !(value >= 0.0 && value <= 1e6)) {
    throw ScenarioError("option '--at': '" + word + "' is no frequency in GHz, 0 to 1e6");
  }
  return value * 1e9;
}

InspectOptions read_options(const Arguments& arguments) {
  InspectOptions out;
  std::string list = arguments.value("at").value_or("");
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    out.at_hz.push_back(frequency_hz(list.substr(0, comma)));
    list.erase(0, comma + 1);
  }
  if (const auto rate = arguments.positive_number("symbol-rate-gbd", "GBd")) {
    out.at_hz.push_back(*rate * 0.5e9);
  }
  if (const auto pairing = arguments.value("pairing")) {
    try {
      out.pairing = parse_pairing(*pairing);
    } catch (const DataError& fault) {
      throw ScenarioError("option '--pairing': " + std::string(fault.what()));
    }
  }
  return out;
}

Row look(const std::string& file, const InspectOptions& options) {
  Row row;
  row.file = file;
  try {
    const TouchstoneData data = read_touchstone_data(file);
    row.remarks = data.remarks;
    row.found = inspect(data, options);
  } catch (const InternalError&) {
    throw;
  } catch (const Error& fault) {
    row.found.reset();
    row.message = fault.what();
  }
  return row;
}

std::string block(const Row& row) {
  const Inspection& found = *row.found;
  std::string text =
      row.file + ": " + std::to_string(found.ports) + " ports, " + to_text(found.verdict()) + "\n";
  TextColumn topic{{}, {}, true}, verdict{{}, {}, true}, what{{}, {}, true};
  const auto line = [&](const std::string& a, const std::string& b, const std::string& c) {
    topic.cells.push_back(a);
    verdict.cells.push_back(b);
    what.cells.push_back(c);
  };
  for (const Finding& finding : found.findings) {
    line(finding.topic, to_text(finding.verdict), finding.text);
    if (!finding.advice.empty()) line("", "", "-> " + finding.advice);
  }
  for (const LossAt& loss : found.losses) {
    const std::string insertion =
        loss.insertion_db ? "insertion " + fixed(*loss.insertion_db, 4) + " dB, " : "";
    line("loss", "",
         "at " + plain(loss.f_hz / 1e9) + " GHz: " + insertion + "return " +
             fixed(loss.return_db, 4) + " dB");
  }
  return text + columns_text({topic, verdict, what}, 2);
}

/// The loss at the middle one of its frequencies.
std::string middle_loss(const Inspection& found) {
  if (found.losses.empty()) return "-";
  const LossAt& loss = found.losses[found.losses.size() / 2];
  return loss.insertion_db ? fixed(*loss.insertion_db, 3) : "-";
}

std::string table(const std::vector<Row>& rows) {
  TextColumn file{{"file"}, {}, true}, ports{{"ports"}}, points{{"points"}}, from{{"from GHz"}},
      to{{"to GHz"}}, pairing{{"pairing"}, {}, true}, gain{{"max sv"}}, reciprocal{{"|S-St|"}},
      ahead{{"ahead %"}}, at{{"at GHz"}}, loss{{"loss dB"}}, verdict{{"verdict"}, {}, true};
  for (const Row& row : rows) {
    file.cells.push_back(row.file.substr(row.file.find_last_of('/') + 1));
    const bool read = row.found.has_value();
    const Inspection found = read ? *row.found : Inspection{};
    const auto cell = [read](TextColumn& column, const std::string& text) {
      column.cells.push_back(read ? text : "-");
    };
    cell(ports, std::to_string(found.ports));
    cell(points, std::to_string(found.points));
    cell(from, plain(found.first_hz / 1e9));
    cell(to, plain(found.last_hz / 1e9));
    cell(pairing, found.pairing ? to_text(*found.pairing) : "-");
    cell(gain, fixed(found.largest_singular_value, 6));
    cell(reciprocal, found.ports > 1 ? probability(found.reciprocity_error) : "-");
    cell(ahead, found.energy_ahead ? fixed(100.0 * *found.energy_ahead, 4) : "-");
    cell(at, found.losses.empty() ? "-" : plain(found.losses[found.losses.size() / 2].f_hz / 1e9));
    cell(loss, middle_loss(found));
    verdict.cells.push_back(read ? to_text(found.verdict()) : "not read");
  }
  return columns_text(
      {file, ports, points, from, to, pairing, gain, reciprocal, ahead, at, loss, verdict}, 0);
}

Json json_of(const Row& row) {
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

ExitCode run(const Arguments& arguments, Console& console) {
  const InspectOptions options = read_options(arguments);
  const std::vector<std::string>& files = arguments.operands();
  const int threads = static_cast<int>(
      arguments.whole_number("threads", 1, 4096).value_or(static_cast<std::uint64_t>(cores())));
  std::vector<Row> rows(files.size());
  parallel_for(rows.size(), threads, [&](std::size_t i) { rows[i] = look(files[i], options); });
  ExitCode code = ExitCode::done;
  for (const Row& row : rows) {
    if (!row.found) {
      code = ExitCode::data;
      console.err << "error: " + row.message + "\n";
    }
    if (rows.size() > 1) continue;
    for (const std::string& remark : row.remarks) console.err << "assumed: " + remark + "\n";
  }
  if (arguments.has("json")) {
    Json document{{"files", Json::array()}};
    for (const Row& row : rows) document["files"].push_back(json_of(row));
    console.out << document.dump(2) + "\n";
  } else if (rows.size() > 1) {
    console.out << table(rows);
  } else if (rows.front().found) {
    console.out << block(rows.front());
  }
  return code;
}

}  // namespace

Verb check_verb() { return {syntax(), run}; }

}  // namespace chappe::cli
