"""A design's noise in Opacus's optimizer, and what no noise can be added around or in."""

from __future__ import annotations

import contextlib
import functools
import os
import types
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Union

import torch

from ._design import Design
from ._device_noise import DeviceNoise
from ._gradient_noise import GradientNoise
from ._moves import Moves
from ._noise import Key, Noise
from ._noiseloom import InvalidArgument
from ._recording import Recording
from ._scale import check_clip_norm, check_divisor


def check_not_private(optimizer: torch.optim.Optimizer) -> None:
    """An optimizer that adds noise itself would take its gradients from elsewhere, and leave out the noise added here."""
    inner: Any = optimizer
    while inner is not None:
        if hasattr(inner, "_gradient_noise") or callable(getattr(inner, "add_noise", None)):
            raise InvalidArgument(
                f"{type(inner).__name__} adds noise itself: give PrivateOptimizer the optimizer inside of it, or use "
                "attach() for an optimizer of Opacus"
            )
        inner = getattr(inner, "original_optimizer", None)


# Of Opacus: one changes its clip norm from step to step and adds noise elsewhere too, the others add noise on one rank alone.
_NOT_TO_BE_ATTACHED = ("AdaClipDPOptimizer", "DistributedDPOptimizer", "DistributedPerLayerOptimizer", "FSDPOptimizerFastGradientClipping",
                       "DistributedDPOptimizerFastGradientClipping", "SimpleDistributedPerLayerOptimizer")


def requiring(groups: Iterable[Dict[str, Any]]) -> List[torch.nn.Parameter]:
    return [each for group in groups for each in group["params"] if each.requires_grad]


def unguarded(groups: Iterable[Dict[str, Any]]) -> Optional[str]:
    """What would move without noise."""
    if any(each.grad is not None and not each.requires_grad for group in groups for each in group["params"]):
        return (
            "a parameter with requires_grad = False has a gradient, by which it would move without noise: set its .grad to None, or leave it "
            "out of the optimizer"
        )
    return None


def followed(
    parameters: List[torch.nn.Parameter], optimizer: torch.optim.Optimizer, then: Callable[[], None], follow: bool
) -> None:
    """A step, whose way from the gradients to the parameters is followed: these are what they were where it does not begin at
    the gradients, or where it or `then` fails."""
    moves = Moves(parameters)
    moves.watch(each.grad for each in parameters if each.grad is not None)
    with put_back(parameters):
        with moves if follow else contextlib.nullcontext():
            optimizer.step()
        if follow:
            moves.check(optimizer)
        then()


@contextlib.contextmanager
def put_back(parameters: List[torch.nn.Parameter]) -> Iterator[None]:
    """The parameters are what they were where what stands inside fails."""
    places, before = [each.data for each in parameters], [each.detach().clone() for each in parameters]
    try:
        yield
    except BaseException:
        with torch.no_grad():
            for parameter, place, values in zip(parameters, places, before):
                parameter.data = place  # which may have been replaced
                parameter.copy_(values)
        raise


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
) -> Union[Noise, DeviceNoise]:
    """Replaces the noise of Opacus's optimizer, or of any that works alike, by a design's.

    Such an optimizer clips (``max_grad_norm``), sums over micro-batches into ``parameter.summed_grad``, calls its
    ``add_noise()`` once a step, and then divides as its loss reduction says: all that stays as it is, so the noise is
    scaled like the gradients. Its ``noise_multiplier`` no longer matters, nor does what its engine accounts for.
    Its ``state_dict()`` then holds the noise's state, which ``load_state_dict()`` goes on from.

    Parameters
    ----------
    record, dataset_size, follow
        As of :class:`PrivateOptimizer`, with the noisy sum as what a step released. With a record the optimizer has a method
        ``record_batch(batch)``, which is to be called with the examples of each step before it is taken.

    Returns
    -------
    Noise or DeviceNoise
        Of this process's shard.
    """
    if not callable(getattr(optimizer, "add_noise", None)) or not hasattr(optimizer, "max_grad_norm"):
        raise InvalidArgument("the optimizer has no add_noise() and max_grad_norm as Opacus's has: use PrivateOptimizer")
    for each in type(optimizer).__mro__:
        if each.__name__ in _NOT_TO_BE_ATTACHED:
            raise InvalidArgument(f"{each.__name__} is not allowed: use Opacus's DPOptimizer in a single process")
    check_clip_norm(design, getattr(optimizer, "max_grad_norm"))
    mean = getattr(optimizer, "loss_reduction", None) == "mean"
    divisor = getattr(optimizer, "expected_batch_size", None) if mean else None
    if divisor is not None:
        check_divisor(design, divisor, dataset_size)
    gradient_noise = GradientNoise(requiring(optimizer.param_groups), design, key, generator, distributed, dataset_size)
    parameters = gradient_noise.parameters
    recording: Optional[Recording] = None
    batches: List[Any] = []
    if record is not None:
        reduction = getattr(optimizer, "loss_reduction", None)
        if reduction not in ("sum", "mean"):
            raise InvalidArgument("a record needs the optimizer's loss_reduction, sum or mean, as Opacus's has it")
        recording = Recording(
            record, dataset_size, generator, clip_norm=getattr(optimizer, "max_grad_norm"), reduction=reduction, batch_size=divisor
        )
        optimizer.record_batch = batches.append  # type: ignore[attr-defined]
    passes: List[int] = []  # backward passes of the first step, by whose number Opacus divides
    moves: List[Moves] = []  # of the first step, while it is taken
    lines: List[Callable[[], None]] = []  # its line, which is written once it is known to be one

    def problem_of(summed: List[Optional[torch.Tensor]]) -> Optional[str]:
        if mean and getattr(optimizer, "expected_batch_size", None) != divisor:
            return (
                f"at step {gradient_noise.noise.step} gradients are divided by {getattr(optimizer, 'expected_batch_size', None)}, and were "
                f"by {divisor}: divide by the same number at each step, whatever came up"
            )
        now = getattr(optimizer, "accumulated_iterations", 1)
        if mean and passes and now != passes[0]:
            return f"a step has {now} backward passes, and the first one had {passes[0]}: Opacus divides by their number, which must not change"
        if any(getattr(each, "_processed", False) for each in summed):
            return "a gradient was used by the step before: call zero_grad()"
        return None

    def add_noise() -> None:
        try:
            add_noise_once()
        except BaseException:
            batches.clear()  # the step is taken again, and its batch said again
            raise

    def add_noise_once() -> None:
        check_clip_norm(design, getattr(optimizer, "max_grad_norm"))  # a scheduler may have moved it
        batch = batches[0] if batches else None
        if recording is not None:
            if len(batches) > 1 or getattr(optimizer, "accumulated_iterations", 1) != 1:
                raise InvalidArgument("the record takes one batch and one backward pass a step: Opacus divides by their number")
        summed = [parameter.summed_grad for parameter in parameters]  # type: ignore[attr-defined]

        def take(parameter: torch.nn.Parameter) -> Optional[torch.Tensor]:
            gradient = parameter.summed_grad  # type: ignore[attr-defined]
            return None if gradient is None else gradient.clone().view_as(parameter)

        ready = None if recording is None else lambda: recording.begin(gradient_noise.noise)  # type: ignore[arg-type, union-attr]
        problem = problem_of(summed) or unguarded(optimizer.param_groups) or (recording.problem_of(batch) if recording else None)
        undo = gradient_noise.undo(in_place=False)
        gradient_noise.add(1.0, take, batch, problem, ready)
        try:
            if recording is not None:
                write(batch)
        except BaseException:  # a full disk, too
            undo()
            raise
        batches.clear()
        if not passes:
            passes.append(getattr(optimizer, "accumulated_iterations", 1))
        for gradient in summed:
            if gradient is not None:
                gradient._processed = True  # as Opacus marks what must not be used again
        for each in moves:
            each.watch(parameter.grad for parameter in parameters if parameter.grad is not None)

    def write(batch: Any) -> None:
        assert recording is not None
        release = recording.release_of(parameter.grad for parameter in parameters)  # type: ignore[misc]
        line = functools.partial(recording.add, batch, gradient_noise.own, release, getattr(optimizer, "max_grad_norm"))
        if moves:
            recording.check(release)
            lines.append(line)
        else:
            line()

    unfollowed = optimizer.step
    followed_steps: List[int] = []

    def step(_: Any, *arguments: Any, **options: Any) -> Any:
        if "grad_scaler" in options or hasattr(optimizer, "found_inf"):
            raise InvalidArgument(
                "GradScaler is not allowed: what it scales is clipped before it is scaled back, and it leaves out steps; train "
                "in bfloat16 or float32"
            )
        if followed_steps:
            return unfollowed(*arguments, **options)
        at, undo = gradient_noise.noise.step, gradient_noise.undo(in_place=False)
        moves.append(Moves(parameters))
        try:
            with put_back(parameters):
                with moves[0] if follow else contextlib.nullcontext():
                    result = unfollowed(*arguments, **options)
                if gradient_noise.noise.step > at:  # else it was left for another micro-batch
                    if follow:
                        moves[0].check(optimizer)
                    for line in lines:
                        line()
                    followed_steps.append(at)
        except BaseException:
            if gradient_noise.noise.step > at:
                undo()
                passes.clear()
            raise
        finally:
            moves.clear()
            lines.clear()
        return result

    def refuse_copies(*_: Any) -> Any:
        raise InvalidArgument("an optimizer with a design's noise is not copied, as two would make the same noise: save its state_dict()")

    state_dict, load_state_dict = optimizer.state_dict, optimizer.load_state_dict

    def with_noise() -> Dict[str, Any]:
        return {**state_dict(), "noise": gradient_noise.noise.state_dict(), "noise_of": gradient_noise.places()}

    def load(state: Dict[str, Any]) -> None:
        if "noise" not in state:
            raise InvalidArgument("the state holds none of Noiseloom's noise")
        gradient_noise.check_places(state.get("noise_of"))
        before = gradient_noise.noise.state_dict()
        gradient_noise.noise.load_state_dict(state["noise"])
        try:
            load_state_dict({name: value for name, value in state.items() if name not in ("noise", "noise_of")})
        except BaseException:
            gradient_noise.noise.load_state_dict(before)
            raise
        gradient_noise.expect_places(state.get("noise_of"))

    optimizer.add_noise = add_noise  # type: ignore[attr-defined]
    optimizer.step = types.MethodType(step, optimizer)  # type: ignore[method-assign]
    optimizer._step_supports_amp_scaling = True  # type: ignore[attr-defined]  # GradScaler then calls step(), which refuses it
    optimizer.__deepcopy__ = refuse_copies  # type: ignore[attr-defined]
    optimizer.state_dict = with_noise  # type: ignore[method-assign]
    optimizer.load_state_dict = load  # type: ignore[method-assign]
    return gradient_noise.noise
