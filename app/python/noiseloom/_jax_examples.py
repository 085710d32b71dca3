"""The examples of a run in JAX by their numbers."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np

from ._kept import Kept
from ._noise import refuse
from ._noiseloom import InvalidArgument


class Examples(Kept):
    """A pytree of arrays, whose first dimension is that of the examples."""

    def __init__(self, data: Any) -> None:
        leaves, self._structure = jax.tree_util.tree_flatten(data)
        self._leaves = [x if isinstance(x, jax.Array) else np.asarray(x) for x in leaves]
        if not leaves or any(x.ndim == 0 or x.dtype == object for x in self._leaves):
            refuse("data", data, "arrays whose first dimension is that of the examples")
        sizes = {len(x) for x in self._leaves}
        if len(sizes) != 1:
            named = " and ".join(str(len(x)) for x in self._leaves)
            raise InvalidArgument(
                f"data is not allowed: its arrays have {named} examples; use arrays of one length"
            )
        self._take = jax.jit(lambda array, at: array[at])

    def __len__(self) -> int:
        return len(self._leaves[0] if self._kept is None else self._kept)

    def of(self, numbers: np.ndarray, step: int) -> Any:
        """The examples of these numbers, which are the same at each step."""
        numbers = self.in_data(numbers)
        taken = [
            self._take(x, numbers) if isinstance(x, jax.Array) else x[numbers] for x in self._leaves
        ]
        return jax.tree_util.tree_unflatten(self._structure, taken)
