// chappe schema: the form of what `--json` and `chappe export --to json` print.
#include "cli/check_row.hpp"
#include "cli/com_json.hpp"
#include "cli/tdecq_report.hpp"
#include "cli/verbs.hpp"
#include "io/json_writer.hpp"
#include "solve/tables.hpp"

namespace chappe::cli {
namespace {

Syntax syntax() {
  Syntax s;
  s.verb = "schema";
  s.purpose = "print the JSON Schema of results, with unit and meaning of every column";
  s.operands = "[run|com|tdecq|check]";
  s.operands_max = 1;
  s.detail =
      "run (default): what 'chappe run --json' prints. com, tdecq, check: what these print with "
      "--json.";
  s.examples = {"chappe schema > chappe.schema.json", "chappe schema com"};
  s.exit_codes = {ExitCode::done, ExitCode::usage, ExitCode::output, ExitCode::internal};
  return s;
}

ColumnType type_of(const Value& value) {
  if (std::holds_alternative<bool>(value)) return ColumnType::flag;
  if (std::holds_alternative<std::int64_t>(value)) return ColumnType::integer;
  return std::holds_alternative<std::string>(value) ? ColumnType::text : ColumnType::number;
}

ExitCode run(const Arguments& arguments, Console& console) {
  const std::string kind = arguments.operands().empty() ? "run" : arguments.operands().front();
  if (kind == "com") {
    console.out << com_json_schema();
    return ExitCode::done;
  }
  if (kind == "tdecq") {
    console.out << tdecq_json_schema();
    return ExitCode::done;
  }
  if (kind == "check") {
    console.out << check_json_schema();
    return ExitCode::done;
  }
  if (kind != "run") {
    throw ScenarioError("there is no schema of '" + kind + "'" +
                        did_you_mean(kind, {"run", "com", "tdecq", "check"}));
  }
  std::vector<ColumnDoc> columns;
  for (const ParamDoc& figure : figure_columns()) {
    columns.push_back({figure.key, figure.unit, figure.doc, type_of(figure.default_value)});
  }
  console.out << json_schema(columns);
  return ExitCode::done;
}

}  // namespace

Verb schema_verb() { return {syntax(), run}; }

}  // namespace chappe::cli
