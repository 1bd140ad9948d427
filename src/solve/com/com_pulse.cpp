#include "solve/com/com_pulse.hpp"

#include <algorithm>

#include "base/errors.hpp"

namespace chappe {
namespace {

/// out[j] = sum_k w_k from[j - shift_k stride].
void add_copies(std::span<const ComTxTap> taps, const double* from, std::ptrdiff_t stride,
                std::span<double> out) {
  std::fill(out.begin(), out.end(), 0.0);
  for (const ComTxTap& tap : taps) {
    const double* source = from - tap.shift * stride;
    for (std::size_t j = 0; j < out.size(); ++j) out[j] += tap.weight * source[j];
  }
}

}  // namespace

std::vector<ComTxTap> com_tx_taps(std::span<const double> taps, int cursor) {
  std::vector<ComTxTap> out;
  for (std::size_t k = 0; k < taps.size(); ++k) {
    if (taps[k] != 0.0) out.push_back({taps[k], static_cast<int>(k) - cursor});
  }
  return out;
}

ComPulse::ComPulse(std::span<const double> pulse, int samples_per_symbol, int shift_max)
    : m_(samples_per_symbol), margin_(shift_max), size_(static_cast<std::ptrdiff_t>(pulse.size())) {
  ensure(size_ > 0 && m_ > 0 && shift_max >= 0, "a pulse has samples");
  const std::ptrdiff_t ahead = margin_ * m_;
  in_order_.resize(static_cast<std::size_t>(size_ + 2 * ahead));
  for (std::ptrdiff_t i = -ahead; i < size_ + ahead; ++i) {
    const std::ptrdiff_t wrapped = ((i % size_) + size_) % size_;
    in_order_[static_cast<std::size_t>(i + ahead)] = pulse[static_cast<std::size_t>(wrapped)];
  }
  stride_ = (size_ + 2 * ahead + m_ - 1) / m_;
  by_phase_.assign(static_cast<std::size_t>(stride_ * m_), 0.0);
  for (std::size_t i = 0; i < in_order_.size(); ++i) {
    const std::size_t phase = i % static_cast<std::size_t>(m_);
    by_phase_[phase * static_cast<std::size_t>(stride_) + i / static_cast<std::size_t>(m_)] =
        in_order_[i];
  }
}

void ComPulse::run(std::span<const ComTxTap> taps, std::ptrdiff_t first,
                   std::span<double> out) const {
  add_copies(taps, in_order_.data() + margin_ * m_ + first, m_, out);
}

void ComPulse::phase(std::span<const ComTxTap> taps, std::ptrdiff_t phase,
                     std::vector<double>& out) const {
  out.resize(static_cast<std::size_t>(rows(phase)));
  add_copies(taps, by_phase_.data() + phase * stride_ + margin_, 1, out);
}

std::vector<double> ComPulse::equalised(std::span<const ComTxTap> taps) const {
  std::vector<double> out(static_cast<std::size_t>(size_));
  run(taps, 0, out);
  return out;
}

}  // namespace chappe
