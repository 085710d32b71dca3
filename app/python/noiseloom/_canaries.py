"""Canaries: examples that an auditor knows, by which a run shows what it keeps of its claim."""

from __future__ import annotations

import json
import os
import secrets
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Set, Tuple, Union

import numpy as np

from . import _noiseloom
from ._answers import Answer, Audit
from ._noise import _whole
from ._noiseloom import FormatError, InvalidArgument
from ._scale import check_design, examples_of

if TYPE_CHECKING:
    from ._design import Design

Path = Union[str, "os.PathLike[str]"]

_FORMAT, _VERSION = "noiseloom-canaries", 1
_LEAST = 20
_LONGER = 10.0  # a canary's gradient, in clip norms: so clipping has something to do


class Canaries:
    """Canaries of a run, for :func:`audit`: the last `count` examples give up their gradients. In their place, as a
    fair coin says once for the whole run, one has ten clip norms along a coordinate of its own, or nothing.

    The `count` coordinates stand behind those of the model and move nothing in it: a run with canaries trains as one
    without those examples. It is a test of the program that trains, which should do all else as it always does.

    At each step the job takes :meth:`gradients` of the batch, one row for each example, joins them to the gradients of
    the model's own coordinates, with :meth:`among` set to zero there, clips and sums all coordinates together, adds the
    noise of all, and hands :meth:`add` the part of the sum that is the canaries'. :class:`noiseloom.torch.Run` does all
    of that. The file holds the coins and the noise of those coordinates: keep it as the key is kept.

    Parameters
    ----------
    path : str or path
        The file, written by :meth:`save`, mode 0600. One that is there is gone on with.
    design : Design
    count : int
        At least 20, at most the number of examples. More canaries see more.
    dataset_size : int, optional
        Number of examples, if the design does not state it.
    seed : int, optional
        Of the coins, for tests of the audit: whoever can guess the coins makes it worthless.

    Attributes
    ----------
    count, dataset_size : int
    steps : int
        Steps that :meth:`add` has seen.
    """

    def __init__(
        self,
        path: Path,
        design: "Design",
        count: int,
        *,
        dataset_size: Optional[int] = None,
        seed: Optional[int] = None,
    ) -> None:
        check_design(design)
        self.path = os.fspath(path)
        self.dataset_size = examples_of(design, dataset_size)
        self.count = _whole("count", count)
        if not _LEAST <= self.count <= self.dataset_size:
            raise InvalidArgument(
                f"count = {self.count} is not allowed: use a number of canaries from {_LEAST} to "
                f"{self.dataset_size}, the number of examples"
            )
        self._design = design
        self._first = self.dataset_size - self.count
        bits = secrets.randbits if seed is None else np.random.RandomState(seed).randint
        self._coins = np.array([bits(1) if seed is None else bits(2) for _ in range(self.count)])
        self._sums: List[np.ndarray] = []
        self._taken: Set[Tuple[int, int]] = set()
        if os.path.exists(self.path):
            self._load()

    @property
    def steps(self) -> int:
        return len(self._sums)

    def _metadata(self) -> Dict[str, Any]:
        return {
            "format": _FORMAT,
            "version": _VERSION,
            "strategy_sha256": self._design.sha256,
            "dataset_size": self.dataset_size,
            "clip_norm": self._design.clip_norm,
        }

    def _load(self) -> None:
        try:
            with np.load(self.path, allow_pickle=False) as file:
                arrays = {name: file[name] for name in file.files}
            metadata = json.loads(str(arrays["metadata"]))
            coins, sums = arrays["coins"], arrays["sums"]
        except (KeyError, ValueError, OSError) as reason:
            raise FormatError(f"{self.path}: is no file of canaries ({type(reason).__name__})")
        if metadata != self._metadata() or sums.ndim != 2 or sums.shape[1] != self.count:
            raise InvalidArgument(
                f"path = {self.path} is not allowed: it has the canaries of another run (design, number "
                "of examples or of canaries); use a file of its own for each run"
            )
        self._coins = coins.astype(int)
        self._sums = list(sums)
        rows = arrays.get("participations", np.empty((0, 2)))
        self._taken = {(int(step), int(canary)) for step, canary in rows}

    def among(self, batch: Any) -> np.ndarray:
        """Which examples of a batch are canaries, as booleans."""
        return np.asarray(batch) >= self._first

    def gradients(self, batch: Any) -> np.ndarray:
        """The gradients of a batch's examples along the canaries' coordinates, before they are clipped.

        Returns
        -------
        numpy.ndarray of float64, shape (size of the batch, count)
        """
        examples = np.asarray(batch, dtype=np.int64)
        rows = np.zeros((len(examples), self.count))
        at = np.flatnonzero(self.among(examples))
        canaries = examples[at] - self._first
        rows[at, canaries] = _LONGER * self._design.clip_norm * self._coins[canaries]
        return rows

    def add(self, step: int, batch: Any, sums: Any) -> None:
        """Notes what a step released; a step that is done again replaces itself.

        Parameters
        ----------
        step : int
        batch : integers
            All examples of the step.
        sums : array or tensor of `count` values
            The noisy sum along the canaries' coordinates, before it is divided by anything.
        """
        step = _whole("step", step)
        row = np.asarray(sums, dtype=np.float64).reshape(-1).copy()
        if len(row) != self.count or not np.isfinite(row).all():
            raise InvalidArgument(
                f"sums of {len(row)} values are not allowed: use {self.count} finite ones, of the "
                "canaries' coordinates"
            )
        self.check(step)
        if step == self.steps:
            self._sums.append(row)
        else:
            self._sums[step] = row
        examples = np.asarray(batch, dtype=np.int64)
        canaries = examples[self.among(examples)] - self._first
        self._taken = {each for each in self._taken if each[0] != step}
        self._taken |= {(step, int(canary)) for canary in canaries}

    def check(self, step: int) -> None:
        """Raises InvalidArgument if steps before this one are missing."""
        if not 0 <= step <= self.steps:
            raise InvalidArgument(
                f"step = {step} is not allowed: the canaries have {self.steps} steps; keep their file "
                "with the checkpoint, and go on from both"
            )

    def save(self) -> None:
        """Writes the file, as a whole or not at all. InvalidArgument: no step is there yet."""
        if not self._sums:
            raise InvalidArgument("the canaries have no step yet that could be saved")
        arrays: Dict[str, Any] = {
            "metadata": np.array(json.dumps(self._metadata())),
            "examples": np.arange(self._first, self.dataset_size, dtype="<f8"),
            "coins": self._coins.astype("<f8"),
            "sums": np.array(self._sums, dtype="<f8"),
        }
        if self._taken:
            arrays["participations"] = np.array(sorted(self._taken), dtype="<f8")
        temporary = f"{self.path}.new"
        with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            np.savez(file, **arrays)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, self.path)

    def __repr__(self) -> str:
        return (
            f"<noiseloom.Canaries {self.count} of {self.dataset_size} examples, {self.steps} steps>"
        )


def audit(
    path: Path, design: "Design", *, against: Optional[Path] = None, confidence: float = 0.95
) -> Audit:
    """Says what a run with canaries shows of its claim (``noiseloom-cli audit``).

    Parameters
    ----------
    path : str or path
        What :class:`Canaries` wrote.
    design : Design
        What the run was to follow.
    against : str or path, optional
        The file of another run, which must have a key of its own.
    confidence : float
        Probability, from 0.5 to 1, that all of the answer's statements hold.

    Returns
    -------
    Audit
        True as a condition where nothing refutes the claim (``passed``), and ``checks``, each with `name`, `measured`,
        `claimed`, `passed` and a `sentence`; ``not_checked``. docs/math.md, section 10.13, has what they mean.

    Examples
    --------
    A job of nothing but canaries, which forgets its noise:

    >>> import noiseloom, os, tempfile
    >>> design = noiseloom.design(
    ...     iterations=24, epochs=3, epsilon=4, delta=1e-5, dataset_size=40, mechanism="dp-sgd")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     canaries = noiseloom.Canaries(os.path.join(folder, "run.npz"), design, 40)
    ...     for step, batch in enumerate(design.batches(bytes(32), 40)):
    ...         canaries.add(step, batch, canaries.gradients(batch).sum(axis=0) / 10)
    ...     canaries.save()
    ...     found = noiseloom.audit(canaries.path, design)
    >>> bool(found), [check.passed for check in found.checks if check.name == "noise"]
    (False, [False])
    """
    check_design(design)
    other = None if against is None else os.fspath(against)
    found = _noiseloom.audit(design._strategy, os.fspath(path), other, float(confidence), Answer)
    return Audit(found)
