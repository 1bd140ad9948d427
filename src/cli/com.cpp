// chappe com: channel operating margin of Touchstone files by a COM sheet.
#include <unistd.h>

#include <algorithm>
#include <atomic>

#include "base/parallel.hpp"
#include "cli/build_info.hpp"
#include "cli/com_channels.hpp"
#include "cli/com_json.hpp"
#include "cli/com_text.hpp"
#include "cli/inventory.hpp"
#include "cli/progress.hpp"
#include "cli/stop.hpp"
#include "cli/threads.hpp"
#include "cli/verbs.hpp"
#include "solve/com/com_reader.hpp"

namespace chappe::cli {
namespace {

Syntax syntax() {
  Syntax s;
  s.verb = "com";
  s.purpose = "compute the channel operating margin (COM) of Touchstone files";
  s.operands = "THRU.s4p [THRU.s4p]...";
  s.operands_min = 1;
  s.operands_max = 10'000;
  s.detail =
      "Computes COM, ERL and what they are made of as the public program of IEEE 802.3 annex 93A, "
      "revision 4.50, does, its quirks included: each that matters is named on standard error. The "
      "sheet is a COM_Settings sheet saved as CSV, or a preset. One THRU gives a block, many give "
      "a table; the aggressors of --fext and --next then go with every one. A channel that misses "
      "a limit of its sheet is told (FAIL), but is no error: the exit code stays 0. The data must "
      "reach to f_r f_b, or 0.75 f_b where that is lower; from there to f_b a warning says that "
      "|H| is carried on. A fault of the command line or of the sheet (exit 2), --json or not, "
      "prints nothing on standard output; of many channels the highest exit code counts.";
  s.options = {
      {"config", 'c', "SHEET.csv", "the COM sheet; this or --preset must be given", false},
      {"preset", 'p', "NAME", "a sheet that comes with the program: 'chappe list presets'", false},
      {"fext", '\0', "FILE",
       "a far-end aggressor, its near ports at the aggressor's transmitter; may be repeated", true},
      {"next", '\0', "FILE", "a near-end aggressor, likewise; may be repeated", true},
      {"set", '\0', "KEYWORD=VALUE",
       "a value in place of the sheet's, written as there; may be repeated", true},
      {"pairing", '\0', "1-3/2-4",
       "ports of the files: near +, near -, far +, far -; default: the sheet's Port Order", false},
      {"json", '\0', "", "print one JSON document (see 'chappe schema com')", false},
      {"threads", 'j', "N", "1 to 4096; default: as many as there are cores", false},
      {"quiet", 'q', "", "no assumptions; warnings and errors are still told", false},
      {"progress", '\0', "auto|none|json",
       "on standard error; auto (default): a line on a terminal after 1 s, elsewhere one every 10 "
       "s; json: an object a line",
       false},
      {"local-search", '\0', "",
       "prune the search as the sheet's 'Local Search' says, which may miss the best setting; "
       "default: the whole grid",
       false},
      {"allow-extrapolation", '\0', "",
       "go on where the data end below the band that COM needs, instead of refusing (exit 4)",
       false}};
  s.examples = {"chappe com thru.s4p --preset ck_kr",
                "chappe com thru.s4p --fext f1.s4p --fext f2.s4p --next n1.s4p --config kr.csv "
                "--json",
                "chappe com channels/*.s4p --config kr.csv --set 'z_p select=2' --set N_b=8"};
  s.exit_codes = {
      ExitCode::done,   ExitCode::usage,    ExitCode::data,       ExitCode::outside_validity,
      ExitCode::output, ExitCode::internal, ExitCode::interrupted};
  return s;
}

struct Request {
  ComCall call{};
  Pairing pairing{};
  std::vector<std::string> thru{};
  int threads{1};
  bool json{false}, quiet{false};
  Progress::Form progress{Progress::Form::none};
  ComControl control{};
};

Request read_request(const Arguments& arguments) {
  Request request;
  const auto config = arguments.value("config"), preset = arguments.value("preset");
  if (config && preset) throw ScenarioError("--config and --preset are two sheets: give one");
  if (!config && !preset) {
    throw ScenarioError("'chappe com' needs either --config SHEET.csv or --preset NAME");
  }
  ComSheet sheet = ComSheet::read(config ? *config : preset_path(*preset));
  request.call.settings = arguments.values("set");
  for (const std::string& setting : request.call.settings) sheet.set(setting);
  ComReading reading = read_com_config(sheet);
  request.call.config = config ? *config : "preset " + *preset;
  request.call.sheet = std::move(reading.config);
  request.call.assumed = std::move(reading.remarks);
  request.call.unverified = std::move(reading.unverified);
  request.call.fext = arguments.values("fext");
  request.call.next = arguments.values("next");
  request.pairing = com_pairing(request.call.sheet);
  if (const auto pairing = arguments.value("pairing")) {
    try {
      request.pairing = parse_pairing(*pairing);
    } catch (const DataError& fault) {
      throw ScenarioError("option '--pairing': " + std::string(fault.what()));
    }
  }
  request.call.pairing = to_text(request.pairing);
  request.call.assumed.push_back("ports near +, near -, far +, far -: " + request.call.pairing +
                                 (arguments.has("pairing") ? " (--pairing)" : " (Port Order)"));
  request.thru = arguments.operands();
  request.threads = static_cast<int>(
      arguments.whole_number("threads", 1, 4096).value_or(static_cast<std::uint64_t>(cores())));
  request.json = arguments.has("json");
  request.quiet = arguments.has("quiet");
  request.progress = progress_form(arguments.choice("progress", {"auto", "none", "json"}),
                                   request.quiet, isatty(STDERR_FILENO) == 1);
  request.control.allow_extrapolation = arguments.has("allow-extrapolation");
  request.control.local_search = arguments.has("local-search");
  return request;
}

/// Files of one call, in order: the first of several faults is the one that is told.
std::vector<ComFile> read_aggressors(const std::vector<std::string>& paths, const Request& request,
                                     const StopWatch& watch) {
  std::vector<ComFile> files(paths.size());
  const bool whole = parallel_for(
      paths.size(), request.threads,
      [&](std::size_t i) { files[i] = read_com_file(paths[i], request.pairing, false); },
      watch.flag());
  if (!whole) throw Interrupted("stopped " + watch.reason());
  return files;
}

/// What may fail for one channel and leave the others.
ComRow solve_row(const std::string& thru, const ComInput& aggressors, const Request& request,
                 const ComControl& control) {
  ComRow row;
  row.thru = thru;
  try {
    ComFile file = read_com_file(thru, request.pairing, true);
    row.remarks = std::move(file.remarks);
    row.warnings = std::move(file.warnings);
    ComInput input = aggressors;
    input.thru = std::move(file.channel);
    row.result = solve_com(input, request.call.sheet, control);
  } catch (const Interrupted&) {
    throw;
  } catch (const InternalError&) {
    throw;
  } catch (const Error& fault) {
    row.code = fault.code();
    row.message = fault.what();
    if (row.message.find(thru) == std::string::npos) row.message = thru + ": " + row.message;
  }
  return row;
}

std::vector<ComRow> solve_rows(const ComInput& aggressors, const Request& request,
                               const StopWatch& watch, Console& console) {
  std::vector<ComRow> rows(request.thru.size());
  const bool single = rows.size() == 1;
  Progress progress(request.progress, console.err, single ? "%" : "channels");
  std::atomic<std::size_t> done{0};
  const int outer = std::min(request.threads, static_cast<int>(rows.size()));
  ComControl control = request.control;
  control.threads = std::max(1, request.threads / outer);
  control.stop = watch.flag();
  if (single) {
    control.progress = [&](double share) {
      progress.report(static_cast<std::size_t>(100.0 * share), 100, request.thru.front());
    };
  }
  bool whole = false;
  try {
    whole = parallel_for(
        rows.size(), outer,
        [&](std::size_t i) {
          rows[i] = solve_row(request.thru[i], aggressors, request, control);
          if (!single) progress.report(++done, rows.size(), request.thru[i]);
        },
        watch.flag());
  } catch (const Interrupted&) {
    // Told below, with the reason.
  }
  if (!whole || watch.stopped()) throw Interrupted("stopped " + watch.reason());
  return rows;
}

void tell(const char* kind, const std::vector<std::string>& lines, Console& console) {
  for (const std::string& line : lines) console.err << std::string(kind) + ": " + line + "\n";
}

void tell_sheet(const ComCall& call, Console& console) {
  tell("assumed", call.assumed, console);
  if (call.unverified.empty()) return;
  std::string list;
  for (const std::string& keyword : call.unverified) list += (list.empty() ? "" : ", ") + keyword;
  console.err << "unverified: " + call.config + " has no seen source for " + list +
                     " (its notes say where they are from)\n";
}

/// Remarks that several channels share are told once.
void tell_rows(const Request& request, const std::vector<ComRow>& rows, Console& console) {
  std::vector<std::string> told;
  const auto once = [&](const char* kind, const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
      if (std::find(told.begin(), told.end(), line) != told.end()) continue;
      told.push_back(line);
      tell(kind, {line}, console);
    }
  };
  for (const ComRow& row : rows) {
    if (!request.quiet) once("assumed", row.remarks);
    tell("WARNING", row.warnings, console);
    if (row.result) once("WARNING", row.result->warnings);
    if (row.result && row.result->extrapolated) {
      tell("WARNING",
           {row.thru + ": the data end below the band that COM needs; every figure rests "
                       "on extrapolation"},
           console);
    }
    if (row.result && !request.quiet) once("note", row.result->remarks);
    if (!row.result) tell("failed", {row.message}, console);
  }
}

/// A file that stands twice among victim and aggressors counts twice.
void tell_repeated(const Request& request, Console& console) {
  std::vector<std::string> all = request.call.fext;
  all.insert(all.end(), request.call.next.begin(), request.call.next.end());
  if (request.thru.size() == 1) all.push_back(request.thru.front());
  std::sort(all.begin(), all.end());
  for (auto at = all.begin(); (at = std::adjacent_find(at, all.end())) != all.end();) {
    tell("WARNING", {*at + ": given more than once, each counts"}, console);
    at = std::upper_bound(at, all.end(), *at);
  }
}

ExitCode run(const Arguments& arguments, Console& console) {
  Request request = read_request(arguments);
  if (is_debug_build() && !request.quiet) {
    console.err << "note: this is a debug build, several times slower than a release build\n";
  }
  if (!request.quiet) tell_sheet(request.call, console);
  const StopWatch watch(std::nullopt);
  tell_repeated(request, console);
  ComInput aggressors;
  for (const bool far : {true, false}) {
    for (ComFile& file :
         read_aggressors(far ? request.call.fext : request.call.next, request, watch)) {
      if (!request.quiet) tell("assumed", file.remarks, console);
      tell("WARNING", file.warnings, console);
      (far ? aggressors.fext : aggressors.next).push_back(std::move(file.channel));
    }
  }
  const std::vector<ComRow> rows = solve_rows(aggressors, request, watch, console);
  tell_rows(request, rows, console);
  if (request.json) {
    console.out << com_json(request.call, rows);
  } else if (rows.size() == 1) {
    console.out << com_block(request.call, rows.front());
  } else {
    console.out << com_table(request.call, rows);
  }
  ExitCode worst = ExitCode::done;
  for (const ComRow& row : rows) {
    if (static_cast<int>(row.code) > static_cast<int>(worst)) worst = row.code;
  }
  return worst;
}

}  // namespace

Verb com_verb() { return {syntax(), run}; }

}  // namespace chappe::cli
