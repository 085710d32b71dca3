"""Sums of gradients of examples, each clipped by itself."""

from __future__ import annotations

import functools
import math
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Tuple, Union

import torch

from ._examples import leaves_of, part_of, rebuilt, size_of, tensors_of
from ._ghost import GhostNorms
from ._joined import joined_zeros
from ._models import batched_dropout, check_model, guarded_buffers, mixing_layer, modules_of
from ._models import put_in_place
from ._noise import _shown, _type_name, _whole
from ._noiseloom import InvalidArgument
from ._norms import HALVES, norms_of, norms_of_examples
from ._private_figures import PrivateFigures
from ._scale import _number

Loss = Callable[..., torch.Tensor]
PerExample = Union[str, Callable[[torch.nn.Module, Any], Any]]

_SHORTER = 1 - 1e-6  # of the clip norm: rounding then makes no clipped gradient longer than it
_MICROBATCH, _BYTES = 256, 1 << 28  # of the gradients that a microbatch has at once


def _vmap_and_gradient() -> Tuple[Callable[..., Any], Callable[..., Any]]:
    if hasattr(torch, "func"):
        return torch.func.vmap, torch.func.grad_and_value
    try:
        import functorch
    except ImportError:
        raise InvalidArgument(
            "per_example = vmap is not allowed: this PyTorch has neither torch.func nor functorch; "
            "use loop"
        ) from None
    return functorch.vmap, functorch.grad_and_value


def by_input_and_target(loss: Loss, model: torch.nn.Module, batch: Any) -> Any:
    if not isinstance(batch, (list, tuple)) or len(batch) < 2:
        raise InvalidArgument(
            f"a batch is a {type(batch).__name__}, and loss takes those of (inputs, target): use "
            "compute_loss, a function of the model and the batch"
        )
    return loss(model(*batch[:-1]), batch[-1])


def _scalar(loss: Any) -> torch.Tensor:
    if not isinstance(loss, torch.Tensor) or loss.dim() != 0:
        found = (
            f"a tensor of shape {tuple(loss.shape)}"
            if isinstance(loss, torch.Tensor)
            else type(loss).__name__
        )
        raise InvalidArgument(
            f"the loss of one example is {found}, and has to be a scalar: use its mean or sum "
            "(reduction = mean in PyTorch's own)"
        )
    return loss


class ClippedSum:
    """The sum of the gradients of examples, each clipped by itself over all parameters.

    Calling it with a batch gives a list of tensors, the sum for each of :attr:`parameters`. An example whose gradient
    holds an infinity or a NaN counts as zero, by itself. Gradients are clipped at a norm that is shorter by 10^-6, so
    that rounding makes none of them longer than the clip norm.

    Parameters
    ----------
    model : torch.nn.Module
        Without layers that mix the examples of a batch, such as BatchNorm in training, and without layers that write
        to their buffers.
    parameters : tensors, optional
        By default those of the model that require gradients.
    clip_norm : float
    loss : callable(output, target), optional
        Of a batch ``(input, target)``, or with several inputs, ``loss(model(input), target)``.
    compute_loss : callable(model, batch), optional
        In place of `loss`, for other batches, such as dicts. Both see batches of one example, and return a scalar.
    per_example : "vmap", "loop", "ghost" or callable(model, batch)
        "vmap" computes the gradients of a microbatch at once (torch.func; functorch before PyTorch 2.0), with random
        numbers of its own for each example; "loop" one after the other, for models that vmap cannot take; "ghost" by
        norms of Opacus 1.5 or newer, without the gradients of examples in memory, for layers that it knows and models
        that treat each example of a batch by itself, which only the other two make sure of. A function
        clips by itself, as where the norms follow from what the layers saw: it leaves the sum for its batch in each
        ``parameter.grad``, and what one example adds to it is its own matter.
    microbatch : int, optional
        Examples whose gradients are in memory at once. By default 256, or fewer, whose gradients take 256 MiB; for a
        function all of the batch.
    by_layer : bool
        Clips what an example gives each layer, a module with parameters of its own, by itself: at clip_norm / sqrt(L)
        of L layers, so that all together are no longer than the clip norm. For vmap and loop.
    dtype : torch dtype, optional
        Of the sums: float64 for :class:`noiseloom.ExactRelease`. By default that of each parameter, and float32 for
        those of bfloat16 and float16, which would round a sum by more than an example may change it.

    Attributes
    ----------
    parameters : list of tensors
    clip_norm : float
    scales : list of tensors, or None
        What each example's gradient is multiplied by before it is clipped, for each parameter: what was released
        before, or is public, and nothing else, such as :meth:`ScaleThenPrivatize.scales`. For vmap and loop.
    """

    def __init__(
        self,
        model: torch.nn.Module,
        parameters: Optional[Iterable[torch.nn.Parameter]] = None,
        *,
        clip_norm: float,
        loss: Optional[Loss] = None,
        compute_loss: Optional[Callable[[torch.nn.Module, Any], torch.Tensor]] = None,
        per_example: PerExample = "vmap",
        microbatch: Optional[int] = None,
        by_layer: bool = False,
        dtype: Optional[torch.dtype] = None,
    ) -> None:
        check_model(model)
        self._model = model
        self.clip_norm = _number("clip_norm", clip_norm)
        given = model.parameters() if parameters is None else parameters
        self.parameters = [each for each in given if each.requires_grad]
        if not self.parameters:
            raise InvalidArgument("the model has no parameters that require gradients")
        self._per_example = per_example
        if per_example not in ("vmap", "loop", "ghost") and not callable(per_example):
            raise InvalidArgument(
                f"per_example = {_shown(per_example)} is not allowed: use vmap, loop, ghost or a "
                "function of the model and a batch"
            )
        if by_layer and per_example not in ("vmap", "loop"):
            raise InvalidArgument(
                f"by_layer with per_example = {_shown(per_example)} is not allowed: use vmap or loop, which have the "
                "gradient of each example"
            )
        half = next((each.dtype for each in self.parameters if each.dtype in HALVES), None)
        if half is not None and per_example not in ("vmap", "loop"):
            raise InvalidArgument(
                f"per_example = {_shown(per_example)} is not allowed: it sums in the parameters' type, "
                f"{_type_name(half)}, which rounds a sum by more than an example may change it; use vmap or loop"
            )
        self._compute = self._loss_function(loss, compute_loss)
        if per_example in ("vmap", "ghost"):
            self._vmap, self._gradient = _vmap_and_gradient()
        if per_example == "ghost":
            if loss is None:
                raise InvalidArgument(
                    "compute_loss goes with per_example = vmap or loop: ghost takes loss, of the "
                    "outputs for several examples at once"
                )
            of_batch = loss
            self._ghost = GhostNorms(
                model,
                self.parameters,
                lambda output, target: _scalar(of_batch(output, target)),
                self._vmap,
            )
        # A parameter may stand in several places.
        numbers = {id(each): at for at, each in enumerate(self.parameters)}
        self._places: List[Tuple[Dict[str, Any], str]] = []
        self._numbers: List[int] = []
        for module in model.modules():
            for name, each in module._parameters.items():
                if id(each) in numbers:
                    self._places.append((module._parameters, name))
                    self._numbers.append(numbers[id(each)])
        self._layers = self._layers_of(numbers) if by_layer else [[*range(len(self.parameters))]]
        self.microbatch = self._checked_microbatch(microbatch)
        # Shapes and types of the sums.
        self._kinds = (
            [each.shape for each in self.parameters],
            [
                dtype or (torch.float32 if each.dtype in HALVES else each.dtype)
                for each in self.parameters
            ],
        )
        self.scales: Optional[List[torch.Tensor]] = None
        # Of the last sum, by batch: those clipped, those that are not finite, the sum of losses. Nothing of it is
        # computed before it is asked for, since that takes time and the device would be waited for.
        self._figures: List[Callable[[], Tuple[Any, Any, Any]]] = []
        self._examples = 0

    def _layers_of(self, numbers: Dict[int, int]) -> List[List[int]]:
        """The numbers of the parameters of each module, those that stand in several with the first."""
        left = {at for at in numbers.values() if self.parameters[at].numel() > 0}
        layers = []
        for module in self._model.modules():
            own = {numbers[id(each)] for each in module._parameters.values() if id(each) in numbers}
            if own & left:
                layers.append(sorted(own & left))
                left -= own
        return layers

    def _limit(self) -> float:
        """The norm of what one example may give a layer."""
        return self.clip_norm * _SHORTER / math.sqrt(len(self._layers))

    def _loss_function(self, loss: Any, compute_loss: Any) -> Callable[..., Any]:
        if callable(self._per_example):
            if loss is not None or compute_loss is not None:
                raise InvalidArgument(
                    "loss and compute_loss go with per_example = vmap, loop or ghost: a function clips by "
                    "itself, and computes its loss"
                )
            return self._per_example
        if (loss is None) == (compute_loss is None):
            raise InvalidArgument("one of loss and compute_loss is needed, and not both")
        name = "compute_loss" if loss is None else "loss"
        given = compute_loss if loss is None else loss
        if not callable(given):
            raise InvalidArgument(f"{name} = {_shown(given)} is not allowed: use a function")
        return given if loss is None else functools.partial(by_input_and_target, given)

    def _checked_microbatch(self, microbatch: Optional[int]) -> Optional[int]:
        """The examples of a microbatch; None for all of a batch."""
        if microbatch is not None and _whole("microbatch", microbatch) < 1:
            raise InvalidArgument(
                f"microbatch = {microbatch} is not allowed: use a number of examples, 1 or more"
            )
        if self._per_example == "loop":
            return 1
        if microbatch is not None or callable(self._per_example):
            return microbatch
        if self._per_example == "ghost":
            return _MICROBATCH
        example = sum(each.numel() * each.element_size() for each in self.parameters)
        return max(1, min(_MICROBATCH, _BYTES // max(1, example)))

    @property
    def private(self) -> PrivateFigures:
        """What the last sum's examples came to, which is private."""
        figures = [each() for each in self._figures]
        clipped, not_finite, loss = (sum(float(each[at]) for each in figures) for at in range(3))
        mean = loss / self._examples if self._figures and self._examples > 0 else math.nan
        return PrivateFigures(self._examples, int(clipped), int(not_finite), mean)

    def __call__(self, batch: Any) -> List[torch.Tensor]:
        """The sum over a batch: tensors, or tuples, lists or dicts of tensors, whose first dimension is that of the
        examples."""
        return self.of(self.microbatches(batch))

    def microbatches(self, batch: Any) -> Iterator[Any]:
        """What :meth:`of` takes at once of a batch; none of an empty one."""
        size = size_of(batch)
        step = self.microbatch or max(1, size)
        for begin in range(0, size, step):
            yield part_of(batch, begin, min(size, begin + step))

    def of(self, batches: Iterable[Any], counted: Optional[List[int]] = None) -> List[torch.Tensor]:
        """The sum over several batches, such as microbatches; of none it is zero.

        counted: for vmap, how many of each batch's examples count, the first ones. Others fill it up, so that all
        batches have one shape.

        Raises
        ------
        InvalidArgument
            The model mixes examples or writes to its buffers, the loss of an example is no scalar, or the model cannot
            be taken by vmap.
        """
        modules = modules_of(self._model)
        problem = mixing_layer(self._model, modules)
        if problem is not None:
            raise InvalidArgument(problem)
        self._figures, self._examples = [], 0
        sums = joined_zeros(*self._kinds, [each.device for each in self.parameters])
        if self.scales is not None and self._per_example not in ("vmap", "loop"):
            raise InvalidArgument(
                f"scales with per_example = {_shown(self._per_example)} are not allowed: use vmap or loop, which have "
                "the gradient of each example"
            )
        ways = {
            "vmap": self._add_at_once,
            "loop": self._add_in_turn,
            "ghost": self._add_by_norms,
        }
        add = self._add_theirs if callable(self._per_example) else ways[self._per_example]
        with guarded_buffers(self._model, modules):
            for at, batch in enumerate(batches):
                if counted is None:
                    add(batch, sums)
                else:
                    self._add_at_once(batch, sums, counted[at])
        return sums

    def _loss_of_one(self, batch: Any) -> torch.Tensor:
        return _scalar(self._compute(self._model, batch))

    def _add_at_once(
        self, batch: Any, sums: List[torch.Tensor], counted: Optional[int] = None
    ) -> None:
        """Adds the clipped gradients of a microbatch, computed by vmap: of its first examples, or of all."""
        leaves = tensors_of(batch)
        gradients, losses = self._gradients(batch, leaves)
        if self.scales is not None:
            gradients = [each * scale for each, scale in zip(gradients, self.scales)]
        rows = {
            at: each.reshape(each.shape[0], -1)
            for at, each in enumerate(gradients)
            if each.numel() > 0
        }
        found = [
            norms_of_examples([rows[at] for at in layer if at in rows]) for layer in self._layers
        ]
        norms = found[0][0].unsqueeze(0)
        if len(found) > 1:
            norms = torch.stack([each.to(norms.device) for each, _ in found])
        factors = (self._limit() / norms).clamp_(max=1)
        if counted is None:
            counted = losses.shape[0]
        infinite: Any = 0
        if not all(finite for _, finite in found):
            without = ~torch.isfinite(norms).all(dim=0)
            factors.masked_fill_(without, 0)
            # Zero times an infinity is no number.
            rows = {
                at: each.masked_fill(without.to(each.device)[:, None], 0)
                for at, each in rows.items()
            }
            infinite = without[:counted].sum()
        if counted < losses.shape[0]:
            factors[:, counted:] = 0
        for layer, own in zip(self._layers, factors.to(sums[0]).unbind()):
            for total, each in [(sums[at], rows[at]) for at in layer if at in rows]:
                if each.dtype != total.dtype:
                    each = each.to(total.dtype)
                if own.dtype != total.dtype or own.device != total.device:
                    own = own.to(total)
                total.view(-1).addmv_(each.t(), own)
        self._examples += counted
        # Those that are clipped have factors below 1, which the others have whose factor is 0.
        factors, losses = factors[:, :counted], losses[:counted]
        self._figures.append(
            lambda: ((factors < 1).any(dim=0).sum() - infinite, infinite, losses.sum())
        )

    def _gradients(
        self, batch: Any, leaves: List[torch.Tensor]
    ) -> Tuple[List[torch.Tensor], torch.Tensor]:
        """The gradients and losses of each example."""

        def loss_of(values: List[torch.Tensor], example: List[torch.Tensor]) -> torch.Tensor:
            one = rebuilt(batch, iter([each.unsqueeze(0) for each in example]))
            with put_in_place(self._places, [values[at] for at in self._numbers]):
                return self._loss_of_one(one)

        values = [each.detach() for each in self.parameters]
        at_once = self._vmap(self._gradient(loss_of), in_dims=(None, 0), randomness="different")
        try:
            with torch.enable_grad(), batched_dropout():
                gradients, losses = at_once(values, leaves)
        except RuntimeError as reason:
            if isinstance(reason, InvalidArgument) or type(reason).__name__ == "OutOfMemoryError":
                raise
            try:
                self._loss_of_one(part_of(batch, 0, 1))
            except Exception as own:  # what is the matter without vmap, too
                raise own from None
            raise InvalidArgument(
                f"the gradients of several examples cannot be computed at once ({reason}): use "
                "per_example = loop, which takes one example at a time"
            ) from reason
        if losses.requires_grad:  # its graph leads to a parameter that was not replaced
            raise InvalidArgument(
                "the loss uses a parameter that does not stand in the model where vmap replaces it, "
                "as recurrent layers and functions that hold one do: use per_example = loop"
            )
        return gradients, losses

    def _add_in_turn(self, batch: Any, sums: List[torch.Tensor]) -> None:
        """Adds the clipped gradients of a batch, one example after the other."""
        several = all(isinstance(each, torch.Tensor) for each in leaves_of(batch))
        size = size_of(batch) if several else 1
        for at in range(size):
            one = batch if size == 1 else part_of(batch, at, at + 1)
            self._add_one(one, sums)

    def _add_one(self, batch: Any, sums: List[torch.Tensor]) -> None:
        with torch.enable_grad():
            loss = self._loss_of_one(batch)
        gradients: Iterable[Optional[torch.Tensor]] = [None] * len(sums)
        if loss.requires_grad:
            gradients = torch.autograd.grad(loss, self.parameters, allow_unused=True)
        dense = [
            each.to_dense() if each is not None and each.is_sparse else each for each in gradients
        ]
        if self.scales is not None:
            dense = [
                None if each is None else each * scale for each, scale in zip(dense, self.scales)
            ]
        norms = [math.hypot(*norms_of([dense[at] for at in layer])) for layer in self._layers]
        limit = self._limit()
        finite = all(norm < math.inf for norm in norms)  # which no NaN is
        for layer, norm in zip(self._layers, norms):
            factor = limit / norm if norm > limit else 1.0
            for total, each in [(sums[at], dense[at]) for at in layer]:
                if finite and each is not None:
                    total.add_(each, alpha=factor)
        self._examples += 1
        clipped = finite and any(norm > limit for norm in norms)
        figures = clipped, not finite, loss.detach()
        self._figures.append(lambda: figures)

    def _add_by_norms(self, batch: Any, sums: List[torch.Tensor]) -> None:
        """Adds the clipped gradients of a batch by Opacus's norms."""
        figures = self._ghost.add(batch, sums, self.clip_norm)
        self._examples += size_of(batch)
        self._figures.append(lambda: figures)

    def _add_theirs(self, batch: Any, sums: List[torch.Tensor]) -> None:
        """Adds the sum that the function leaves in the gradients."""
        for each in self.parameters:
            each.grad = None
        with torch.enable_grad():
            self._compute(self._model, batch)
        with torch.no_grad():
            for total, each in zip(sums, self.parameters):
                if each.grad is not None:
                    total.add_(each.grad)
                each.grad = None
        self._examples += next(
            (len(each) for each in leaves_of(batch) if isinstance(each, torch.Tensor)), 0
        )
