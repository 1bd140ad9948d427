// chappe check: what is to be known of Touchstone files before they are used.
#include <algorithm>
#include <filesystem>

#include "base/parallel.hpp"
#include "cli/check_row.hpp"
#include "cli/threads.hpp"
#include "cli/verbs.hpp"

namespace chappe::cli {
namespace {

Syntax syntax() {
  Syntax s;
  s.verb = "check";
  s.purpose = "look over Touchstone files: ports, range, passivity, causality, losses";
  s.operands = "FILE...";
  s.operands_min = 1;
  s.operands_max = 100'000;
  s.detail =
      "One file gives a block with a verdict a line (ok, note, warn, FAIL) and what to do; many "
      "give a table, with what its verdict rests on. Losses are those of the differential path of "
      "a 4-port, of S21 of a 2-port. The "
      "exit code is 3 if a file cannot be read; a verdict does not change it.";
  s.options = {
      {"at", '\0', "GHZ[,GHZ]...",
       "frequencies of the losses; default: 1/4, 1/2, 1 of the band (a table: 1/2)", false},
      {"symbol-rate-gbd", '\0', "R", "losses at half of it [GBd], > 0", false},
      {"pairing", '\0', "1-3/2-4",
       "ports of 4-ports: near +, near -, far +, far -; default: found in the data", false},
      {"json", '\0', "", "print one JSON document (see 'chappe schema check')", false},
      {"threads", 'j', "N", "1 to 4096; default: as many as there are cores", false}};
  s.examples = {"chappe check channel.s4p --at 13.28,26.56", "chappe check channels/*.s4p --json"};
  s.exit_codes = {ExitCode::done, ExitCode::usage, ExitCode::data, ExitCode::output,
                  ExitCode::internal};
  return s;
}

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
    if (*rate > 2e6) throw ScenarioError("option '--symbol-rate-gbd': above 2e6 GBd");
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

CheckRow look(const std::string& file, const InspectOptions& options) {
  CheckRow row;
  row.file = file;
  try {
    if (std::filesystem::is_directory(file)) {
      throw DataError(file + ": a folder; name its files: " + file + "/*");
    }
    const TouchstoneData data = read_touchstone_data(file);
    row.remarks = data.remarks;
    row.found = inspect(data, options);
  } catch (const InternalError&) {
    throw;
  } catch (const Error& fault) {
    row.found.reset();
    row.message = fault.what();
    if (row.message.find(file) == std::string::npos) row.message = file + ": " + row.message;
  }
  return row;
}

ExitCode run(const Arguments& arguments, Console& console) {
  const InspectOptions options = read_options(arguments);
  const std::vector<std::string>& files = arguments.operands();
  const int threads = static_cast<int>(
      arguments.whole_number("threads", 1, 4096).value_or(static_cast<std::uint64_t>(cores())));
  std::vector<CheckRow> rows(files.size());
  parallel_for(rows.size(), threads, [&](std::size_t i) { rows[i] = look(files[i], options); });
  ExitCode code = ExitCode::done;
  for (const CheckRow& row : rows) {
    if (!row.found) {
      code = ExitCode::data;
      console.err << "error: " + row.message + "\n";
    }
    if (rows.size() > 1) continue;
    for (const std::string& remark : row.remarks) console.err << "assumed: " + remark + "\n";
  }
  if (arguments.has("json")) {
    console.out << check_json(rows);
  } else if (rows.size() > 1) {
    console.out << check_table(rows, options.at_hz);
  } else if (rows.front().found) {
    console.out << check_block(rows.front());
  }
  return code;
}

}  // namespace

Verb check_verb() { return {syntax(), run}; }

}  // namespace chappe::cli
