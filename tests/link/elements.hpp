#pragma once
// Elements of no technology, and a spec that joins them: what the tests of this room stand on.
#include "link/catalogue.hpp"

namespace chappe::testing {

/// Any end or middle of a section, by one parameter each.
class Source final : public Element, public Transmitter {
 public:
  struct Params {
    double amplitude_v{1.0};
    void visit(auto&& f) { f(Info{"amplitude_v", "V", "level", 0, 10}, amplitude_v); }
  };
  Source(std::string name, Params params, const ParamMap&) : Element(std::move(name)), p_(params) {}
  Domain input() const override { return Domain::digital; }
  Domain output() const override { return Domain::electrical; }
  TransmitterSpec transmitter(const OperatingPoint&) const override {
    return {.amplitude_v = p_.amplitude_v};
  }
  void ledger(const OperatingPoint&, std::vector<LedgerRow>&) const override {}

 private:
  Params p_;
};

/// Refuses: low above high as a fault of the scenario, length 13 as outside validity, file "bad" as
/// unreadable.
class Wire final : public Element, public TwoPort {
 public:
  struct Params {
    double length_m{1.0};
    double low{0.0}, high{1.0};
    std::string file{"good"};
    void visit(auto&& f) {
      f(Info{"length_m", "m", "length", 0, 100}, length_m);
      f(Info{"low", "1", "lower"}, low);
      f(Info{"high", "1", "upper"}, high);
      f(Info{.key = "file", .doc = "a file"}, file);
    }
  };
  Wire(std::string name, Params params, const ParamMap& given)
      : Element(std::move(name)), p_(std::move(params)) {
    Faults faults;
    if (p_.low > p_.high) {
      const auto it = given.find("low");
      faults.add(it == given.end() ? Origin{} : it->second.origin, "low is above high");
    }
    faults.throw_if_any();
    if (p_.length_m == 13.0) throw ModelError("test.wire: length_m = 13 m brings bad luck");
    if (p_.file == "bad") throw DataError("bad: cannot be read");
  }
  Domain input() const override { return Domain::electrical; }
  Domain output() const override { return Domain::electrical; }
  double length_m() const override { return p_.length_m; }
  Network network(const FrequencyGrid& grid, const OperatingPoint&) const override {
    return {grid, 2, 100.0};
  }
  void ledger(const OperatingPoint&, std::vector<LedgerRow>&) const override {}

 private:
  Params p_;
};

class Sink final : public Element, public Receiver {
 public:
  struct Params {
    bool optical{false};
    void visit(auto&& f) { f(Info{.key = "optical", .doc = "input is light"}, optical); }
  };
  Sink(std::string name, Params params, const ParamMap&) : Element(std::move(name)), p_(params) {}
  Domain input() const override { return p_.optical ? Domain::optical_power : Domain::electrical; }
  Domain output() const override { return Domain::digital; }
  ReceiverSpec receiver(const OperatingPoint&) const override { return {}; }
  void ledger(const OperatingPoint&, std::vector<LedgerRow>&) const override {}

 private:
  Params p_;
};

inline Catalogue test_catalogue() {
  Catalogue out;
  out.add(model_of<Source>("test.source", "a transmitter"));
  out.add(model_of<Wire>("test.wire", "a two-port"));
  out.add(model_of<Sink>("test.sink", "a receiver"));
  return out;
}

inline ParamValue written(Value value, int line, int column = 9) {
  return {std::move(value), {"a.toml", line, column}, {}, 1};
}

inline ElementSpec element_spec(std::string name, std::string model, int line,
                                ParamMap params = {}) {
  return {.name = std::move(name),
          .model = std::move(model),
          .params = std::move(params),
          .origin = {"a.toml", line, 3}};
}

/// Section `name` of source, wire, sink, called tx_, wire_ and rx_ + name, on lines line to line
/// + 3.
inline SectionSpec section_spec(const std::string& name, int line) {
  SectionSpec out;
  out.name = name;
  out.origin = {"a.toml", line, 1};
  out.params["symbol_rate_gbd"] = written(53.125, line);
  out.elements = {element_spec("tx_" + name, "test.source", line + 1),
                  element_spec("wire_" + name, "test.wire", line + 2),
                  element_spec("rx_" + name, "test.sink", line + 3)};
  return out;
}

/// A link of two sections "a" (line 10) and "b" (line 20).
inline PathSpec path_spec() {
  PathSpec out;
  out.name = "test";
  out.origin = {"a.toml", 1, 1};
  out.sections = {section_spec("a", 10), section_spec("b", 20)};
  return out;
}

inline AggressorSpec aggressor_spec(const std::string& name, int line) {
  AggressorSpec out;
  out.channel = element_spec(name, "test.wire", line);
  out.transmitter = element_spec(name + ".transmitter", "test.source", line);
  return out;
}

inline FecSpec fec_spec(const std::string& from, const std::string& to, int line) {
  FecSpec out;
  out.origin = {"a.toml", line, 1};
  if (!from.empty()) out.params["from"] = written(from, line + 1);
  if (!to.empty()) out.params["to"] = written(to, line + 2);
  return out;
}

/// What building the spec says, one line a fault; "" if it is built.
inline std::string faults_of(const PathSpec& spec) {
  try {
    test_catalogue().build(spec);
  } catch (const ScenarioError& error) {
    return error.what();
  }
  return "";
}

}  // namespace chappe::testing
