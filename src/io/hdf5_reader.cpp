#include "io/hdf5_reader.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <iostream>
#include <vector>

#include "base/errors.hpp"
#include "base/input_file.hpp"
#include "io/child.hpp"
#include "io/hdf5_load.hpp"
#include "io/result_codec.hpp"

namespace chappe {
namespace {

/// A file that takes longer is damaged such that the library runs in circles: files of small
/// columns are read at some 100 MB/s.
constexpr std::size_t kSlowestBytesPerSecond = 10'000'000;

/// First bytes of every HDF5 file (HDF5 File Format Specification 3.0, section II.A).
constexpr std::array<unsigned char, 8> kSignature{0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};

void check_signature(std::span<const std::byte> bytes) {
  const bool is_hdf5 = bytes.size() >= kSignature.size() &&
                       std::equal(kSignature.begin(), kSignature.end(), bytes.begin(),
                                  [](unsigned char a, std::byte b) { return std::byte{a} == b; });
  if (bytes.empty()) throw DataError("not an HDF5 file: it is empty");
  if (!is_hdf5) throw DataError("not an HDF5 file");
}

/// The file's length as its superblock states it (HDF5 File Format Specification 3.0, section
/// II.A; 8-byte addresses); 0 if it does not.
std::uint64_t stated_size(std::span<const std::byte> bytes) {
  if (bytes.size() <= kSignature.size()) return 0;
  const auto version = std::to_integer<unsigned>(bytes[kSignature.size()]);
  const std::size_t at = version == 0 ? 40 : version == 1 ? 44 : 28;
  if (version > 3 || bytes.size() < at + 8) return 0;
  std::uint64_t size = 0;
  for (std::size_t k = 8; k-- > 0;)
    size = size << 8 | std::to_integer<std::uint64_t>(bytes[at + k]);
  return size;
}

/// What a broken copy or a full disk leaves.
void check_whole(std::span<const std::byte> bytes) {
  const std::uint64_t size = stated_size(bytes);
  if (size <= bytes.size()) return;
  throw DataError("truncated or damaged: " + std::to_string(bytes.size()) + " bytes of " +
                  std::to_string(size));
}

void check_size(std::size_t size, const ReadLimits& limits) {
  if (size > limits.file_bytes) {
    throw DataError("larger than " + std::to_string(limits.file_bytes) + " bytes");
  }
}

/// Everything that comes, once the first bytes are right and as long as the limit is not passed.
std::vector<std::byte> take_all(std::istream& in, const ReadLimits& limits) {
  constexpr std::size_t kPiece = 1 << 20;
  std::vector<std::byte> bytes;
  while (in) {
    const std::size_t had = bytes.size();
    bytes.resize(had + kPiece);
    in.read(reinterpret_cast<char*>(bytes.data() + had), kPiece);
    bytes.resize(had + static_cast<std::size_t>(in.gcount()));
    if (had == 0) check_signature(bytes);
    check_size(bytes.size(), limits);
  }
  if (!in.eof()) throw DataError("cannot be read to its end");
  return bytes;
}

std::vector<std::byte> take_file(const std::string& source, const ReadLimits& limits) {
  const std::string trouble = input_trouble(source);
  if (!trouble.empty()) throw DataError(trouble);
  if (source == "-") return take_all(std::cin, limits);
  std::ifstream in(source, std::ios::binary);
  if (!in) throw DataError("cannot be opened");
  return take_all(in, limits);
}

ResultSet read_checked(std::span<const std::byte> bytes, const ReadLimits& limits) {
  check_signature(bytes);
  check_size(bytes.size(), limits);
  check_whole(bytes);
  ChildLimits child;
  child.memory_bytes = limits.extra_memory_bytes + 8 * std::uint64_t{bytes.size()};
  child.cpu_s = limits.cpu_s + static_cast<unsigned>(bytes.size() / kSlowestBytesPerSecond);
  child.wall_s = 60 + 4 * child.cpu_s;
  return decode_results(run_in_child([&] { return encode_results(load_image(bytes)); }, child));
}

/// Every message begins with the source.
template <class Work>
auto naming(const std::string& source, const Work& work) {
  try {
    return work();
  } catch (const DataError& error) {
    throw DataError((source == "-" ? "standard input" : "'" + source + "'") + ": " + error.what());
  }
}

}  // namespace

ResultSet read_hdf5(const std::string& source, const ReadLimits& limits) {
  return naming(source, [&] { return read_checked(take_file(source, limits), limits); });
}

ResultSet read_hdf5_bytes(std::span<const std::byte> bytes, const std::string& name,
                          const ReadLimits& limits) {
  return naming(name, [&] { return read_checked(bytes, limits); });
}

}  // namespace chappe
