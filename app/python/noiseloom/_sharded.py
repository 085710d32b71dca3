"""Parameters of which each rank holds a part: DTensors, as FSDP2 makes them."""

from __future__ import annotations

import math
from typing import Any, List, Optional, Sequence, Tuple

import torch

from ._noiseloom import InvalidArgument
from ._norms import norms_of


def local(tensor: Any) -> Any:
    """This rank's part of a DTensor, in its memory; any other tensor itself."""
    return tensor._local_tensor if hasattr(tensor, "_local_tensor") else tensor


class Parts:
    """Which part of each parameter is this rank's, by the DTensors' placements on their mesh."""

    def __init__(self, parameters: Sequence[Any]) -> None:
        from torch.distributed.tensor import DTensor, Replicate, Shard
        from torch.distributed.tensor._utils import compute_local_shape_and_global_offset

        self._from_local = DTensor.from_local
        self._parameters = list(parameters)
        self.world = torch.distributed.get_world_size()
        self._device = local(parameters[0]).device
        self._slices: List[Tuple[slice, ...]] = []
        self._shares: List[float] = []  # one over the number of ranks that hold the same values
        for each in parameters:
            if not hasattr(each, "device_mesh") or each.device_mesh.size() != self.world:
                raise InvalidArgument(
                    "some parameters are of type DTensor and others are not, or lie on a part of the ranks: shard the "
                    "whole model over all ranks (fully_shard), or none of it"
                )
            if not all(type(place) in (Shard, Replicate) for place in each.placements):
                raise InvalidArgument(
                    f"a parameter has the placements {each.placements}: use those of fully_shard alone, Shard and "
                    "Replicate, without tensor parallelism"
                )
            shape, offset = compute_local_shape_and_global_offset(
                each.shape, each.device_mesh, each.placements
            )
            self._slices.append(tuple(slice(at, at + size) for at, size in zip(offset, shape)))
            sizes = zip(each.device_mesh.shape, each.placements)
            self._shares.append(
                1 / math.prod(size for size, place in sizes if type(place) is Replicate)
            )

    def noise_of(self, at: int, whole: torch.Tensor) -> torch.Tensor:
        """This rank's part of what is as long as the parameter."""
        parameter = self._parameters[at]
        return whole.view(parameter.shape)[self._slices[at]].contiguous()

    def whole(self, at: int, part: torch.Tensor) -> Any:
        """The DTensor, like the parameter, of which this is this rank's part."""
        like = self._parameters[at]
        return self._from_local(
            part,
            like.device_mesh,
            like.placements,
            run_check=False,
            shape=like.shape,
            stride=like.stride(),
        )

    def misplaced(self, gradients: Sequence[Any]) -> Optional[str]:
        """The problem if a gradient does not lie where its parameter does, or None."""
        for each, parameter in zip(gradients, self._parameters):
            if each is not None and getattr(each, "placements", None) != parameter.placements:
                return (
                    "a gradient does not lie on the ranks as its parameter does: give the sum over the whole batch, "
                    f"as a DTensor of placements {parameter.placements}"
                )
        return None

    def norms_of(self, tensors: Sequence[Any]) -> List[float]:
        """The norms of whole gradients, the same on all ranks, which have to call this together."""
        own = norms_of([None if each is None else local(each) for each in tensors])
        squares = [norm * norm * share for norm, share in zip(own, self._shares)]
        return self._summed(squares).sqrt().tolist()

    def agreed(self, problem: Optional[str]) -> Optional[str]:
        """The problem of this rank or of any other; ranks have to call this together."""
        refused = float(self._summed([float(problem is not None)]))
        return problem or ("another rank refused the step" if refused > 0 else None)

    def same(self, flag: bool) -> bool:
        """True if it is the same on all ranks, which have to call this together."""
        return float(self._summed([float(flag)])) in (0, self.world)

    def _summed(self, numbers: List[float]) -> torch.Tensor:
        row = torch.tensor(numbers, dtype=torch.float64, device=self._device)
        torch.distributed.all_reduce(row)
        return row
