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
std::size_t longest_burst(std::span<const SectionBursts> bursts) {
  constexpr std::size_t kMost = 60;
  std::size_t most = 8;
  for (const SectionBursts& here : bursts) {
    double left = 1.0;
    std::size_t l = here.length.size();
    for (; l < kMost && here.length.empty() && left >= 1e-12; ++l) {
      if (here.continuation.empty()) break;
      left *= here.continuation[std::min(l, here.continuation.size() - 1)];
    }
    most = std::max(most, l <= 8 ? 8 : (l <= 16 ? 16 : (l <= 32 ? 32 : kMost)));
  }
  return most;
}

/// Lengths in the mean over the events of all sections. @param ber  of each section, not all 0
void mix_lengths(std::span<const SectionBursts> bursts, std::span<const double> ber,
                 SpanBursts& out) {
  BurstModel& shape = out.shape;
  const std::size_t longest = longest_burst(bursts);
  shape.length.assign(longest, 0.0);
  double errors = 0.0, events = 0.0;
  for (std::size_t i = 0; i < bursts.size(); ++i) {
    BurstModel here = shape;
    double counted = shape.precoded ? 2.0 : 1.0;  // of a decision alone
    if (bursts[i].length.empty()) {
      here.length = burst_lengths(bursts[i].continuation, static_cast<int>(longest));
      counted *= 1.0 - bursts[i].again;
    } else {
      here.length = bursts[i].length;
      here.length.resize(longest, 0.0);
      counted = mean_wrong_bits(here);
    }
    errors += ber[i];
    events += ber[i] / counted;
    for (std::size_t l = 0; l < longest; ++l) shape.length[l] += ber[i] / counted * here.length[l];
  }
  for (double& p : shape.length) p /= events;
  out.counted_bits = errors / events;
}

}  // namespace

double net_feedback(std::span<const double> dfe, std::size_t length, std::size_t after) {
  const double sign = dfe.front() < 0.0 ? -1.0 : 1.0;
  double net = 0.0, turn = 1.0;
  for (std::size_t k = after; k < std::min(after + length, dfe.size()); ++k) {
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

double mean_errors_per_event(const SectionBursts& bursts) {
  if (!bursts.length.empty() || bursts.continuation.empty()) return 1.0;
  constexpr int kLongest = 60;
  const std::vector<double> length = burst_lengths(bursts.continuation, kLongest);
  double mean = 0.0;
  for (std::size_t l = 0; l < length.size(); ++l) mean += static_cast<double>(l + 1) * length[l];
  return mean / (1.0 - bursts.again);
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
  model.events_per_symbol = ber * model.bits_per_symbol / counted_bits;
  FecOutcome out = burst_outcome(*code, *spread, model, framing).fec;
  // A group of words fails at most as often as each of them in turn.
  out.frame_loss_ratio = std::min(1.0, words_apart * out.frame_loss_ratio);
  if (out.log10_frame_loss_ratio) {
    *out.log10_frame_loss_ratio =
        std::min(0.0, *out.log10_frame_loss_ratio + std::log10(words_apart));
  }
  return out;
}

double SpanBursts::burst_factor() const { return mean_wrong_bits(shape) / counted_bits; }

int pcs_lanes_per_lane(const Section& section) {
  return std::max(1, static_cast<int>(std::lround(payload_rate_bps(section) / kPcsLane_bps)));
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

/// One codeword that takes every burst whole, on lanes that it fills.
LaneMux bounding_mux(const FecCode& code, const LaneMux& given, const BurstModel& model) {
  for (int lanes = given.lanes; lanes <= 2 * given.lanes; ++lanes) {
    const LaneMux mux = round_robin_mux(given.kind, lanes, 1, 1);
    if (fills_lanes(code, mux, model)) return mux;
  }
  return round_robin_mux(MuxKind::symbol, 1, 1, 1);
}

LaneMux mux_of(const Path& path, const FecSpan& span, const Section& section) {
  return round_robin_mux(span.params.lane_mux == "symbol" ? MuxKind::symbol : MuxKind::bit,
                         pcs_lanes_per_lane(section), path.params.lanes,
                         span.params.codeword_interleave);
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
  const auto at = static_cast<std::size_t>(most - bursts.begin());
  const Section& worst = sections[at];
  const bool alike = std::all_of(sections.begin(), sections.end(), [&](const Section& other) {
    // What an inner code leaves has no bursts, which a line could shape.
    return other.inner_code != "none" ||
           (other.modulation == worst.modulation && other.precoded == worst.precoded &&
            other.symbol_rate_bd == worst.symbol_rate_bd);
  });
  SpanBursts out;
  out.code = &code;
  out.framing = {.frame_bytes = frame_bytes,
                 .codeword_interleave = span.params.codeword_interleave};
  out.shape.bits_per_symbol = worst.modulation == Modulation::nrz ? 1 : 2;
  out.shape.precoded = worst.precoded;
  out.shape.sign = most->sign;
  constexpr double kAlone = 1.0;
  mix_lengths(alike ? bursts : bursts.subspan(at, 1), alike ? ber : std::span(&kAlone, 1), out);
  if (!alike) out.remark += "; all as if in section '" + worst.name + "', the one of most bursts";
  if (worst.modulation == Modulation::pam6) {
    out.shape.length = as_pam4(out.shape.length);
    out.remark += "; PAM6 bursts as PAM4 bursts of as many bits";
  }
  LaneMux mux = mux_of(path, span, worst);
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

std::optional<CodewordCounter> codeword_counter(const Path& path, const FecSpan& span) {
  const Section& section = path.sections[span.first_section];
  const FecCode& code = fec_code(span.params.code);
  if (!code.corrects() || section.modulation == Modulation::pam6) return std::nullopt;
  if (section.inner_code != "none") return std::nullopt;  // its words are not in a waveform
  const LaneMux mux = mux_of(path, span, section);
  const int bits = static_cast<int>(bits_per_symbol(section.modulation));
  const BurstModel shape{.length = {1.0}, .bits_per_symbol = bits, .precoded = section.precoded};
  if (!fills_lanes(code, mux, shape)) return std::nullopt;
  return CodewordCounter(code, mux, levels(section.modulation), section.precoded);
}

}  // namespace chappe
