#include "scenario/option_checks.hpp"

#include <algorithm>

#include "solve/cases.hpp"

namespace chappe {
namespace {

class OptionChecks {
 public:
  OptionChecks(const Study& study, const std::vector<ReadLink>& links, const GivenOptions& given,
               Faults& faults)
      : solve_(study.solve),
        require_(study.require),
        links_(links),
        given_(given),
        faults_(faults) {}

  void run() {
    check_cross_check();
    const bool well =
        std::all_of(links_.begin(), links_.end(), [](const ReadLink& link) { return link.well; });
    if (!solve_.reach.empty() && well) check_reach();
    if (solve_.reach.empty() && require_.reach_m_min) {
      of_require("reach_m_min", " needs solve.reach: without it no reach is looked for");
    }
    if (well) check_yield();
  }

 private:
  void add(const ParamMap& given, const char* key, const std::string& message) {
    const auto it = given.find(key);
    faults_.add(it == given.end() ? Origin{given_.file, 0, 0} : it->second.origin, key + message);
  }
  void of_solve(const char* key, const std::string& message) { add(given_.solve, key, message); }
  void of_require(const char* key, const std::string& message) {
    add(given_.require, key, message);
  }

  void check_cross_check() {
    if (solve_.cross_check) return;
    if (solve_.cross_check_ber != SolveOptions{}.cross_check_ber) {
      of_solve("cross_check_ber", " needs solve.cross_check = true");
    }
    if (solve_.cross_check_adapted) {
      of_solve("cross_check_adapted", " needs solve.cross_check = true");
    }
  }

  /// What a reach is to be found over must be a length that every link sweeps.
  void check_reach() {
    std::vector<std::string> lengths;
    std::string without;
    for (const ReadLink& link : links_) {
      bool swept = false;
      for (const Sweep& sweep : link.study.sweeps) {
        swept = swept || sweep.target == solve_.reach;
        if (metres_per_unit(sweep.target)) lengths.push_back(sweep.target);
      }
      if (!swept) without += (without.empty() ? "'" : ", '") + link.study.spec.name + "'";
    }
    const std::string reach = " = " + to_text(Value{solve_.reach});
    if (!without.empty()) {
      of_solve("reach",
               reach + " is not swept by link " + without + did_you_mean(solve_.reach, lengths));
    } else if (!metres_per_unit(solve_.reach)) {
      std::string known;
      for (const std::string& length : lengths) known += (known.empty() ? "" : ", ") + length;
      of_solve("reach", reach + " is no length: its key does not end in _m, _mm or _km" +
                            (known.empty() ? "" : "; the lengths swept are " + known));
    }
  }

  /// Samples need something that spreads, a reach at a yield needs both, and a sample has no
  /// waveform.
  void check_yield() {
    bool spread = false, varied = false;
    for (const ReadLink& link : links_) {
      spread = spread || !link.study.tolerances.empty();
      varied = varied || spread || !link.study.sweeps.empty();
    }
    if (solve_.yield_samples > 0 && !spread) {
      of_solve("yield_samples", " needs a parameter with a distribution");
    }
    if (solve_.yield_samples > 0 && solve_.fidelity == "waveform") {
      of_solve("yield_samples", ": samples are not solved by waveform; use statistical");
    }
    if (solve_.reach_yield > 0.0 && (solve_.reach.empty() || solve_.yield_samples == 0)) {
      of_solve("reach_yield", " needs solve.reach and solve.yield_samples");
    }
    if (require_.yield_min && solve_.yield_samples == 0) {
      of_require("yield_min", " needs solve.yield_samples");
    } else if (require_.yield_min && !solve_.reach.empty()) {
      of_require("yield_min", " limits cases; a reach takes solve.reach_yield");
    }
    if (solve_.sensitivity && !varied) {
      of_solve("sensitivity", " needs a parameter with a distribution or a sweep");
    }
  }

  const SolveOptions& solve_;
  const Requirements& require_;
  const std::vector<ReadLink>& links_;
  const GivenOptions& given_;
  Faults& faults_;
};

}  // namespace

void check_options(const Study& study, const std::vector<ReadLink>& links,
                   const GivenOptions& given, Faults& faults) {
  OptionChecks(study, links, given, faults).run();
}

}  // namespace chappe
