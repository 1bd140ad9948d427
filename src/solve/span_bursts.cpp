#include "solve/span_bursts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace chappe {
namespace {

constexpr double kLeastContinuation = 1e-3;
constexpr double kPcsLane_bps = 26.5625e9;

/// Long enough that a longer burst is rarer than 1e-12, of a few sizes so that spreads are shared.
int longest_burst(std::span<const double> continuation) {
  double left = 1.0;
  constexpr std::size_t kMost = 60;
  for (std::size_t l = 0; l < kMost; ++l) {
    left *= continuation[std::min(l, continuation.size() - 1)];
    if (left < 1e-12) return l < 8 ? 8 : (l < 16 ? 16 : (l < 32 ? 32 : 60));
  }
  return kMost;
}

/// Bits wrong in the data when a decision alone is.
double isolated_bits(const BurstModel& model) { return model.precoded ? 2.0 : 1.0; }

}  // namespace

double net_feedback(std::span<const double> dfe, std::size_t length) {
  const double sign = dfe.front() < 0.0 ? -1.0 : 1.0;
  double net = 0.0, turn = 1.0;
  for (std::size_t k = 0; k < std::min(length, dfe.size()); ++k) {
    net += turn * sign * dfe[k];
    if (sign > 0.0) turn = -turn;
  }
  return net;
}

std::vector<double> burst_lengths(std::span<const double> continuation, int longest) {
  std::vector<double> length(static_cast<std::size_t>(longest));
  double left = 1.0;
  for (std::size_t l = 0; l < length.size(); ++l) {
    const double on =
        continuation.empty() ? 0.0 : continuation[std::min(l, continuation.size() - 1)];
    length[l] = left * (1.0 - on);
    left *= on;
  }
  length.back() += left;
  return length;
}

std::shared_ptr<const BurstSpread> SpreadCache::spread(const FecCode& code, const LaneMux& mux,
                                                       const BurstModel& model) {
  const Key key{std::string(code.name),
                static_cast<int>(mux.kind),
                mux.lanes,
                mux.physical_lanes,
                mux.codewords,
                model.bits_per_symbol,
                model.precoded,
                static_cast<int>(model.sign),
                model.length.size()};
  const std::lock_guard lock(mutex_);
  auto& known = spreads_[key];
  if (known == nullptr) known = std::make_shared<const BurstSpread>(burst_spread(code, mux, model));
  return known;
}

FecOutcome SpanBursts::outcome(double ber) const {
  BurstModel model = shape;
  model.events_per_symbol = ber * model.bits_per_symbol / isolated_bits(model);
  FecOutcome out = burst_outcome(*code, *spread, model, framing).fec;
  // A group of words fails at most as often as each of them in turn.
  out.frame_loss_ratio = std::min(1.0, words_apart * out.frame_loss_ratio);
  if (out.log10_frame_loss_ratio) {
    *out.log10_frame_loss_ratio =
        std::min(0.0, *out.log10_frame_loss_ratio + std::log10(words_apart));
  }
  return out;
}

double SpanBursts::burst_factor() const { return mean_wrong_bits(shape) / isolated_bits(shape); }

int pcs_lanes_per_lane(const Section& section) {
  const double rate_bps = section.symbol_rate_bd * bits_per_symbol(section.modulation);
  return std::max(1, static_cast<int>(std::lround(rate_bps / kPcsLane_bps)));
}

namespace {

/// Bursts of five bits in two PAM6 symbols as those of as many bits of PAM4.
std::vector<double> as_pam4(const std::vector<double>& length) {
  std::vector<double> out;
  for (std::size_t l = 0; l < length.size(); ++l) {
    const auto symbols =
        static_cast<std::size_t>(std::ceil(1.25 * static_cast<double>(l + 1) - 0.25));
    out.resize(symbols, 0.0);
    out.back() += length[l];
  }
  return out;
}

/// Lengths in the mean over the errors of the span's sections.
std::vector<double> mean_lengths(std::span<const SectionBursts> bursts, std::span<const double> ber,
                                 double errors, int longest) {
  std::vector<double> mean(static_cast<std::size_t>(longest), 0.0);
  for (std::size_t i = 0; i < bursts.size(); ++i) {
    const auto lengths = burst_lengths(bursts[i].continuation, longest);
    for (std::size_t l = 0; l < lengths.size(); ++l) mean[l] += ber[i] / errors * lengths[l];
  }
  return mean;
}

/// One codeword that takes every burst whole, on lanes that it fills.
LaneMux bounding_mux(const FecCode& code, const LaneMux& given, const BurstModel& model) {
  for (int lanes = given.lanes; lanes <= 2 * given.lanes; ++lanes) {
    const LaneMux mux = round_robin_mux(given.kind, lanes, 1, 1);
    if (fills_lanes(code, mux, model)) return mux;
  }
  return round_robin_mux(MuxKind::symbol, 1, 1, 1);
}

}  // namespace

std::optional<SpanBursts> span_bursts(const Path& path, const FecSpan& span, int frame_bytes,
                                      std::span<const SectionBursts> bursts,
                                      std::span<const double> ber, SpreadCache& cache) {
  const auto most =
      std::max_element(bursts.begin(), bursts.end(),
                       [](const auto& a, const auto& b) { return a.first() < b.first(); });
  const double errors = std::accumulate(ber.begin(), ber.end(), 0.0);
  const FecCode& code = fec_code(span.params.code);
  if (!code.corrects() || most->first() < kLeastContinuation || !(errors > 0.0)) {
    return std::nullopt;
  }
  const std::span<const Section> sections =
      std::span(path.sections).subspan(span.first_section, bursts.size());
  const Section& worst = sections[static_cast<std::size_t>(most - bursts.begin())];
  const bool alike = std::all_of(sections.begin(), sections.end(), [&](const Section& other) {
    return other.modulation == worst.modulation && other.precoded == worst.precoded &&
           other.symbol_rate_bd == worst.symbol_rate_bd;
  });
  SpanBursts out;
  out.code = &code;
  out.framing = {.frame_bytes = frame_bytes,
                 .codeword_interleave = span.params.codeword_interleave};
  out.shape.bits_per_symbol = worst.modulation == Modulation::nrz ? 1 : 2;
  out.shape.precoded = worst.precoded;
  out.shape.sign = most->sign;
  const int longest = longest_burst(most->continuation);
  out.shape.length = alike ? mean_lengths(bursts, ber, errors, longest)
                           : burst_lengths(most->continuation, longest);
  if (!alike) out.remark += "; all as if in section '" + worst.name + "', the one of most bursts";
  if (worst.modulation == Modulation::pam6) {
    out.shape.length = as_pam4(out.shape.length);
    out.remark += "; PAM6 bursts as PAM4 bursts of as many bits";
  }
  LaneMux mux = round_robin_mux(span.params.lane_mux == "symbol" ? MuxKind::symbol : MuxKind::bit,
                                pcs_lanes_per_lane(worst), path.params.lanes,
                                span.params.codeword_interleave);
  if (!fills_lanes(code, mux, out.shape)) {
    out.remark +=
        "; an upper bound, every burst whole in one codeword, since codewords do not fill " +
        std::to_string(path.params.lanes) + " lanes";
    out.words_apart = std::exchange(out.framing.codeword_interleave, 1);
    mux = bounding_mux(code, mux, out.shape);
  }
  out.spread = cache.spread(code, mux, out.shape);
  return out;
}

}  // namespace chappe
