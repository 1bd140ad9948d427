#include "solve/com/com_reader.hpp"

#include <algorithm>
#include <cmath>

#include "solve/com/com_keywords.hpp"
#include "solve/com/com_reader_groups.hpp"

namespace chappe {
namespace {

constexpr ComRange kGigahertz{0.0, 1e4};
constexpr ComRange kOfSymbolRate{0.0, 100.0, true};

void read_grid(ComValues& values, ComConfig& config) {
  const double f_b_ghz = values.number("f_b", {0.0, 1e3, true});
  config.symbol_rate_bd = f_b_ghz * kComGiga;
  config.levels = values.whole("L", 2, 16);
  config.samples = values.whole("M", 4, 1024, 32);
  if (!values.has("M")) values.assume("M", "32");
  if (config.samples % 2 != 0) values.fault("M", ": expected an even number");
  config.der0 = values.number("DER_0", {1e-300, 0.5, false, true});
  const double f_min_ghz = values.number("f_min", kGigahertz);
  config.f_min_hz = f_min_ghz * kComGiga;
  config.delta_f_hz = values.number("Delta_f", kGigahertz, 0.0) * kComGiga;
  config.f_1_hz = values.told_number("f_1", kGigahertz, f_min_ghz) * kComGiga;
  config.f_2_hz = values.told_number("f_2", kGigahertz, f_b_ghz) * kComGiga;
  if (f_b_ghz > 0.0 && config.f_2_hz <= config.f_1_hz) values.fault("f_2", ": must be above f_1");
  config.r_0_ohm = values.number("R_0", {0.0, 1e4, true}, 50.0);
  config.impulse_threshold =
      values.number("Impulse response truncation threshold", {0.0, 1.0, false, true},
                    values.number("Impulse response truncatio threshold", {0.0, 1.0}, 1e-3));
  config.pdf_bin_v = values.number("PDF bin size", {1e-8, 1e-2}, 1e-5);
  config.noise_crest_factor = values.number("Noise_Crest_Factor", {0.0, 100.0}, 0.0);
  config.frequency_figures = values.flag("Display frequency domain", true);
}

void read_ports(ComValues& values, ComConfig& config) {
  const std::vector<double> order = values.list("Port Order", {1.0, 4.0}, {1.0, 3.0, 2.0, 4.0});
  std::array<int, 5> seen{};
  for (const double port : order) ++seen[static_cast<std::size_t>(port)];
  const bool each_once = seen[1] == 1 && seen[2] == 1 && seen[3] == 1 && seen[4] == 1;
  if (order.size() != 4 || !each_once) {
    values.fault("Port Order", ": expected each of 1 to 4 once: [Tx+ Tx- Rx+ Rx-]");
    return;
  }
  for (std::size_t i = 0; i < 4; ++i) config.port_order[i] = static_cast<int>(order[i]);
  if (!values.has("Port Order")) values.assume("Port Order", "[1 3 2 4]");
  config.kappa = {values.number("kappa1", {0.0, 1.0}, 1.0),
                  values.number("kappa2", {0.0, 1.0}, 1.0)};
}

void read_filters(ComValues& values, ComConfig& config) {
  config.f_r = values.told_number("f_r", kOfSymbolRate, 4.0);
  config.f_v = values.number("f_v", kOfSymbolRate, 4.0);
  config.f_f = values.number("f_f", kOfSymbolRate, 4.0);
  config.f_n = values.number("f_n", kOfSymbolRate, 4.0);
  config.butterworth = values.flag("Butterworth", true);
  config.bessel_thomson = values.flag("Bessel_Thomson", false);
  config.raised_cosine = values.flag("Raised_Cosine", false);
  constexpr ComRange kHertz{1e6, 1e14};
  config.rc_start_hz = values.number("RC_Start", kHertz, 0.5 * config.symbol_rate_bd);
  config.rc_end_hz = values.number("RC_end", kHertz, config.f_r * config.symbol_rate_bd);
  if (config.raised_cosine && config.rc_end_hz <= config.rc_start_hz) {
    values.fault("RC_end", ": must be above RC_Start (both in Hz)");
  }
  config.eta_0_v2_per_hz = values.number("eta_0", {0.0, 1.0}) / kComGiga;
}

void read_search(ComValues& values, ComConfig& config) {
  config.local_search = values.whole("Local Search", 0, 1'000'000, 0);
  config.ts_anchor = values.whole("ts_anchor", 0, 2, 0);
  config.mod_mm = values.word("CDR", {"MM", "Mod-MM"}, "MM") == "Mod-MM";
  std::vector<double> offsets = values.list("sample_adjustment", {-1024.0, 1024.0}, {0.0, 0.0});
  if (offsets.size() == 1) offsets.insert(offsets.begin(), 0.0);
  const bool whole = offsets.size() == 2 && offsets[0] == std::floor(offsets[0]) &&
                     offsets[1] == std::floor(offsets[1]) && offsets[0] <= offsets[1];
  if (!whole) {
    values.fault("sample_adjustment",
                 ": expected two whole numbers, the first not above the other");
    return;
  }
  config.sample_adjustment = {static_cast<int>(offsets[0]), static_cast<int>(offsets[1])};
}

void read_spans(ComValues& values, ComConfig& config) {
  config.n_v = values.whole("N_v", 0, 100'000, config.dfe.taps);
  config.d_p = values.whole("D_p", 0, 100'000, 4);
  if (config.mlse != 0 && config.dfe.taps == 0) values.fault("MLSE", " needs N_b >= 1");
  if (config.mlse == 3 && !config.rx_ffe.on()) values.fault("MLSE", " needs the receive FFE");
}

bool is_keyword(const std::string& text) {
  const auto known = com_keywords_read();
  return com_tap_keyword(text) != 0 ||
         std::any_of(known.begin(), known.end(),
                     [&](const char* keyword) { return same_keyword(keyword, text); });
}

/// A mark belongs to the last keyword ahead of it in its row.
std::vector<std::string> unverified_keywords(const ComSheet& sheet) {
  std::vector<std::string> found;
  for (const std::vector<ComCell>& row : sheet.rows()) {
    std::string keyword;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i + 1 < row.size() && !row[i + 1].text.starts_with("unverified") &&
          is_keyword(row[i].text)) {
        keyword = row[i].text;
      }
      if (!row[i].text.starts_with("unverified") || keyword.empty()) continue;
      if (std::find(found.begin(), found.end(), keyword) == found.end()) found.push_back(keyword);
      keyword.clear();
    }
  }
  std::erase_if(found, [&](const std::string& keyword) {
    const auto values = sheet.values(keyword);
    return values.empty() || values.front()->origin.line == 0;  // --set replaced it
  });
  return found;
}

}  // namespace

ComReading read_com_config(const ComSheet& sheet) {
  Faults faults;
  ComValues values(sheet, faults);
  ComReading out;
  ComConfig& config = out.config;
  config.name = sheet.name();
  read_grid(values, config);
  read_ports(values, config);
  read_com_package(values, config);
  read_com_board(values, config);
  read_com_transmitter(values, config);
  read_filters(values, config);
  read_com_ctle(values, config);
  read_com_rx_ffe(values, config);
  read_com_dfe(values, config);
  read_search(values, config);
  read_spans(values, config);
  read_com_figures(values, config);
  check_com_keywords(values, faults, config);
  faults.throw_if_any();
  std::string line;
  for (const std::string& one : values.assumed()) line += (line.empty() ? "" : ", ") + one;
  if (!line.empty())
    out.remarks.push_back("absent from the sheet, so as in the reference: " + line);
  const std::vector<std::string>& others = values.remarks();
  out.remarks.insert(out.remarks.end(), others.begin(), others.end());
  out.unverified = unverified_keywords(sheet);
  return out;
}

}  // namespace chappe
