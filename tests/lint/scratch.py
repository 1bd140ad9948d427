"""A scratch tree for the tests of the lint scripts: each breaks one rule and must be told so."""
import importlib
import sys
import tempfile
import unittest
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "tools/lint"))


class LintTest(unittest.TestCase):
    """`script` is the module under test; `clean` the files of a tree without a fault."""
    script = ""
    clean = {}

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.write(self.clean)

    def write(self, files):
        for name, text in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())

    def run_check(self):
        return importlib.import_module(self.script).check(self.root)

    def assert_clean(self):
        faults, warnings, looked_at = self.run_check()
        self.assertEqual(faults, [])
        self.assertEqual(warnings, [])
        self.assertGreater(looked_at, 0)

    def assert_fault(self, files, text):
        """Exactly one fault, holding `text`, after `files` are written."""
        self.write(files)
        faults, _, _ = self.run_check()
        self.assertEqual(len(faults), 1, faults)
        self.assertIn(text, faults[0])
