"""Whether an optimizer moves the parameters by the gradients that they hold."""

from __future__ import annotations

from typing import Any, Iterable, List, Set

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from ._noiseloom import InvalidArgument

_REPLACING = ("copy_", "zero_", "fill_")  # what was there before is gone


def _tensors(value: Any) -> List[torch.Tensor]:
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, (list, tuple)):
        return [each for part in value for each in _tensors(part)]
    return []


def _place(tensor: torch.Tensor) -> int:
    """Where its numbers lie: views of the same ones have the same place. 0: nowhere."""
    storage = tensor.untyped_storage() if hasattr(tensor, "untyped_storage") else tensor.storage()
    return storage.data_ptr()


class Moves(TorchDispatchMode):
    """Follows, through every operation, what is made of the gradients that :meth:`watch` is given, and which parameters
    are moved by that: an optimizer that takes its gradients from elsewhere moves them without the noise. Operations of
    other libraries, which PyTorch does not see, move nothing here.
    """

    def __init__(self, parameters: Iterable[torch.Tensor]) -> None:
        super().__init__()
        self._parameters = {_place(each) for each in parameters} - {0}
        self._made: Set[int] = set()  # places that hold something made of the gradients
        self._moved: Set[int] = set()
        self._moved_by_them: Set[int] = set()

    def watch(self, gradients: Iterable[torch.Tensor]) -> None:
        self._made.update(_place(each) for each in gradients)

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        read = {_place(each) for each in _tensors([*args, *kwargs.values()])}
        result = func(*args, **kwargs)
        if not hasattr(func, "_schema"):  # made of operations that come here themselves
            return result
        of_them = not read.isdisjoint(self._made)
        name = func._schema.name.split("::")[-1]
        written: Set[int] = set()
        for at, argument in enumerate(func._schema.arguments):
            if argument.alias_info is not None and argument.alias_info.is_write:
                value = args[at] if at < len(args) else kwargs.get(argument.name)
                written.update(_place(each) for each in _tensors(value))
        if name in _REPLACING:
            of_them = not {_place(each) for each in _tensors(args[1:])}.isdisjoint(self._made)
        for place in written:
            if place in self._parameters:
                self._moved.add(place)
                if of_them:
                    self._moved_by_them.add(place)
            elif of_them:
                self._made.add(place)
            elif name in _REPLACING:
                self._made.discard(place)
        for place in {_place(each) for each in _tensors(result)} - read - written:
            # Freed memory is used again: what lay there before says nothing.
            (self._made.add if of_them else self._made.discard)(place)
        return result

    def check(self, optimizer: Any) -> None:
        """After the step."""
        if self._moved - self._moved_by_them:
            raise InvalidArgument(
                f"{type(optimizer).__name__} moved parameters by something else than the gradients with the noise, which are in "
                "parameter.grad: no step was taken. Does it take its gradients from elsewhere, or add noise itself?"
            )
