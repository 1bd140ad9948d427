#include "scenario/tolerance_values.hpp"

#include <array>
#include <cmath>
#include <utility>

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

constexpr std::array<const char*, 5> kNumbers{"mean", "mode", "sigma", "low", "high"};

/// What is wrong with a law, and with which of its keys; "" if nothing is.
std::pair<const char*, std::string> fault_of(const ToleranceLaw& law, const char* centre_key) {
  const bool normal = law.shape == Shape::normal;
  if (normal && !std::isfinite(law.sigma)) return {"sigma", "is not finite"};
  if (normal && !(law.sigma > 0.0)) return {"sigma", "is not above 0"};
  for (const auto& [key, value] : {std::pair{"low", law.low}, std::pair{"high", law.high}}) {
    if (std::isnan(value) || (!normal && std::isinf(value))) return {key, "is not finite"};
  }
  if (!std::isfinite(law.centre)) return {centre_key, "is not finite"};
  const std::string low = to_text(Value{law.low}), high = to_text(Value{law.high});
  if (!(law.low < law.high)) return {"low", "is not below high = " + high};
  if (law.centre < law.low || law.centre > law.high) {
    return {centre_key, "is not between low = " + low + " and high = " + high};
  }
  return {"", ""};
}

/// The number of `key`; without one, a fault unless it is wanted or already told.
std::optional<double> number_at(TableReader& table, const Node& node, const char* key,
                                bool& complete) {
  if (node.find(key) == nullptr) complete = false;
  return table.number(key);
}

}  // namespace

bool is_distribution(const Node& node) { return node.find("distribution") != nullptr; }

std::optional<ToleranceLaw> read_distribution(const std::string& key, TableReader& table,
                                              const Node& node, Faults& faults) {
  const std::optional<std::string> word = table.text("distribution");
  const std::optional<Shape> shape = word ? shape_of(*word) : std::nullopt;
  if (!shape) {
    for (const char* number : kNumbers) table.allow(number);
    if (!word) return std::nullopt;
    faults.add(node.find("distribution")->value.origin(),
               "distribution = \"" + *word + "\" is not one of normal, uniform, triangular" +
                   did_you_mean(*word, {"normal", "uniform", "triangular"}));
    return std::nullopt;
  }
  ToleranceLaw law;
  law.shape = *shape;
  const bool normal = *shape == Shape::normal, uniform = *shape == Shape::uniform;
  const char* centre_key = normal ? "mean" : "mode";
  bool complete = true, ends_given = true;
  const std::size_t before = faults.list().size();
  const auto low = number_at(table, node, "low", ends_given);
  const auto high = number_at(table, node, "high", ends_given);
  const auto centre = uniform ? std::nullopt : number_at(table, node, centre_key, complete);
  const auto sigma = normal ? number_at(table, node, "sigma", complete) : std::nullopt;
  if (faults.list().size() > before) return std::nullopt;
  if (!complete || (!normal && !ends_given)) {
    faults.add(node.origin(), key + ": " + kForms);
    return std::nullopt;
  }
  law.low = low.value_or(law.low);
  law.high = high.value_or(law.high);
  law.sigma = sigma.value_or(0.0);
  law.centre = centre ? *centre : 0.5 * law.low + 0.5 * law.high;
  const auto [where, fault] = fault_of(law, uniform ? "low" : centre_key);
  if (fault.empty()) return law;
  const Node& at = node.find(where)->value;
  faults.add(at.origin(), key + ": " + where + " = " + to_text(at.scalar) + " " + fault);
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
