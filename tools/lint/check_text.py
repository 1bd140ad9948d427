#!/usr/bin/env python3
"""Form of text: no tabs or trailing blanks, lines of at most 100 columns, no open ends without an
issue number, `#pragma once` first and no `using namespace` in headers, no paths of one machine, and
a source or `verified = false` for every number in data/parts."""
import re
import tomllib

import common

COLUMNS = 100
_FORM = {".cpp", ".hpp", ".py", ".cmake", ".sh", ".toml", ".md"}
_CODE = {".cpp", ".hpp", ".py", ".cmake", ".sh"}
_WIDTH = {".cpp", ".hpp", ".py"}
_OPEN_END = re.compile(r"\b(?:TO" r"DO|FIX" r"ME|XX" r"X)\b(?!\(#\d+\))")
_MACHINE_PATH = re.compile(r"(?<![\w./*-])/(?:work|home|root|Users|mnt)/\w")
_USING = re.compile(r"^\s*using\s+namespace\b")
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
# Keys of a part that are not numbers of the product.
_NOT_VALUES = {"valid", "date", "source", "verified"}


def _is_script(root, path):
    return path.suffix == "" and (root / path).read_bytes()[:2] == b"#!"


def _line_faults(root, path, number, line):
    form = path.suffix in _FORM or path.name == "CMakeLists.txt" or _is_script(root, path)
    code = path.suffix in _CODE or path.name == "CMakeLists.txt" or _is_script(root, path)
    if form and "\t" in line:
        yield "a tab"
    if form and line != line.rstrip():
        yield "trailing blanks"
    if path.suffix in _WIDTH and len(line) > COLUMNS and "http" not in line:
        yield f"{len(line)} columns; {COLUMNS} is the limit"
    if code and _OPEN_END.search(line):
        yield "an open end needs an issue: write it as WORD(#12)"
    if path.suffix == ".hpp" and _USING.match(line):
        yield "using namespace in a header"
    if _MACHINE_PATH.search(line):
        yield "an absolute path of one machine"


def _is_guarded(path, text):
    """Headers that Highway includes once a target (x-inl.hpp) have its toggle instead."""
    if path.stem.endswith("-inl"):
        return "HWY_TARGET_TOGGLE" in text
    return _COMMENT.sub("", text).lstrip().startswith("#pragma once")


def _numbers_without_source(table, source, verified, plain_too, name=""):
    """Names of the numbers in `table` that neither have a source nor say verified = false.
    Plain numbers, not of the form { value = ... }, count if `plain_too`."""
    source = table.get("source", source)
    verified = table.get("verified", verified)
    for key, value in table.items():
        inner = f"{name}.{key}" if name else key
        if key in _NOT_VALUES:
            continue
        if isinstance(value, dict):
            yield from _numbers_without_source(value, source, verified, plain_too, inner)
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            for k, item in enumerate(value):
                yield from _numbers_without_source(item, source, verified, plain_too,
                                                   f"{inner}[{k}]")
        elif plain_too or "value" in table:
            number = value[0] if isinstance(value, list) and value else value
            is_number = isinstance(number, (int, float)) and not isinstance(number, bool)
            if is_number and verified is not False and not str(source).strip():
                yield inner


def _part_faults(root, path):
    try:
        part = tomllib.loads((root / path).read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        yield f"{path}: {error}"
        return
    # Plain numbers of a link part say how it is put together (lanes, rates): chosen, not measured.
    for name in _numbers_without_source(part, "", None, part.get("kind") != "link"):
        yield f"{path}: {name} has no source and does not say verified = false"


def check(root):
    faults = []
    paths = common.files(root)
    for path in paths:
        text = common.text_of(root, path)
        if text is None:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            faults += [f"{path}:{number}: {fault}"
                       for fault in _line_faults(root, path, number, line)]
        if path.suffix == ".hpp" and not _is_guarded(path, text):
            faults.append(f"{path}:1: a header starts with #pragma once")
        if path.suffix == ".toml" and path.parts[:2] == ("data", "parts"):
            faults += _part_faults(root, path)
    return faults, [], len(paths)


if __name__ == "__main__":
    common.main(check, __doc__)
