import unittest

from scratch import LintTest


class Length(LintTest):
    script = "check_length"
    clean = {
        "src/base/a.hpp": "//\n" * 150,
        "src/base/a.cpp": "//\n" * 300,
        "tests/base/test_a.cpp": "//\n" * 300,
        "build-x/src/long.hpp": "//\n" * 1000,
    }

    def test_clean_tree(self):
        self.assert_clean()

    def test_long_header(self):
        self.assert_fault({"src/base/a.hpp": "//\n" * 151}, "src/base/a.hpp: 151 lines")

    def test_long_source_warns(self):
        self.write({"models/x/a.cpp": "//\n" * 301})
        faults, warnings, _ = self.run_check()
        self.assertEqual(faults, [])
        self.assertEqual(len(warnings), 1)

    def test_too_long_source(self):
        self.assert_fault({"src/base/a.cpp": "//\n" * 401}, "src/base/a.cpp: 401 lines")

    def test_tests_count_too(self):
        self.assert_fault({"tests/base/test_a.cpp": "//\n" * 401}, "tests/base/test_a.cpp")


if __name__ == "__main__":
    unittest.main()
