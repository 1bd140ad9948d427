import subprocess
import tempfile
import unittest

from scratch import REPOSITORY


class Scripts(unittest.TestCase):
    def test_a_script_that_finds_nothing_to_look_at_fails(self):
        scripts = sorted((REPOSITORY / "tools/lint").glob("check_*.py"))
        self.assertGreaterEqual(len(scripts), 4)
        for script in scripts:
            with self.subTest(script.name), tempfile.TemporaryDirectory() as empty:
                run = subprocess.run(["/usr/bin/python3", script, "--root", empty], text=True,
                                     capture_output=True, check=False)
                self.assertEqual(run.returncode, 1)
                self.assertIn("found nothing to look at", run.stdout)

    def test_each_script_has_its_negative_test(self):
        for script in (REPOSITORY / "tools/lint").glob("check_*.py"):
            self.assertTrue((REPOSITORY / f"tests/lint/test_{script.name}").is_file(), script.name)


if __name__ == "__main__":
    unittest.main()
