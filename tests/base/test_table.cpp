#include <catch2/catch.hpp>

#include "base/errors.hpp"
#include "base/table.hpp"

using namespace chappe;

TEST_CASE("a column's size is the product of its axes", "[unit][table]") {
  Table table;
  table.name = "dac";
  table.axes = {{"length_m", "m", "length", std::vector<double>{1, 2, 3}},
                {"gauge", "", "gauge", std::vector<std::string>{"26", "30"}}};
  table.columns = {{"ber", "1", "", {"length_m", "gauge"}, std::vector<double>(6)},
                   {"scalar", "1", "", {}, std::vector<double>(1)},
                   {"lost", "1", "", {"nowhere"}, std::vector<double>(1)}};
  CHECK(table.find_axis("gauge")->size() == 2);
  CHECK(table.find_axis("x") == nullptr);
  CHECK(table.size_of(*table.find("ber")) == 6);
  CHECK(table.size_of(*table.find("scalar")) == 1);
  CHECK(table.find("x") == nullptr);
  CHECK_THROWS_AS(table.size_of(*table.find("lost")), InternalError);
}
