#include <catch2/catch.hpp>

#include "link/catalogue.hpp"
#include "models/copper/serdes_rx.hpp"
#include "models/copper/serdes_tx.hpp"

using namespace chappe;

namespace {

ParamValue at_line(Value value, int line) { return {std::move(value), {"a.toml", line, 7}, {}}; }

/// What model_of<E> says about these parameters, one line a fault.
template <class E>
std::string faults_of(const ParamMap& params) {
  const ElementSpec spec{.name = "x", .model = "m", .params = params, .origin = {"a.toml", 1, 1}};
  Faults faults;
  const auto made = model_of<E>("m", "").make(spec, faults);
  CHECK((made == nullptr) == !faults.empty());
  try {
    faults.throw_if_any();
  } catch (const ScenarioError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a serdes transmitter tells its parameters in SI units", "[unit][serdes]") {
  SerdesTx::Params p;
  p.rise_time_ps = 7.5;
  p.snr_tx_db = 32.5;
  p.ffe_pre1 = {-0.34, 0, 0.02};
  p.ffe_post1 = {-0.1};
  p.sinusoidal_jitter_ui = 0.05;
  p.sinusoidal_jitter_mhz = 40.0;
  p.even_odd_jitter_ui = 0.019;
  const SerdesTx tx("tx", p, {});
  CHECK(tx.input() == Domain::digital);
  CHECK(tx.output() == Domain::electrical);
  const TransmitterSpec spec = tx.transmitter({});
  CHECK(spec.amplitude_v == 0.413);
  CHECK(spec.level_mismatch_ratio == 0.95);
  CHECK(spec.rise_time_s == Approx(7.5e-12).epsilon(1e-15));
  CHECK(spec.termination_ohm == 50.0);
  CHECK(spec.snr_db == 32.5);
  CHECK(spec.random_jitter_ui == 0.01);
  CHECK(spec.dual_dirac_jitter_ui == 0.02);
  CHECK(spec.sinusoidal_jitter_ui == 0.05);
  CHECK(spec.sinusoidal_jitter_hz == Approx(40e6).epsilon(1e-15));
  CHECK(spec.even_odd_jitter_ui == 0.019);
  CHECK(spec.minimum_cursor == 0.54);
  REQUIRE(spec.ffe.size() == 2);  // taps that are not given do not exist
  CHECK(spec.ffe[0].position == -1);
  CHECK(spec.ffe[0].low == -0.34);
  CHECK(spec.ffe[0].high == 0.0);
  CHECK(spec.ffe[0].step == 0.02);
  CHECK(spec.ffe[1].position == 1);
  CHECK(spec.ffe[1].low == spec.ffe[1].high);
}

TEST_CASE("a serdes receiver tells its parameters in SI units", "[unit][serdes]") {
  SerdesRx::Params p;
  p.noise_v2_per_ghz = 9e-9;
  p.ctle_gain_db = {-20, 0, 1};
  p.ctle_lf_gain_db = {-6, 0, 1};
  p.ffe_pre = 3;
  p.ffe_post = 8;
  p.ffe_limit = 0.7;
  p.dfe_max = {0.85, 0.3};
  p.clock_recovery_bandwidth_mhz = 4.0;
  p.sampling_offset_ui = -0.02;
  const SerdesRx rx("rx", p, {});
  CHECK(rx.input() == Domain::electrical);
  CHECK(rx.output() == Domain::digital);
  OperatingPoint at;
  at.symbol_rate_bd = 53.125e9;
  const ReceiverSpec spec = rx.receiver(at);
  CHECK(spec.noise_v2_per_hz == Approx(9e-18).epsilon(1e-15));
  CHECK(spec.filter_bandwidth_hz == Approx(0.75 * 53.125e9).epsilon(1e-15));
  CHECK(spec.ctle_gain_db.size() == 21);
  CHECK(spec.ctle_lf_gain_db.size() == 7);
  CHECK(spec.ctle_zero_hz == Approx(21.25e9));
  CHECK(spec.ctle_pole1_hz == Approx(21.25e9));
  CHECK(spec.ctle_pole2_hz == Approx(53.125e9));
  CHECK(spec.ctle_lf_hz == Approx(0.664e9));
  CHECK(spec.ffe_pre == 3);
  CHECK(spec.ffe_post == 8);
  CHECK(spec.ffe_limit == 0.7);
  CHECK(spec.clock_recovery_bandwidth_hz == Approx(4e6).epsilon(1e-15));
  CHECK(spec.sampling_offset_ui == -0.02);
  REQUIRE(spec.dfe.size() == 2);
  CHECK(spec.dfe[0].low == -0.85);  // no lower limits: symmetric
  CHECK(spec.dfe[1].high == 0.3);
  p.dfe_min = {0.3, -0.05};
  CHECK(SerdesRx("rx", p, {}).receiver(at).dfe[0].low == 0.3);
}

TEST_CASE("a serdes without settings has one of each", "[unit][serdes]") {
  const ReceiverSpec spec = SerdesRx("rx", {}, {}).receiver({});
  CHECK(spec.ctle_gain_db == std::vector<double>{0.0});
  CHECK(spec.dfe.empty());
  CHECK(SerdesTx("tx", {}, {}).transmitter({}).ffe.empty());
}

TEST_CASE("all faults of a transmitter are told at once, each with its place", "[unit][serdes]") {
  const std::string text =
      faults_of<SerdesTx>({{"ffe_pre1", at_line(std::vector<double>{0, -0.3, 0.02}, 4)},
                           {"ffe_post1", at_line(std::vector<double>{-0.2, 0}, 5)}});
  CHECK_THAT(text, Catch::Contains("a.toml:4:7: element 'x' (copper.serdes_tx): ffe_pre1 = [0.0, "
                                   "-0.3, 0.02] is not [value] or [low, high, step]"));
  CHECK_THAT(text, Catch::Contains("a.toml:5:7: element 'x' (copper.serdes_tx): ffe_post1 ="));
}

TEST_CASE("ranges of single values are checked before they are combined", "[unit][serdes]") {
  const std::string text = faults_of<SerdesTx>({{"rlm", at_line(1.2, 3)},
                                                {"ffe_pre1", at_line(std::vector<double>{-2}, 4)},
                                                {"snr_tx_d", at_line(30.0, 5)}});
  CHECK_THAT(text, Catch::Contains("a.toml:3:7: rlm = 1.2 is outside [0.5, 1]"));
  CHECK_THAT(text, Catch::Contains("a.toml:4:7: ffe_pre1[0] = -2 is outside [-1, 1]"));
  CHECK_THAT(text,
             Catch::Contains("a.toml:5:7: unknown key 'snr_tx_d' (did you mean 'snr_tx_db'?)"));
}

TEST_CASE("limits of a DFE that do not fit are told at once", "[unit][serdes]") {
  const auto dfe = [](std::vector<double> max, std::vector<double> min) {
    return faults_of<SerdesRx>({{"dfe_max", at_line(std::move(max), 8)},
                                {"dfe_min", at_line(std::move(min), 9)},
                                {"ctle_gain_db", at_line(std::vector<double>{0, 1}, 3)}});
  };
  const std::string above = dfe({0.5, 0.2, 0.1}, {0, 0.3, 0.4});
  CHECK_THAT(above, Catch::Contains("a.toml:3:7: element 'x' (copper.serdes_rx): ctle_gain_db"));
  CHECK_THAT(above, Catch::Contains("a.toml:9:7: element 'x' (copper.serdes_rx): dfe_min[1] = 0.3 "
                                    "is above dfe_max = 0.2"));
  CHECK_THAT(above, Catch::Contains("dfe_min[2] = 0.4 is above dfe_max = 0.1"));
  CHECK_THAT(dfe({0.5, 0.2}, {0.1}), Catch::Contains("dfe_min has 1 values, dfe_max 2"));
  CHECK_THAT(dfe({0.5, -0.2}, {}),
             Catch::Contains("a.toml:8:7") &&
                 Catch::Contains("dfe_max[1] = -0.2 is negative and dfe_min is empty"));
  CHECK_THAT(dfe(std::vector<double>(65, 0.1), {}), Catch::Contains("dfe_max has 65 values"));
  SerdesRx::Params p;
  p.dfe_max = {-0.1};
  CHECK_THROWS_AS(SerdesRx("rx", p, {}), ScenarioError);  // nor without a place
}

TEST_CASE("an ADC whose quantisation is no noise is refused", "[unit][serdes]") {
  const auto adc = [](int bits, int ffe_post) {
    return faults_of<SerdesRx>(
        {{"adc_bits", at_line(bits, 8)}, {"ffe_post", at_line(ffe_post, 9)}});
  };
  CHECK_THAT(adc(4, 8), Catch::Contains("a.toml:8:7: element 'x' (copper.serdes_rx): adc_bits = 4 "
                                        "is neither 0 nor 5 to 16"));
  CHECK_THAT(adc(6, 0), Catch::Contains("adc_bits = 6 needs an FFE (ffe_pre, ffe_post)"));
  SerdesRx::Params p;
  p.adc_bits = 5;
  p.ffe_pre = 1;
  CHECK(SerdesRx("rx", p, {}).receiver({}).adc_bits == 5);
}

TEST_CASE("MLSE stands in place of a DFE tap", "[unit][serdes]") {
  const std::string text = faults_of<SerdesRx>({{"mlse", at_line(true, 7)}});
  CHECK_THAT(text, Catch::Contains("a.toml:7:7: element 'x' (copper.serdes_rx): mlse stands in "
                                   "place of the first DFE tap, and dfe_max has no value"));
  SerdesRx::Params p;
  p.mlse = true;
  p.dfe_max = {0.8};
  CHECK(SerdesRx("rx", p, {}).receiver({}).mlse);
  CHECK_FALSE(SerdesRx("rx", {}, {}).receiver({}).mlse);
}

TEST_CASE("a serdes' latency, energy and failures stand in the ledger", "[unit][serdes]") {
  ParamMap given;
  given["energy_pj_per_bit"] = {2.75, {}, {"a row", "", {}, {}, false}};
  given["latency_ns"] = {10.0, {}, {"a sheet", "", {}, {}, true}};
  SerdesTx::Params tx;
  tx.energy_pj_per_bit = 2.75;
  tx.latency_ns = 10.0;
  SerdesRx::Params rx;
  rx.energy_pj_per_bit = 2.75;
  rx.latency_ns = 10.0;
  std::vector<LedgerRow> rows;
  SerdesTx("tx", tx, given).ledger({}, rows);
  SerdesRx("rx", rx, given).ledger({}, rows);
  REQUIRE(rows.size() == 6);
  for (const std::size_t i : {0, 3}) {
    CHECK(rows[i].element == (i == 0 ? "tx" : "rx"));
    CHECK(rows[i].quantity == "latency");
    CHECK(rows[i].value == 10.0);
    CHECK(rows[i].unit == "ns");
    CHECK(rows[i].source == "a sheet");
    CHECK(rows[i].verified);
    CHECK(rows[i + 1].quantity == "energy");
    CHECK(rows[i + 1].value == 2.75);
    CHECK(rows[i + 1].unit == "pJ/bit");
    CHECK(rows[i + 1].source == "a row");
    CHECK_FALSE(rows[i + 1].verified);
    CHECK(rows[i + 2].quantity == "fit");
    CHECK(rows[i + 2].source == "model default, no source");
  }
}
