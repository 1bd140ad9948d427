#pragma once
// What the portable and the vector form of the direct FIR share: see fir_block in fir.hpp.
#include <cstddef>

namespace chappe::fir {

template <class T>
struct Job {
  const T* x{};
  std::size_t n{};
  const T* taps{};
  std::size_t tap_count{};
  const T* add{};
  T gain{};
  T* y{};
};

/// One output after the other, from index `i`: the tail of blocks, and what the sum is.
template <class T>
inline void run_scalar(const Job<T>& job, std::size_t i) {
  for (; i < job.n; ++i) {
    T sum = job.add != nullptr ? job.gain * job.add[i] : T{0};
    const T* newest = job.x + i;
    for (std::size_t k = 0; k < job.tap_count; ++k) sum = sum + job.taps[k] * *(newest - k);
    job.y[i] = sum;
  }
}

void run_portable(const Job<float>& job);
void run_portable(const Job<double>& job);
void run_vector(const Job<float>& job);
void run_vector(const Job<double>& job);

}  // namespace chappe::fir
