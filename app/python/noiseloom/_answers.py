"""The questions that core answers, and its answers as plain objects."""

from __future__ import annotations

import difflib
import functools
import html
import inspect
import os
import re
import warnings
from typing import (
    Any,
    Callable,
    Dict,
    Iterable,
    List,
    Sequence,
    Tuple,
    TypeVar,
    Union,
    cast,
)

import numpy as np

from . import _noiseloom
from ._keys import path_text
from ._noiseloom import Error, InvalidArgument
from ._optional import needed

# Called with a fraction from 0 to 1 and what is being done.
Progress = Callable[[float, str], object]
# What options take. A text is read as on the command line: "2^14", "1/3", "80G", "best".
Number = Union[float, str, np.number[Any]]
Path = Union[str, os.PathLike]
Values = Union[Number, Sequence[Number], np.ndarray[Any, Any]]


class Answer(dict):
    """A JSON object as `noiseloom-cli ... --json` prints it: a dict whose members are attributes, too."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"there is no {name!r} here: {_known(name, self)}") from None

    def __dir__(self) -> Iterable[str]:
        return {*super().__dir__(), *self}


def _known(name: str, names: Iterable[str]) -> str:
    """What may have been meant by a name that is none of these, or all of them."""
    nearest = difflib.get_close_matches(name, names, n=1)
    return f"did you mean {nearest[0]}?" if nearest else f"it has {', '.join(names)}"


class ClaimWarning(UserWarning):
    """A warning that the command line would print: the claim is not made, or the noise needs more memory."""


_COMMAND_LINE_ONLY = ("json", "claim", "out", "plan", "csv", "shard", "resume")

F = TypeVar("F", bound=Callable[..., Any])


def asks(function: F) -> F:
    """Lets core refuse an option that the function does not have: core names the nearest one."""
    names = inspect.signature(function).parameters

    @functools.wraps(function)
    def asked(*arguments: Any, **options: Any) -> Any:
        unknown = options.keys() - names.keys()
        if unknown:
            given = {name: "" if options[name] is None else options[name] for name in unknown}
            ask(function.__name__, given)
        return function(*arguments, **options)

    return cast(F, asked)


def ask(question: str, options: Dict[str, Any], stacklevel: int = 4) -> Tuple[Answer, Any]:
    """The answer, and the strategy where there is one, or the list of them where several are asked for. By default a
    warning names the caller of a function that :func:`asks` decorates."""
    progress = options.get("progress")
    if progress is not None and not callable(progress):
        raise InvalidArgument(
            f"progress = {type(progress).__name__} is not allowed: use a function of a fraction and a text"
        )
    options = {name: value for name, value in options.items() if name != "progress"}
    for name in options:
        if name in _COMMAND_LINE_ONLY:
            raise InvalidArgument(
                f"{name} is not an option here: the answer has it, and Design.save() writes files"
            )
    given = {name: _plain(name, value) for name, value in options.items() if value is not None}
    try:
        ending, answer, note, strategy = _noiseloom.ask(question, given, Answer, progress)
    except InvalidArgument as problem:
        problem.args = (_as_python_spells(str(problem), question),)
        raise
    note = _as_python_spells(note, question)
    if ending == "refused":
        raise InvalidArgument(note)
    if answer is None:
        raise Error(note or "there is no answer")
    if note:
        warnings.warn(note, ClaimWarning, stacklevel=stacklevel)
    return answer, strategy


def _plain(name: str, value: Any) -> Any:
    """The value as core reads it: numbers and arrays of other libraries become Python's own."""
    if name == "key_file":
        return path_text(value, name)
    if isinstance(value, (bytes, bytearray, memoryview)):  # not printed: it may be a key
        raise InvalidArgument(
            f"{name} = {type(value).__name__} is not allowed: use a number, a text or a path"
        )
    if isinstance(value, dict):
        return " ".join(f"{key.replace('_', '-')}={_word(each)}" for key, each in value.items())
    if isinstance(value, (list, tuple, range)):
        return [_plain(name, each) for each in value]
    if isinstance(value, np.floating):
        return float(value)
    if hasattr(value, "tolist"):
        made = value.tolist()
        return str(value) if type(made) is type(value) else _plain(name, made)
    return value


def _word(value: Any) -> Any:
    """A value among the options of a phase, as a person types it."""
    return value if not isinstance(value, bool) else "on" if value else "off"


def _as_python_spells(text: str, question: str) -> str:
    """A sentence of core's with the options as Python spells them, min_sep for --min-sep."""
    text = text.replace(f"{question} --help lists", f"help(noiseloom.{question}) lists")
    return re.sub(r"--([a-z]+(?:-[a-z]+)*)", lambda found: found[1].replace("-", "_"), text)


def _numbers(texts: List[str]) -> List[Any]:
    """The texts as numbers, where all of them are."""
    for kind in (int, float):
        try:
            return [kind(text) for text in texts]
        except ValueError:
            continue
    return texts


def _short(value: Any) -> str:
    """A figure for a table of a sweep."""
    return "all" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)


class Recommendation(Answer):
    """What a job should run, and why: the answer of :func:`recommend`, which prints as its sentences."""

    def __repr__(self) -> str:
        first = self["sentences"][0] if self["sentences"] else "nothing can run within the limits"
        return f"<noiseloom.Recommendation: {first}>"

    def __str__(self) -> str:
        return "\n".join(self["sentences"]) or repr(self)

    def _repr_html_(self) -> str:
        from ._card import recommendation_card

        return recommendation_card(self)


class Verification(Answer):
    """What was recomputed of a file and compared with what it states: the answer of :func:`verify`. As a condition it
    is true where everything holds."""

    @property
    def checks(self) -> List[Answer]:
        """One for each figure: ``name``, ``stated``, ``recomputed`` and ``passed``. What --json calls ``items``."""
        return cast(List[Answer], self["items"])

    def __bool__(self) -> bool:
        return cast(bool, self["passed"])

    def __repr__(self) -> str:
        failed = [each["name"] for each in self.checks if not each["passed"]]
        said = (
            f"NOT verified: {', '.join(failed)}"
            if failed
            else f"verified, {len(self.checks)} checks"
        )
        return f"<noiseloom.Verification: {self['file']}: {said}>"


class Audit(Answer):
    """What a run with canaries shows of its claim: the answer of :func:`audit`, which prints as its sentences. As a
    condition it is true where nothing refutes the claim."""

    def __bool__(self) -> bool:
        return cast(bool, self["passed"])

    def __repr__(self) -> str:
        refuted = [each["name"] for each in self["checks"] if not each["passed"]]
        said = (
            f"NOT as claimed: {', '.join(refuted)}" if refuted else "no contradiction to the claim"
        )
        return f"<noiseloom.Audit: {said} ({100 * self['confidence']:.6g} %)>"

    def __str__(self) -> str:
        said = "no contradiction to the claim" if self else "NOT as claimed"
        lines = [
            f"{said} ({100 * self['confidence']:.6g} %), {self['present']} of {self['canaries']} canaries present, "
            f"{self['steps']} of {self['iterations']} steps"
        ]
        for each in self["checks"]:
            lines.append(
                f"{each['name']}: {'ok' if each['passed'] else 'REFUTED'}. {each['sentence']}"
            )
        return "\n".join([*lines, *(f"Not checked: {each}." for each in self["not_checked"])])


class Sweep(Answer):
    """One design for each value of an option, or a map over two: the answer of :func:`sweep`, which prints as a table
    of its points.

    It is what --json prints, but that the values of the points are numbers where all of them are.
    """

    def __init__(self, answer: Dict[str, Any]) -> None:
        super().__init__(answer)
        points = self.get("points", [])
        for point, value in zip(points, _numbers([point["value"] for point in points])):
            point["value"] = value

    def __repr__(self) -> str:
        what = "cells" if "cells" in self else "points"
        return f"<noiseloom.Sweep over {self['over']}: {len(self._rows())} {what}>"

    def __str__(self) -> str:
        if "cells" in self:
            return repr(self)
        shown = ("mechanism", "bands", "noise_multiplier", "rmse", "dp_sgd_rmse")
        rows = [[self["over"], *(name for name in shown if name != self["over"])]]
        for point in self["points"]:
            of = [point["left_out"]] if "left_out" in point else map(point.get, rows[0][1:])
            rows.append([_short(point["value"]), *(_short(each) for each in of)])
        widths = [max(map(len, column)) for column in zip(*(row for row in rows if len(row) > 2))]
        return "\n".join(
            "  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip()
            for row in rows
        )

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"

    def to_frame(self) -> Any:
        """The points, or the cells of a map, as a table.

        Returns
        -------
        pandas.DataFrame
            A row for each, in the order of the answer, with numbers as numbers; ``left_out`` says why a value has
            none. Members of ``errors`` are columns such as ``errors_rmse``.

        Raises
        ------
        ImportError
            pandas is not installed.

        Examples
        --------
        >>> import noiseloom
        >>> made = noiseloom.sweep(over="bands", values=[1, 2], iterations=48, epochs=6, epsilon=4, delta=1e-5)
        >>> made.to_frame().value.tolist()
        [1, 2]
        """
        pandas = needed("pandas", "to_frame()")
        return pandas.json_normalize(self._rows(), sep="_")

    def plot(self, ax: Any = None) -> Any:
        """The errors against what was swept over.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Drawn into; by default a new figure.

        Returns
        -------
        matplotlib.axes.Axes

        Raises
        ------
        ImportError
            matplotlib is not installed.

        Examples
        --------
        >>> import noiseloom
        >>> made = noiseloom.sweep(over="bands", values=[1, 2], iterations=48, epochs=6, epsilon=4, delta=1e-5)
        >>> made.plot().get_xlabel()
        'bands'
        """
        pyplot = needed("matplotlib.pyplot", "plot()")
        if ax is None:
            _, ax = pyplot.subplots()
        axes = self["over"].split(",")
        if "cells" in self:
            across, up = (sorted({cell[name] for cell in self["cells"]}) for name in axes)
            errors = np.full((len(up), len(across)), np.nan)
            for cell in self["cells"]:
                if "left_out" not in cell:
                    place = up.index(cell[axes[1]]), across.index(cell[axes[0]])
                    errors[place] = cell["error"]
            drawn = ax.pcolormesh(across, up, errors, shading="nearest")
            ax.figure.colorbar(drawn, ax=ax, label="error, in clip norms")
            ax.set_ylabel(axes[1])
        else:
            made = [
                (point["value"], point["rmse"], point["dp_sgd_rmse"])
                for point in self["points"]
                if "left_out" not in point
            ]
            line = "-" if all(isinstance(value, (int, float)) for value, _, _ in made) else ""
            for at, label in ((1, "rmse"), (2, "rmse of DP-SGD")):
                values = [[each[which] for each in made] for which in (0, at)]
                ax.plot(*values, "o" + line, label=label)
            left_out = [str(point["value"]) for point in self["points"] if "left_out" in point]
            if left_out:
                ax.set_title(f"left out: {', '.join(left_out)}", fontsize="small", wrap=True)
            ax.set_ylabel("rmse, in clip norms")
            ax.legend()
        ax.set_xlabel(axes[0])
        return ax

    def _rows(self) -> List[Answer]:
        return self["cells"] if "cells" in self else self["points"]
