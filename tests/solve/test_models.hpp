#pragma once
// A transmitter, a line and a receiver that a Catalogue can make: for studies without models/.
#include "link/catalogue.hpp"
#include "tests/solve/test_elements.hpp"

namespace chappe::test {

inline LedgerRow ledger_row(const std::string& element, const char* quantity, double value,
                            const char* unit) {
  return {.element = element, .quantity = quantity, .value = value, .unit = unit, .source = "test"};
}

class ModelTransmitter final : public Element, public Transmitter {
 public:
  struct Params {
    double snr_db{30.0};
    double energy_pj_per_bit{3.0};
    void visit(auto&& f) {
      f(Info{"snr_db", "dB", "SNR_TX", 10, 100}, snr_db);
      f(Info{"energy_pj_per_bit", "pJ/bit", "of line bits", 0, 100}, energy_pj_per_bit);
    }
  };
  ModelTransmitter(std::string name, Params p, const ParamMap&) : Element(std::move(name)), p_(p) {}
  Domain input() const override { return Domain::digital; }
  Domain output() const override { return Domain::electrical; }
  void ledger(const OperatingPoint&, std::vector<LedgerRow>& rows) const override {
    rows.push_back(ledger_row(name(), "latency", 4.0, "ns"));
    rows.push_back(ledger_row(name(), "energy", p_.energy_pj_per_bit, "pJ/bit"));
    rows.push_back(ledger_row(name(), "fit", 10.0, "1e-9/h"));
  }
  TransmitterSpec transmitter(const OperatingPoint&) const override {
    TransmitterSpec tx = plain_transmitter();
    tx.snr_db = p_.snr_db;
    tx.random_jitter_ui = 0.01;
    return tx;
  }

 private:
  Params p_;
};

/// Loss in dB proportional to length; not above 5 m.
class ModelLine final : public Element, public TwoPort {
 public:
  struct Params {
    double length_m{1.0};
    double loss_db_per_m{6.0};
    double shortest_m{0.0};
    void visit(auto&& f) {
      f(Info{"length_m", "m", "length", 0, 100}, length_m);
      f(Info{"loss_db_per_m", "dB/m", "at half the symbol rate", 0, 100}, loss_db_per_m);
      f(Info{"shortest_m", "m", "not valid below", 0, 100}, shortest_m);
    }
  };
  ModelLine(std::string name, Params p, const ParamMap&) : Element(std::move(name)), p_(p) {}
  Domain input() const override { return Domain::electrical; }
  Domain output() const override { return Domain::electrical; }
  void ledger(const OperatingPoint&, std::vector<LedgerRow>& rows) const override {
    rows.push_back(ledger_row(name(), "latency", 5.0 * p_.length_m, "ns"));
  }
  Network network(const FrequencyGrid& grid, const OperatingPoint&) const override {
    if (p_.length_m > 5.0) throw ModelError("test.line: length_m above 5 m");
    if (p_.length_m < p_.shortest_m) throw ModelError("test.line: length_m below shortest_m");
    Network out(grid, 2, 100.0);
    const double loss_db = p_.length_m * p_.loss_db_per_m;
    for (std::size_t k = 0; k < grid.size(); ++k) {
      out.at(0, 1)[k] = out.at(1, 0)[k] =
          lossy_line(grid[k], 0.7 * loss_db, 0.3 * loss_db, 0.5 * kRate, 5e-9 * p_.length_m);
    }
    return out;
  }
  double length_m() const override { return p_.length_m; }

 private:
  Params p_;
};

/// Its CTLE is flat: gains scale signal and noise alike.
class ModelReceiver final : public Element, public Receiver {
 public:
  struct Params {
    double noise_v2_per_ghz{3e-7};
    double energy_pj_per_bit{5.0};
    void visit(auto&& f) {
      f(Info{"noise_v2_per_ghz", "V^2/GHz", "one sided", 0, 1}, noise_v2_per_ghz);
      f(Info{"energy_pj_per_bit", "pJ/bit", "of line bits", 0, 100}, energy_pj_per_bit);
    }
  };
  ModelReceiver(std::string name, Params p, const ParamMap&) : Element(std::move(name)), p_(p) {}
  Domain input() const override { return Domain::electrical; }
  Domain output() const override { return Domain::digital; }
  void ledger(const OperatingPoint&, std::vector<LedgerRow>& rows) const override {
    rows.push_back(ledger_row(name(), "latency", 20.0, "ns"));
    rows.push_back(ledger_row(name(), "energy", p_.energy_pj_per_bit, "pJ/bit"));
    rows.push_back(ledger_row(name(), "fit", 20.0, "1e-9/h"));
  }
  ReceiverSpec receiver(const OperatingPoint&) const override {
    ReceiverSpec rx = plain_receiver();
    rx.noise_v2_per_hz = p_.noise_v2_per_ghz * 1e-9;
    rx.ctle_gain_db = {-8.0, -6.0, -4.0, -2.0, 0.0};
    rx.dfe = {{-0.7, 0.7}};
    return rx;
  }

 private:
  Params p_;
};

inline Catalogue test_catalogue() {
  Catalogue catalogue;
  catalogue.add(model_of<ModelTransmitter>("test.tx", "a transmitter"));
  catalogue.add(model_of<ModelLine>("test.line", "a line"));
  catalogue.add(model_of<ModelReceiver>("test.rx", "a receiver"));
  return catalogue;
}

/// tx, line "cable", rx at 50 GBd PAM4, four lanes; RS(544,514) unless `code` says otherwise.
inline PathSpec test_path(const std::string& code = "rs544_514") {
  PathSpec spec;
  spec.name = "wire";
  spec.params["family"] = {Value{std::string("test")}, {}, {}};
  spec.params["lanes"] = {Value{std::int64_t{4}}, {}, {}};
  spec.params["fit"] = {Value{5.0}, {}, {}};
  spec.params["module_power_w"] = {Value{2.0}, {}, {}};
  SectionSpec section;
  section.name = "only";
  section.params["symbol_rate_gbd"] = {Value{50.0}, {}, {}};
  section.elements = {{"tx", "test.tx", "", {}, {}, {}},
                      {"cable", "test.line", "", {}, {}, {}},
                      {"rx", "test.rx", "", {}, {}, {}}};
  spec.sections = {section};
  if (!code.empty()) {
    FecSpec fec;
    fec.params["code"] = {Value{code}, {}, {}};
    fec.params["processing_latency_ns"] = {Value{30.0}, {}, {}};
    fec.params["energy_pj_per_bit"] = {Value{0.4}, {}, {}};
    spec.fec = {fec};
  }
  return spec;
}

}  // namespace chappe::test
