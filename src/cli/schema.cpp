// chappe schema: the form of what `--json` and `chappe export --to json` print.
#include "cli/verbs.hpp"
#include "io/json_writer.hpp"

namespace chappe::cli {
namespace {

Syntax syntax() {
  Syntax s;
  s.verb = "schema";
  s.purpose = "print the JSON Schema of results, with unit and meaning of every column";
  s.examples = {"chappe schema > chappe.schema.json"};
  s.exit_codes = {ExitCode::done, ExitCode::usage, ExitCode::output, ExitCode::internal};
  return s;
}

ExitCode run(const Arguments&, Console& console) {
  console.out << json_schema({});
  return ExitCode::done;
}

}  // namespace

Verb schema_verb() { return {syntax(), run}; }

}  // namespace chappe::cli
