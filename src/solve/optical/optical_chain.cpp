#include "solve/optical/optical_chain.hpp"

#include <algorithm>
#include <cmath>

#include "solve/optical/chain_builder.hpp"

namespace chappe {

OpticalGrid optical_grid(const Section& section, bool allow_extrapolation) {
  GridFineness fineness;
  fineness.least_record_symbols = static_cast<double>(kPatternSymbols);
  const std::size_t asked = choose_grid(section, allow_extrapolation, fineness).record_symbols;
  OpticalGrid grid;
  grid.symbols = (asked + kPatternSymbols - 1) / kPatternSymbols * kPatternSymbols;
  grid.symbol_rate_bd = section.symbol_rate_bd;
  return grid;
}

OpticalChain optical_chain(const Section& section, const OperatingPoint& at,
                           const OpticalGrid& grid) {
  return ChainBuilder(section, at, grid).build();
}

std::vector<double> held_powers_w(const OpticalChain& chain, const std::vector<double>& levels) {
  std::vector<double> out;
  for (const double level : levels) {
    double v = chain.tx.amplitude_v * level;
    for (std::size_t i = 0; i + 1 < chain.drive.size(); ++i) {
      const DriveStage& stage = chain.drive[i];
      v *= stage.filter.front().real();
      if (stage.map) v = stage.map->value(v).real();
    }
    const DriveStage& last = chain.drive.back();
    const cd field = last.map->value(v * last.filter.front().real());
    out.push_back(chain.power_w * std::norm(field));
  }
  return out;
}

}  // namespace chappe
