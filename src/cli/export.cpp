// chappe export: a result, or a scenario's link, in another format.
#include <filesystem>

#include "base/atomic_file.hpp"
#include "cli/export_com.hpp"
#include "cli/result_text.hpp"
#include "cli/verbs.hpp"
#include "io/csv_writer.hpp"
#include "io/hdf5_reader.hpp"
#include "io/json_writer.hpp"
#include "models/all.hpp"
#include "scenario/scenario.hpp"

namespace chappe::cli {
namespace {

Syntax syntax() {
  Syntax s;
  s.verb = "export";
  s.purpose = "write a result as CSV or JSON, or a scenario's link as a COM sheet";
  s.operands = "FILE.h5|SCENARIO.toml";
  s.operands_min = 1;
  s.operands_max = 1;
  s.detail =
      "JSON is one document (see 'chappe schema'). CSV is a file a table; on standard output or "
      "into "
      "one file it is the cases of one link. FILE may be '-': standard input. --to com takes a "
      "scenario "
      "and writes a sheet for 'chappe com': the package, board, equalisers, noise and jitter of "
      "its "
      "link. What a sheet cannot hold is told on standard error; of a sweep it holds the value "
      "that "
      "the part has.";
  s.options = {
      {"to", '\0', "csv|json|com", "the format; must be given", false},
      {"output", 'o', "DIR|FILE",
       "a folder, which must be there, or one file; '-' (default) is standard output", false},
      {"link", '\0', "NAME", "this link only; default: every link", false},
      {"set", '\0', "PATH=VALUE", "with --to com: change a value, as in 'chappe run'", true}};
  s.examples = {"chappe export scenarios/copper/measured_channel.toml --to com -o sheet.csv",
                "chappe export dac.h5 --to json", "chappe export dac.h5 --to csv -o results",
                "chappe export dac.h5 --to csv --link dac > dac.csv"};
  s.exit_codes = {ExitCode::done, ExitCode::usage, ExitCode::data, ExitCode::output,
                  ExitCode::internal};
  return s;
}

/// Leaves the link's tables only. @throws ScenarioError if there is no such link
void keep_link(ResultSet& results, const std::string& link) {
  std::vector<std::string> names;
  for (const Table& table : results.tables) {
    if (is_link_table(table)) names.push_back(table.name);
  }
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  std::erase_if(results.tables, [&](const Table& table) {
    return table.name != link && !table.name.starts_with(link + "/");
  });
  if (results.tables.empty()) {
    throw ScenarioError("option '--link': there is no link '" + link + "'" +
                        did_you_mean(link, names) + "; the links are " + list);
  }
}

const Table& only_link(const ResultSet& results) {
  const Table* only = nullptr;
  for (const Table& table : results.tables) {
    if (!is_link_table(table)) continue;
    if (only != nullptr) {
      throw ScenarioError(
          "there is more than one link: name one by --link, or a folder for all by -o DIR");
    }
    only = &table;
  }
  if (only == nullptr) throw DataError("the file holds no link");
  return *only;
}

void export_csv(const ResultSet& results, const std::string& source, const std::string& target,
                Console& console) {
  if (target == "-" || target.ends_with(".csv")) {
    const std::string text = csv_text(only_link(results));
    if (target == "-") {
      console.out << text;
    } else {
      refuse_overwriting(target, source);
      write_output(target, text);
    }
    return;
  }
  for (const std::filesystem::path& path : write_csv(target, results, source)) {
    console.err << "wrote " + path.string() + "\n";
  }
}

void export_json(const ResultSet& results, const std::string& source, const std::string& target,
                 Console& console) {
  const std::string text = json_text(results);
  if (target == "-") {
    console.out << text;
    return;
  }
  std::filesystem::path path = target;
  if (std::filesystem::is_directory(path)) {
    const std::string stem = std::filesystem::path(source).stem().string();
    path /= (source == "-" ? "results" : stem) + ".json";
  }
  refuse_overwriting(path.string(), source);
  write_output(path.string(), text);
  console.err << "wrote " + path.string() + "\n";
}

const LinkStudy& chosen_link(const Study& study, const std::optional<std::string>& name) {
  std::vector<std::string> names;
  for (const LinkStudy& link : study.links) {
    if (name ? link.spec.name == *name : study.links.size() == 1) return link;
    names.push_back(link.spec.name);
  }
  std::string list;
  for (const std::string& known : names) list += (list.empty() ? "" : ", ") + known;
  if (!name)
    throw ScenarioError("a sheet holds one link: name it by --link; the links are " + list);
  throw ScenarioError("option '--link': there is no link '" + *name + "'" +
                      did_you_mean(*name, names) + "; the links are " + list);
}

ExitCode export_com(const Arguments& arguments, const std::string& target, Console& console) {
  check_output_target(target);
  std::vector<Setting> settings;
  for (const std::string& word : arguments.values("set")) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw ScenarioError("option '--set': '" + word + "' is not PATH=VALUE");
    }
    settings.emplace_back(word.substr(0, equals), word.substr(equals + 1));
  }
  const std::string& source = arguments.operands().front();
  const Scenario scenario = read_scenario(source, settings);
  for (const InputFile& input : scenario.inputs) refuse_overwriting(target, input.opened);
  Catalogue catalogue;
  add_models(catalogue);
  const LinkStudy& link = chosen_link(scenario.study, arguments.value("link"));
  const ComExport sheet = export_com_sheet(catalogue.resolve(link.spec), source);
  for (const Sweep& sweep : link.sweeps) {
    console.err << "note: " + sweep.target + " is swept: where the sheet holds it, it is the " +
                       "value that the part has (fix it by --set)\n";
  }
  for (const std::string& note : sheet.notes) console.err << "note: " + note + "\n";
  if (target == "-") {
    console.out << sheet.csv;
  } else {
    write_output(target, sheet.csv);
  }
  return ExitCode::done;
}

ExitCode run(const Arguments& arguments, Console& console) {
  if (!arguments.has("to")) throw ScenarioError("'chappe export' needs --to csv|json|com");
  const std::string to = arguments.choice("to", {"csv", "json", "com"});
  const std::string target = arguments.value("output").value_or("-");
  const std::string& source = arguments.operands().front();
  if (to == "com") return export_com(arguments, target, console);
  if (arguments.has("set")) throw ScenarioError("option '--set' goes with --to com only");
  const bool folder = std::filesystem::is_directory(target);
  if (to == "csv" && !target.ends_with(".csv") && target != "-" && !folder) {
    throw OutputError("'" + target + "' is not a folder; CSV is a file a table");
  }
  if (!folder) check_output_target(target);
  ResultSet results = read_hdf5(source);
  if (const auto link = arguments.value("link")) keep_link(results, *link);
  if (to == "csv") {
    export_csv(results, source, target, console);
  } else {
    export_json(results, source, target, console);
  }
  return ExitCode::done;
}

}  // namespace

Verb export_verb() { return {syntax(), run}; }

}  // namespace chappe::cli
