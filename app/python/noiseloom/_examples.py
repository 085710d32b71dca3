"""The examples of a data set by their numbers, as batches on the model's device."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Callable, Iterator, List, Optional

import numpy as np
import torch
import torch.utils.data

from ._kept import Kept
from ._noise import _shown
from ._noiseloom import InvalidArgument

Collate = Callable[[List[Any]], Any]
_COLUMNS = 4  # a list of so few tensors, which are longer, holds no examples


def leaves_of(batch: Any) -> List[Any]:
    """What a batch holds in tuples, lists and mappings, in one order for all batches of a kind."""
    if isinstance(batch, Mapping):
        return [leaf for value in batch.values() for leaf in leaves_of(value)]
    if isinstance(batch, (list, tuple)):
        return [leaf for value in batch for leaf in leaves_of(value)]
    return [batch]


def rebuilt(batch: Any, leaves: Iterator[Any]) -> Any:
    """The same tuples, lists and mappings around other leaves."""
    if isinstance(batch, Mapping):
        return {name: rebuilt(value, leaves) for name, value in batch.items()}
    if isinstance(batch, tuple) and hasattr(batch, "_fields"):
        return type(batch)(*(rebuilt(value, leaves) for value in batch))
    if isinstance(batch, (list, tuple)):
        return type(batch)(rebuilt(value, leaves) for value in batch)
    return next(leaves)


def tensors_of(batch: Any) -> List[torch.Tensor]:
    """The leaves of a batch whose first dimension is that of its examples."""
    leaves = leaves_of(batch)
    for each in leaves:
        if not isinstance(each, torch.Tensor) or each.dim() == 0:
            found = "a number" if isinstance(each, torch.Tensor) else _shown(type(each).__name__)
            raise InvalidArgument(
                f"a batch holds {found}, and several examples at once are tensors whose first "
                "dimension is that of the examples: let collate_fn leave it out, or use "
                "per_example = loop, which takes one example at a time"
            )
    sizes = {each.shape[0] for each in leaves}
    if len(sizes) != 1:
        raise InvalidArgument(
            f"the tensors of a batch have {', '.join(map(str, sorted(sizes)))} examples: use tensors "
            "whose first dimension is that of the examples"
        )
    return leaves


def size_of(batch: Any) -> int:
    return len(tensors_of(batch)[0])


def part_of(batch: Any, begin: int, end: int) -> Any:
    return rebuilt(batch, iter([each[begin:end] for each in tensors_of(batch)]))


def _unequal(reason: Exception) -> InvalidArgument:
    return InvalidArgument(
        "the examples of a batch differ in shape: give all of them one shape in the data set or in "
        "collate_fn, or use per_example = loop, which takes one example at a time "
        f"({type(reason).__name__})"
    )


class Examples(Kept):
    """A data set, from which batches are taken by the numbers of their examples.

    separately: a collate_fn makes a batch of each example by itself, and these are joined. What it made of several
    might depend on all of them, as padding to the longest does, and so might the gradient of each.
    """

    def __init__(
        self, data: Any, collate_fn: Optional[Collate], device: torch.device, separately: bool
    ) -> None:
        if isinstance(data, torch.utils.data.DataLoader):
            raise InvalidArgument(
                "data = DataLoader is not allowed: use its dataset, since the design says which "
                "examples each batch has"
            )
        if type(data) is torch.utils.data.TensorDataset:
            data = data.tensors
        arrays = isinstance(data, (tuple, list)) and all(
            isinstance(each, (torch.Tensor, np.ndarray)) for each in data
        )
        if isinstance(data, list) and arrays and 0 < len(data) <= _COLUMNS:
            rows = {each.shape[0] if each.ndim > 0 else 0 for each in data}
            if len(rows) == 1 and max(rows) > _COLUMNS:  # images and labels rather than examples
                raise InvalidArgument(
                    f"data = a list of {len(data)} tensors with {max(rows)} rows each is not allowed: use a tuple of "
                    "them, such as (images, labels); a list holds the examples one by one"
                )
        if isinstance(data, tuple) and arrays:
            data = tuple(torch.as_tensor(each) for each in data)
        self._tensors = (
            data
            if collate_fn is None
            and isinstance(data, tuple)
            and len(data) > 0
            and all(isinstance(each, torch.Tensor) and each.dim() > 0 for each in data)
            else None
        )
        if self._tensors is not None and len({len(each) for each in self._tensors}) != 1:
            sizes = " and ".join(str(len(each)) for each in self._tensors)
            raise InvalidArgument(
                f"data is not allowed: its tensors have {sizes} examples; use tensors of one length"
            )
        if (
            isinstance(data, torch.utils.data.IterableDataset)
            or not hasattr(data, "__getitem__")
            or not hasattr(data, "__len__")
        ):
            raise InvalidArgument(
                f"data = {type(data).__name__} is not allowed: use a tuple of tensors, or a data set "
                "with len(data) and data[i], since the design says which examples each batch has"
            )
        if collate_fn is not None and not callable(collate_fn):
            raise InvalidArgument(
                f"collate_fn = {_shown(collate_fn)} is not allowed: use a function of a list of examples"
            )
        self._data, self._collate, self._device = data, collate_fn, device
        self._separately = separately

    def __len__(self) -> int:
        if self._kept is not None:
            return len(self._kept)
        return len(self._data if self._tensors is None else self._tensors[0])

    def batch(self, numbers: np.ndarray) -> Any:
        """The examples of these numbers, of which there is at least one, on the device."""
        return self.moved(self.read(numbers))

    def read(self, numbers: np.ndarray) -> Any:
        """The examples of these numbers where the data are."""
        numbers = self.in_data(numbers)
        if self._tensors is not None:
            at = torch.from_numpy(numbers)
            return tuple(each[at.to(each.device)] for each in self._tensors)
        return self._collated(self._fetched(numbers.tolist()))

    def moved(self, batch: Any) -> Any:
        """A batch on the device."""
        leaves = leaves_of(batch)
        elsewhere = [isinstance(x, torch.Tensor) and x.device != self._device for x in leaves]
        if not any(elsewhere):
            return batch
        moved = (
            each.to(self._device, non_blocking=True) if moves else each
            for each, moves in zip(leaves, elsewhere)
        )
        return rebuilt(batch, moved)

    def _fetched(self, numbers: List[int]) -> List[Any]:
        together = getattr(self._data, "__getitems__", None)
        return together(numbers) if callable(together) else [self._data[each] for each in numbers]

    def _collated(self, examples: List[Any]) -> Any:
        if self._collate is None:  # which stacks, and pads nothing
            try:
                return torch.utils.data.default_collate(examples)
            except RuntimeError as reason:
                raise _unequal(reason) from reason
        if not self._separately or len(examples) == 1:
            return self._collate(examples)
        batches = [self._collate([each]) for each in examples]
        rows = zip(*(tensors_of(each) for each in batches))
        try:
            return rebuilt(batches[0], iter([torch.cat(each) for each in rows]))
        except RuntimeError as reason:
            raise _unequal(reason) from reason
