"""Sums of gradients of examples, each clipped by itself, by JAX."""

from __future__ import annotations

from typing import Any, Callable, List, Optional, Tuple

import jax
import jax.numpy as jnp
import numpy as np

from ._noiseloom import InvalidArgument

Figures = Tuple[jax.Array, jax.Array, jax.Array]  # clipped, not finite, sum of losses

# Of the clip norm. A squared norm is made of sums of _FIRST_BLOCK squares each, of 255 roundings at most, then of sums
# of _BLOCK of these, of 63: six levels, for 10^11 parameters, are off by 1.7e-5 of the norm in float32. Shorter sums of
# squares take more time: 4 % of a step of 784 - 256 - 10 for 64 of them.
_SHORTER = 1 - 2e-5
_FIRST_BLOCK = 256
_BLOCK = 64


def _sums(rows: List[jax.Array]) -> jax.Array:
    """The sum of each row over all arrays of shape (rows, values), by sums of few terms."""

    def folded(values: jax.Array, block: int) -> jax.Array:
        zero, filled_up = np.zeros((), values.dtype), (0, -values.shape[1] % block)
        # Windows, since XLA copies what it is to see in another shape.
        sums = jax.lax.reduce_window(
            values, zero, jax.lax.add, (1, block), (1, block), ((0, 0), filled_up)
        )
        # Without the barrier XLA may make one long sum of several levels, which loses digits.
        return jax.lax.optimization_barrier(sums)

    sums = jnp.concatenate([folded(each, _FIRST_BLOCK) for each in rows], axis=1)
    while sums.shape[1] > 1:
        sums = folded(sums, _BLOCK)
    return sums[:, 0]


def scaled_and_factors(
    rows: List[jax.Array], taken: jax.Array, clip_norm: Any
) -> Tuple[List[jax.Array], jax.Array, jax.Array, jax.Array]:
    """The gradients of examples, scaled, and the factors that clip them: the product is a clipped gradient, 0 where it
    is not finite or not taken. And which are finite, and which of them are clipped.

    rows: arrays of shape (examples, values).
    """
    largest = jnp.stack([jnp.abs(each).max(axis=1, initial=0) for each in rows]).max(axis=0)
    finite = jnp.isfinite(largest)
    # Squares of large or small numbers overflow or underflow in float32, and so do quotients: powers of 2 are exact.
    scale = jnp.where(largest > 1e12, 2.0**-80, jnp.where(largest < 1e-6, 2.0**60, 1.0))
    scale = scale.astype(rows[0].dtype)
    counts = (finite & taken)[:, None]
    # Where an example does not count, zero times an infinity would be no number.
    scaled = [jnp.where(counts, each * scale[:, None], 0) for each in rows]
    norms = jnp.sqrt(_sums([jnp.square(each) for each in scaled if each.shape[1] > 0]))
    factors = jnp.minimum(clip_norm * _SHORTER / norms, 1 / scale)
    return scaled, factors, finite, factors < 1 / scale


def clipped_sums(
    rows: List[jax.Array], taken: jax.Array, clip_norm: Any
) -> Tuple[List[jax.Array], jax.Array, jax.Array]:
    """The sums of the gradients of examples that are taken, each clipped by itself; which are finite, and which of them
    are clipped.

    rows: arrays of shape (examples, values).
    """

    def products(factors: jax.Array, of: List[jax.Array]) -> List[jax.Array]:
        # A GPU multiplies in TF32 unless it is asked not to, which could make a gradient longer.
        return [jnp.dot(factors, each, precision=jax.lax.Precision.HIGHEST) for each in of]

    def with_scales(_: Any) -> Any:
        scaled, factors, finite, clipped = scaled_and_factors(rows, taken, clip_norm)
        return products(factors, scaled), finite, clipped

    def as_they_are(squares: jax.Array) -> Any:
        factors = jnp.minimum(clip_norm * _SHORTER / jnp.sqrt(squares), 1)
        sums = products(jnp.where(taken, factors, 0), rows)
        return sums, jnp.ones_like(taken), factors < 1

    squares = _sums([jnp.square(each) for each in rows if each.shape[1] > 0])
    # No square overflows or has underflowed, but where the gradient is much shorter than the clip norm anyway.
    usual = (squares < 1e24) & ((squares > 1e-12) | (clip_norm > 1e-5))
    return jax.lax.cond(usual.all(), as_they_are, with_scales, squares)


def adding(
    loss: Callable[..., Any],
    rng: Optional[jax.Array],
    shared: Callable[[Any], Any],
) -> Callable[..., Tuple[List[jax.Array], Figures]]:
    """A compiled function that adds the clipped gradients of a microbatch to sums, flat arrays for each parameter.

    Its arguments: parameters, sums (whose memory is used for the new ones), figures, whether these are of this step (of
    any other they count as zero, which saves a program that makes zeros), examples, `taken` (which of them count; the
    others fill up the microbatch), their numbers in the data, the step, the clip norm, and what gradients are
    multiplied by before they are clipped, if they are (flat arrays for each parameter). shared: what sums go through,
    to be the same on all devices.
    """

    def scalar(params: Any, *example: Any) -> jax.Array:
        value = loss(params, *example)
        if jnp.shape(value) != ():
            raise InvalidArgument(
                f"the loss of one example has shape {jnp.shape(value)}, and has to be a scalar: loss takes "
                "the parameters and one example, without a dimension for the batch"
            )
        return value

    def add(
        params: Any,
        sums: List[jax.Array],
        figures: Figures,
        begun: Any,
        examples: Any,
        taken: jax.Array,
        numbers: jax.Array,
        step: Any,
        clip_norm: jax.Array,
        scales: Optional[List[jax.Array]] = None,
    ) -> Tuple[List[jax.Array], Figures]:
        keys: Tuple[jax.Array, ...] = ()
        if rng is not None:
            of_step = jax.random.fold_in(rng, step)
            keys = (jax.vmap(lambda number: jax.random.fold_in(of_step, number))(numbers),)
        gradient = jax.value_and_grad(scalar)
        at_once = jax.vmap(gradient, in_axes=(None, *[0] * (1 + len(keys))))
        losses, gradients = at_once(params, examples, *keys)
        rows = [each.reshape(len(taken), -1) for each in jax.tree_util.tree_leaves(gradients)]
        if scales is not None:
            rows = [each * scale for each, scale in zip(rows, scales)]
        parts, finite, clipped = clipped_sums(rows, taken, clip_norm)
        added = [jnp.where(begun, total, 0) + part for total, part in zip(sums, parts)]
        counted = (
            (taken & clipped & finite).sum(),
            (taken & ~finite).sum(),
            jnp.where(taken, losses, 0).sum(),
        )
        both = tuple(jnp.where(begun, a, 0) + b for a, b in zip(figures, counted))
        return shared(added), both  # type: ignore[return-value]

    return jax.jit(add, donate_argnums=1)


def beginning(shared: Callable[[Any], Any]) -> Callable[[Any], Tuple[List[jax.Array], Figures]]:
    """A compiled function of parameters: the sums and figures of no example, on the devices of the parameters."""

    def nothing(params: Any) -> Any:
        leaves = jax.tree_util.tree_leaves(params)
        sums = [jnp.zeros(leaf.size, leaf.dtype) for leaf in leaves]
        count = jnp.zeros((), jnp.int32)
        return shared((sums, (count, count, jnp.zeros((), leaves[0].dtype))))

    return jax.jit(nothing, keep_unused=True)


def moving(
    optimizer: Any, divisor: float, recorded: bool, shared: Callable[[Any], Any]
) -> Callable[..., Tuple[Optional[jax.Array], Any, Any, jax.Array]]:
    """A compiled function of parameters, the optimizer's state, sums and a row of noise: the noisy mean as a flat array
    where it is recorded, parameters and optimizer's state after it, and the code of the sums. Of more sums than
    parameters the optimizer takes the last as `mark`."""

    def moved(params: Any, opt_state: Any, sums: List[jax.Array], row: jax.Array) -> Any:
        leaves, structure = jax.tree_util.tree_flatten(params)
        at, noisy = 0, []
        for total in sums:
            noisy.append((total + row[at : at + total.size]) / divisor)
            at += total.size
        shaped = [each.reshape(leaf.shape) for each, leaf in zip(noisy, leaves)]
        gradient = jax.tree_util.tree_unflatten(structure, shaped)
        mark = {"mark": noisy[-1]} if len(sums) > len(leaves) else {}
        try:
            updates, changed = optimizer.update(gradient, opt_state, params, **mark)
        except TypeError as reason:
            raise InvalidArgument(
                f"optimizer.update(gradient, state, params) cannot be called ({reason}): use an optimizer that needs "
                "nothing else, since losses, and gradients at other places, have no noise"
            ) from reason
        after = jax.tree_util.tree_map(lambda p, u: (p + u).astype(p.dtype), params, updates)
        return shared((jnp.concatenate(noisy) if recorded else None, after, changed, code_of(sums)))

    return jax.jit(moved)


@jax.jit
def code_of(sums: List[jax.Array]) -> jax.Array:
    """A code of the bits of the sums: uint32, shape (2,)."""
    code = jnp.zeros(2, jnp.uint32)
    for at, each in enumerate(sums):
        bits = jax.lax.bitcast_convert_type(each, jnp.uint32).reshape(-1)
        place = jnp.arange(bits.size, dtype=jnp.uint32) * 2 + 1
        mixed = (bits ^ (place * jnp.uint32(0x85EBCA6B))) * jnp.uint32(0x9E3779B1)
        mixed = (mixed ^ (mixed >> 15)) * jnp.uint32(0xC2B2AE35)
        both = [of.sum(dtype=jnp.uint32) for of in (mixed, mixed * place)]
        code = code + jnp.stack(both) * jnp.uint32(2 * at + 1)
    return code
