import unittest

from scratch import LintTest


class Tests(LintTest):
    script = "check_tests"
    clean = {
        "models/all.cpp": '#include "models/copper/cable.hpp"\n',
        "models/copper/cable.hpp": "",
        "models/copper/cable.cpp": '#include "models/copper/cable.hpp"\n',
        "src/base/units.hpp": "",
        "src/base/units.cpp": '#include "base/units.hpp"\n',
        "src/base/units_more.cpp": '#include "base/units.hpp"\n',
        "tests/models/test_cable.cpp": '#include "models/copper/cable.hpp"\n',
        "tests/base/test_units.cpp": '#include "base/units.hpp"\n',
    }

    def test_clean_tree(self):
        self.assert_clean()

    def test_law_that_is_not_listed(self):
        self.assert_fault({"models/all.cpp": ""},
                          "models/all.cpp does not include models/copper/cable.hpp")

    def test_law_without_a_test(self):
        self.assert_fault({"tests/models/test_cable.cpp": "",
                           "tests/link/test_x.cpp": '#include "models/copper/cable.hpp"\n'},
                          "no test in tests/models includes models/copper/cable.hpp")

    def test_source_without_a_test(self):
        self.assert_fault({"src/base/new.hpp": "", "src/base/new.cpp": '#include "base/new.hpp"\n'},
                          "src/base/new.cpp: no test includes src/base/new.hpp")

    def test_source_without_a_header(self):
        self.assert_fault({"src/base/lost.cpp": "#include <cmath>\n"},
                          "src/base/lost.cpp: no header of its own folder")


if __name__ == "__main__":
    unittest.main()
