#include "cli/export_com.hpp"

#include <utility>

#include "cli/export_com_parts.hpp"

namespace chappe::cli {
namespace {

using namespace com_export;

/// [value] or [low, high, step] of a part.
std::string range(const std::vector<double>& values) {
  if (values.size() == 3) {
    return "[" + plain(values[0]) + ":" + plain(values[2]) + ":" + plain(values[1]) + "]";
  }
  return values.empty() ? "0" : plain(values.front());
}

void sort_element(const ElementSpec& element, Parts& parts, Writer& out) {
  const bool at_receiver = text(element, "towards") == "receiver";
  if (element.model == "copper.serdes_tx") {
    parts.tx = &element;
  } else if (element.model == "copper.serdes_rx") {
    parts.rx = &element;
  } else if (element.model == "copper.package") {
    (at_receiver ? parts.rx_package : parts.tx_package) = &element;
  } else if (element.model == "copper.board") {
    (at_receiver ? parts.rx_board : parts.tx_board) = &element;
  } else {
    const std::string file = text(element, "file");
    out.note("element '" + element.name + "' (" + element.model + ") is no part of a sheet" +
             (file.empty() ? ": 'chappe com' takes it as a Touchstone file"
                           : ": give its file to 'chappe com', " + file));
  }
}

void write_grid(const PathSpec& link, const Parts& parts, Writer& out) {
  Faults ignored;
  const auto section =
      read_params<SectionParams>(parts.section->params, "section", parts.section->origin, ignored);
  out.line("f_b", section.symbol_rate_gbd, "GBd");
  out.line("L", section.modulation == "nrz" ? 2.0 : 4.0);
  out.chosen("M", "32");
  out.chosen("f_min", "0.05", "GHz");
  out.chosen("DER_0", link.fec.empty() ? "1e-12" : "1e-4");
  out.chosen("COM Pass threshold", "3", "dB");
  out.chosen("Port Order", "[1 3 2 4]");
  out.line("ERL", "0");
  out.note(
      "'chappe com' takes transmitter noise and jitter as annex 93A does; 'chappe run' lets the"
      " noise pass the channel and jitters each edge by itself: its com_db is lower");
  out.note("ERL = 0, so no ERL: the scenario states none of its TDR's keys");
  out.line("f_1", 0.05, "GHz");
  out.line("f_2", section.symbol_rate_gbd, "GHz");
  out.note("loss fit and ICN: from f_1 = f_min to f_2 = f_b, the scenario has no such keys");
}

void write_transmitter(const Parts& parts, Writer& out) {
  const ElementSpec* tx = parts.tx;
  out.line("A_v", number(tx, "amplitude_v"), "V");
  for (const bool far : {true, false}) {
    const ElementSpec* other = tx;
    for (const AggressorSpec& aggressor : parts.section->aggressors) {
      if ((aggressor.type == "fext") == far) other = &aggressor.transmitter;
    }
    const std::string end = far ? "fe" : "ne";
    const double amplitude_v = number(other, "amplitude_v", number(tx, "amplitude_v"));
    out.line("A_" + end, amplitude_v, "V");
    out.line(far ? "A_ft" : "A_nt", amplitude_v, "V");
    if (other == tx) {
      out.note("A_" + end + " = A_v: the scenario has no such aggressor");
    }
  }
  const double rise_ps = number(tx, "rise_time_ps");
  out.line("FORCE_TR", rise_ps > 0.0 ? "1" : "0");
  if (rise_ps > 0.0) out.line("T_r", rise_ps * 1e-3, "ns");
  out.line("SNR_TX", number(tx, "snr_tx_db"), "dB");
  out.line("R_LM", number(tx, "rlm"));
  out.line("sigma_RJ", number(tx, "random_jitter_ui"), "UI");
  out.line("A_DD", number(tx, "dual_dirac_jitter_ui"), "UI");
  out.line("c(0)", number(tx, "ffe_minimum_cursor"));
  out.line("c(-3)", range(list(tx, "ffe_pre3")));
  out.line("c(-2)", range(list(tx, "ffe_pre2")));
  out.line("c(-1)", range(list(tx, "ffe_pre1")));
  out.line("c(1)", range(list(tx, "ffe_post1")));
}

void write_dfe(const ElementSpec* rx, Writer& out) {
  const std::vector<double> most = list(rx, "dfe_max");
  std::vector<double> least = list(rx, "dfe_min");
  if (least.empty()) {
    for (const double value : most) least.push_back(-value);
  }
  out.line("N_b", static_cast<double>(most.size()));
  for (const auto* limits : {&most, &std::as_const(least)}) {
    const std::string name = limits == &most ? "b_max" : "b_min";
    if (limits->empty()) continue;
    out.line(name + "(1)", limits->front());
    if (limits->size() == 1) continue;
    const std::vector<double> others(limits->begin() + 1, limits->end());
    out.line(name + "(2..N_b)", "[" + row(others) + "]");
  }
}

void write_receiver(const Parts& parts, Writer& out) {
  const ElementSpec* rx = parts.rx;
  out.line("f_r", number(rx, "filter_bandwidth_ratio"), "of f_b");
  out.line("eta_0", number(rx, "noise_v2_per_ghz"), "V^2/GHz");
  out.line("g_DC", range(list(rx, "ctle_gain_db")), "dB");
  out.line("f_z", number(rx, "ctle_zero_ghz"), "GHz");
  out.line("f_p1", number(rx, "ctle_pole1_ghz"), "GHz");
  out.line("f_p2", number(rx, "ctle_pole2_ghz"), "GHz");
  out.line("g_DC_HP", range(list(rx, "ctle_lf_gain_db")), "dB");
  out.line("f_HP_PZ", number(rx, "ctle_lf_ghz"), "GHz");
  const double pre = number(rx, "ffe_pre"), post = number(rx, "ffe_post");
  if (pre + post > 0.0) {
    constexpr double kNoLimit = 100.0;
    const double limit = number(rx, "ffe_limit");
    out.line("ffe_pre_tap_len", pre);
    out.line("ffe_post_tap_len", post);
    for (const char* keyword : {"ffe_pre_tap1_max", "ffe_post_tap1_max", "ffe_tapn_max"}) {
      out.line(keyword, limit > 0.0 ? limit : kNoLimit);
    }
  }
  write_dfe(rx, out);
}

}  // namespace

ComExport export_com_sheet(const PathSpec& link, const std::string& scenario) {
  ComExport result;
  Writer out(result);
  Parts parts;
  for (const SectionSpec& section : link.sections) {
    Parts here;
    ComExport unused;
    Writer silent(unused);
    for (const ElementSpec& element : section.elements) sort_element(element, here, silent);
    if (parts.section == nullptr && here.tx != nullptr && here.rx != nullptr) {
      parts = here;
      parts.section = &section;
      for (const ElementSpec& element : section.elements) sort_element(element, here, out);
    } else {
      out.note("section '" + section.name + "' is not in the sheet");
    }
  }
  if (parts.section == nullptr) {
    throw ScenarioError("link '" + link.name +
                        "' has no section with a copper.serdes_tx and a copper.serdes_rx: there is "
                        "nothing for a COM sheet");
  }
  out.line("title", "link " + link.name + ", section " + parts.section->name);
  out.line("source", scenario);
  result.csv += "keyword,value,unit\n";
  write_grid(link, parts, out);
  write_package(parts, out);
  write_board(parts, out);
  write_transmitter(parts, out);
  write_receiver(parts, out);
  return result;
}

}  // namespace chappe::cli
