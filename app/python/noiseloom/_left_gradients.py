"""Gradients in which the noise of the last step still is."""

from __future__ import annotations

import functools
import weakref
from typing import Any, Dict, List, Set, Tuple

import torch


def _first(gradient: torch.Tensor) -> torch.Tensor:
    """Eight values, without a copy of the rest."""
    values = gradient.detach()
    while values.dim() > 1:
        values = values[0]
    return values.reshape(-1)[:8]


class LeftGradients:
    """Tells a gradient that was made on top of the last step's, with its noise: zero_grad() was forgotten.

    A gradient that was replaced, or set to zero in place, is new. backward() adds to what is there, so that what is there
    is looked at just before. Where PyTorch can say so it counts only if something was added: since 2.0 autograd.grad() asks
    as well, and adds nothing.
    """

    def __init__(self, parameters: List[torch.nn.Parameter]) -> None:
        self._parameters = parameters
        self._left: Dict[int, Tuple[Any, int, torch.Tensor]] = {}  # gradient (which it lets go), its version, first values
        self._asked: Set[int] = set()  # where the last step's gradient was there just before
        self._added_to: Set[int] = set()
        tells_after = hasattr(torch.Tensor, "register_post_accumulate_grad_hook")
        mine = weakref.ref(self)

        def before(at: int, gradient: Any) -> None:
            self = mine()
            if self is None or not self._left:
                return
            self._forget_zeros(at)
            found = self._asked if tells_after else self._added_to
            if self._untouched(at):
                found.add(at)

        def after(at: int, parameter: Any) -> None:
            self = mine()
            if self is not None and at in self._asked:
                self._asked.discard(at)
                self._added_to.add(at)

        handles = [each.register_hook(functools.partial(before, at)) for at, each in enumerate(parameters)]
        if tells_after:
            handles += [
                each.register_post_accumulate_grad_hook(functools.partial(after, at)) for at, each in enumerate(parameters)
            ]
        weakref.finalize(self, lambda: [each.remove() for each in handles])

    def _forget_zeros(self, at: int) -> None:
        """Of a gradient that had been added to and was set to zero since."""
        gradient = self._parameters[at].grad
        self._asked.discard(at)
        if at in self._added_to and (gradient is None or not _first(gradient).any()):
            self._added_to.discard(at)

    def _untouched(self, at: int) -> bool:
        gradient = self._parameters[at].grad
        if at not in self._left or gradient is None or gradient is not self._left[at][0]():
            return False
        _, version, values = self._left[at]
        # gradient.data.zero_() leaves the version as it was.
        return gradient._version == version and torch.equal(_first(gradient), values)

    def remember(self) -> None:
        """After a step."""
        self._asked.clear()
        self._added_to.clear()
        self._left = {
            at: (weakref.ref(each.grad), each.grad._version, _first(each.grad).clone())
            for at, each in enumerate(self._parameters) if each.grad is not None
        }

    def forget(self) -> None:
        """After zero_grad()."""
        self._left.clear()
        self._asked.clear()
        self._added_to.clear()

    def any(self) -> bool:
        """Before a step: whether one of the gradients holds the last step's noise."""
        return any(
            self._untouched(at) or (at in self._added_to and self._parameters[at].grad is left[0]() is not None)
            for at, left in self._left.items()
        )
