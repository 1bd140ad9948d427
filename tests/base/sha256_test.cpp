#include "base/sha256.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "base/errors.hpp"

namespace chappe {
namespace {

// Source of the vectors: NIST, "Examples with intermediate values" and the SHA test vectors (CAVP)
// for FIPS 180-4: one block, two blocks, the empty message, a million times 'a'. Exact.
TEST_CASE("SHA-256 gives the published digests", "[validation][sha256]") {
  CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256_hex(std::string(1000000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("SHA-256 does not depend on how the message is cut", "[property][sha256]") {
  std::string message;
  for (int i = 0; i < 300; ++i) message += static_cast<char>(i * 37 % 251);
  for (std::size_t length : {0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 300}) {
    const std::string text = message.substr(0, length);
    for (std::size_t step : {1, 7, 64, 100}) {
      Sha256 pieces;
      for (std::size_t i = 0; i < length; i += step) {
        pieces.update(std::string_view(text).substr(i, step));
      }
      CHECK(pieces.hex() == sha256_hex(text));
    }
  }
}

TEST_CASE("SHA-256 of a file is that of its content", "[unit][sha256]") {
  const auto path =
      std::filesystem::temp_directory_path() / ("chappe-sha256-" + std::to_string(::getpid()));
  const std::string text(100000, 'x');
  std::ofstream(path, std::ios::binary) << text;
  CHECK(sha256_of_file(path) == sha256_hex(text));
  std::filesystem::remove(path);
  CHECK_THROWS_AS(sha256_of_file(path), DataError);
}

}  // namespace
}  // namespace chappe
