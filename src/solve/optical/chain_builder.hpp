#pragma once
// Walks a section's elements once and joins what they say. For optical_chain only.
#include <string>
#include <vector>

#include "solve/optical/electrical_run.hpp"
#include "solve/optical/optical_chain.hpp"
#include "solve/section_response.hpp"

namespace chappe {

class ChainBuilder {
 public:
  /// All must outlive this.
  ChainBuilder(const Section& section, const OperatingPoint& at, const OpticalGrid& grid);
  OpticalChain build();

 private:
  /// An element that reflects light, and the power that is left of the launched light there.
  struct Mirror {
    std::string name{};
    double power_ratio{0.0}, left{1.0};
  };

  void drive_with(const Element& element);
  void add_map(const Element& element, DriveStage& stage);
  void take_light_of(const Element& source);
  void pass(const Element& element);
  void detect(const Element& element);
  void end_at_receiver();
  void add_echoes();
  std::vector<double> density_of(const Element& element, double level) const;

  const Section& section_;
  OperatingPoint at_;
  FrequencyGrid half_;                ///< 0 Hz on
  std::vector<double> offsets_hz_{};  ///< both sidebands
  OpticalChain out_{};
  std::vector<const Element*> two_ports_{};  ///< of the electrical run that is under way
  RunEnd source_{};                          ///< where it begins
  double range_v_{0.0};                      ///< largest magnitude that reaches it
  enum class Place { launch, line, detector } place_{Place::launch};
  std::vector<Mirror> mirrors_{};
  double left_{1.0};  ///< power left of what the modulator gave
};

}  // namespace chappe
