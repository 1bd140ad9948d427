#!/usr/bin/env python3
"""clang-tidy on what has changed, in parallel, each state of a file once.

Changed: what is not committed, and what the commits since the merge base with the main branch touch
(on the main branch itself: the last commit). With --all: every file. What passed is remembered in
BUILD/tidy under a hash of all that the verdict depends on: the file, the headers of ours that it
includes, its compile command, .clang-tidy and the program's version."""
import argparse
import hashlib
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools/lint"))
import common  # noqa: E402  (lives beside the lint scripts)

STUB = ROOT / "tools/tidy_source_location.hpp"
# clang-tidy costs 2 to 13 s a file: a change that touches more is checked in part, --all checks it.
MOST_FILES = 40


def git(*arguments):
    """Lines of the output; None if git fails (no repository, no such commit)."""
    run = subprocess.run(["git", "-C", ROOT, *arguments], text=True, capture_output=True,
                         check=False)
    return run.stdout.splitlines() if run.returncode == 0 else None


def base_commit():
    head = git("rev-parse", "HEAD")
    for branch in ("origin/HEAD", "origin/main", "main"):
        base = git("merge-base", branch, "HEAD")
        if base and base != head:
            return base[0]
    parent = git("rev-parse", "--verify", "HEAD~1")
    return parent[0] if parent else None


def changed_files():
    """Paths relative to the root: those not committed first. None without git."""
    uncommitted = git("diff", "--name-only", "--diff-filter=d", "--relative", "HEAD")
    if uncommitted is None:
        return None
    names = uncommitted + (git("ls-files", "--others", "--exclude-standard") or [])
    base = base_commit()
    if base is None:
        print("clang-tidy: no earlier commit here: only what is not committed counts as changed")
    else:
        names += git("diff", "--name-only", "--diff-filter=d", "--relative", base, "HEAD") or []
    return [Path(name) for name in dict.fromkeys(names)]


def headers_of(path, seen):
    """All files of ours that `path` includes, directly or not."""
    for _, name, quoted in common.includes(common.text_of(ROOT, path) or ""):
        target = common.resolve(ROOT, path, name) if quoted else None
        if target and target not in seen:
            seen.add(target)
            headers_of(target, seen)
    return seen


def key_of(path, settings, commands):
    digest = hashlib.sha256(settings)
    digest.update(commands.get(str(ROOT / path), "").encode())
    for part in [path, *sorted(headers_of(path, set()))]:
        digest.update(str(part).encode() + b"\0" + (ROOT / part).read_bytes())
    return digest.hexdigest()


def run_tidy(path, build):
    """(path, passed, output)"""
    run = subprocess.run(
        ["clang-tidy", "-p", build, "--quiet", "--extra-arg=-Wno-unknown-warning-option",
         f"--extra-arg=-include{STUB}", ROOT / path],
        text=True, capture_output=True, stdin=subprocess.DEVNULL, check=False)
    output = run.stdout if run.stdout.strip() or run.returncode == 0 else run.stderr
    return path, run.returncode == 0, output


def wanted_files(everything):
    known = {path for path in common.sources(ROOT) if not path.stem.endswith("-inl")}
    changed = None if everything else changed_files()
    return sorted(known) if changed is None else [path for path in changed if path in known]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("-j", type=int, default=os.cpu_count())
    options = parser.parse_args()
    stamps = options.build / "tidy"
    stamps.mkdir(parents=True, exist_ok=True)
    database = json.loads((options.build / "compile_commands.json").read_text(encoding="utf-8"))
    commands = {entry["file"]: entry["command"] for entry in database}
    version = subprocess.run(["clang-tidy", "--version"], capture_output=True, check=True).stdout
    settings = version + (ROOT / ".clang-tidy").read_bytes() + STUB.read_bytes()

    wanted = wanted_files(options.all)
    keys = {path: key_of(path, settings, commands) for path in wanted}
    due = [path for path in wanted if not (stamps / keys[path]).exists()]
    left = [] if options.all else due[MOST_FILES:]
    due = due[:len(due) - len(left)]
    failed, shown = 0, set()
    with ThreadPoolExecutor(options.j) as pool:
        for path, passed, output in pool.map(lambda p: run_tidy(p, options.build), due):
            if passed:
                (stamps / keys[path]).touch()
            else:
                failed += 1
                text = output.strip().replace(f"{ROOT}/", "")
                print(f"{path}: as above" if text in shown else text, flush=True)
                shown.add(text)
    print(f"clang-tidy: {failed} of {len(due)} files with faults, "
          f"{len(wanted) - len(due) - len(left)} known to be clean")
    if left:
        print(f"clang-tidy: {len(left)} changed files were left out: run tools/check --full")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
