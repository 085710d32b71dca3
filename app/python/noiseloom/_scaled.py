"""Scale-then-privatize: adaptive optimizers whose gradients are scaled before they are clipped and noise is added."""

from __future__ import annotations

import math
from typing import Any, Callable, Dict, List, Optional

import torch

from ._around import Around
from ._noise import _shown
from ._noiseloom import InvalidArgument
from ._opacus import requiring
from ._scale import _number

# Optimizers by the name of the second moments in their state.
_MOMENTS = {
    "Adam": "exp_avg_sq",
    "AdamW": "exp_avg_sq",
    "NAdam": "exp_avg_sq",
    "RAdam": "exp_avg_sq",
    "RMSprop": "square_avg",
    "Adagrad": "sum",
}


class ScaleThenPrivatize(Around):
    """An adaptive optimizer whose gradients are scaled before they are clipped, by what it has seen (docs/adaptive.md).

    The gradient of each example is multiplied by s, coordinate by coordinate, before it is clipped to the design's
    clip norm and summed; noise is added to that sum; what comes out is divided by s, and the optimizer takes it as its
    gradient. s is inverse to the root of the optimizer's second moments, as they are before the step. So the noise is
    small where gradients are, where an adaptive optimizer would enlarge it. s follows from what was released before,
    and an example still gives each step's sum no more than the clip norm: the claim is the design's.

    Give it to :class:`Run` in the place of the optimizer. In a loop of one's own give :meth:`scales` to
    ``ClippedSum.scales`` before each step, and this to :class:`PrivateOptimizer`.

    Parameters
    ----------
    optimizer : torch.optim.Optimizer
        Adam, AdamW, NAdam, RAdam, RMSprop or Adagrad.
    floor : float
        What is added to each root, as a part of their root mean square, so that s stays bounded where no gradient was.

    Examples
    --------
    >>> optimizer = noiseloom.torch.ScaleThenPrivatize(torch.optim.Adam(model.parameters(), lr=1e-3))  # doctest: +SKIP
    >>> run = noiseloom.torch.Run(design, "run.key", model, optimizer, data, loss=loss)  # doctest: +SKIP
    """

    def __init__(self, optimizer: torch.optim.Optimizer, *, floor: float = 0.1) -> None:
        name = next(
            (each.__name__ for each in type(optimizer).__mro__ if each.__name__ in _MOMENTS), None
        )
        if name is None:
            raise InvalidArgument(
                f"optimizer = {_shown(type(optimizer).__name__)} is not allowed: use one of {', '.join(_MOMENTS)}, "
                "which keep second moments"
            )
        self.original_optimizer = optimizer
        self._moments = _MOMENTS[name]
        self._floor = _number("floor", floor)
        self._scales: Optional[List[torch.Tensor]] = None

    @torch.no_grad()
    def scales(self) -> List[torch.Tensor]:
        """s of the step that comes next, for each parameter that requires gradients: positive, of float32 or wider.

        The mean of 1 / s^2 over all coordinates is 1: what noise there is in a step's gradient is as large as without
        scaling, and elsewhere. Before the first step all are 1.
        """
        parameters = requiring(self.param_groups)
        if any(hasattr(each, "device_mesh") for each in parameters):
            raise InvalidArgument(
                "parameters of type DTensor are not allowed: scales are made of all coordinates on each rank; use "
                "whole parameters, or the adaptive optimizer as it is"
            )
        roots: List[Optional[torch.Tensor]] = []
        for parameter in parameters:
            moments = self.state.get(parameter, {}).get(self._moments)
            wide = torch.promote_types(parameter.dtype, torch.float32)
            roots.append(None if moments is None else moments.to(wide).sqrt())
        mean = self._mean_square(roots)
        if not 0 < mean < math.inf:
            roots = [None] * len(roots)
        else:
            for each in roots:
                if each is not None:
                    each.add_(self._floor * math.sqrt(mean))
            mean = self._mean_square(roots)
        self._scales = [
            torch.ones_like(parameter, dtype=torch.promote_types(parameter.dtype, torch.float32))
            if root is None
            else root.reciprocal_().mul_(math.sqrt(mean))
            for parameter, root in zip(parameters, roots)
        ]
        return self._scales

    @staticmethod
    def _mean_square(roots: List[Optional[torch.Tensor]]) -> float:
        known = [each for each in roots if each is not None and each.numel() > 0]
        squares = sum(float(each.square().sum(dtype=torch.float64)) for each in known)
        return squares / max(1, sum(each.numel() for each in known))

    @torch.no_grad()
    def step(self, closure: Optional[Callable[[], Any]] = None) -> Any:  # type: ignore[override]
        """Divides the gradients by what they were scaled by, and lets the optimizer step."""
        if closure is not None:
            raise InvalidArgument("closure is not allowed: a step has one gradient, with its noise")
        if self._scales is None:
            raise InvalidArgument(
                "the gradients of examples were not scaled: give scales() to ClippedSum.scales before each step, as "
                "noiseloom.torch.Run does"
            )
        for each, scale in zip(requiring(self.param_groups), self._scales):
            if each.grad is not None:
                each.grad.div_(scale)
        self._scales = None
        return self.original_optimizer.step()

    def zero_grad(self, set_to_none: bool = True) -> None:
        self.original_optimizer.zero_grad(set_to_none=set_to_none)

    def add_param_group(self, param_group: Dict[str, Any]) -> None:
        self.original_optimizer.add_param_group(param_group)

    def state_dict(self) -> Dict[str, Any]:
        """That of the optimizer inside, from which the scales follow."""
        return self.original_optimizer.state_dict()

    def load_state_dict(self, state_dict: Dict[str, Any]) -> None:
        self.original_optimizer.load_state_dict(state_dict)
        self._scales = None

    def __repr__(self) -> str:
        return f"ScaleThenPrivatize({self.original_optimizer!r})"
