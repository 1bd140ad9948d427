// bench_kernels: the speed of our kernels, each as a ratio taken in one run.
//   bench_kernels           prints the table
//   bench_kernels --check   as well; exit 1 if a wanted figure is missed, else 2 if one has no
//   verdict bench_kernels --smoke   runs everything once, in short, and proves nothing
#include <cstdio>
#include <cstring>

#include "dsp/isa.hpp"
#include "kernels.hpp"

namespace {

using chappe::bench::Comparison;
using chappe::bench::Effort;
using chappe::bench::Verdict;

int run(const Effort& effort) {
  bool missed = false;
  bool undecided = false;
  std::printf("instruction set: %s; thread CPU time, %d rounds of A B A; spread: 10th to 90th %%\n",
              chappe::isa_name(chappe::Isa::automatic).c_str(), effort.rounds);
  std::printf("%s\n", chappe::bench::table_header().c_str());
  for (const auto& list :
       {chappe::bench::noise_comparisons(), chappe::bench::chain_comparisons(),
        chappe::bench::filter_comparisons(), chappe::bench::density_comparisons(),
        chappe::bench::mmse_comparisons(), chappe::bench::network_comparisons(),
        chappe::bench::adaptive_comparisons(), chappe::bench::inner_comparisons(),
        chappe::bench::tdecq_comparisons()}) {
    for (const Comparison& comparison : list) {
      const auto outcome = chappe::bench::compare(comparison, effort);
      std::printf("%s\n", chappe::bench::table_row(comparison, outcome).c_str());
      std::fflush(stdout);
      missed = missed || outcome.verdict == Verdict::missed;
      undecided = undecided || outcome.verdict == Verdict::no_verdict;
    }
  }
  return missed ? 1 : undecided ? 2 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  const char* option = argc == 2 ? argv[1] : "";
  const bool check = std::strcmp(option, "--check") == 0;
  const bool smoke = std::strcmp(option, "--smoke") == 0;
  if (argc > 2 || (argc == 2 && !check && !smoke)) {
    std::fprintf(stderr, "usage: bench_kernels [--check | --smoke]\n");
    return 64;
  }
  const int code = run(smoke ? Effort{.rounds = 1, .run_ms = 0.1, .attempts = 1} : Effort{});
  return check ? code : 0;
}
