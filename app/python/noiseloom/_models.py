"""Models whose examples have gradients of their own: what is refused of them, and what is put into them meanwhile."""

from __future__ import annotations

import contextlib
from typing import Any, ContextManager, Dict, Iterable, Iterator, List, Optional, Tuple

import torch

from ._noise import _shown
from ._noiseloom import InvalidArgument

# Classes around a model that gather gradients, or share them with other ranks, by themselves.
_WRAPPERS = {
    "AbstractGradSampleModule",
    "DataParallel",
    "DistributedDataParallel",
    "FSDPModule",
    "FullyShardedDataParallel",
    "GradSampleModule",
    "ScriptModule",
}


def check_model(model: Any) -> None:
    if not isinstance(model, torch.nn.Module):
        raise InvalidArgument(f"model = {_shown(model)} is not allowed: use a torch.nn.Module")
    wrapper = next((each for each in type(model).__mro__ if each.__name__ in _WRAPPERS), None)
    if wrapper is not None:
        raise InvalidArgument(
            f"model = {wrapper.__name__} is not allowed: use the module inside of it; gradients of "
            "examples are clipped, and summed over all ranks, without it"
        )
    if any(hasattr(each, "device_mesh") for each in model.parameters()):
        raise InvalidArgument(
            "model has parameters of type DTensor, as FSDP2 and tensor parallelism make them, of which each rank holds "
            "a part: use whole parameters on each rank, or clip and sum the gradients of examples in a loop of your "
            "own, around noiseloom.torch.PrivateOptimizer"
        )


def modules_of(model: torch.nn.Module) -> List[torch.nn.Module]:
    """The model's modules, each once, without their names, which take most of the time of named_modules()."""
    found = {id(model): model}
    left = [model]
    while left:
        for each in left.pop()._modules.values():
            if each is not None and id(each) not in found:
                found[id(each)] = each
                left.append(each)
    return list(found.values())


def _mixes(module: torch.nn.Module) -> bool:
    return isinstance(module, torch.nn.modules.batchnorm._BatchNorm) and (
        module.training or module.running_mean is None
    )


def mixing_layer(model: torch.nn.Module, modules: List[torch.nn.Module]) -> Optional[str]:
    """The problem if a layer mixes the examples of a batch, or None. modules: all of the model."""
    if not any(_mixes(each) for each in modules):
        return None
    for name, each in model.named_modules():
        if _mixes(each):
            return (
                f"the layer {name or 'itself'} of the model is a {type(each).__name__}, which mixes "
                "the examples of a batch, so that no gradient is one example's: use GroupNorm or "
                "LayerNorm, or its eval() where it has statistics of public data"
            )
    return None


@contextlib.contextmanager
def put_in_place(places: List[Tuple[Dict[str, Any], str]], values: Iterable[Any]) -> Iterator[None]:
    """Other tensors in the place of parameters or buffers."""
    before = [holder[name] for holder, name in places]
    for (holder, name), value in zip(places, values):
        holder[name] = value
    try:
        yield
    finally:
        for (holder, name), value in zip(places, before):
            holder[name] = value


def guarded_buffers(model: torch.nn.Module, modules: List[torch.nn.Module]) -> ContextManager[None]:
    """Copies in the place of the model's buffers. InvalidArgument: one was written to, as by a layer that keeps a
    running mean of its inputs. modules: all of the model."""
    places = [
        (module._buffers, name)
        for module in modules
        if module._buffers
        for name, value in module._buffers.items()
        if value is not None
    ]
    return _guarded(model, places) if places else contextlib.nullcontext()


@contextlib.contextmanager
def _guarded(model: torch.nn.Module, places: List[Tuple[Dict[str, Any], str]]) -> Iterator[None]:
    copies = [holder[name].clone() for holder, name in places]
    versions = [each._version for each in copies]
    with put_in_place(places, copies):
        yield
        for (holder, key), copy, version in zip(places, copies, versions):
            if holder[key] is not copy or copy._version != version:
                prefix = next(at for at, each in model.named_modules() if each._buffers is holder)
                name = f"{prefix}.{key}" if prefix else key
                raise InvalidArgument(
                    f"the forward pass changes the buffer {name} of the model, and no noise covers "
                    "what it takes from the examples: put its layer into eval(), or leave it out"
                )


@contextlib.contextmanager
def batched_dropout() -> Iterator[None]:
    """Lets each example of vmap() have its own dropout before PyTorch 2.0, whose vmap() knows native_dropout() alone
    there."""
    own = torch.nn.functional.dropout
    if hasattr(torch, "func"):
        yield
        return

    def dropout(
        input: torch.Tensor, p: float = 0.5, training: bool = True, inplace: bool = False
    ) -> torch.Tensor:
        return torch.native_dropout(input, p, True)[0] if training else input

    torch.nn.functional.dropout = dropout
    try:
        yield
    finally:
        torch.nn.functional.dropout = own


def names_of(parameters: List[torch.nn.Parameter], model: torch.nn.Module) -> List[str]:
    """The names in the model of what the optimizer trains. InvalidArgument: the two have other parameters."""
    names = {id(each): name for name, each in model.named_parameters()}
    trained = {id(each) for each in parameters}
    strangers = sum(1 for each in parameters if id(each) not in names)
    if strangers > 0:
        raise InvalidArgument(
            f"optimizer is not allowed: {strangers} of its parameters are not the model's; make it "
            "of model.parameters(), after the model stands on its device"
        )
    left = [
        name
        for name, each in model.named_parameters()
        if each.requires_grad and id(each) not in trained
    ]
    if left:
        more = ", ..." if len(left) > 3 else ""
        raise InvalidArgument(
            f"optimizer is not allowed: the model's {', '.join(left[:3])}{more} require gradients and "
            "are not in it; add them, or freeze them by requires_grad_(False)"
        )
    return [names[id(each)] for each in parameters]
