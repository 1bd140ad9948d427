#include "models/optics/bandwidth.hpp"

#include <cmath>
#include <sstream>

#include "base/constants.hpp"
#include "math/filters.hpp"
#include "models/optics/csv_table.hpp"
#include "models/optics/response_curve.hpp"
#include "models/optics_checks.hpp"

using namespace chappe;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using test::TextFile;

namespace {

Bandwidth make(const Bandwidth::Params& p) { return {p, "element 'x' (optics.mzm)", {}}; }

std::string curve_text(bool with_phase, int order, double last_ghz, double points_per_decade) {
  std::ostringstream out;
  out.precision(12);
  out << "# a Butterworth filter of 40 GHz\nfrequency_ghz, magnitude_db"
      << (with_phase ? ", phase_deg\n" : "\n");
  for (double f = 0.1; f <= last_ghz * (1 + 1e-9); f *= std::pow(10.0, 1.0 / points_per_decade)) {
    const cd h = butterworth(f, 40.0, order);
    out << f << "," << 10.0 * std::log10(std::norm(h));
    if (with_phase) out << "," << 180.0 / kPi * std::arg(h);
    out << "\n";
  }
  return out.str();
}

std::string error_of(const std::string& text) {
  const TextFile file(text);
  try {
    const ResponseCurve curve(file.path());
  } catch (const DataError& error) {
    return std::string(error.what()).substr(file.path().size());
  }
  return "";
}

}  // namespace

TEST_CASE("noise bandwidths of Bessel and Butterworth filters are those of the reference",
          "[validation][bandwidth]") {
  // reference/imdd/an_noise_bw.csv (closed forms by quadrature); 1e-9 asked for.
  CHECK_THAT(noise_bandwidth_ratio("bessel", 1), WithinRel(1.5707963267948961, 1e-12));
  CHECK_THAT(noise_bandwidth_ratio("bessel", 2), WithinRel(1.153594215791028, 1e-12));
  CHECK_THAT(noise_bandwidth_ratio("bessel", 3), WithinRel(1.0736374427136297, 1e-12));
  CHECK_THAT(noise_bandwidth_ratio("bessel", 4), WithinRel(1.046368886986409, 1e-12));
  CHECK_THAT(noise_bandwidth_ratio("butterworth", 1), WithinRel(1.5707963267948966, 1e-12));
  CHECK_THAT(noise_bandwidth_ratio("butterworth", 2), WithinRel(1.1107207345395917, 1e-12));
  CHECK_THAT(noise_bandwidth_ratio("butterworth", 4), WithinRel(1.026172152977031, 1e-12));
  CHECK(noise_bandwidth_ratio("single_pole", 4) == 0.5 * kPi);
  CHECK_THROWS_AS(noise_bandwidth_ratio("curve", 1), InternalError);
}

TEST_CASE("a stated bandwidth is the 3 dB point of its response", "[unit][bandwidth]") {
  Bandwidth::Params p;
  p.bandwidth_ghz = 38.0;
  p.response = GENERATE("bessel", "butterworth", "single_pole");
  p.order = GENERATE(1, 2, 3, 4);
  const Bandwidth band = make(p);
  CHECK_THAT(std::norm(band(38e9)), WithinRel(0.5, 1e-12));
  CHECK(band(0.0) == cd{1.0});
  CHECK(band.bandwidth_hz() == 38e9);
  CHECK_THAT(band.noise_bandwidth_hz(),
             WithinRel(38e9 * noise_bandwidth_ratio(p.response, p.order), 1e-12));
  FrequencyGrid grid;
  grid.f_hz = {0.0, 10e9};
  CHECK(band.transfer(grid)[1] == band(10e9));
}

TEST_CASE("no bandwidth is flat and has no noise bandwidth", "[unit][bandwidth]") {
  const Bandwidth band = make({});
  CHECK(band(1e12) == cd{1.0});
  CHECK(std::isinf(band.bandwidth_hz()));
  CHECK(std::isinf(band.noise_bandwidth_hz()));
}

TEST_CASE("contradictory bandwidths are faults", "[unit][bandwidth]") {
  const auto fault = [](const Bandwidth::Params& p) {
    try {
      make(p);
    } catch (const ScenarioError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK_THAT(fault({.response = "bessel"}), Contains("response = \"bessel\" needs bandwidth_ghz"));
  CHECK_THAT(fault({.response = "none", .bandwidth_ghz = 3}), Contains("takes no bandwidth_ghz"));
  CHECK_THAT(fault({.response = "bessel", .bandwidth_ghz = 3, .order = 5}),
             Contains("order = 5 of response = \"bessel\" is outside [1, 4]"));
  CHECK_THAT(fault({.response = "curve"}), Contains("needs a response_file"));
  CHECK_THAT(fault({.response = "bessel", .bandwidth_ghz = 3, .response_file = "a.csv"}),
             Contains("takes no response_file"));
}

TEST_CASE("a curve without phase has the minimum phase of the filter it was taken from",
          "[unit][bandwidth]") {
  const int order = GENERATE(1, 2, 4);
  // Seen to 10 times its bandwidth: what lies beyond is the asymptote of the filter to 0.2 dB.
  const TextFile file(curve_text(false, order, 400.0, 60));
  const ResponseCurve curve(file.path());
  CHECK(curve.minimum_phase());
  for (const double f : {0.0, 1e9, 10e9, 40e9, 80e9, 200e9}) {
    const cd expected = butterworth(f, 40e9, order);
    // Magnitude: interpolation. Phase: 1/30 of a degree and order of the asymptote's misfit.
    CHECK_THAT(std::abs(curve(f)), WithinRel(std::abs(expected), 2e-4));
    CHECK_THAT(std::arg(curve(f) / expected), WithinAbs(0.0, 0.01));
  }
  CHECK(curve(-30e9) == std::conj(curve(30e9)));
  CHECK_THAT(curve.bandwidth_hz(), WithinRel(40e9, 1e-4));
  // The first order's tail beyond 400 GHz is 6 % of it, known to 1 % by its slope.
  CHECK_THAT(curve.noise_bandwidth_hz(),
             WithinRel(40e9 * butterworth_noise_bandwidth_ratio(order), 1e-3));
}

TEST_CASE("a curve's own phase is kept, delay and all, and goes on beyond the data",
          "[unit][bandwidth]") {
  const TextFile file(curve_text(true, 4, 100.0, 60));
  const ResponseCurve curve(file.path());
  CHECK_FALSE(curve.minimum_phase());
  for (const double f : {2e9, 30e9, 90e9}) {
    const cd expected = butterworth(f, 40e9, 4);
    CHECK(std::abs(curve(f) - expected) < 1e-3 * std::abs(expected));
  }
  const double octave = std::abs(curve(100e9)) / std::abs(curve(50e9));
  CHECK_THAT(std::abs(curve(200e9)), WithinRel(octave * std::abs(curve(100e9)), 1e-9));
}

TEST_CASE("a curve from 0 Hz begins as a parabola", "[unit][bandwidth]") {
  const TextFile file("frequency_ghz,magnitude_db\n0,1\n10,0\n40,-2\n120,-12\n");
  const ResponseCurve curve(file.path());
  const auto db = [&](double f) { return 20.0 * std::log10(std::abs(curve(f))); };
  CHECK_THAT(db(0.0), WithinAbs(0.0, 1e-5));
  CHECK_THAT(db(5e9), WithinAbs(-0.25, 1e-9));
  CHECK_THAT(db(10e9), WithinAbs(-1.0, 1e-9));
  CHECK_THAT(db(240e9) - db(120e9), WithinAbs(db(120e9) - db(60e9), 1e-9));
}

TEST_CASE("a bad curve is an error with its place", "[unit][bandwidth]") {
  CHECK(error_of("") == ": empty; its first line names the columns");
  CHECK(error_of("frequency_ghz,magnitude_bd\n1,2\n") ==
        ":1:15: unknown column 'magnitude_bd' (did you mean 'magnitude_db'?)");
  CHECK(error_of("frequency_ghz\n1\n") == ":1:1: no column 'magnitude_db'");
  CHECK(error_of("frequency_ghz,magnitude_db,frequency_ghz\n") ==
        ":1:28: column 'frequency_ghz' is there twice");
  CHECK(error_of("frequency_ghz,magnitude_db\n\n1, x\n") == ":3:4: 'x' is not a number");
  CHECK(error_of("frequency_ghz,magnitude_db\n1,nan\n") == ":2:3: 'nan' is not a number");
  CHECK(error_of("frequency_ghz,magnitude_db\n1,0,3\n") ==
        ":2:1: 3 fields where the first line has 2");
  CHECK(error_of("frequency_ghz,magnitude_db\n2,0\n1,0\n") ==
        ":3:1: frequency_ghz does not ascend");
  CHECK(error_of("frequency_ghz,magnitude_db\r\n1,0\r\n") == ": fewer than two rows");
  CHECK(error_of("frequency_ghz,magnitude_db\n-1,0\n1,0\n2,0\n") == ": a frequency below 0 GHz");
  CHECK_THAT(error_of("frequency_ghz,magnitude_db\n10,0\n20,0\n30,-1\n"), Contains("a tenth"));
  CHECK_THROWS_WITH(ResponseCurve("/nowhere/x.csv"), Contains("no such file"));
}
