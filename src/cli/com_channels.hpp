#pragma once
// Touchstone files as channels of COM.
#include <optional>
#include <string>
#include <vector>

#include "base/errors.hpp"
#include "signal/mixed_mode.hpp"
#include "solve/com/com.hpp"

namespace chappe::cli {

struct ComFile {
  ComChannel channel{};
  std::vector<std::string> remarks{};   ///< what was assumed, each with the file's name
  std::vector<std::string> warnings{};  ///< what is likely wrong
};

/// Reads a 4-port, refers it to 50 ohm and splits it into modes.
/// @param through  a victim's file: its data must not speak against the pairing
/// @throws DataError if it cannot be read or is no 4-port
ComFile read_com_file(const std::string& path, const Pairing& pairing, bool through);

/// Pairing of a sheet's Port Order.
Pairing com_pairing(const ComConfig& config);

/// What one victim came to.
struct ComRow {
  std::string thru{};
  std::optional<ComResult> result{};  ///< none if it failed
  ExitCode code{ExitCode::done};
  std::string message{};                ///< of the failure
  std::vector<std::string> remarks{};   ///< of the file
  std::vector<std::string> warnings{};  ///< of the file
};

/// "ok", "outside_validity" or "error".
std::string com_status(const ComRow& row);

/// One limit of the sheet.
struct ComLimit {
  std::string name{};  ///< "COM"
  std::string key{};   ///< "com_db"
  std::string unit{};
  double value{0.0};
  double limit{0.0};
  bool at_most{false};  ///< else at least
  bool pass() const { return at_most ? value <= limit : value >= limit; }
};

/// COM, VEC and VEO of all test cases, each of its own worst; the rest is the worst case's.
ComEye worst_eye(const ComResult& result);

/// What the sheet asks for: COM, or VEC and eye height of a module host; ERL if it was computed and
/// a limit is given. Each of its own worst test case.
std::vector<ComLimit> com_limits(const ComResult& result, const ComConfig& config);

}  // namespace chappe::cli
