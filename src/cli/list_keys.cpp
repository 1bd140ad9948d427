#include "cli/list_keys.hpp"

#include <limits>

#include "cli/param_text.hpp"
#include "link/spec.hpp"
#include "solve/options.hpp"

namespace chappe::cli {
namespace {

using Json = nlohmann::ordered_json;

/// Structural keys that the reader takes by hand.
ParamDoc structural(const char* key, const char* doc, bool required = false) {
  ParamDoc out;
  out.key = key;
  out.doc = doc;
  out.low = -std::numeric_limits<double>::infinity();
  out.high = std::numeric_limits<double>::infinity();
  out.required = required;
  out.default_value = std::string{};
  return out;
}

struct Group {
  const char* table;  ///< as a scenario writes it
  const char* how;    ///< how its keys are reached
  std::vector<ParamDoc> params{};
};

std::vector<ParamDoc> joined(std::vector<ParamDoc> first, const std::vector<ParamDoc>& more) {
  first.insert(first.end(), more.begin(), more.end());
  return first;
}

std::vector<Group> groups() {
  return {{"[solve]", "what is computed; --set solve.KEY=VALUE", describe_params<SolveOptions>()},
          {"[require]",
           "limits of a case, the criterion of a reach; auto = none; --set require.KEY=VALUE",
           describe_params<Requirements>()},
          {"[[link]]", "lanes = 8 in the link; --set LINK.lanes=8",
           joined({structural("name", "of the link, unique", true),
                   structural("part", "a link part to start from: chappe list parts"),
                   structural("source", "of the values that this table gives")},
                  describe_params<LinkParams>())},
          {"[[link.section]]",
           "section.NAME.KEY = in a link that has a part; --set LINK.section.NAME.KEY=VALUE",
           joined({structural("name", "of the section, unique in the link", true),
                   structural("element", "list of elements from transmitter to receiver", true),
                   structural("aggressor", "list of crosstalk sources")},
                  describe_params<SectionParams>())},
          {"[[link.fec]]", "fec.KEY = in a link that has a part; --set LINK.fec.KEY=VALUE",
           describe_params<FecParams>()},
          {"element = [{ .. }]",
           "element.NAME.KEY = in a link that has a part; its other keys: chappe list models MODEL",
           {structural("name", "of the element, unique in the link", true),
            structural("part", "a part: chappe list parts"),
            structural("model", "a model, where there is no part: chappe list models")}},
          {"aggressor = [{ .. }]",
           "element.NAME.KEY reaches its channel's keys",
           {structural("name", "of the aggressor, unique in the link", true),
            structural("type", "fext|next; fext if not given"),
            structural("part", "of its channel, or model = copper.touchstone with file"),
            structural("transmitter", "part of its transmitter, or a table", true),
            structural("phase", "worst|uniform; worst if not given"),
            structural("replaces", "element in whose place its channel stands"),
            structural("replaces_to", "last of a run of elements that begins there")}}};
}

constexpr const char* kValues =
    "a value\n"
    "  2.0                                       plain; texts in quotes, true, false, [lists]\n"
    "  { sweep = [1, 2, 3] }                     an axis of the cases; at most 100000 values\n"
    "  { from = 1, to = 3, step = 0.5 }          the same; count = in place of step\n"
    "  { distribution = \"normal\", mean = 2, sigma = 0.1, low = , high = }   a spread of made\n"
    "  { distribution = \"uniform\", low = 1, high = 3 }                       pieces, for\n"
    "  { distribution = \"triangular\", low = 1, mode = 2, high = 3 }          "
    "solve.yield_samples\n"
    "  { value = 2.0, source = \"..\", date = \"..\", verified = true }         with its source\n"
    "\n[expect]\n"
    "  LINK.COLUMN = { value = , tolerance = } or { min = , max = }, or a list of these with\n"
    "  at = { \"element.NAME.KEY\" = VALUE }; columns: chappe schema run\n";

}  // namespace

Listing keys_listing() {
  Listing listing{.name = "keys"};
  for (const Group& group : groups()) {
    listing.text +=
        std::string(group.table) + ": " + group.how + "\n" + params_text(group.params) + "\n";
    Json json{{"table", group.table}, {"how", group.how}, {"keys", Json::array()}};
    for (const ParamDoc& param : group.params) json["keys"].push_back(param_json(param));
    listing.items.push_back(std::move(json));
  }
  listing.text += kValues;
  return listing;
}

}  // namespace chappe::cli
