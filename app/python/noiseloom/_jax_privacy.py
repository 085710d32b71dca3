"""A design's noise as the library jax_privacy makes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict

import numpy as np

from ._noiseloom import InvalidArgument
from ._optional import needed

if TYPE_CHECKING:
    from ._design import Design

_MOST_STEPS = 4096  # of a whole matrix


def _solved(factorization: Any, rows: np.ndarray) -> Any:
    """C^-1 of C[i, i - lag] by step i and lag."""
    jnp = needed("jax.numpy", "to_jax_privacy()")
    if (rows == rows[-1]).all():
        return factorization.toeplitz.inverse_as_streaming_matrix(jnp.asarray(rows[-1]))
    # The library's banded matrices have columns of norm 1: others' inverses have scaled rows.
    steps, lags = np.indices(rows.shape)
    below = steps + lags
    columns = np.where(below < len(rows), rows[np.minimum(below, len(rows) - 1), lags], 0.0)
    norms = np.linalg.norm(columns, axis=1)
    normalised = factorization.banded.ColumnNormalizedBanded(params=jnp.asarray(columns))
    return factorization.streaming_matrix.scale_rows_and_columns(
        normalised.inverse_as_streaming_matrix(), row_scale=jnp.asarray(1 / norms)
    )


def _multiplied(factorization: Any, coefficients: np.ndarray) -> Any:
    """The banded Toeplitz matrix of these coefficients; the library has the inverses of such matrices alone."""
    jnp = needed("jax.numpy", "to_jax_privacy()")
    own = jnp.asarray(coefficients)

    def begin(value: Any) -> Any:
        kept = (len(coefficients) - 1, *value.shape)
        return jnp.zeros(kept, jnp.promote_types(value.dtype, own.dtype))

    def follow(value: Any, kept: Any) -> Any:
        made = own[0] * value + jnp.tensordot(own[1:], kept, axes=1)
        return made, jnp.concatenate([value[None].astype(kept.dtype), kept])[: kept.shape[0]]

    return factorization.StreamingMatrix.from_array_implementation(begin, follow)


def privatizer_arguments(design: "Design") -> Dict[str, Any]:
    """See Design.to_jax_privacy()."""
    why = None
    if not design.claimed:
        why = "nothing is claimed: an assumption of the claim is violated"
    elif design.kind in ("tree", "recursive-blt"):
        why = f"jax_privacy has no {design.kind}; use noiseloom.jax, or a design of another mechanism, such as blt"
    elif design.kind == "dense" and design.iterations > _MOST_STEPS:
        why = f"a dense strategy of {design.iterations} steps is more than the {_MOST_STEPS} that a whole matrix has"
    if why is not None:
        raise InvalidArgument(f"this design has no noise for jax_privacy: {why}")
    factorization = needed("jax_privacy.matrix_factorization", "to_jax_privacy()")
    jax = needed("jax", "to_jax_privacy()")
    strategy, last = design._strategy, design.iterations - 1
    if design.kind == "blt":
        parts = strategy.recurrence(last)
        made = factorization.buffered_toeplitz.BufferedToeplitz.build(
            parts["inverse_buf_decay"],
            parts["inverse_output_scale"],
            dtype="float64" if jax.config.read("jax_enable_x64") else "float32",
        ).as_streaming_matrix()
    elif design.kind == "dense":
        made = jax.numpy.asarray(np.tril(np.linalg.inv(design.matrix())))
    elif design.kind == "inverse-toeplitz":
        made = _multiplied(factorization, np.array(strategy.recurrence(last)["weights"]))
    else:  # identity, toeplitz and banded
        width = len(strategy.recurrence(last)["weights"])
        lists = [strategy.recurrence(step)["weights"] for step in range(last + 1)]
        # The first rows have fewer coefficients, or some that meet no step: those of the last row stand for them, since
        # a Toeplitz matrix without scaled columns has one list for all.
        end = lists[-1]
        rows = [each[: at + 1] + end[len(each[: at + 1]) :] for at, each in enumerate(lists)]
        made = _solved(factorization, np.array(rows)[:, :width])
    return {"noising_matrix": made, "stddev": design.stddev}
