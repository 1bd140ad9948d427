#!/usr/bin/env python3
"""Nothing without a test.

A law in models/<family>/ is in models/all.cpp and a test in tests/models includes its header. Any
other source has a test that includes its header, or is a direct part of a source that has one: that
source, or its own header, includes this one's header and lives in the same room.

No test's name starts with a dash: ctest hands it to Catch, which takes it for an option."""
import re

import common

# Sources without such a test, each with its reason.
NO_TEST_OF_THEIR_OWN = {
    "src/math/density_kernel.cpp": "the vector half of density_steps, in each density test",
    "src/solve/case.cpp": "study_test.cpp calls it; comes with tables.hpp",
    "src/solve/case_ledger.cpp": "a part of case.cpp; study_test.cpp adds its rows up",
    "src/solve/section_response.cpp": "response_test.cpp runs it; comes with search.hpp",
}
_DASH = re.compile(r'^TEST_CASE\("-', re.MULTILINE)
_LAW = re.compile(r"\bfinal\s*:\s*public\s+\w*Element\b")


def headers_of(root, source):
    """x.hpp for x.cpp; for a part of a larger unit, all headers of its room that it includes."""
    own = source.with_suffix(".hpp")
    return {own} if (root / own).is_file() else room_headers(root, source)


def room_headers(root, source):
    found = set()
    for _, name, quoted in common.includes(common.text_of(root, source) or ""):
        target = common.resolve(root, source, name) if quoted else None
        if target and target.suffix == ".hpp" and common.room_of(target) == common.room_of(source):
            found.add(target)
    return found


def included_by_tests(root):
    """Folder of tests -> headers that its files include."""
    tested = {}
    for test in common.sources(root, ("tests",)):
        for _, name, quoted in common.includes(common.text_of(root, test) or ""):
            target = common.resolve(root, test, name) if quoted else None
            if target and len(test.parts) > 2:
                tested.setdefault(test.parts[1], set()).add(target)
    return tested


def _law_faults(root, laws, in_models):
    listing = root / "models/all.cpp"
    listed = listing.read_text(encoding="utf-8") if listing.is_file() else ""
    for law in laws:
        header = law.with_suffix(".hpp")
        if str(header) not in listed:
            yield f"{law}: models/all.cpp does not include {header}"
        if header not in in_models:
            yield f"{law}: no test in tests/models includes {header}"


def _source_faults(root, sources, laws, tested):
    headers = {source: headers_of(root, source) for source in sources}
    parts = set()
    for source in sources:
        if headers[source] & tested:
            parts |= room_headers(root, source)
            for header in headers[source]:
                parts |= room_headers(root, header)
    for source in sources:
        if source in laws or str(source) in NO_TEST_OF_THEIR_OWN:
            continue
        if not headers[source]:
            yield f"{source}: includes no header of its room"
        elif not headers[source] & (tested | parts):
            names = ", ".join(str(header) for header in sorted(headers[source]))
            yield f"{source}: no test, and no tested part of its room, includes {names}"


def check(root):
    tested = included_by_tests(root)
    sources = [path for path in common.files(root, ("src", "models"), {".cpp"})
               if path.parts[:2] != ("src", "cli") and path.parts[-2:] != ("models", "all.cpp")]
    laws = [path for path in sources if path.parts[0] == "models"
            and (root / path.with_suffix(".hpp")).is_file()
            and _LAW.search(common.text_of(root, path.with_suffix(".hpp")) or "")]
    faults = [*_law_faults(root, laws, tested.get("models", set())),
              *_source_faults(root, sources, laws, set().union(*tested.values()))]
    faults += [f"{test}: a test's name starts with a dash"
               for test in common.sources(root, ("tests",))
               if _DASH.search(common.text_of(root, test) or "")]
    if root == common.ROOT:
        faults += [f"check_tests.py lists {path}, which does not exist"
                   for path in NO_TEST_OF_THEIR_OWN if not (root / path).is_file()]
    return faults, [], len(sources)


if __name__ == "__main__":
    common.main(check, __doc__)
