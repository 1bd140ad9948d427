#include "dsp/fir.hpp"

#include <algorithm>
#include <utility>

#include "base/errors.hpp"
#include "dsp/fir_kernel.hpp"

namespace chappe {
namespace fir {
namespace {

/// y[i] += four taps' terms, in order: a loop over outputs that compilers vectorise.
template <class T>
void add_four_taps(const T* taps, const T* newest, std::size_t n, T* y) {
  for (std::size_t i = 0; i < n; ++i) {
    const T* x = newest + i;
    y[i] = (((y[i] + taps[0] * x[0]) + taps[1] * x[-1]) + taps[2] * x[-2]) + taps[3] * x[-3];
  }
}

/// Pass after pass over a stretch of outputs that stays in the first-level cache.
template <class T>
void run_passes(const Job<T>& job) {
  constexpr std::size_t kStretch = 1024;
  for (std::size_t start = 0; start < job.n; start += kStretch) {
    const std::size_t n = std::min(kStretch, job.n - start);
    T* y = job.y + start;
    for (std::size_t i = 0; i < n; ++i) {
      y[i] = job.add != nullptr ? job.gain * job.add[start + i] : T{0};
    }
    std::size_t k = 0;
    for (; k + 4 <= job.tap_count; k += 4) {
      const T taps[4] = {job.taps[k], job.taps[k + 1], job.taps[k + 2], job.taps[k + 3]};
      add_four_taps(taps, job.x + start - k, n, y);
    }
    for (; k < job.tap_count; ++k) {
      const T tap = job.taps[k];
      const T* newest = job.x + start - k;
      for (std::size_t i = 0; i < n; ++i) y[i] = y[i] + tap * newest[i];
    }
  }
}

template <class T>
void run(const Job<T>& job, Isa isa) {
  if (isa == Isa::portable) {
    run_portable(job);
  } else {
    run_vector(job);
  }
}

}  // namespace

void run_portable(const Job<float>& job) { run_passes(job); }
void run_portable(const Job<double>& job) { run_passes(job); }

}  // namespace fir

void fir_block(const float* x, std::size_t n, std::span<const float> taps, const float* add,
               float gain, float* y, Isa isa) {
  fir::run(fir::Job<float>{x, n, taps.data(), taps.size(), add, gain, y}, isa);
}

void fir_block(const double* x, std::size_t n, std::span<const double> taps, const double* add,
               double gain, double* y, Isa isa) {
  fir::run(fir::Job<double>{x, n, taps.data(), taps.size(), add, gain, y}, isa);
}

template <class T>
FirFilter<T>::FirFilter(std::vector<T> taps, Isa isa) : taps_(std::move(taps)), isa_(isa) {
  ensure(!taps_.empty(), "an FIR filter has at least one tap");
  edge_.assign(2 * (taps_.size() - 1), T{0});
}

template <class T>
void FirFilter<T>::reset() {
  std::fill(edge_.begin(), edge_.end(), T{0});
}

template <class T>
void FirFilter<T>::process(std::span<const T> in, std::span<T> out) {
  ensure(in.size() == out.size(), "an FIR filter's blocks have one size");
  const std::size_t history = taps_.size() - 1;
  const std::size_t start = std::min(history, in.size());
  std::copy_n(in.begin(), start, edge_.begin() + static_cast<std::ptrdiff_t>(history));
  fir_block(edge_.data() + history, start, taps_, nullptr, T{0}, out.data(), isa_);
  fir_block(in.data() + start, in.size() - start, taps_, nullptr, T{0}, out.data() + start, isa_);
  // The last `history` samples of (old history, in): those that a short block leaves, then its own.
  if (start < history) {
    std::copy_n(edge_.begin() + static_cast<std::ptrdiff_t>(start), history, edge_.begin());
  } else {
    std::copy_n(in.end() - static_cast<std::ptrdiff_t>(history), history, edge_.begin());
  }
}

template class FirFilter<float>;
template class FirFilter<double>;

}  // namespace chappe
