// chappe explain: where each ns, pJ/bit, dB and mV comes from.
#include "io/explain.hpp"

#include "cli/verbs.hpp"
#include "io/hdf5_reader.hpp"

namespace chappe::cli {
namespace {

Syntax syntax() {
  Syntax s;
  s.verb = "explain";
  s.purpose = "show the ledger of a result: every contribution with the source of its number";
  s.operands = "OUT.h5";
  s.operands_min = 1;
  s.operands_max = 1;
  s.detail =
      "Shows for one case of each link what adds up to its latency, energy, loss and noise. What "
      "rests on a number without a verified source is marked.";
  s.options = {{"link", '\0', "NAME", "this link only; default: every link", false},
               {"at", '\0', "AXIS=VALUE",
                "the case: nearest number or equal text on an axis, named in full or by its end "
                "(length_m); may be repeated; default: the first value of each axis",
                true}};
  s.examples = {"chappe explain dac.h5", "chappe explain dac.h5 --at length_m=2 --at gauge_awg=26"};
  s.exit_codes = {ExitCode::done, ExitCode::usage, ExitCode::data, ExitCode::output,
                  ExitCode::internal};
  return s;
}

ExitCode run(const Arguments& arguments, Console& console) {
  ExplainOptions options;
  options.link = arguments.value("link").value_or("");
  for (const std::string& word : arguments.values("at")) {
    const std::size_t equals = word.rfind('=');
    if (equals == std::string::npos || equals == 0) {
      throw ScenarioError("option '--at': '" + word + "' is not AXIS=VALUE");
    }
    options.at.emplace_back(word.substr(0, equals), word.substr(equals + 1));
  }
  console.out << explain(read_hdf5(arguments.operands().front()), options);
  return ExitCode::done;
}

}  // namespace

Verb explain_verb() { return {syntax(), run}; }

}  // namespace chappe::cli
