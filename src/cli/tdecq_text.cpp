#include <cmath>
#include <cstdio>
#include <string_view>

#include "cli/tdecq_report.hpp"
#include "cli/text.hpp"

namespace chappe::cli {
namespace {

class Block {
 public:
  void line(const std::string& name, const std::string& text) {
    name_.cells.push_back(name);
    text_.cells.push_back(text);
  }
  std::string take() const { return columns_text({name_, text_}, 2); }

 private:
  TextColumn name_{{}, {}, true}, text_{{}, {}, true};
};

/// Fixed decimals, also of what is nearly 0.
std::string rounded(double value, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  const bool nothing = std::string_view(text).find_first_of("123456789") == std::string_view::npos;
  return nothing && text[0] == '-' ? text + 1 : text;
}

std::string with_unit(double value, int decimals, const std::string& unit) {
  return std::isfinite(value) ? rounded(value, decimals) + " " + unit : "-";
}

/// Figures by key.
class Lookup {
 public:
  explicit Lookup(const TdecqReport& report) : report_(report), figures_(tdecq_figures()) {}
  std::string operator()(const std::string& key, int decimals) const {
    for (const TdecqFigure& f : figures_) {
      if (f.key == key) return with_unit(f.value(report_), decimals, f.unit);
    }
    return "-";
  }

 private:
  const TdecqReport& report_;
  std::vector<TdecqFigure> figures_;
};

std::string taps_text(const measure::Equaliser& equaliser) {
  std::string text;
  for (std::size_t k = 0; k < equaliser.taps.size(); ++k) {
    const std::string tap = rounded(equaliser.taps[k], 4);
    text += (text.empty() ? "" : "  ") + (k == equaliser.cursor ? "[" + tap + "]" : tap);
  }
  return text;
}

}  // namespace

std::string tdecq_block(const TdecqReport& report) {
  const Lookup figure(report);
  const auto& eye = report.result.eye;
  Block block;
  block.line("TDECQ", eye ? figure("tdecq_db", 3) : "closed eye: no noise meets the target");
  if (eye) {
    block.line("10 log10(Ceq)",
               figure("ceq_db", 3) + ", TDECQ less it " + figure("tdecq_less_ceq_db", 3));
    block.line("taps", taps_text(eye->equaliser));
  }
  block.line("OMA outer", figure("oma_outer_mw", 4) + ", " + figure("oma_outer_dbm", 2));
  block.line("average power",
             figure("average_power_mw", 4) + ", " + figure("average_power_dbm", 2));
  block.line("extinction ratio", figure("extinction_ratio_db", 2));
  block.line("RLM", rounded(report.result.rlm, 4));
  block.line("transition time", figure("transition_time_ps", 2));
  block.line("over-, undershoot",
             figure("overshoot_percent", 1) + ", " + figure("undershoot_percent", 1));
  block.line("target", "symbol error ratio " + probability(report.options.target_ser) + ", Qt " +
                           rounded(report.result.q_target, 3));
  block.line("symbols", report.pattern + ", " + std::to_string(report.periods) + " x " +
                            std::to_string(report.pattern_symbols) + ", late by " +
                            figure("delay_ui", 3) + ", " + rounded(report.samples_per_symbol, 3) +
                            " samples each");
  return report.waveform + "\n" + block.take();
}

}  // namespace chappe::cli
