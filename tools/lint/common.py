"""What the lint scripts share: files of the tree, includes, the report. Standard library only."""
import argparse
import os
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("base", "math", "signal", "dsp", "fec", "link", "models", "solve", "library", "cluster",
         "scenario", "io", "report", "cli")
_SKIPPED_FOLDERS = re.compile(r"build.*|\..+|__pycache__|_deps")
_INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')


def files(root, folders=(".",), suffixes=None):
    """Paths below root/folder, sorted, relative to root; build and hidden folders are left out."""
    found = []
    for folder in folders:
        for where, inner, names in os.walk(root / folder):
            inner[:] = sorted(d for d in inner if not _SKIPPED_FOLDERS.fullmatch(d) or d == ".ci")
            found += [Path(os.path.relpath(os.path.join(where, n), root)) for n in sorted(names)
                      if suffixes is None or Path(n).suffix in suffixes]
    return sorted(set(found))


def sources(root, folders=("src", "models", "tests")):
    return files(root, folders, {".cpp", ".hpp"})


def text_of(root, path):
    """The text of a file; None if it is not text."""
    data = (root / path).read_bytes()
    if b"\0" in data[:8192]:
        return None
    return data.decode("utf-8", errors="replace")


def includes(text):
    """(line number, path, quoted) for each #include."""
    for number, line in enumerate(text.splitlines(), 1):
        match = _INCLUDE.match(line)
        if match:
            yield number, match.group(1) or match.group(2), match.group(1) is not None


def resolve(root, including, name):
    """The file of ours that `#include "name"` in `including` means, relative to root; else None."""
    for base in (Path("src"), Path("."), Path("tests"), including.parent):
        candidate = Path(os.path.normpath(base / name))
        if (root / candidate).is_file():
            return candidate
    return None


def room_of(path):
    """The room that a file lives in; None outside src and models."""
    parts = path.parts
    if parts[0] == "models":
        return "models"
    if parts[0] == "src" and len(parts) > 2:
        return parts[1]
    return None


def main(check, doc):
    """Runs check(root) -> (faults, warnings, number of things looked at); exit 1 on a fault."""
    parser = argparse.ArgumentParser(description=doc)
    parser.add_argument("--root", type=Path, default=ROOT)
    root = parser.parse_args().root.resolve()
    faults, warnings, looked_at = check(root)
    name = Path(sys.argv[0]).stem
    for line in warnings:
        print(f"{line} (warning)")
    for line in faults:
        print(line)
    if looked_at == 0:
        faults.append("nothing to look at")
        print(f"{name}: found nothing to look at below {root}")
    print(f"{name}: {len(faults)} faults, {len(warnings)} warnings in {looked_at} files")
    sys.exit(1 if faults else 0)
