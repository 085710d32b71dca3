"""Optimizers in optax's style that change how a private run in JAX clips."""

from __future__ import annotations

import math
from typing import Any, List, NamedTuple, Optional

import jax
import jax.numpy as jnp

from ._jax_clipped import Figures
from ._learned_norm import FURTHEST, learned_norm
from ._noise import _shown
from ._noiseloom import InvalidArgument
from ._scale import _number

_MOMENTS = "nu", "sum_of_squares"  # second moments in the states of optax


def check_optimizer(optimizer: Any) -> None:
    if not callable(getattr(optimizer, "init", None)) or not callable(
        getattr(optimizer, "update", None)
    ):
        raise InvalidArgument(
            f"optimizer = {_shown(optimizer)} is not allowed: use one of optax, or another with init and update"
        )


def _of_optax(optimizer: Any) -> None:
    check_optimizer(optimizer)
    if isinstance(optimizer, (AdaptiveClip, ScaleThenPrivatize)):
        raise InvalidArgument(
            f"optimizer = {type(optimizer).__name__} is not allowed: use one of optax; of several scales of the "
            "gradients it would not be known which the norm is of"
        )


def _moments_in(state: Any, structure: Any) -> List[Any]:
    """The trees of second moments in an optimizer's state, like the parameters."""
    if not isinstance(state, (tuple, list, dict)):
        return []
    named = state if isinstance(state, dict) else getattr(state, "_asdict", dict)()
    found = [
        named[name]
        for name in _MOMENTS
        if name in named and jax.tree_util.tree_structure(named[name]) == structure
    ]
    inside = state.values() if isinstance(state, dict) else state
    return found or [each for part in inside for each in _moments_in(part, structure)]


class ScaleThenPrivatize:
    """An adaptive optimizer whose gradients are scaled before they are clipped, by what it has seen (docs/adaptive.md).

    The gradient of each example is multiplied by s, coordinate by coordinate, before it is clipped to the design's
    clip norm and summed; noise is added to that sum; what comes out is divided by s, and the optimizer takes it as its
    gradient. s is inverse to the root of the optimizer's second moments, as they are before the step: it follows from
    what was released, so that the claim is the design's.

    Give it to :func:`private` in the place of the optimizer.

    Parameters
    ----------
    optimizer : optax.GradientTransformation
        One whose state has second moments (``nu`` or ``sum_of_squares``) of all parameters: adam, adamw, nadam,
        radam, rmsprop, adagrad and others, also in a chain.
    floor : float
        What is added to each root, as a part of their root mean square, so that s stays bounded where no gradient was.

    Examples
    --------
    >>> optimizer = noiseloom.jax.ScaleThenPrivatize(optax.adam(1e-3))  # doctest: +SKIP
    >>> init, step = noiseloom.jax.private(design, "run.key", loss, optimizer, data)  # doctest: +SKIP
    """

    def __init__(self, optimizer: Any, *, floor: float = 0.1) -> None:
        _of_optax(optimizer)
        self.original_optimizer = optimizer
        self._floor = _number("floor", floor)

    def code(self) -> str:
        return f"scale-then-privatize {self._floor!r}"

    def init(self, params: Any) -> Any:
        state = self.original_optimizer.init(params)
        found = len(_moments_in(state, jax.tree_util.tree_structure(params)))
        if found != 1:
            raise InvalidArgument(
                f"optimizer is not allowed: its state has {found} trees of second moments (nu or sum_of_squares) like "
                "the parameters; use one with one of them, such as optax.adam"
            )
        return state

    def scales(self, state: Any, params: Any) -> List[jax.Array]:
        """s of the step that comes next, as a flat array for each parameter: positive. The mean of 1 / s^2 over all
        coordinates is 1. Without moments above 0 all are 1."""
        (moments,) = _moments_in(state, jax.tree_util.tree_structure(params))
        roots = [jnp.sqrt(each.reshape(-1)) for each in jax.tree_util.tree_leaves(moments)]

        def mean_square(of: List[jax.Array]) -> jax.Array:
            squares: Any = sum(jnp.square(each).sum() for each in of)
            return squares / max(1, sum(each.size for each in of))

        mean = mean_square(roots)
        known = (mean > 0) & jnp.isfinite(mean)
        raised = [each + self._floor * jnp.sqrt(mean) for each in roots]
        unit = jnp.sqrt(mean_square(raised))
        return [jnp.where(known, unit / jnp.where(known, each, 1), 1) for each in raised]

    def update(self, updates: Any, state: Any, params: Any = None) -> Any:
        leaves, structure = jax.tree_util.tree_flatten(updates)
        scales = self.scales(state, params)
        back = [each / scale.reshape(each.shape) for each, scale in zip(leaves, scales)]
        return self.original_optimizer.update(
            jax.tree_util.tree_unflatten(structure, back), state, params
        )


class AdaptiveClipState(NamedTuple):
    """Attributes
    ----------
    optimizer : pytree
    norm : array of shape ()
        At which gradients of the step that comes next are clipped: released, as the model is.
    """

    optimizer: Any
    norm: jax.Array


class AdaptiveClip:
    """An optimizer whose gradients are clipped at a norm that is learned on the way (adaptive-clipping; docs/math.md,
    section 10.15), as :class:`noiseloom.torch.AdaptiveClip` does it, with the same claim and parameters.

    Give it to :func:`private` in the place of the optimizer; the norm stands in the state: ``state.opt_state.norm``.

    Parameters
    ----------
    optimizer : optax.GradientTransformation
    start : float
        The norm of the first step, in the units of the gradients: such as 1, or what a public task had.
    quantile : float
        Share of the gradients that are to be shorter than the norm, 0 to 1.
    rate : float
        How fast the norm is learned: a step in which all are shorter divides it by exp(rate (1 - quantile)).
    share : float
        Of the squared clip norm, that goes to the coordinate that says so.

    Examples
    --------
    >>> optimizer = noiseloom.jax.AdaptiveClip(optax.sgd(0.1), start=1)  # doctest: +SKIP
    >>> init, step = noiseloom.jax.private(design, "run.key", loss, optimizer, data)  # doctest: +SKIP
    """

    def __init__(
        self,
        optimizer: Any,
        *,
        start: float,
        quantile: float = 0.5,
        rate: float = 0.2,
        share: float = 0.01,
    ) -> None:
        _of_optax(optimizer)
        self.original_optimizer = optimizer
        self._start = _number("start", start)
        self._learned = learned_norm(quantile, rate, share)
        self._unit: Optional[float] = None  # the design's clip norm, once a run has taken this

    def code(self) -> str:
        return f"adaptive clip {self._learned.code(self._start)}"

    def of_clip_norm(self, clip_norm: float) -> None:
        """Says which clip norm gradients and marks share."""
        if self._unit not in (None, clip_norm):
            raise InvalidArgument(
                "optimizer is not allowed: this AdaptiveClip is of a run with another clip norm; make one for each run"
            )
        self._unit = clip_norm

    def init(self, params: Any) -> AdaptiveClipState:
        dtype = jnp.result_type(*jax.tree_util.tree_leaves(params))
        return AdaptiveClipState(
            self.original_optimizer.init(params), jnp.asarray(self._start, dtype)
        )

    def in_units(
        self, sums: List[jax.Array], figures: Figures, examples: Any, norm: jax.Array
    ) -> List[jax.Array]:
        """The sums of gradients clipped at `norm` in parts of the design's clip norm, and the sum of the marks: for
        each example 1, or -1 where it was clipped, and 0 where its gradient was not finite."""
        assert self._unit is not None
        clipped, not_finite, _ = figures
        marks = jnp.reshape(examples - not_finite - 2 * clipped, (1,)).astype(norm.dtype)
        units = self._learned.units(norm, self._unit)
        return [*(each * units for each in sums), marks * self._learned.mark(self._unit)]

    def update(
        self, updates: Any, state: AdaptiveClipState, params: Any = None, mark: Any = None
    ) -> Any:
        if mark is None or self._unit is None:
            raise InvalidArgument(
                "the gradients were not clipped at `norm`: AdaptiveClip is for noiseloom.jax.private, which does so"
            )
        units = self._learned.units(state.norm, self._unit)
        gradient = jax.tree_util.tree_map(lambda each: each / units, updates)
        made, inside = self.original_optimizer.update(gradient, state.optimizer, params)
        growth = self._learned.growth(mark.reshape(()), self._unit)
        furthest = math.log(FURTHEST)
        norm = jnp.exp(jnp.clip(jnp.log(state.norm) + growth, -furthest, furthest))
        return made, AdaptiveClipState(inside, norm.astype(state.norm.dtype))
