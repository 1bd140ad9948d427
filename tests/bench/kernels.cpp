#include "kernels.hpp"

#include <Eigen/Dense>
#include <cmath>
#include <cstdint>
#include <memory>
#include <random>

#include "base/rng.hpp"
#include "dsp/fir.hpp"
#include "dsp/gaussian.hpp"
#include "dsp/mmse.hpp"
#include "dsp/overlap_save.hpp"
#include "dsp/pam_chain.hpp"
#include "fec/codeword_counter.hpp"
#include "math/density.hpp"
#include "naive_chain.hpp"

namespace chappe::bench {
namespace {

constexpr std::size_t kBlock = 4096;

template <class T>
Contender noise(const char* name, Isa isa) {
  struct Data {
    LaneState state = seed_lanes({{1, 1}, 0});
    std::vector<T> out = std::vector<T>(kBlock);
  };
  auto d = std::make_shared<Data>();
  return {name, kBlock, [d, isa] {
            fill_gaussian_groups(d->state, std::span<T>(d->out), isa);
            keep(static_cast<double>(d->out.back()));
          }};
}

Contender standard_noise() {
  struct Data {
    std::mt19937_64 generator{1};
    std::normal_distribution<double> gauss{};
  };
  auto d = std::make_shared<Data>();
  return {"std::normal_distribution", kBlock, [d] {
            double sum = 0.0;
            for (std::size_t i = 0; i < kBlock; ++i) sum += d->gauss(d->generator);
            keep(sum);
          }};
}

Contender chain(const char* name, Isa isa) {
  auto c = std::make_shared<Pam4Chain>(example_chain(), isa);
  auto block = std::make_shared<std::uint64_t>(0);
  return {name, kChainBlock, [c, block] {
            const ChainCount count = c->run_block({{1, 1}, *block}, {{1, 2}, *block});
            ++*block;
            keep(static_cast<double>(count.bit_errors));
          }};
}

/// KP4 on the decisions of such a chain at its limit, a bit error ratio of 2.4e-4: wrong symbols of
/// each codeword.
Contender codewords() {
  struct Data {
    CodewordCounter counter{fec_code("rs544_514"), round_robin_mux(MuxKind::bit, 4, 8, 4), 4,
                            false};
    std::vector<std::uint8_t> sent = std::vector<std::uint8_t>(kChainBlock), decided = sent;
    Data() {
      Rng random({1, 7});
      for (std::size_t i = 0; i < sent.size(); ++i) {
        sent[i] = static_cast<std::uint8_t>(random.below(4));
        decided[i] = random.below(2083) == 0 ? sent[i] ^ 1U : sent[i];
      }
    }
  };
  auto d = std::make_shared<Data>();
  return {"count of wrong symbols", kChainBlock, [d] {
            d->counter.add(d->sent, d->decided);
            keep(static_cast<double>(d->counter.counts().failed_words));
          }};
}

Contender naive_chain() {
  auto c = std::make_shared<NaivePam4Chain>(example_chain(), 1);
  return {"naive loop, double", kChainBlock,
          [c] { keep(static_cast<double>(c->run(kChainBlock).bit_errors)); }};
}

template <class T>
struct FilterData {
  std::vector<T> in = std::vector<T>(kBlock), out = std::vector<T>(kBlock);
  FilterData() { GaussianSource<T>({{1, 3}, 0}).fill(in); }
};

template <class T>
Contender direct_fir(const char* name, std::size_t taps, Isa isa) {
  struct Data : FilterData<T> {
    FirFilter<T> filter;
    Data(std::size_t n, Isa i) : filter(std::vector<T>(n, T(0.01)), i) {}
  };
  auto d = std::make_shared<Data>(taps, isa);
  return {name, kBlock, [d] {
            d->filter.process(d->in, d->out);
            keep(static_cast<double>(d->out.back()));
          }};
}

/// One sample at a time, the taps in the inner loop.
Contender plain_fir(std::size_t taps) {
  auto d = std::make_shared<FilterData<float>>();
  return {"plain loop, float", kBlock, [d, taps, h = std::vector<float>(taps, 0.01F)] {
            for (std::size_t n = taps; n < kBlock; ++n) {
              float sum = 0.0F;
              for (std::size_t k = 0; k < taps; ++k) sum += h[k] * d->in[n - k];
              d->out[n] = sum;
            }
            keep(static_cast<double>(d->out.back()));
          }};
}

Contender overlap_save(std::size_t taps) {
  struct Data : FilterData<double> {
    OverlapSave filter;
    OverlapSave::State state;
    explicit Data(std::size_t n) : filter(std::vector<double>(n, 0.01)), state(filter.start()) {}
  };
  auto d = std::make_shared<Data>(taps);
  return {"overlap-save, double", kBlock, [d] {
            d->filter.process(d->state, d->in, d->out);
            keep(d->out.back());
          }};
}

// 200 taps that fall off like a lossy channel's, four levels, 4096 bins.
constexpr std::size_t kBins = 4096;

std::vector<double> isi_taps() {
  std::vector<double> taps(200);
  for (std::size_t k = 0; k < taps.size(); ++k) {
    const double n = static_cast<double>(k);
    taps[k] = 0.2 * std::exp(-n / 25.0) * std::cos(0.7 * n) + 1e-4;
  }
  return taps;
}

const double kLevels[] = {-1.0, -1.0 / 3.0, 1.0 / 3.0, 1.0};

Contender sparse_density() {
  return {"sums over shifts", 1.0,
          [taps = isi_taps()] { keep(isi_density(taps, kLevels, kBins).mass().front()); }};
}

/// One transform a tap, its kernel split linearly over two bins as isi_density does; planned once.
Contender fft_density() {
  struct Data {
    std::vector<double> taps = isi_taps(), kernel = std::vector<double>(kBins);
    RealFft fft{kBins};
    std::vector<cd> spectrum = std::vector<cd>(kBins / 2 + 1), product = spectrum;
    double width{0.0};
    Data() {
      for (const double tap : taps) width += 2.0 * std::abs(tap) / kBins;
    }
  };
  auto d = std::make_shared<Data>();
  return {"FFT per tap", 1.0, [d] {
            std::fill(d->product.begin(), d->product.end(), cd{1.0, 0.0});
            for (const double tap : d->taps) {
              std::fill(d->kernel.begin(), d->kernel.end(), 0.0);
              for (const double level : kLevels) {
                const double place = tap * level / d->width + kBins;
                const auto bin = static_cast<std::size_t>(place);
                const double fraction = place - static_cast<double>(bin);
                d->kernel[bin % kBins] += 0.25 * (1.0 - fraction);
                d->kernel[(bin + 1) % kBins] += 0.25 * fraction;
              }
              d->fft.forward(d->kernel, d->spectrum);
              auto* p = reinterpret_cast<double*>(d->product.data());
              const auto* s = reinterpret_cast<const double*>(d->spectrum.data());
              for (std::size_t k = 0; k < 2 * d->product.size(); k += 2) {
                const double re = p[k] * s[k] - p[k + 1] * s[k + 1];
                p[k + 1] = p[k] * s[k + 1] + p[k + 1] * s[k];
                p[k] = re;
              }
            }
            d->fft.inverse(d->product, d->kernel);
            keep(d->kernel.front());
          }};
}

struct MmseData {
  std::vector<double> pulse = std::vector<double>(500);
  std::vector<double> noise{1e-4, 2e-5};
  MmseData() {
    for (std::size_t n = 0; n < pulse.size(); ++n) {
      const double t = static_cast<double>(n) - 6.0;
      pulse[n] = t < 0 ? 0.3 * std::exp(t) : 0.3 * std::exp(-0.1 * t) * std::cos(0.2 * t) + 1e-4;
    }
  }
  MmseProblem problem() const {
    return {.pulse = pulse,
            .cursor = 6,
            .symbol_variance = 5.0 / 9.0,
            .noise = noise,
            .pre = 6,
            .post = 17,
            .dfe_taps = 1};
  }
};

Contender mmse() {
  auto d = std::make_shared<MmseData>();
  return {"design_mmse", 1.0, [d] { keep(design_mmse(d->problem())->mean_square_error); }};
}

/// Convolution matrix, normal equations and LDLT by Eigen.
Contender eigen_mmse() {
  auto d = std::make_shared<MmseData>();
  return {"Eigen, X'X and LDLT", 1.0, [d] {
            const auto n = static_cast<Eigen::Index>(d->pulse.size());
            Eigen::MatrixXd x = Eigen::MatrixXd::Zero(n + 23, 24);
            for (Eigen::Index j = 0; j < 24; ++j) {
              x.col(j).segment(j, n) = Eigen::Map<const Eigen::VectorXd>(d->pulse.data(), n);
            }
            Eigen::MatrixXd r = x.transpose() * x;
            r.diagonal().array() += d->noise[0] * 1.8;
            const Eigen::VectorXd post = x.row(13).transpose();
            r -= post * post.transpose();
            const Eigen::VectorXd w = r.ldlt().solve(x.row(12).transpose());
            keep(w(6));
          }};
}

}  // namespace

void keep(double value) {
  volatile double sink = value;
  static_cast<void>(sink);
}

std::vector<Comparison> noise_comparisons() {
  return {
      {"Gaussian noise", standard_noise(), noise<float>("float", Isa::automatic), 8.0, {}},
      {"Gaussian noise", standard_noise(), noise<double>("double", Isa::automatic), 8.0, {}},
      {"Gaussian noise", standard_noise(), noise<float>("float, portable", Isa::portable), {}, {}},
      {"Gaussian noise",
       standard_noise(),
       noise<double>("double, portable", Isa::portable),
       {},
       {}}};
}

std::vector<Comparison> chain_comparisons() {
  return {{"PAM4 chain, 16 + 16 taps", naive_chain(), chain("Pam4Chain", Isa::automatic), 20.0, {}},
          {"PAM4 chain, 16 + 16 taps",
           naive_chain(),
           chain("Pam4Chain, portable", Isa::portable),
           {},
           {}},
          {"KP4 beside the chain", chain("Pam4Chain", Isa::automatic), codewords(), 20.0, {}}};
}

std::vector<Comparison> filter_comparisons() {
  return {{"FIR, 16 taps",
           plain_fir(16),
           direct_fir<float>("FirFilter, float", 16, Isa::automatic),
           {},
           {}},
          {"FIR, 16 taps",
           plain_fir(16),
           direct_fir<float>("FirFilter, portable", 16, Isa::portable),
           {},
           {}},
          {"FIR, 64 taps",
           overlap_save(64),
           direct_fir<double>("FirFilter, double", 64, Isa::automatic),
           {},
           {}},
          {"FIR, 100 taps",
           overlap_save(100),
           direct_fir<double>("FirFilter, double", 100, Isa::automatic),
           {},
           {}}};
}

std::vector<Comparison> density_comparisons() {
  return {{"ISI density, 200 x 4096", fft_density(), sparse_density(), 4.0, {}}};
}

std::vector<Comparison> mmse_comparisons() {
  return {{"MMSE, 24 taps, 500 UI", eigen_mmse(), mmse(), {}, 20e3}};
}

}  // namespace chappe::bench
