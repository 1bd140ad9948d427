#pragma once
// The two histogram windows of TDECQ behind an equaliser, and the noise that they bear.
// Powers are in half gaps: (P - Pave) / (OMAouter/6), so that even levels are -3, -1, 1, 3 and the
// thresholds -2, 0, 2.
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "solve/measure/pattern_wave.hpp"

namespace chappe::measure {

using Thresholds = std::array<double, 3>;
inline constexpr Thresholds kEvenThresholds{-2.0, 0.0, 2.0};

/// y(t) = sum_k w[k] x(t + (cursor - k) UI): farthest pre-cursor first.
struct Equaliser {
  std::vector<double> taps{};
  std::size_t cursor{0};
};

/// Where windows lie about the middle of the eye, in UI (IEEE Std 802.3 121.8.5.3): 0.04 wide at
/// 0.45 and 0.55.
struct WindowPlace {
  double offset_ui{0.05};
  double width_ui{0.04};
};

/// The most noise behind the equaliser for which a window's symbol error ratio is the target.
struct WindowNoise {
  double sigma{0.0};
  /// d ln(sigma) / d tap, and / d threshold; empty unless asked for.
  std::vector<double> by_tap{};
  Thresholds by_threshold{};
};

/// How many instants a window is read at: 3 for figures, 1 for a first look.
enum class Reading { middle, full };

/// Samples of every symbol in both windows. A window is read at the instants of the Gauss-Legendre
/// rule, by interpolation: its histogram is an integral over time, so that the number of samples a
/// symbol does not matter.
class EyeWindows {
 public:
  /// @param symbols  one period   @param centre_ui  middle of symbol 0
  /// @param average, oma_outer  of the wave   @param reach  most taps on each side of the cursor
  EyeWindows(const PatternWave& wave, std::span<const std::uint8_t> symbols, double centre_ui,
             double average, double oma_outer, std::size_t reach, Reading reading,
             const WindowPlace& place = {});

  /// @param window  0 (early) or 1 (late)   @param gradient  also find the derivatives
  /// @return nothing if the ratio is above the target even without noise
  std::optional<WindowNoise> noise(int window, const Equaliser& equaliser,
                                   const Thresholds& thresholds, double target_ser,
                                   bool gradient) const;
  /// Symbol error ratio of a window without noise.
  double closed_ratio(int window, const Equaliser& equaliser, const Thresholds& thresholds) const;

  /// Of the samples in the middle of the eye: x[n] x[n + k], k = 0 .. lags-1, in the mean.
  std::vector<double> sample_correlation(std::size_t lags) const;
  /// Of symbol levels and samples: a[n] x[n + k], k = -reach .. reach, in the mean.
  std::vector<double> symbol_correlation() const;

 private:
  using Columns = std::vector<std::vector<double>>;
  struct Distances;
  /// Behind the equaliser, at the three instants of a window.
  Columns equalised(int window, const Equaliser& equaliser) const;
  Distances distances(const Columns& y, const Thresholds& thresholds) const;
  void add_gradient(int window, const Columns& y, const Equaliser& equaliser,
                    const Thresholds& thresholds, WindowNoise& noise) const;

  std::vector<std::uint8_t> symbols_{};
  std::size_t count_{0}, reach_{0};
  std::vector<double> weights_{};  ///< of the instants of a window
  Columns columns_{};              ///< early ones, late ones, the middle; `reach` more at both ends
};

}  // namespace chappe::measure
