"""Noise around any optimizer of PyTorch."""

from __future__ import annotations

import functools
import inspect
import os
import warnings
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple, Union

import torch

from ._answers import ClaimWarning
from ._around import Around
from ._design import Design
from ._device_noise import DeviceNoise
from ._gradient_noise import GradientNoise, Take
from ._left_gradients import LeftGradients
from ._loader import loader_of
from ._noise import Key, Noise, _shown
from ._noiseloom import InvalidArgument
from ._opacus import check_not_private, followed, requiring, unguarded
from ._recording import Recording
from ._scale import check_clip_norm, divisor_of
from ._sharded import local


def _has_stepped(optimizer: torch.optim.Optimizer) -> bool:
    """True if it has taken a step. Some optimizers have a state before that, whose "step" is 0."""

    def has(state: Dict[str, Any]) -> bool:
        if state.get("step") is not None:
            return float(state["step"]) > 0
        tensors = [local(each) for each in state.values() if isinstance(each, torch.Tensor)]
        return any(bool(each.any()) for each in tensors)

    return any(has(each) for each in optimizer.state.values() if isinstance(each, dict))


def _needs_closure(optimizer: Any) -> bool:
    """True if it evaluates the gradient several times a step, as LBFGS does."""
    closure = inspect.signature(optimizer.step).parameters.get("closure")
    return closure is not None and closure.default is inspect.Parameter.empty


class PrivateOptimizer(Around):
    """An optimizer that adds a design's noise to the gradients before each of its steps.

    At each :meth:`step` every ``parameter.grad`` must hold the sum of the clipped gradients of the step's whole batch
    (``reduction="sum"``), or that sum divided by `batch_size` (``reduction="mean"``). Accumulate over micro-batches by
    calling ``backward()`` for each and :meth:`step` once: the noise is added once, and scaled once. A parameter without
    a gradient gets the noise alone, as does an empty batch.

    Parameters
    ----------
    optimizer : torch.optim.Optimizer
        Takes the step.
    design : Design
    key : bytes of length 32, or path of a key file
    clip_norm : float
        Norm to which each example's gradient is clipped: must be the design's.
    reduction : "sum" or "mean"
        What the gradients are when :meth:`step` is called. There is no default: noise for the sum added to a mean
        is too much by the factor of the batch, and the reverse breaks the claim.
    batch_size : float
        With "mean": the number that the sum was divided by, the same for every step: the design's batch N k / n.
        Under DistributedDataParallel, which divides by the number of ranks, each rank divides by its part of it
        (:class:`noiseloom.torch.BatchSampler`).
    generator : "processor", "device" or "device-own"
        Noise of core, the same to the bit everywhere; that of :class:`DeviceNoise`, on the parameters' device; or that
        of the device's own generator, with the limits of :class:`DeviceGeneratorNoise`.
    distributed : bool
        Each rank of torch.distributed makes one shard of the noise, and all get all of it. Otherwise each process
        makes all of it.
    record : path, optional
        File for a record of each step (:class:`noiseloom.Record`; its release is the noisy gradients), which
        ``noiseloom-cli verify --job`` compares with the claim. Each rank needs a file of its own. A resumed run
        continues the file. :meth:`step` then needs its `batch`.
    follow : bool
        Traces the first step from the gradients to the parameters, and refuses it if anything else
        moves them. False for an optimizer that computes outside of PyTorch, as in NumPy.
    dataset_size : int
        Number of examples: needed if the design does not state it, and with a record.
    threads, prefetch
        As for :meth:`Design.noise`, with generator = processor: how the noise is made, of the same bits. By default the
        next step's noise is made ahead where the parameters are on a device.
    rounding : "nearest" or "stochastic"
        Of noisy gradients to parameters of bfloat16 and float16: stochastic rounding takes either of the two values
        around, as likely as it is near, so that small gradients are kept on average. It draws public random numbers,
        the same on all ranks and after a resume. How the optimizer rounds the parameters is its own matter.
    """

    def __init__(
        self,
        optimizer: torch.optim.Optimizer,
        design: Design,
        key: Key,
        *,
        clip_norm: float,
        reduction: str,
        batch_size: Optional[float] = None,
        generator: str = "processor",
        distributed: bool = False,
        record: Union[str, "os.PathLike[str]", None] = None,
        dataset_size: Optional[int] = None,
        follow: bool = True,
        threads: int = 1,
        prefetch: Optional[bool] = None,
        rounding: str = "nearest",
    ) -> None:
        check_clip_norm(design, clip_norm)
        if not callable(getattr(optimizer, "step", None)) or not hasattr(optimizer, "param_groups"):
            raise InvalidArgument(
                f"optimizer = {_shown(optimizer)} is not allowed: use one of torch.optim, or one like it"
            )
        check_not_private(optimizer)
        if _needs_closure(optimizer):
            raise InvalidArgument(
                f"{type(optimizer).__name__} is not allowed: it evaluates the gradient several "
                "times a step, and each takes noise of its own"
            )
        self._divisor = divisor_of(design, reduction, batch_size, dataset_size)
        self.original_optimizer = optimizer
        self.reduction = reduction
        self.batch_size = batch_size
        self._stated_division = (reduction, batch_size)
        self._clip_norm = design.clip_norm
        self._gradient_noise = GradientNoise(
            requiring(optimizer.param_groups),
            design,
            key,
            generator,
            distributed,
            dataset_size,
            threads,
            prefetch,
            rounding,
        )
        parts = self._gradient_noise.parts
        if parts is not None and not parts.same(record is not None):
            raise InvalidArgument(
                "record is not given on all ranks: where each has a part of the parameters, all of them gather what is "
                "recorded, so give each rank a file of its own"
            )
        self._left = LeftGradients(self._gradient_noise.parameters)
        self._first = True
        self.goes_on = False  # True: a run before this one has taken steps of the optimizer
        self._given: Optional[Tuple[Any, Optional[Sequence[Optional[torch.Tensor]]]]] = None
        self._follow = bool(follow)
        self._recording = None
        if record is not None:
            self._recording = Recording(
                record,
                dataset_size,
                generator,
                "parameters",
                clip_norm=clip_norm,
                reduction=reduction,
                batch_size=batch_size,
            )

        self._of_run = False

    def serve_run(self) -> None:
        """For a Run, which hands over new gradients at each step and wants none back, and asks for the state before it
        writes a checkpoint."""
        self._of_run = True
        if self._recording is not None:
            self._recording.flush_each_line = False

    @property
    def noise(self) -> Union[Noise, DeviceNoise]:
        """The noise of this process's shard."""
        return self._gradient_noise.noise

    # GradScaler then passes infinities on to step() instead of skipping it: noise and batches would get out of step.
    _step_supports_amp_scaling = True

    def give(
        self, batch: Any, gradients: Optional[Sequence[Optional[torch.Tensor]]] = None
    ) -> None:
        """What the next :meth:`step` takes if it is called without them, as Accelerate's ``prepared.step()`` does."""
        self._given = batch, gradients

    def loader(
        self,
        data: Any,
        collate_fn: Optional[Callable[[List[Any]], Any]] = None,
        *,
        shard: Optional[Tuple[int, int]] = None,
    ) -> Iterator[Any]:
        """The batches of the steps that are left, on the parameters' device, as the design and the key have them. Each
        is given when the step before it was taken, which then needs no `batch`: whatever calls :meth:`step`, as
        Accelerate's prepared optimizer, the record has it. Not for ``accelerator.prepare``.

        Parameters
        ----------
        data : tuple of tensors or arrays, or data set
            As for :class:`Run`; a batch that is empty has tensors without rows.
        collate_fn : callable(list of examples), optional
            As that of ``torch.utils.data.DataLoader``.
        shard : (rank, world), optional
            This process's share of each batch, as for :class:`BatchSampler`.

        Raises
        ------
        InvalidArgument
            The data have another number of examples; while it iterates: no step was taken, or several, since the batch
            before.

        Examples
        --------
        >>> for images, labels in optimizer.loader((images, labels)):  # doctest: +SKIP
        ...     sums = clipped((images, labels))
        ...     for parameter, each in zip(model.parameters(), sums): parameter.grad = each / optimizer.batch_size
        ...     optimizer.step()
        """
        return loader_of(self, data, collate_fn, shard)

    def step(  # type: ignore[override]
        self,
        closure: Optional[Callable[[], Any]] = None,
        *,
        batch: Any = None,
        gradients: Optional[Sequence[Optional[torch.Tensor]]] = None,
        **scaler: Any,
    ) -> Any:
        """Adds the step's noise and takes the step. Raises InvalidArgument after the design's
        last step, and if the gradients cannot be sums of clipped ones: then no noise was made, and
        the step may be taken again.

        Parameters
        ----------
        batch : integers, optional
            Indices of all examples in the gradients, on whatever rank, each once, increasing: for the
            record, and compared with the batch of the run's key.
        gradients : sequence of tensors, optional
            In place of every ``parameter.grad``, in the parameters' order, and left as they are: float32 for
            parameters of bfloat16 and float16, whose own type would round a sum by more than an example may change
            it. What noise was added to is rounded to the parameters' type.
        """
        # Named in the signature, grad_scaler would make newer GradScalers pass themselves with a warning.
        unknown = scaler.keys() - {"grad_scaler"}
        if unknown:
            raise TypeError(
                f"step() has no argument {min(unknown)}: use closure, batch and gradients"
            )
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        if self._given is not None and batch is None:
            batch = self._given[0]
            gradients = self._given[1] if gradients is None else gradients
        if isinstance(batch, torch.Tensor):
            batch = batch.cpu()
        try:
            problem = self._problem(gradients, bool(scaler))
            self._take_step(
                batch, problem, self._scale_of(**scaler), self._taking(gradients, problem)
            )
        except BaseException:
            self._forget_scale()
            raise
        self._given = None
        return loss

    def _taking(self, given: Optional[Sequence[Any]], problem: Optional[str]) -> Take:
        """What a step takes as each parameter's gradient."""
        if given is None or problem is not None:
            return lambda each: each.grad
        parameters = self._gradient_noise.parameters
        copies = {
            id(each): None if gradient is None else gradient.detach().clone()
            for each, gradient in zip(parameters, given)
        }
        return lambda each: copies[id(each)]

    def _wrongly_given(self, given: Sequence[Any], scaler: bool) -> Optional[str]:
        if scaler or hasattr(self, "grad_scale"):
            return "gradients = sums goes without GradScaler, which scales back what is in parameter.grad alone"
        shapes = [None if each is None else tuple(each.shape) for each in given]
        parameters = self._gradient_noise.parameters
        if len(shapes) == len(parameters) and all(
            shape in (None, tuple(each.shape)) for shape, each in zip(shapes, parameters)
        ):
            return None
        return (
            f"gradients = {len(shapes)} tensors is not allowed: use one of its shape for each of the "
            f"{len(parameters)} parameters that require gradients, in their order"
        )

    def _problem(self, given: Optional[Sequence[Any]], scaler: bool) -> Optional[str]:
        """The problem that does not depend on the gradients' values, or None."""
        if [id(each) for each in requiring(self.param_groups)] != [
            id(each) for each in self._gradient_noise.parameters
        ]:
            return "the optimizer's parameters are no longer those that the noise was made for"
        if (self.reduction, self.batch_size) != self._stated_division:
            reduction, batch_size = self._stated_division
            return (
                f"at step {self.noise.step} gradients are divided by {_shown(self.batch_size)} "
                f"(reduction = {_shown(self.reduction)}), and were by {batch_size} ({reduction}): "
                "divide by the same number at each step, whatever came up"
            )
        if given is not None:
            problem = self._wrongly_given(given, scaler)
            if problem is not None:
                return problem
        elif self._left.any():
            return (
                "a gradient holds the last step's noise still: call zero_grad() before backward()"
            )
        return unguarded(self.param_groups)

    def _take_step(self, batch: Any, problem: Optional[str], scale: float, take: Take) -> None:
        """Adds the noise, writes the record and moves the parameters. An error after the noise was made
        restores parameters, gradients and noise."""
        recording, first = self._recording, self._first
        ready = None if recording is None else lambda: recording.begin(self.noise)
        if recording is not None:
            problem = problem or recording.problem_of(batch)
        undo = None
        if recording is not None or first:
            undo = self._gradient_noise.undo(in_place=True, kept=not self._of_run)
        self._gradient_noise.add(self._divisor, take, batch, problem, ready, scale)
        try:
            line = self._line(batch)
            if first:
                self._first_move(line)
            else:
                line()
        except BaseException:  # a full disk, too
            if undo is not None:
                undo()
            raise
        try:
            if not first:
                self.original_optimizer.step()
        finally:
            if not self._of_run:
                self._left.remember()  # where the optimizer fails, too: the noise is in the gradients

    def _line(self, batch: Any) -> Callable[[], None]:
        """Returns a function that writes the step's line; for the first step it is called after the move is checked."""
        if self._recording is None:
            return lambda: None
        noise = self._gradient_noise
        return self._recording.line(
            batch, noise.own, noise.parameters, self._clip_norm, later=self._first
        )

    def _scale_of(self, grad_scaler: Any = None) -> float:
        """The factor by which GradScaler's gradients are still to be divided: older versions pass
        themselves, newer ones set an attribute."""
        if grad_scaler is not None:
            if grad_scaler._per_optimizer_states[id(self)]["stage"].name == "READY":
                grad_scaler.unscale_(self)
            return 1.0
        scale = getattr(self, "grad_scale", None)
        return 1.0 if scale is None else float(scale)

    def _forget_scale(self) -> None:
        """To be called after a refused step: GradScaler removes its attributes only after one that was taken."""
        for name in ("grad_scale", "found_inf"):
            self.__dict__.pop(name, None)

    def _first_move(self, line: Callable[[], None]) -> None:
        """Takes the optimizer's first step, traced from the gradients to the parameters, and writes its line."""
        if self.noise.step == 1 and not self.goes_on and _has_stepped(self.original_optimizer):
            warnings.warn(
                "the optimizer has taken steps before, and the noise begins at step 0: if this run "
                "goes on, load the state of "
                "PrivateOptimizer first (load_state_dict), or the noise of step 0 is used twice",
                ClaimWarning,
                stacklevel=4,
            )
        followed(self._gradient_noise.parameters, self.original_optimizer, line, self._follow)
        self._first = False

    def flush(self) -> None:
        """Waits until the lines of the record, if there is one, are on the disk."""
        if self._recording is not None:
            self._recording.flush()

    def finish(self) -> None:
        """Marks in the record that the run ends, if that is before the design's last step."""
        if self._recording is None:
            raise InvalidArgument("there is no record: give `record` and `dataset_size`")
        self._recording.finish()

    def zero_grad(self, set_to_none: bool = True) -> None:
        self.original_optimizer.zero_grad(set_to_none=set_to_none)
        self._left.forget()

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise InvalidArgument(
            "a PrivateOptimizer is not copied or pickled, as two would make the same noise: save its state_dict()"
        )

    def add_param_group(self, param_group: Dict[str, Any]) -> None:
        raise InvalidArgument(
            "parameters cannot be added: the noise is made for those of the beginning"
        )

    def state_dict(self) -> Dict[str, Any]:
        """The states of the optimizer and of the noise: its step and identity, but neither key nor noise."""
        self.flush()
        return {
            "optimizer": self.original_optimizer.state_dict(),
            "noise": self.noise.state_dict(),
            "reduction": self.reduction,
            "batch_size": self.batch_size,
            "parameters": self._gradient_noise.places(),
        }

    def load_state_dict(self, state_dict: Dict[str, Any]) -> None:
        """Continues from a checkpoint. The noise is loaded first, and refuses a checkpoint that does not fit."""
        if not {"optimizer", "noise", "reduction", "batch_size"} <= state_dict.keys():
            raise InvalidArgument(
                "the state is not that of a PrivateOptimizer: give what its state_dict() returned, "
                "not the optimizer's inside"
            )
        for name in ("reduction", "batch_size"):
            if state_dict[name] != getattr(self, name):
                raise InvalidArgument(
                    f"the state has {name} = {state_dict[name]}, and this optimizer {getattr(self, name)}"
                )
        load = functools.partial(self.original_optimizer.load_state_dict, state_dict["optimizer"])
        self._gradient_noise.load(state_dict["noise"], state_dict.get("parameters"), load)

    def __repr__(self) -> str:
        scale = f"reduction={self.reduction!r}, batch_size={self.batch_size}"
        return f"PrivateOptimizer({self.original_optimizer!r}, {scale})"
