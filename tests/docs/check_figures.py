"""Makes the tables of docs/mechanisms at n = 2000, 20 epochs of 100 steps and sigma 1 again, and the figures of
figures_of_commands.py, and fails where a printed digit is not what comes out or a page does not
name its command. The nightly run makes all of them, the default one each third row and command.

usage: check_figures.py NOISELOOM_CLI
       check_figures.py --self-test
"""

import json
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from figures_of_commands import FIGURES  # noqa: E402
from thorough import thorough  # noqa: E402

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"
PAGES = DOCS / "mechanisms"
NUMBER = r"(\d+(?:\.\d+)?)"
SETTING = "n = 2000, 20 epochs of 100 steps, sigma 1"
# Without amplification the noise multiplier of this epsilon at delta 1e-5 is 1 to 2e-6.
JOB = (
    "--iterations 2000 --epochs 20 --batching fixed-epoch --epsilon 4.37718 --delta 1e-5"
).split()
NAMES = {  # of rows, where a row is not of its page's mechanism
    "BSR": "bsr",
    "BISR": "bisr",
    "BIFR": "bifr",
    "BandInvMF": "band-inv-mf",
    "optimal banded Toeplitz": "banded-toeplitz",
    "banded Toeplitz with p bands": "banded-toeplitz",
    "banded Toeplitz, column-normalised": "banded-toeplitz",
    "column-normalised": "banded-toeplitz",
}


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def tables():
    """Of each table under the setting: its page, what each row is of, and its printed values by their bands."""
    for page in sorted(PAGES.glob("*.md")):
        lines = page.read_text(encoding="utf-8").split("\n")
        for at, line in enumerate(lines):
            if SETTING not in line or not line.rstrip().endswith(":"):
                continue
            at = next(i for i in range(at + 1, len(lines)) if lines[i].startswith("|"))
            bands = cells(lines[at])[1:]
            for row in lines[at + 2 :]:
                if not row.startswith("|"):
                    break
                label, *values = cells(row)
                if label == "rmse" or label.startswith("rmse, "):
                    yield page.stem, label, {
                        band: value for band, value in zip(bands, values, strict=True) if value
                    }


def rmse(program, mechanism, bands, normalize):
    extra = ["--column-normalize", "off"] if normalize is False else []
    out = subprocess.run(
        [
            program,
            "sweep",
            "--over",
            "bands",
            "--values",
            ",".join(bands),
            "--mechanism",
            mechanism,
            *JOB,
            *extra,
            "--json",
        ],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return {
        point["value"]: point["rmse"] / point["noise_multiplier"]
        for point in json.loads(out)["points"]
    }


def is_printed(found, printed):
    """Whether the printed number is the one that was found, rounded to its digits."""
    digits = len(printed.partition(".")[2])
    return (
        bool(re.fullmatch(r"[0-9.]+", printed))
        and abs(found - float(printed)) <= 0.5001 * 10.0**-digits
    )


def plain(text):
    """A page as one line, without what only wraps it."""
    return re.sub(r"\s+", " ", re.sub(r"\\\n", " ", text))


def unnamed(text, parts):
    return [part for part in parts if not part.startswith("+") and part not in text]


def places(text, place):
    """The figures that stand at a place, as they are printed; nothing where there is no such place,
    or more than one."""
    pattern = re.escape(place).replace(re.escape("{}"), NUMBER).replace(re.escape("{-}"), "[^|]*")
    found = re.findall(pattern, text)
    return [] if len(found) != 1 else [found[0]] if isinstance(found[0], str) else list(found[0])


def tables_again(program):
    """Each printed cell with what comes out."""
    for page, label, printed in list(tables())[:: thorough(3, 1)]:
        name = label.removeprefix("rmse").removeprefix(", ")
        mechanism = NAMES.get(name, page if not name else None)
        assert mechanism, f"{page}: no mechanism is called {name!r}"
        as_it_is = mechanism == "banded-toeplitz" and (
            not name or name in ("optimal banded Toeplitz", "banded Toeplitz with p bands")
        )
        found = rmse(program, mechanism, list(printed), False if as_it_is else None)
        for band, value in printed.items():
            yield f"{page}: {label}, {band} bands", value, found[band]


def commands_again(program):
    answers = {}
    for at, (page, parts, figures) in enumerate(FIGURES):
        text = plain((DOCS / f"{page}.md").read_text(encoding="utf-8"))
        missing = [] if page.startswith("mechanisms/") else unnamed(text, parts)
        if missing:
            yield f"{page} does not name {missing}", "", 0
            continue
        if at % thorough(3, 1) != 0:
            continue
        command = " ".join(part.lstrip("+") for part in parts)
        if command not in answers:
            words = [program, *command.split()[1:], "--json"]
            answers[command] = json.loads(
                subprocess.run(words, check=True, capture_output=True, text=True).stdout
            )
        for place, values in figures:
            printed, found = places(text, place), values(answers[command])
            if len(printed) != len(found):
                yield f"{page}: no place {place!r}", "", 0
            for value, number in zip(printed, found):
                yield f"{page}: {place}", value, number


def self_test():
    text = plain("a `noiseloom-cli x \\\n  --y 1` has 2.50 and 3.1 of\nthem, | 10^3 | 1.0 | 7.25 |")
    assert not unnamed(text, ["noiseloom-cli x --y 1", "+--z"]) and unnamed(text, ["--z"])
    assert places(text, "has {} and {} of them") == ["2.50", "3.1"] and not places(
        text, "has {} of them"
    )
    assert places(text, "| 10^3 | {-} | {} |") == ["7.25"]
    assert is_printed(2.504, "2.50") and not is_printed(2.506, "2.50") and not is_printed(0, "")


def main():
    if sys.argv[1] == "--self-test":
        return self_test()
    wrong, seen = 0, 0
    for again in (tables_again, commands_again):
        for where, printed, found in again(sys.argv[1]):
            same = is_printed(found, printed)
            seen += 1
            wrong += not same
            print(
                f"{where}: {printed}, found {found:.{len(printed.partition('.')[2]) + 2}f}{'' if same else '  DIFFERS'}"
            )
    print(f"{seen} figures, {wrong} differ")
    return 1 if wrong or seen < thorough(50, 160) else 0


sys.exit(main())
