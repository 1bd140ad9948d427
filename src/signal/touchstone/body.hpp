#pragma once
// The network data, one line at a time.
#include <cstddef>
#include <string>
#include <vector>

#include "signal/network.hpp"
#include "signal/touchstone/form.hpp"
#include "signal/touchstone/lexer.hpp"

namespace chappe::touchstone {

/// Collects records of one frequency and the pairs of the form. A record begins a line; its lines
/// break between pairs.
class Body {
 public:
  explicit Body(Form form);
  /// Takes the rest of the lexer's line. Returns false, and takes nothing, if the line is the first
  /// of a version 1 noise block: five numbers behind a 2-port's data, frequency falling back.
  /// @throws DataError
  bool add_line(Lexer& lexer, std::vector<std::string>& remarks);
  /// The data end ahead of the lexer's next word.
  /// @throws DataError if that is inside a record, or their number is not as stated or 0
  void check_end(const Lexer& lexer) const;
  Network take() { return std::move(network_); }
  const Form& form() const { return form_; }

 private:
  bool begin_record(Lexer& lexer, std::vector<std::string>& remarks);
  /// @param x  the pair that ends ahead of the lexer
  void take_pair(const Lexer& lexer, cd x);
  void finish_record(const Lexer& lexer);
  void reserve(const Lexer& lexer);
  cd value(double x, double y) const;
  std::string record_name() const;

  Form form_;
  Network network_{};
  std::vector<cd> record_{};   ///< in file order
  double most_{0.0};           ///< bound of real and imaginary part
  double first_{0.0};          ///< of the pair
  std::size_t pair_begin_{0};  ///< place in the text
  std::size_t count_{0};       ///< numbers of the record that were read, frequency included
  int record_line_{0};
  std::size_t record_begin_{0};
  bool beyond_1thz_{false};
};

/// Magnitude and angle in degrees; multiples of 90 degrees are exact.
cd polar_degrees(double magnitude, double degrees);
/// True if the line has that many words more.
bool has_words(const Lexer& lexer, int count);

}  // namespace chappe::touchstone
