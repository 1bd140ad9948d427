// Hot loops allocate nothing: operator new is counted while a kernel runs.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <new>
#include <vector>

#include "dsp/dfe_lanes.hpp"
#include "dsp/ffe_dfe.hpp"
#include "dsp/fir.hpp"
#include "dsp/gaussian.hpp"
#include "dsp/lms.hpp"
#include "dsp/overlap_save.hpp"
#include "dsp/pam_chain.hpp"

namespace {
thread_local std::size_t allocations = 0;
}  // namespace

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace chappe {

TEST_CASE("kernels allocate nothing", "[property][allocation]") {
  const auto allocated_by = [](const auto& run) {
    const std::size_t before = allocations;
    run();
    return allocations - before;
  };
  std::vector<double> x(4096, 0.5), y(4096);
  std::vector<std::uint8_t> decided(4096);
  GaussianSource<double> noise({{1, 1}, 0});
  CHECK(allocated_by([&] { noise.fill(x); }) == 0);
  FirFilter<double> fir(std::vector<double>(16, 0.1));
  CHECK(allocated_by([&] { fir.process(x, y); }) == 0);
  const OverlapSave filter(std::vector<double>(500, 0.1));
  OverlapSave::State state = filter.start();
  CHECK(allocated_by([&] { filter.process(state, x, y); }) == 0);
  DecisionFeedback dfe({0.5}, {-1.0, 1.0}, Slicer({0.0}));
  CHECK(allocated_by([&] { dfe.run(y, decided); }) == 0);
  const Pam4Chain chain(Pam4ChainSpec{});
  CHECK(allocated_by([&] { (void)chain.run_block({{1, 2}, 0}, {{1, 3}, 0}); }) == 0);
  std::vector<float> samples(4096, 0.5F);
  std::vector<std::int32_t> indices(4096);
  LmsLanes lms({.ffe_taps = 5, .dfe_taps = 2, .levels = {-1.0, 1.0}});
  CHECK(allocated_by([&] { lms.run(samples, {}, indices); }) == 0);
  DfeLanes dfe_lanes({0.5F}, {-1.0F, 1.0F});
  CHECK(allocated_by([&] { dfe_lanes.run(samples, indices); }) == 0);
  CHECK(allocated_by([] { (void)std::vector<int>(3); }) == 1);  // it is counted at all
}

}  // namespace chappe
