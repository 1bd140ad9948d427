#pragma once
// Results of `chappe com` as JSON, and what its keys mean.
#include <string>
#include <vector>

#include "cli/com_channels.hpp"

namespace chappe::cli {

inline constexpr const char* kComSchema = "chappe.com/1";

/// What all channels of a call have in common.
struct ComCall {
  std::string config{};  ///< file or preset
  ComConfig sheet{};
  std::vector<std::string> settings{};  ///< --set, as given
  std::string pairing{};
  std::vector<std::string> fext{}, next{};
  std::vector<std::string> assumed{};     ///< of the sheet
  std::vector<std::string> unverified{};  ///< keywords that the sheet marks so
};

/// One document: the keys of a channel at its top if there is one, else a list `channels`.
std::string com_json(const ComCall& call, const std::vector<ComRow>& rows);

/// JSON Schema (draft 2020-12) of that document, with unit and meaning of every number.
std::string com_json_schema();

}  // namespace chappe::cli
