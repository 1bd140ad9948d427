#pragma once
// A list in both of its forms.
#include <nlohmann/json.hpp>
#include <string>

namespace chappe::cli {

struct Listing {
  std::string name{};                                              ///< key of the JSON document
  std::string text{};                                              ///< for reading
  nlohmann::ordered_json items = nlohmann::ordered_json::array();  ///< for programs
};

}  // namespace chappe::cli
