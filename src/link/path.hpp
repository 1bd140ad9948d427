#pragma once
// A link as a path of sections; a section is the run between two points where symbols are decided.
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "link/element.hpp"
#include "link/spec.hpp"

namespace chappe {

enum class Modulation { nrz, pam4, pam6 };

/// Amplitude levels: 2, 4 or 6.
int levels(Modulation modulation);
/// 1, 2 or 2.5 (PAM6: five bits in two symbols).
double bits_per_symbol(Modulation modulation);
/// @param name  "nrz", "pam4" or "pam6"
Modulation modulation_of(std::string_view name);

enum class AggressorType { fext, next };
/// How an aggressor's sampling phase enters: the phase of largest rms, or all phases alike.
enum class PhaseRule { worst, uniform };

struct Aggressor {
  std::string name{};
  AggressorType type{AggressorType::fext};
  PhaseRule phase{PhaseRule::worst};
  std::shared_ptr<const Element> channel{};      ///< has TwoPort
  std::shared_ptr<const Element> transmitter{};  ///< has Transmitter
  std::size_t replaces{0};  ///< index of the victim's element in whose place its channel stands
  std::size_t replaces_last{0};  ///< of the last of a run of such elements, >= replaces
};

struct Section {
  std::string name{};
  std::vector<std::shared_ptr<const Element>> elements{};  ///< transmitter first, receiver last
  std::vector<Aggressor> aggressors{};
  Modulation modulation{Modulation::pam4};
  double symbol_rate_bd{0.0};
  bool precoded{false};
  std::string inner_code{"none"};  ///< PAM4, not precoded
  double inner_latency_ns{0.0}, inner_energy_pj_per_bit{0.0};
  ParamMap given{};  ///< for the source of its numbers
};

/// True if some element of the section is fed with light or gives it.
bool has_light(const Section& section);
/// True for a source of light that feeds a modulator from beside the signal's way.
bool stands_beside(const Element& element);

/// Bits a second of one lane: all, and without what the inner code adds.
double line_rate_bps(const Section& section);
double payload_rate_bps(const Section& section);

struct FecSpan {
  std::size_t first_section{0}, last_section{0};
  FecParams params{};
  ParamMap given{};  ///< for the source of its numbers
};

/// The channels that share a fibre or amplifier with the path, one value each; empty = the path
/// alone.
struct SpectralLoad {
  std::vector<double> centre_hz{}, symbol_rate_bd{}, power_w{};
};

struct Path {
  std::string name{};
  LinkParams params{};
  ParamMap given{};
  std::vector<Section> sections{};
  std::vector<FecSpan> fec{};
  SpectralLoad load{};
};

/// The FEC span that a section lies in; nullptr = none.
const FecSpan* span_of(const Path& path, std::size_t section);

}  // namespace chappe
