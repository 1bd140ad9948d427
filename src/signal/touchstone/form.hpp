#pragma once
// What stands ahead of the data, of either version, as the data need it.
#include <cstddef>
#include <string>
#include <vector>

#include "signal/touchstone/keywords.hpp"
#include "signal/touchstone/option_line.hpp"

namespace chappe::touchstone {

struct Form {
  int ports{0};
  Options options{};
  bool version_2{false};
  std::vector<cd> z0_ohm{};          ///< one a port, or one a mode
  std::string z0_remark{};           ///< which were taken, and from where
  std::vector<std::string> names{};  ///< of ports or modes
  bool mixed_mode{false};
  /// Where the pairs of a record go, in file order: index into Network::s. With half a matrix the
  /// other half is its mirror image; places[p] == mirrors[p] on the diagonal and in a full matrix.
  std::vector<std::size_t> places{}, mirrors{};
  std::size_t frequencies{0};  ///< as the file states, 0 if it does not
};

/// @param ports  of the file's name, 0 if it has none
/// @throws DataError if the number of ports is not known, the references do not fit it, or the
/// parameters are not defined for it
Form version_1_form(const Options& options, int ports, const std::string& file);
/// @throws DataError also for keywords that are missing or contradict each other or the name
Form version_2_form(const Options& options, const Header& header, int ports,
                    const std::string& file, std::vector<std::string>& remarks);

}  // namespace chappe::touchstone
