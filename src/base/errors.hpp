#pragma once
// Errors and exit codes of DESIGN.md section 4. Libraries throw these and never print.
#include <cstddef>
#include <source_location>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace chappe {

/// Exit codes of the command; every Error carries the one it leads to.
enum class ExitCode : int {
  done = 0,                ///< all well
  requirement_failed = 1,  ///< a [require] outside a reach search, or an [expect], fails
  usage = 2,               ///< command line or scenario error
  data = 3,                ///< unreadable or invalid data file
  outside_validity = 4,    ///< outside the models' validity
  output = 5,              ///< missing folder, disk full, permission, not a regular file
  internal = 6,            ///< our own fault
  interrupted = 75,        ///< SIGINT, SIGTERM or time limit; resumable
};

/// Where a value was written. line and column count from 1; 0 means unknown.
struct Origin {
  std::string file{};
  int line{0};
  int column{0};
  /// "file:line:column", as much of it as is known; "" if nothing is.
  std::string text() const;
  bool operator==(const Origin&) const = default;
};

/// One fault of an input: its place and what is wrong.
struct Fault {
  Origin origin{};
  std::string message{};
};

class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

/// The user's scenario or command line is at fault: what() holds one line a fault.
class ScenarioError final : public Error {
 public:
  explicit ScenarioError(std::vector<Fault> faults);
  explicit ScenarioError(const std::string& message) : Error(ExitCode::usage, message) {}
  const std::vector<Fault>& faults() const { return faults_; }

 private:
  std::vector<Fault> faults_{};
};

/// A data file cannot be read or is invalid.
class DataError final : public Error {
 public:
  explicit DataError(const std::string& message) : Error(ExitCode::data, message) {}
  DataError(const Origin& where, const std::string& message);
};

/// A model was asked for something outside its validity: model, quantity, value, range, source.
class ModelError final : public Error {
 public:
  explicit ModelError(const std::string& message) : Error(ExitCode::outside_validity, message) {}
};

/// The result cannot be written.
class OutputError final : public Error {
 public:
  explicit OutputError(const std::string& message) : Error(ExitCode::output, message) {}
};

/// Stopped by a signal or a time limit.
class Interrupted final : public Error {
 public:
  explicit Interrupted(const std::string& message) : Error(ExitCode::interrupted, message) {}
};

/// A condition of ours does not hold.
class InternalError final : public Error {
 public:
  explicit InternalError(const std::string& message) : Error(ExitCode::internal, message) {}
};

/// Collects all faults of an input, so that they are reported at once.
class Faults {
 public:
  void add(Origin origin, std::string message);
  bool empty() const { return faults_.empty(); }
  const std::vector<Fault>& list() const { return faults_; }
  /// @throws ScenarioError holding all faults, if there is any
  void throw_if_any() const;

 private:
  std::vector<Fault> faults_{};
};

/// Our own invariant. @param what  the condition in words, with its values
/// @throws InternalError with file:line
void ensure(bool condition, std::string_view what,
            std::source_location where = std::source_location::current());

/// Letters to insert, remove or change to make `b` of `a` (Levenshtein).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// "did you mean 'x'?" in brackets with a leading blank, or "" if no candidate is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace chappe
