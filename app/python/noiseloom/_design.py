"""Designs and the other answers of core, as plain objects."""

from __future__ import annotations

import json
import os
import warnings
from typing import Any, Iterable, Optional, Tuple, Union

import numpy as np

from . import _noiseloom
from ._batches import Batches
from ._exact import ExactRelease
from ._noise import Key, Noise
from ._noiseloom import Error, InvalidArgument


class Answer(dict):
    """A JSON object as `noiseloom-cli ... --json` prints it: a dict whose members are attributes, too."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(
                f"there is no {name!r} in this answer: it has {', '.join(self)}"
            ) from None

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *self]


class ClaimWarning(UserWarning):
    """A warning that the command line would print: the claim is not made, or the noise needs more memory."""


_COMMAND_LINE_ONLY = ("json", "claim", "out", "plan", "csv")


def _ask(question: str, options: dict) -> Tuple[Answer, Optional[_noiseloom.Strategy]]:
    for name in options:
        if name in _COMMAND_LINE_ONLY:
            raise InvalidArgument(
                f"{name} is not an option here: the answer has it, and Design.save() writes files"
            )
    given = {name: value for name, value in options.items() if value is not None}
    ending, answer, note, strategy = _noiseloom.ask(question, given, Answer)
    if ending == "refused":
        raise InvalidArgument(note)
    if answer is None:
        raise Error(note or "there is no answer")
    if note:
        warnings.warn(note, ClaimWarning, stacklevel=3)
    return answer, strategy


class Design:
    """A strategy with its privacy and its error, as a strategy file holds it.

    Made by :func:`load` and :func:`design`. Every figure of ``noiseloom-cli design --json`` is an attribute:
    ``noise_multiplier``, ``stddev``, ``rmse``, ``sensitivity``, ``privacy_claim``, ...; all of them stand in
    :attr:`figures`. Errors are in units of the clip norm, on the summed gradient.

    Attributes
    ----------
    figures : Answer
        The whole answer.
    sha256 : str
        SHA-256 of the strategy file, which noise plans and checkpoints name.
    """

    def __init__(self, strategy: _noiseloom.Strategy, figures: Optional[Answer] = None) -> None:
        self._strategy = strategy
        self.figures: Answer = figures or _noiseloom.figures(strategy, Answer)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.figures, name)

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *self.figures]

    def __repr__(self) -> str:
        size = f"{self.kind}, {self.iterations} iterations"
        return f"<noiseloom.Design {size}, stddev {self.stddev!r}, sha256 {self.sha256[:12]}>"

    @property
    def kind(self) -> str:
        """Kind of the strategy: identity, toeplitz, banded, inverse-toeplitz, dense, blt, tree or recursive-blt."""
        return self._strategy.kind

    @property
    def iterations(self) -> int:
        """n, the number of steps."""
        return self._strategy.iterations

    @property
    def stddev(self) -> float:
        """Standard deviation of the independent noise: the noise is stddev C^-1 z, with z standard normal."""
        return self._strategy.stddev

    @property
    def clip_norm(self) -> float:
        """Norm to which the gradient of each example must be clipped."""
        return self._strategy.clip_norm

    @property
    def noise_rows(self) -> int:
        """Number of rows of the model's size that are kept between steps to make the noise."""
        return self._strategy.noise_rows

    @property
    def claimed(self) -> bool:
        """True if the claim is made; False if an assumption of it is violated, so that nothing is promised."""
        return self._strategy.claimed

    @property
    def sha256(self) -> str:
        return self._strategy.sha256

    def claim(self) -> str:
        """The whole privacy claim as text, for people."""
        return self._strategy.claim()

    def metadata(self) -> Answer:
        """The metadata of the strategy file (docs/formats.md)."""
        return json.loads(self._strategy.metadata(), object_pairs_hook=Answer)

    def matrix(self) -> np.ndarray:
        """The strategy C.

        Returns
        -------
        numpy.ndarray of float64, shape (rows, iterations)
            Square except for a tree. More than 4096 iterations raise InvalidArgument.
        """
        return self._strategy.matrix()

    def save(self, path: Union[str, os.PathLike]) -> None:
        """Writes the strategy file atomically: an older one is replaced as a whole or not at all."""
        self._strategy.save(os.fspath(path))

    def noise(
        self, key: Key, parameters: int, shard: Tuple[int, int] = (0, 1), dtype: Any = "float32"
    ) -> Noise:
        """The noise of a training run, step by step.

        Parameters
        ----------
        key : bytes of length 32, or path of a key file
            The secret of this run alone: two runs with one key have no privacy. A key file has mode 0600 and holds 32
            bytes or 64 hexadecimal digits.
        parameters : int
            Coordinates d of the model.
        shard : (rank, world)
            Which of `world` equal slices of the coordinates; slices agree bit for bit with the whole.
        dtype : "float32" or "float64"
            Type of the noise and of the rows kept for it; also a NumPy or torch dtype of that name.

        Returns
        -------
        Noise
        """
        return Noise(self, key, parameters, shard, dtype)

    def exact_release(
        self, key: Key, parameters: int, shard: Tuple[int, int] = (0, 1), dtype: Any = "float32"
    ) -> ExactRelease:
        """Private gradient sums, step by step, instead of noise for the job to add: the claim holds
        in spite of floating-point rounding.

        For strategies of the kinds "identity", "toeplitz" and "banded".

        Parameters
        ----------
        key : bytes of length 32, or path of a key file
            The secret of this run alone, as for :meth:`noise`: use one or the other.
        parameters : int
            Coordinates d of the model.
        shard : (rank, world)
            Which of `world` equal slices of the coordinates; slices agree bit for bit with the whole.
        dtype : "float32" or "float64"
            Type of the sums; also a NumPy or torch dtype of that name.

        Returns
        -------
        ExactRelease
        """
        return ExactRelease(self, key, parameters, shard, dtype)

    def batches(self, key: Key, dataset_size: int) -> Batches:
        """Which examples each step takes, so that batches are formed as the claim assumes.

        Parameters
        ----------
        key : bytes of length 32, or path of a key file
            The key of the run's noise: noise and batches use different sub-keys of it.
        dataset_size : int
            Number of examples; if the design states one, that number.

        Returns
        -------
        Batches
        """
        return Batches(self, key, dataset_size)


def load(path: Union[str, os.PathLike]) -> Design:
    """Reads and checks a strategy file.

    Raises
    ------
    IoError
        The file cannot be read.
    FormatError
        The file is not a valid strategy file: the message says what is wrong, and where.
    """
    return Design(_noiseloom.Strategy(os.fspath(path)))


def design(**options: Any) -> Design:
    """Solves a scenario: its mechanism, strategy and certified noise.

    Parameters
    ----------
    **options
        Those of ``noiseloom-cli design`` (its ``--help`` lists them), with underscores: ``dataset_size``,
        ``batch_size``, ``iterations``, ``epochs``, ``epsilon``, ``delta``, ``mechanism``, ``bands``, ``batching``,
        ``job_batching``, ``clip_norm``, ``min_sep``, ``solve_for``, ... A switch takes a bool.

    Returns
    -------
    Design

    Raises
    ------
    InvalidArgument
        An option is not allowed: the message names it, its value and what is allowed.
    KeyboardInterrupt
        On Ctrl+C, within a fraction of a second. Other threads run during the solve.
    """
    figures, strategy = _ask("design", options)
    assert strategy is not None
    return Design(strategy, figures)


def recommend(**options: Any) -> Answer:
    """What a job should run, and why.

    Parameters
    ----------
    **options
        Those of ``noiseloom-cli recommend``, with underscores: those of :func:`design` for the job,
        ``batchings`` (a list), ``step_seconds``, ...

    Returns
    -------
    Answer
        ``recommended`` (None where nothing can run within the limits), ``alternatives``, ``left_out``, ``sentences``.
    """
    return _ask("recommend", options)[0]


def account(**options: Any) -> Answer:
    """Solves for one of noise multiplier, epsilon, delta, sampling probability and compositions from the others.

    Parameters
    ----------
    **options
        Those of ``noiseloom-cli account``, with underscores: ``noise_multiplier``, ``epsilon``, ``delta``,
        ``sampling_probability``, ``compositions``, ``solve``, ``profile`` (a list), ``phase`` (a list of
        ``(probability, noise multiplier, steps)``), ``batching`` with its own, ``compose`` (a list of strategy files).

    Returns
    -------
    Answer

    Examples
    --------
    >>> import noiseloom
    >>> round(noiseloom.account(epsilon=1, delta=1e-5).noise_multiplier, 3)
    3.731
    """
    return _ask("account", options)[0]


def sweep(**options: Any) -> Answer:
    """One design for each value of an option, certified like any other.

    Parameters
    ----------
    **options
        Those of ``noiseloom-cli sweep``, with underscores: ``over``, ``values`` (a list, or a string such as
        ``"1,2,4"`` or ``"auto"``), ``fixed_strategy`` (a bool), and those of :func:`design`.

    Returns
    -------
    Answer
        ``over`` and ``points``, in the order of the values.
    """
    return _ask("sweep", options)[0]
