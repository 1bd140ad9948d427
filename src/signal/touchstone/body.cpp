#include "signal/touchstone/body.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/constants.hpp"

namespace chappe::touchstone {
namespace {

constexpr double kMagnitudeMax = 1e15;  ///< no S of a circuit, but squares of it stay finite

}  // namespace

cd polar_degrees(double magnitude, double degrees) {
  if (degrees == 0.0) return {magnitude, 0.0};
  const double turned = std::remainder(degrees, 360.0);
  const double quarter = std::nearbyint(turned / 90.0);
  const double rest = (turned - 90.0 * quarter) * (kPi / 180.0);
  const double c = magnitude * std::cos(rest), s = magnitude * std::sin(rest);
  switch (static_cast<int>(quarter)) {
    case 0:
      return {c, s};
    case 1:
      return {-s, c};
    case -1:
      return {s, -c};
    default:
      return {-c, -s};
  }
}

bool has_words(const Lexer& lexer, int count) {
  Lexer words = lexer;
  int found = 0;
  while (found <= count && !words.word().empty()) ++found;
  return found == count;
}

Body::Body(Form form)
    : form_(std::move(form)),
      network_(FrequencyGrid{}, form_.ports, 1.0),
      record_(form_.places.size()),
      most_(form_.options.parameter == 'S' ? kMagnitudeMax : std::numeric_limits<double>::max()) {
  network_.z0_ohm = form_.z0_ohm;
  network_.port_names = form_.names;
}

std::string Body::record_name() const {
  return "the record of " + number_text(network_.grid.f_hz.back()) + " Hz (line " +
         std::to_string(record_line_) + ", " + std::to_string(2 * record_.size() + 1) +
         " numbers for " + std::to_string(form_.ports) + (form_.ports == 1 ? " port)" : " ports)");
}

bool Body::add_line(Lexer& lexer, std::vector<std::string>& remarks) {
  if (!lexer.more()) return true;
  if (count_ == 0) {
    if (!begin_record(lexer, remarks)) return false;
  } else if (count_ % 2 == 0) {
    lexer.fail("the line before ends inside a pair: " + record_name() + " has " +
               std::to_string(count_) + " numbers so far");
  }
  while (lexer.more()) {
    if (count_ == 0) lexer.fail("expected the end of the line: " + record_name() + " is complete");
    if (count_ % 2 == 1) {
      pair_begin_ = lexer.position();
      first_ = lexer.number();
    } else {
      take_pair(lexer, value(first_, lexer.number()));
    }
    if (++count_ > 2 * record_.size()) finish_record(lexer);
  }
  return true;
}

bool Body::begin_record(Lexer& lexer, std::vector<std::string>& remarks) {
  std::vector<double>& f = network_.grid.f_hz;
  const std::size_t begin = lexer.position();
  const double value_hz = lexer.scaled_number(form_.options.exponent);
  if (value_hz < 0.0) {
    throw DataError(lexer.place(begin), "negative frequency " + number_text(value_hz) + " Hz");
  }
  if (!f.empty() && value_hz <= f.back()) {
    if (form_.ports == 2 && !form_.version_2) {
      lexer.rewind(begin);
      if (has_words(lexer, 5)) return false;
    }
    throw DataError(lexer.place(begin),
                    "frequency " + number_text(value_hz) + " Hz is not above the one before (" +
                        number_text(f.back()) + " Hz); expected ascending frequencies");
  }
  if (form_.frequencies != 0 && f.size() == form_.frequencies) {
    throw DataError(lexer.place(begin),
                    "more data than [Number of Frequencies] " + std::to_string(form_.frequencies));
  }
  if (f.size() == kTouchstonePointsMax) {
    throw DataError(lexer.place(begin), "more than 1e7 frequencies");
  }
  if (value_hz > 1e12 && !beyond_1thz_) {
    beyond_1thz_ = true;
    remarks.push_back(lexer.place(begin).text() + ": frequencies above 1 THz: is the unit right?");
  }
  record_line_ = lexer.line();
  record_begin_ = begin;
  f.push_back(value_hz);
  count_ = 1;
  return true;
}

void Body::take_pair(const Lexer& lexer, cd x) {
  if (!(std::abs(x.real()) <= most_ && std::abs(x.imag()) <= most_)) {
    throw DataError(lexer.place(pair_begin_), form_.options.parameter == 'S'
                                                  ? "|S| is above 1e15; is the file damaged?"
                                                  : "a value beyond the largest number");
  }
  record_[count_ / 2 - 1] = x;
}

void Body::finish_record(const Lexer& lexer) {
  count_ = 0;
  if (network_.grid.size() == 1) reserve(lexer);
  for (std::size_t p = 0; p < form_.places.size(); ++p) {
    network_.s[form_.places[p]].push_back(record_[p]);
    if (form_.mirrors[p] != form_.places[p]) network_.s[form_.mirrors[p]].push_back(record_[p]);
  }
}

/// Room for as many records as the rest of the text can hold if they are as long as the first.
void Body::reserve(const Lexer& lexer) {
  const std::size_t length = std::max<std::size_t>(lexer.position() - record_begin_, 1);
  const std::size_t most = form_.frequencies != 0 ? form_.frequencies : kTouchstonePointsMax;
  const std::size_t points = std::min((lexer.size() - record_begin_) / length + 2, most);
  network_.grid.f_hz.reserve(points);
  for (auto& values : network_.s) values.reserve(points);
}

cd Body::value(double x, double y) const {
  switch (form_.options.format) {
    case TouchstoneFormat::ri:
      return {x, y};
    case TouchstoneFormat::ma:
      return polar_degrees(x, y);
    case TouchstoneFormat::db:
      return polar_degrees(std::pow(10.0, x / 20.0), y);
  }
  return {};
}

void Body::check_end(const Lexer& lexer) const {
  const std::size_t points = network_.grid.size();
  if (points == 0) lexer.fail("expected data, found the end of them");
  if (count_ != 0) {
    lexer.fail("the data end inside " + record_name() + ": " + std::to_string(count_) +
               (count_ == 1 ? " number was" : " numbers were") + " read; is the file truncated?");
  }
  if (form_.frequencies != 0 && points != form_.frequencies) {
    lexer.fail("the data end behind the record of " + number_text(network_.grid.f_hz.back()) +
               " Hz: " + std::to_string(points) + " of [Number of Frequencies] " +
               std::to_string(form_.frequencies) + " were read; is the file truncated?");
  }
}

}  // namespace chappe::touchstone
