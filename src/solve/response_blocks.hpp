#pragma once
// Responses of a section, some frequencies at a time. For section_response only.
#include <memory>
#include <string>
#include <vector>

#include "solve/section_response.hpp"

namespace chappe {

/// A section's responses, some frequencies at a time: networks that stay in a core's cache are
/// a third faster.
class ResponseBlocks {
 public:
  /// Both must outlive this.
  ResponseBlocks(const Section& section, const OperatingPoint& at);
  /// Appends victim, aggressors and added noise at frequencies f.
  void append(const FrequencyGrid& f, SectionResponse& out);
  /// What looks wrong in all that was appended. @throws DataError if nothing passes an element
  std::vector<std::string> checked() const;

 private:
  /// @param largest  becomes at least its largest |S21|
  Network network_of(const Element& element, const FrequencyGrid& f, double& largest) const;

  const Section& section_;
  const OperatingPoint& at_;
  std::vector<std::shared_ptr<const Element>> two_ports_;
  TransmitterSpec tx_;
  ReceiverSpec rx_;
  std::vector<TransmitterSpec> sources_{};
  std::vector<double> passed_, crosstalk_;  ///< largest |S21| of elements and aggressors' channels
};

}  // namespace chappe
