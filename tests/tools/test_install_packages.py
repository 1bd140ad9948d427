"""tools/install_packages against stand-ins for dpkg-query, apt-get, sudo and id."""
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
REAL = ("awk", "cat", "dirname", "env", "grep", "mktemp", "rm", "sh", "tail")
STAND_INS = {
    "dpkg-query": 'for p; do :; done\ncase " $MISSING " in *" $p "*) exit 1 ;; esac\n'
                  "echo installed\n",
    "apt-get": 'echo "apt-get $*" >>"$LOG"\n[ "$FAIL" = no ]\n',
    "sudo": 'echo "sudo" >>"$LOG"\nexec "$@"\n',
    "id": 'echo "$USER_ID"\n',
}


class InstallPackages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.log = self.folder / "log"
        for name in REAL:
            (self.folder / name).symlink_to(shutil.which(name, path="/usr/bin:/bin"))
        for name, body in STAND_INS.items():
            (self.folder / name).write_text("#!/bin/sh\n" + body)
            (self.folder / name).chmod(0o755)

    def run_script(self, *arguments, missing="", fail="no", user="0"):
        environment = {"PATH": str(self.folder), "LOG": str(self.log), "MISSING": missing,
                       "FAIL": fail, "USER_ID": user, "TMPDIR": str(self.folder)}
        return subprocess.run([str(REPOSITORY / "tools/install_packages"), *arguments], text=True,
                              env=environment, capture_output=True, check=False)

    def calls(self):
        return self.log.read_text() if self.log.exists() else ""

    def test_says_and_does_nothing_when_nothing_is_missing(self):
        run = self.run_script("check")
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""))
        self.assertEqual(self.calls(), "")

    def test_installs_exactly_what_is_missing(self):
        run = self.run_script("build", missing="libhwy-dev g++")
        self.assertEqual(run.returncode, 0, run.stderr)
        update, install = self.calls().splitlines()
        self.assertIn("update", update)
        self.assertTrue(install.endswith("install g++ libhwy-dev"), install)

    def test_the_command_alone_needs_no_tools_of_the_check(self):
        self.assertEqual(self.run_script("build", missing="clang-tidy catch2").returncode, 0)
        self.assertEqual(self.calls(), "")
        self.assertEqual(self.run_script(missing="clang-tidy catch2").returncode, 0)
        self.assertIn("install catch2 clang-tidy", self.calls())

    def test_uses_sudo_when_not_root(self):
        self.assertEqual(self.run_script(missing="g++", user="1000").returncode, 0)
        self.assertEqual(self.calls().count("sudo"), 2)

    def test_neither_root_nor_sudo(self):
        os.remove(self.folder / "sudo")
        run = self.run_script(missing="g++", user="1000")
        self.assertEqual(run.returncode, 1)
        self.assertIn("neither root nor sudo. Ask for: apt-get install g++", run.stderr)

    def test_no_apt_here(self):
        os.remove(self.folder / "apt-get")
        run = self.run_script("build")
        self.assertEqual(run.returncode, 1)
        self.assertIn("no apt-get here", run.stderr)
        self.assertIn("libeigen3-dev", run.stderr)

    def test_apt_fails(self):
        run = self.run_script(missing="g++", fail="yes")
        self.assertEqual(run.returncode, 1)
        self.assertIn("apt-get failed", run.stderr)

    def test_wrong_usage(self):
        self.assertEqual(self.run_script("everything").returncode, 2)


if __name__ == "__main__":
    unittest.main()
