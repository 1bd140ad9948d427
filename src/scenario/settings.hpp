#pragma once
// --set PATH=VALUE: which link, solve or require key it means.
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "scenario/scenario.hpp"
#include "scenario/values.hpp"

namespace chappe {

/// A value that is put in the place of another: by a scenario's override or by --set.
struct Override {
  std::string target{};  ///< "element.NAME.key", "section.NAME.key", "fec.key", "link.key"
  Member member{};       ///< the value; its key is as written
  Frame frame{};
  bool by_setting{false};

  /// The last word of the target.
  std::string key() const { return target.substr(target.rfind('.') + 1); }
  /// NAME of "element.NAME.part" or "element.NAME.model"; "" for all other targets.
  std::string replaced_element() const;
};

struct Settings {
  std::map<std::string, std::vector<Override>> links{};  ///< by link, in the order given
  std::vector<Member> solve{}, require{};                ///< key and value
};

/// A value that is set twice is a fault.
/// @param links  names of the scenario's links; where there is but one, PATH may leave it out
Settings read_settings(const std::vector<Setting>& given, const std::vector<std::string>& links,
                       Faults& faults);

/// Words with which a PATH may begin that are no link's name.
bool is_reserved_name(std::string_view name);

}  // namespace chappe
