#pragma once
// Elements of a path. A solver asks for capabilities, never for a technology.
#include <memory>
#include <string>
#include <vector>

#include "link/capabilities.hpp"
#include "link/ledger.hpp"

namespace chappe {

/// The base of every element. `name` is unique in its link.
class Element {
 public:
  explicit Element(std::string name) : name_(std::move(name)) {}
  virtual ~Element() = default;
  Element(const Element&) = delete;
  Element& operator=(const Element&) = delete;

  const std::string& name() const { return name_; }
  virtual Domain input() const = 0;
  virtual Domain output() const = 0;
  /// Appends latency [ns], energy [pJ/bit of line rate], FIT and the like of one lane, one
  /// direction.
  virtual void ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const = 0;
  /// What the element took for granted, one line each; a solver passes them to the user.
  virtual std::vector<std::string> assumptions() const { return {}; }

 private:
  std::string name_;
};

/// The capability C of an element, or nullptr.
template <class C>
const C* as(const Element& element) {
  return dynamic_cast<const C*>(&element);
}

}  // namespace chappe
