#pragma once
// The parts of the adaptive receiver ahead of its equaliser: gain, sampler and ADC; the clock.
#include <algorithm>
#include <vector>

#include "dsp/lms.hpp"
#include "solve/adaptive_receiver.hpp"
#include "solve/received_stream.hpp"

namespace chappe {

/// The newest values first. @param size  >= 1
class Line {
 public:
  explicit Line(std::size_t size) : values_(size, 0.0) {}
  void push(double value) {
    std::copy_backward(values_.begin(), values_.end() - 1, values_.end());
    values_[0] = value;
  }
  double operator[](std::size_t i) const { return values_[i]; }
  const std::vector<double>& values() const { return values_; }

 private:
  std::vector<double> values_;
};

/// Of one symbol, scaled to the rms of the levels.
struct Received {
  double value{0.0};  ///< behind the ADC
  double slope{0.0};  ///< per UI
  double edge{0.0};   ///< half a UI before
};

/// Gain, sampler and ADC. Its first symbols, of which it takes the gain, are gone.
class FrontEnd {
 public:
  static constexpr std::int64_t kGainSymbols = 1024;
  FrontEnd(const SectionSignals& signals, const SearchResult& search,
           const AdaptiveOptions& options);
  /// @param data_ui, edge_ui  phases of the two samplers about symbol n
  Received at(std::int64_t n, double data_ui, double edge_ui, bool with_edge);
  double gain() const { return gain_; }
  const ReceivedStream& stream() const { return stream_; }

 private:
  ReceivedStream stream_;
  double gain_{1.0};
  double adc_step_{0.0};  ///< behind the gain; 0 = no ADC
  int adc_bits_{0};
};

/// Mean of Mueller and Mueller's detector per UI at the searched instant, for a gain of 1 [V/UI].
double detector_slope(const SectionSignals& signals, const SearchResult& search);

/// The clock's loop. A detector's null is not the best instant; the offset between them follows
/// the slope of the mean square error: d(e^2/2)/dt = e dy/dt (H. Kobayashi, IEEE Trans. Commun.
/// Technol. 19 (1971) 268; recalled). It is subtracted from Mueller and Mueller's detector, and
/// moves the data's sampler against the edge's of a bang-bang one.
class Timing {
 public:
  /// @param slope  of Mueller and Mueller's detector, > 0
  Timing(const AdaptiveOptions& options, double slope);
  bool with_edge() const { return !mueller_; }
  double data_ui() const { return loop_.phase_ui() + (mueller_ ? 0.0 : trim_); }
  double edge_ui() const { return loop_.phase_ui(); }
  double drift_ui() const { return loop_.drift_ui(); }
  void set_trim_speed(double factor) { trim_speed_ = factor; }
  /// After the symbol that stands at [symbol] of x and edge. @param before  target before its own
  /// @param slope  of its value at the slicer, per UI
  void update(const Line& x, const Line& edge, std::size_t symbol, double before,
              const LmsEqualiser::Step& step, double slope);

 private:
  bool mueller_{true};
  ClockLoop loop_;
  double trim_{0.0}, trim_rate_{0.0}, trim_speed_{1.0};
};

}  // namespace chappe
