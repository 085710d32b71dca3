"""A clip norm that follows a quantile of the gradients' norms, within the claim of the design."""

from __future__ import annotations

import math
from typing import Any, Callable, Dict, List, Optional

import torch

from ._around import Around
from ._learned_norm import FURTHEST, learned_norm
from ._noiseloom import InvalidArgument
from ._opacus import check_not_private, requiring
from ._private_figures import PrivateFigures
from ._scale import _number


class AdaptiveClip(Around):
    """An optimizer whose gradients are clipped at a norm that is learned on the way (adaptive-clipping; docs/math.md,
    section 10.15).

    Each example's gradient is clipped at the norm of the step, and says in one more coordinate of the sum whether it
    was shorter. Both together are no longer than the design's clip norm, which is a unit then: the claim is the
    design's, for a share of its noise. After each step the norm grows or shrinks by the factor
    exp(-rate (share of shorter gradients - quantile)), where that share has the noise of the sum.

    Give it to :class:`Run` in the place of the optimizer.

    Parameters
    ----------
    optimizer : torch.optim.Optimizer
    start : float
        The norm of the first step, in the units of the gradients: such as 1, or what a public task had.
    quantile : float
        Share of the gradients that are to be shorter than the norm, 0 to 1.
    rate : float
        How fast the norm is learned: a step in which all are shorter divides it by exp(rate (1 - quantile)).
    share : float
        Of the squared clip norm, that goes to the coordinate: noise in the gradients grows by the factor
        1 / sqrt(1 - share), and the share of shorter gradients has noise of stddev / (2 sqrt(share) B).

    Attributes
    ----------
    norm : float
        At which gradients of the step that comes next are clipped: released, as the model is.

    Examples
    --------
    >>> optimizer = noiseloom.torch.AdaptiveClip(torch.optim.SGD(model.parameters(), lr=0.1), start=1)  # doctest: +SKIP
    >>> run = noiseloom.torch.Run(design, "run.key", model, optimizer, data, loss=loss)  # doctest: +SKIP
    """

    def __init__(
        self,
        optimizer: torch.optim.Optimizer,
        *,
        start: float,
        quantile: float = 0.5,
        rate: float = 0.2,
        share: float = 0.01,
    ) -> None:
        check_not_private(optimizer)
        if isinstance(optimizer, Around):
            raise InvalidArgument(
                f"optimizer = {type(optimizer).__name__} is not allowed: use one of PyTorch; of several scales "
                "of the gradients it would not be known which the norm is of"
            )
        self.original_optimizer = optimizer
        self.norm = _number("start", start)
        self._learned = learned_norm(quantile, rate, share)
        first = requiring(self.param_groups)[0]
        wide = torch.promote_types(first.dtype, torch.float32)
        self.mark = torch.nn.Parameter(torch.zeros(1, dtype=wide, device=first.device))
        self.param_groups[-1]["params"].append(self.mark)  # the last of all
        self._unit: Optional[float] = None  # the design's clip norm, once a sum is in its units

    def in_units(
        self, sums: List[torch.Tensor], figures: PrivateFigures, clip_norm: float
    ) -> List[torch.Tensor]:
        """The sums of gradients clipped at `norm` in parts of `clip_norm`, in place, and the sum of the marks: for each
        example 1, or -1 where it was clipped, and 0 where its gradient was not finite."""
        self._unit = clip_norm
        for each in sums:
            each.mul_(self._learned.units(self.norm, clip_norm))
        marks = figures.examples - figures.not_finite - 2 * figures.clipped
        return [*sums, torch.full_like(self.mark, marks * self._learned.mark(clip_norm))]

    @torch.no_grad()
    def step(self, closure: Optional[Callable[[], Any]] = None) -> Any:  # type: ignore[override]
        """Gives the gradients their units, lets the optimizer step, and moves the norm."""
        if closure is not None:
            raise InvalidArgument("closure is not allowed: a step has one gradient, with its noise")
        if self._unit is None or self.mark.grad is None:
            raise InvalidArgument(
                "the gradients were not clipped at `norm`: AdaptiveClip is for noiseloom.torch.Run, which does so"
            )
        growth = self._learned.growth(float(self.mark.grad), self._unit)
        back = 1 / self._learned.units(self.norm, self._unit)
        for each in requiring(self.param_groups):
            if each is not self.mark and each.grad is not None:
                each.grad.mul_(back)
        self.mark.grad = None
        found = self.original_optimizer.step()
        moved = math.log(self.norm) + growth
        furthest = math.log(FURTHEST)
        self.norm = math.exp(min(furthest, max(-furthest, moved)))
        self._unit = None
        return found

    def zero_grad(self, set_to_none: bool = True) -> None:
        self.original_optimizer.zero_grad(set_to_none=set_to_none)

    def add_param_group(self, param_group: Dict[str, Any]) -> None:
        self.original_optimizer.add_param_group(param_group)

    def code(self) -> str:
        """By which ranks see whether they clip alike."""
        return self._learned.code(self.norm)

    def state_dict(self) -> Dict[str, Any]:
        """The optimizer's, the norm, and what it follows."""
        return {
            "optimizer": self.original_optimizer.state_dict(),
            "norm": self.norm,
            **self._learned.settings(),
        }

    def load_state_dict(self, state_dict: Dict[str, Any]) -> None:
        if not {"optimizer", "norm", *self._learned.settings()} <= state_dict.keys():
            raise InvalidArgument(
                "the state is not that of an AdaptiveClip: go on with the optimizer that the run began with"
            )
        for name, own in self._learned.settings().items():
            if state_dict[name] != own:
                raise InvalidArgument(
                    f"{name} = {own} is not allowed: use {state_dict[name]}, with which the run began"
                )
        self.original_optimizer.load_state_dict(state_dict["optimizer"])
        self.norm = _number("norm", state_dict["norm"])
        self._unit = None

    def __repr__(self) -> str:
        return f"AdaptiveClip({self.original_optimizer!r}, norm={self.norm:g})"
