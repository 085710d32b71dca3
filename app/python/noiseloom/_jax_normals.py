"""Core's normals from ChaCha20's words, by JAX."""

from __future__ import annotations

import math
from typing import Callable

import jax
import jax.numpy as jnp


def normals_of_words(
    words: jax.Array, radius_bits: int, further: Callable[[], jax.Array]
) -> jax.Array:
    """Box-Muller on pairs of words of 64 bits, as core does it; shape (blocks, 16) becomes (blocks * 8,).

    Where the first word of a pair is 0, as one in 2^64 is, further() gives the next 64 bits of the uniform number u.
    """
    pairs = words.reshape(-1, 4)
    if radius_bits == 53:
        return box_muller(pairs, 53)
    zero = (pairs[:, 0] | pairs[:, 1]) == 0

    def far(made: jax.Array) -> jax.Array:
        instead = jnp.concatenate([further().reshape(-1, 4)[:, :2], pairs[:, 2:]], axis=1)
        return jnp.where(jnp.repeat(zero, 2), box_muller(instead, 139), made)

    return jax.lax.cond(jnp.any(zero), far, lambda made: made, box_muller(pairs, 75))


def box_muller(pairs: jax.Array, bits: int) -> jax.Array:
    # bits: resolution of u. The lowest 11 of 75 or 139 are those bits of the second word that the angle does not use.
    low, high, low2, high2 = (pairs[:, at] for at in range(4))
    spare = low2 & 0x7FF
    if jax.config.jax_enable_x64:  # type: ignore[attr-defined]
        real = jnp.float64
        if bits == 53:
            count = high.astype(real) * 2.0**21 + (low >> 11).astype(real) + 1
        else:  # exact terms: one rounding, as in core
            count = high.astype(real) * 2.0**43 + (
                low.astype(real) * 2.0**11 + spare.astype(real) + 1
            )
        radius = jnp.sqrt(-2 * jnp.log(count * 2.0**-bits))
        angle = (
            2 * jnp.pi * ((high2.astype(real) * 2.0**21 + (low2 >> 11).astype(real)) * 2.0**-53)
        )
        both = jnp.stack([radius * jnp.cos(angle), radius * jnp.sin(angle)], axis=-1)
        return both.reshape(-1)
    real = jnp.float32
    # Near 1 a float32 u loses the digits of its logarithm: there it is log1p(-missing), missing = 1 - u.
    if bits == 53:
        rest, missing = ((low >> 11) + 1).astype(real) * 2.0**-53, ((~low) >> 11).astype(
            real
        ) * 2.0**-53
    else:
        rest = low.astype(real) * 2.0**-64 + (spare + 1).astype(real) * 2.0**-75
        missing = (~low).astype(real) * 2.0**-64 + (0x7FF - spare).astype(real) * 2.0**-75
    u = high.astype(real) * 2.0**-32 + rest
    missing = (~high).astype(real) * 2.0**-32 + missing
    logarithm = jnp.where(high >> 31 == 1, jnp.log1p(-jnp.minimum(missing, 0.5)), jnp.log(u))
    if bits == 139:  # u is smaller by 2^-64, which may be too small for a float32
        logarithm = logarithm - 64 * math.log(2)
    radius = jnp.sqrt(-2 * logarithm)
    # The angle minus the nearest number of quarter turns, exact in integers.
    quarter = (high2 + jnp.uint32(1 << 29)) >> 30
    rest = (high2 - (quarter << 30)).astype(jnp.int32).astype(real) * 2.0**-32 + (
        low2 >> 11
    ).astype(real) * 2.0**-53
    angle = 2 * jnp.pi * rest
    cosine, sine = jnp.cos(angle), jnp.sin(angle)
    odd = quarter & 1 == 1
    x, y = jnp.where(odd, -sine, cosine), jnp.where(odd, cosine, sine)
    sign = jnp.where(quarter & 2 == 2, -1, 1).astype(real)
    return jnp.stack([radius * sign * x, radius * sign * y], axis=-1).reshape(-1)
