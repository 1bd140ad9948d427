#include "cli/com_channels.hpp"

#include <algorithm>

#include "cli/text.hpp"
#include "signal/network_ops.hpp"
#include "signal/touchstone.hpp"

namespace chappe::cli {
namespace {

constexpr double kReference_ohm = 50.0;
constexpr double kPowerMost = 1.05 * 1.05;  // as 'chappe check' fails

void compare_pairing(const Network& network, const Pairing& pairing, const std::string& path,
                     ComFile& out) {
  std::optional<Pairing> found;
  try {
    found = detect_pairing(network);
  } catch (const DataError&) {
    return;  // the data say nothing about it
  }
  if (joins_alike(*found, pairing)) return;
  out.warnings.push_back(path + ": ports are taken as " + to_text(pairing) +
                         ", but its data pass between the ports of " + to_text(*found) +
                         " (state it by Port Order or --pairing)");
}

/// Crosstalk passes nothing, a channel does.
void compare_role(const Network& network, const std::string& path, bool through, ComFile& out) {
  if (passes_through(network) == through) return;
  out.warnings.push_back(
      path + (through ? ": taken as the channel, but no path passes more than -7 dB (crosstalk?)"
                      : ": taken as an aggressor, but it passes like a channel"));
}

/// 0 Hz as the reference takes it.
void tell_0_hz(const Network& network, const std::string& path, ComFile& out) {
  constexpr double kImaginary = 1e-5;
  if (network.grid.f_hz.front() > 0.0) {
    out.remarks.push_back(path +
                          ": no point at 0 Hz: |H| is carried on there in a straight line, the "
                          "phase by its group delay");
    return;
  }
  const bool real = std::all_of(network.s.begin(), network.s.end(), [](const std::vector<cd>& s) {
    return std::abs(s.front().imag()) <= kImaginary;
  });
  if (real) return;
  out.remarks.push_back(path + ": complex at 0 Hz: of the response there the real part is taken");
}

/// A leg that is turned sends most of the difference into the common mode.
void compare_modes(const Network& modes, const std::string& path, ComFile& out) {
  constexpr int kFarDifferential = 1, kFarCommon = 3;
  const std::size_t low = std::max<std::size_t>(1, modes.grid.size() / 10);
  double differential = 0.0, common = 0.0;
  for (std::size_t k = 0; k < low; ++k) {
    differential += std::norm(modes.at(kFarDifferential, 0)[k]);
    common += std::norm(modes.at(kFarCommon, 0)[k]);
  }
  if (common <= differential) return;
  out.warnings.push_back(path +
                         ": at low frequencies more of the difference arrives as common mode "
                         "than as difference: look at the polarity and order of its ports");
}

/// No column of a passive network's S is longer than 1: a cheap test that gross faults fail.
void compare_energy(const Network& network, const std::string& path, ComFile& out) {
  double most = 0.0, at_hz = 0.0;
  for (int column = 0; column < network.ports; ++column) {
    for (std::size_t k = 0; k < network.grid.size(); ++k) {
      double power = 0.0;
      for (int row = 0; row < network.ports; ++row) power += std::norm(network.at(row, column)[k]);
      if (power <= most) continue;
      most = power;
      at_hz = network.grid[k];
    }
  }
  if (most <= kPowerMost) return;
  out.warnings.push_back(path + ": not passive: it gives out " + fixed(most, 2) +
                         " times the power that enters, at " + plain(at_hz / 1e9) +
                         " GHz ('chappe check' tells more)");
}

}  // namespace

ComFile read_com_file(const std::string& path, const Pairing& pairing, bool through) {
  TouchstoneData data = read_touchstone_data(path);
  if (data.mixed_mode) {
    throw DataError(path + ": holds mixed-mode data; COM needs the single-ended ports");
  }
  ComFile out;
  for (const std::string& remark : data.remarks) {
    out.remarks.push_back(remark.starts_with(path) ? remark : path + ": " + remark);
  }
  Network& network = data.network;
  if (network.ports != 4) {
    throw DataError(path + ": COM takes 4-ports, this file has " + std::to_string(network.ports) +
                    " ports");
  }
  const bool as_wanted = std::all_of(network.z0_ohm.begin(), network.z0_ohm.end(),
                                     [](cd z) { return z == cd{kReference_ohm}; });
  if (!as_wanted) {
    network = renormalise(network, kReference_ohm);
    out.remarks.push_back(path + ": renormalised to 50 ohm");
  }
  tell_0_hz(network, path, out);
  compare_energy(network, path, out);
  compare_role(network, path, through, out);
  if (through) compare_pairing(network, pairing, path, out);
  out.channel = {path, mixed_mode(network, pairing)};
  if (through) compare_modes(out.channel.modes, path, out);
  return out;
}

Pairing com_pairing(const ComConfig& config) {
  const auto& order = config.port_order;
  return {order[0], order[1], order[2], order[3]};
}

std::string com_status(const ComRow& row) {
  if (row.code == ExitCode::outside_validity) return "outside_validity";
  if (!row.result) return "error";
  return row.result->extrapolated ? "outside_validity" : "ok";
}

ComEye worst_eye(const ComResult& result) {
  ComEye eye = result.cases.at(result.worst).eye;
  for (const ComCase& c : result.cases) {
    eye.vec_db = std::max(eye.vec_db, c.eye.vec_db);
    eye.veo_mv = std::min(eye.veo_mv, c.eye.veo_mv);
    eye.com_db = std::min(eye.com_db, c.eye.com_db);
  }
  return eye;
}

std::vector<ComLimit> com_limits(const ComResult& result, const ComConfig& config) {
  const ComEye eye = worst_eye(result);
  std::vector<ComLimit> limits;
  if (config.c2m) {
    if (config.vec_pass_db > 0.0) {
      limits.push_back({"VEC", "vec_db", "dB", eye.vec_db, config.vec_pass_db, true});
    }
    if (config.eh_min_v > 0.0) {
      limits.push_back({"EH", "veo_mv", "mV", eye.veo_mv, 1e3 * config.eh_min_v, false});
    }
  } else {
    limits.push_back({"COM", "com_db", "dB", eye.com_db, config.com_pass_db, false});
  }
  if (result.channel.erl_taken && config.erl_pass_db > 0.0) {
    limits.push_back({"ERL", "erl_db", "dB", result.channel.erl_db, config.erl_pass_db, false});
  }
  return limits;
}

}  // namespace chappe::cli
