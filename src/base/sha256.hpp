#pragma once
// SHA-256. Source: FIPS PUB 180-4 (2015), sections 4.1.2, 4.2.2, 5.1.1, 5.3.3 and 6.2.
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace chappe {

/// The digest of bytes that come in pieces.
class Sha256 {
 public:
  void update(std::span<const std::byte> bytes);
  void update(std::string_view text);
  /// 64 lower-case hexadecimal digits; ends the message, nothing may be added after it.
  std::string hex();

 private:
  void block(const std::byte* data);

  // Initial hash value: FIPS 180-4, section 5.3.3.
  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::byte, 64> pending_{};
  std::size_t pending_size_{0};
  std::uint64_t length_bytes_{0};
};

/// Digest of a text or buffer as 64 lower-case hexadecimal digits.
std::string sha256_hex(std::string_view text);

/// Digest of a file's content.
/// @throws DataError if it cannot be read
std::string sha256_of_file(const std::filesystem::path& path);

}  // namespace chappe
