#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <random>

#include "base/errors.hpp"
#include "io/child.hpp"
#include "io/hdf5_load.hpp"
#include "io/hdf5_reader.hpp"
#include "io/hdf5_writer.hpp"
#include "io/result_codec.hpp"
#include "samples.hpp"

namespace chappe {
namespace {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

/// Why the bytes are refused; "" if they are read, and then they must hold `wanted`.
std::string refusal(std::span<const std::byte> bytes, const std::string& wanted) {
  ReadLimits limits;
  limits.cpu_s = 1;  // a sound file takes 0.01 s; HDF5 1.10 runs in circles on some damaged ones
  try {
    const ResultSet back = read_hdf5_bytes(bytes, "x", limits);
    CHECK(encode_results(back) == wanted);
    return "";
  } catch (const DataError& error) {
    return error.what();
  }
}

/// Replaces the first occurrence of a text by one of equal length.
std::vector<std::byte> patched(std::vector<std::byte> bytes, const std::string& from,
                               const std::string& to) {
  REQUIRE(from.size() == to.size());
  const auto same = [](std::byte a, char b) { return a == static_cast<std::byte>(b); };
  auto at = std::search(bytes.begin(), bytes.end(), from.begin(), from.end(), same);
  REQUIRE(at != bytes.end());
  for (const char c : to) *at++ = static_cast<std::byte>(c);
  return bytes;
}

TEST_CASE("what is written to HDF5 is read back, bit by bit", "[unit][hdf5]") {
  const ResultSet results = samples::results();
  const auto image = hdf5_image(results);
  const ResultSet back = read_hdf5_bytes(image, "image");
  CHECK(encode_results(back) == encode_results(results));
  CHECK(back.attributes == results.attributes);
  REQUIRE(back.tables.size() == results.tables.size());
  CHECK(back.tables[0].columns[6].axes == results.tables[0].columns[6].axes);
  CHECK_FALSE(hdf5_image(ResultSet{}).empty());
  CHECK(read_hdf5_bytes(hdf5_image(ResultSet{}), "empty").tables.empty());
}

TEST_CASE("the loader alone gives the results, or says that the image is damaged", "[unit][hdf5]") {
  const ResultSet results = samples::results();
  const auto image = hdf5_image(results);
  const auto load = [&](std::size_t size) {  // in a child, for HDF5 leaks where it fails
    return run_in_child([&] { return encode_results(load_image(std::span(image).first(size))); },
                        ChildLimits{});
  };
  CHECK(load(image.size()) == encode_results(results));
  CHECK_THROWS_WITH(load(image.size() / 2), StartsWith("truncated or damaged: open"));
}

TEST_CASE("equal results give equal bytes", "[property][hdf5]") {
  const auto first = hdf5_image(samples::results());
  const std::vector<std::string> churn(1000, std::string(100, 'c'));  // other memory this time
  CHECK(hdf5_image(samples::results()) == first);
  CHECK(churn.size() == 1000);
}

TEST_CASE("a file and its sink", "[unit][hdf5]") {
  const auto folder =
      std::filesystem::temp_directory_path() / ("chappe-hdf5-" + std::to_string(::getpid()));
  std::filesystem::create_directory(folder);
  const std::string file = (folder / "a.h5").string();
  Hdf5Sink sink(file);
  CHECK_FALSE(std::filesystem::exists(file));
  sink.write(samples::results());
  CHECK(encode_results(read_hdf5(file)) == encode_results(samples::results()));
  CHECK_THROWS_WITH(read_hdf5((folder / "no.h5").string()), Contains("no such file"));
  CHECK_THROWS_WITH(read_hdf5(folder.string()), Contains("a folder, not a regular file"));
  CHECK_THROWS_AS(Hdf5Sink((folder / "no/a.h5").string()), OutputError);
  std::ofstream(file) << "link,length_m\n";
  CHECK_THROWS_WITH(read_hdf5(file), "'" + file + "': not an HDF5 file");
  CHECK_THROWS_WITH(read_hdf5("/dev/zero"), Contains("a character device, not a regular file"));
  std::ofstream(file, std::ios::trunc).flush();
  CHECK_THROWS_WITH(read_hdf5(file), Contains("not an HDF5 file: it is empty"));
  const auto image = hdf5_image(samples::results());
  std::ofstream(file).write(reinterpret_cast<const char*>(image.data()), 1000);
  CHECK_THROWS_WITH(read_hdf5(file), "'" + file + "': truncated or damaged: 1000 bytes of " +
                                         std::to_string(image.size()));
  std::filesystem::remove_all(folder);
}

TEST_CASE("a foreign or newer file says so", "[unit][hdf5]") {
  const auto image = hdf5_image(samples::results());
  CHECK_THROWS_WITH(read_hdf5_bytes(patched(image, "schema_version", "schema_versiom"), "a.h5"),
                    "'a.h5': not one of ours: no chappe schema_version");
  CHECK_THROWS_WITH(read_hdf5_bytes(patched(image, "chappe.result", "someones.file"), "a.h5"),
                    Contains("not one of ours"));
  CHECK_THROWS_WITH(read_hdf5_bytes({}, "a.h5"), "'a.h5': not an HDF5 file: it is empty");
  ReadLimits small;
  small.file_bytes = 1000;
  CHECK_THROWS_WITH(read_hdf5_bytes(image, "a.h5", small), Contains("larger than 1000 bytes"));
}

TEST_CASE("results that contradict themselves are not written", "[unit][hdf5]") {
  ResultSet results = samples::results();
  results.attributes.emplace_back("schema_version", "2");
  CHECK_THROWS_WITH(hdf5_image(results), Contains("is the file's own"));
  results = samples::results();
  results.tables[0].columns[4].data = std::vector<double>{1};
  CHECK_THROWS_WITH(hdf5_image(results), Contains("'reach_m'") && Contains("has 1 values"));
  results = samples::results();
  results.tables[1].name = "dac/reach_m";
  CHECK_THROWS_AS(hdf5_image(results), InternalError);
  results.tables[1].name = "dac//x";
  CHECK_THROWS_AS(hdf5_image(results), InternalError);
}

TEST_CASE("T63 a truncated file is an error at every length", "[fuzz][hdf5]") {
  const auto image = hdf5_image(samples::results());
  std::mt19937 random(1);  // the same lengths each time
  std::uniform_int_distribution<std::size_t> any(0, image.size() - 1);
  std::vector<std::size_t> lengths{0, 1, 7, 8, 9, 95, 96, 97, image.size() - 1};
  for (int i = 0; i < 200; ++i) lengths.push_back(any(random));
  for (const std::size_t length : lengths) {
    CAPTURE(length);
    CHECK_FALSE(refusal(std::span(image).first(length), "nothing").empty());
  }
}

TEST_CASE("a flipped bit is an error or does not matter; it is never another result",
          "[fuzz][hdf5]") {
  ResultSet results = samples::results();
  results.attributes[2].second = "short";  // so that most bits lie in the structure
  const auto image = hdf5_image(results);
  const std::string wanted = encode_results(results);
  std::mt19937 random(2);
  std::uniform_int_distribution<std::size_t> any(0, 8 * image.size() - 1);
  int refused = 0;
  for (int i = 0; i < 1000; ++i) {
    auto damaged = image;
    const std::size_t bit = any(random);
    damaged[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
    CAPTURE(bit);
    if (!refusal(damaged, wanted).empty()) ++refused;
  }
  CHECK(refused > 0);
}

TEST_CASE("overwritten stretches are errors or do not matter", "[fuzz][hdf5]") {
  const ResultSet results = samples::results();
  const auto image = hdf5_image(results);
  const std::string wanted = encode_results(results);
  std::mt19937 random(3);
  int refused = 0;
  for (int i = 0; i < 200; ++i) {
    auto damaged = image;
    const std::size_t at = random() % image.size();
    const std::size_t end = std::min(image.size(), at + 1 + random() % 64);
    const bool ones = random() % 2 == 0;
    for (std::size_t k = at; k < end; ++k) {
      damaged[k] = ones ? std::byte{0xff} : static_cast<std::byte>(random() & 0xff);
    }
    if (!refusal(damaged, wanted).empty()) ++refused;
  }
  CHECK(refused > 0);
}

}  // namespace
}  // namespace chappe
