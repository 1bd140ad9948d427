#!/usr/bin/env python3
"""Includes run one way: base -> math -> signal -> {dsp, fec} -> link -> {models | solve} -> library
-> cluster -> {scenario | io | report} -> cli; no circles; each foreign library has its room."""
import common

_BELOW_LINK = {"base", "math", "signal", "dsp", "fec"}
_BELOW_LIBRARY = _BELOW_LINK | {"link", "solve"}
_TOP = _BELOW_LIBRARY | {"library", "cluster"}
# Room -> other rooms that it may include. Rooms of one group never see each other.
ALLOWED = {
    "base": set(),
    "math": {"base"},
    "signal": {"base", "math"},
    "dsp": {"base", "math", "signal"},
    "fec": {"base", "math", "signal"},
    "link": _BELOW_LINK,
    "models": _BELOW_LINK | {"link"},
    "solve": _BELOW_LINK | {"link"},
    "library": _BELOW_LIBRARY,
    "cluster": _BELOW_LIBRARY | {"library"},
    "scenario": _TOP,
    "io": _TOP,
    "report": _TOP,
    "cli": _TOP | {"models", "scenario", "io", "report"},
}
# First words of a foreign header -> the rooms that may include it.
FOREIGN = {
    "toml++": {"scenario"},
    "hdf5": {"io"},
    "H5": {"io"},
    "fftw3": {"math"},
    "boost/": {"cli"},
    "Random123/": {"base"},
}
# Foreign headers that are included with quotes (Highway's foreach_target needs them).
QUOTED_FOREIGN = ("hwy/",)


def _foreign_fault(room, name):
    for prefix, rooms in FOREIGN.items():
        if name.startswith(prefix) and room not in rooms:
            return f"<{name}> belongs to src/{', src/'.join(sorted(rooms))} only"
    return None


def _include_fault(root, path, room, name, quoted):
    """(what is wrong or None, the file of ours that is included or None)."""
    target = common.resolve(root, path, name)
    if target is None:
        if quoted and not name.startswith(QUOTED_FOREIGN):
            return f'"{name}" is not a file of ours', None
        return _foreign_fault(room, name), None
    other = common.room_of(target)
    if other is None:
        return f'"{name}" lies outside src and models', None
    if not quoted:
        return f"<{name}> is ours: include it with quotes", target
    if other not in ALLOWED:
        return f"src/{other} is not a room", target
    if other != room and other not in ALLOWED[room]:
        return f'{room} must not include {other} ("{name}")', target
    return None, target


def _circles(graph):
    """One line for each circle of includes."""
    state, found = {}, []

    def visit(node, trail):
        state[node] = "open"
        for target in graph.get(node, ()):
            if state.get(target) == "open":
                circle = trail[trail.index(target):] if target in trail else [node]
                found.append(" -> ".join(str(p) for p in [*circle, target]))
            elif target not in state:
                visit(target, [*trail, target])
        state[node] = "done"

    for node in graph:
        if node not in state:
            visit(node, [node])
    return found


def check(root):
    faults, graph = [], {}
    paths = common.sources(root, ("src", "models"))
    for path in paths:
        room = common.room_of(path)
        if room not in ALLOWED:
            faults.append(f"{path}: not in a room")
            continue
        graph[path] = []
        for line, name, quoted in common.includes(common.text_of(root, path) or ""):
            fault, target = _include_fault(root, path, room, name, quoted)
            if fault:
                faults.append(f"{path}:{line}: {fault}")
            # A source that includes itself is Highway's way to compile it once a target.
            if target and target != path:
                graph[path].append(target)
    faults += [f"circle of includes: {circle}" for circle in _circles(graph)]
    return faults, [], len(paths)


if __name__ == "__main__":
    common.main(check, __doc__)
