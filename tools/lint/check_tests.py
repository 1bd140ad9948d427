#!/usr/bin/env python3
"""Nothing without a test: each law in models/<family>/ is in models/all.cpp and in tests/models,
and each source in src has a test that includes its header."""
from pathlib import Path

import common

# Sources that no test includes the header of, each with its reason.
NO_TEST_OF_THEIR_OWN = {}
# Sources in models/<family>/ that are no law (so not in models/all.cpp), each with its reason.
NOT_A_LAW = {}


def header_of(root, source):
    """x.hpp for x.cpp; else (a part of a larger unit) the first header of its folder in it."""
    own = source.with_suffix(".hpp")
    if (root / own).is_file():
        return own
    for _, name, quoted in common.includes(common.text_of(root, source) or ""):
        target = common.resolve(root, source, name) if quoted else None
        if target and target.parent == source.parent and target.suffix == ".hpp":
            return target
    return None


def _model_faults(root, tested):
    laws = [p for p in common.files(root, ("models",), {".cpp"}) if len(p.parts) == 3]
    listing = root / "models/all.cpp"
    listed = listing.read_text(encoding="utf-8") if listing.is_file() else ""
    for law in laws:
        header = law.with_suffix(".hpp")
        if str(law) not in NOT_A_LAW and str(header) not in listed:
            yield f"{law}: models/all.cpp does not include {header}"
        if header not in tested.get("models", set()):
            yield f"{law}: no test in tests/models includes {header}"


def _room_faults(root, tested):
    everywhere = set().union(*tested.values()) if tested else set()
    for source in common.files(root, ("src",), {".cpp"}):
        if source.parts[1] == "cli" or str(source) in NO_TEST_OF_THEIR_OWN:
            continue
        header = header_of(root, source)
        if header is None:
            yield f"{source}: no header of its own folder"
        elif header not in everywhere:
            yield f"{source}: no test includes {header}"


def _stale(root):
    if root != common.ROOT:
        return
    for path in [*NO_TEST_OF_THEIR_OWN, *NOT_A_LAW]:
        if not (root / path).is_file():
            yield f"check_tests.py lists {path}, which does not exist"


def check(root):
    tested = {}
    tests = [p for p in common.sources(root, ("tests",)) if len(p.parts) > 2]
    for test in tests:
        for _, name, quoted in common.includes(common.text_of(root, test) or ""):
            target = common.resolve(root, test, name) if quoted else None
            if target:
                tested.setdefault(test.parts[1], set()).add(Path(target))
    faults = [*_model_faults(root, tested), *_room_faults(root, tested), *_stale(root)]
    return faults, [], len(common.sources(root, ("src", "models")))


if __name__ == "__main__":
    common.main(check, __doc__)
