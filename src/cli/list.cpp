// chappe list: what can be named in a scenario.
#include "cli/list.hpp"

#include <algorithm>

#include "cli/inventory.hpp"
#include "cli/list_keys.hpp"
#include "cli/list_models.hpp"
#include "cli/text.hpp"
#include "cli/verbs.hpp"
#include "scenario/parts.hpp"
#include "scenario/reader.hpp"
#include "scenario/scenario.hpp"

namespace chappe::cli {
namespace {

using Json = nlohmann::ordered_json;

Syntax syntax() {
  Syntax s;
  s.verb = "list";
  s.purpose = "show what a scenario can name: parts, models, keys, presets, scenarios";
  s.operands = "parts|models|keys|presets|scenarios [NAME]";
  s.operands_min = 1;
  s.operands_max = 2;
  s.detail =
      "'chappe list models MODEL' shows the parameters of one model with unit, range and default, "
      "'chappe list parts PART' a part with its values and their sources, 'chappe list keys' every "
      "other key of a scenario.";
  s.options = {{"json", '\0', "", "as one JSON document", false}};
  s.examples = {"chappe list parts", "chappe list models copper.twinax", "chappe list keys",
                "chappe list parts cable/twinax", "chappe list scenarios --json"};
  s.exit_codes = {ExitCode::done, ExitCode::usage, ExitCode::data, ExitCode::output,
                  ExitCode::internal};
  return s;
}

Listing parts() {
  Listing listing{.name = "parts"};
  TextColumn name{{"part"}, {}, true}, model{{"model"}, {}, true}, verified{{"verified"}, {}, true},
      source{{"source"}, {}, true};
  for (const PartEntry& part : find_parts()) {
    name.cells.push_back(part.name);
    model.cells.push_back(part.model);
    verified.cells.push_back(part.values == 0 ? "-"
                                              : std::to_string(part.verified) + " of " +
                                                    std::to_string(part.values));
    source.cells.push_back(part.source);
    listing.items.push_back(Json{{"part", part.name},
                                 {"model", part.model},
                                 {"values", part.values},
                                 {"values_verified", part.verified},
                                 {"source", part.source}});
  }
  listing.text = listing.items.empty() ? "there are no parts yet\n"
                                       : columns_text({name, model, verified, source}, 0);
  return listing;
}

/// The file itself: it is short, and says where each number comes from.
Listing part_listing(const std::string& name) {
  const std::vector<std::string> names = part_names();
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    throw ScenarioError("there is no part '" + name + "'" + did_you_mean(name, names) +
                        "; 'chappe list parts' shows all");
  }
  const std::string file = part_path(name, "").string();
  Listing listing{.name = "parts"};
  listing.text = "# " + file + "\n" + read_text(file);
  listing.items.push_back(Json{{"part", name}, {"file", file}, {"text", read_text(file)}});
  return listing;
}

Listing presets() {
  Listing listing{.name = "presets"};
  TextColumn name{{"preset"}, {}, true}, status{{"status"}, {}, true}, date{{"date"}, {}, true},
      title{{"title"}, {}, true};
  for (const PresetEntry& preset : find_presets()) {
    name.cells.push_back(preset.name);
    status.cells.push_back(preset.status);
    date.cells.push_back(preset.date);
    title.cells.push_back(preset.title);
    listing.items.push_back(Json{{"preset", preset.name},
                                 {"title", preset.title},
                                 {"source", preset.source},
                                 {"date", preset.date},
                                 {"status", preset.status},
                                 {"file", preset.file}});
  }
  listing.text = listing.items.empty() ? "there are no presets yet\n"
                                       : columns_text({name, status, date, title}, 0);
  return listing;
}

Listing scenarios() {
  Listing listing{.name = "scenarios"};
  TextColumn file{{"scenario"}, {}, true}, question{{"question"}, {}, true};
  for (const ScenarioEntry& scenario : find_scenarios()) {
    file.cells.push_back(scenario.file);
    question.cells.push_back(scenario.question);
    listing.items.push_back(Json{{"scenario", scenario.file}, {"question", scenario.question}});
  }
  listing.text =
      listing.items.empty() ? "there are no scenarios here\n" : columns_text({file, question}, 0);
  return listing;
}

ExitCode run(const Arguments& arguments, Console& console) {
  const std::vector<std::string>& operands = arguments.operands();
  const std::vector<std::string> kinds{"parts", "models", "keys", "presets", "scenarios"};
  const std::string& kind = operands.front();
  if (operands.size() > 1 && kind != "models" && kind != "parts") {
    throw ScenarioError("'" + operands[1] +
                        "' is one operand too many: only models and parts have details");
  }
  Listing listing;
  if (kind == "parts") {
    listing = operands.size() > 1 ? part_listing(operands[1]) : parts();
  } else if (kind == "models") {
    listing = operands.size() > 1 ? model_listing(operands[1]) : models_listing();
  } else if (kind == "keys") {
    listing = keys_listing();
  } else if (kind == "presets") {
    listing = presets();
  } else if (kind == "scenarios") {
    listing = scenarios();
  } else {
    throw ScenarioError("there is no list of '" + kind + "'" + did_you_mean(kind, kinds) +
                        "; there are parts, models, keys, presets, scenarios");
  }
  if (arguments.has("json")) {
    Json document;
    document[listing.name] = listing.items;
    console.out << document.dump(2) + "\n";
  } else {
    console.out << listing.text;
  }
  return ExitCode::done;
}

}  // namespace

Verb list_verb() { return {syntax(), run}; }

}  // namespace chappe::cli
