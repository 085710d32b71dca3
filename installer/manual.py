#!/usr/bin/env python3
"""Writes the man pages and the completions of bash and zsh from what the programs themselves say with --help.

    manual.py VERSION DAY FOLDER PROGRAM [PROGRAM ...]

writes FOLDER/man1/*.1, FOLDER/bash/PROGRAM and FOLDER/zsh/_PROGRAM. A line of a help text that it
does not understand is an error: nothing is left out in silence.
"""

import os
import re
import subprocess
import sys
from dataclasses import dataclass, field

from completions import bash, zsh

COLUMN = 30  # where the texts of CLI11 begin


@dataclass
class Option:
    """An option or, without flags, an argument by its place."""

    flags: list
    name: str = ""  # of a place
    value: str = ""  # FILE.npz; empty for a switch
    required: bool = False
    repeated: bool = False
    text: str = ""

    def choices(self):
        """The words that the text offers: "add-remove, zero-out or replace-one [add-remove]"."""
        if self.value and self.value == self.value.lower() and "|" in self.value:
            return self.value.split("|")
        if self.value.split("|")[0] not in ("NAME", "KIND", "TYPE", "WHAT", "code"):
            return []
        text = re.sub(r"\[[^][]*\]|\([^()]*\)", "", self.text)
        word = r"[a-z0-9][a-z0-9-]*"
        end = rf"(?:,? or {word}|, {word}(?=\s*(?:\.?$|:)))"
        found = re.search(rf"(?:{word}(?: [a-z ]+)?\s*, )*{word}(?: [a-z ]+)?\s*{end}", text)
        if not found:
            return []
        parts = re.split(r",? or |,", found.group(0))
        words = [
            part.rsplit(" is ", 1)[-1].split() for part in parts
        ]  # "the end is smaller, dropped or ..."
        return [each[0] for each in words if each]


@dataclass
class Page:
    """What one --help says."""

    words: list  # noiseloom-cli, design
    summary: str = ""
    sections: list = field(default_factory=list)  # (title, [Option])
    commands: list = field(default_factory=list)  # (name, summary)
    notes: list = field(default_factory=list)  # lines below the options
    exit_codes: str = ""

    @property
    def title(self):
        return "-".join(self.words)

    def options(self):
        return [each for _, options in self.sections for each in options if each.flags]

    def places(self):
        return [each for _, options in self.sections for each in options if not each.flags]


class NotUnderstood(Exception):
    pass


def option_of(name, text):
    """An option from "--phase Q:SIGMA:T ... REQUIRED" or "-h, --help", a place from "file FILE.npz REQUIRED"."""
    words = name.replace(", -", ",-").split()
    option = Option(flags=[], text=text)
    if words[0].startswith("-"):
        option.flags = words[0].split(",")
        if not all(re.fullmatch(r"-\w|--\w[\w-]*", flag) for flag in option.flags):
            raise NotUnderstood(name)
    else:
        option.name = words[0]
    for word in words[1:]:
        if word == "REQUIRED":
            option.required = True
        elif word == "...":
            option.repeated = True
        elif not option.value:
            option.value = (
                word.split("=")[0]
                if option.flags and not word.startswith("<")
                else word.strip("<>")
            )
            if "=" in word and not word.startswith("<"):
                option.text += f" [{word.split('=')[1]}]"
        else:
            raise NotUnderstood(name)
    return option


def split_entry(line, after):
    """Name and text of a line of CLI11's lists, whose text may begin below a long name."""
    if after.startswith(" " * COLUMN):
        return line.strip(), ""
    if len(line) > COLUMN and line[COLUMN - 1] == " ":
        return line[:COLUMN].strip(), line[COLUMN:].strip()
    raise NotUnderstood(line)


def parse_cli11(words, text):
    lines = text.rstrip("\n").split("\n")
    start = next(i for i, line in enumerate(lines) if line.startswith("Usage: "))
    page = Page(words, " ".join(lines[:start]).strip())
    title = None
    for i, line in enumerate(lines[start + 1 :], start + 1):
        after = lines[i + 1] if i + 1 < len(lines) else ""
        if not line.strip():
            continue
        if line.startswith("Exit codes: "):
            page.exit_codes = line[len("Exit codes: ") :]
        elif re.fullmatch(r"[A-Z][A-Za-z ]*:", line) and after.startswith("  "):
            title = line[:-1]
            if title != "Subcommands":
                page.sections.append((title, []))
        elif line.startswith(" " * COLUMN) and title and title != "Subcommands":
            page.sections[-1][1][-1].text = (
                page.sections[-1][1][-1].text + " " + line.strip()
            ).strip()
        elif line.startswith("  ") and title == "Subcommands":
            page.commands.append(split_entry(line, after))
        elif line.startswith("  ") and title:
            page.sections[-1][1].append(option_of(*split_entry(line, after)))
        elif not line.startswith(" "):
            page.notes.append(line)
        else:
            raise NotUnderstood(line)
    return page


def parse_qt(words, text):
    lines = text.rstrip("\n").split("\n")
    if not lines[0].startswith("Usage: "):
        raise NotUnderstood(lines[0])
    page = Page(words)
    for line in lines[1:]:
        entry = re.fullmatch(r"  (\S.*?) {2,}(\S.*)", line)
        if not line.strip():
            continue
        if re.fullmatch(r"[A-Z][a-z]+:", line):
            page.sections.append((line[:-1], []))
        elif entry and page.sections:
            page.sections[-1][1].append(option_of(entry.group(1), entry.group(2)))
        elif re.fullmatch(r" {8,}\S.*", line) and page.sections:
            page.sections[-1][1][-1].text += " " + line.strip()
        elif not page.sections:
            page.summary = (page.summary + " " + line).strip()
        else:
            raise NotUnderstood(line)
    for place in page.places():
        place.value = "FILE"
    return page


def help_of(program, *words):
    environment = dict(os.environ, QT_QPA_PLATFORM="offscreen", LC_ALL="C.UTF-8")
    environment.setdefault("XDG_RUNTIME_DIR", "/tmp")
    done = subprocess.run(
        [program, *words, "--help"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=True,
        text=True,
    )
    return done.stdout


def pages_of(program):
    """The page of a program, and those of its commands."""
    name = os.path.basename(program)
    text = help_of(program)
    if text.startswith("Usage: "):
        return [parse_qt([name], text)]
    page = parse_cli11([name], text)
    return [page] + [
        parse_cli11([name, command], help_of(program, command)) for command, _ in page.commands
    ]


# Man pages.


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text)


def bold(text):
    return "\\fB" + roff(text) + "\\fR"


def slanted(text):
    return "\\fI" + roff(text) + "\\fR"


def manual(page, version, day, pages):
    write = []
    summary = page.summary.rstrip(".")
    write += [
        f'.TH {page.title.upper()} 1 {day} "Noiseloom {version}" "Noiseloom"',
        ".SH NAME",
        f"{roff(page.title)} \\- {roff(summary[0].lower() + summary[1:])}",
        ".SH SYNOPSIS",
    ]
    usage = [bold(" ".join(page.words))]
    for option in page.options():
        if option.required:
            usage.append(
                bold(option.flags[-1]) + (" " + slanted(option.value) if option.value else "")
            )
    usage.append("[" + slanted("options") + "]")
    if page.commands:
        usage.append(slanted("command") + " ...")
    for place in page.places():
        value = slanted(place.value) + (" ..." if place.repeated else "")
        usage.append(value if place.required else f"[{value}]")
    write += [" ".join(usage), ".SH DESCRIPTION", roff(page.summary.rstrip(".") + ".")]
    for note in page.notes:
        write.append(".br" if write[-1] != roff(page.summary.rstrip(".") + ".") else ".PP")
        write.append(roff(note))
    if page.commands:
        write.append(".SH COMMANDS")
        for name, text in page.commands:
            write += [".TP", bold(name), roff(text) + "."]
    write.append(".SH OPTIONS")
    for title, options in page.sections:
        if title not in ("Options", "Positionals", "Arguments"):
            write.append(f".SS {roff(title)}")
        for option in options:
            head = ", ".join(bold(flag) for flag in option.flags)
            value = option.value or option.name
            if not option.flags or option.value:
                head += (" " if head else "") + slanted(value) + (" ..." if option.repeated else "")
            text = option.text + (
                " (required)" if option.required and "(required)" not in option.text else ""
            )
            write += [".TP", head, roff(text)]
    if page.exit_codes:
        write.append(".SH EXIT STATUS")
        for code in re.split(r", (?=\d)", page.exit_codes.rstrip(".")):
            number, meaning = code.split(" ", 1)
            write += [".TP", bold(number), roff(meaning) + "."]
    others = [
        each
        for each in pages
        if each is not page and (len(page.words) == 1 or len(each.words) == 1)
    ]
    write += [
        ".SH SEE ALSO",
        ",\n".join(f".BR {roff(each.title)} (1)" for each in others).replace("),", ") ,"),
    ]
    return "\n".join(write) + "\n"


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    version, day, folder, programs = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
    of_program = {program: pages_of(program) for program in programs}
    pages = [page for of_one in of_program.values() for page in of_one]
    texts = {f"man1/{page.title}.1": manual(page, version, day, pages) for page in pages}
    for program, of_one in of_program.items():
        name = os.path.basename(program)
        texts[f"bash/{name}"] = bash(name, of_one)
        texts[f"zsh/_{name}"] = zsh(name, of_one)
    for kind in ("man1", "bash", "zsh"):
        os.makedirs(os.path.join(folder, kind), exist_ok=True)
        for old in os.listdir(os.path.join(folder, kind)):
            if f"{kind}/{old}" not in texts:
                os.remove(os.path.join(folder, kind, old))
    for path, text in texts.items():
        with open(os.path.join(folder, path), "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    try:
        main()
    except NotUnderstood as line:
        sys.exit(f"manual.py: not understood: {line}")
