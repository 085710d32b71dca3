"""Training with PyTorch: a whole private run, or its parts, around any optimizer or in Opacus's.

:class:`Run` clips and sums the gradients of examples, and takes a design's batches. Where something else does, such as
Opacus, :class:`PrivateOptimizer` and :func:`attach` add the noise to the sum: once a step, whatever the number of
micro-batches, and scaled as the gradients are.
"""

from __future__ import annotations

import functools
from typing import Any, Callable, Iterator, List, Optional, Tuple

import torch
import torch.utils.data

from ._adaptive_clip import AdaptiveClip
from ._batches import Batches
from ._clipped_sum import ClippedSum
from ._device_noise import DeviceGeneratorNoise, DeviceNoise
from ._device_normals import chacha20_words, standard_normals
from ._examples import part_of
from ._gradient_noise import forget_runs
from ._noise import _whole, refuse
from ._noiseloom import InvalidArgument
from ._opacus import attach
from ._phases import Phases
from ._private_figures import PrivateFigures
from ._private_optimizer import PrivateOptimizer
from ._ranks import share_of
from ._run import Run
from ._scaled import ScaleThenPrivatize
from ._users import Users

__all__ = [
    "AdaptiveClip",
    "BatchSampler",
    "ClippedSum",
    "DeviceGeneratorNoise",
    "DeviceNoise",
    "Padded",
    "Phases",
    "PrivateFigures",
    "PrivateOptimizer",
    "Run",
    "ScaleThenPrivatize",
    "Users",
    "attach",
    "chacha20_words",
    "collate",
    "forget_runs",
    "standard_normals",
]


class BatchSampler(torch.utils.data.Sampler):
    """A design's batches as the ``batch_sampler`` of ``torch.utils.data.DataLoader``.

    Parameters
    ----------
    batches : Batches
    start : int
        The first step: for a resumed run ``optimizer.noise.step``. A loader with workers asks for batches ahead of
        training, so that only the optimizer knows how many steps were taken.
    shard : (rank, world), optional
        This process's share of each batch; shares are disjoint. By default the share of its rank in
        torch.distributed, if that is initialized. (0, 1) if all ranks work on the whole batch, as
        when they split the model.
    pad : int, optional
        Shares are filled up by -1 to a multiple of this, and to one at least, so that they have few shapes: for a
        loader of :class:`Padded` data.

    Notes
    -----
    Shares differ in size: let each rank divide the sum over its share by batch_size / world, so
    that the average over ranks is the sum over the batch divided by batch_size. A sampled batch, or a
    share, may be empty: DataLoader's own ``collate_fn`` fails there, and :func:`collate` makes one that does not.
    """

    def __init__(
        self,
        batches: Batches,
        start: int = 0,
        shard: Optional[Tuple[int, int]] = None,
        pad: Optional[int] = None,
    ) -> None:
        if pad is not None and _whole("pad", pad) < 1:
            refuse("pad", pad, "a number of examples, 1 or more")
        self.pad = pad
        start = _whole("start", start)
        if not 0 <= start <= len(batches):
            raise InvalidArgument(
                f"start = {start} is not allowed: use an integer from 0 to {len(batches)}"
            )
        self.batches = batches
        self.start = start
        self.rank, self.world = share_of(shard)

    def __iter__(self) -> Iterator[List[int]]:
        self.batches._begin(self.start)
        for step in range(self.start, len(self.batches)):
            share = self.batches[step][self.rank :: self.world].tolist()
            if self.pad is not None:
                share += [-1] * (max(1, -(-len(share) // self.pad)) * self.pad - len(share))
            yield share

    def __len__(self) -> int:
        return len(self.batches) - self.start


class Padded(torch.utils.data.Dataset):
    """Data whose batches were filled up by :class:`BatchSampler` (`pad`): each example with whether it counts, so that
    a batch of a loader is ``(batch, counts)``, where `counts` is a tensor of bool.

    What does not count is another example, whose gradient has to be left out of the sum: multiply its loss, or its
    clipped gradient, by ``counts``.

    Parameters
    ----------
    data : data set

    Examples
    --------
    >>> loader = DataLoader(noiseloom.torch.Padded(data), batch_sampler=noiseloom.torch.BatchSampler(
    ...     design.batches("run.key"), pad=64))  # doctest: +SKIP
    >>> for (images, labels), counts in loader: ...  # doctest: +SKIP
    """

    def __init__(self, data: Any) -> None:
        self.data = data

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, at: int) -> Tuple[Any, bool]:
        return self.data[max(at, 0)], at >= 0


def _collated(collate_fn: Callable[[List[Any]], Any], empty: Any, examples: List[Any]) -> Any:
    return collate_fn(examples) if examples else empty


def collate(
    data: Any,
    collate_fn: Callable[[List[Any]], Any] = torch.utils.data.default_collate,
) -> Callable[[List[Any]], Any]:
    """A ``collate_fn`` for DataLoader that takes an empty batch, too: its tensors have no rows.

    Parameters
    ----------
    data : data set
        Its first example shows what a batch is made of.
    collate_fn : callable(list of examples), optional
        Makes all other batches: tuples, lists or mappings of tensors whose first dimension is that of the examples.
        With workers that are spawned it has to be one that can be pickled.
    """
    return functools.partial(_collated, collate_fn, part_of(collate_fn([data[0]]), 0, 0))
