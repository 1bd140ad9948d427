#pragma once
// The numbers that `chappe com` tells of a channel: key, unit and meaning, declared once.
#include <functional>
#include <string>
#include <vector>

#include "solve/com/com.hpp"

namespace chappe::cli {

/// A number of one test case. Its key ends in its unit.
struct ComCaseFigure {
  std::string key{}, unit{}, doc{};
  double (*value)(const ComCase&){nullptr};
};
std::vector<ComCaseFigure> com_case_figures();

/// A number of the channel, the same in every test case.
struct ComChannelFigure {
  std::string key{}, unit{}, doc{};
  bool of_erl{false};  ///< known only where ERL was computed
  double (*value)(const ComChannelFigures&){nullptr};
};
std::vector<ComChannelFigure> com_channel_figure_list();

}  // namespace chappe::cli
