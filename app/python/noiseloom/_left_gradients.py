"""Gradients in which the noise of the last step still is."""

from __future__ import annotations

import functools
import weakref
from typing import Any, Dict, List, Optional, Tuple

import torch

from ._ranks import is_one_of_many

_VALUES = 8  # of a gradient, by which it is known
_CLOSE = 1e-3  # relative: a gradient that was scaled after it had been added to


def _first(gradient: torch.Tensor) -> torch.Tensor:
    """Some values, without a copy of the rest."""
    values = gradient.detach()
    if values.is_contiguous():
        return values.as_strided((min(_VALUES, values.numel()),), (1,))
    while values.dim() > 1 and values.numel() > 0:
        values = values[0]
    return values.reshape(-1)[:_VALUES]


def _is_multiple(now: torch.Tensor, then: torch.Tensor) -> bool:
    """Whether a gradient was scaled at most, as by GradScaler, clipping or a mean, or is another one."""
    if now.shape != then.shape or now.numel() == 0:
        return False
    at = int(then.abs().argmax())
    scale = float(then[at])
    return scale != 0 and bool(
        (now - then * (float(now[at]) / scale)).abs().max() <= _CLOSE * now.abs().max()
    )


def _copies(values: Dict[int, torch.Tensor]) -> Dict[int, torch.Tensor]:
    """Of thousands of short tensors, by one operation a device."""
    made: Dict[int, torch.Tensor] = {}
    for device in {each.device for each in values.values()}:
        here = {at: each for at, each in values.items() if each.device == device}
        made.update(
            zip(
                here, torch.cat(list(here.values())).split([each.numel() for each in here.values()])
            )
        )
    return made


class LeftGradients:
    """Tells a gradient that was made on top of the last step's, with its noise: zero_grad() was forgotten.

    A gradient that was replaced, or overwritten in place, is new. backward() adds to what is there,
    so that what is there is looked at just before. Where PyTorch can say so it counts only if
    something was added: since 2.0 autograd.grad() asks as well, and adds nothing.
    """

    def __init__(self, parameters: List[torch.nn.Parameter]) -> None:
        self._parameters = parameters
        # By parameter: its gradient (which this lets go), the gradient's version, its first values.
        self._left: Dict[int, Tuple[Any, int, torch.Tensor]] = {}
        # First values of the last step's gradient with what is about to be added, and those once it
        # was. None: not known.
        self._asked: Dict[int, Optional[torch.Tensor]] = {}
        self._added_to: Dict[int, Optional[torch.Tensor]] = {}
        tells_after = hasattr(torch.Tensor, "register_post_accumulate_grad_hook")
        mine = weakref.ref(self)

        def before(at: int, gradient: Any) -> None:
            self = mine()
            if self is not None and self._left:
                self._ask(at, gradient, self._asked if tells_after else self._added_to)

        def after(at: int, parameter: Any) -> None:
            self = mine()
            if self is not None and at in self._asked:
                self._added_to[at] = self._asked.pop(at)

        handles = [
            each.register_hook(functools.partial(before, at)) for at, each in enumerate(parameters)
        ]
        if tells_after:
            handles += [
                each.register_post_accumulate_grad_hook(functools.partial(after, at))
                for at, each in enumerate(parameters)
            ]
        weakref.finalize(self, lambda: [each.remove() for each in handles])

    @torch.no_grad()
    def _ask(
        self, at: int, gradient: torch.Tensor, found: Dict[int, Optional[torch.Tensor]]
    ) -> None:
        self._asked.pop(at, None)
        holds = self._holds(at)
        self._added_to.pop(at, None)
        if holds:
            # What a sparse gradient adds to is not looked up.
            there: Any = self._parameters[at].grad
            found[at] = None if gradient.is_sparse else _first(there) + _first(gradient)

    def _holds(self, at: int) -> bool:
        """Whether the last step's noise is in the gradient that is there."""
        gradient = self._parameters[at].grad
        if at not in self._left or gradient is None or gradient is not self._left[at][0]():
            return False
        _, version, values = self._left[at]
        # gradient.data.zero_() leaves the version as it was.
        if gradient._version == version and torch.equal(_first(gradient), values):
            return True
        return at in self._added_to and self._is_still(gradient, self._added_to[at])

    @staticmethod
    def _is_still(gradient: torch.Tensor, added: Optional[torch.Tensor]) -> bool:
        now = _first(gradient)
        if not now.any():
            return False
        # DistributedDataParallel averages in place afterwards, and the ranks' gradients are no multiples of each other.
        return added is None or is_one_of_many() or _is_multiple(now, added)

    def remember(self) -> None:
        """After a step."""
        self._asked.clear()
        self._added_to.clear()
        gradients = {
            at: each.grad for at, each in enumerate(self._parameters) if each.grad is not None
        }
        values = _copies({at: _first(each) for at, each in gradients.items()})
        self._left = {
            at: (weakref.ref(each), each._version, values[at]) for at, each in gradients.items()
        }

    def forget(self) -> None:
        """After zero_grad()."""
        self._left.clear()
        self._asked.clear()
        self._added_to.clear()

    def any(self) -> bool:
        """Before a step: whether one of the gradients holds the last step's noise."""
        return any(self._holds(at) for at in self._left)
