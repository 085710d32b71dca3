"""Designs: strategies with their privacy and their errors."""

from __future__ import annotations

import copy
import json
import os
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Optional, Tuple, Union

import numpy as np

from . import _noiseloom
from ._answers import Answer, ask
from ._batches import Batches
from ._card import design_card, plotted
from ._exact import ExactRelease
from ._figures import DesignFigures
from ._files import array_file, content_of, strategy_of
from ._jax_privacy import privatizer_arguments
from ._noise import Key, Noise, _whole
from ._noiseloom import InvalidArgument
from ._owners import Owners
from ._privacy import dp_event, epsilon_of_first
from ._scale import check_design, examples_of


class Design(DesignFigures):
    """A strategy with its privacy and its error, as a strategy file holds it.

    Made by :func:`load` and :func:`design`. Every figure of ``noiseloom-cli design --json`` is an attribute:
    ``noise_multiplier``, ``stddev``, ``rmse``, ``sensitivity``, ``privacy_claim``, ...; all of them stand in
    :attr:`figures`. Errors are in units of the clip norm, on the summed gradient.

    A value: two designs are equal, and have one hash, if their files have the same bytes. It can be pickled and
    copied, and shows itself as a card with its claim in a notebook.

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

    @classmethod
    def _of(cls, figures: Answer, strategy: Optional[_noiseloom.Strategy]) -> "Design":
        """The answer to a question that asks for a design."""
        assert strategy is not None
        return cls(strategy, figures)

    if not TYPE_CHECKING:  # which knows the figures' names

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(name)
            return getattr(self.figures, name)

    def __dir__(self) -> Iterable[str]:
        return {*super().__dir__(), *self.figures}

    def __repr__(self) -> str:
        claim = self.figures["claim"] if self.claimed else f"{self.kind}, NOT CLAIMED"
        # All digits: of a noise that is typed anew from here, none may be rounded down.
        size = f"{self.iterations} steps, stddev {self.stddev!r}, sha256 {self.sha256[:12]}"
        return f"<noiseloom.Design {claim}; {size}>"

    def _repr_html_(self) -> str:
        return design_card(self)

    def __eq__(self, other: object) -> bool:
        return self.sha256 == other.sha256 if isinstance(other, Design) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.sha256)

    def __reduce__(self) -> Any:
        return _restored, (content_of(self._strategy), self.figures)

    def __copy__(self) -> "Design":
        return type(self)(self._strategy, self.figures)

    def __deepcopy__(self, memo: Dict[int, Any]) -> "Design":
        return type(self)(self._strategy, copy.deepcopy(self.figures, memo))

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
        self,
        key: Key,
        parameters: int,
        shard: Tuple[int, int] = (0, 1),
        dtype: Any = "float32",
        *,
        threads: int = 1,
        prefetch: bool = False,
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
        threads : int
            Threads that make a step, 1 to 64, or 0 for as many as there are processors, 8 at most.
        prefetch : bool
            After each step a thread makes the next one's noise while the caller works, in the memory of one more row.
            ``step`` and states are those of the rows that :meth:`Noise.next` has given, and an error comes with the
            step that it is of.

        Returns
        -------
        Noise
            Of the same bits, whatever `threads` and `prefetch`. Making it takes its memory from the system, for a large
            model in seconds, which Ctrl+C ends.
        """
        return Noise(self, key, parameters, shard, dtype, threads, prefetch)

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

    def epsilon_at(self, step: int) -> float:
        """The epsilon that the first steps of a run promise, at the design's delta.

        Known under cyclic Poisson sampling, and where nothing is sampled, by the leading block of a strategy of at
        most 4096 iterations (docs/math.md, section 10.12). It is certified like the claim itself, and about a number
        of steps that knows nothing of the data: a run that ends because of what its model has learnt promises the
        design's epsilon.

        Parameters
        ----------
        step : int
            How many steps were taken, such as :attr:`Noise.step`: from 0 to :attr:`iterations`.

        Returns
        -------
        float
            At most the design's epsilon, which it is after the last step.

        Raises
        ------
        InvalidArgument
            It is not known of this design: the message says why.

        Examples
        --------
        >>> import noiseloom
        >>> design = noiseloom.design(iterations=48, epochs=6, epsilon=4, delta=1e-5, mechanism="dp-sgd")
        >>> design.epsilon_at(12) < design.epsilon_at(24) < design.epsilon_at(48)
        True
        """
        return epsilon_of_first(self, _whole("step", step))

    def to_dp_event(self) -> Any:
        """The claim's mechanism as an event of the library dp_accounting.

        For accountants with ``NeighboringRelation.ADD_OR_REMOVE_ONE`` where the design's adjacency is "add-remove",
        and ``REPLACE_SPECIAL`` where it is "zero-out".

        Returns
        -------
        dp_accounting.DpEvent
            ``GaussianDpEvent`` where nothing is sampled; under cyclic Poisson sampling ``SelfComposedDpEvent`` of
            ``PoissonSampledDpEvent``.

        Raises
        ------
        InvalidArgument
            No such event is the claim's mechanism: the message says why.
        ImportError
            dp_accounting is not installed.

        Examples
        --------
        >>> import noiseloom
        >>> design = noiseloom.design(iterations=48, epochs=6, epsilon=4, delta=1e-5, mechanism="dp-sgd")
        >>> design.to_dp_event().count
        48
        """
        return dp_event(self)

    def to_jax_privacy(self) -> Dict[str, Any]:
        """The noise as the library jax_privacy makes it: C^-1 and its standard deviation.

        For designs of the kinds "identity", "toeplitz", "banded", "inverse-toeplitz", "blt", and "dense" of at most
        4096 iterations. The library's noise comes of its own key, so that it has no record and nothing of it is made
        again from a key file. Give a key of your own: what it takes where none is given has 31 random bits. Clipping,
        the sum over the batch, :meth:`batches` and the end after the last step are up to the job.

        Returns
        -------
        dict
            ``noising_matrix``, a ``StreamingMatrix`` or an array of shape (iterations, iterations), and ``stddev``, for
            sums of gradients that are clipped at :attr:`clip_norm`. They are arguments of
            ``jax_privacy.noise_addition.matrix_factorization_privatizer``.

        Raises
        ------
        InvalidArgument
            The library has no matrix for the strategy, or nothing is claimed: the message says why.
        ImportError
            jax_privacy is not installed.

        Examples
        --------
        >>> privatizer = jax_privacy.noise_addition.matrix_factorization_privatizer(
        ...     **design.to_jax_privacy(), prng_key=jax.random.wrap_key_data(secret))  # doctest: +SKIP
        """
        return privatizer_arguments(self)

    def plot(self) -> Any:
        """Draws the strategy's coefficients, or its first column, and the errors beside those of DP-SGD.

        Returns
        -------
        list of matplotlib.axes.Axes, of length 2

        Raises
        ------
        ImportError
            matplotlib is not installed.

        Examples
        --------
        >>> import noiseloom
        >>> design = noiseloom.design(iterations=48, epochs=6, epsilon=4, delta=1e-5, bands=4)
        >>> [each.get_title() for each in design.plot()]
        ['Coefficients of C', 'Errors']
        """
        return plotted(self)

    def batches(
        self, key: Key, dataset_size: Optional[int] = None, owners: Optional[Owners] = None
    ) -> Batches:
        """Which examples each step takes, so that batches are formed as the claim assumes.

        Parameters
        ----------
        key : bytes of length 32, or path of a key file
            The key of the run's noise: noise and batches use different sub-keys of it.
        dataset_size : int, optional
            Number of examples; if the design states one, that number, which is the default. Of users, where the design
            is for one user and does not state examples_per_user: a step then takes all that a user contributes, clipped
            as a whole. With `owners`, the number in their table.
        owners : Owners, optional
            What :func:`noiseloom.owners` made with `per_owner`: batches of the kept examples, by their numbers in the
            table, as :class:`noiseloom.torch.Run` takes them. With several bands all of an owner's are in one part.

        Returns
        -------
        Batches

        Examples
        --------
        >>> import noiseloom
        >>> found = noiseloom.owners(["ann", "bob", "ann", "bob", "cy"], per_owner=2)
        >>> design = noiseloom.design(iterations=8, epochs=2, epsilon=4, delta=1e-5, bands=2, unit="user",
        ...                           examples_per_user=2, dataset_size=len(found.in_parts(2)))
        >>> [batch.tolist() for batch in design.batches(bytes(32), owners=found)][:3]
        [[4], [3], [2, 4]]
        """
        if dataset_size is None:
            dataset_size = examples_of(self, None) if owners is None else owners["dataset_size"]
        return Batches(self, key, dataset_size, owners=owners)


def load(path: Union[str, os.PathLike]) -> Design:
    """Reads and checks a strategy file.

    Raises
    ------
    IoError
        The file cannot be read.
    FormatError
        The file is not a valid strategy file: the message says what is wrong, and where.

    Examples
    --------
    >>> import noiseloom, os, tempfile
    >>> design = noiseloom.design(iterations=48, epochs=6, epsilon=4, delta=1e-5, bands=4)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     design.save(os.path.join(folder, "strategy.npz"))
    ...     noiseloom.load(os.path.join(folder, "strategy.npz")) == design
    True
    """
    return Design(_noiseloom.Strategy(os.fspath(path)))


def loaded(design: Union[Design, str, os.PathLike]) -> Design:
    """A design as runs take it: as it is, or of the strategy file at a path."""
    if isinstance(design, (str, os.PathLike)):
        return load(design)
    check_design(design)
    return design


def _restored(content: bytes, figures: Answer) -> Design:
    """The design of a pickle."""
    return Design(strategy_of(content), figures)


def from_array(array: Any, kind: Optional[str] = None, **options: Any) -> Design:
    """The design of a strategy of one's own: its certified noise and its errors.

    Parameters
    ----------
    array : array_like of float
        Toeplitz coefficients c, shape (b,), of C[i, j] = c[i - j]; or C itself, lower triangular with a positive
        diagonal, shape (n, n).
    kind : str, optional
        What the array is, of those of ``strategy_kind`` (docs/formats.md, "Strategies from elsewhere"): by default
        "toeplitz" where it has one dimension, and "dense" where it is square.
    **options
        The job and its privacy, as :func:`design` takes them. `iterations` may be left out where the array has them.

    Returns
    -------
    Design

    Raises
    ------
    InvalidArgument
        The array is no strategy, or an option is not allowed: the message says why.

    Examples
    --------
    >>> import noiseloom
    >>> job = dict(iterations=48, epochs=6, epsilon=4, delta=1e-5, batching="fixed-epoch")
    >>> design = noiseloom.from_array([1, 0.5, 0.375], **job)
    >>> design.kind, design.bands
    ('toeplitz', 3)
    """
    values = np.asarray(array)
    if values.dtype.kind not in "iuf":
        raise InvalidArgument(
            f"array = values of {values.dtype} is not allowed: use real numbers, in one array"
        )
    if kind is None:
        if values.ndim == 1:
            kind = "toeplitz"
        elif values.ndim == 2 and values.shape[0] == values.shape[1]:
            kind = "dense"
        else:
            raise InvalidArgument(
                f"array = shape {values.shape} is not allowed: use coefficients or a square matrix, or name its kind"
            )
    for name in ("strategy", "strategy_kind"):
        if name in options:
            raise InvalidArgument(
                f"{name} is not an option of from_array: the array is the strategy"
            )
    with array_file(values) as file:
        return Design._of(
            *ask("design", {**options, "strategy": file, "strategy_kind": kind}, stacklevel=3)
        )


class PhasedDesigns(Answer):
    """The answer of :func:`noiseloom.phases`.

    Attributes
    ----------
    designs : list of Design
        One for each phase, for `noiseloom.torch.Phases` or `noiseloom.jax.phases` with a key each.
    """

    designs: List[Design]

    @classmethod
    def _of(cls, answer: Answer, strategies: List[_noiseloom.Strategy]) -> "PhasedDesigns":
        made = cls(answer)
        made.designs = [Design(strategy) for strategy in strategies]
        return made
