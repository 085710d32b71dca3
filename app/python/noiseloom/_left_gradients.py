"""Gradients in which the noise of the last step still is."""

from __future__ import annotations

import functools
import weakref
from typing import Any, Dict, List, Set, Tuple

import torch


class LeftGradients:
    """Tells a gradient that was made on top of the last step's, with its noise: zero_grad() was forgotten.

    A gradient that was replaced, or set to zero in place, is new. backward() adds to what is there, so that what is there
    is looked at just before.
    """

    def __init__(self, parameters: List[torch.nn.Parameter]) -> None:
        self._parameters = parameters
        self._left: Dict[int, Tuple[Any, int, torch.Tensor]] = {}  # gradient (which it lets go), its version, first values
        self._added_to: Set[int] = set()
        mine = weakref.ref(self)

        def before(at: int, gradient: Any) -> None:
            self = mine()
            if self is not None and self._untouched(at):
                self._added_to.add(at)

        handles = [each.register_hook(functools.partial(before, at)) for at, each in enumerate(parameters)]
        weakref.finalize(self, lambda: [each.remove() for each in handles])

    def _untouched(self, at: int) -> bool:
        gradient = self._parameters[at].grad
        if at not in self._left or gradient is None or gradient is not self._left[at][0]():
            return False
        _, version, values = self._left[at]
        # gradient.data.zero_() leaves the version as it was.
        return gradient._version == version and torch.equal(gradient.detach().reshape(-1)[:8], values)

    def remember(self) -> None:
        """After a step."""
        self._added_to.clear()
        self._left = {
            at: (weakref.ref(each.grad), each.grad._version, each.grad.detach().reshape(-1)[:8].clone())
            for at, each in enumerate(self._parameters) if each.grad is not None
        }

    def forget(self) -> None:
        """After zero_grad()."""
        self._left.clear()
        self._added_to.clear()

    def any(self) -> bool:
        """Before a step: whether one of the gradients holds the last step's noise."""
        return any(
            self._untouched(at) or (at in self._added_to and self._parameters[at].grad is left[0]() is not None)
            for at, left in self._left.items()
        )
