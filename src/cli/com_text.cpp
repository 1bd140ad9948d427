#include "cli/com_text.hpp"

#include <algorithm>

#include "cli/text.hpp"

namespace chappe::cli {
namespace {

/// The figure of a closed eye is no more than a stand-in.
std::string closure_text(const ComEye& eye, int decimals, const std::string& unit) {
  return eye.open() ? fixed(eye.vec_db, decimals) + unit : "closed";
}

std::string limit_text(const ComLimit& limit, const ComResult& result) {
  const bool closed = limit.key == "vec_db" && !worst_eye(result).open();
  const std::string value = closed ? "closed" : fixed(limit.value, 3) + " " + limit.unit;
  return value + ", " + (limit.pass() ? "pass" : "FAIL") + ": at " +
         (limit.at_most ? "most " : "least ") + plain(limit.limit) + " " + limit.unit;
}

std::vector<std::string> words_of(const std::vector<double>& values, int decimals) {
  std::vector<std::string> words;
  for (const double value : values) words.push_back(fixed(value, decimals));
  return words;
}

std::vector<std::string> words_of(const std::vector<int>& values) {
  std::vector<std::string> words;
  for (const int value : values) words.push_back(std::to_string(value));
  return words;
}

/// Taps as "c(-1) -0.1 c(0) 0.9".
std::string tx_text(const ComSetting& setting) {
  std::string text;
  for (std::size_t i = 0; i < setting.tx.size(); ++i) {
    const int position = static_cast<int>(i) - setting.cursor;
    // What is left of 1 - sum |c| in the last digit is no information.
    text += (i == 0 ? "c(" : "  c(") + std::to_string(position) + ") " +
            plain(std::stod(fixed(setting.tx[i], 6)));
  }
  return text;
}

class Block {
 public:
  void line(const std::string& name, const std::string& text) {
    name_.cells.push_back(name);
    text_.cells.push_back(text);
  }
  /// As many lines as it takes.
  void list(const std::string& name, const std::vector<std::string>& words) {
    constexpr std::size_t kWidth = 76;
    std::string text;
    bool first = true;
    for (const std::string& word : words) {
      if (!text.empty() && text.size() + 2 + word.size() > kWidth) {
        line(first ? name : "", text);
        text.clear();
        first = false;
      }
      text += (text.empty() ? "" : "  ") + word;
    }
    if (first || !text.empty()) line(first ? name : "", text.empty() ? "none" : text);
  }
  std::string take() const { return columns_text({name_, text_}, 2); }

 private:
  TextColumn name_{{}, {}, true}, text_{{}, {}, true};
};

std::string mv(double volt) { return fixed(1e3 * volt, 3); }

void put_equalisers(Block& block, const ComCase& c) {
  block.line("Tx FFE", tx_text(c.setting));
  block.line("CTLE", plain(c.setting.g_dc_db) + " dB, low frequency " +
                         plain(c.setting.g_dc_hp_db) + " dB");
  if (!c.rx_ffe.empty()) block.list("Rx FFE", words_of(c.rx_ffe, 4));
  if (!c.rx_ffe_floating.empty()) block.list("  floating at UI", words_of(c.rx_ffe_floating));
  // Taps that float stand with their positions; the zeros between them are left out.
  const std::size_t fixed_taps =
      c.floating.empty() ? c.dfe.size() : static_cast<std::size_t>(c.floating.front()) - 1;
  std::vector<std::string> taps = words_of(c.dfe, 4), floating;
  for (const int position : c.floating) {
    const auto i = static_cast<std::size_t>(position) - 1;
    if (i < taps.size()) floating.push_back(std::to_string(position) + ": " + taps[i]);
  }
  taps.resize(std::min(fixed_taps, taps.size()));
  block.list("DFE", taps);
  if (!floating.empty()) block.list("  floating at UI", floating);
  block.line("settings", std::to_string(c.settings_tried) + " tried");
}

void put_case(Block& block, const ComCase& c) {
  const ComEye& eye = c.eye;
  block.line("FOM", fixed(c.fom_db, 3) + " dB");
  block.line("eye",
             (eye.open() ? "" : "closed: ") + std::string("opening ") + fixed(eye.veo_mv, 3) +
                 " mV" + (eye.open() ? ", closure " + closure_text(eye, 3, " dB") : "") +
                 ", signal " + mv(eye.a_s_v) + " mV, interference " + mv(eye.a_ni_v) + " mV");
  if (eye.mlse_delta_db != 0.0) {
    block.line("MLSE", fixed(eye.com_without_mlse_db, 3) + " dB without, " +
                           fixed(eye.mlse_delta_db, 3) + " dB more with it");
  }
  block.line("sigma [mV]", "ISI " + mv(c.sigma.isi_v) + ", jitter " + mv(c.sigma.jitter_v) +
                               ", crosstalk " + mv(c.sigma.xt_v) + ", receiver " + mv(c.sigma.n_v) +
                               ", transmitter " + mv(c.sigma.tx_v));
  put_equalisers(block, c);
}

void put_channel(Block& block, const ComResult& result) {
  const ComChannelFigures& f = result.channel;
  const ComCase& c = result.cases[result.worst];
  const std::string where =
      f.il_at_hz == 0.0 ? "loss at f_b/2" : "loss at " + plain(f.il_at_hz / 1e9) + " GHz";
  block.line(where,
             fixed(f.il_nyquist_db, 3) +
                 (f.il_at_hz == 0.0 ? " dB, fitted " : " dB (the data's end), fitted at f_b/2 ") +
                 fixed(f.fitted_il_nyquist_db, 3) + " dB, ILD " + fixed(f.fom_ild_db, 3) +
                 " dB, die to die " + fixed(c.il_die_to_die_db, 3) + " dB");
  block.line("pulse peak", fixed(c.pulse_peak_mv, 3) + " mV");
  block.line("ICN", fixed(f.icn_mv, 3) + " mV: far end " + fixed(f.mdfext_mv, 3) + ", near end " +
                        fixed(f.mdnext_mv, 3));
  if (f.erl_taken) {
    block.line("ERL of the ports",
               fixed(f.erl_port_db[0], 3) + " and " + fixed(f.erl_port_db[1], 3) + " dB, seen as " +
                   fixed(f.z_est_ohm[0], 1) + " and " + fixed(f.z_est_ohm[1], 1) + " ohm");
  }
}

std::string verdict(const ComResult& result, const ComConfig& config) {
  const std::vector<ComLimit> limits = com_limits(result, config);
  const bool pass =
      std::all_of(limits.begin(), limits.end(), [](const ComLimit& l) { return l.pass(); });
  return pass ? "pass" : "FAIL";
}

}  // namespace

std::string com_block(const ComCall& call, const ComRow& row) {
  if (!row.result) return "";
  const ComResult& result = *row.result;
  std::string text = row.thru + "\n  by " + call.config + ": " + verdict(result, call.sheet) +
                     (result.extrapolated ? ", OUTSIDE VALIDITY (extrapolated)" : "") + "\n";
  Block head;
  const std::vector<ComLimit> limits = com_limits(result, call.sheet);
  const ComCase& worst = result.cases.at(result.worst);
  for (const ComLimit& limit : limits) head.line(limit.name, limit_text(limit, result));
  if (call.sheet.c2m) head.line("COM", fixed(worst_eye(result).com_db, 3) + " dB");
  put_channel(head, result);
  if (result.cases.size() == 1) put_case(head, worst);
  text += head.take();
  if (result.cases.size() == 1) return text;
  for (const ComCase& c : result.cases) {
    Block block;
    block.line("COM", fixed(c.eye.com_db, 3) + " dB");
    put_case(block, c);
    text += "  test case " + std::to_string(c.number) + (&c == &worst ? ", the worst" : "") + "\n" +
            block.take();
  }
  return text;
}

std::string com_table(const ComCall& call, const std::vector<ComRow>& rows) {
  TextColumn thru{{"channel"}, {}, true}, verdicts{{"verdict"}, {}, true}, com{{"COM dB"}, {}},
      erl{{"ERL dB"}, {}}, fom{{"FOM dB"}, {}}, il{{"loss dB"}, {}}, ild{{"ILD dB"}, {}},
      icn{{"ICN mV"}, {}}, vec{{"VEC dB"}, {}}, veo{{"VEO mV"}, {}}, pulse{{"pulse mV"}, {}};
  for (const ComRow& row : rows) {
    thru.cells.push_back(row.thru);
    if (!row.result) {
      verdicts.cells.push_back(com_status(row));
      for (TextColumn* column : {&com, &erl, &fom, &il, &ild, &icn, &vec, &veo, &pulse}) {
        column->cells.push_back("-");
      }
      continue;
    }
    const ComCase& c = row.result->cases.at(row.result->worst);
    const ComChannelFigures& f = row.result->channel;
    verdicts.cells.push_back(verdict(*row.result, call.sheet) +
                             (row.result->extrapolated ? ", extrapolated" : ""));
    const ComEye eye = worst_eye(*row.result);
    com.cells.push_back(fixed(eye.com_db, 2));
    erl.cells.push_back(f.erl_taken ? fixed(f.erl_db, 2) : "-");
    fom.cells.push_back(fixed(c.fom_db, 2));
    il.cells.push_back(fixed(f.il_nyquist_db, 2));
    ild.cells.push_back(fixed(f.fom_ild_db, 3));
    icn.cells.push_back(fixed(f.icn_mv, 2));
    vec.cells.push_back(closure_text(eye, 2, ""));
    veo.cells.push_back(fixed(eye.veo_mv, 2));
    pulse.cells.push_back(fixed(c.pulse_peak_mv, 1));
  }
  return "by " + call.config + "\n" +
         columns_text({verdicts, com, erl, fom, il, ild, icn, vec, veo, pulse, thru}, 0);
}

}  // namespace chappe::cli
