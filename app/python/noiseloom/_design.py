"""Designs and the other answers of core, as plain objects."""

from __future__ import annotations

import json
import os
import tempfile
import warnings
from typing import Any, Iterable, List, Optional, Tuple, Union

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
            raise AttributeError(f"there is no {name!r} in this answer: it has {', '.join(self)}") from None

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *self]


class ClaimWarning(UserWarning):
    """What the command line would warn of beside its answer: a claim that is not made, noise that needs more memory."""


_SWITCHES = {True: "on", False: "off"}
_FLAGS = ("fixed_strategy",)  # options without a value
_REPEATED = ("phase", "compose")
_OWN = ("json", "claim", "out", "plan", "csv")


def _text(value: Any) -> str:
    if isinstance(value, (bool, np.bool_)):
        return _SWITCHES[bool(value)]
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, (list, tuple)):
        return ",".join(_text(each) for each in value)
    if isinstance(value, (float, np.floating)):
        return repr(float(value))
    return str(value)


def _phase(value: Any) -> str:
    return ":".join(_text(each) for each in value) if isinstance(value, (list, tuple)) else _text(value)


def _arguments(command: str, options: dict) -> List[str]:
    arguments = [command, "--json"]
    for name, value in options.items():
        if name in _OWN:
            raise InvalidArgument(f"{name} is not an option here: the answer has it, and Design.save() writes files")
        if value is None:
            continue
        option = "--" + name.replace("_", "-")
        if name in _FLAGS:
            if value:
                arguments.append(option)
        elif name in _REPEATED:
            single = isinstance(value, (str, os.PathLike)) or (name == "phase" and not isinstance(value[0], (list, tuple, str)))
            for each in [value] if single else value:
                arguments += [option, _phase(each) if name == "phase" else _text(each)]
        else:
            # With "=", so that a value that begins with a dash is one.
            arguments.append(f"{option}={_text(value)}")
    return arguments


def _ask(command: str, options: dict, extra: Tuple[str, ...] = ()) -> Answer:
    code, output, note = _noiseloom.run([*_arguments(command, options), *extra])
    if code == 2:
        raise InvalidArgument(note)
    if not output:
        raise Error(note or "there is no answer")
    if note:
        warnings.warn(note, ClaimWarning, stacklevel=3)
    return json.loads(output, object_pairs_hook=Answer)


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

    def __init__(self, strategy: _noiseloom.Strategy, content: bytes, figures: Optional[Answer] = None) -> None:
        self._strategy = strategy
        self._content = content
        self.figures: Answer = figures or json.loads(strategy.json(), object_pairs_hook=Answer)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.figures, name)

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *self.figures]

    def __repr__(self) -> str:
        return f"<noiseloom.Design {self.kind}, {self.iterations} iterations, stddev {self.stddev!r}, sha256 {self.sha256[:12]}>"

    @property
    def kind(self) -> str:
        """Kind of the strategy: identity, toeplitz, banded, inverse-toeplitz, dense, blt, tree or recursive-blt."""
        return self._strategy.kind

    @property
    def iterations(self) -> int:
        """n, the steps that the noise is for."""
        return self._strategy.iterations

    @property
    def stddev(self) -> float:
        """Standard deviation of z, before it is correlated: noise is stddev times C^-1 z."""
        return self._strategy.stddev

    @property
    def clip_norm(self) -> float:
        """Norm to which the gradient of each example must be clipped."""
        return self._strategy.clip_norm

    @property
    def noise_rows(self) -> int:
        """Rows of the model's size that making the noise keeps."""
        return self._strategy.noise_rows

    @property
    def claimed(self) -> bool:
        """Whether the claim is made: False where an assumption of it is violated, and then nothing is promised."""
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
            Square but for a tree. For at most 4096 iterations.
        """
        return self._strategy.matrix()

    def save(self, path: Union[str, os.PathLike]) -> None:
        """Writes the strategy file, replacing an older one as a whole or not at all."""
        path = os.path.abspath(os.fspath(path))
        handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path), prefix=".noiseloom-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(self._content)
                file.flush()
                os.fsync(file.fileno())
            umask = os.umask(0)
            os.umask(umask)
            os.chmod(temporary, 0o666 & ~umask)
            os.replace(temporary, path)
        except BaseException:
            os.unlink(temporary)
            raise

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
            Of the noise and of what is kept for it; also a NumPy or torch dtype of that name.

        Returns
        -------
        Noise
        """
        return Noise(self, key, parameters, shard, dtype)

    def exact_release(
        self, key: Key, parameters: int, shard: Tuple[int, int] = (0, 1), dtype: Any = "float32"
    ) -> ExactRelease:
        """Private gradient sums step by step, in place of noise that the job adds: to the letter of the claim's theorems.

        For strategies of the kinds "identity", "toeplitz" and "banded".

        Parameters
        ----------
        key : bytes of length 32, or path of a key file
            The secret of this run alone, as for :meth:`noise`, whose place this takes.
        parameters : int
            Coordinates d of the model.
        shard : (rank, world)
            Which of `world` equal slices of the coordinates; slices agree bit for bit with the whole.
        dtype : "float32" or "float64"
            Of the sums; also a NumPy or torch dtype of that name.

        Returns
        -------
        ExactRelease
        """
        return ExactRelease(self, key, parameters, shard, dtype)

    def batches(self, key: Key, dataset_size: int) -> Batches:
        """Which examples each step takes, so that the claim's batching is true.

        Parameters
        ----------
        key : bytes of length 32, or path of a key file
            That of the noise: the two use sub-keys of their own.
        dataset_size : int
            Examples; the number that the design states, where it states one.

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
        It cannot be read.
    FormatError
        It is not what it should be: the message says what and where.
    """
    path = os.fspath(path)
    strategy = _noiseloom.Strategy(path)
    with open(path, "rb") as file:
        content = file.read()
    return _checked(strategy, content)


def _checked(strategy: _noiseloom.Strategy, content: bytes, figures: Optional[Answer] = None) -> Design:
    import hashlib

    if hashlib.sha256(content).hexdigest() != strategy.sha256:
        raise Error("the strategy file changed while it was read")
    return Design(strategy, content, figures)


def design(**options: Any) -> Design:
    """Solves a scenario: its mechanism, strategy and certified noise.

    Parameters
    ----------
    **options
        Those of ``noiseloom-cli design`` (its ``--help`` lists them), with underscores: ``iterations``, ``epochs``,
        ``epsilon``, ``delta``, ``mechanism``, ``bands``, ``batching``, ``job_batching``, ``dataset_size``,
        ``clip_norm``, ``min_sep``, ``solve_for``, ... A switch takes a bool.

    Returns
    -------
    Design

    Raises
    ------
    InvalidArgument
        Names the option, its value and what is allowed.
    KeyboardInterrupt
        On Ctrl+C, within a fraction of a second; other threads run meanwhile.
    """
    with tempfile.TemporaryDirectory(prefix="noiseloom-") as folder:
        path = os.path.join(folder, "strategy.npz")
        figures = _ask("design", options, ("--out", path))
        for name in ("files", "strategy_file"):
            figures.pop(name, None)
        strategy = _noiseloom.Strategy(path)
        with open(path, "rb") as file:
            return _checked(strategy, file.read(), figures)


def recommend(**options: Any) -> Answer:
    """What a job should run, and why.

    Parameters
    ----------
    **options
        Those of ``noiseloom-cli recommend``, with underscores: those of :func:`design` for the job, ``batch_size`` in
        place of ``iterations``, ``batchings`` (a list), ``step_seconds``, ...

    Returns
    -------
    Answer
        ``recommended`` (None where nothing can run within the limits), ``alternatives``, ``left_out``, ``sentences``.
    """
    return _ask("recommend", options)


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
    return _ask("account", options)


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
    return _ask("sweep", options)
