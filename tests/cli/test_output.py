"""Where results go: files whole or not at all, and targets that are none."""
import hashlib
import os
import resource
import stat
import subprocess

import command

MAJOR_MEM, MINOR_FULL = 1, 7


class Files(command.CommandTest):

    def test_the_same_bytes_on_one_thread_and_two(self):
        for threads, name in ((1, "a.h5"), (2, "b.h5")):
            done = self.expect(0, "run", self.scenario, "-j", threads, "-o", name)
            self.assertEqual(done.stdout, "")
        first, second = ((self.folder / name).read_bytes() for name in ("a.h5", "b.h5"))
        self.assertEqual(first[:8], b"\x89HDF\r\n\x1a\n")
        self.assertEqual(hashlib.sha256(first).digest(), hashlib.sha256(second).digest())
        self.assertEqual(sorted(self.files()), ["a.h5", "b.h5", "short.toml"])

    def test_a_dash_is_standard_output(self):
        self.expect(0, "run", self.scenario, "-o", "a.h5")
        done = subprocess.run([command.COMMAND, "run", self.scenario, "-o", "-"], cwd=self.folder,
                              capture_output=True, timeout=command.LIMIT_S, check=True)
        self.assertEqual(done.stdout, (self.folder / "a.h5").read_bytes())

    def test_a_file_and_a_document_at_once(self):
        self.assertTrue(self.expect(0, "run", self.scenario, "-o", "a.h5", "--json").stdout)
        self.assertIn("a.h5", self.files())

    def test_an_input_is_never_overwritten(self):
        os.symlink("short.toml", self.folder / "link.h5")
        self.refuse(5, "run", self.scenario, "-o", "link.h5", says=["is the input"])
        (self.folder / "rx.toml").write_text('model = "copper.serdes_rx"\n', encoding="utf-8")
        os.symlink("rx.toml", self.folder / "part.h5")
        self.edited("parts.toml", ('model = "copper.serdes_rx"', 'part = "./rx.toml"'))
        self.refuse(5, "run", "parts.toml", "-o", "part.h5", says=["is the input 'rx.toml'"])
        os.link(self.scenario, self.folder / "hard.h5")
        self.refuse(5, "run", self.scenario, "-o", "hard.h5", says=["is the input"])


class Targets(command.CommandTest):
    """T64: devices, folders, missing and closed folders. The device is a node of our own."""

    def test_a_device_is_refused_and_stays_a_device(self):
        node = self.folder / "device"
        try:
            os.mknod(node, 0o666 | stat.S_IFCHR, os.makedev(MAJOR_MEM, MINOR_FULL))
        except PermissionError:
            self.skipTest("only root can make a device node")
        self.refuse(5, "run", self.scenario, "-o", node, says=["device"])
        mode = os.lstat(node)
        self.assertTrue(stat.S_ISCHR(mode.st_mode))
        self.assertEqual(mode.st_rdev, os.makedev(MAJOR_MEM, MINOR_FULL))

    def test_a_pipe_a_folder_and_a_missing_folder_are_refused(self):
        os.mkfifo(self.folder / "fifo")
        self.refuse(5, "run", self.scenario, "-o", "fifo", says=["fifo"])
        self.refuse(5, "run", self.scenario, "-o", ".", says=["folder"])
        self.refuse(5, "run", self.scenario, "-o", "nowhere/out.h5", says=["nowhere"])
        self.assertTrue(stat.S_ISFIFO(os.lstat(self.folder / "fifo").st_mode))

    def test_a_name_that_ends_in_a_slash_is_no_file(self):
        self.refuse(5, "run", self.scenario, "-o", "new.h5/", says=["'new.h5/'", "folder's"])

    def test_the_target_is_looked_at_before_the_scenario(self):
        self.refuse(5, "run", "missing.toml", "-o", "nowhere/out.h5", says=["nowhere"])

    def test_a_folder_without_permission_is_refused(self):
        if os.geteuid() == 0:
            self.skipTest("permissions do not stop root")
        os.mkdir(self.folder / "closed", 0o555)
        self.refuse(5, "run", self.scenario, "-o", "closed/out.h5", says=["closed"])


class SizeLimit(command.CommandTest):
    """`ulimit -f`: writing beyond it is an error like a full disk, not the end by SIGXFSZ."""

    def test_a_file_beyond_the_limit_leaves_the_old_one(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048))
        (self.folder / "old.h5").write_text("old", encoding="utf-8")
        for name in ("old.h5", "new.h5"):
            before = self.files()
            done = self.expect(5, "run", self.scenario, "-q", "-o", name, preexec_fn=limit)
            self.assertIn(f"cannot write '{name}': File too large", done.stderr)
            self.assertEqual(self.files(), before)


class StandardOutput(command.CommandTest):
    """Standard output that takes nothing is an output error, never a crash."""

    def test_a_full_device(self):
        node = self.folder / "full"
        try:
            os.mknod(node, 0o666 | stat.S_IFCHR, os.makedev(MAJOR_MEM, MINOR_FULL))
            target = open(node, "wb")
        except PermissionError:
            self.skipTest("no device node can be made or opened here")
        with target:
            for words in (["run", self.scenario], ["--help"], ["list", "models"]):
                done = self.expect(5, *words, stdout=target)
                self.assertIn("standard output cannot be written: No space left", done.stderr)

    def test_a_closed_pipe(self):
        read, write = os.pipe()
        os.close(read)
        with os.fdopen(write, "wb") as target:
            done = self.expect(5, "run", self.scenario, stdout=target)
        self.assertIn("standard output cannot be written: Broken pipe", done.stderr)

    def test_no_standard_output_at_all(self):
        words = ["/bin/sh", "-c", '"$0" run "$1" >&-', command.COMMAND, self.scenario]
        done = subprocess.run(words, cwd=self.folder, capture_output=True, text=True,
                              timeout=command.LIMIT_S, check=False)
        self.assertEqual(done.returncode, 5, done.stderr)
        self.assertEqual(list(self.files()), ["short.toml"])


if __name__ == "__main__":
    command.main()
