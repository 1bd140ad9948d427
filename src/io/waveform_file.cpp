#include "io/waveform_file.hpp"

#include <array>
#include <cmath>
#include <fstream>
#include <iostream>
#include <string_view>

#include "base/errors.hpp"
#include "base/input_file.hpp"
#include "io/child.hpp"
#include "io/waveform_parts.hpp"

namespace chappe {
namespace {

constexpr std::size_t kMostBytes = std::size_t{2} << 30;
constexpr std::string_view kHdf5{"\x89HDF\r\n\x1a\n", 8};

std::string take_stream(std::istream& in) {
  constexpr std::size_t kPiece = 1 << 20;
  std::string bytes;
  while (in) {
    const std::size_t had = bytes.size();
    bytes.resize(had + kPiece);
    in.read(bytes.data() + had, kPiece);
    bytes.resize(had + static_cast<std::size_t>(in.gcount()));
    if (bytes.size() > kMostBytes) throw DataError("larger than 2 GiB");
  }
  if (!in.eof()) throw DataError("cannot be read to its end");
  return bytes;
}

std::string take_bytes(const std::string& source) {
  const std::string trouble = input_trouble(source);
  if (!trouble.empty()) throw DataError(trouble);
  if (source == "-") return take_stream(std::cin);
  std::ifstream in(source, std::ios::binary);
  if (!in) throw DataError("cannot be opened");
  return take_stream(in);
}

template <class Work>
auto naming(const std::string& source, const Work& work) {
  try {
    return work();
  } catch (const DataError& error) {
    throw DataError((source == "-" ? "standard input" : source) + ": " + error.what());
  }
}

WaveformFile read_image(const std::string& bytes) {
  ChildLimits limits;
  limits.memory_bytes += 24 * std::uint64_t{bytes.size()};
  const auto image = std::as_bytes(std::span<const char>(bytes));
  return decode_waveform(run_in_child([&] { return load_waveform_image(image); }, limits));
}

void check_values(const WaveformFile& file) {
  if (file.power_mw.empty()) throw DataError("holds no samples");
  for (std::size_t k = 0; k < file.power_mw.size(); ++k) {
    if (std::isfinite(file.power_mw[k])) continue;
    throw DataError("sample " + std::to_string(k + 1) + " is not a finite number");
  }
}

std::vector<std::uint8_t> parse_symbols(std::string_view text) {
  std::vector<std::uint8_t> symbols;
  std::size_t line = 1;
  bool comment = false, apart = true;
  for (const char c : text) {
    if (c == '\n') {
      ++line;
      comment = false;
    }
    comment = comment || c == '#';
    if (comment || c == '\n' || c == ' ' || c == ',' || c == '\t' || c == '\r') {
      apart = true;
      continue;
    }
    if (c < '0' || c > '3' || !apart) {
      throw DataError("line " + std::to_string(line) +
                      ": a symbol is 0, 1, 2 or 3, separated by white space or commas");
    }
    symbols.push_back(static_cast<std::uint8_t>(c - '0'));
    apart = false;
  }
  if (symbols.empty()) throw DataError("holds no symbols");
  return symbols;
}

}  // namespace

WaveformFile read_waveform(const std::string& source) {
  return naming(source, [&] {
    const std::string bytes = take_bytes(source);
    if (bytes.empty()) throw DataError("is empty");
    WaveformFile file = bytes.starts_with(kHdf5) ? read_image(bytes) : parse_waveform_text(bytes);
    check_values(file);
    return file;
  });
}

std::vector<std::uint8_t> read_symbols(const std::string& source) {
  return naming(source, [&] { return parse_symbols(take_bytes(source)); });
}

}  // namespace chappe
