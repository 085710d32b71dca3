"""Tensors that lie side by side in one memory, so that what is done with all of them is done at once."""

from __future__ import annotations

from typing import List, Optional, Sequence

import torch


def joined_zeros(
    shapes: Sequence[torch.Size], dtypes: Sequence[torch.dtype], devices: Sequence[torch.device]
) -> List[torch.Tensor]:
    """A tensor of zeros for each, side by side where all are of one type and on one device."""
    if len(set(dtypes)) != 1 or len(set(devices)) != 1:
        return [
            torch.zeros(shape, dtype=dtype, device=device)
            for shape, dtype, device in zip(shapes, dtypes, devices)
        ]
    sizes = [shape.numel() for shape in shapes]
    whole = torch.zeros(sum(sizes), dtype=dtypes[0], device=devices[0])
    return [part.view(shape) for part, shape in zip(whole.split_with_sizes(sizes), shapes)]


def joined(tensors: Sequence[Optional[torch.Tensor]]) -> Optional[torch.Tensor]:
    """The values of all of them in one row, in the same memory; None where they do not lie side by side in it."""
    first = tensors[0]
    if first is None or type(first) is not torch.Tensor:
        return None
    begin, of, total = first.data_ptr(), (first.dtype, first.device), 0
    for each in tensors:
        if (
            each is None
            or type(each) is not torch.Tensor
            or (each.dtype, each.device) != of
            or not each.is_contiguous()
            or (each.numel() > 0 and each.data_ptr() != begin + total * each.element_size())
        ):
            return None
        total += each.numel()
    storage = first.untyped_storage() if hasattr(first, "untyped_storage") else first.storage()
    room = storage.nbytes() // first.element_size() - first.storage_offset()
    if total > room:  # two memories, one behind the other
        return None
    return first.detach().as_strided((total,), (1,))
