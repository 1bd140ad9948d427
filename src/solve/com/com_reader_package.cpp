// Packages and boards.
#include <cmath>

#include "solve/com/com_reader_groups.hpp"

namespace chappe {
namespace {

constexpr ComRange kCapacity{0.0, 10.0};     // nF
constexpr ComRange kInductance{0.0, 100.0};  // nH
constexpr ComRange kLength{0.0, 10'000.0};   // mm
constexpr ComRange kImpedance{0.0, 10'000.0, true};
constexpr ComRange kAny{-1e9, 1e9};

using Rungs = std::array<std::vector<double>, 2>;

/// [Tx Rx], one number for both, or a row for Tx and one for Rx: one value a rung.
Rungs ladder(ComValues& values, const char* keyword, const ComRange& range, double unit) {
  Rungs out{std::vector<double>{0.0}, std::vector<double>{0.0}};
  const std::optional<MatlabMatrix> m = values.matrix(keyword, range);
  if (!m) return out;
  if (m->size() == 1) {
    out[0][0] = out[1][0] = m->values[0] * unit;
  } else if (m->rows == 1 && m->columns == 2) {
    out = {std::vector<double>{m->values[0] * unit}, std::vector<double>{m->values[1] * unit}};
  } else if (m->rows == 2 && m->columns <= 16) {
    for (std::size_t side = 0; side < 2; ++side) {
      out[side].clear();
      for (std::size_t i = 0; i < m->columns; ++i) out[side].push_back(m->at(side, i) * unit);
    }
  } else {
    values.fault(keyword, ": expected one number, [Tx Rx] or [Tx row; Rx row] of 1 to 16 rungs");
  }
  return out;
}

void read_device(ComValues& values, ComConfig& config) {
  if (!values.has("C_d")) values.fault("C_d", " is missing");
  Rungs c = ladder(values, "C_d", kCapacity, kComNano);
  Rungs l = ladder(values, "L_s", kInductance, kComNano);
  for (std::size_t side = 0; side < 2; ++side) {
    if (!values.has("L_s")) l[side].assign(c[side].size(), 0.0);
    if (l[side].size() != c[side].size()) {
      values.fault("L_s", ": expected as many rungs as C_d has, " + std::to_string(c[side].size()));
      l[side].assign(c[side].size(), 0.0);
    }
  }
  const auto bump = values.pair("C_b", kCapacity, 0.0), via = values.pair("C_v", kCapacity, 0.0),
             ball = values.pair("C_p", kCapacity), r_d = values.pair("R_d", kImpedance);
  for (std::size_t i = 0; i < 2; ++i) {
    ComSide& side = i == 0 ? config.tx : config.rx;
    side.die_f = c[i];
    side.die_h = l[i];
    side.bump_f = bump[i] * kComNano;
    side.via_f = via[i] * kComNano;
    side.ball_f = ball[i] * kComNano;
    side.r_d_ohm = r_d[i];
  }
}

ComLine read_line(ComValues& values, const char* gamma, const char* tau,
                  const std::vector<double>& gamma_absent, double tau_absent) {
  std::vector<double> g = values.list(gamma, kAny, gamma_absent);
  if (g.size() != 3) {
    values.fault(gamma, ": expected three numbers, gamma0 a1 a2");
    g = gamma_absent;
  }
  return {g[0], g[1], g[2], values.number(tau, {0.0, 1e3}, tau_absent)};
}

/// Rows are segments, columns test cases. Two rows are padded to four, as the reference does.
struct Lengths {
  std::size_t rows{0}, cases{0};
  std::vector<std::vector<double>> by_case{};
};

Lengths read_lengths(ComValues& values, const char* keyword) {
  if (!values.has(keyword)) values.fault(keyword, " is missing");
  const std::optional<MatlabMatrix> m = values.matrix(keyword, kLength);
  if (!m) return {};
  if (m->rows != 1 && m->rows != 2 && m->rows != 4) {
    values.fault(keyword, ": expected 1, 2 or 4 rows (segments); columns are test cases");
    return {};
  }
  Lengths out{m->rows, m->columns, {}};
  for (std::size_t column = 0; column < m->columns; ++column) {
    std::vector<double> lengths;
    for (std::size_t row = 0; row < m->rows; ++row) lengths.push_back(m->at(row, column));
    if (m->rows == 2) lengths.resize(4, 0.0);
    out.by_case.push_back(std::move(lengths));
  }
  return out;
}

void read_impedances(ComValues& values, ComConfig& config, std::size_t segments) {
  constexpr double kAbsent = 78.2, kPadding = 100.0;
  MatlabMatrix m{1, 1, {kAbsent}};
  if (auto given = values.matrix("package_Z_c", kImpedance)) {
    m = std::move(*given);
  } else if (!values.has("package_Z_c")) {
    values.assume("package_Z_c", com_number_text(kAbsent));
  }
  if (m.rows != segments || (m.columns != 1 && m.columns != 2)) {
    values.fault("package_Z_c", ": expected " + std::to_string(segments) +
                                    " rows, one a segment of z_p, of one value or [Tx Rx]");
    return;
  }
  for (ComSide* side : {&config.tx, &config.rx}) {
    const std::size_t column = side == &config.rx ? m.columns - 1 : 0;
    side->line_ohm.clear();
    for (std::size_t row = 0; row < segments; ++row) {
      side->line_ohm.push_back(m.at(row, column));
    }
    if (segments == 2) side->line_ohm.resize(4, kPadding);
  }
}

}  // namespace

void read_com_package(ComValues& values, ComConfig& config) {
  read_device(values, config);
  constexpr std::array kKeywords{"z_p (TX)", "z_p (FEXT)", "z_p (NEXT)", "z_p (RX)"};
  std::array<Lengths, 4> z;
  for (std::size_t i = 0; i < 4; ++i) z[i] = read_lengths(values, kKeywords[i]);
  bool alike = z[0].rows > 0;
  for (std::size_t i = 1; i < 4; ++i) {
    if (z[0].rows == 0 || z[i].rows == 0) {
      alike = false;
    } else if (z[i].rows != z[0].rows || z[i].cases != z[0].cases) {
      values.fault(kKeywords[i], ": expected the shape of z_p (TX)");
      alike = false;
    }
  }
  if (alike) {
    for (std::size_t k = 0; k < z[0].cases; ++k) {
      config.cases.push_back({z[0].by_case[k], z[1].by_case[k], z[2].by_case[k], z[3].by_case[k]});
    }
    read_impedances(values, config, z[0].rows);
  }
  config.package_line = read_line(values, "package_tl_gamma0_a1_a2", "package_tl_tau",
                                  {0.0, 1.734e-3, 1.455e-4}, 6.141e-3);
  if (!values.has("package_tl_gamma0_a1_a2")) {
    values.assume("package_tl_gamma0_a1_a2", "[0 1.734e-3 1.455e-4]");
  }
  if (!values.has("package_tl_tau")) values.assume("package_tl_tau", "6.141e-3");
  const ComRange columns{1.0, alike ? static_cast<double>(z[0].cases) : 1e6};
  config.selected.clear();
  for (const double column : values.list("z_p select", columns, {1.0})) {
    if (column != std::floor(column)) values.fault("z_p select", ": expected whole numbers");
    config.selected.push_back(static_cast<int>(column));
  }
  if (config.selected.empty()) values.fault("z_p select", ": expected at least one column");
}

void read_com_board(ComValues& values, ComConfig& config) {
  config.include_pcb = values.whole("Include PCB", 0, 2, 0);
  // Without board its keys are read all the same, so that their faults are seen.
  const bool board = config.include_pcb > 0;
  for (const char* keyword : {"board_tl_gamma0_a1_a2", "board_tl_tau", "board_Z_c", "z_bp (TX)",
                              "z_bp (FEXT)", "z_bp (NEXT)", "z_bp (RX)", "C_0", "C_1"}) {
    if (board && !values.has(keyword)) values.fault(keyword, " is missing: Include PCB needs it");
  }
  config.board_line =
      read_line(values, "board_tl_gamma0_a1_a2", "board_tl_tau", {0.0, 0.0, 0.0}, 0.0);
  const auto impedance = values.pair("board_Z_c", kImpedance, 100.0),
             c_0 = values.pair("C_0", kCapacity, 0.0), c_1 = values.pair("C_1", kCapacity, 0.0);
  for (std::size_t i = 0; i < 2; ++i) {
    ComSide& side = i == 0 ? config.tx : config.rx;
    side.board_ohm = impedance[i];
    side.board_c0_f = c_0[i] * kComNano;
    side.board_c1_f = c_1[i] * kComNano;
  }
  config.board_tx_mm = values.number("z_bp (TX)", kLength, 0.0);
  config.board_fext_mm = values.number("z_bp (FEXT)", kLength, 0.0);
  config.board_next_mm = values.number("z_bp (NEXT)", kLength, 0.0);
  config.board_rx_mm = values.number("z_bp (RX)", kLength, 0.0);
}

}  // namespace chappe
