#pragma once
// Yield of a link whose parameters spread: samples of made pieces, each solved like a case.
#include <cstdint>
#include <limits>
#include <optional>

#include "base/params.hpp"

namespace chappe {

struct LinkStudy;
struct PathSpec;
struct CaseBuilder;
struct CaseRequest;
struct CaseResult;
struct RunControl;

/// What samples say of a case; NaN where none were drawn.
struct YieldFigures {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  double yield{kNone}, yield_low{kNone}, yield_high{kNone}, yield_samples{kNone};
  double margin_at_share_db{kNone}, margin_at_share_low_db{kNone};
  double optical_margin_at_share_db{kNone};
  void visit(auto&& f) {
    f(Info{"yield", "1", "samples of the tolerances that meet every limit, of all samples"}, yield);
    f(Info{"yield_low", "1",
           "lower end of its two-sided 95 % interval (Clopper-Pearson): a one-sided bound at 97.5 "
           "%"},
      yield_low);
    f(Info{"yield_high", "1", "upper end of that interval"}, yield_high);
    f(Info{"yield_samples", "1", "samples of the tolerances"}, yield_samples);
    f(Info{"margin_at_share_db", "dB",
           "margin_db that the share solve.yield_margin_share of the samples reach; samples outside"
           " validity count as -60"},
      margin_at_share_db);
    f(Info{"margin_at_share_low_db", "dB",
           "what that share of all links reaches with 95 % confidence, whatever their distribution;"
           " none where the samples are too few to tell"},
      margin_at_share_low_db);
    f(Info{"optical_margin_at_share_db", "dB",
           "optical_margin_db that that share of the samples reach"},
      optical_margin_at_share_db);
  }
};

/// Yield of n samples of which k pass, with its exact two-sided interval at 95 %. (One-sided: all
/// of 2,995 samples passing show, at 95 %, a yield of at least 99.9 %.)
/// @param passed  in [0, n]   @param samples  >= 1
YieldFigures yield_figures(std::int64_t passed, std::int64_t samples);

/// One-sided lower bound of a yield: with this confidence it is at least that.
/// Source: Clopper and Pearson, Biometrika 26 (1934) 404.
double yield_at_least(std::int64_t passed, std::int64_t samples, double confidence = 0.95);

/// Which of n samples, counted from the smallest (0), a share of all pieces reaches with this
/// confidence whatever their distribution; nothing where n is too small (0.999 at 95 %: below
/// 2,995). The largest k with P(Bin(n, 1 - share) <= k) <= 1 - confidence.
/// Source: S. S. Wilks, Ann. Math. Stat. 12 (1941) 91 (recalled).
std::optional<std::int64_t> tolerance_rank(std::int64_t samples, double share,
                                           double confidence = 0.95);

/// The spec with every tolerance's value in sample `i`.
PathSpec sample_spec(const LinkStudy& study, const PathSpec& nominal, std::uint64_t seed,
                     std::size_t i);

/// True if the study has tolerances and samples of them are asked for.
bool has_yield(const LinkStudy& study, const CaseRequest& request);

/// Draws [solve] yield_samples samples around a case and fills its yield; its ber_pre_fec_low and
/// _high become the 2.5 % and 97.5 % points of the samples (0.5 for one outside validity). It
/// misses [require] yield_min unless yield_at_least, at 95 %, is that. Equalisers are searched anew
/// in each sample. Parallel over samples; the same on any number of threads.
/// @param result  of `nominal`   @throws Interrupted; ScenarioError where a draw is refused
void add_yield(const LinkStudy& study, const PathSpec& nominal, const CaseBuilder& builder,
               const CaseRequest& request, const RunControl& control, CaseResult& result);

}  // namespace chappe
