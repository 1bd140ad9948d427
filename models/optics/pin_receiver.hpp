#pragma once
#include <string>

#include "models/optics/receiver_element.hpp"

namespace chappe {

/// PIN photodiode with its amplifier: ReceiverElement without gain, M = F = 1.
class PinReceiver final : public ReceiverElement {
 public:
  struct Params {
    Front front{};
    void visit(auto&& f) { front.visit(f); }
  };
  /// @throws ScenarioError for values that do not fit one another; DataError for its files
  PinReceiver(std::string name, Params params, const ParamMap& given);
};

}  // namespace chappe
