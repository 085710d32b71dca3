"""Sums of clipped gradients by Opacus's norms, without the gradients of single examples."""

from __future__ import annotations

import math
from typing import Any, Callable, List, Tuple

import torch

from ._examples import part_of, rebuilt, size_of, tensors_of
from ._noiseloom import InvalidArgument
from ._norms import norms_of

_SHORTER = 1 - 1e-5  # of the clip norm: Opacus computes norms in float32 from products of matrices
_CLOSE = 1e-3  # of the norm of an example, to that of its gradient


class GhostNorms:
    """Clips by two passes: the first gives the norm of each example's gradient, by Opacus's hooks, and the second the
    gradient of the losses, each times the factor of its example.

    What the hooks do not see, such as a weight that is used outside of its layer, is missing in the norms. So those of
    one example are compared with its gradient before any sum is made.
    """

    def __init__(
        self,
        model: torch.nn.Module,
        parameters: List[torch.nn.Parameter],
        loss_of: Callable[[Any, Any], torch.Tensor],
        vmap: Callable[..., Any],
    ) -> None:
        """loss_of: of the output and the target of a batch of one example."""
        try:
            from opacus.grad_sample import GradSampleModuleFastGradientClipping as Hooks
        except ImportError:
            raise InvalidArgument(
                "per_example = ghost is not allowed: it needs Opacus, from version 1.5 on; use vmap"
            ) from None
        self._model, self._parameters = model, parameters
        self._vmap, self._loss_of = vmap, loss_of
        try:
            self._hooks = Hooks(model, loss_reduction="sum", use_ghost_clipping=True)
        except NotImplementedError as reason:
            raise self._unknown(str(reason)) from reason
        self._hooks.remove_hooks()  # which stand on the model only meanwhile: it may be another's, too
        self._compared = False

    @staticmethod
    def _unknown(why: str) -> InvalidArgument:
        return InvalidArgument(
            f"Opacus cannot give the norms of this model's gradients ({why}): use per_example = vmap or loop"
        )

    def add(
        self, batch: Any, sums: List[torch.Tensor], clip_norm: float
    ) -> Tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Adds the clipped gradients of a batch. Returns how many were clipped, and were not finite, and the sum of the
        losses."""
        if not isinstance(batch, (list, tuple)) or len(batch) < 2:
            raise InvalidArgument(
                f"a batch is a {type(batch).__name__}, and per_example = ghost takes those of (inputs, target)"
            )
        at = 0
        while not self._compared and at < size_of(batch):
            self._compared = self._compare(part_of(batch, at, at + 1))
            at += 1
        losses, norms = self._norms(batch)
        finite = torch.isfinite(norms)
        infinite = (~finite).sum()
        if bool(infinite):
            # The others again, by themselves: zero times an infinity is no number.
            rest = rebuilt(
                batch, iter([each[finite.to(each.device)] for each in tensors_of(batch)])
            )
            clipped = torch.zeros_like(infinite)
            if size_of(rest) > 0:
                clipped, _, _ = self.add(rest, sums, clip_norm)
            return clipped, infinite, losses.detach().sum()
        limit = clip_norm * _SHORTER
        factors = (limit / norms).clamp(max=1)
        self._clear()
        (losses * factors.to(losses)).sum().backward()
        for total, each in zip(sums, self._parameters):
            if each.grad is not None:
                total.add_(each.grad)
        self._clear()
        return (factors < 1).sum(), infinite, losses.detach().sum()

    def _clear(self) -> None:
        for each in self._parameters:
            each.grad = None

    def _norms(self, batch: Any) -> Tuple[torch.Tensor, torch.Tensor]:
        """The losses of the examples, whose graph is kept, and the norms of their gradients."""
        for each in self._parameters:
            each._norm_sample = each.grad_sample = None  # type: ignore[attr-defined]
            each._forward_counter = 0  # type: ignore[attr-defined]
        for module in self._model.modules():  # a pass that failed leaves some
            module.__dict__.pop("activations", None)
        self._hooks.add_hooks(loss_reduction="sum")
        try:
            with torch.enable_grad():
                output = self._model(*batch[:-1])
                losses = self._vmap(
                    lambda made, target: self._loss_of(made.unsqueeze(0), target.unsqueeze(0)),
                    randomness="different",
                )(output, batch[-1])
                losses.sum().backward(retain_graph=True)
        except (InvalidArgument, MemoryError):
            raise
        except Exception as reason:
            if type(reason).__name__ == "OutOfMemoryError":
                raise
            raise self._unknown(f"{type(reason).__name__}: {reason}") from reason
        finally:
            self._hooks.remove_hooks()
        found = [(each, each._norm_sample) for each in self._parameters]  # type: ignore[attr-defined]
        if any(norms is None and each.grad is not None for each, norms in found):
            raise self._unknown("a parameter has none; is its layer in train()?")
        parts = [norms for _, norms in found if norms is not None]
        if any(tuple(each.shape) != (len(losses),) for each in parts):
            raise self._unknown("they are not one for each example")
        if not parts:
            return losses, torch.zeros(len(losses), dtype=torch.float64, device=losses.device)
        device = losses.device
        together = torch.stack([each.to(device, torch.float64) for each in parts]).norm(dim=0)
        return losses, together

    def _compare(self, one: Any) -> bool:
        """Compares the norm of an example with its gradient; False if that says nothing."""
        losses, norms = self._norms(one)
        # From the same graph, and so with the same dropout.
        self._clear()
        losses.sum().backward()
        gradients = [each.grad for each in self._parameters if each.grad is not None]
        norm = math.hypot(*norms_of(gradients))
        self._clear()
        if norm < math.inf and abs(float(norms[0]) - norm) > _CLOSE * norm:
            raise self._unknown("that of an example is not its gradient's")
        return 0 < norm < math.inf
