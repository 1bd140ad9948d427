"""Drives the command of $CHAPPE: each test in a scratch folder of its own."""
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

COMMAND = os.environ.get("CHAPPE", "")
HERE = pathlib.Path(__file__).resolve().parent
SHORT = HERE / "data" / "short.toml"
# A run that a test starts ends within this, also on a machine that is busy.
LIMIT_S = 120


class CommandTest(unittest.TestCase):
    """self.folder is the working folder; self.run_command runs the command in it."""

    maxDiff = None

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="chappe_cli_"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.scenario = shutil.copy(SHORT, self.folder)

    def run_command(self, *words, **options):
        """Runs it; returns the finished process with stdout and stderr as text."""
        options.setdefault("stdout", subprocess.PIPE)
        options.setdefault("errors", "replace")
        return subprocess.run([COMMAND, *map(str, words)], cwd=self.folder, stderr=subprocess.PIPE,
                              text=True, timeout=LIMIT_S, **options)

    def start_command(self, *words):
        """Starts it with a stream for standard error; signals have their default meaning."""
        def plain_signals():
            signal.signal(signal.SIGINT, signal.default_int_handler)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
        process = subprocess.Popen([COMMAND, *map(str, words)], cwd=self.folder, text=True,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, preexec_fn=plain_signals)
        self.addCleanup(process.kill)
        return process

    def expect(self, code, *words, **options):
        """Runs it and checks the exit code."""
        done = self.run_command(*words, **options)
        self.assertEqual(done.returncode, code, f"{words}: {done.stdout}\n{done.stderr}")
        return done

    def refuse(self, code, *words, says, **options):
        """It must end with `code` and a message that holds each of `says`; no result, no file."""
        before = self.files()
        done = self.expect(code, *words, **options)
        self.assertEqual(done.stdout or "", "")
        for text in says:
            self.assertIn(text, done.stderr)
        self.assertEqual(self.files(), before)
        return done

    def files(self):
        """Every name below the folder, with the bytes of regular files."""
        return {str(path.relative_to(self.folder)): path.read_bytes() if path.is_file() else None
                for path in sorted(self.folder.rglob("*"))}

    def edited(self, name, *changes):
        """A copy of the short scenario with texts replaced; each must be there."""
        text = SHORT.read_text(encoding="utf-8")
        for old, new in changes:
            self.assertIn(old, text)
            text = text.replace(old, new)
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def wait_for(self, process, condition):
        """Polls until the condition holds; fails if the process ends or time is up."""
        end = time.monotonic() + LIMIT_S
        while not condition():
            self.assertIsNone(process.poll(), "the command ended too early")
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)


def main():
    """Skips, and says so, without a command to test."""
    if not COMMAND:
        raise SystemExit("set CHAPPE to the command")
    unittest.main()
