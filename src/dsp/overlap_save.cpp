#include "dsp/overlap_save.hpp"

#include <algorithm>

#include "base/errors.hpp"

namespace chappe {
namespace {

std::size_t choose_fft_size(std::size_t taps, std::size_t wanted) {
  ensure(taps > 0, "an impulse response has at least one value");
  if (wanted == 0) return good_fft_size(std::max<std::size_t>(1024, 4 * taps));
  ensure(wanted > 2 * taps && wanted % 2 == 0, "overlap-save: FFT size even, > 2 impulse lengths");
  return wanted;
}

/// x[k] *= h[k], on the numbers themselves (an array of complex is an array of pairs):
/// std::complex's product also tests for NaN, and g++ 12 moves each value through the stack.
void multiply(std::span<const std::complex<double>> h, std::span<std::complex<double>> x) {
  const auto* b = reinterpret_cast<const double*>(h.data());
  auto* a = reinterpret_cast<double*>(x.data());
  for (std::size_t k = 0; k < 2 * x.size(); k += 2) {
    const double re = a[k] * b[k] - a[k + 1] * b[k + 1];
    const double im = a[k] * b[k + 1] + a[k + 1] * b[k];
    a[k] = re;
    a[k + 1] = im;
  }
}

}  // namespace

OverlapSave::OverlapSave(std::span<const double> impulse, std::size_t fft_size)
    : taps_(impulse.size()), fft_(choose_fft_size(impulse.size(), fft_size)) {
  std::vector<double> padded(fft_.size(), 0.0);
  std::copy(impulse.begin(), impulse.end(), padded.begin());
  transfer_.resize(fft_.spectrum_size());
  fft_.forward(padded, transfer_);
}

OverlapSave OverlapSave::from_spectrum(std::span<const std::complex<double>> half_spectrum,
                                       std::size_t n, std::size_t ahead) {
  const RealFft fft(n);
  ensure(half_spectrum.size() == fft.spectrum_size(), "half a spectrum has n/2 + 1 values");
  ensure(ahead < n, "fewer values are ahead of time 0 than there are");
  std::vector<double> impulse(n);
  fft.inverse(half_spectrum, impulse);
  std::rotate(impulse.begin(), impulse.end() - static_cast<std::ptrdiff_t>(ahead), impulse.end());
  return OverlapSave(impulse);
}

OverlapSave::State OverlapSave::start() const {
  State state;
  state.block.assign(fft_.size(), 0.0);
  state.result.assign(fft_.size(), 0.0);
  state.spectrum.assign(fft_.spectrum_size(), {});
  return state;
}

void OverlapSave::process(State& state, std::span<const double> in, std::span<double> out) const {
  ensure(in.size() == out.size(), "overlap-save: as many samples out as in");
  ensure(state.block.size() == fft_.size(), "overlap-save: a state of this filter");
  const std::size_t past = taps_ - 1;
  const std::size_t room = fft_.size() - past;
  const auto fresh = state.block.begin() + static_cast<std::ptrdiff_t>(past);
  for (std::size_t done = 0; done < in.size();) {
    const std::size_t count = std::min(room, in.size() - done);
    std::copy_n(in.begin() + static_cast<std::ptrdiff_t>(done), count, fresh);
    std::fill(fresh + static_cast<std::ptrdiff_t>(count), state.block.end(), 0.0);
    fft_.forward(state.block, state.spectrum);
    multiply(transfer_, state.spectrum);
    fft_.inverse(state.spectrum, state.result);
    std::copy_n(state.result.begin() + static_cast<std::ptrdiff_t>(past), count,
                out.begin() + static_cast<std::ptrdiff_t>(done));
    // The newest `past` samples become the next block's past.
    std::copy_n(state.block.begin() + static_cast<std::ptrdiff_t>(count), past,
                state.block.begin());
    done += count;
  }
}

}  // namespace chappe
