#include "fec/burst_outcome.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/errors.hpp"
#include "fec/hit_series.hpp"

namespace chappe {
namespace {

/// Ways in which groups are hit, with the mean number of events that do so.
using Ways = std::vector<std::pair<Hits, double>>;
constexpr double kLog10E = 0.43429448190325182765;

double exp_not_zero(double log_value) {
  return std::max(std::exp(log_value), std::numeric_limits<double>::min());
}

/// Mean number of events in a group, by what they hit. An event that begins with probability e is
/// a Poisson one of the mean -log(1 - e).
Ways mixed(const BurstSpread& spread, const BurstModel& model) {
  const double rate = -std::log1p(-model.events_per_symbol);
  std::vector<double> sums(spread.ways.size(), 0.0);
  for (std::size_t i = 0; i < model.length.size(); ++i) {
    if (model.length[i] == 0.0) continue;
    for (const auto& [way, places] : spread.by_length[i]) {
      sums[way] += places * model.length[i] * rate;
    }
  }
  Ways all;
  for (std::size_t way = 0; way < sums.size(); ++way) {
    if (sums[way] > 0.0) all.emplace_back(spread.ways[way], sums[way]);
  }
  return all;
}

/// Rates of hits of words a and b; a == b: of one word.
std::vector<HitRate> rates_of(const Ways& ways, std::size_t a, std::size_t b) {
  std::size_t most = 0;
  for (const auto& [hits, rate] : ways) {
    most = std::max({most, std::size_t{hits[a]}, std::size_t{hits[b]}});
  }
  std::vector<double> sums((most + 1) * (most + 1), 0.0);
  for (const auto& [hits, rate] : ways) {
    sums[hits[a] * (most + 1) + (a == b ? 0 : hits[b])] += rate;
  }
  std::vector<HitRate> rates;
  for (std::size_t i = 1; i < sums.size(); ++i) {
    if (sums[i] <= 0.0) continue;
    rates.push_back({static_cast<int>(i / (most + 1)), static_cast<int>(i % (most + 1)), sums[i]});
  }
  return rates;
}

bool alike(const std::vector<HitRate>& a, const std::vector<HitRate>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const HitRate& x, const HitRate& y) {
    return x.first == y.first && x.second == y.second && std::abs(x.rate / y.rate - 1.0) < 1e-3;
  });
}

/// Tails of the words of a group and their pairs, over the mean tail of a word.
struct Group {
  double log_mean{0.0}, log_share{0.0};
  double s1{0.0}, s2{0.0};
  double best_star{0.0};  ///< max_i sum_j P_ij
};

/// What was worked out for rates, for words and pairs that are alike.
template <typename Value>
class Known {
 public:
  template <typename Make>
  Value get(const std::vector<HitRate>& rates, Make make) {
    for (const auto& [known, value] : list_) {
      if (alike(known, rates)) return value;
    }
    list_.emplace_back(rates, make());
    return list_.back().second;
  }

 private:
  std::vector<std::pair<std::vector<HitRate>, Value>> list_{};
};

Group group_of(const FecCode& code, const Ways& ways, std::size_t words) {
  Known<HitTail> tails;
  std::vector<HitTail> tail;
  for (std::size_t i = 0; i < words; ++i) {
    const auto rates = rates_of(ways, i, i);
    ensure(!rates.empty(), "bursts reach every codeword");
    tail.push_back(tails.get(rates, [&] { return hit_tail(code.n, code.t, rates); }));
  }
  Group group{tail[0].log_probability, tail[0].log_share, 0.0, 0.0, 0.0};
  double sum = 0.0, share = 0.0;
  for (const HitTail& t : tail) {
    sum += std::exp(t.log_probability - tail[0].log_probability);
    share += std::exp(t.log_share - tail[0].log_share);
  }
  const auto count = static_cast<double>(words);
  group.log_mean = std::min(0.0, group.log_mean + std::log(sum / count));
  group.log_share += std::log(share / count);
  group.s1 = count;
  Known<double> joints;
  std::vector<double> star(words, 0.0);
  for (std::size_t i = 0; i < words; ++i) {
    for (std::size_t j = i + 1; j < words; ++j) {
      const auto rates = rates_of(ways, i, j);
      const double both = std::exp(tail[i].log_probability - group.log_mean) +
                          std::exp(tail[j].log_probability - group.log_mean);
      const double joint = joints.get(
          rates, [&] { return joint_tail_over(code.n, code.t, rates, group.log_mean, both); });
      group.s2 += joint;
      star[i] += joint;
      star[j] += joint;
    }
  }
  group.best_star = *std::max_element(star.begin(), star.end());
  return group;
}

/// log10(1 + 1/F) of the marking rule, from the one place where it stands.
double log10_frame_factor(const FecCode& code, const FecFraming& framing) {
  const FecOutcome rare = fec_outcome(code, 1e-12, framing);
  return *rare.log10_frame_loss_ratio - *rare.log10_codeword_error_ratio -
         std::log10(framing.codeword_interleave);
}

void fill(const FecCode& code, const Group& group, const FecFraming& framing, BurstOutcome& out) {
  const double g = framing.codeword_interleave;
  const double k = 1.0 + std::floor(std::min(2.0 * group.s2 / group.s1, g - 1.0));
  const double low = std::max(1.0, 2.0 * group.s1 / (k + 1.0) - 2.0 * group.s2 / (k * (k + 1.0)));
  const double most = std::exp(std::min(700.0, -group.log_mean));  // P_any <= 1
  double high = std::max(low, group.s1 - std::max(2.0 * group.s2 / g, group.best_star));
  high = std::min(high, most);
  const double middle = 0.5 * (std::min(low, most) + high);
  const auto log10_of = [&](double times) {
    return std::min(0.0, (group.log_mean + std::log(times)) * kLog10E);
  };
  out.log10_group_failure_low = log10_of(std::min(low, most));
  out.log10_group_failure_high = log10_of(high);
  out.log10_group_failure = log10_of(middle);
  FecOutcome& fec = out.fec;
  fec.codeword_error_ratio = exp_not_zero(group.log_mean);
  fec.log10_codeword_error_ratio = group.log_mean * kLog10E;
  const double log_post = group.log_share + std::log(fec.ber_pre_fec / fec.symbol_error_ratio);
  fec.ber_post_fec = exp_not_zero(log_post);
  fec.log10_ber_post_fec = log_post * kLog10E;
  fec.log10_frame_loss_ratio =
      std::min(0.0, *out.log10_group_failure + log10_frame_factor(code, framing));
  fec.frame_loss_ratio = exp_not_zero(*fec.log10_frame_loss_ratio / kLog10E);
}

}  // namespace

BurstOutcome burst_outcome(const FecCode& code, const BurstSpread& spread, const BurstModel& model,
                           const FecFraming& framing) {
  check_burst(model);
  ensure(code.corrects() && code.n == spread.n && code.symbol_bits == spread.symbol_bits,
         "bursts are spread over the codewords of this FEC");
  ensure(framing.codeword_interleave == spread.codewords && framing.frame_bytes > 0,
         "framing and spread have the same codewords in a group");
  ensure(model.length.size() <= spread.by_length.size(), "the spread holds all lengths of a burst");
  BurstOutcome out;
  out.fec.ber_pre_fec = burst_ber(model);
  if (model.events_per_symbol == 0.0) {
    out.fec.codeword_error_ratio = 0.0;
    return out;
  }
  const Ways ways = mixed(spread, model);
  double events = 0.0, hits = 0.0;
  for (const auto& [hit, rate] : ways) {
    for (const int h : hit) {
      events += h > 0 ? rate : 0.0;
      hits += h * rate;
    }
  }
  out.events_per_codeword = events / spread.codewords;
  out.symbols_per_event = hits / events;
  out.fec.symbol_error_ratio = -std::expm1(-hits / spread.codewords / code.n);
  fill(code, group_of(code, ways, static_cast<std::size_t>(spread.codewords)), framing, out);
  return out;
}

}  // namespace chappe
