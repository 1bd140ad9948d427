#include "models/copper/ledger_entry.hpp"

#include <catch2/catch.hpp>

using namespace chappe;

TEST_CASE("a ledger entry says where its number was given, or that it was not", "[unit][ledger]") {
  ParamMap given;
  given["fit"] = {100.0, {"part.toml", 4, 1}, {"a datasheet, table 2", "2026-01-01", {}, {}, true}};
  given["latency_ns"] = {5.0, {"part.toml", 5, 1}, {"", "", {}, {}, false}};
  const LedgerRow fit = ledger_entry("cable", "fit", 100.0, "1e-9/h", given, "fit");
  CHECK(fit.section.empty());  // the solver's to fill
  CHECK(fit.element == "cable");
  CHECK(fit.quantity == "fit");
  CHECK(fit.value == 100.0);
  CHECK(fit.unit == "1e-9/h");
  CHECK(fit.source == "a datasheet, table 2");
  CHECK(fit.verified);
  const LedgerRow latency = ledger_entry("cable", "latency", 5.0, "ns", given, "latency_ns");
  CHECK(latency.source.empty());
  CHECK_FALSE(latency.verified);
  const LedgerRow energy =
      ledger_entry("cable", "energy", 1.0, "pJ/bit", given, "energy_pj_per_bit");
  CHECK(energy.source == "model default, no source");
  CHECK_FALSE(energy.verified);
}
