// The public COM reference program (revision 4.50, fixed equaliser, 100GBASE-KR sheet) on a
// measured C2M channel that lies beside the sources, not in them.
#include <catch2/catch.hpp>
#include <optional>

#include "solve/com/com_network.hpp"
#include "solve/com/erl.hpp"
#include "solve/com/insertion_loss.hpp"
#include "tests/solve/com_fixture.hpp"

using namespace chappe;

namespace {

/// The victim's differential 2-port; no value, with a line that says so, without the file.
std::optional<Network> c2m_thru() {
  const auto input = chappe::testing::c2m_input(false);
  if (!input) {
    WARN("skipped: no shared channels");
    return std::nullopt;
  }
  return com_mode_two_port(input->thru.modes, false);
}

constexpr double kSymbolRate_bd = 53.125e9;

}  // namespace

TEST_CASE("C2M channel: losses and their deviation are the reference's", "[validation][com]") {
  const auto channel = c2m_thru();
  if (!channel) {
    SUCCEED("skipped: no shared channels");
    return;
  }
  const double nyquist_hz = 0.5 * kSymbolRate_bd;
  // Printed to 12 digits; the same arithmetic in another order: 1e-9.
  CHECK(insertion_loss_db(*channel, nyquist_hz) == Approx(13.9351018986).margin(1e-9));
  // The reference reads its fit between grid points of 10 MHz, we at the frequency: 1e-7.
  CHECK(fit_insertion_loss(*channel).at_db(nyquist_hz) == Approx(12.9577441727).margin(1e-6));
  const ComBand band{kSymbolRate_bd, 0.05e9, 40e9, 0.75, 0.5935686274509804};
  CHECK(fom_ild_db(*channel, band) == Approx(0.244257248755).margin(1e-9));
}

TEST_CASE("C2M channel: effective return losses are the reference's", "[validation][com]") {
  const auto channel = c2m_thru();
  if (!channel) {
    SUCCEED("skipped: no shared channels");
    return;
  }
  const ErlResult erl = effective_return_loss(*channel, erl_options_100g_kr(kSymbolRate_bd));
  // Quantised by bins of 1e-4 (0.003 dB at port 1): the same bin is asked for.
  CHECK(erl.port[0].erl_db == Approx(11.1786718672).margin(1e-9));
  CHECK(erl.port[1].erl_db == Approx(8.27725949538).margin(1e-9));
  CHECK(erl.erl_db == erl.port[1].erl_db);
  CHECK(erl.port[0].phase == 6);  // its seventh
  CHECK(erl.port[1].phase == 7);
  // The transform's last bits accumulate over 1e5 samples: 1e-6 ohm.
  CHECK(erl.port[0].impedance_ohm == Approx(99.7734303473).margin(1e-6));
  CHECK(erl.port[1].impedance_ohm == Approx(88.2239550836).margin(1e-6));
}
