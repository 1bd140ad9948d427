#pragma once
// A study: links with their sweeps, and what to solve for. `run_study` turns it into tables.
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/table.hpp"
#include "link/catalogue.hpp"
#include "link/spec.hpp"
#include "solve/options.hpp"
#include "solve/tolerance.hpp"

namespace chappe {

/// One axis of a link's cases: the key (as set_value takes it) and its values in order.
struct Sweep {
  std::string target{};         ///< "element.cable.length_m"
  std::vector<Value> values{};  ///< at least one; all numbers or all texts
  Origin origin{};
};

struct LinkStudy {
  PathSpec spec{};
  std::vector<Sweep> sweeps{};          ///< the first is the slowest axis
  std::vector<Tolerance> tolerances{};  ///< spread around the spec's values
};

/// An answer that a scenario states: ctest and the exit code check it.
struct Expectation {
  std::string link{};
  std::string column{};
  std::vector<std::pair<std::string, Value>> at{};  ///< coordinates; those left out mean every case
  double low{0.0}, high{0.0};                       ///< allowed range, ends included
  Origin origin{};
};

struct Study {
  std::vector<LinkStudy> links{};
  SolveOptions solve{};
  Requirements require{};
  std::vector<Expectation> expect{};
};

/// How a study is run: nothing in here may change a result.
struct RunControl {
  int threads{1};
  std::uint64_t seed{1};  ///< (the seed may: it is part of the result)
  bool allow_extrapolation{false};
  bool allow_outside{false};
  const std::atomic<bool>* stop{nullptr};  ///< set by a signal or a time limit
  std::function<void(std::size_t done, std::size_t of, const std::string& what)> progress{};
};

/// What a run found beside its tables.
struct StudyOutcome {
  std::vector<Table> tables{};             ///< per link: "<link>" and "<link>/ledger"
  std::vector<std::string> assumptions{};  ///< one line each, in order, without repeats
  std::vector<std::string> failed{};       ///< requirements and expectations that do not hold
  bool any_valid{true};                    ///< false: every case is outside validity (exit 4)
};

/// @throws ScenarioError, DataError, ModelError (single case), Interrupted
StudyOutcome run_study(const Study& study, const Catalogue& catalogue, const RunControl& control);

}  // namespace chappe
