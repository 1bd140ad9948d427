#include "io/child.hpp"

#include <signal.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <thread>
#include <vector>

#include "base/errors.hpp"
#include "io/result_codec.hpp"
#include "samples.hpp"

namespace chappe {
namespace {

using Catch::Matchers::Contains;

TEST_CASE("a child gives back its text, however long", "[unit][child]") {
  CHECK(run_in_child([] { return std::string(); }, {}).empty());
  const std::string text(3000000, 'c');
  CHECK(run_in_child([&] { return text; }, {}) == text);
}

TEST_CASE("whatever happens in a child is a data error here", "[unit][child]") {
  const auto message = [](const std::function<std::string()>& job, const ChildLimits& limits) {
    try {
      run_in_child(job, limits);
    } catch (const DataError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(message([]() -> std::string { throw DataError("line 3"); }, {}) == "line 3");
  CHECK(message([]() -> std::string { throw std::runtime_error("odd"); }, {}) == "odd");
  CHECK_THAT(message([] { return std::to_string(::raise(SIGSEGV)); }, {}), Contains("crashed"));
  CHECK_THAT(message([] { return std::to_string(::raise(SIGABRT)); }, {}), Contains("crashed"));
  ChildLimits short_time;
  short_time.cpu_s = 1;
  const auto spin = [] {
    volatile unsigned n = 0;
    while (true) n = n + 1;
    return std::string();
  };
  CHECK_THAT(message(spin, short_time), Contains("too long"));
  short_time.wall_s = 1;
  const auto sleep = [] {
    std::this_thread::sleep_for(std::chrono::seconds(100));
    return std::string();
  };
  CHECK_THAT(message(sleep, short_time), Contains("too long"));
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST_CASE("a child that asks for too much memory is stopped", "[unit][child]") {
  ChildLimits small;
  small.memory_bytes = 16 << 20;
  const auto greedy = [] { return std::string(std::size_t{1} << 30, 'g'); };
  CHECK_THROWS_WITH(run_in_child(greedy, small), "needs more memory than is allowed");
}
#endif

TEST_CASE("encoded results decode, and their stumps are errors", "[property][codec]") {
  const ResultSet results = samples::results();
  const std::string bytes = encode_results(results);
  CHECK(encode_results(decode_results(bytes)) == bytes);
  CHECK_THROWS_AS(decode_results(bytes + "x"), DataError);
  for (std::size_t length = 0; length < bytes.size(); length += length < 1000 ? 1 : 997) {
    CHECK_THROWS_AS(decode_results(std::string_view(bytes).substr(0, length)), DataError);
  }
}

}  // namespace
}  // namespace chappe
