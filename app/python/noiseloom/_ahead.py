"""The parts of a step's batch, and worker processes that read them ahead of the steps that take them."""

from __future__ import annotations

from typing import Any, Iterator, List, NamedTuple, Optional, Tuple

import numpy as np
import torch
import torch.utils.data

from ._drawing import drawing_from
from ._examples import Examples


class Shares(NamedTuple):
    """How a rank takes its share of a batch: in microbatches, which may be filled up to one size."""

    examples: Examples
    rank: int
    world: int
    microbatch: Optional[int]
    pad: bool

    def of(self, batch: np.ndarray) -> Tuple[List[np.ndarray], List[int]]:
        """The numbers of the examples of each microbatch, and how many of each count, the first ones."""
        share = self.examples.there(batch[self.rank :: self.world])
        size = self.microbatch or max(1, len(share))
        parts = [share[at : at + size] for at in range(0, len(share), size)]
        return [np.resize(each, size) if self.pad else each for each in parts], [
            len(each) for each in parts
        ]


class _Part(NamedTuple):
    step: int
    at: int
    numbers: np.ndarray


def _parts_from(step: int, shares: Shares, batches: Any) -> Iterator[_Part]:
    for each in range(step, len(batches)):
        for at, numbers in enumerate(shares.of(batches[each])[0]):
            yield _Part(each, at, numbers)


class _Reader(torch.utils.data.Dataset):
    """What workers hold: the data, and neither key nor batches."""

    def __init__(self, examples: Examples, seed: int, rank: int) -> None:
        self._examples, self._seed, self._rank = examples, seed, rank

    def __getitem__(self, part: _Part) -> Any:
        # Another stream than that of the model's dropout.
        with drawing_from(f"{self._seed} part {part.at}", part.step, self._rank, []):
            return part.step, self._examples.read(part.numbers)


def _as_it_is(batch: Any) -> Any:
    return batch


class Ahead:
    """Reads the parts of each step by worker processes, in the order of the steps.

    What a data set draws for an example is of the run's seed, the step, the rank and the part: the same after a resume,
    and with another number of workers.
    """

    def __init__(self, shares: Shares, batches: Any, workers: int) -> None:
        self._shares, self._batches, self._workers = shares, batches, workers
        self._seed: Optional[int] = None
        self._next = -1  # the step that the readers go on with
        self._read: Iterator[Any] = iter(())

    def of(self, seed: int, step: int, parts: int) -> Iterator[Any]:
        """The parts of a step. Another one than the next, as after a step that was refused, begins anew."""
        if (seed, step) != (self._seed, self._next):
            self._read = iter(())  # ends the workers before, of which new ones would have a copy
            reader = _Reader(self._shares.examples, seed, self._shares.rank)
            loader = torch.utils.data.DataLoader(
                reader,
                batch_size=None,
                sampler=_parts_from(step, self._shares, self._batches),  # type: ignore[arg-type]
                num_workers=self._workers,
                collate_fn=_as_it_is,
                generator=torch.Generator(),  # which else draws of the step's random numbers
            )
            self._read = iter(loader)
        self._seed, self._next = seed, -1  # until all parts are taken
        for _ in range(parts):
            of, batch = next(self._read)
            assert of == step
            yield self._shares.examples.moved(batch)
        self._next = step + 1
        if self._next == len(self._batches):
            self._read = iter(())  # ends the workers
