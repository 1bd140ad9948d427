#pragma once
// Elements and what they can do. A solver asks for capabilities, never for a technology.
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "link/ledger.hpp"
#include "link/specs.hpp"
#include "signal/network.hpp"

namespace chappe {

enum class Domain { electrical, optical_field, optical_power, digital };

/// What a path runs at: temperatures, rate, chosen settings.
struct OperatingPoint {
  double temperature_c{25.0};                       ///< of elements that are not in the map [degC]
  std::map<std::string, double> element_temperature_c{};
  double symbol_rate_bd{0.0};
  double bits_per_symbol{2.0};
  std::optional<EqualiserSettings> equaliser{};
  double temperature_of(const std::string& element) const;
};

/// One-sided power spectral density over the grid that was asked for.
struct NoisePsd {
  enum class Unit { v2_per_hz, a2_per_hz, w_per_hz };
  Unit unit{Unit::v2_per_hz};
  std::vector<double> density{};
};

/// The base of every element. `name` is unique in its link.
class Element {
 public:
  explicit Element(std::string name) : name_(std::move(name)) {}
  virtual ~Element() = default;
  Element(const Element&) = delete;
  Element& operator=(const Element&) = delete;

  const std::string& name() const { return name_; }
  virtual Domain input() const = 0;
  virtual Domain output() const = 0;
  /// Appends latency [ns], energy [pJ/bit of line rate], FIT and the like of one lane, one direction.
  virtual void ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const = 0;
  /// What the element took for granted, one line each; a solver passes them to the user.
  virtual std::vector<std::string> assumptions() const { return {}; }

 private:
  std::string name_;
};

/// Bidirectional: cascaded with its neighbours, reflections kept. Differential: two ports referred to
/// 100 ohm, port 1 towards the transmitter.
class TwoPort {
 public:
  virtual ~TwoPort() = default;
  /// S-parameters on any ascending grid within `band`. @throws ModelError outside it
  virtual Network network(const FrequencyGrid& grid, const OperatingPoint& at) const = 0;
  /// Highest frequency for which there are data [Hz]; infinite for a law.
  virtual double highest_frequency_hz() const;
  /// Step that resolves its delay and echoes [Hz]: a file's own step, 1/(4 x round trip) for a line;
  /// infinite where nothing is to be resolved.
  virtual double frequency_step_hz() const;
  /// True for what belongs to a device (package): not part of the channel between devices, to which
  /// il_nyquist_db, erl_db and icn_mv refer.
  virtual bool in_package() const { return false; }
  /// Length along the path [m]; 0 for what is not a cable or fibre.
  virtual double length_m() const { return 0.0; }
};

/// Unilateral: ends a cascade, with its own return loss.
class Linear {
 public:
  virtual ~Linear() = default;
  virtual std::vector<cd> transfer(const FrequencyGrid& grid, const OperatingPoint& at) const = 0;
  virtual std::vector<cd> reflection(const FrequencyGrid& grid, const OperatingPoint& at,
                                     int port) const = 0;
};

class Transmitter {
 public:
  virtual ~Transmitter() = default;
  virtual TransmitterSpec transmitter(const OperatingPoint& at) const = 0;
};

class Receiver {
 public:
  virtual ~Receiver() = default;
  virtual ReceiverSpec receiver(const OperatingPoint& at) const = 0;
};

/// Adds noise whose density may depend on the level (shot noise, RIN).
class Noise {
 public:
  virtual ~Noise() = default;
  virtual NoisePsd added(const FrequencyGrid& grid, const OperatingPoint& at, double level) const = 0;
};

/// The capability C of an element, or nullptr.
template <class C>
const C* as(const Element& element) {
  return dynamic_cast<const C*>(&element);
}

}  // namespace chappe
