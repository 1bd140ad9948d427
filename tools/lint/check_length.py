#!/usr/bin/env python3
"""A header has at most 150 lines, a source at most 300 (a warning; 400 stops)."""
import common

HEADER_LINES = 150
SOURCE_LINES = 300
SOURCE_STOP = 400


def check(root):
    faults, warnings = [], []
    paths = common.sources(root) + common.files(root, ("tools", "tests"), {".py"})
    for path in paths:
        lines = len((common.text_of(root, path) or "").splitlines())
        if path.suffix == ".hpp":
            if lines > HEADER_LINES:
                faults.append(f"{path}: {lines} lines; a header has at most {HEADER_LINES}")
        elif lines > SOURCE_STOP:
            faults.append(f"{path}: {lines} lines; a source has at most {SOURCE_STOP}")
        elif lines > SOURCE_LINES:
            warnings.append(f"{path}: {lines} lines; the aim is {SOURCE_LINES}")
    return faults, warnings, len(paths)


if __name__ == "__main__":
    common.main(check, __doc__)
