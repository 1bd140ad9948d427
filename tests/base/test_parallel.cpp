#include <catch2/catch.hpp>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "base/errors.hpp"
#include "base/parallel.hpp"

using namespace chappe;

TEST_CASE("every index is run exactly once on any number of threads", "[unit][parallel]") {
  const int threads = GENERATE(1, 2, 16);
  std::vector<int> runs(1000, 0);
  CHECK(parallel_for(runs.size(), threads, [&](std::size_t i) { ++runs[i]; }));
  CHECK(runs == std::vector<int>(1000, 1));
  CHECK(parallel_for(0, threads, [](std::size_t) { throw std::logic_error("none"); }));
}

TEST_CASE("the exception of the lowest index wins on any number of threads",
          "[property][parallel]") {
  const int threads = GENERATE(1, 2, 16);
  for (int repeat = 0; repeat < 50; ++repeat) {
    std::string thrown;
    try {
      parallel_for(100, threads, [](std::size_t i) {
        if (i % 10 == 7) throw std::runtime_error(std::to_string(i));
      });
    } catch (const std::runtime_error& error) {
      thrown = error.what();
    }
    REQUIRE(thrown == "7");
  }
}

TEST_CASE("loops nest", "[unit][parallel]") {
  std::vector<int> runs(400, 0);
  parallel_for(20, 2, [&](std::size_t i) {
    parallel_for(20, 2, [&, i](std::size_t j) { ++runs[20 * i + j]; });
  });
  CHECK(std::accumulate(runs.begin(), runs.end(), 0) == 400);
  CHECK(runs == std::vector<int>(400, 1));
}

TEST_CASE("the stop flag ends a loop between bodies and says so", "[unit][parallel]") {
  std::atomic<bool> stop{false};
  std::atomic<int> runs{0};
  const int threads = GENERATE(1, 2);
  const bool all = parallel_for(
      1000, threads,
      [&](std::size_t) {
        if (++runs >= 5) stop = true;
      },
      &stop);
  CHECK_FALSE(all);
  CHECK(runs < 1000);
  CHECK_THROWS_AS(parallel_for(1, 0, [](std::size_t) {}), InternalError);
}
