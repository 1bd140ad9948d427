#include "scenario/tolerance_values.hpp"

#include <cmath>

namespace chappe {
namespace {

using Shape = ToleranceLaw::Shape;

constexpr const char* kForms =
    "a distribution is { distribution = \"normal\", mean = , sigma = , low = , high = } (ends if "
    "any), { \"uniform\", low = , high = } or { \"triangular\", low = , mode = , high = }";

std::optional<Shape> shape_of(const std::string& word) {
  if (word == "normal") return Shape::normal;
  if (word == "uniform") return Shape::uniform;
  if (word == "triangular") return Shape::triangular;
  return std::nullopt;
}

/// What is wrong with a law; "" if nothing is.
std::string fault_of(const ToleranceLaw& law) {
  const bool ends_finite = std::isfinite(law.low) && std::isfinite(law.high);
  if (!std::isfinite(law.centre) || (law.shape != Shape::normal && !ends_finite)) {
    return "the numbers of a distribution must be finite";
  }
  if (law.shape == Shape::normal && !(law.sigma > 0.0 && std::isfinite(law.sigma))) {
    return "sigma must be above 0";
  }
  if (!(law.low < law.high)) return "low must be below high";
  if (law.centre < law.low || law.centre > law.high) {
    return law.shape == Shape::normal ? "mean is not between low and high"
                                      : "mode is not between low and high";
  }
  return "";
}

}  // namespace

bool is_distribution(const Node& node) { return node.find("distribution") != nullptr; }

std::optional<ToleranceLaw> read_distribution(TableReader& table, const Node& node,
                                              Faults& faults) {
  const std::optional<std::string> word = table.text("distribution");
  if (!word) return std::nullopt;
  const std::optional<Shape> shape = shape_of(*word);
  if (!shape) {
    faults.add(node.find("distribution")->value.origin(),
               "distribution = \"" + *word + "\" is not one of normal, uniform, triangular" +
                   did_you_mean(*word, {"normal", "uniform", "triangular"}));
    return std::nullopt;
  }
  ToleranceLaw law;
  law.shape = *shape;
  const auto low = table.number("low"), high = table.number("high");
  const char* centre_key = *shape == Shape::normal ? "mean" : "mode";
  const auto centre = *shape == Shape::uniform ? std::nullopt : table.number(centre_key);
  const auto sigma = *shape == Shape::normal ? table.number("sigma") : std::nullopt;
  const bool complete = *shape == Shape::normal
                            ? centre && sigma
                            : low && high && (centre || *shape == Shape::uniform);
  if (!complete) {
    faults.add(node.origin(), kForms);
    return std::nullopt;
  }
  law.low = low.value_or(law.low);
  law.high = high.value_or(law.high);
  law.sigma = sigma.value_or(0.0);
  law.centre = centre ? *centre : 0.5 * law.low + 0.5 * law.high;
  const std::string fault = fault_of(law);
  if (fault.empty()) return law;
  faults.add(node.origin(), fault);
  return std::nullopt;
}

std::string to_text(const ToleranceLaw& law) {
  const auto number = [](const char* key, double value) {
    return std::string(", ") + key + " = " + to_text(Value{value});
  };
  std::string text = "distribution = \"uniform\"";
  if (law.shape == Shape::normal) {
    text = "distribution = \"normal\"" + number("mean", law.centre) + number("sigma", law.sigma);
  } else if (law.shape == Shape::triangular) {
    text = "distribution = \"triangular\"" + number("mode", law.centre);
  }
  if (std::isfinite(law.low)) text += number("low", law.low);
  if (std::isfinite(law.high)) text += number("high", law.high);
  return text;
}

}  // namespace chappe
