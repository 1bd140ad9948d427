#include "solve/optical/pattern_receiver.hpp"

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"
#include "math/fft.hpp"
#include "solve/ring.hpp"
#include "solve/slicer.hpp"

namespace chappe {
namespace {

constexpr Window kWindow{32, 127};
constexpr int kStepsPerSymbol = 32, kMostSteps = kStepsPerSymbol / 4;

}  // namespace

PatternReceiver::PatternReceiver(const OpticalChain& chain,
                                 std::shared_ptr<const SectionSpectra> spectra,
                                 const EqualiserSettings& settings)
    : chain_(chain),
      spectra_(std::move(spectra)),
      settings_(settings),
      linear_(*spectra_, {settings.ctle_gain_db, settings.ctle_lf_gain_db}),
      levels_(transmitted_levels(chain.pam_levels, chain.tx.level_mismatch_ratio)) {
  const CtleSetting setting{settings.ctle_gain_db, settings.ctle_lf_gain_db};
  noise_ = {spectra_->noise(setting), {}};
  const CtleShape shape = ctle_shape(chain.rx, setting.gain_db, setting.lf_gain_db);
  const ReceiverFilter filter(chain.rx);
  for (std::size_t k = 0; k < chain.grid.half(); ++k) {
    const double f_hz = static_cast<double>(k) * chain.grid.df_hz();
    receiver_.push_back(filter(f_hz) * ctle_response(shape, f_hz));
  }
}

std::vector<cd> PatternReceiver::filtered(const PatternRun& run) const {
  std::vector<cd> out = run.received;
  for (std::size_t k = 0; k < out.size(); ++k) out[k] *= receiver_[k];
  return out;
}

std::vector<double> PatternReceiver::samples_at(const std::vector<cd>& spectrum,
                                                double instant_s) const {
  const std::size_t n = chain_.grid.symbols;
  const RealFft fft(n);
  std::vector<cd> turned = spectrum;
  for (cd& x : turned) x *= 1.0 / chain_.grid.samples_per_symbol;
  rotate(turned, 2.0 * kPi * chain_.grid.df_hz() * instant_s);
  std::vector<double> out(n);
  fft.inverse(folded(turned, n), out);
  return out;
}

SymbolPulse PatternReceiver::pulse_of(const PatternRun& run, const std::vector<double>& y) const {
  const RealFft fft(y.size());
  const std::vector<double> x =
      sent_levels(chain_, run.symbols, settings_.tx_ffe, settings_.tx_cursor);
  std::vector<cd> sent(fft.spectrum_size()), come(fft.spectrum_size());
  fft.forward(x, sent);
  fft.forward(y, come);
  double power = 0.0;
  for (std::size_t q = 1; q < sent.size(); ++q) power += std::norm(sent[q]);
  // A frequency that the pattern hardly holds says nothing of the line.
  const double least = 1e-3 * power / static_cast<double>(sent.size());
  come[0] = 0.0;
  for (std::size_t q = 1; q < sent.size(); ++q) {
    come[q] *= std::conj(sent[q]) / std::max(std::norm(sent[q]), least);
  }
  std::vector<double> pulse(y.size());
  fft.inverse(come, pulse);
  return sample_record(pulse, 1, 0, kWindow);
}

Equalised PatternReceiver::design(const PatternRun& run, const std::vector<cd>& spectrum,
                                  double instant_s) const {
  const SymbolPulse bare = pulse_of(run, samples_at(spectrum, instant_s));
  const SymbolSampler::Records records = linear_.at(instant_s * chain_.grid.symbol_rate_bd);
  SymbolPulse edge = sample_record(records.edge, 1, 0, kWindow);
  const double ratio = bare.v[bare.cursor] / records.victim.front();
  for (double& v : edge.v) v *= ratio;
  Candidate candidate;
  candidate.tx_ffe = settings_.tx_ffe;
  candidate.tx_cursor = settings_.tx_cursor;
  return equalise(spectra_->signals(), bare, edge, noise_, candidate);
}

PatternAtSlicer PatternReceiver::best(const PatternRun& run) const {
  const std::vector<cd> spectrum = filtered(run);
  const double step_s = 1.0 / (kStepsPerSymbol * chain_.grid.symbol_rate_bd);
  const auto at = [&](int step) { return settings_.sampling_time_s + step * step_s; };
  PatternAtSlicer out;
  int best = 0;
  out.equalised = design(run, spectrum, at(0));
  for (const int direction : {-1, 1}) {
    while (std::abs(best + direction) <= kMostSteps) {
      Equalised next = design(run, spectrum, at(best + direction));
      if (next.fom_db <= out.equalised.fom_db) break;
      out.equalised = std::move(next);
      best += direction;
    }
  }
  if (out.equalised.fom_db <= -1e8) {
    throw ModelError("section '" + spectra_->signals().section->name +
                     "': what a pattern becomes has no positive cursor");
  }
  out.settings = settings_;
  out.settings.rx_ffe = out.equalised.rx_ffe;
  out.settings.rx_cursor = out.equalised.rx_cursor;
  out.settings.dfe = out.equalised.dfe;
  out.settings.sampling_time_s = at(best);
  decide(run, spectrum, out);
  return out;
}

PatternAtSlicer PatternReceiver::with_settings_of(const PatternAtSlicer& like,
                                                  const PatternRun& run) const {
  PatternAtSlicer out;
  out.settings = like.settings;
  out.equalised = like.equalised;
  decide(run, filtered(run), out);
  return out;
}

void PatternReceiver::decide(const PatternRun& run, const std::vector<cd>& spectrum,
                             PatternAtSlicer& out) const {
  const double t = 1.0 / chain_.grid.symbol_rate_bd;
  const double instant_s = out.settings.sampling_time_s + chain_.rx.sampling_offset_ui * t;
  out.y = ring_filter(samples_at(spectrum, instant_s), out.settings.rx_ffe, out.settings.rx_cursor);
  const std::size_t n = out.y.size();
  for (std::size_t k = 0; k < out.settings.dfe.size(); ++k) {
    const double tap = out.settings.dfe[k] * out.equalised.cursor_v;
    for (std::size_t i = 0; i < n; ++i) {
      out.y[i] -= tap * levels_[run.symbols[(i + n - (k + 1) % n) % n]];
    }
  }
  out.level_v.assign(levels_.size(), 0.0);
  std::vector<double> count(levels_.size(), 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    out.level_v[run.symbols[i]] += out.y[i];
    count[run.symbols[i]] += 1.0;
  }
  for (std::size_t i = 0; i < count.size(); ++i) out.level_v[i] /= count[i];
  // By powers of a symbol's turn; the instant and the cursor are one delay.
  const double turn = 2.0 * kPi * chain_.grid.df_hz();
  out.kernel.assign(chain_.grid.half(), cd(1.0));
  rotate(out.kernel, -turn * t);
  for (std::size_t k = 0; k < out.kernel.size(); ++k) {
    const cd symbol_late = out.kernel[k];
    cd ffe{};
    for (std::size_t i = out.settings.rx_ffe.size(); i-- > 0;) {
      ffe = ffe * symbol_late + out.settings.rx_ffe[i];
    }
    out.kernel[k] = chain_.post[k] * receiver_[k] * ffe;
  }
  rotate(out.kernel, turn * (instant_s + out.settings.rx_cursor * t));
}

}  // namespace chappe
