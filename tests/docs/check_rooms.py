"""The walls between rooms: a file includes only files of its own room and of rooms before it.

A folder that is no room of such a list, such as core/mechanism/dense, is private to the folder that it is in.

The order of the rooms of a folder is that of `foreach(room ...)` in its CMakeLists.txt, which builds them; core comes
before ui, and ui before app. docs/architecture.md names every room of core, in that order.

usage: check_rooms.py ROOT | --self-test
"""

import pathlib
import re
import sys
import tempfile

PROGRAM = ("core", "ui", "app")


def orders(root):
    """The rooms of each folder that has such a list, in order."""
    found = {pathlib.PurePath("."): list(PROGRAM)}
    for top in PROGRAM:
        for path in (root / top).rglob("CMakeLists.txt"):
            lists = re.findall(r"foreach\(room ([^)]*)\)", path.read_text())
            if lists:
                found[path.parent.relative_to(root)] = lists[0].split()
    return found


def broken(order, source, target):
    """Why a file must not include another one, or None."""
    own = target.parent  # the folder of the header, unless its parent lists it as a room
    if (
        own.name not in order.get(own.parent, [])
        and source.parts[: len(own.parts) - 1] != own.parts[:-1]
    ):
        return f"{source} includes {target}: {own} is private to {own.parent}"
    folder = pathlib.PurePath(".")
    for mine, other in zip(source.parts, target.parts):
        if mine != other:
            rooms = order.get(folder, [])
            if mine in rooms and other in rooms and rooms.index(other) > rooms.index(mine):
                return f"{source} includes {target}: {folder / other} comes after {folder / mine}"
            return None
        folder /= mine
    return None


def problems(root):
    order = orders(root)
    found = []
    for folder, rooms in order.items():
        found += [
            f"{folder}/CMakeLists.txt names no folder {room}"
            for room in rooms
            if not (root / folder / room).is_dir()
        ]
    files = 0
    for top in PROGRAM:
        for path in sorted((root / top).rglob("*")):
            if path.suffix not in (".cpp", ".h"):
                continue
            files += 1
            for include in re.findall(r'^#include "([^"]+)"', path.read_text(), re.MULTILINE):
                found.append(broken(order, path.relative_to(root), pathlib.PurePath(include)))
    if not files:
        found.append("no source was read")
    rows = re.findall(
        r"^\| `core/(\w+)` \|", (root / "docs/architecture.md").read_text(), re.MULTILINE
    )
    if rows != order.get(pathlib.PurePath("core")):
        found.append(f"docs/architecture.md names the rooms of core as {rows}")
    return [problem for problem in found if problem]


def self_test():
    """A tree with one include against the order, two of private folders, one room too many, and one unknown page."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for room in ("core/low/inner", "core/high", "ui", "app", "docs"):
            (root / room).mkdir(parents=True)
        (root / "core/CMakeLists.txt").write_text("foreach(room low high gone)\n")
        (root / "core/low/a.h").write_text('#include "core/high/b.h"\n#include "core/low/c.h"\n')
        (root / "core/high/b.h").write_text(
            '#include "core/low/a.h"\n#include "core/low/inner/e.h"\n'
        )
        (root / "core/low/inner/e.h").write_text('#include "core/low/a.h"\n')
        (root / "ui/d.cpp").write_text('#include "core/high/b.h"\n#include "core/hidden/f.h"\n')
        (root / "docs/architecture.md").write_text("| `core/low` | |\n| `core/high` | |\n")
        found = problems(root)
        assert len(found) == 5, found
        assert any("core/low/a.h includes core/high/b.h" in problem for problem in found), found
        assert any("core/low/inner is private" in problem for problem in found), found
        assert any("core/hidden is private" in problem for problem in found), found


if sys.argv[1:] == ["--self-test"]:
    self_test()
else:
    wrong = problems(pathlib.Path(sys.argv[1]))
    print("\n".join(wrong) or "every include goes back in the order of rooms")
    sys.exit(1 if wrong else 0)
