import unittest

from scratch import LintTest


class Tests(LintTest):
    script = "check_tests"
    clean = {
        "models/all.cpp": '#include "models/copper/cable.hpp"\n',
        "models/copper/cable.hpp": "class Cable final : public Element {};\n",
        "models/copper/cable.cpp": '#include "models/copper/cable.hpp"\n'
                                   '#include "models/copper/wire.hpp"\n',
        "models/copper/wire.hpp": "double wire();\n",
        "models/copper/wire.cpp": '#include "models/copper/wire.hpp"\n',
        "src/base/units.hpp": "",
        "src/base/units.cpp": '#include "base/units.hpp"\n#include "base/detail.hpp"\n',
        "src/base/units_more.cpp": '#include "base/units.hpp"\n',
        "src/base/detail.hpp": "",
        "src/base/detail.cpp": '#include "base/detail.hpp"\n',
        "tests/models/test_cable.cpp": '#include "models/copper/cable.hpp"\n',
        "tests/base/test_units.cpp": '#include "base/units.hpp"\n',
    }

    def test_clean_tree(self):
        self.assert_clean()

    def test_law_that_is_not_listed(self):
        self.assert_fault({"models/all.cpp": ""},
                          "models/all.cpp does not include models/copper/cable.hpp")

    def test_law_without_a_test_in_models(self):
        self.assert_fault({"tests/models/test_cable.cpp": "",
                           "tests/link/test_x.cpp": '#include "models/copper/cable.hpp"\n'},
                          "no test in tests/models includes models/copper/cable.hpp")

    def test_law_of_another_base_counts_and_the_base_does_not(self):
        base = "class LineElement : public Element {};\n"
        self.write({"models/copper/wire.hpp": base})
        self.assert_clean()
        # Listed nowhere: what no test includes is a second fault, so a test does.
        self.assert_fault(
            {"models/copper/wire.hpp": base + "class Wire final : public LineElement {};\n",
             "tests/models/test_wire.cpp": '#include "models/copper/wire.hpp"\n'},
            "models/all.cpp does not include models/copper/wire.hpp")

    def test_source_without_a_test(self):
        self.assert_fault({"src/base/new.hpp": "", "src/base/new.cpp": '#include "base/new.hpp"\n'},
                          "src/base/new.cpp: no test, and no tested part of its room, includes")

    def test_part_of_a_part_needs_a_test(self):
        self.assert_fault({"src/base/deep.hpp": "",
                           "src/base/deep.cpp": '#include "base/deep.hpp"\n',
                           "src/base/detail.cpp": '#include "base/detail.hpp"\n'
                                                  '#include "base/deep.hpp"\n'},
                          "src/base/deep.cpp: no test")

    def test_name_that_starts_with_a_dash(self):
        self.assert_fault({"tests/base/test_dash.cpp": 'TEST_CASE("--set works", "[unit]") {}\n'},
                          "tests/base/test_dash.cpp: a test's name starts with a dash")

    def test_source_without_a_header(self):
        self.assert_fault({"src/base/lost.cpp": "#include <cmath>\n"},
                          "src/base/lost.cpp: includes no header of its room")


if __name__ == "__main__":
    unittest.main()
