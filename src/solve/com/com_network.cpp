#include "solve/com/com_network.hpp"

#include <cmath>

#include "base/errors.hpp"
#include "signal/lines.hpp"
#include "signal/network_ops.hpp"
#include "solve/com/com_filters.hpp"

namespace chappe {
namespace {

constexpr std::size_t kViaBehind = 3;  // C_v stands behind the third segment

/// Joins lumped elements and lines of a half circuit, referred to 2 R_0 of the whole.
class Builder {
 public:
  Builder(const FrequencyGrid& grid, double r_0_ohm)
      : grid_(grid), z0_(2.0 * r_0_ohm), network_(through(grid, z0_)) {}
  /// A capacitor to ground at each leg.
  void capacitor(double c_f) {
    if (c_f > 0.0) join(shunt_capacitor(grid_, 0.5 * c_f, z0_));
  }
  void inductor(double l_h) {
    if (l_h > 0.0) join(series_inductor(grid_, 2.0 * l_h, z0_));
  }
  void line(const ComLine& law, double impedance_ohm, double length_mm) {
    if (length_mm > 0.0) join(law.network(grid_, impedance_ohm, length_mm, z0_));
  }
  Network take() { return std::move(network_); }

 private:
  void join(const Network& next) { network_ = cascade(std::move(network_), next); }
  const FrequencyGrid& grid_;
  double z0_;
  Network network_;
};

Network package(const ComConfig& config, const ComSide& side, const std::vector<double>& lengths,
                const FrequencyGrid& grid, ComPackageView view) {
  Builder out(grid, config.r_0_ohm);
  if (view != ComPackageView::without_device) {
    for (std::size_t rung = 0; rung < side.die_f.size(); ++rung) {
      out.capacitor(side.die_f[rung]);
      out.inductor(side.die_h[rung]);
    }
    out.capacitor(side.bump_f);
  }
  // Half of R_0 against twice Z_c is what four times Z_c is against R_0; C and L come out alike.
  const double scale = view == ComPackageView::common_mode ? 4.0 : 1.0;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    out.line(config.package_line, scale * side.line_ohm.at(i), lengths[i]);
    if (i + 1 == kViaBehind) out.capacitor(side.via_f);
  }
  out.capacitor(side.ball_f);
  return out.take();
}

Network board(const ComConfig& config, const ComSide& side, double length_mm,
              const FrequencyGrid& grid) {
  Builder out(grid, config.r_0_ohm);
  out.capacitor(side.board_c0_f);
  out.line(config.board_line, side.board_ohm, length_mm);
  out.capacitor(side.board_c1_f);
  return out.take();
}

void scale(std::vector<cd>& values, double factor) {
  if (factor == 1.0) return;
  for (cd& value : values) value *= factor;
}

}  // namespace

ComPackages com_packages(const ComConfig& config, const ComLengths& lengths,
                         const FrequencyGrid& grid, ComPackageView view) {
  const auto same = [&](const std::vector<double>& other) { return other == lengths.tx; };
  ComPackages out;
  out.tx = package(config, config.tx, lengths.tx, grid, view);
  out.fext = same(lengths.fext) ? out.tx : package(config, config.tx, lengths.fext, grid, view);
  out.next = same(lengths.next) ? out.tx : package(config, config.tx, lengths.next, grid, view);
  out.rx = package(config, config.rx, lengths.rx, grid, view);
  return out;
}

Network com_with_board(const ComConfig& config, Network channel, ComRole role) {
  if (config.include_pcb == 0) return channel;
  // The reference gives a near-end aggressor the receiver's board first and its own behind.
  const bool next = role == ComRole::next;
  const double near_mm = role == ComRole::thru   ? config.board_tx_mm
                         : role == ComRole::fext ? config.board_fext_mm
                                                 : config.board_rx_mm;
  const FrequencyGrid grid = channel.grid;
  if (config.include_pcb == 1) {
    channel = cascade(board(config, config.tx, near_mm, grid), channel);
  }
  const double far_mm = next ? config.board_next_mm : config.board_rx_mm;
  return cascade(std::move(channel), flip(board(config, config.rx, far_mm, grid)));
}

Network com_die_to_die(const ComConfig& config, const ComPackages& packages, Network channel,
                       ComRole role) {
  scale(channel.at(0, 0), config.kappa[0]);
  scale(channel.at(1, 1), config.kappa[1]);
  const Network& tx = role == ComRole::thru   ? packages.tx
                      : role == ComRole::fext ? packages.fext
                                              : packages.next;
  return cascade(cascade(tx, channel), flip(packages.rx));
}

std::vector<cd> com_transfer(const ComConfig& config, const Network& s) {
  const auto reflection = [&](double r_ohm) {
    return (r_ohm - config.r_0_ohm) / (r_ohm + config.r_0_ohm);
  };
  // Where only the receiver's board is there, the transmitter is taken as matched.
  const double g1 = config.include_pcb == 2 ? 0.0 : reflection(config.tx.r_d_ohm);
  const double g2 = reflection(config.rx.r_d_ohm);
  std::vector<cd> out(s.grid.size());
  for (std::size_t k = 0; k < out.size(); ++k) {
    const cd s11 = s.at(0, 0)[k], s12 = s.at(0, 1)[k], s21 = s.at(1, 0)[k], s22 = s.at(1, 1)[k];
    const cd joint = 1.0 - s11 * g1 - s22 * g2 - s21 * s12 * g1 * g2 + s11 * s22 * g1 * g2;
    out[k] = com_transmitter_edge(config, s.grid[k]) * s21 * (1.0 - g1) * (1.0 + g2) / joint;
  }
  return out;
}

Network com_mode_two_port(const Network& modes, bool common_to_differential) {
  ensure(modes.ports == 4, "a channel's modes are d1, d2, c1, c2");
  Network out(modes.grid, 2, 2.0 * 50.0);
  const int near = common_to_differential ? 2 : 0, far = common_to_differential ? 3 : 1;
  for (int row = 0; row < 2; ++row) {
    out.at(row, 0) = modes.at(row, near);
    out.at(row, 1) = modes.at(row, far);
  }
  return out;
}

}  // namespace chappe
