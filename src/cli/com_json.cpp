#include "cli/com_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/com_figures.hpp"

namespace chappe::cli {
namespace {

using Json = nlohmann::ordered_json;

void put_case(Json& json, const ComCase& c) {
  for (const ComCaseFigure& figure : com_case_figures()) json[figure.key] = figure.value(c);
  if (!c.eye.open()) json["vec_db"] = nullptr;  // no figure: the reference's floor
  json["tx_taps"] = c.setting.tx;
  json["tx_cursor"] = c.setting.cursor;
  json["dfe_taps"] = c.dfe;
  json["floating_taps"] = c.floating;
  json["rx_ffe_taps"] = c.rx_ffe;
  json["rx_ffe_floating_taps"] = c.rx_ffe_floating;
  json["burst_probability"] = c.burst_probability;
  json["settings_tried"] = c.settings_tried;
}

void put_channel_figures(Json& json, const ComChannelFigures& figures) {
  for (const ComChannelFigure& figure : com_channel_figure_list()) {
    json[figure.key] =
        figure.of_erl && !figures.erl_taken ? Json(nullptr) : Json(figure.value(figures));
  }
}

void put_verdict(Json& json, const ComResult& result, const ComConfig& config) {
  Json fails = Json::array(), limits = Json::array();
  for (const ComLimit& limit : com_limits(result, config)) {
    if (!limit.pass()) fails.push_back(limit.key);
    const bool closed = limit.key == "vec_db" && !worst_eye(result).open();
    limits.push_back({{"key", limit.key},
                      {"value", closed ? Json(nullptr) : Json(limit.value)},
                      {limit.at_most ? "at_most" : "at_least", limit.limit},
                      {"pass", limit.pass()}});
  }
  json["pass"] = fails.empty();
  json["fails"] = std::move(fails);
  json["limits"] = std::move(limits);
}

void put_row(Json& json, const ComCall& call, const ComRow& row) {
  json["thru"] = row.thru;
  json["status"] = com_status(row);
  if (!row.result) {
    json["exit_code"] = static_cast<int>(row.code);
    json["message"] = row.message;
    return;
  }
  const ComResult& result = *row.result;
  put_verdict(json, result, call.sheet);
  put_case(json, result.cases.at(result.worst));
  // Of all cases: the keys above are the worst one's.
  long tried = 0;
  for (const ComCase& c : result.cases) tried += c.settings_tried;
  json["settings_tried"] = tried;
  put_channel_figures(json, result.channel);
  json["worst_case"] = result.cases[result.worst].number;
  json["extrapolated"] = result.extrapolated;
  Json cases = Json::array();
  for (const ComCase& c : result.cases) {
    Json one;
    one["case"] = c.number;
    put_case(one, c);
    cases.push_back(std::move(one));
  }
  json["cases"] = std::move(cases);
  json["quirks"] = result.remarks;
  json["warnings"] = result.warnings;
  std::vector<std::string> assumed = row.remarks;
  assumed.insert(assumed.end(), row.warnings.begin(), row.warnings.end());
  json["file_remarks"] = assumed;
}

}  // namespace

std::string com_json(const ComCall& call, const std::vector<ComRow>& rows) {
  Json json;
  json["schema"] = kComSchema;
  json["config"] = call.config;
  json["set"] = call.settings;
  json["pairing"] = call.pairing;
  json["fext"] = call.fext;
  json["next"] = call.next;
  json["assumed"] = call.assumed;
  json["unverified"] = call.unverified;
  if (rows.size() == 1) {
    put_row(json, call, rows.front());
  } else {
    json["channels"] = Json::array();
    for (const ComRow& row : rows) {
      Json one;
      put_row(one, call, row);
      json["channels"].push_back(std::move(one));
    }
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace chappe::cli
