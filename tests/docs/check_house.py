"""The order of the house in figures, each with the most that it may be: what stands once stays once.

usage: check_house.py ROOT | --self-test
"""

import pathlib
import re
import sys
import tempfile

LONGEST_FUNCTION = 80
# Longer on purpose: a table of what a Python module holds.
LONG_FUNCTIONS = ("app/python/src/module.cpp",)


class Rule:
    """What a pattern finds in the sources of some folders, in files or in lines, and the most of it."""

    def __init__(self, why, pattern, most, unit="lines", folders=("core", "ui", "app"), but=()):
        self.why, self.pattern, self.most, self.unit = why, re.compile(pattern, re.M), most, unit
        self.folders, self.but = folders, but

    def found(self, sources):
        """The places, as "file" or "file:line"."""
        places = []
        for name, text in sources.items():
            if not name.startswith(tuple(f"{each}/" for each in self.folders)):
                continue
            if self.but and name.startswith(self.but):
                continue
            lines = [
                text.count("\n", 0, match.start()) + 1 for match in self.pattern.finditer(text)
            ]
            places += (
                [f"{name}:{line}" for line in lines]
                if self.unit == "lines"
                else [name] * bool(lines)
            )
        return places


RULES = (
    Rule(
        "rooms ask the kind of a strategy, not for its class", r"as<[A-Z]\w*Strategy>", 30, "files"
    ),
    Rule(
        "no kind of a strategy is told by its name outside of core/strategy",
        r"\.id [!=]= \"(blt|tree|dense|banded|toeplitz)",
        0,
        but=("core/strategy",),
    ),
    Rule("errors are rows of the table of objectives", r"CurvatureLast", 6, "files"),
    Rule("sweeps and solve-for go by Field", r"enum class (SweepAxis|SolveUnknown)", 0),
    Rule("a control without progress is control.quiet()", r"\{\w[\w.]*\.stop, \{\}\}", 0),
    Rule("one mailbox between threads", r"struct Mailbox", 0),
    Rule(
        "Python asks core's answers, and holds the program noiseloom-cli as a whole",
        r"app/cli",
        1,
        folders=("app/python",),
    ),
    Rule("a comment is a sentence: not 'Of ...'", r"^ *//+ Of ", 0),
)
BANNED = re.compile(r"\b(told|mended|kApart|[fF]or ?[tT]he ?[eE]ye|lookAt\w*|clock on the wall)\b")


def long_functions(name, text):
    """Functions of more lines than LONGEST_FUNCTION, as clang-format writes them."""
    start = None
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if re.match(r"[A-Za-z]", line):
            started = not re.match(r"(namespace|using|constexpr|struct|class|enum|const )", line)
            if started and (start is None or not lines[number - 2].endswith(",")):
                start = number
        if line == "}" and start:
            if number - start + 1 > LONGEST_FUNCTION:
                yield f"{name}:{start}"
            start = None


def problems(sources):
    wrong = []
    for rule in RULES:
        places = rule.found(sources)
        if len(places) > rule.most:
            wrong.append(
                f"{rule.why}: {len(places)}, at most {rule.most}: {', '.join(places[:40])}"
            )
    for name, text in sources.items():
        if not name.startswith(("core/", "ui/", "app/")):
            continue
        if name.endswith(".cpp") and name not in LONG_FUNCTIONS:
            wrong += [
                f"{place}: more than {LONGEST_FUNCTION} lines"
                for place in long_functions(name, text)
            ]
        for match in BANNED.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            wrong.append(f"{name}:{line}: no '{match[0]}' (CONTRIBUTING.md, Words)")
    return wrong


def read(root):
    found = {}
    for folder in ("core", "ui", "app"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".cpp", ".h", ".py"):
                found[path.relative_to(root).as_posix()] = path.read_text(encoding="utf-8")
    return found


def self_test():
    clean = {"core/a.cpp": "// A sentence.\nint f() {\n  return 1;\n}\n"}
    assert not problems(clean)
    for name, text in (
        ("core/a.h", "enum class SweepAxis {};"),
        ("ui/a.cpp", "go({m_control.stop, {}});"),
        ("app/python/a.py", "# app/cli\n" * 2),
        ("core/a.cpp", "int f() {\n" + "  g();\n" * LONGEST_FUNCTION + "}\n"),
        ("ui/a.cpp", "// As told.\n"),
        ("core/a.cpp", "// Of a row.\n"),
    ):
        assert problems({name: text}), text
    assert not problems({"core/strategy/a.cpp": 'x.id == "blt"'})
    assert problems({"core/io/a.cpp": 'x.id == "blt"'})
    with tempfile.TemporaryDirectory() as folder:
        assert not read(pathlib.Path(folder))


if sys.argv[1:] == ["--self-test"]:
    self_test()
else:
    sources = read(pathlib.Path(sys.argv[1]))
    wrong = problems(sources)
    print("\n".join(wrong) or f"{len(sources)} sources are in order")
    sys.exit(1 if wrong or len(sources) < 1000 else 0)
