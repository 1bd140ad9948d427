#include "io/waveform_file.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "base/errors.hpp"

namespace chappe {
namespace {

using Catch::Matchers::Contains;

/// A file of its own for each test, removed behind it.
class Scratch {
 public:
  Scratch()
      : path_(std::filesystem::temp_directory_path() /
              ("chappe_waveform_" + std::to_string(::getpid()))) {}
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { std::filesystem::remove(path_); }
  std::string name() const { return path_.string(); }
  std::string write(const std::string& text) const {
    std::ofstream(path_, std::ios::binary) << text;
    return name();
  }

 private:
  std::filesystem::path path_;
};

WaveformFile read_text(const std::string& text) {
  const Scratch scratch;
  return read_waveform(scratch.write(text));
}

std::string data_file(const std::string& name) {
  return std::string(CHAPPE_SOURCE_DIR) + "/tests/io/data/" + name;
}

std::string bytes_of(const std::string& name) {
  std::ifstream in(data_file(name), std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST_CASE("text holds values, or time and value", "[unit][waveform_file]") {
  const WaveformFile values = read_text("1\n# a comment\n\n2.5e0\n+3\n");
  CHECK(values.power_mw == std::vector<double>{1.0, 2.5, 3.0});
  CHECK_FALSE(values.sample_rate_hz);
  CHECK(values.assumed == std::vector<std::string>{"powers are in mW"});
  const WaveformFile times =
      read_text("\xef\xbb\xbftime_ps,power_uw\r\n0,100\r\n0.5,200\r\n1,300\r\n");
  CHECK(times.power_mw == std::vector<double>{0.1, 0.2, 0.3});
  CHECK(times.sample_rate_hz.value() == Approx(2e12).epsilon(1e-12));
  CHECK(times.assumed.empty());
  CHECK(read_text("t (s)\tP (W)\n0\t1\n1e-12\t2\n").power_mw == std::vector<double>{1e3, 2e3});
  CHECK(read_text("0 1\n1e-12  2\n").assumed.size() == 2);
}

TEST_CASE("text that is no waveform is refused with its line", "[unit][waveform_file]") {
  const std::pair<const char*, const char*> rows[] = {
      {"", "is empty"},
      {"hello\n", "holds no numbers"},
      {"1\ntwo\n", "line 2: 'two' is no number"},
      {"1\nnan\n", "line 2: 'nan' is not finite"},
      {"1\n1e999\n", "line 2: '1e999' is no number"},
      {"1,2\n3\n", "line 2: 2 columns are expected"},
      {"1,2,3\n", "line 1: more than two columns"},
      {"a\nb\n1\n", "line 2: 'b' is no number"}};
  for (const auto& [text, says] : rows) {
    CAPTURE(text);
    CHECK_THROWS_WITH(read_text(text), Contains(says));
  }
  CHECK_THROWS_WITH(read_waveform("none.csv"), Contains("none.csv") && Contains("no such file"));
}

TEST_CASE("times that give no rate are told", "[unit][waveform_file]") {
  const WaveformFile gap = read_text("0,1\n1,1\n5,1\n6,1\n7,1\n");
  CHECK_FALSE(gap.sample_rate_hz);
  CHECK_THAT(gap.time_trouble, Contains("not equidistant: sample 3 is 0.857 steps"));
  CHECK(gap.power_mw.size() == 5);
  CHECK(read_text("1,1\n0,1\n").time_trouble == "the times do not rise");
  CHECK_THAT(read_text("0,1\n0,1\n0,1\n0,1\n4,1\n").time_trouble, Contains("too few digits"));
  CHECK(read_text("0,1\n1.1,1\n2,1\n").assumed.size() == 3);
}

TEST_CASE("HDF5 waveforms are read with their attributes", "[unit][waveform_file]") {
  const WaveformFile plain = read_waveform(data_file("plain_mw.h5"));
  CHECK(plain.power_mw == std::vector<double>{0.5, 1.0, 1.5});
  CHECK(plain.samples_per_symbol == 32.0);
  CHECK(plain.symbol_rate_gbd == 53.125);
  CHECK(plain.filtered == true);
  CHECK_FALSE(plain.sample_rate_hz);
  // Packed, in W, its rate at the root, a flag as h5py writes it.
  const WaveformFile packed = read_waveform(data_file("packed_w.h5"));
  CHECK(packed.power_mw == std::vector<double>{500.0, 1000.0, 1500.0});
  CHECK(packed.sample_rate_hz.value() == Approx(5.12e11).epsilon(1e-6));
  CHECK(packed.filtered == false);
  CHECK_FALSE(packed.samples_per_symbol);
}

TEST_CASE("HDF5 that is no plain waveform is refused", "[unit][waveform_file]") {
  const std::pair<const char*, const char*> rows[] = {
      {"other_name.h5", "neither dataset 'power_mw'"},
      {"external_link.h5", "soft or external link"},
      {"not_a_number.h5", "sample 2 is not a finite number"}};
  for (const auto& [name, says] : rows) {
    CHECK_THROWS_WITH(read_waveform(data_file(name)), Contains(name) && Contains(says));
  }
  const std::string bytes = bytes_of("plain_mw.h5");
  const Scratch half;
  CHECK_THROWS_AS(read_waveform(half.write(bytes.substr(0, bytes.size() / 2))), DataError);
  CHECK_THROWS_AS(read_waveform(half.write(bytes.substr(0, 8))), DataError);
}

TEST_CASE("damaged HDF5 waveforms end in a data error, never worse", "[property][waveform_file]") {
  const std::string bytes = bytes_of("packed_w.h5");
  REQUIRE(bytes.size() > 1000);
  const Scratch scratch;
  int read = 0, refused = 0;
  for (std::size_t at = 8; at < bytes.size(); at += 61) {
    std::string broken = bytes;
    broken[at] = static_cast<char>(~broken[at]);
    try {
      read += read_waveform(scratch.write(broken)).power_mw.empty() ? 0 : 1;
    } catch (const DataError&) {
      ++refused;
    }
  }
  CHECK(read > 0);
  CHECK(refused > 0);
}

TEST_CASE("symbols are numbers 0 to 3", "[unit][waveform_file]") {
  const Scratch scratch;
  CHECK(read_symbols(scratch.write("# PAM4\n0\n1, 2\t3\r\n")) ==
        std::vector<std::uint8_t>{0, 1, 2, 3});
  for (const char* text : {"0\n4\n", "0\n-1\n", "0\n12\n", "0\n1.0\n"}) {
    CHECK_THROWS_WITH(read_symbols(scratch.write(text)), Contains("line 2: a symbol is 0, 1, 2"));
  }
  CHECK_THROWS_WITH(read_symbols(scratch.write("# none\n")), Contains("holds no symbols"));
}

}  // namespace
}  // namespace chappe
