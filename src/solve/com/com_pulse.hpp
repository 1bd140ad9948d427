#pragma once
// A pulse response laid out for the search: any transmit FFE applies by adding shifted copies.
#include <cstddef>
#include <span>
#include <vector>

namespace chappe {

/// Transmit taps that are not 0, as weights of copies that are `shift` symbols late.
struct ComTxTap {
  double weight{0.0};
  int shift{0};
};
std::vector<ComTxTap> com_tx_taps(std::span<const double> taps, int cursor);

/// The samples i = 0 .. size-1 of a pulse p, M a symbol, once in order and once by phase. With
/// transmit taps w_k the equalised pulse is s(i) = sum_k w_k p(i - shift_k M), indices taken modulo
/// size, as the reference's circular shift does.
class ComPulse {
 public:
  /// @param shift_max  largest |shift| that will be asked for
  ComPulse(std::span<const double> pulse, int samples_per_symbol, int shift_max);

  std::ptrdiff_t size() const { return size_; }
  int samples() const { return m_; }

  /// s(i) for first <= i < first + out.size(), all within 0 .. size-1.
  void run(std::span<const ComTxTap> taps, std::ptrdiff_t first, std::span<double> out) const;
  /// s(phase + j M) for j = 0, 1, ... while within the pulse; 0 <= phase < M.
  void phase(std::span<const ComTxTap> taps, std::ptrdiff_t phase, std::vector<double>& out) const;
  /// How many samples `phase` gives.
  std::ptrdiff_t rows(std::ptrdiff_t phase) const { return (size_ - phase + m_ - 1) / m_; }
  /// The whole of s.
  std::vector<double> equalised(std::span<const ComTxTap> taps) const;

 private:
  int m_;
  std::ptrdiff_t margin_;  ///< symbols ahead of sample 0 in both layouts
  std::ptrdiff_t size_;
  std::ptrdiff_t stride_{0};  ///< of one phase in by_phase_
  std::vector<double> in_order_{};
  std::vector<double> by_phase_{};
};

}  // namespace chappe
