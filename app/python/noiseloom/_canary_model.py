"""A model with coordinates for canaries beside its own."""

from __future__ import annotations

import functools
from typing import Any, Callable, Optional, Tuple

import torch

from ._clipped_sum import by_input_and_target, Loss, PerExample, _scalar
from ._noiseloom import InvalidArgument


class _WithCanaries(torch.nn.Module):
    def __init__(self, model: torch.nn.Module, coordinates: torch.nn.Parameter) -> None:
        super().__init__()
        self.model, self.coordinates = model, coordinates
        self.training = model.training  # not train(), which would change the layers inside


def _loss(compute: Callable[..., Any], model: _WithCanaries, batch: Any) -> torch.Tensor:
    """Of one example: its own, or of a canary the product with its coordinates, of which its row is the gradient."""
    given, row, own = batch
    return _scalar(compute(model.model, given)) * own.sum() + (row * model.coordinates).sum()


def with_canaries(
    model: torch.nn.Module,
    optimizer: torch.optim.Optimizer,
    count: int,
    loss: Optional[Loss],
    compute_loss: Optional[Callable[..., torch.Tensor]],
    per_example: PerExample,
) -> Tuple[_WithCanaries, Callable[..., torch.Tensor]]:
    """The model and its loss, for batches (batch, rows of canaries, 1 for an example of its own). Adds the coordinates
    to the optimizer's first group."""
    if per_example not in ("vmap", "loop"):
        raise InvalidArgument(
            "canaries go with per_example = vmap or loop, which clip all coordinates"
        )
    if (loss is None) == (compute_loss is None):
        raise InvalidArgument("one of loss and compute_loss is needed, and not both")
    first = optimizer.param_groups[0]["params"]
    coordinates = torch.nn.Parameter(
        torch.zeros(count, dtype=first[0].dtype, device=first[0].device)
    )
    first.append(coordinates)
    compute: Any = compute_loss
    if loss is not None:
        compute = functools.partial(by_input_and_target, loss)
    return _WithCanaries(model, coordinates), functools.partial(_loss, compute)
