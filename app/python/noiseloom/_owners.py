"""Examples with several owners: which of them are kept, and batches in which no owner comes back too soon."""

from __future__ import annotations

import hashlib
import json
import math
import os
from typing import TYPE_CHECKING, Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from . import _noiseloom
from ._answers import Answer, Number, Path, _as_python_spells, _plain
from ._keys import path_text
from ._noise import _shown, _whole
from ._noiseloom import Error, InvalidArgument
from ._scale import expected_batch

if TYPE_CHECKING:
    from ._design import Design

Owner = Union[str, int]
Table = Union[Path, Sequence[Union[None, Owner, Sequence[Owner]]]]


class Owners(Answer):
    """What was made of a table of owners: the answer of :func:`owners`, which prints as its sentences.

    Attributes
    ----------
    kept, dropped : numpy.ndarray of int64
        Numbers of examples, rising.
    batches : list of numpy.ndarray, or None
        The examples of each step, rising, if batches were formed.
    """

    kept: np.ndarray
    dropped: np.ndarray
    batches: Optional[List[np.ndarray]]
    _table: Tuple[int, int, np.ndarray, np.ndarray]  # examples, owners, and the entries of both

    def in_parts(self, bands: int, dataset_size: Optional[int] = None) -> np.ndarray:
        """The kept examples by their numbers under a design of several bands, which puts number x into part x modulo
        the bands: all examples of an owner, and of whoever shares one with them, are in one part, as a claim for users
        with several examples has to have them.

        Parameters
        ----------
        bands : int
        dataset_size : int, optional
            That of the design; by default the least multiple of the bands that the greedy choice finds enough, which
            is what the design has to state.

        Returns
        -------
        numpy.ndarray of int64, shape (dataset_size,)
            The example of each number, or -1 where none is: the batches of the key have that gap.

        Raises
        ------
        InvalidArgument
            Too small a `dataset_size`.

        Examples
        --------
        >>> import noiseloom
        >>> found = noiseloom.owners(["ann", "bob", "ann", "bob", "cy"], per_owner=2)
        >>> found.in_parts(2).tolist()
        [0, 1, 2, 3, 4, -1]
        """
        bands = _whole("bands", bands)
        size = None if dataset_size is None else _whole("dataset_size", dataset_size)
        return _split(_noiseloom.in_parts(self._table, self.kept, bands, size))

    def under(self, design: "Design") -> np.ndarray:
        """The kept examples by the numbers that the design's batches have: as they are, or :meth:`in_parts` where the
        claim needs it."""
        if not design._strategy.needs_members_in_parts:
            return self.kept
        sizes = design._strategy.dataset_sizes  # gaps up to the most are no example
        return self.in_parts(design._strategy.bands, sizes[1] if sizes else None)

    def __repr__(self) -> str:
        formed = "" if self.batches is None else f", {len(self.batches)} batches"
        return f"<noiseloom.Owners: {self['kept_examples']} of {self['dataset_size']} examples{formed}>"

    def __str__(self) -> str:
        return "\n".join(self["sentences"]) or repr(self)

    def check(self, design: "Design", examples: int) -> None:
        """Raises InvalidArgument unless the design's claim covers every owner, of a run on so many examples."""
        if examples != self["dataset_size"]:
            raise InvalidArgument(
                f"owners of {self['dataset_size']} examples are not allowed: data has {examples}"
            )
        stated = json.loads(design._strategy.metadata())
        if stated["unit"] != "user" or self["design_options"] is None:
            raise InvalidArgument(
                f"owners are not allowed with a design for one {stated['unit']} (unit): use owners with "
                "per_owner or iterations, and a design with their design_options"
            )
        if self.batches is None:
            most = stated.get("examples_per_user") or 1
            if self["per_owner"] > most:
                raise InvalidArgument(
                    f"owners of {self['per_owner']} examples each are not allowed: the design is for "
                    f"{most} (examples_per_user)"
                )
            return
        kept, claimed = self["schedule"]["kept"], stated["participation"]
        if (
            claimed["schema"] != "min-sep"
            or stated["iterations"] != len(self.batches)
            or claimed["participations"] < kept["participations"]
            or claimed["separation"] > kept["min_separation"]
        ):
            raise InvalidArgument(
                "owners are not allowed with this design, whose claim does not cover their batches: "
                f"use one with {self['design_options'].replace('--', '')}"
            )

    def code(self) -> str:
        """Twelve hexadecimal digits of what a run takes: the kept examples and the batches."""
        hashed = hashlib.blake2b(self.kept.tobytes(), digest_size=6)
        for batch in self.batches or []:
            hashed.update(len(batch).to_bytes(8, "little") + batch.tobytes())
        return hashed.hexdigest()

    def units(self, design: "Design") -> int:
        """N of the design's claim for these batches: N k = n B, whatever number of examples there is."""
        stated = json.loads(design._strategy.metadata())
        times = stated["participation"]["participations"]
        return stated["dataset_size"] or max(
            1, math.floor(self["schedule"]["batch_size"] * stated["iterations"] / times)
        )


class Taken(NamedTuple):
    """What a whole run takes of its data."""

    batches: Optional[
        List[np.ndarray]
    ]  # those that were formed, or None: the design's, which the key makes
    examples: int  # N of the claim
    divisor: float  # of the sums


def taken(design: "Design", examples: Any, owners: Any, tested: bool) -> Taken:
    """Checks the owners of the examples, if there are any, and leaves those that are kept in `examples`
    (``examples.keep()``). tested: by a record or canaries."""
    if owners is None:
        return Taken(None, len(examples), expected_batch(design, len(examples)))
    if not isinstance(owners, Owners):
        raise InvalidArgument(
            f"owners = {_shown(type(owners).__name__)} is not allowed: use what noiseloom.owners() returns"
        )
    owners.check(design, len(examples))
    if owners.batches is None:
        examples.keep(owners.under(design))
        return Taken(None, len(examples), expected_batch(design, len(examples)))
    if tested:
        raise InvalidArgument(
            "owners with batches are not allowed with a record or canaries, which are of batches "
            "that the key makes: use owners with per_owner alone"
        )
    return Taken(owners.batches, owners.units(design), owners["schedule"]["batch_size"])


def _columns(table: Sequence[Any]) -> Tuple[int, int, np.ndarray, np.ndarray]:
    """The entries of a table that stands in memory: numbers of examples and of owners."""
    numbers: Dict[Any, int] = {}
    examples: List[int] = []
    owners: List[int] = []
    for example, of in enumerate(table):
        several = () if of is None else of
        if isinstance(of, (str, bytes)) or not hasattr(several, "__iter__"):
            several = (of,)
        for owner in several:
            if not isinstance(owner, (str, int, np.integer)):
                raise InvalidArgument(
                    f"owner {_shown(type(owner).__name__)} of example {example} is not allowed: use texts "
                    "or whole numbers"
                )
            examples.append(example)
            owners.append(numbers.setdefault(owner, len(numbers)))
    as_integers = np.array(examples, dtype=np.int64), np.array(owners, dtype=np.int64)
    return (len(table), len(numbers), *as_integers)


def _schedule(batches: Sequence[Any]) -> Tuple[np.ndarray, np.ndarray]:
    """Offsets and indices of batches that stand in memory."""
    arrays = [np.asarray(each, dtype=np.int64).reshape(-1) for each in batches]
    offsets = np.cumsum([0, *(len(each) for each in arrays)], dtype=np.int64)
    return offsets, np.concatenate([np.empty(0, dtype=np.int64), *arrays])


def _split(values: bytes) -> np.ndarray:
    return np.frombuffer(values, dtype=np.int64).copy()


def owners(
    table: Table,
    *,
    per_owner: Optional[Number] = None,
    order: Optional[str] = None,
    seed: Optional[Number] = None,
    dataset_size: Optional[Number] = None,
    iterations: Optional[Number] = None,
    batch_size: Optional[Number] = None,
    min_sep: Optional[Number] = None,
    participations: Optional[Number] = None,
    epochs: Optional[Number] = None,
    check: Union[None, Path, Sequence[Any]] = None,
) -> Owners:
    """Bounds what owners of shared examples give, and forms batches (``noiseloom-cli owners``; docs/sampling.md).

    Parameters
    ----------
    table : path, or sequence
        A file of owners (docs/formats.md), or the owners of each example: a sequence of texts or whole numbers, one of
        these by itself, or None for an example that nobody owns, which counts as an owner of its own.
    per_owner : optional
        Most examples that are kept of each owner.
    order : optional
        Which examples come first: "random" (the default) or "fewest-owners".
    seed : optional
        Of what is drawn, 0 by default; it is public.
    dataset_size : optional
        Number of examples, which a file of pairs needs.
    iterations, batch_size, min_sep, participations, epochs : optional
        Form the batches of so many steps: the most examples in one, the fewest steps between two with examples of one
        owner, the most steps with examples of one owner, and the most steps that one example is in.
    check : path, or sequence of batches, optional
        Say what these batches keep, and whether it is `min_sep` and `participations`: ``passed``.

    Returns
    -------
    Owners
        With ``design_options``, the options of :func:`design` for a claim that holds for every owner. It takes for
        public which examples there are and whose they are.

    Examples
    --------
    >>> import noiseloom
    >>> found = noiseloom.owners([["ann", "bob"], ["ann"], "bob", None], per_owner=1)
    >>> found.kept_of_an_owner.most, 3 in found.kept
    (1, True)
    """
    in_memory = not isinstance(table, (str, bytes)) and not hasattr(table, "__fspath__")
    options: Dict[str, Any] = {
        "per_owner": per_owner,
        "order": order,
        "seed": seed,
        "iterations": iterations,
        "batch_size": batch_size,
        "min_sep": min_sep,
        "participations": participations,
        "epochs": epochs,
    }
    columns, schedule = None, None
    if in_memory:
        columns = _columns(table)  # type: ignore[arg-type]
        if dataset_size is not None and int(dataset_size) != columns[0]:
            raise InvalidArgument(
                f"dataset_size = {dataset_size} is not allowed: use {columns[0]}, as the table has, or none"
            )
    else:
        options.update(file=path_text(table, "table"), dataset_size=dataset_size)
    if isinstance(check, (str, os.PathLike)):
        options["check"] = path_text(check, "check")
    elif check is not None:
        schedule = _schedule(check)
    given = {name: _plain(name, value) for name, value in options.items() if value is not None}
    try:
        _, answer, note, kept, offsets, indices, *entries = _noiseloom.owners(
            given, columns, schedule, Answer
        )
    except InvalidArgument as problem:
        problem.args = (_as_python_spells(str(problem), "owners"),)
        raise
    if answer is None:
        raise Error(note or "there is no answer")
    found = Owners(answer)
    found._table = columns or (found["dataset_size"], found["owners"], *map(_split, entries))
    found.kept = _split(kept)
    found.dropped = np.setdiff1d(np.arange(found["dataset_size"]), found.kept, assume_unique=True)
    found.batches = (
        np.split(_split(indices), _split(offsets)[1:-1]) if iterations is not None else None
    )
    return found
