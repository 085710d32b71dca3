#!/usr/bin/env python3
"""Writes the Python functions that ask core's questions, with a parameter for each option, from what --help says.

    signatures.py [--check] NOISELOOM_CLI

writes app/python/noiseloom/_questions.py, or with --check finds out whether that is what it would write. Options that
the command line alone has are left out: what it writes and prints.
"""

import pathlib
import re
import sys
import textwrap

sys.dont_write_bytecode = True  # run from a source tree that is left as it is

import manual  # noqa: E402

OUTPUT = pathlib.Path(__file__).resolve().parents[1] / "app/python/noiseloom/_questions.py"
WIDTH = 100

COMMAND_LINE_ONLY = ("help", "json", "claim", "out", "plan", "csv", "shard", "resume")

# The annotation of an option by what --help calls its value, and the word for it in docstrings. Names of choices become
# types of their own.
NUMBERS = (
    "N B K S C EPS DELTA TAU BETA GAMMA W G M R B0 ALPHA F D BYTES T Q SIGMA STDDEV A P".split()
)
TYPES = {
    **{each: ("Number", "number") for each in NUMBERS},
    "": ("bool", "bool"),
    "on|off": ("bool", "bool"),
    "FILE": ("Path", "path"),
    "WORKLOAD": ("Union[str, Path, Sequence[Number]]", "str, path, or numbers"),
    "LIST": ("Values", "values, or text with commas"),
    "AXIS": ("Union[str, Sequence[str]]", "str, or two of them"),
    "EPS,...": ("Values", "values"),
    "ORDER,...": ("Values", "values"),
    "FILE.npz": ("Path", "path"),
    "RECORD": ("Path", "path"),
    "LINK": ("str", "str"),
    "OPTIONS": (
        "Union[str, Mapping[str, object], Sequence[Union[str, Mapping[str, object]]]]",
        "dict of options, or several",
    ),
    "Q:SIGMA:T": (
        "Union[str, Sequence[Number], Sequence[Sequence[Number]]]",
        "(probability, noise multiplier, steps), or several",
    ),
}

INTRODUCTION = '''"""The questions of core, as functions with a parameter for each option.

Written by installer/signatures.py from the help texts of noiseloom-cli, which the test runtime.values compares.
"""

from __future__ import annotations

from typing import Literal, Mapping, Optional, Sequence, Union

from ._answers import (
    Answer,
    Number,
    Path,
    Progress,
    Recommendation,
    Sweep,
    Values,
    Verification,
    ask,
    asks,
)
from ._design import Design, PhasedDesigns
'''

SPELLING = (
    'A number may be a text as on the command line, such as "2^14", "1/3" or "80G". An option that is left out, or',
    "None, has the value in brackets.",
)

PROGRESS = [
    "progress : callable, optional",
    "    Called in the calling thread with a fraction from 0 to 1, which never decreases, and a",
    "    text; the last call has 1. What it raises ends the work and is raised.",
]

# By question: what it returns, how, what it does, and what its docstring has beside the parameters.
REFUSED = """Raises
------
InvalidArgument
    An option is not allowed: the message names it, its value and what is allowed.
KeyboardInterrupt
    On Ctrl+C, within a fraction of a second. Other threads run meanwhile."""
QUESTIONS = {
    "design": (
        "Design",
        'Design._of(*ask("design", locals()))',
        "Solves a scenario: its mechanism, strategy and certified noise.",
        f"""Returns
-------
Design

{REFUSED}

Examples
--------
>>> import noiseloom
>>> design = noiseloom.design(iterations=48, epochs=6, epsilon=4, delta=1e-5, bands=4)
>>> design.kind, design.claimed
('toeplitz', True)

The errors of a run that may stop early, each stop's beside that of a design made for it; those of the mean of all
weights; and a claim for any number of examples in a range:

>>> job = dict(iterations=48, epochs=6, epsilon=4, delta=1e-5, bands=4)
>>> [(stop.steps, stop.rmse > stop.own.rmse) for stop in noiseloom.design(**job, stops=[12, 24]).stops]
[(12, True), (24, True)]
>>> noiseloom.design(**job, workload="sgd", averaging=1).rmse < design.rmse
True
>>> noiseloom.design(**job, dataset_size=1000, dataset_size_at_most=1200).dataset_size_at_most
1200""",
    ),
    "phases": (
        "PhasedDesigns",
        'PhasedDesigns._of(*ask("phases", locals()))',
        "Designs all phases of a training run under one promise.",
        f"""Returns
-------
PhasedDesigns
    ``designs``, one for each phase; ``certified_delta`` of all together, ``noise_scale``, ``statement`` and
    ``phases``.

{REFUSED}

Examples
--------
>>> import noiseloom
>>> run = noiseloom.phases(
...     [dict(batch_size=50, epochs=1), dict(batch_size=200, epochs=9)],
...     dataset_size=1000, epsilon=4, delta=1e-5, mechanism="dp-sgd",
... )
>>> [design.iterations for design in run.designs], run.certified_delta <= 1e-5
([20, 45], True)""",
    ),
    "recommend": (
        "Recommendation",
        'Recommendation(ask("recommend", locals())[0])',
        "Says what a job should run, and why.",
        f"""Returns
-------
Recommendation
    ``recommended`` (None where nothing can run within the limits), ``alternatives``, ``left_out``, ``sentences``.

{REFUSED}

Examples
--------
>>> import noiseloom
>>> job = dict(iterations=12, epochs=3, epsilon=4, delta=1e-5)
>>> noiseloom.recommend(**job, batchings=["fixed-order"]).recommended.job_batching
'fixed-order'""",
    ),
    "account": (
        "Answer",
        'ask("account", locals())[0]',
        "Solves for one of noise multiplier, epsilon, delta, sampling probability and compositions from the others.",
        f"""Returns
-------
Answer

{REFUSED}

Examples
--------
>>> import noiseloom
>>> round(noiseloom.account(epsilon=1, delta=1e-5).noise_multiplier, 3)
3.731""",
    ),
    "sweep": (
        "Sweep",
        'Sweep(ask("sweep", locals())[0])',
        "Makes one design for each value of an option, certified like any other.",
        f"""Returns
-------
Sweep
    ``over`` and ``points``, in the order of the values; of a map ``cells``.

{REFUSED}

Examples
--------
>>> import noiseloom
>>> made = noiseloom.sweep(over="bands", values=[1, 2], iterations=48, epochs=6, epsilon=4, delta=1e-5)
>>> [point.bands for point in made.points]
[1, 2]""",
    ),
    "verify": (
        "Verification",
        'Verification(ask("verify", locals())[0])',
        "Recomputes what a strategy file or a noise plan states, or compares a training job's record with its claim.",
        f"""Returns
-------
Verification
    True as a condition where everything holds. ``passed``, ``checks`` (what is stated and what is recomputed),
    ``not_checked``, ``cautions`` (what a confirmed claim does not include); of a record ``covers``, too.

{REFUSED}
FormatError
    A file is unsound or contradicts itself.
IoError
    A file cannot be read.

Examples
--------
>>> import noiseloom, os, tempfile
>>> design = noiseloom.design(iterations=48, epochs=6, epsilon=4, delta=1e-5, mechanism="dp-sgd")
>>> with tempfile.TemporaryDirectory() as folder:
...     design.save(os.path.join(folder, "run.npz"))
...     verified = noiseloom.verify(os.path.join(folder, "run.npz"))
>>> verified.passed, [check.name for check in verified.checks if not check.passed]
(True, [])""",
    ),
}


class Parameter:
    """An option as a parameter."""

    def __init__(self, option):
        self.name = (option.flags or [option.name])[-1].lstrip("-").replace("-", "_")
        # A link that is typed first on the command line has a name here: a number in its place would be no link.
        self.by_place = (not option.flags and option.value != "LINK") or option.value == "OPTIONS"
        self.required = option.required
        self.text = re.sub(
            r"--([a-z]+(?:-[a-z]+)*)",
            lambda found: f"``{found[1].replace('-', '_')}``",
            option.text,
        )
        self.choices = () if option.value == "on|off" else tuple(option.choices())
        if self.choices:
            self.annotation, self.word = "", "str"
        elif option.value in TYPES:
            self.annotation, self.word = TYPES[option.value]
            if option.repeated and self.annotation == "Path":
                self.annotation, self.word = "Union[Path, Sequence[Path]]", "path, or several"
        elif option.repeated:
            self.annotation, self.word = "Union[str, Sequence[str]]", "str, or several"
        else:
            sys.exit(f"signatures.py: what is the {option.value} of {self.name}?")

    def declared(self):
        if self.required:
            return f"    {self.name}: {self.annotation},"
        return f"    {self.name}: Optional[{self.annotation}] = None,"

    def described(self):
        word = self.word + ("" if self.required else ", optional")
        text = textwrap.indent(textwrap.fill(self.text, WIDTH - 8, break_on_hyphens=False), "    ")
        return [f"{self.name} : {word}", *text.split("\n")]


def parameters_of(program, question):
    page = manual.parse_cli11([program, question], manual.help_of(program, question))
    made = [Parameter(place) for place in page.places()] + [
        Parameter(option)
        for option in page.options()
        if option.flags[-1].lstrip("-") not in COMMAND_LINE_ONLY
    ]
    return sorted(made, key=lambda each: (not each.by_place, not each.required))


def name_choices(of_questions):
    """Gives each list of choices a name, that of its option. Returns the lines that define them."""
    named = {}
    for each in (each for made in of_questions.values() for each in made if each.choices):
        each.annotation = "".join(part.capitalize() for part in each.name.split("_"))
        if named.setdefault(each.annotation, each.choices) != each.choices:
            sys.exit(f"signatures.py: {each.name} has other choices for another question")
    lines = []
    for name, choices in named.items():
        lines += [f"{name} = Literal[", *(f'    "{choice}",' for choice in choices), "]"]
    return lines


def function(question, parameters):
    returned, answer, summary, rest = QUESTIONS[question]
    described = [line for each in parameters for line in each.described()] + PROGRESS
    docstring = [summary, "", *SPELLING, "", "Parameters", "----------", *described, ""]
    docstring += rest.split("\n")
    return [
        "",
        "",
        "@asks",
        f"def {question}(",
        *(each.declared() for each in parameters if each.by_place),
        "    *,",
        *(each.declared() for each in parameters if not each.by_place),
        "    progress: Optional[Progress] = None,",
        f") -> {returned}:",
        f'    """{docstring[0]}',
        *(f"    {line}".rstrip() for line in docstring[1:]),
        '    """',
        f"    return {answer}",
    ]


def source(program):
    of_questions = {question: parameters_of(program, question) for question in QUESTIONS}
    lines = name_choices(of_questions)
    for question, parameters in of_questions.items():
        lines += function(question, parameters)
    return INTRODUCTION + "\n" + "\n".join(lines) + "\n"


def main():
    arguments = sys.argv[1:]
    check = arguments[:1] == ["--check"]
    if len(arguments) != 1 + check:
        sys.exit(__doc__)
    made = source(arguments[-1])
    if not check:
        OUTPUT.write_text(made, encoding="utf-8")
    elif OUTPUT.read_text(encoding="utf-8") != made:
        sys.exit(
            f"{OUTPUT.name} is not what --help says: run installer/signatures.py NOISELOOM_CLI"
        )


if __name__ == "__main__":
    try:
        main()
    except manual.NotUnderstood as line:
        sys.exit(f"signatures.py: not understood: {line}")
