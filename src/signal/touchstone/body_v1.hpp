#pragma once
// The data lines of a version 1 file, one at a time.
#include <cstddef>
#include <string>
#include <vector>

#include "signal/network.hpp"
#include "signal/touchstone/lexer.hpp"
#include "signal/touchstone/option_line.hpp"

namespace chappe::touchstone {

/// Collects records of one frequency and ports x ports pairs. A record begins a line; its lines
/// break between pairs. 2-ports are S11 S21 S12 S22, all others row by row. Behind a 2-port's data
/// a noise block (five numbers a line, frequency falling back) is checked and passed over.
class BodyV1 {
 public:
  BodyV1(int ports, const Options& options);
  /// Takes the rest of the lexer's line. @throws DataError
  void add_line(Lexer& lexer, std::vector<std::string>& remarks);
  /// @throws DataError if the text ends inside a record or before the first
  Network finish(const Lexer& lexer);

 private:
  void begin_record(Lexer& lexer, std::vector<std::string>& remarks);
  void finish_record(const Lexer& lexer);
  void reserve(const Lexer& lexer);
  void add_noise_line(Lexer& lexer);
  bool is_noise_line(const Lexer& lexer) const;
  cd value(double x, double y) const;
  std::string record_name() const;

  int ports_;
  Options options_;
  Network network_{};
  std::vector<double> record_{};  ///< 2 x ports x ports numbers in file order
  std::size_t count_{0};          ///< numbers of the record that were read, frequency included
  int record_line_{0};
  std::size_t record_begin_{0};
  bool noise_{false};
  double noise_f_{-1.0};
  bool beyond_1thz_{false};
};

}  // namespace chappe::touchstone
