#pragma once
// One section solved: settings, error ratios with their interval, margin, what its noise is made
// of.
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "link/ledger.hpp"
#include "solve/channel_figures.hpp"
#include "solve/eye.hpp"
#include "solve/options.hpp"
#include "solve/span_bursts.hpp"
#include "solve/waveform.hpp"

namespace chappe {

/// A bit error ratio with its method and interval (DESIGN.md section 3).
struct BitErrorRatio {
  double ber{0.0}, low{0.0}, high{0.0};
  std::string method{};
};

/// The same path by density, by Gaussian and by waveform, at receiver noise raised until errors can
/// be counted (DESIGN.md section 2).
struct CrossCheckRow {
  std::string section{};
  double target_ber{0.0};
  double noise_factor{
      0.0};  ///< of the receiver noise voltage, at which the density gives the target
  double ber_density{0.0}, ber_closed_form{0.0};
  double ber_count{0.0}, ber_count_low{0.0}, ber_count_high{0.0};  ///< error-free feedback, 95 %
  double ber_feedback{0.0};  ///< counted with real decision feedback
  double events{0.0}, bits{0.0};
  std::string method{"count"};  ///< of ber_count: count, importance (then without feedback, events)
  /// A receiver that adapts, on its own decisions: NaN where none was run or it found no lock.
  std::string adapted{};  ///< ok, no_lock; empty: none was run
  double ber_adapted{std::numeric_limits<double>::quiet_NaN()};
  double adapted_phase_ui{std::numeric_limits<double>::quiet_NaN()};  ///< late of the searched one
  double z{0.0};       ///< (counted - expected errors)/standard deviation over events
  bool agrees{false};  ///< |z| <= 3.5
};

/// Light of a section: as launched into the link between its modules, and as received behind it.
struct OpticalFigures {
  double launch_power_dbm{0.0}, oma_outer_dbm{0.0};  ///< mean; outer OMA; levels held
  double extinction_ratio_db{0.0}, rlm{0.0};
  double link_loss_db{0.0};  ///< between the modules
  double received_power_dbm{0.0}, received_oma_dbm{0.0};
  double optical_margin_db{0.0};  ///< loss that could be added until the requirement is just met
};

struct SectionOutcome {
  BitErrorRatio ber{};
  double margin_db{0.0};
  double com_db{0.0}, vec_db{0.0}, veo_mv{0.0}, fom_db{0.0}, pulse_peak_mv{0.0};
  ChannelFigures channel{};
  EqualiserSettings settings{};
  Equalised at_slicer{};
  SectionBursts bursts{};  ///< of its decision feedback or MLSE, at its own noise
  /// Behind a precoder: errors in the data over twice those on the line; below 1 for MLSE.
  double isolated_share{1.0};
  double jitter_enumerated{1.0};         ///< share of jitter variance held by the mixture
  std::optional<WaveformCount> count{};  ///< fidelity waveform
  std::optional<StatisticalEye> eye{};   ///< where [solve] asks for it
  std::optional<OpticalFigures> light{};
  std::vector<LedgerRow> budget{};  ///< of light, in closed form, `section` left empty
  std::vector<CrossCheckRow> cross_check{};
  std::vector<std::string> assumptions{};
};

/// How a section of a sample of tolerances is solved: by the same search and density as any other,
/// on a record of 1024 symbols (what comes later folds onto it), with 1024 bins and 16384 cases.
struct SampleRequest {
  bool margin{false}, com{false};  ///< figures wanted beside the BER
};

/// What a section is solved with.
struct SectionRequest {
  SolveOptions solve{};
  double target_ber{1e-12};  ///< at which margin_db is 0, errors independent
  /// The same under these bursts; empty: as above.
  std::function<double(const SectionBursts&)> burst_target{};
  std::optional<CodewordCounter> codewords{};  ///< what fidelity waveform counts beside
  bool allow_extrapolation{false};
  std::uint64_t seed{1};
  int threads{1};
  const std::atomic<bool>* stop{nullptr};
  std::optional<SampleRequest> sample{};
  const EqualiserSettings* near{nullptr};  ///< as search_equalisers has it; of a sample
};

/// A precoded section (1/(1+D)) has twice the errors of its slicer, two for each event of MLSE; its
/// cross-check compares at the slicer.
SectionOutcome solve_section(const Section& section, const OperatingPoint& at,
                             const SectionRequest& request);

/// The density's BER with a numerical bound: the change when bins are twice as wide, both ways;
/// below 1e-18 it is given as 1e-18 with low 0.
BitErrorRatio density_ber(const SectionSignals& signals, const SearchResult& search, double bins,
                          double noise_factor);

/// An error ratio with a numerical bound; below 1e-18 it is given as 1e-18 with low 0.
BitErrorRatio with_interval(double ber, double error, const char* method);

/// Behind 1/(1+D) modulo L each isolated wrong level becomes two wrong symbols of one bit each, and
/// so do the ends of an MLSE event.
void double_errors(const Section& section, bool mlse, SectionOutcome& out);

/// 20 log10 of the distance over the distance at which `ber_of(scale)` is the target.
/// @param near_db  where to begin to look   @returns within +-60 dB
double margin_db(const std::function<double(double scale)>& ber_of, double target_ber,
                 double near_db = 0.0);

}  // namespace chappe
