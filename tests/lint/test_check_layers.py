import unittest

from scratch import LintTest

HEADER = "#pragma once\n"


class Layers(LintTest):
    script = "check_layers"
    clean = {
        "src/base/units.hpp": HEADER,
        "src/math/roots.hpp": HEADER + '#include <cmath>\n#include "base/units.hpp"\n',
        "src/signal/grid.hpp": HEADER + '#include "math/roots.hpp"\n',
        "src/dsp/ffe.hpp": HEADER + '#include "signal/grid.hpp"\n',
        "src/dsp/ffe.cpp": '#include "dsp/ffe.hpp"\n#include "hwy/foreach_target.h"\n',
        "src/fec/rs.hpp": HEADER + '#include "signal/grid.hpp"\n',
        "src/link/path.hpp": HEADER + '#include "dsp/ffe.hpp"\n#include "fec/rs.hpp"\n',
        "src/solve/ber.hpp": HEADER + '#include "link/path.hpp"\n',
        "src/scenario/reader.cpp": '#include <toml++/toml.h>\n#include "solve/ber.hpp"\n',
        "src/io/file.cpp": '#include <hdf5.h>\n#include <hdf5_hl.h>\n#include "link/path.hpp"\n',
        "src/cli/main.cpp": '#include <boost/program_options.hpp>\n#include "models/all.hpp"\n'
                            '#include "solve/ber.hpp"\n',
        "models/all.hpp": HEADER + '#include "models/copper/cable.hpp"\n',
        "models/copper/cable.hpp": HEADER + '#include "link/path.hpp"\n',
    }

    def test_clean_tree(self):
        self.assert_clean()

    def test_upward_include(self):
        self.assert_fault({"src/base/a.cpp": '#include "math/roots.hpp"\n'},
                          "src/base/a.cpp:1: base must not include math")

    def test_dsp_and_fec_do_not_see_each_other(self):
        self.assert_fault({"src/dsp/a.cpp": '\n#include "fec/rs.hpp"\n'},
                          "src/dsp/a.cpp:2: dsp must not include fec")
        self.assert_fault({"src/dsp/a.cpp": "", "src/fec/a.cpp": '#include "dsp/ffe.hpp"\n'},
                          "fec must not include dsp")

    def test_models_and_solve_do_not_see_each_other(self):
        self.assert_fault({"src/solve/a.cpp": '#include "models/copper/cable.hpp"\n'},
                          "solve must not include models")
        self.assert_fault({"src/solve/a.cpp": "",
                           "models/copper/a.cpp": '#include "solve/ber.hpp"\n'},
                          "models must not include solve")

    def test_scenario_and_io_do_not_see_each_other(self):
        self.write({"src/io/file.hpp": HEADER})
        self.assert_fault({"src/scenario/a.cpp": '#include "io/file.hpp"\n'},
                          "scenario must not include io")

    def test_foreign_libraries_stay_in_their_room(self):
        for name, room in (("toml++/toml.hpp", "scenario"), ("hdf5.h", "io"), ("H5Cpp.h", "io"),
                           ("fftw3.h", "math"), ("boost/program_options.hpp", "cli"),
                           ("Random123/philox.h", "base")):
            with self.subTest(name):
                self.assert_fault({"src/solve/a.cpp": f"#include <{name}>\n"},
                                  f"belongs to src/{room} only")

    def test_circle(self):
        self.assert_fault({"src/base/a.hpp": HEADER + '#include "base/b.hpp"\n',
                           "src/base/b.hpp": HEADER + '#include "base/a.hpp"\n'},
                          "circle of includes: src/base/a.hpp -> src/base/b.hpp -> src/base/a.hpp")

    def test_unknown_room(self):
        self.assert_fault({"src/util/a.hpp": HEADER}, "src/util/a.hpp: not in a room")

    def test_missing_file(self):
        self.assert_fault({"src/base/a.cpp": '#include "base/gone.hpp"\n'},
                          '"base/gone.hpp" is not a file of ours')

    def test_ours_in_angle_brackets(self):
        self.assert_fault({"src/base/a.cpp": "#include <base/units.hpp>\n"},
                          "include it with quotes")


if __name__ == "__main__":
    unittest.main()
