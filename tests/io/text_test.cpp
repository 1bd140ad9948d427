#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/errors.hpp"
#include "io/csv_writer.hpp"
#include "io/explain.hpp"
#include "io/json_text.hpp"
#include "io/json_writer.hpp"
#include "io/ledger_text.hpp"
#include "io/number_text.hpp"
#include "samples.hpp"

namespace chappe {
namespace {

using Catch::Matchers::Contains;

TEST_CASE("numbers are the shortest text that reads back", "[unit][text]") {
  CHECK(shortest_text(0.1) == "0.1");
  CHECK(shortest_text(2.0) == "2");
  CHECK(shortest_text(6.2e-11) == "6.2e-11");
  CHECK(std::stod(shortest_text(1.0 / 3.0)) == 1.0 / 3.0);
  CHECK(rounded_text(3.14159265, 6) == "3.14159");
}

TEST_CASE("a CSV has a line a case; further axes get a file of their own", "[unit][csv]") {
  const auto files = csv_files(samples::link_table());
  REQUIRE(files.size() == 2);
  CHECK(files[0].name == "dac.csv");
  CHECK(files[0].text ==
        "element.cable.length_m,element.cable.part,status,ber_pre_fec,lanes,locked,reach_m,"
        "latency_ns\n"
        "0.5,cable/awg26,ok,1e-18,8,1,2.25,11\n"
        "0.5,cable/awg30,ok,1e-15,8,1,1.125,11\n"
        "1,cable/awg26,ok,0.1,8,1,2.25,13.5\n"
        "1,cable/awg30,ok,2.5e-09,8,1,1.125,13.5\n"
        "2,cable/awg26,,1e-05,8,1,2.25,18.5\n"
        "2,cable/awg30,\"no_reach, \"\"far\"\"\",,8,0,1.125,18.5\n");
  CHECK(files[1].name == "dac.by_cross_check_ber.csv");
  CHECK_THAT(files[1].text, Contains("2,cable/awg26,1e-04,9\n"));
}

TEST_CASE("CSV files are all written or none, and never over an input", "[unit][csv]") {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / ("chappe-csv-" + std::to_string(::getpid()));
  const ResultSet results = samples::results();
  fs::create_directories(folder);
  const std::size_t count = write_csv(folder, results).size();
  CHECK(count > 2);
  fs::remove_all(folder);
  fs::create_directories(folder / "dac.by_cross_check_ber.csv");
  CHECK_THROWS_AS(write_csv(folder, results), OutputError);
  fs::remove(folder / "dac.by_cross_check_ber.csv");
  std::ofstream(folder / "in") << "input";
  fs::create_hard_link(folder / "in", folder / "dac.by_cross_check_ber.csv");
  CHECK_THROWS_AS(write_csv(folder, results, folder / "in"), OutputError);
  CHECK(std::distance(fs::directory_iterator(folder), {}) == 2);
  CHECK(fs::file_size(folder / "in") == 5);
  fs::remove_all(folder);
}

TEST_CASE("a ledger's CSV is long: one line a case and row", "[unit][csv]") {
  const std::string text = csv_text(samples::ledger_table());
  CHECK(std::count(text.begin(), text.end(), '\n') == 1 + 3 * 2 * 5);
  CHECK_THAT(text, Contains("1,cable/awg30,1,main,cable,latency,ns,\"5 ns/m, µ\",0,5\n"));
}

TEST_CASE("odd tables have a CSV", "[unit][csv]") {
  const auto odd = samples::odd_tables();
  CHECK(csv_text(odd[0]) == "reach_m,note\n2.25,\n");
  CHECK(csv_text(odd[2]) == "x,y\n7,-0\n");
  CHECK(csv_text(odd[3]) == "x,y,t\n");
  const auto folder =
      std::filesystem::temp_directory_path() / ("chappe-csv-" + std::to_string(::getpid()));
  std::filesystem::create_directory(folder);
  CHECK(write_csv(folder, samples::results()).size() == 7);
  CHECK(std::filesystem::exists(folder / "dac.ledger.csv"));
  std::filesystem::remove_all(folder);
  CHECK_THROWS_AS(write_csv(folder, samples::results()), OutputError);
}

TEST_CASE("JSON escapes, and replaces what is not UTF-8", "[unit][json]") {
  JsonText json;
  json.value(std::string("a\"\\\n\x01 \xc3\xbc \xff\xc0\xaf\xed\xa0\x80 \xf0\x9f\x98\x80"));
  const std::string text = json.take();
  const auto parsed = nlohmann::json::parse(text).get<std::string>();
  const std::string bad = "\xef\xbf\xbd";
  CHECK(parsed ==
        "a\"\\\n\x01 \xc3\xbc " + bad + bad + bad + bad + bad + bad + " \xf0\x9f\x98\x80");
}

TEST_CASE("the JSON document holds every case and the ledger once", "[unit][json]") {
  const auto doc = nlohmann::json::parse(json_text(samples::results()));
  CHECK(doc["schema"] == "chappe.result/1");
  CHECK(doc["attributes"]["author"] == "Ünïcode €");
  const auto& dac = doc["links"][0];
  CHECK(dac["name"] == "dac");
  CHECK(dac["axes"][0]["values"] == nlohmann::json({0.5, 1.0, 2.0}));
  REQUIRE(dac["cases"].size() == 6);
  CHECK(dac["cases"][3]["ber_pre_fec"] == 2.5e-9);
  CHECK(dac["cases"][5]["ber_pre_fec"].is_null());
  CHECK(dac["cases"][5]["locked"] == false);
  CHECK(dac["cases"][5]["element.cable.part"] == "cable/awg30");
  CHECK(dac["cases"][3]["cross_check_z"] == nlohmann::json({6.0, 7.0}));
  REQUIRE(dac["ledger"].size() == 5);
  CHECK(dac["ledger"][1]["source"] == "5 ns/m, µ");
  CHECK(dac["ledger"][1]["verified"] == false);
  CHECK(dac["ledger"][1]["values"] == nlohmann::json({2.5, 2.5, 5.0, 5.0, 10.0, 10.0}));
  CHECK(doc["links"].size() == 5);
  CHECK(doc["links"][4]["cases"].empty());
}

TEST_CASE("the JSON Schema describes the columns that are given", "[unit][json]") {
  const std::vector<ColumnDoc> columns{{"latency_ns", "ns", "one-way latency", ColumnType::number},
                                       {"lanes", "1", "lanes", ColumnType::integer},
                                       {"status", "", "ok, or why not", ColumnType::text}};
  const auto schema = nlohmann::json::parse(json_schema(columns));
  CHECK(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema");
  const auto& properties = schema["$defs"]["case"]["properties"];
  CHECK(properties["latency_ns"]["description"] == "one-way latency [ns]");
  CHECK(properties["lanes"]["type"] == "integer");
  CHECK(schema["$defs"]["link"]["properties"]["ledger"]["items"]["$ref"] == "#/$defs/ledger_row");
  CHECK(nlohmann::json::parse(json_schema({}))["$defs"]["case"]["properties"].empty());
}

TEST_CASE("T68 explain prints every row, its total and what is not verified", "[unit][explain]") {
  const ResultSet results = samples::results();
  ExplainOptions options;
  options.at = {{"length_m", "1.1"}, {"element.cable.part", "cable/awg30"}};
  const std::string text = explain(results, options);
  CHECK_THAT(text,
             Contains("dac at element.cable.length_m = 1, element.cable.part = cable/awg30\n"));
  CHECK_THAT(text, Contains("main     cable           5  ns    NO        5 ns/m, µ\n"));
  CHECK_THAT(text, Contains("total                 13.5  ns              63 % verified\n"));
  CHECK_THAT(text, Contains("latency_ns   13.5  ns              equal to the total\n"));
  CHECK_THAT(text, Contains("(rms)        5  mV              100 % verified\n"));
  CHECK_THAT(explain(results), Contains("at element.cable.length_m = 0.5"));
}

TEST_CASE("explain says what it was asked wrongly", "[unit][explain]") {
  const ResultSet results = samples::results();
  CHECK_THROWS_WITH(explain(results, {"dax", {}}), Contains("did you mean 'dac'?"));
  CHECK_THROWS_WITH(explain(results, {"", {{"lenght_m", "1"}}}), Contains("is not swept over"));
  CHECK_THROWS_WITH(explain(results, {"", {{"length_m", "one"}}}), Contains("is not a number"));
  CHECK_THROWS_WITH(explain(results, {"", {{"element.cable.part", "cable/awg28"}}}),
                    Contains("has no value"));
  CHECK_THROWS_AS(explain(ResultSet{}), DataError);
}

TEST_CASE("T52 a ledger's total is the sum of its rows; noise adds in power",
          "[property][explain]") {
  std::vector<LedgerRow> rows;
  for (int i = 1; i <= 100; ++i) rows.push_back({"s", "e", "loss", 0.1 * i, "dB", "", i % 2 == 0});
  // 0.1 (1 + ... + 100) = 505; of it 0.1 (2 + 4 + ... + 100) = 255 verified. 100 roundings of
  // 1e-16.
  CHECK(total_of(rows).value == Approx(505.0).epsilon(1e-13));
  CHECK(total_of(rows).verified_share == Approx(255.0 / 505.0).epsilon(1e-13));
  for (LedgerRow& row : rows) row.quantity = "noise";
  CHECK(total_of(rows).value == Approx(0.1 * std::sqrt(338350.0)).epsilon(1e-13));
  rows[0].value = samples::kNan;
  CHECK(std::isnan(total_of(rows).value));
}

}  // namespace
}  // namespace chappe
