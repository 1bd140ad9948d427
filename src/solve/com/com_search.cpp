#include "solve/com/com_search.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <memory>

#include "base/errors.hpp"
#include "base/parallel.hpp"
#include "solve/com/com_c2m_merit.hpp"
#include "solve/com/com_rx_merit.hpp"

namespace chappe {
namespace {

constexpr double kLost = -std::numeric_limits<double>::infinity();
constexpr std::size_t kChunk = 256;  // transmit settings a task
constexpr double kSlack_db = 1e-9;   // rounding between a bound and the figure itself

/// One point by its place in the reference's order.
struct Best {
  double fom_db{kLost};
  std::size_t pair{0}, tx{0};
  int offset{0};
  bool better_than(const Best& other) const {
    if (fom_db != other.fom_db) return fom_db > other.fom_db;
    if (pair != other.pair) return pair < other.pair;
    if (tx != other.tx) return tx < other.tx;
    return offset < other.offset;
  }
};

bool qualified(const ComCtle& ctle, double g_dc_db, double g_dc_hp_db) {
  if (ctle.gdc_min_db != 0.0 && g_dc_db + g_dc_hp_db > ctle.gdc_min_db) return false;
  if (ctle.g_qual.empty() || ctle.g2_qual.empty()) return true;
  std::vector<double> g2 = ctle.g2_qual;
  std::sort(g2.begin(), g2.end(), std::greater<>());
  for (std::size_t k = 0; k < std::min(g2.size(), ctle.g_qual.size()); ++k) {
    const double above =
        k == 0 ? std::nextafter(g2[0], std::numeric_limits<double>::infinity()) : g2[k - 1];
    if (g_dc_hp_db < g2[k] || g_dc_hp_db >= above) continue;
    return g_dc_db >= ctle.g_qual[k][0] && g_dc_db < ctle.g_qual[k][1];
  }
  return false;
}

/// What the search maximises at one pair of gains: with or without a receive FFE, or by eye height.
class ComObjective {
 public:
  ComObjective(const ComConfig& config, const ComSignals& signals,
               const std::array<std::size_t, 2>& pair, int shift_max, bool by_eye)
      : config_(config),
        by_eye_(by_eye),
        bank_(com_bank(config, signals, com_ctle_setting(config, pair[0], pair[1]), shift_max)) {
    if (config.rx_ffe.on()) {
      rx_ = std::make_unique<ComRxMerit>(config, signals, bank_, pair[0], pair[1], shift_max);
    } else {
      plain_ = std::make_unique<ComMerit>(config, signals);
    }
  }
  std::optional<double> evaluate(std::span<const double> tx, int cursor, int offset,
                                 double beat_db) {
    if (by_eye_) return com_c2m_fom_db(config_, bank_, *plain_, tx, cursor, offset, beat_db);
    return rx_ ? rx_->evaluate(tx, cursor, offset, beat_db)
               : plain_->evaluate(bank_, tx, cursor, offset, beat_db);
  }

 private:
  const ComConfig& config_;
  bool by_eye_;
  ComBank bank_;
  std::unique_ptr<ComMerit> plain_{};
  std::unique_ptr<ComRxMerit> rx_{};
};

class Search {
 public:
  Search(const ComConfig& config, const ComSignals& signals, const ComControl& control)
      : config_(config),
        signals_(signals),
        control_(control),
        grid_(config),
        pairs_(com_ctle_pairs(config)),
        by_eye_(config.c2m && config.t_o_mui > 0.0 && config.eh_min_test_v > 0.0 &&
                !config.rx_ffe.on()) {}

  ComSearchResult run() {
    if (pairs_.empty())
      throw ScenarioError("COM: GDC_MIN, G_Qual and G2_Qual leave no CTLE setting");
    const bool local = control_.local_search && config_.local_search > 0;
    Best best = local ? by_local_search() : by_whole_grid();
    if (best.fom_db == kLost && by_eye_) {  // no eye is high enough: by the figure of merit then
      by_eye_ = false;
      tried_ = 0;
      best = local ? by_local_search() : by_whole_grid();
    }
    if (best.fom_db == kLost) {
      if (tried_ == 0) {
        throw ScenarioError("COM: every transmit FFE setting leaves less than the sheet's c(0)");
      }
      throw DataError("COM: no equaliser setting has a sampling instant with a positive cursor");
    }
    ComSearchResult out;
    out.gain = pairs_[best.pair][0];
    out.hp_gain = pairs_[best.pair][1];
    const ComCtleSetting ctle = com_ctle_setting(config_, out.gain, out.hp_gain);
    out.setting = {ctle.g_dc_db, ctle.g_dc_hp_db, *grid_.taps_of(best.tx), grid_.cursor(),
                   best.offset};
    out.fom_db = best.fom_db;
    out.settings_tried = tried_;
    return out;
  }

 private:
  /// Tries every offset of one transmit setting.
  void consider(ComObjective& objective, std::size_t pair, std::size_t tx, Best& best,
                double beat_db, long& tried) const {
    const auto taps = grid_.taps_of(tx);
    if (!taps) return;
    for (int offset = config_.sample_adjustment[0]; offset <= config_.sample_adjustment[1];
         ++offset) {
      ++tried;
      const double limit = std::max(beat_db, best.fom_db) - kSlack_db;
      const auto fom_db = objective.evaluate(*taps, grid_.cursor(), offset, limit);
      if (!fom_db) continue;
      const Best here{*fom_db, pair, tx, offset};
      if (here.better_than(best)) best = here;
    }
  }

  Best by_whole_grid();
  Best by_local_search();
  bool skipped_locally(std::size_t pair, const std::vector<int>& digits, const Best& best) const;

  const ComConfig& config_;
  const ComSignals& signals_;
  const ComControl& control_;
  ComTxGrid grid_;
  std::vector<std::array<std::size_t, 2>> pairs_;
  bool by_eye_;
  long tried_{0};
};

/// Pairs of gains run in parallel; where they are few, pieces of the transmit grid too. What the
/// tasks share is the best figure so far, which only gives up what is worse: the result does not
/// depend on their order.
Best Search::by_whole_grid() {
  const std::size_t chunks = (grid_.size() + kChunk - 1) / kChunk;
  const std::size_t pieces = pairs_.size() >= 16 ? 1 : chunks;
  const std::size_t each = (grid_.size() + pieces - 1) / pieces;
  std::vector<Best> found(pairs_.size() * pieces);
  std::vector<long> tried(found.size(), 0);
  std::atomic<double> shared{kLost};
  std::atomic<std::size_t> done{0};
  const bool ran = parallel_for(
      found.size(), control_.threads,
      [&](std::size_t task) {
        const std::size_t pair = task / pieces, first = task % pieces * each;
        ComObjective objective(config_, signals_, pairs_[pair], grid_.shift_max(), by_eye_);
        Best& best = found[task];
        for (std::size_t tx = first; tx < std::min(first + each, grid_.size()); ++tx) {
          if (tx % kChunk == 0) com_check_stop(control_);
          consider(objective, pair, tx, best, shared, tried[task]);
          double seen = shared;
          while (best.fom_db > seen && !shared.compare_exchange_weak(seen, best.fom_db)) {
          }
        }
        if (control_.progress) {
          control_.progress(static_cast<double>(++done) / static_cast<double>(found.size()));
        }
      },
      control_.stop);
  if (!ran) throw Interrupted("stopped during the search");
  Best best;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i].better_than(best)) best = found[i];
    tried_ += tried[i];
  }
  return best;
}

/// The reference's rule: a range that has several values is left out where it is more than d steps
/// from the best so far, unless the next slower range stands at its first value.
bool Search::skipped_locally(std::size_t pair, const std::vector<int>& digits,
                             const Best& best) const {
  if (best.fom_db == kLost) return false;
  const int d = config_.local_search;
  const std::vector<int> at_best = grid_.digits(best.tx);
  const auto away = [d](auto a, auto b) {
    return std::abs(static_cast<long>(a) - static_cast<long>(b)) > d;
  };
  const std::size_t hp = pairs_[pair][1], hp_best = pairs_[best.pair][1];
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (grid_.ranges()[i].size() < 2) continue;
    const bool slower_moved = i == 0 ? hp > 0 : digits[i - 1] > 0;
    if (slower_moved && away(digits[i], at_best[i])) return true;
  }
  return pairs_[pair][0] > 0 && away(hp, hp_best);
}

Best Search::by_local_search() {
  Best best;
  for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
    ComObjective objective(config_, signals_, pairs_[pair], grid_.shift_max(), by_eye_);
    for (std::size_t tx = 0; tx < grid_.size(); ++tx) {
      if (tx % kChunk == 0) com_check_stop(control_);
      if (!skipped_locally(pair, grid_.digits(tx), best)) {
        consider(objective, pair, tx, best, kLost, tried_);
      }
    }
    if (control_.progress) {
      control_.progress(static_cast<double>(pair + 1) / static_cast<double>(pairs_.size()));
    }
  }
  return best;
}

}  // namespace

std::vector<std::array<std::size_t, 2>> com_ctle_pairs(const ComConfig& config) {
  std::vector<std::array<std::size_t, 2>> out;
  const ComCtle& ctle = config.ctle;
  const std::size_t hp_count = std::max<std::size_t>(1, ctle.g_dc_hp_db.size());
  for (std::size_t g = 0; g < ctle.g_dc_db.size(); ++g) {
    for (std::size_t h = 0; h < hp_count; ++h) {
      const double hp_db = ctle.g_dc_hp_db.empty() ? 0.0 : ctle.g_dc_hp_db[h];
      if (qualified(ctle, ctle.g_dc_db[g], hp_db)) out.push_back({g, h});
    }
  }
  return out;
}

ComSearchResult com_search(const ComConfig& config, const ComSignals& signals,
                           const ComControl& control) {
  return Search(config, signals, control).run();
}

}  // namespace chappe
