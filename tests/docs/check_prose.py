"""Lines of Markdown have at most 120 characters, but for tables, code, and what cannot be broken: a
link, a piece of code.

usage: check_prose.py ROOT | --self-test
"""

import pathlib
import re
import sys

WIDTH = 120
FOLDERS = ("docs", "installer", "tests")
MARK = re.compile(r"\s*([-+*]|\d+[.)])\s+")
UNBROKEN = re.compile(r"(`+).+?\1|!?\[[^\]]*\]\([^)]*\)")


def long_lines(text):
    """Numbers of the lines that are too long and could be shorter."""
    fenced = block = listed = False
    before = ""
    for number, line in enumerate(text.split("\n"), 1):
        marked = MARK.match(line)
        if re.match(r"\s*(```|~~~)", line):
            fenced = not fenced
        elif not fenced and line.strip():
            if not before.strip():  # in a list the paragraphs of an item are indented, too
                listed = bool(marked) or listed and line.startswith(" ")
                block = line.startswith(" " * (8 if listed and not marked else 4)) and not (
                    listed and marked
                )
            words = UNBROKEN.sub("x", line[marked.end() :] if marked else line.strip()).split()
            if (
                len(line) > WIDTH
                and len(words) > 1
                and not block
                and not line.lstrip().startswith("|")
            ):
                yield number
        before = line


def problems(root):
    pages = sorted(root.glob("*.md"))
    for folder in FOLDERS:
        pages += sorted((root / folder).rglob("*.md"))
    if len(pages) < 10:
        return [f"{root} has {len(pages)} pages"]
    return [
        f"{page.relative_to(root)}:{number}: more than {WIDTH} characters"
        for page in pages
        for number in long_lines(page.read_text(encoding="utf-8"))
    ]


def self_test():
    words, link, code = "word " * 25, f"[{'word ' * 25}](page.md)", f"`{'word ' * 25}`"
    for text in (
        words,
        f"- {words}",
        f"See {link}",
        f"See\n{code} here",
        f"```\n```\n{words}",
        f"- a\n\n  {words}",
    ):
        assert list(long_lines(text)) == [text.count("\n") + 1], text
    for text in (
        "word " * 24,
        link,
        f"- {link}",
        f"{code}",
        f"```\n{words}\n```",
        f"a\n\n    {words}\n    {words}",
        f"| {words} |",
        f"1. {code}",
        f"ε{'εε ' * 39}",
    ):
        assert not list(long_lines(text)), text


if sys.argv[1:] == ["--self-test"]:
    self_test()
else:
    wrong = problems(pathlib.Path(sys.argv[1]))
    print("\n".join(wrong) or f"no line of prose has more than {WIDTH} characters")
    sys.exit(1 if wrong else 0)
