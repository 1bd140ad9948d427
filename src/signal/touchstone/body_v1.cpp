#include "signal/touchstone/body_v1.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "base/constants.hpp"

namespace chappe::touchstone {
namespace {

constexpr std::size_t kPointsMax = 10'000'000;

/// Magnitude and angle in degrees; multiples of 90 degrees are exact.
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

std::string text_of(double value) {
  std::ostringstream out;
  out.precision(12);
  out << value;
  return out.str();
}

}  // namespace

BodyV1::BodyV1(int ports, const Options& options)
    : ports_(ports), options_(options), network_(FrequencyGrid{}, ports, options.z0_ohm) {
  record_.resize(2 * network_.s.size());
}

std::string BodyV1::record_name() const {
  return "the record of line " + std::to_string(record_line_) + " (" +
         std::to_string(record_.size() + 1) + " numbers for " + std::to_string(ports_) +
         (ports_ == 1 ? " port)" : " ports)");
}

void BodyV1::add_line(Lexer& lexer, std::vector<std::string>& remarks) {
  if (!lexer.more()) return;
  if (noise_) return add_noise_line(lexer);
  if (count_ == 0) {
    begin_record(lexer, remarks);
    if (noise_) return;
  } else if (count_ % 2 == 0) {
    lexer.fail("the line before ends inside a pair: " + record_name() + " has " +
               std::to_string(count_) + " numbers so far");
  }
  while (lexer.more()) {
    if (count_ == 0) lexer.fail("expected the end of the line: " + record_name() + " is complete");
    record_[count_ - 1] = lexer.number();
    if (++count_ > record_.size()) finish_record(lexer);
  }
}

void BodyV1::begin_record(Lexer& lexer, std::vector<std::string>& remarks) {
  std::vector<double>& f = network_.grid.f_hz;
  const Origin where = lexer.here();
  const Lexer line_begin = lexer;
  const double value_hz = lexer.scaled_number(options_.exponent);
  if (value_hz < 0.0) throw DataError(where, "negative frequency " + text_of(value_hz) + " Hz");
  if (!f.empty() && value_hz <= f.back()) {
    if (ports_ == 2 && is_noise_line(line_begin)) {
      noise_ = true;
      remarks.push_back(where.text() + ": noise parameters are passed over");
      lexer = line_begin;
      return add_noise_line(lexer);
    }
    throw DataError(where, "frequency " + text_of(value_hz) + " Hz is not above the one before (" +
                               text_of(f.back()) + " Hz); expected ascending frequencies");
  }
  if (f.size() == kPointsMax) throw DataError(where, "more than 1e7 frequencies");
  if (value_hz > 1e12 && !beyond_1thz_) {
    beyond_1thz_ = true;
    remarks.push_back(where.text() + ": frequencies above 1 THz: is the unit right?");
  }
  record_line_ = lexer.line();
  record_begin_ = line_begin.position();
  f.push_back(value_hz);
  count_ = 1;
}

void BodyV1::finish_record(const Lexer& lexer) {
  count_ = 0;
  if (network_.grid.size() == 1) reserve(lexer);
  const std::size_t n = network_.s.size();
  for (std::size_t p = 0; p < n; ++p) {
    const cd x = value(record_[2 * p], record_[2 * p + 1]);
    if (!std::isfinite(x.real()) || !std::isfinite(x.imag())) {
      throw DataError(lexer.here(),
                      "a value of " + record_name() + " is beyond the largest number");
    }
    // 2-ports are written column by column.
    const std::size_t place = ports_ == 2 && (p == 1 || p == 2) ? 3 - p : p;
    network_.s[place].push_back(x);
  }
}

/// Room for as many records as the rest of the text can hold if they are as long as the first.
void BodyV1::reserve(const Lexer& lexer) {
  const std::size_t length = std::max<std::size_t>(lexer.position() - record_begin_, 1);
  const std::size_t points = std::min((lexer.size() - record_begin_) / length + 2, kPointsMax);
  network_.grid.f_hz.reserve(points);
  for (auto& values : network_.s) values.reserve(points);
}

cd BodyV1::value(double x, double y) const {
  switch (options_.format) {
    case TouchstoneFormat::ri:
      return {x, y};
    case TouchstoneFormat::ma:
      return polar_degrees(x, y);
    case TouchstoneFormat::db:
      return polar_degrees(std::pow(10.0, x / 20.0), y);
  }
  return {};
}

bool BodyV1::is_noise_line(const Lexer& lexer) const {
  Lexer words = lexer;
  int count = 0;
  while (!words.word().empty()) ++count;
  return count == 5;
}

void BodyV1::add_noise_line(Lexer& lexer) {
  const Origin where = lexer.here();
  if (!is_noise_line(lexer)) {
    throw DataError(where, "expected the five numbers of a line of noise parameters");
  }
  const double f = lexer.number();
  if (f <= noise_f_) throw DataError(where, "the noise parameters' frequencies do not ascend");
  noise_f_ = f;
  while (lexer.more()) lexer.number();
}

Network BodyV1::finish(const Lexer& lexer) {
  if (count_ != 0) {
    lexer.fail("the file ends inside " + record_name() + ": " + std::to_string(count_) +
               " numbers were read; is it truncated?");
  }
  if (network_.grid.f_hz.empty()) lexer.fail("expected data, found the end of the file");
  return std::move(network_);
}

}  // namespace chappe::touchstone
