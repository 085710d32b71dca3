"""Detects gradients that still hold the noise of the last step."""

from __future__ import annotations

import functools
import weakref
from typing import Any, Dict, List, Optional, Tuple

import torch

from ._ranks import is_one_of_many
from ._sharded import local

_VALUES = 8  # first values of a gradient, by which it is recognised
_CLOSE = 1e-3  # relative tolerance for a gradient that was scaled after backward() added to it


def _first(gradient: torch.Tensor) -> torch.Tensor:
    """The first _VALUES values, without a copy of the rest."""
    values = local(gradient).detach()
    if values.is_contiguous():
        return values.as_strided((min(_VALUES, values.numel()),), (1,))
    while values.dim() > 1 and values.numel() > 0:
        values = values[0]
    return values.reshape(-1)[:_VALUES]


def _is_multiple(now: torch.Tensor, then: torch.Tensor) -> bool:
    """True if `now` is a multiple of `then`, as GradScaler, clipping or a mean make it."""
    if now.shape != then.shape or now.numel() == 0:
        return False
    at = int(then.abs().argmax())
    scale = float(then[at])
    return scale != 0 and bool(
        (now - then * (float(now[at]) / scale)).abs().max() <= _CLOSE * now.abs().max()
    )


def _copies(values: Dict[int, torch.Tensor]) -> Dict[int, torch.Tensor]:
    """Copies thousands of short tensors by one operation per device."""
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
    """Detects gradients that were added to the last step's, and so to its noise: zero_grad() was forgotten.

    A gradient that was replaced or overwritten in place is new. backward() adds to the present
    gradient, which is inspected just before. If PyTorch reports additions, it counts only if
    something was added: since 2.0 autograd.grad() calls the same hook, but adds nothing.
    """

    def __init__(self, parameters: List[torch.nn.Parameter]) -> None:
        self._parameters = parameters
        # By parameter: a weak reference to its gradient, the gradient's version and first values.
        self._left: Dict[int, Tuple[Any, int, torch.Tensor]] = {}
        # First values of the last step's gradient with what backward() is about to add, and with what it has added.
        # None: unknown.
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
            # The sum with a sparse gradient is not computed.
            there: Any = self._parameters[at].grad
            found[at] = None if gradient.is_sparse else _first(there) + _first(gradient)

    def _holds(self, at: int) -> bool:
        """True if the parameter's present gradient holds the last step's noise."""
        gradient = self._parameters[at].grad
        if at not in self._left or gradient is None or gradient is not self._left[at][0]():
            return False
        _, version, values = self._left[at]
        # Values are compared, too: gradient.data.zero_() does not change the version.
        if gradient._version == version and torch.equal(_first(gradient), values):
            return True
        return at in self._added_to and self._is_still(gradient, self._added_to[at])

    @staticmethod
    def _is_still(gradient: torch.Tensor, added: Optional[torch.Tensor]) -> bool:
        now = _first(gradient)
        if not now.any():
            return False
        # DistributedDataParallel then averages in place: the mean over ranks is no multiple of this rank's gradient.
        return added is None or is_one_of_many() or _is_multiple(now, added)

    def remember(self) -> None:
        """To be called after a step."""
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
        """To be called after zero_grad()."""
        self._left.clear()
        self._asked.clear()
        self._added_to.clear()

    def any(self) -> bool:
        """True if a gradient holds the last step's noise; to be called before a step."""
        return any(self._holds(at) for at in self._left)
