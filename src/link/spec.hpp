#pragma once
// A link as plain data: what a scenario reads, what a sweep edits, what a Catalogue builds a Path
// from.
#include <string>
#include <string_view>
#include <vector>

#include "base/params.hpp"
#include "link/section_params.hpp"

namespace chappe {

/// A range that a part's source covers: narrower than what the model allows.
struct ValidRange {
  std::string key{};  ///< of the element; where it has none of that name, of its section or link
  double low{0.0}, high{0.0};  ///< ends included
  std::string source{};
  Origin origin{};
  bool operator==(const ValidRange&) const = default;
};

/// One element: a model's name and the values given for its parameters (part and scenario merged).
struct ElementSpec {
  std::string name{};   ///< unique in the link
  std::string model{};  ///< e.g. "copper.twinax"
  std::string part{};   ///< the part it came from, "" if none
  ParamMap params{};
  std::vector<ValidRange> valid{};
  Origin origin{};
};

/// A crosstalk source of a section: a channel and the transmitter that drives it.
struct AggressorSpec {
  std::string type{"fext"};  ///< "fext" | "next"
  ElementSpec channel{};     ///< its name serves as the aggressor's name
  ElementSpec transmitter{};
  std::string phase{"worst"};  ///< how its phase is combined: "worst" | "uniform"
  std::string replaces{};  ///< the victim's element in whose place its channel stands; empty = the
                           ///< only element of the same model
  std::string replaces_to{};  ///< last element of a run that begins there; empty = that one alone
  Origin replaces_at{}, replaces_to_at{};  ///< where these two are written
};

struct SectionSpec {
  std::string name{};
  ParamMap params{};  ///< SectionParams
  std::vector<ElementSpec> elements{};
  std::vector<AggressorSpec> aggressors{};
  Origin origin{};
};

struct FecSpec {
  ParamMap params{};  ///< FecParams
  Origin origin{};
};

struct PathSpec {
  std::string name{};
  ParamMap params{};  ///< LinkParams
  std::vector<SectionSpec> sections{};
  std::vector<FecSpec> fec{};
  Origin origin{};
};

/// The link's own keys.
struct LinkParams {
  std::string family{"copper"};
  int lanes{1};
  double fit{0.0};
  double mttr_h{0.0};
  double module_power_w{0.0};
  double temperature_c{25.0};
  void visit(auto&& f) {
    f(Info{.key = "family", .doc = "medium, for grouping in tables"}, family);
    f(Info{"lanes", "1", "lanes a direction", 1, 4096}, lanes);
    f(Info{"fit", "1e-9/h", "failures in 1e9 h of what its elements do not list", 0, 1e7}, fit);
    f(Info{"mttr_h", "h", "mean time to repair", 0, 1e5}, mttr_h);
    f(Info{"module_power_w", "W", "of one end beside what its elements list", 0, 1e3},
      module_power_w);
    f(Info{"temperature_c", "degC", "temperature of elements that name none", -60, 150},
      temperature_c);
  }
};

/// The keys of a FEC span.
struct FecParams {
  std::string code{"rs544_514"};
  std::string from{};
  std::string to{};
  int codeword_interleave{1};
  std::string lane_mux{"bit"};
  double processing_latency_ns{0.0};
  double energy_pj_per_bit{0.0};
  void visit(auto&& f) {
    f(Info{.key = "code", .doc = "code name, see `chappe list models`"}, code);
    f(Info{.key = "from", .doc = "first section; empty = the link's first"}, from);
    f(Info{.key = "to", .doc = "last section; empty = the link's last"}, to);
    f(Info{"codeword_interleave", "1", "codewords interleaved over the lanes", 1, 4},
      codeword_interleave);
    f(Info{.key = "lane_mux", .doc = "what is dealt to the lanes", .choices = "bit|symbol"},
      lane_mux);
    f(Info{"processing_latency_ns", "ns", "encoder and decoder beside the accumulation", 0, 1e6},
      processing_latency_ns);
    f(Info{"energy_pj_per_bit", "pJ/bit", "encoder and decoder, per payload bit", 0, 1e3},
      energy_pj_per_bit);
  }
};

/// The element (or an aggressor's channel) of that name; nullptr if there is none.
ElementSpec* find_element(PathSpec& path, std::string_view name);
const ElementSpec* find_element(const PathSpec& path, std::string_view name);

/// All names that find_element knows, in order.
std::vector<std::string> element_names(const PathSpec& path);

/// Sets "element.NAME.key", "section.NAME.key", "fec.key" (every FEC span) or "link.key".
/// An unknown element or section is a fault here; an unknown key when the path is built.
void set_value(PathSpec& path, std::string_view target, ParamValue value, Faults& faults);

/// The value that `target` has been given; nullptr if none was.
const ParamValue* find_value(const PathSpec& path, std::string_view target);

/// One line for each value outside the valid range of its part: model, quantity, value, range and
/// source.
/// @param path  resolved (Catalogue::resolve), so that defaults are looked at too
std::vector<std::string> outside_validity(const PathSpec& path);

}  // namespace chappe
