#pragma once
// Groups of a COM sheet's keywords, each in the file of its name. Internal to com_reader.cpp.
#include "solve/com/com_config.hpp"
#include "solve/com/com_values.hpp"

namespace chappe {

void read_com_package(ComValues& values, ComConfig& config);
void read_com_board(ComValues& values, ComConfig& config);
void read_com_transmitter(ComValues& values, ComConfig& config);
void read_com_ctle(ComValues& values, ComConfig& config);
void read_com_dfe(ComValues& values, ComConfig& config);
void read_com_rx_ffe(ComValues& values, ComConfig& config);
/// C2M, TDR and ERL, thresholds.
void read_com_figures(ComValues& values, ComConfig& config);

/// Faults of keywords: misspelt, given twice, not supported. Needs the rest of the config read.
void check_com_keywords(ComValues& values, Faults& faults, const ComConfig& config);

inline constexpr double kComGiga = 1e9, kComNano = 1e-9, kComMilli = 1e-3;

}  // namespace chappe
