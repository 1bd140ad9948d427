#pragma once
// What is to be known of a Touchstone file before it is used, as figures and verdicts.
#include <optional>
#include <string>
#include <vector>

#include "signal/mixed_mode.hpp"
#include "signal/touchstone.hpp"

namespace chappe {

enum class Verdict { ok, note, warning, failure };
/// "ok", "note", "warn", "FAIL".
std::string to_text(Verdict verdict);

/// One thing looked at. `advice` is what to do; empty if nothing.
struct Finding {
  std::string topic{};
  Verdict verdict{Verdict::ok};
  std::string text{};
  std::string advice{};
};

struct LossAt {
  double f_hz{0.0};
  std::optional<double> insertion_db{};  ///< none for a 1-port
  double return_db{0.0};                 ///< at port 1 (4-port: near differential)
};

struct Inspection {
  int ports{0};
  std::size_t points{0};
  double first_hz{0.0}, last_hz{0.0};
  std::optional<Pairing> pairing{};  ///< of a 4-port
  double largest_singular_value{0.0};
  double reciprocity_error{0.0};
  std::optional<double> energy_ahead{};  ///< of the through path; none where there is no such path
  std::vector<LossAt> losses{};
  std::vector<Finding> findings{};
  Verdict verdict() const;  ///< the worst
};

struct InspectOptions {
  std::optional<Pairing> pairing{};  ///< of 4-ports; else found in the data
  /// Frequencies of the losses [Hz]; those beyond the data are told. Empty: a quarter, a half and
  /// the whole of the last frequency.
  std::vector<double> at_hz{};
};

/// Losses are interpolated in magnitude and unwrapped phase. A passive file has no singular value
/// above 1 + 1e-3 (a note above 1 + 1e-6), fails above 1.05. The through path is the differential
/// one of a 4-port, S21 of a 2-port; its energy ahead of the delay, for a pulse as wide as one
/// over the last frequency, is to be below 1e-3 of the whole.
Inspection inspect(const TouchstoneData& data, const InspectOptions& options);

}  // namespace chappe
