"""A design's noise in Opacus's optimizer, and checks of optimizers that noise cannot be added to."""

from __future__ import annotations

import contextlib
import copy
import functools
import os
import types
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Union

import torch

from ._accountant import ClaimAccountant
from ._design import Design
from ._device_noise import DeviceNoise
from ._gradient_noise import GradientNoise
from ._moves import Moves
from ._noise import Key, Noise, _shown, _type_name
from ._noiseloom import InvalidArgument
from ._norms import HALVES
from ._recording import Recording
from ._scale import check_clip_norm, check_divisor


def check_not_private(optimizer: torch.optim.Optimizer) -> None:
    """Refuses an optimizer that adds noise itself: it would take its gradients from elsewhere,
    without the noise added here."""
    inner: Any = optimizer
    while inner is not None:
        if hasattr(inner, "_gradient_noise") or callable(getattr(inner, "add_noise", None)):
            raise InvalidArgument(
                f"{type(inner).__name__} adds noise itself: give PrivateOptimizer the optimizer inside of it, or use "
                "attach() for an optimizer of Opacus"
            )
        inner = getattr(inner, "original_optimizer", None)


# Optimizers of Opacus that attach() refuses: the first changes its clip norm from step to step and
# adds noise elsewhere too, the others add noise on one rank alone.
_NOT_TO_BE_ATTACHED = (
    "AdaClipDPOptimizer",
    "DistributedDPOptimizer",
    "DistributedPerLayerOptimizer",
    "FSDPOptimizerFastGradientClipping",
    "DistributedDPOptimizerFastGradientClipping",
    "SimpleDistributedPerLayerOptimizer",
)


def requiring(groups: Iterable[Dict[str, Any]]) -> List[torch.nn.Parameter]:
    return [each for group in groups for each in group["params"] if each.requires_grad]


def unguarded(groups: Iterable[Dict[str, Any]]) -> Optional[str]:
    """The problem if a parameter would move without noise, or None."""
    if any(
        each.grad is not None and not each.requires_grad
        for group in groups
        for each in group["params"]
    ):
        return (
            "a parameter with requires_grad = False has a gradient, by which it would move without "
            "noise: set its .grad to None, or leave it "
            "out of the optimizer"
        )
    return None


def followed(
    parameters: List[torch.nn.Parameter],
    optimizer: torch.optim.Optimizer,
    then: Callable[[], None],
    follow: bool,
) -> None:
    """Takes a step, traced from the gradients to the parameters if `follow`, and calls `then`. If either
    fails, or something else than the gradients moves the parameters, these and the optimizer's state are restored.
    """
    moves = Moves(parameters)
    moves.watch(each.grad for each in parameters if each.grad is not None)
    with put_back(parameters, optimizer):
        with moves if follow else contextlib.nullcontext():
            optimizer.step()
        if follow:
            moves.check(optimizer)
        then()


def _state_of(optimizer: Any) -> Callable[[], None]:
    """A function that restores what the optimizer has now, without the hooks of its state_dict()."""
    around = []
    while hasattr(optimizer, "original_optimizer"):
        around.append((optimizer, dict(vars(optimizer))))
        optimizer = optimizer.original_optimizer
    state = getattr(optimizer, "state", {})
    before = {each: copy.deepcopy(of) for each, of in state.items()}

    def restore() -> None:
        state.clear()
        state.update(before)
        for each, had in around:
            vars(each).update(had)

    return restore


@contextlib.contextmanager
def put_back(parameters: List[torch.nn.Parameter], optimizer: Any) -> Iterator[None]:
    """Restores the parameters and the optimizer's state if the body raises."""
    places, before = [each.data for each in parameters], [
        each.detach().clone() for each in parameters
    ]
    restore = _state_of(optimizer)
    try:
        yield
    except BaseException:
        with torch.no_grad():
            for parameter, place, values in zip(parameters, places, before):
                parameter.data = place  # which may have been replaced
                parameter.copy_(values)
        restore()
        raise


class _Attached:
    """Makes an optimizer like Opacus's add a design's noise instead of its own."""

    def __init__(
        self,
        optimizer: Any,
        design: Design,
        key: Key,
        generator: str,
        distributed: bool,
        record: Union[str, "os.PathLike[str]", None],
        dataset_size: Optional[int],
        follow: bool,
    ) -> None:
        check_clip_norm(design, optimizer.max_grad_norm)
        self._optimizer, self._design, self._follow = optimizer, design, follow
        self._mean = getattr(optimizer, "loss_reduction", None) == "mean"
        self._divisor = getattr(optimizer, "expected_batch_size", None) if self._mean else None
        if self._divisor is not None:
            check_divisor(design, self._divisor, dataset_size)
        self.gradient_noise = GradientNoise(
            requiring(optimizer.param_groups), design, key, generator, distributed, dataset_size
        )
        self._parameters = self.gradient_noise.parameters
        if self.gradient_noise.parts is not None:
            raise InvalidArgument(
                "parameters of type DTensor are not allowed: this optimizer knows nothing of the other ranks' "
                "parts; use noiseloom.torch.PrivateOptimizer"
            )
        half = next((each.dtype for each in self._parameters if each.dtype in HALVES), None)
        if half is not None:
            raise InvalidArgument(
                f"the parameters are of {_type_name(half)}: this optimizer sums clipped gradients in their type, "
                "which rounds a sum by more than an example may change it; use noiseloom.torch.Run"
            )
        self._recording = (
            None if record is None else self._recorded(record, generator, dataset_size)
        )
        self._batches: List[Any] = []  # of the step that is about to be taken
        # Number of backward passes in the first step: Opacus divides by it.
        self._passes: Optional[int] = None
        self._first = True
        self._moves: Optional[Moves] = None  # of the first step, while it is taken
        # Writes the first step's line, after that step has passed its checks.
        self._line: Optional[Callable[[], None]] = None
        self._own_step, self._own_state, self._own_load = (
            optimizer.step,
            optimizer.state_dict,
            optimizer.load_state_dict,
        )

    def _recorded(
        self, record: Union[str, "os.PathLike[str]"], generator: str, dataset_size: Optional[int]
    ) -> Recording:
        reduction = getattr(self._optimizer, "loss_reduction", None)
        if reduction not in ("sum", "mean"):
            raise InvalidArgument(
                "a record needs the optimizer's loss_reduction, sum or mean, as Opacus's has it"
            )
        clip_norm = self._optimizer.max_grad_norm
        return Recording(
            record,
            dataset_size,
            generator,
            clip_norm=clip_norm,
            reduction=reduction,
            batch_size=self._divisor,
        )

    def install(self) -> None:
        optimizer = self._optimizer
        optimizer.add_noise = self.add_noise
        optimizer.step = types.MethodType(
            lambda _, *arguments, **options: self.step(*arguments, **options), optimizer
        )
        optimizer._step_supports_amp_scaling = (
            True  # GradScaler then calls step(), which refuses it
        )
        optimizer.__deepcopy__ = self.refuse_copies
        optimizer.state_dict = self.state_dict
        optimizer.load_state_dict = self.load_state_dict
        if self._recording is not None:
            optimizer.record_batch = self._batches.append

    def step(self, *arguments: Any, **options: Any) -> Any:
        if "grad_scaler" in options or hasattr(self._optimizer, "found_inf"):
            raise InvalidArgument(
                "GradScaler is not allowed: what it scales is clipped before it is scaled back, "
                "and it leaves out steps; train "
                "in bfloat16 or float32"
            )
        return (
            self._first_step(*arguments, **options)
            if self._first
            else self._own_step(*arguments, **options)
        )

    def _first_step(self, *arguments: Any, **options: Any) -> Any:
        """The first step, traced from the gradients to the parameters, and undone if it is refused."""
        noise, undo = self.gradient_noise.noise, self.gradient_noise.undo(in_place=False)
        at = noise.step
        self._moves = moves = Moves(self._parameters)
        try:
            with put_back(self._parameters, self._optimizer):
                with moves if self._follow else contextlib.nullcontext():
                    result = self._own_step(*arguments, **options)
                if noise.step > at:  # otherwise Opacus waits for another micro-batch
                    if self._follow:
                        moves.check(self._optimizer)
                    if self._line is not None:
                        self._line()
                    self._first = False
        except BaseException:
            if noise.step > at:
                undo()
                self._passes = None
            raise
        finally:
            self._moves = self._line = None
        return result

    def add_noise(self) -> None:
        """Replaces the optimizer's own add_noise(), which its step() calls."""
        try:
            self._add_noise()
        finally:
            self._batches.clear()  # a refused step is taken again, with its batch

    def _add_noise(self) -> None:
        recording, batch = self._recording, self._batches[0] if self._batches else None
        summed = [parameter.summed_grad for parameter in self._parameters]  # type: ignore[attr-defined]
        ready = undo = None
        if recording is not None:
            ready = functools.partial(recording.begin, self.gradient_noise.noise)
            undo = self.gradient_noise.undo(in_place=False)
        self.gradient_noise.add(1.0, _summed, batch, self._problem(summed, batch), ready)
        try:
            if recording is not None:
                self._write(recording, batch)
        except BaseException:  # a full disk, too
            if undo is not None:
                undo()
            raise
        if self._passes is None:
            self._passes = self._passes_now()
        for gradient in summed:
            if gradient is not None:
                gradient._processed = True  # as Opacus marks what must not be used again
        if self._moves is not None:
            self._moves.watch(
                parameter.grad for parameter in self._parameters if parameter.grad is not None
            )

    def _passes_now(self) -> int:
        return getattr(self._optimizer, "accumulated_iterations", 1)

    def _problem(self, summed: List[Optional[torch.Tensor]], batch: Any) -> Optional[str]:
        """The problem that does not depend on the gradients' values, or None."""
        try:
            # A scheduler may have changed it.
            check_clip_norm(self._design, self._optimizer.max_grad_norm)
        except InvalidArgument as refusal:
            return str(refusal)
        divisor = getattr(self._optimizer, "expected_batch_size", None)
        if self._mean and divisor != self._divisor:
            return (
                f"at step {self.gradient_noise.noise.step} gradients are divided by {divisor}, and "
                f"were by {self._divisor}: divide by the "
                "same number at each step, whatever came up"
            )
        now = self._passes_now()
        if self._mean and self._passes is not None and now != self._passes:
            return (
                f"a step has {now} backward passes, and the first one had {self._passes}: Opacus "
                "divides by their number, which must not change"
            )
        if any(getattr(each, "_processed", False) for each in summed):
            return "a gradient was used by the step before: call zero_grad()"
        if self._recording is not None:
            if len(self._batches) > 1 or now != 1:
                return "the record takes one batch and one backward pass a step: Opacus divides by their number"
            return unguarded(self._optimizer.param_groups) or self._recording.problem_of(batch)
        return unguarded(self._optimizer.param_groups)

    def _write(self, recording: Recording, batch: Any) -> None:
        first = self._moves is not None
        line = recording.line(
            batch,
            self.gradient_noise.own,
            self._parameters,
            self._optimizer.max_grad_norm,
            later=first,
        )
        if first:
            self._line = line
        else:
            line()

    @staticmethod
    def refuse_copies(*_: Any) -> Any:
        raise InvalidArgument(
            "an optimizer with a design's noise is not copied, as two would make the same noise: save its state_dict()"
        )

    def state_dict(self) -> Dict[str, Any]:
        return {
            **self._own_state(),
            "noise": self.gradient_noise.noise.state_dict(),
            "noise_of": self.gradient_noise.places(),
        }

    def load_state_dict(self, state: Dict[str, Any]) -> None:
        if "noise" not in state:
            raise InvalidArgument("the state holds none of Noiseloom's noise")
        inner = {name: value for name, value in state.items() if name not in ("noise", "noise_of")}
        self.gradient_noise.load(
            state["noise"], state.get("noise_of"), lambda: self._own_load(inner)
        )


def _summed(parameter: torch.nn.Parameter) -> Optional[torch.Tensor]:
    gradient = parameter.summed_grad  # type: ignore[attr-defined]
    return None if gradient is None else gradient.clone().view_as(parameter)


def attach(
    optimizer: torch.optim.Optimizer,
    design: Design,
    key: Key,
    *,
    generator: str = "processor",
    distributed: bool = False,
    record: Union[str, "os.PathLike[str]", None] = None,
    dataset_size: Optional[int] = None,
    follow: bool = True,
    privacy_engine: Any = None,
) -> Union[Noise, DeviceNoise]:
    """Replaces the noise of Opacus's optimizer, or of any that works like it, by a design's.

    Such an optimizer clips (``max_grad_norm``), sums over micro-batches into ``parameter.summed_grad``, calls its
    ``add_noise()`` once a step, and then divides as its loss reduction says: all that stays as it is, so the noise is
    scaled like the gradients. Its ``noise_multiplier`` no longer matters, nor does what its engine accounts for, unless
    that is given.
    Its ``state_dict()`` then holds the noise's state, from which ``load_state_dict()`` continues.

    Parameters
    ----------
    record, dataset_size, follow
        As for :class:`PrivateOptimizer`; what a step releases is the noisy sum. With a record the
        optimizer has a method ``record_batch(batch)``: call it with the examples of each step
        before the step.
    privacy_engine : opacus.PrivacyEngine, optional
        Its ``accountant`` is replaced, so that ``privacy_engine.get_epsilon(delta)`` is what the design claims of the
        whole run, however many steps were taken; infinite where nothing is claimed.

    Returns
    -------
    Noise or DeviceNoise
        The noise of this process's shard.
    """
    if not callable(getattr(optimizer, "add_noise", None)) or not hasattr(
        optimizer, "max_grad_norm"
    ):
        raise InvalidArgument(
            "the optimizer has no add_noise() and max_grad_norm as Opacus's has: use PrivateOptimizer"
        )
    for each in type(optimizer).__mro__:
        if each.__name__ in _NOT_TO_BE_ATTACHED:
            raise InvalidArgument(
                f"{each.__name__} is not allowed: use Opacus's DPOptimizer in a single process"
            )
    if privacy_engine is not None and not hasattr(privacy_engine, "accountant"):
        raise InvalidArgument(
            f"privacy_engine = {_shown(privacy_engine)} is not allowed: use a PrivacyEngine of Opacus"
        )
    attached = _Attached(
        optimizer, design, key, generator, distributed, record, dataset_size, follow
    )
    attached.install()
    if privacy_engine is not None:
        noise = attached.gradient_noise
        privacy_engine.accountant = ClaimAccountant(design, lambda: noise.noise.step)
    return attached.gradient_noise.noise
