#include "signal/touchstone/mixed_order.hpp"

#include <algorithm>
#include <charconv>

namespace chappe::touchstone {
namespace {

/// The whole text as a port number, 0 if it is none.
int port_number(std::string_view text) {
  int port = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, port);
  return error == std::errc{} && stop == end && port > 0 ? port : 0;
}

std::size_t place(int port) { return static_cast<std::size_t>(port - 1); }

/// What a mode's reference is to that of its ports.
double ratio(char kind) { return kind == 'D' ? 2.0 : kind == 'C' ? 0.5 : 1.0; }

}  // namespace

std::optional<Mode> parse_mode(std::string_view word) {
  if (word.empty()) return std::nullopt;
  Mode mode{.kind = static_cast<char>(word[0] & ~0x20)};
  word.remove_prefix(1);
  if (mode.kind == 'S') {
    mode.plus = port_number(word);
    return mode.plus > 0 ? std::optional(mode) : std::nullopt;
  }
  const std::size_t comma = word.find(',');
  if ((mode.kind != 'D' && mode.kind != 'C') || comma == std::string_view::npos) return {};
  mode.plus = port_number(word.substr(0, comma));
  mode.minus = port_number(word.substr(comma + 1));
  const bool good = mode.plus > 0 && mode.minus > 0 && mode.plus != mode.minus;
  return good ? std::optional(mode) : std::nullopt;
}

std::string mode_name(const Mode& mode) {
  return mode.kind + std::to_string(mode.plus) +
         (mode.kind == 'S' ? "" : "," + std::to_string(mode.minus));
}

void check_modes(std::span<const Mode> modes, int ports, const Origin& where) {
  struct Uses {
    int single{0}, differential{0}, common{0};
  };
  std::vector<Uses> uses(static_cast<std::size_t>(ports));
  const auto count = [&](const Mode& mode, int port) {
    if (port > ports) {
      throw DataError(where, "[Mixed-Mode Order]: port " + std::to_string(port) + " of " +
                                 std::to_string(ports) + " ports");
    }
    Uses& use = uses[place(port)];
    ++(mode.kind == 'D' ? use.differential : mode.kind == 'C' ? use.common : use.single);
  };
  for (const Mode& mode : modes) {
    count(mode, mode.plus);
    if (mode.kind != 'S') count(mode, mode.minus);
  }
  const auto same_pair = [](const Mode& d, const Mode& c) {
    return c.kind == 'C' && std::minmax(d.plus, d.minus) == std::minmax(c.plus, c.minus);
  };
  for (const Mode& mode : modes) {
    if (mode.kind != 'D') continue;
    if (std::any_of(modes.begin(), modes.end(),
                    [&](const Mode& other) { return same_pair(mode, other); })) {
      continue;
    }
    throw DataError(where, "[Mixed-Mode Order]: no common mode of the pair of " + mode_name(mode));
  }
  for (std::size_t p = 0; p < uses.size(); ++p) {
    const Uses& use = uses[p];
    const bool alone = use.single == 1 && use.differential == 0 && use.common == 0;
    const bool paired = use.single == 0 && use.differential == 1 && use.common == 1;
    if (alone || paired) continue;
    throw DataError(where, "[Mixed-Mode Order]: port " + std::to_string(p + 1) +
                               " must be in one S mode, or in one D and one C mode");
  }
}

std::vector<cd> mode_references(std::span<const Mode> modes, std::span<const cd> ports_ohm,
                                const Origin& where) {
  std::vector<cd> out;
  for (const Mode& mode : modes) {
    const cd z = ports_ohm[place(mode.plus)];
    if (mode.kind != 'S' && ports_ohm[place(mode.minus)] != z) {
      throw DataError(where, "[Mixed-Mode Order]: the ports of " + mode_name(mode) +
                                 " have different reference impedances");
    }
    out.push_back(ratio(mode.kind) * z);
  }
  return out;
}

std::vector<cd> port_references(std::span<const Mode> modes, std::span<const cd> modes_ohm) {
  std::vector<cd> out(modes.size());
  for (std::size_t m = 0; m < modes.size(); ++m) {
    const cd z = modes_ohm[m] / ratio(modes[m].kind);
    out[place(modes[m].plus)] = z;
    if (modes[m].kind != 'S') out[place(modes[m].minus)] = z;
  }
  return out;
}

}  // namespace chappe::touchstone
