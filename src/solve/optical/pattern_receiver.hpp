#pragma once
// A pattern at the receiver's decisions, equalised for what it really became.
#include <memory>
#include <vector>

#include "solve/equalise.hpp"
#include "solve/optical/pattern.hpp"

namespace chappe {

/// A pattern behind receive FFE and decision feedback free of errors, at one instant.
struct PatternAtSlicer {
  EqualiserSettings settings{};
  Equalised equalised{};          ///< of the best straight line from levels to samples
  std::vector<double> y{};        ///< one value a symbol [V]
  std::vector<double> level_v{};  ///< mean of each level, ascending [V]
  /// From current to the slicer at symbol 0's instant: post, receiver, CTLE, FFE, instant.
  /// RealFft's half spectrum [V/A].
  std::vector<cd> kernel{};
};

/// Receive FFE and DFE are designed for the pattern's own pulse, the best straight line from what
/// is sent to what comes.
class PatternReceiver {
 public:
  /// @param chain, spectra  must outlive this; the spectra of the linearised chain
  /// @param settings        transmit FFE and CTLE are kept, the instant is where to begin
  PatternReceiver(const OpticalChain& chain, std::shared_ptr<const SectionSpectra> spectra,
                  const EqualiserSettings& settings);

  /// At the instant of best merit within a quarter of a symbol of the settings' one.
  /// @throws ModelError where the pulse has no positive cursor
  PatternAtSlicer best(const PatternRun& run) const;
  /// Another pattern at what `like` was given.
  PatternAtSlicer with_settings_of(const PatternAtSlicer& like, const PatternRun& run) const;

 private:
  std::vector<cd> filtered(const PatternRun& run) const;
  /// At the receive FFE's input, one value a symbol [V].
  std::vector<double> samples_at(const std::vector<cd>& spectrum, double instant_s) const;
  Equalised design(const PatternRun& run, const std::vector<cd>& spectrum, double instant_s) const;
  SymbolPulse pulse_of(const PatternRun& run, const std::vector<double>& y) const;
  void decide(const PatternRun& run, const std::vector<cd>& spectrum, PatternAtSlicer& out) const;

  const OpticalChain& chain_;
  std::shared_ptr<const SectionSpectra> spectra_{};
  EqualiserSettings settings_{};
  std::vector<cd> receiver_{};  ///< receiver filter and CTLE
  NoiseTerms noise_{};
  SymbolSampler linear_;
  std::vector<double> levels_{};
};

}  // namespace chappe
