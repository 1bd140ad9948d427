#include "base/errors.hpp"

#include <algorithm>
#include <numeric>

namespace chappe {
namespace {

std::string join(const std::vector<Fault>& faults) {
  std::string text;
  for (const Fault& fault : faults) {
    if (!text.empty()) text += '\n';
    const std::string place = fault.origin.text();
    text += place.empty() ? fault.message : place + ": " + fault.message;
  }
  return text;
}

}  // namespace

std::string Origin::text() const {
  std::string out = file;
  if (line > 0) out += (out.empty() ? "line " : ":") + std::to_string(line);
  if (line > 0 && column > 0) out += ":" + std::to_string(column);
  return out;
}

ScenarioError::ScenarioError(std::vector<Fault> faults)
    : Error(ExitCode::usage, join(faults)), faults_(std::move(faults)) {}

DataError::DataError(const Origin& where, const std::string& message)
    : Error(ExitCode::data, join({{where, message}})) {}

void Faults::add(Origin origin, std::string message) {
  faults_.push_back({std::move(origin), std::move(message)});
}

void Faults::throw_if_any() const {
  if (!faults_.empty()) throw ScenarioError(faults_);
}

void ensure(bool condition, std::string_view what, std::source_location where) {
  if (condition) return;
  throw InternalError(std::string(where.file_name()) + ":" + std::to_string(where.line()) +
                      ": does not hold: " + std::string(what));
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({substituted, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string* best = nullptr;
  std::size_t least = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < least) {
      least = distance;
      best = &candidate;
    }
  }
  return best == nullptr ? "" : " (did you mean '" + *best + "'?)";
}

}  // namespace chappe
