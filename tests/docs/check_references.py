#!/usr/bin/env python3
"""References that resolve: every "math: section N" names a section of docs/math.md, every citation a row of
docs/references.md, and no text that people see shows a raw key.

check_references.py ROOT        looks at a checkout
check_references.py --self-test plants one breach of each kind and fails unless each is found
"""
import pathlib
import re
import sys
import tempfile

FOLDERS = ("app", "core", "docs", "resources", "tests", "ui")
ENDINGS = (".cmake", ".cpp", ".h", ".json", ".md", ".py", ".txt", ".ts", ".sh")
# They speak of docs/math.md as a whole, or are what is referred to.
WHOLE_PAGE = (
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "docs/architecture.md",
    "docs/math.md",
    "docs/references.md",
)
THESE_TESTS = ("tests/docs/check_references.py", "tests/ui/references_test.cpp")

NUMBER = r"\d+(?:\.\d+)?"
NUMBERS = rf"(?:sections?|Abschnitte?) ({NUMBER}(?:(?:, | and | und ){NUMBER})*)"
KEY = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
PLACE = (
    r"(?:[Ss]ections?|[Aa]ppendix|[Aa]ppendices|App\.|[Cc]hapters?|[Tt]heorems?|[Ll]emmas?|[Ff]igures?|[Tt]ables?|"
    r"[Aa]lgorithms?|[Ee]xamples?|[Dd]efinitions?|[Rr]emarks?|[Pp]ropositions?|Abschnitte?|Anhang) [A-Z0-9]"
)
NAME = r"[A-ZÅ][a-zåäöü]+(?:-[A-Z][a-z]+)?"
AUTHORS_AND_YEAR = (
    rf"\b({NAME}(?:,? et al\.|(?:, {NAME})*,? (?:and|und) {NAME})?),? \(?(19\d\d|20[0-3]\d)\b"
)
# What stands before a year without being an author.
NO_AUTHORS = {
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
    "Copyright",
}


def cited_as(authors, year):
    """As ui/style/references.cpp makes it."""
    names = authors.split(", ")
    if len(names) > 3:
        return f"{names[0]} et al. {year}"
    return (
        " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names) + f" {year}"
    )


def read_references(text, problems):
    rows = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|") or cells[0] == "key" or set(cells[0]) <= {"-", " "}:
            continue
        if (
            len(cells) != 5
            or not all(cells)
            or not re.fullmatch(KEY, cells[0])
            or not re.fullmatch(r"\d{4}[a-z]?", cells[2])
        ):
            problems.append(f"docs/references.md: not a row of five cells: {line}")
            continue
        if "-" not in cells[0]:  # a plain word would be found in texts that cite nothing
            problems.append(f"docs/references.md: the key {cells[0]} needs a hyphen")
        if cells[0] in rows or cited_as(cells[1], cells[2]) in rows.values():
            problems.append(f"docs/references.md: {cells[0]} is cited like another row")
        rows[cells[0]] = cited_as(cells[1], cells[2])
    return rows


def anchor(heading):
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def read_sections(text, problems):
    """Number to anchor; numbers count up from 0, and the table of contents has just these."""
    headings = re.findall(r"^##+ (.*)$", text, re.M)
    sections = {}
    chapter, part = -1, 0
    for heading in headings:
        number = re.match(rf"({NUMBER})\.? ", heading)
        allowed = (f"{chapter + 1}", f"{chapter}.{part + 1}")
        if not number or number[1] not in allowed:
            problems.append(
                f"docs/math.md: the heading \"{heading}\" should have the number {' or '.join(allowed)}"
            )
            continue
        chapter, part = (chapter, part + 1) if "." in number[1] else (chapter + 1, 0)
        sections[number[1]] = anchor(heading)
    contents = re.findall(r"^ *- \[(.*)\]\(#(.*)\)$", text, re.M)
    if contents != [(heading, anchor(heading)) for heading in headings]:
        problems.append("docs/math.md: the table of contents does not have the headings")
    return sections


def literals(text):
    """The string literals of C++ without its comments; neighbours are one text, as for the compiler."""
    token = r'//[^\n]*|/\*.*?\*/|R"\((.*?)\)"|((?:"(?:[^"\\\n]|\\.)*"\s*)+)|\'(?:[^\'\\\n]|\\.)\''
    for match in re.finditer(token, text, re.S):
        if match[1] is not None:
            yield match[1]
        elif match[2]:
            yield "".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', match[2]))


def strings_of(value, name=""):
    if isinstance(value, dict):
        for key, part in value.items():
            yield from strings_of(part, key)
    elif isinstance(value, list):
        for part in value:
            yield from strings_of(part, name)
    elif isinstance(value, str):
        yield name, value


def shown_texts(name, text):
    """What people may get to see of a file: without what only programs read, such as a key that stands alone."""
    if name.startswith(("core/", "ui/", "app/")) and name.endswith((".cpp", ".h")):
        return [literal for literal in literals(text) if not re.fullmatch(KEY, literal)]
    if name.startswith("resources/translations/"):
        return re.findall(r"<(?:source|translation)>(.*?)</", text, re.S)
    if name.startswith("resources/") and name.endswith(".json"):
        import json

        return [
            value
            for key, value in strings_of(json.loads(text))
            if not (key == "source" and "lessons/" in name)
        ]
    if name.startswith("resources/"):
        return [text]
    return []


def check(root):
    root = pathlib.Path(root)
    problems = []
    references = read_references((root / "docs/references.md").read_text(), problems)
    sections = read_sections((root / "docs/math.md").read_text(), problems)
    files = [
        path
        for folder in FOLDERS
        for path in sorted((root / folder).rglob("*"))
        if path.suffix in ENDINGS
    ]
    files += sorted(root.glob("*.md"))
    used = set()

    def section(name, numbers):
        for number in re.findall(NUMBER, numbers):
            if number not in sections:
                problems.append(f"{name}: docs/math.md has no section {number}")

    def key(name, word):
        used.add(word)
        if word not in references:
            problems.append(f"{name}: docs/references.md has no {word}")

    for path in files:
        name = path.relative_to(root).as_posix()
        if name in THESE_TESTS or name.startswith("tests/reference/") and path.suffix == ".json":
            continue
        text = path.read_text()
        # A reference may be broken into lines, within a comment or between the literals of one text.
        flat = re.sub(r"\"\s*\n\s*\"", "", text)
        flat = re.sub(r"\s*\n\s*(?:///?<?|#+|\*)?\s*", " ", flat)

        for match in re.finditer(rf"\bmath: (?:{NUMBERS})?", flat):
            if match[1]:
                section(name, match[1])
            else:
                problems.append(
                    f'{name}: "{flat[match.start():match.start() + 40]}" names no section'
                )
        for match in re.finditer(rf"\bmath\.md(?!\])(#[\w-]+)?(?:,? {NUMBERS})?", flat):
            if match[1] and match[1][1:] not in sections.values():
                problems.append(f"{name}: docs/math.md has no {match[1]}")
            if match[2]:
                section(name, match[2])
            if not match[1] and not match[2] and name not in WHOLE_PAGE:
                problems.append(
                    f'{name}: "{flat[match.start():match.start() + 40]}" names no section'
                )
        if name == "docs/math.md":
            for match in re.finditer(rf"(?<!, ){NUMBERS}", flat):
                section(name, match[1])
            for group in re.findall(rf"\[({KEY}[^\]\[]*)\](?!\()", flat):
                for word in re.findall(rf"(?:^|; )({KEY})\b", group):
                    if "-" in word:
                        key(name, word)

        # A word with a place behind it; a plain word only where a citation would begin.
        for match in re.finditer(rf"(?<![\w.-])({KEY}), {PLACE}", flat):
            if "-" in match[1] or flat[: match.start()].endswith(
                ("(", "; ", "Source: ", "Sources: ")
            ):
                key(name, match[1])
        for word in re.findall(rf"\bSources?:? ({KEY})\b", flat):
            if "-" in word:
                key(name, word)
        if name.startswith("resources/"):
            for word in re.findall(rf"@({KEY})", flat):
                if word != "references":
                    key(name, word)
        if name.startswith("resources/lessons/"):
            for word in re.findall(r'"source": "(.*?)"', flat):
                key(name, word)
        if path.suffix in (".cpp", ".h"):
            for word in re.findall(r'\bcited(?:InFull)?\("(.*?)"', flat):
                key(name, word)
        if name != "docs/references.md":
            for word in references:  # a plain search first, which is a hundred times as quick
                if word in flat and re.search(rf"(?<![\w-]){word}(?![\w-])", flat):
                    used.add(word)
            for authors, year in re.findall(AUTHORS_AND_YEAR, flat):
                source = f"{authors} {year}".replace(" und ", " and ").replace(
                    ", et al.", " et al."
                )
                found = [word for word, said in references.items() if said == source]
                used.update(found)
                if not found and authors not in NO_AUTHORS:
                    problems.append(f"{name}: docs/references.md has nothing by {source}")

        for shown in shown_texts(name, text):
            for word in references:
                # "discrete-gaussian:SIGMA" is what people type.
                if word in shown and re.search(rf"(?<![@\w-]){word}(?![\w-]|:[A-Z])", shown):
                    problems.append(f'{name}: people see the key {word} in "{shown.strip()[:60]}"')

    problems += [
        f"docs/references.md: nothing cites {word}" for word in references if word not in used
    ]
    return sorted(set(problems))


MATH = """# Mathematics

- [0. Symbols](#0-symbols)
- [1. Work](#1-work)
  - [1.1 More: work](#11-more-work)

## 0. Symbols

As in section 1. [good-key; other-key, section 7]

## 1. Work

### 1.1 More: work
"""
LIST = """# References

| key | authors | year | title | published |
| --- | --- | --- | --- | --- |
| good-key | One | 2001 | Title | Venue |
| other-key | One, Two, Three, Four | 2002 | Title | Venue |
| third-key | One, Two, Three | 2003 | Title | Venue |
"""
CLEAN = {
    "docs/math.md": MATH,
    "docs/references.md": LIST,
    "README.md": "See docs/math.md. By One et al. (2002).\n",
    "core/a.h": "/// As it is (math: section\n/// 1.1; good-key, App. B). One, Two and Three 2003. "
    "See docs/math.md, section 0.\n",
    "ui/a.cpp": 'auto a = cited("good-key", tr("section 2"));  // good-key\n',
    "resources/help/a.md": "See @good-key, section 3, and @references.\n",
    "resources/lessons/a.json": '{"source": "third-key", "text": "No \\"key\\"."}\n',
}
BREACHES = [
    ("core/a.h", "/// (math: section 2)\n", "no section 2"),
    ("core/a.h", "// math: 1.1\n", "names no section"),
    ("core/a.h", "// (docs/math.md):\n", "names no section"),
    ("docs/mechanisms/a.md", "[math](../math.md#12-more-work)\n", "no #12-more-work"),
    ("core/a.cpp", "// Source: no-key, Lemma 3.\n", "has no no-key"),
    ("docs/mechanisms/a.md", "## Source\n\nnew-thing.\n", "has no new-thing"),
    ("core/a.cpp", "// (blt,\n// section 3)\n", "has no blt"),
    ("core/a.cpp", "// Nobody and One 2001.\n", "nothing by Nobody and One 2001"),
    ("ui/a.cpp", 'cited("bad-key")\n', "has no bad-key"),
    ("ui/a.cpp", 'tr("See good-"\n   "key, section 2")\n', "people see the key good-key"),
    ("app/a.cpp", 'option("by other-key")\n', "people see the key other-key"),
    ("app/a.cpp", 'option("other-key:N, other-key: so")\n', "people see the key other-key"),
    ("resources/help/a.md", "(good-key)\n", "people see the key good-key"),
    ("resources/help/a.md", "(@lost-key)\n", "has no lost-key"),
    ("resources/lessons/a.json", '{"source": "mine"}\n', "has no mine"),
    ("resources/lessons/a.json", '{"text": "by third-key"}\n', "people see the key third-key"),
    (
        "resources/translations/a.ts",
        "<translation>third-key</translation>\n",
        "people see the key third-key",
    ),
    ("docs/math.md", MATH + "\n## 3. Gap\n", "should have the number 2 or 1.2"),
    ("docs/math.md", MATH.replace("Work](#1", "Word](#1"), "table of contents"),
    ("docs/math.md", MATH.replace("As in section 1", "As in section 4"), "no section 4"),
    ("docs/math.md", MATH.replace("[good-key;", "[bad-key;"), "has no bad-key"),
    ("docs/references.md", LIST + "| a-key | One | 2001 | Title | Venue |\n", "cited like another"),
    ("docs/references.md", LIST + "| plain | Five | 2001 | Title | Venue |\n", "needs a hyphen"),
    ("docs/references.md", LIST + "| new-key | Five | 2001 | Title |\n", "not a row of five cells"),
    (
        "docs/references.md",
        LIST + "| idle-key | Five | 2001 | Title | Venue |\n",
        "nothing cites idle-key",
    ),
]


def self_test():
    def problems_of(files):
        with tempfile.TemporaryDirectory() as root:
            for name, text in files.items():
                path = pathlib.Path(root, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return check(root)

    missed = [f"a clean tree has: {problem}" for problem in problems_of(CLEAN)]
    for name, text, wanted in BREACHES:
        whole = (
            text
            if name.startswith("docs/math") or name.startswith("docs/ref")
            else CLEAN.get(name, "") + text
        )
        if name.endswith(".json"):
            whole = text
        found = problems_of({**CLEAN, name: whole})
        if not any(wanted in problem for problem in found):
            missed.append(f'{name}: "{text[-60:].strip()}" was to give "{wanted}"; found: {found}')
    return missed


if __name__ == "__main__":
    failures = self_test() if sys.argv[1:] == ["--self-test"] else check(sys.argv[1])
    print("\n".join(failures) if failures else "every reference resolves")
    sys.exit(1 if failures else 0)
