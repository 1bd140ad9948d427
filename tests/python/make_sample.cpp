// make_sample VERB [FILE]: the results of tests/io/samples.hpp for other programs to read.
// Verbs: write, read, csv (FILE is a folder), json, schema. Exit codes are those of the command.
#include <iostream>
#include <string>

#include "base/atomic_file.hpp"
#include "base/errors.hpp"
#include "io/csv_writer.hpp"
#include "io/hdf5_reader.hpp"
#include "io/hdf5_writer.hpp"
#include "io/json_writer.hpp"
#include "io/samples.hpp"

namespace {

int work(const std::string& verb, const std::string& argument) {
  using namespace chappe;
  const ResultSet results = samples::results();
  if (verb == "write") {
    Hdf5Sink(argument).write(results);
  } else if (verb == "read") {
    std::cout << read_hdf5(argument).tables.size() << " tables\n";
  } else if (verb == "csv") {
    write_csv(argument, results);
  } else if (verb == "json") {
    write_output(argument, json_text(results));
  } else if (verb == "schema") {
    const std::vector<ColumnDoc> columns{{"latency_ns", "ns", "one way", ColumnType::number},
                                         {"locked", "", "flag", ColumnType::flag},
                                         {"status", "", "ok, or why not", ColumnType::text}};
    write_output(argument, json_schema(columns));
  } else {
    throw ScenarioError("unknown verb '" + verb + "'");
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return work(argc > 1 ? argv[1] : "", argc > 2 ? argv[2] : "-");
  } catch (const chappe::Error& error) {
    std::cerr << error.what() << '\n';
    return static_cast<int>(error.code());
  }
}
