#include "dsp/gaussian.hpp"

#include <algorithm>

#include "base/errors.hpp"
#include "dsp/gaussian_kernel.hpp"

namespace chappe {
namespace {

template <class T>
void fill_groups(LaneState& state, std::span<T> out, Isa isa) {
  ensure(out.size() % kGaussianGroup == 0, "Gaussian samples come in whole groups");
  const std::size_t groups = out.size() / kGaussianGroup;
  if (isa == Isa::portable) {
    gaussian::fill_portable(state, out.data(), groups);
  } else {
    gaussian::fill_vector(state, out.data(), groups);
  }
}

}  // namespace

void fill_gaussian_groups(LaneState& state, std::span<float> out, Isa isa) {
  fill_groups(state, out, isa);
}

void fill_gaussian_groups(LaneState& state, std::span<double> out, Isa isa) {
  fill_groups(state, out, isa);
}

template <class T>
GaussianSource<T>::GaussianSource(const BlockKey& key, Isa isa)
    : state_(seed_lanes(key)), isa_(isa) {}

template <class T>
void GaussianSource<T>::fill(std::span<T> out) {
  const auto take = [&](std::size_t count) {
    std::copy_n(pending_ + (kGaussianGroup - pending_count_), count, out.begin());
    pending_count_ -= count;
    out = out.subspan(count);
  };
  take(std::min(pending_count_, out.size()));
  const std::size_t whole = out.size() / kGaussianGroup * kGaussianGroup;
  fill_groups(state_, out.first(whole), isa_);
  out = out.subspan(whole);
  if (out.empty()) return;
  fill_groups(state_, std::span<T>(pending_), isa_);
  pending_count_ = kGaussianGroup;
  take(out.size());
}

template class GaussianSource<float>;
template class GaussianSource<double>;

}  // namespace chappe
