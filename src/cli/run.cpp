// chappe run: a scenario to results.
#include <unistd.h>

#include <limits>

#include "base/atomic_file.hpp"
#include "cli/build_info.hpp"
#include "cli/instruction_set.hpp"
#include "cli/progress.hpp"
#include "cli/result_text.hpp"
#include "cli/run_results.hpp"
#include "cli/stop.hpp"
#include "cli/threads.hpp"
#include "cli/verbs.hpp"
#include "io/hdf5_writer.hpp"
#include "io/json_writer.hpp"
#include "models/all.hpp"
#include "scenario/scenario.hpp"
#include "solve/study.hpp"

namespace chappe::cli {
namespace {

Syntax syntax() {
  Syntax s;
  s.verb = "run";
  s.purpose = "compute the figures of every case of a scenario";
  s.operands = "SCENARIO.toml";
  s.operands_min = 1;
  s.operands_max = 1;
  s.detail =
      "Reads the scenario ('-': standard input), computes every case and prints a table a link, or "
      "with --json one document. With -o the results go to an HDF5 file instead, whole or not at "
      "all. The same scenario, seed, build and instruction set give the same bytes on any number "
      "of threads.";
  s.options = {
      {"output", 'o', "FILE", "HDF5 file for the results ('-': standard output)", false},
      {"set", '\0', "PATH=VALUE",
       "change a value: LINK.element.NAME.key, solve.key or require.key; may be repeated, each "
       "value once; a file named here is relative to the working folder",
       true},
      {"threads", 'j', "N", "cases at a time, 1 to 4096; default: as many as there are cores",
       false},
      {"seed", '\0', "N", "of every random stream, 0 to 2^64-1; default: 1", false},
      {"json", '\0', "", "print one JSON document (see 'chappe schema') instead of tables", false},
      {"quiet", 'q', "", "no assumptions, progress and summary; errors are still told", false},
      {"progress", '\0', "auto|none|json",
       "on standard error; auto (default): a line on a terminal after 1 s, elsewhere one every 10 "
       "s; json: an object a line",
       false},
      {"time-limit", '\0', "S", "stop after S seconds (exit 75); default: none", false},
      {"allow-outside", '\0', "",
       "compute cases outside the range that a part's source covers, too", false},
      {"allow-extrapolation", '\0', "",
       "continue a channel file beyond its highest frequency instead of refusing", false},
      {"isa", '\0', "native|portable",
       "instruction set of the kernels; native (default): the best of this machine", false}};
  s.examples = {"chappe run scenarios/quickstart.toml",
                "chappe run scenarios/quickstart.toml -o dac.h5 -j 2",
                "chappe run scenarios/copper/measured_channel.toml --set "
                "measured.element.channel.file=my.s4p --json"};
  s.exit_codes = {ExitCode::done,     ExitCode::requirement_failed, ExitCode::usage,
                  ExitCode::data,     ExitCode::outside_validity,   ExitCode::output,
                  ExitCode::internal, ExitCode::interrupted};
  return s;
}

struct Request {
  std::string scenario{};
  std::string output{};  ///< "" = none
  std::vector<Setting> settings{};
  std::optional<double> time_limit_s{};
  bool json{false}, quiet{false}, portable{false};
  Progress::Form progress{Progress::Form::none};
  RunControl control{};
};

std::vector<Setting> read_settings(const std::vector<std::string>& words) {
  std::vector<Setting> settings;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw ScenarioError("option '--set': '" + word + "' is not PATH=VALUE");
    }
    settings.emplace_back(word.substr(0, equals), word.substr(equals + 1));
  }
  return settings;
}

/// A name that promises another format would be a file that lies.
void check_output_name(const std::string& output, bool json) {
  if (output == "-" && json) {
    throw ScenarioError("'-o -' and '--json' both want standard output");
  }
  for (const char* ending : {".csv", ".json", ".toml"}) {
    if (output.ends_with(ending)) {
      throw ScenarioError("option '--output': '" + output +
                          "' would be an HDF5 file; use --json for JSON, 'chappe export' for CSV");
    }
  }
}

Request read_request(const Arguments& arguments) {
  Request request;
  request.scenario = arguments.operands().front();
  request.output = arguments.value("output").value_or("");
  request.settings = read_settings(arguments.values("set"));
  request.time_limit_s = arguments.positive_number("time-limit", "s");
  request.json = arguments.has("json");
  request.quiet = arguments.has("quiet");
  check_output_name(request.output, request.json);
  request.portable = arguments.choice("isa", {"native", "portable"}) == "portable";
  request.progress = progress_form(arguments.choice("progress", {"auto", "none", "json"}),
                                   request.quiet, isatty(STDERR_FILENO) == 1);
  request.control.threads = static_cast<int>(
      arguments.whole_number("threads", 1, 4096).value_or(static_cast<std::uint64_t>(cores())));
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  request.control.seed = arguments.whole_number("seed", 0, kMost).value_or(1);
  request.control.allow_outside = arguments.has("allow-outside");
  request.control.allow_extrapolation = arguments.has("allow-extrapolation");
  return request;
}

StudyOutcome solve(const Request& request, const Scenario& scenario, const Catalogue& catalogue,
                   const StopWatch& watch, Console& console) {
  Progress progress(request.progress, console.err);
  RunControl control = request.control;
  control.stop = watch.flag();
  control.progress = [&](std::size_t done, std::size_t of, const std::string& what) {
    progress.report(done, of, what);
  };
  try {
    Study study = scenario.study;
    // [expect] answers the question as it stands in the file.
    const bool changed = !request.settings.empty() && !study.expect.empty();
    if (changed) study.expect.clear();
    StudyOutcome outcome = run_study(study, catalogue, control);
    if (changed)
      outcome.assumptions.push_back("[expect] is not checked: --set changed the question");
    if (!watch.stopped()) return outcome;
  } catch (const Interrupted&) {
    // Told below, with the reason.
  }
  throw Interrupted("stopped " + watch.reason() + "; nothing is written");
}

void write_results(const Request& request, const ResultSet& results, Console& console) {
  if (!request.output.empty()) write_hdf5(request.output, results);
  if (request.json) {
    console.out << json_text(results);
  } else if (request.output.empty()) {
    console.out << results_text(results.tables);
  }
}

void tell(const std::string& kind, const std::vector<std::string>& lines, Console& console) {
  for (const std::string& line : lines) console.err << kind + ": " + line + "\n";
}

ExitCode run(const Arguments& arguments, Console& console) {
  const Request request = read_request(arguments);
  if (!request.output.empty()) check_output_target(request.output);
  if (is_debug_build() && !request.quiet) {
    console.err << "note: this is a debug build, several times slower than a release build\n";
  }
  if (request.portable) use_portable_kernels();
  const StopWatch watch(request.time_limit_s);
  const Scenario scenario = read_scenario(request.scenario, request.settings);
  for (const InputFile& input : scenario.inputs) refuse_overwriting(request.output, input.opened);
  Catalogue catalogue;
  add_models(catalogue);
  StudyOutcome outcome = solve(request, scenario, catalogue, watch, console);
  if (!request.quiet) tell("assumed", outcome.assumptions, console);
  if (!outcome.any_valid) {
    tell("failed", outcome.failed, console);
    throw ModelError(
        "no case lies within the validity of its models and parts; nothing is written");
  }
  ResultSet results;
  results.attributes =
      run_attributes(scenario, catalogue, request.settings, request.control, instruction_set());
  results.tables = std::move(outcome.tables);
  write_results(request, results, console);
  if (!request.quiet) console.err << case_summary(results.tables) + "\n";
  tell("failed", outcome.failed, console);
  return outcome.failed.empty() ? ExitCode::done : ExitCode::requirement_failed;
}

}  // namespace

Verb run_verb() { return {syntax(), run}; }

}  // namespace chappe::cli
