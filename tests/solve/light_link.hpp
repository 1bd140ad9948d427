#pragma once
// A short link of light by the shipped laws: what the tests of sections with light stand on.
#include <string>
#include <vector>

#include "link/catalogue.hpp"
#include "models/all.hpp"

namespace chappe::test {

using Set = std::pair<std::string, Value>;

inline ElementSpec element_of(std::string name, std::string model, const std::vector<Set>& set) {
  ElementSpec out;
  out.name = std::move(name);
  out.model = std::move(model);
  for (const auto& [key, value] : set) out.params[key].value = value;
  return out;
}

/// 53.125 GBd PAM4, 1310 nm, Mach-Zehnder about quadrature, PIN. No noise, no jitter, no
/// dispersion.
inline PathSpec light_link() {
  PathSpec spec;
  spec.name = "light";
  SectionSpec section;
  section.name = "optical";
  section.params["modulation"].value = std::string("pam4");
  section.params["symbol_rate_gbd"].value = 53.125;
  section.elements = {
      element_of("tx", "copper.serdes_tx",
                 {{"amplitude_v", 0.3},
                  {"rlm", 1.0},
                  {"rise_time_ps", 8.0},
                  {"snr_tx_db", 200.0},
                  {"random_jitter_ui", 0.0},
                  {"dual_dirac_jitter_ui", 0.0}}),
      element_of("driver", "optics.driver",
                 {{"gain_db", 14.0},
                  {"saturation_v", 0.0},
                  {"response", std::string("bessel")},
                  {"bandwidth_ghz", 45.0},
                  {"order", std::int64_t{4}}}),
      element_of("laser", "optics.cw_laser",
                 {{"power_dbm", 10.0}, {"wavelength_nm", 1310.0}, {"rin_db_per_hz", -200.0}}),
      element_of("modulator", "optics.mzm",
                 {{"v_pi_v", 4.0},
                  {"insertion_loss_db", 4.0},
                  {"response", std::string("bessel")},
                  {"bandwidth_ghz", 40.0},
                  {"order", std::int64_t{2}}}),
      element_of("fibre", "optics.smf",
                 {{"length_m", 500.0},
                  {"attenuation_db_per_km", 0.35},
                  {"dispersion", std::string("given")},
                  {"given_nm", 1310.0}}),
      element_of("receiver", "optics.pin_receiver",
                 {{"responsivity_a_per_w", 0.8},
                  {"noise_pa_per_sqrt_hz", 16.0},
                  {"response", std::string("bessel")},
                  {"bandwidth_ghz", 32.0},
                  {"order", std::int64_t{4}},
                  {"transimpedance_ohm", 1000.0}}),
      element_of("rx", "copper.serdes_rx",
                 {{"noise_v2_per_ghz", 0.0},
                  {"filter_bandwidth_ratio", 0.75},
                  {"ctle_gain_db", std::vector<double>{0.0}},
                  {"ctle_lf_gain_db", std::vector<double>{0.0}},
                  {"ffe_pre", std::int64_t{3}},
                  {"ffe_post", std::int64_t{8}}})};
  spec.sections.push_back(section);
  return spec;
}

inline void set(PathSpec& spec, const std::string& target, Value value) {
  Faults faults;
  ParamValue given;
  given.value = std::move(value);
  set_value(spec, target, given, faults);
  faults.throw_if_any();
}

inline Path built(const PathSpec& spec) {
  Catalogue catalogue;
  add_models(catalogue);
  return catalogue.build(spec);
}

}  // namespace chappe::test
