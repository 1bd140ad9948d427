#pragma once
// Elements of known closed form and sections made of them, so that solve is tested without models.
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/constants.hpp"
#include "link/path.hpp"

namespace chappe::test {

/// A two-port of 100 ohm with given S21 = S12 and S11 = S22.
class ClosedForm final : public Element, public TwoPort {
 public:
  using Law = std::function<cd(double f_hz)>;
  ClosedForm(
      std::string name, Law through, Law reflection = [](double) { return cd{}; })
      : Element(std::move(name)),
        through_(std::move(through)),
        reflection_(std::move(reflection)) {}
  Domain input() const override { return Domain::electrical; }
  Domain output() const override { return Domain::electrical; }
  void ledger(const OperatingPoint&, std::vector<LedgerRow>&) const override {}
  Network network(const FrequencyGrid& grid, const OperatingPoint&) const override {
    Network out(grid, 2, 100.0);
    for (std::size_t k = 0; k < grid.size(); ++k) {
      out.at(0, 1)[k] = out.at(1, 0)[k] = through_(grid[k]);
      out.at(0, 0)[k] = out.at(1, 1)[k] = reflection_(grid[k]);
    }
    return out;
  }
  double highest_frequency_hz() const override { return highest_hz; }
  double frequency_step_hz() const override { return step_hz; }
  double highest_hz{std::numeric_limits<double>::infinity()};
  double step_hz{std::numeric_limits<double>::infinity()};

 private:
  Law through_, reflection_;
};

class TestTransmitter final : public Element, public Transmitter {
 public:
  explicit TestTransmitter(TransmitterSpec spec, std::string name = "tx")
      : Element(std::move(name)), spec_(std::move(spec)) {}
  Domain input() const override { return Domain::digital; }
  Domain output() const override { return Domain::electrical; }
  void ledger(const OperatingPoint&, std::vector<LedgerRow>&) const override {}
  TransmitterSpec transmitter(const OperatingPoint&) const override { return spec_; }

 private:
  TransmitterSpec spec_;
};

class TestReceiver final : public Element, public Receiver {
 public:
  explicit TestReceiver(ReceiverSpec spec, std::string name = "rx")
      : Element(std::move(name)), spec_(std::move(spec)) {}
  Domain input() const override { return Domain::electrical; }
  Domain output() const override { return Domain::digital; }
  void ledger(const OperatingPoint&, std::vector<LedgerRow>&) const override {}
  ReceiverSpec receiver(const OperatingPoint&) const override { return spec_; }

 private:
  ReceiverSpec spec_;
};

inline cd delay(double f_hz, double delay_s) {
  return std::polar(1.0, -2.0 * kPi * f_hz * delay_s);
}
inline cd one_pole(double f_hz, double corner_hz) { return 1.0 / cd(1.0, f_hz / corner_hz); }
/// Loss in dB growing with the root of f and with f, minimum phase for the root part, plus a delay.
inline cd lossy_line(double f_hz, double root_db, double linear_db, double at_hz, double delay_s) {
  const double x = f_hz / at_hz;
  const double neper = std::log(10.0) / 20.0;
  const double skin = neper * root_db * std::sqrt(x);
  return std::exp(-cd(skin + neper * linear_db * x, skin)) * delay(f_hz, delay_s);
}

inline constexpr double kRate = 50e9;  ///< symbol rate of the test sections [Bd]

/// No impairment at all: 0.5 V, an edge of 4 ps.
inline TransmitterSpec plain_transmitter() {
  TransmitterSpec tx;
  tx.amplitude_v = 0.5;
  tx.rise_time_s = 4e-12;
  tx.snr_db = 300.0;
  return tx;
}

/// Receiver filter at 0.75 f_b; a CTLE that is 1 at every frequency; little noise.
inline ReceiverSpec plain_receiver() {
  ReceiverSpec rx;
  rx.noise_v2_per_hz = 1e-16;
  rx.filter_bandwidth_hz = 0.75 * kRate;
  rx.ctle_gain_db = {0.0};
  rx.ctle_lf_gain_db = {0.0};
  rx.ctle_zero_hz = rx.ctle_pole1_hz = kRate / 2.5;
  rx.ctle_pole2_hz = 1e6 * kRate;
  rx.ctle_lf_hz = kRate / 80.0;
  return rx;
}

inline Section make_section(const TransmitterSpec& tx, const ReceiverSpec& rx,
                            ClosedForm::Law channel, Modulation modulation = Modulation::pam4) {
  Section section;
  section.name = "test";
  section.modulation = modulation;
  section.symbol_rate_bd = kRate;
  section.elements = {std::make_shared<TestTransmitter>(tx),
                      std::make_shared<ClosedForm>("channel", std::move(channel)),
                      std::make_shared<TestReceiver>(rx)};
  return section;
}

inline void add_aggressor(Section& section, const TransmitterSpec& tx, AggressorType type,
                          ClosedForm::Law channel, PhaseRule phase = PhaseRule::worst) {
  Aggressor aggressor;
  aggressor.name = "aggressor" + std::to_string(section.aggressors.size());
  aggressor.type = type;
  aggressor.phase = phase;
  aggressor.channel = std::make_shared<ClosedForm>(aggressor.name, std::move(channel));
  aggressor.transmitter = std::make_shared<TestTransmitter>(tx, aggressor.name + "_tx");
  aggressor.replaces = aggressor.replaces_last = 1;
  section.aggressors.push_back(std::move(aggressor));
}

/// A matched line of 1 ns, three fifths of its loss as the square root of frequency. @param loss_db
/// at half of kRate
inline ClosedForm::Law matched_line(double loss_db) {
  return [=](double f_hz) {
    return lossy_line(f_hz, 0.6 * loss_db, 0.4 * loss_db, 0.5 * kRate, 1e-9);
  };
}

}  // namespace chappe::test
