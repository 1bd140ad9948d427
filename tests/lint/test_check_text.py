import unittest

from scratch import LintTest

OPEN_END = "TO" "DO"
MACHINE = "/" "home/me/x"
PART = "data/parts/cable/a.toml"


class Text(LintTest):
    script = "check_text"
    clean = {
        "src/base/a.hpp": "// A comment first.\n#pragma once\n#include <cmath>\n",
        "src/base/a-inl.hpp": "#if defined(A) == defined(HWY_TARGET_TOGGLE)\n#endif\n",
        "src/base/a.cpp": f"// {OPEN_END}(#12) later\nusing namespace std::literals;\n",
        "tools/run": "#!/usr/bin/python3\n# https://example.org/home/page\n",
        "data/table.csv": "a\tb \n",
        "data/picture.bin": b"\0\t \n",
        PART: 'source = "paper, table 2"\n'
              "loss_db = { value = 0.2, verified = true }\nlength_m = 2\n",
        "data/parts/link/c.toml": 'kind = "link"\nlanes = 8\n[[section]]\nsymbol_rate_gbd = 50\n',
        "data/parts/cable/b.toml": "loss_db = { value = 0.2, verified = false }\n"
                                   'valid = { temperature_c = [0, 70] }\nname = "b"\n',
    }

    def test_clean_tree(self):
        self.assert_clean()

    def test_tab(self):
        self.assert_fault({"src/base/a.cpp": "int\ta;\n"}, "src/base/a.cpp:1: a tab")

    def test_tab_in_a_script(self):
        self.assert_fault({"tools/run": "#!/bin/sh\n\ttrue\n"}, "tools/run:2: a tab")

    def test_trailing_blank(self):
        self.assert_fault({"README.md": "text\nmore \n"}, "README.md:2: trailing blanks")

    def test_wide_line(self):
        self.assert_fault({"src/base/a.cpp": "/" * 101 + "\n"}, "101 columns")

    def test_open_end(self):
        self.assert_fault({"src/base/a.cpp": f"// {OPEN_END}: later\n"}, "an open end")

    def test_using_namespace_in_a_header(self):
        self.assert_fault({"src/base/a.hpp": "#pragma once\n using namespace std;\n"},
                          "src/base/a.hpp:2: using namespace")

    def test_header_without_pragma(self):
        self.assert_fault({"src/base/a.hpp": "#include <cmath>\n#pragma once\n"},
                          "starts with #pragma once")

    def test_path_of_one_machine(self):
        self.assert_fault({"README.md": f"see `{MACHINE}`\n"}, "an absolute path of one machine")

    def test_number_without_source(self):
        self.assert_fault({PART: "loss_db = { value = 0.2, verified = true }\n"},
                          f"{PART}: loss_db.value has no source")
        self.assert_fault({PART: "length_m = 2\n"}, "length_m has no source")
        self.assert_fault({PART: 'source = " "\nlength_m = [1.0, 2.0]\n'}, "length_m has no source")

    def test_number_without_source_in_a_list_of_tables(self):
        self.assert_fault({PART: '[[section]]\nname = "a"\nsymbol_rate_gbd = 53.125\n'},
                          "section[0].symbol_rate_gbd has no source")

    def test_value_without_source_in_a_link(self):
        self.assert_fault({"data/parts/link/c.toml": 'kind = "link"\nfit = { value = 3 }\n'},
                          "fit.value has no source")

    def test_broken_part(self):
        self.assert_fault({PART: "length_m =\n"}, PART)


if __name__ == "__main__":
    unittest.main()
