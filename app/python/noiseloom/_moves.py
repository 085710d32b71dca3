"""Checks that an optimizer moves the parameters by the gradients that they hold."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Set, Tuple

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from ._noiseloom import InvalidArgument
from ._sharded import local

_REPLACING = ("copy_", "zero_", "fill_")  # these overwrite what was there


def _tensors(value: Any) -> List[torch.Tensor]:
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, (list, tuple)):
        return [each for part in value for each in _tensors(part)]
    return []


def _place(tensor: torch.Tensor) -> int:
    """The address of its storage, which its views share; 0 if it has none."""
    tensor = local(tensor)
    storage = tensor.untyped_storage() if hasattr(tensor, "untyped_storage") else tensor.storage()
    return storage.data_ptr()


def _extent(tensor: torch.Tensor) -> Tuple[int, int]:
    """Its first byte and the end of its last: parameters may lie side by side in one storage."""
    tensor = local(tensor)
    begin = tensor.data_ptr()
    if begin == 0 or tensor.numel() == 0:
        return 0, 0
    last = sum((size - 1) * stride for size, stride in zip(tensor.shape, tensor.stride()))
    return begin, begin + (last + 1) * tensor.element_size()


class Moves(TorchDispatchMode):
    """Traces through every operation what is computed from the gradients given to :meth:`watch`, and which parameters
    that moves: an optimizer that takes its gradients from elsewhere moves them without the noise. Operations of other
    libraries, which PyTorch does not see, are not traced.
    """

    def __init__(self, parameters: Iterable[torch.Tensor]) -> None:
        super().__init__()
        self._parameters = list(parameters)
        self._extents = [_extent(each) for each in self._parameters]
        self._in_place: Dict[int, List[int]] = {}  # by storage: the parameters that lie in it
        for at, each in enumerate(self._parameters):
            self._in_place.setdefault(_place(each), []).append(at)
        self._in_place.pop(0, None)
        self._made: Set[int] = set()  # storages of what was computed from the gradients
        self._moved: Set[int] = set()  # parameters that anything has written to
        self._moved_by_them: Set[int] = set()  # those that something in _made was written to

    def watch(self, gradients: Iterable[torch.Tensor]) -> None:
        self._made.update(_place(each) for each in gradients)

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        read = {_place(each) for each in _tensors([*args, *kwargs.values()])}
        result = func(*args, **kwargs)
        if not hasattr(func, "_schema"):  # its parts come here themselves
            return result
        of_them = not read.isdisjoint(self._made)
        name = func._schema.name.split("::")[-1]
        written: List[torch.Tensor] = []
        for at, argument in enumerate(func._schema.arguments):
            if argument.alias_info is not None and argument.alias_info.is_write:
                written += _tensors(args[at] if at < len(args) else kwargs.get(argument.name))
        if name in _REPLACING:
            of_them = not {_place(each) for each in _tensors(args[1:])}.isdisjoint(self._made)
        for tensor in written:
            place = _place(tensor)
            if place in self._in_place:
                reached = self._lying_in(tensor, place)
                self._moved |= reached
                if of_them:
                    self._moved_by_them |= reached
            elif of_them:
                self._made.add(place)
            elif name in _REPLACING:
                self._made.discard(place)
        for place in (
            {_place(each) for each in _tensors(result)} - read - {_place(each) for each in written}
        ):
            # Freed memory is used again, so that what was noted about it before is void.
            (self._made.add if of_them else self._made.discard)(place)
        return result

    def _lying_in(self, tensor: torch.Tensor, place: int) -> Set[int]:
        begin, end = _extent(tensor)
        return {
            at
            for at in self._in_place[place]
            if begin < self._extents[at][1] and self._extents[at][0] < end
        }

    def _put_elsewhere(self) -> Set[int]:
        """Parameters whose data was replaced by something that was computed neither from a gradient
        nor from a parameter that one has moved."""
        moved_well = {_place(self._parameters[at]) for at in self._moved_by_them}
        return {
            at
            for at, each in enumerate(self._parameters)
            if _extent(each) != self._extents[at]
            and at not in self._moved_by_them
            and _place(each) not in self._made | moved_well
        }

    def check(self, optimizer: Any) -> None:
        """To be called after the step. InvalidArgument: something else than the gradients moved a parameter."""
        if (self._moved | self._put_elsewhere()) - self._moved_by_them:
            raise InvalidArgument(
                f"{type(optimizer).__name__} moved parameters by something else than the gradients "
                "with the noise, which are in "
                "parameter.grad: no step was taken. Does it take its gradients from elsewhere, or "
                "add noise itself? If it moves by "
                "nothing but parameter.grad, and computes where PyTorch does not see it, use follow = False"
            )
