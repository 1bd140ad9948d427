#include "cli/com_figures.hpp"
#include "cli/com_json.hpp"
#include "cli/json_schema.hpp"

namespace chappe::cli {
namespace {

using namespace schema;

Json number(const std::string& unit, const std::string& doc) {
  const bool has_unit = !unit.empty() && unit != "1";
  return typed({"number", "null"}, has_unit ? doc + " [" + unit + "]" : doc);
}

void put_case_keys(Json& keys) {
  for (const ComCaseFigure& f : com_case_figures()) keys[f.key] = number(f.unit, f.doc);
  keys["tx_taps"] = list("number", "transmit FFE from the earliest tap on, c(0) among them");
  keys["tx_cursor"] = typed("integer", "index of c(0) in tx_taps, from 0");
  keys["dfe_taps"] = list("number", "relative to the cursor, tap 1 first");
  keys["floating_taps"] = list("integer", "positions of floating DFE taps [UI behind the cursor]");
  keys["rx_ffe_taps"] = list("number", "relative to the cursor tap; empty without receive FFE");
  keys["rx_ffe_floating_taps"] = list("integer", "positions of floating taps of the receive FFE");
  keys["burst_probability"] =
      list("number", "that a burst, once begun, has k or more errors in a row, k from 1");
  keys["settings_tried"] =
      typed("integer", "settings that were evaluated; at the top: of all cases");
}

Json channel_keys() {
  Json keys;
  keys["thru"] = typed("string", "the victim's file");
  keys["status"] = Json{{"enum", {"ok", "outside_validity", "error"}}};
  keys["exit_code"] = typed("integer", "of a channel that failed");
  keys["message"] = typed("string", "of a channel that failed");
  keys["pass"] = typed("boolean", "true if every limit of the sheet is kept");
  keys["fails"] = list("string", "keys of the figures that miss their limits");
  Json limit;
  limit["key"] = typed("string", "the figure");
  limit["value"] = number("", "its worst of all test cases; null for a closed eye's closure");
  limit["at_most"] = limit["at_least"] = typed("number", "in the figure's unit; one of the two");
  limit["pass"] = typed("boolean", "kept by every test case");
  keys["limits"] = objects(limit, "limits of the sheet");
  put_case_keys(keys);
  for (const ComChannelFigure& f : com_channel_figure_list()) keys[f.key] = number(f.unit, f.doc);
  keys["worst_case"] = typed("integer", "the test case whose figures stand at the top");
  keys["extrapolated"] = typed("boolean", "true if the data end below the band that is needed");
  Json one;
  one["case"] = typed("integer", "column of z_p, from 1");
  put_case_keys(one);
  keys["cases"] = objects(one, "test cases, in the order of the sheet");
  keys["quirks"] = list("string", "ways of the reference program that mattered, and assumptions");
  keys["warnings"] = list("string", "of the data's band and step");
  keys["file_remarks"] = list("string", "what was assumed of the file");
  return keys;
}

}  // namespace

std::string com_json_schema() {
  Json json;
  json["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  json["$id"] = kComSchema;
  json["title"] = "Channel operating margin: one channel at the top, or a list of channels";
  json["type"] = "object";
  json["required"] = {"schema", "config"};
  Json& keys = json["properties"];
  keys["schema"] = Json{{"const", kComSchema}};
  keys["config"] = typed("string", "the COM sheet's file, or preset and its name");
  keys["set"] = list("string", "values given by --set");
  keys["pairing"] = typed("string", "ports near +, near -, far +, far -");
  keys["fext"] = list("string", "files of far-end aggressors");
  keys["next"] = list("string", "files of near-end aggressors");
  keys["assumed"] = list("string", "what was assumed of the sheet");
  keys["unverified"] = list("string", "keywords whose values the sheet marks as unverified");
  const Json channel = channel_keys();
  for (const auto& [key, value] : channel.items()) keys[key] = value;
  keys["channels"] = objects(channel, "of many, in the order given");
  return json.dump(2) + "\n";
}

}  // namespace chappe::cli
