// COM of the measured C2M channel, stage by stage, against the public reference program (revision
// 4.50): results of its own run (12 digits) and checkpoints of an independent implementation of it
// (8 to 12 digits).
#include <catch2/catch.hpp>

#include "base/constants.hpp"
#include "solve/com/com_case.hpp"
#include "solve/com/com_filters.hpp"
#include "solve/com/com_search.hpp"
#include "tests/solve/com_fixture.hpp"
#include "tests/validation.hpp"

using namespace chappe;
using chappe::testing::c2m_input;
using chappe::testing::kr100_fixed;
using chappe::testing::validate;

namespace {

/// A checkpoint printed to some digits: magnitude and degrees.
void validate_polar(const std::string& what, cd ours, double magnitude, double degrees) {
  validate(what, magnitude, std::abs(ours), 1e-8 * magnitude);
  const double turn = std::remainder(std::arg(ours) * 180.0 / kPi - degrees, 360.0);
  validate(what + ", degrees", degrees, degrees + turn, 2e-6);
}

struct Row {
  double f_ghz;
  std::array<double, 14> v;  ///< SDD21, SDD11, package s21, s11, s22, H21, H as magnitude, degrees
};
const std::array<Row, 5> kRows{
    Row{5,
        {.620361615, 46.840529, .301870072, -173.765924, .948962674, -165.668795, .0657959412,
         -92.534160, .0624025053, -71.236711, .556323655, 36.148408, .556323640, 17.318630}},
    Row{13.28,
        {.437365324, 89.830028, .130418252, -5.520485, .883073149, -74.740999, .196692897,
         -157.093985, .189470638, -158.501187, .302698774, -167.599014, .302675730, 141.673320}},
    Row{26.56,
        {.200487503, -155.562641, .150414727, -20.587932, .772550354, -151.471562, .317654429,
         -76.112828, .330575624, -77.305720, .0862779078, 38.540993, .0846435907, -69.737175}},
    Row{40,
        {.0559914629, 129.879197, .778068077, 16.495115, .547248323, 141.481015, .655848812,
         -124.783732, .662613220, -128.299419, .00776886205, 64.648097, .00545024591, -116.180603}},
    Row{50,
        {.0539258921, -77.918887, .242711451, -116.240371, .491491525, 169.256760, .672561376,
         -108.633153, .668043459, -112.901000, .00475796327, -132.981857, .00177937127, 2.198124}}};

const std::array<std::array<double, 3>, 5> kCtle{{{5, .446226764, 14.161157},
                                                  {13.28, .609223116, 12.298863},
                                                  {26.56, .732875920, -5.149766},
                                                  {40, .721051542, -20.662139},
                                                  {50, .679680120, -29.619833}}};

std::size_t index_of(const FrequencyGrid& grid, double f_ghz) {
  const auto at = std::lower_bound(grid.f_hz.begin(), grid.f_hz.end(), f_ghz * 1e9 - 1.0);
  return static_cast<std::size_t>(at - grid.f_hz.begin());
}

}  // namespace

TEST_CASE("COM checkpoints: networks and transfer functions", "[validation][com]") {
  const auto input = c2m_input(false);
  if (!input) {
    SUCCEED("skipped: no shared channels");
    return;
  }
  const ComConfig config = kr100_fixed();
  const Network channel = com_mode_two_port(input->thru.modes, false);
  const FrequencyGrid& grid = channel.grid;
  const ComPackages packages =
      com_packages(config, config.cases.front(), grid, ComPackageView::whole);
  const std::vector<cd> h21 =
      com_transfer(config, com_die_to_die(config, packages, channel, ComRole::thru));
  const ComCtleSetting ctle = com_ctle_setting(config, 0, 0);
  for (const Row& row : kRows) {
    const std::size_t k = index_of(grid, row.f_ghz);
    const auto& v = row.v;
    const std::string at = " at " + std::to_string(row.f_ghz).substr(0, 5) + " GHz";
    validate_polar("SDD21" + at, channel.at(1, 0)[k], v[0], v[1]);
    validate_polar("SDD11" + at, channel.at(0, 0)[k], v[2], v[3]);
    validate_polar("package s21" + at, packages.tx.at(1, 0)[k], v[4], v[5]);
    validate_polar("package s11" + at, packages.tx.at(0, 0)[k], v[6], v[7]);
    validate_polar("package s22" + at, packages.tx.at(1, 1)[k], v[8], v[9]);
    validate_polar("H21" + at, h21[k], v[10], v[11]);
    validate_polar("H" + at, h21[k] * com_receiver_filter(config, grid[k]), v[12], v[13]);
  }
  for (const auto& [f_ghz, magnitude, degrees] : kCtle) {
    validate_polar("H_ctf at " + std::to_string(f_ghz).substr(0, 5) + " GHz",
                   com_ctle(ctle, f_ghz * 1e9), magnitude, degrees);
  }
  validate("H_ctf at 0 Hz", .281838293, std::abs(com_ctle(ctle, 0.0)), 1e-9);
}

TEST_CASE("COM checkpoints: pulses, sampling instant, DFE and noise", "[validation][com]") {
  const auto input = c2m_input(false);
  if (!input) {
    SUCCEED("skipped: no shared channels");
    return;
  }
  const ComConfig config = kr100_fixed();
  const ComSignals signals = com_signals(*input, config, config.cases.front(), 1);
  const std::vector<double>& h = signals.impulse_v.front();
  validate("impulse response kept, samples", 15190, static_cast<double>(h.size()), 0.0);
  validate("its peak, mV", 4.867833812, 1e3 * h[static_cast<std::size_t>(signals.impulse_peak)],
           1e-8);
  validate("its peak's sample, from 1", 5070, static_cast<double>(signals.impulse_peak + 1), 0.0);
  double sum = 0.0;
  for (const double v : h) sum += v;
  validate("its sum, V", 0.4036857369, sum, 1e-9);
  const auto p = [&](int ui) {
    return 1e3 * signals.unequalised_v[static_cast<std::size_t>(signals.peak + 32 * ui)];
  };
  validate("unequalised pulse at its peak, mV", 140.60273354, p(0), 1e-7);
  validate("one UI before, mV", 48.14936857, p(-1), 1e-7);
  validate("one UI after, mV", 65.54288178, p(1), 1e-7);
  validate("two UI after, mV", 29.55329709, p(2), 1e-7);

  const ComBank bank = com_bank(config, signals, com_ctle_setting(config, 0, 0), 2);
  const std::vector<double> tx{0.02, -0.1, 0.88, 0.0};
  ComMerit merit(config, signals);
  const auto fom_db = merit.evaluate(bank, tx, 2, 0, -1e300);
  REQUIRE(fom_db);
  const std::vector<double> s = bank.thru.equalised(com_tx_taps(tx, 2));
  validate("equalised pulse's peak, mV", 62.62572677, 1e3 * *std::max_element(s.begin(), s.end()),
           1e-7);
  validate("sampling instant, from 1", 5072, static_cast<double>(merit.instant() + 1), 0.0);
  const std::array<double, 12> want{.00409212917, .112580662, .700898285, .012934203,
                                    48.7284677,   38.4244829, 2.2374191,  1.54475975,
                                    1.40137403,   1.25134747, .314231647, -.383551795};
  for (int n = -4; n <= 7; ++n) {
    validate("equalised pulse at t_s + " + std::to_string(n) + " UI, mV",
             want[static_cast<std::size_t>(n + 4)],
             1e3 * s[static_cast<std::size_t>(merit.instant() + 32 * n)], 1e-7);
  }
  validate("its samples beside t_s: before, mV", 46.8147802,
           1e3 * s[static_cast<std::size_t>(merit.instant() - 1)], 1e-7);
  validate("its samples beside t_s: after, mV", 50.5614653,
           1e3 * s[static_cast<std::size_t>(merit.instant() + 1)], 1e-7);
  validate("A_s, mV", 15.4306814319, 1e3 * merit.available_v(), 1e-9);
  validate("norm of the slopes, mV", 90.4705439, 1e3 * merit.slopes().norm(), 1e-6);
  validate("number of slopes", 475, static_cast<double>(merit.slopes().v_per_ui.size()), 0.0);
  validate("sigma_ISI, mV", 1.827595661, 1e3 * merit.sigmas().isi_v, 1e-9);
  validate("sigma_J, mV", 1.507842399, 1e3 * merit.sigmas().jitter_v, 1e-9);
  validate("sigma_TX, mV", 1.090894506, 1e3 * merit.sigmas().tx_v, 1e-9);
  validate("sigma_N, mV", .367184085, 1e3 * merit.sigmas().n_v, 1e-9);
  validate("FOM, dB", 15.3550026305, *fom_db, 1e-9);
}

TEST_CASE("COM checkpoints: DFE taps and their places", "[validation][com]") {
  const auto input = c2m_input(false);
  if (!input) {
    SUCCEED("skipped: no shared channels");
    return;
  }
  const ComCase got = solve_com_case(*input, kr100_fixed(), 1, {});
  const std::array<double, 15> first{.788542811111,     .05,
                                     .0317013816928,    .0287588363811,
                                     .0256800086766,    .00644862566568,
                                     -.00787120574792,  -.00519251279414,
                                     -.000397100478177, -.03,
                                     .0317827753023,    -.0162352984311,
                                     -.0146311820597,   -.00998404923546,
                                     .0078255027435};
  const std::array<double, 6> last{.00594782808852,  -.0102336619028,  .00606343457781,
                                   -.00851378589969, -.00892896906954, .00842135542642};
  for (std::size_t n = 0; n < first.size(); ++n) {
    validate("DFE tap " + std::to_string(n + 1), first[n], got.dfe[n], 1e-9);
  }
  for (std::size_t n = 0; n < last.size(); ++n) {
    validate("DFE tap " + std::to_string(n + 25), last[n], got.dfe[n + 24], 1e-9);
  }
  for (std::size_t n = 15; n < 40; ++n) {
    if (n < 24 || n >= 30) CHECK(got.dfe[n] == 0.0);
  }
  CHECK(got.floating == std::vector<int>{13, 14, 15, 25, 26, 27, 28, 29, 30});
  validate("tail RSS", .0372694390768, got.tail_rss, 1e-10);
}

TEST_CASE("COM checkpoints: densities and the result", "[validation][com]") {
  const auto input = c2m_input(false);
  if (!input) {
    SUCCEED("skipped: no shared channels");
    return;
  }
  const ComResult result = solve_com(*input, kr100_fixed(), {});
  const ComCase& c = result.cases.front();
  validate("COM, dB", 4.14946335038, c.eye.com_db, 1e-9);
  validate("FOM of the result, dB", 15.3550026305, c.fom_db, 1e-9);
  validate("A_ni, mV", 9.57, 1e3 * c.eye.a_ni_v, 1e-9);
  validate("peak interference at DER_0, mV", 6.66, 1e3 * c.eye.peak_isi_xt_v, 1e-9);
  validate("VEO, mV", 11.7213628637, c.eye.veo_mv, 1e-8);
  validate("VEC, dB", 8.40873980299, c.eye.vec_db, 1e-9);
  validate("DER at 3 dB", 9.59994864082e-06, c.eye.der_at_threshold, 1e-14);
  validate("sd of all, mV", 2.63430118175, 1e3 * c.eye.sgm_total_v, 1e-9);
  validate("sd of ISI, mV", 1.82764876276, 1e3 * c.eye.sgm_isi_v, 1e-9);
  validate("sd of dual Dirac, mV", 1.34894403146, 1e3 * c.eye.sgm_dd_v, 1e-9);
  validate("sd of the Gaussian, mV", 1.3340137616, 1e3 * c.eye.sgm_gaussian_v, 1e-9);
  validate("sd of noise, mV", 1.89716702379, 1e3 * c.eye.sgm_noise_v, 1e-9);
  validate("sigma_G, mV", 1.33401376157, 1e3 * c.eye.sgm_g_v, 1e-9);
  validate("sigma of random jitter, mV", .674327620601, 1e3 * c.eye.sgm_rj_v, 1e-9);
  validate("loss of the channel, dB", 13.9351018986, result.channel.il_nyquist_db, 1e-9);
  // The reference reads its fit between points of 10 MHz, we at the frequency.
  validate("fitted loss, dB", 12.9577441727, result.channel.fitted_il_nyquist_db, 1e-6);
  validate("loss VIP to VMP, dB", 21.2847212736, c.il_vip_to_vmp_db, 1e-9);
  validate("loss of the transfer function, dB", 21.4509546828, c.il_vtf_db, 1e-9);
  validate("loss die to die, dB", 19.2357578872, c.il_die_to_die_db, 1e-9);
  validate("FOM_ILD, dB", .244257248755, result.channel.fom_ild_db, 1e-10);
  validate("ERL11, dB", 11.1786718672, result.channel.erl_port_db[0], 1e-9);
  validate("ERL22, dB", 8.27725949538, result.channel.erl_port_db[1], 1e-9);
  validate("Z of port 1, ohm", 99.7734303473, result.channel.z_est_ohm[0], 1e-6);
  validate("Z of port 2, ohm", 88.2239550836, result.channel.z_est_ohm[1], 1e-6);
  validate("steady state voltage, mV", 349.307229661, c.steady_state_mv, 1e-7);
  validate("the same equalised, mV", 93.3224655374, c.steady_state_equalised_mv, 1e-8);
  validate("Pmax/Vf", .402518818969, c.pmax_by_vf, 1e-10);
  validate("SNR_ISI, dB", 33.6697212574, c.snr_isi_db, 1e-8);
  validate("VMC_HF, mV", 36.2, c.vmc_hf_mv, 1e-9);
  validate("SCMR, dB", 11.7857038721, c.scmr_db, 1e-8);
  validate("impulse response's peak, ns", 2.98176470588, 1e9 * c.pulse_peak_time_s, 1e-9);
}
