#pragma once
// What an element may be able to do. It derives from Element and from each capability that it has.
#include <span>
#include <vector>

#include "base/rng.hpp"
#include "link/operating_point.hpp"
#include "signal/network.hpp"

namespace chappe {

/// Bidirectional: cascaded with its neighbours, reflections kept. Differential: two ports referred
/// to 100 ohm, port 1 towards the transmitter.
class TwoPort {
 public:
  virtual ~TwoPort() = default;
  /// S-parameters on any ascending grid within `band`. @throws ModelError outside it
  virtual Network network(const FrequencyGrid& grid, const OperatingPoint& at) const = 0;
  /// Highest frequency for which there are data [Hz]; infinite for a law.
  virtual double highest_frequency_hz() const;
  /// Step that resolves its delay and echoes [Hz]: a file's own step, 1/(4 x round trip) for a
  /// line; infinite where nothing is to be resolved.
  virtual double frequency_step_hz() const;
  /// True for what belongs to a device (package): not part of the channel between devices, to which
  /// il_nyquist_db, erl_db and icn_mv refer.
  virtual bool in_package() const { return false; }
  /// Where its data come from, for messages: a file and how its ports were taken; "" for a law.
  virtual std::string data_origin() const { return ""; }
  /// Length along the path [m]; 0 for what is not a cable or fibre.
  virtual double length_m() const { return 0.0; }
};

/// Unilateral: ends a cascade, with its own return loss. With Static: of an amplifier or modulator
/// the filter ahead of its map, of a detector the one behind it.
class Linear {
 public:
  virtual ~Linear() = default;
  /// Output over input, no unit unless the domains differ (V/A behind a detector's map).
  virtual std::vector<cd> transfer(const FrequencyGrid& grid, const OperatingPoint& at) const = 0;
  /// Reflection coefficient at a port. @param port  0 towards the transmitter, 1 towards the
  /// receiver
  virtual std::vector<cd> reflection(const FrequencyGrid& grid, const OperatingPoint& at,
                                     int port) const = 0;
};

/// Memoryless nonlinearity, smooth. Of an amplifier: V -> V. Of a modulator: V -> field over the
/// light's field. Of a directly modulated laser: V -> sqrt(W). Of a detector: sqrt(W) -> A, by
/// |x|^2 only.
class Static {
 public:
  virtual ~Static() = default;
  virtual cd map(cd x, const OperatingPoint& at) const = 0;
};

/// Light that a modulator behind it in the section shapes, or its own. Its intensity noise is its
/// Noise: W^2/Hz at a level in W.
class LightSource {
 public:
  virtual ~LightSource() = default;
  virtual LightSpec light(const OperatingPoint& at) const = 0;
};

/// Passive run of light: connector, splice, multiplexer, fibre.
class LightPath {
 public:
  virtual ~LightPath() = default;
  /// Field out over field in. @param offset_hz  from the light's frequency, of either sign
  virtual std::vector<cd> field(std::span<const double> offset_hz, const LightSpec& light,
                                const OperatingPoint& at) const = 0;
  /// On the detected power, 1 at 0 Hz: modal bandwidth, first-order PMD. Empty = 1 everywhere.
  virtual std::vector<cd> intensity(const FrequencyGrid& grid, const LightSpec& light,
                                    const OperatingPoint& at) const;
  /// Variance of a level over its square, that modes make on the way (mode partition noise).
  virtual double partition_noise(const LightSpec& light, double symbol_rate_bd,
                                 const OperatingPoint& at) const;
  /// Other signals of the same kind that leak in.
  virtual LightCrosstalk crosstalk() const { return {}; }
  virtual double length_m() const { return 0.0; }
  /// True for what belongs to a module: what lies between modules is the link that standards'
  /// limits speak of, launch and received power ahead of it and behind it.
  virtual bool in_module() const { return false; }
};

/// Outer levels, FFE ranges, jitter, noise of a transmitter, as plain data.
class Transmitter {
 public:
  virtual ~Transmitter() = default;
  virtual TransmitterSpec transmitter(const OperatingPoint& at) const = 0;
};

/// CTLE, FFE and DFE ranges, noise of a receiver, as plain data.
class Receiver {
 public:
  virtual ~Receiver() = default;
  virtual ReceiverSpec receiver(const OperatingPoint& at) const = 0;
};

/// Adds noise whose density may depend on the level (shot noise, RIN). Of a two-port: at its
/// output, into a matched load; it leaves by that port only.
class Noise {
 public:
  virtual ~Noise() = default;
  virtual NoisePsd added(const FrequencyGrid& grid, const OperatingPoint& at,
                         double level) const = 0;
};

/// A waveform with memory in, a waveform out, in place of Linear and Static; the record is one
/// period. The caller owns the random stream; without one it adds no noise.
class Process {
 public:
  virtual ~Process() = default;
  virtual Waveform run(const Waveform& in, const OperatingPoint& at, Rng* rng) const = 0;
};

/// A point that reflects light; multipath interference is summed over the whole fibre.
class Reflector {
 public:
  virtual ~Reflector() = default;
  /// Power reflected over power sent [dB], < 0; -infinity: none.
  virtual double reflectance_db() const = 0;
};

/// What nonlinear and Raman solvers read of a fibre span, one value a frequency asked for, in SI.
struct FibreCoefficients {
  double length_m{0.0};
  std::vector<double> loss_per_m{};      ///< power attenuation [1/m]
  std::vector<double> beta2_s2_per_m{};  ///< group velocity dispersion
  std::vector<double> beta3_s3_per_m{};
  std::vector<double> gamma_per_w_m{};  ///< Kerr coefficient [1/(W m)]
  std::vector<double> effective_area_m2{};
  double pmd_s_per_sqrt_m{0.0};
};

class FibreSpan {
 public:
  virtual ~FibreSpan() = default;
  virtual FibreCoefficients coefficients(std::span<const double> f_hz) const = 0;
};

}  // namespace chappe
