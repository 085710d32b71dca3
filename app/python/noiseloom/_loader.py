"""The batches of a private optimizer's steps, each given when the step before it was taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, Optional, Tuple

import numpy as np

from ._batches import Batches
from ._examples import Collate, Examples, part_of
from ._noise import refuse
from ._noiseloom import InvalidArgument
from ._ranks import share_of

if TYPE_CHECKING:
    from ._private_optimizer import PrivateOptimizer


def loader_of(
    optimizer: "PrivateOptimizer",
    data: Any,
    collate_fn: Optional[Collate],
    shard: Optional[Tuple[int, int]],
) -> Iterator[Any]:
    """What :meth:`PrivateOptimizer.loader` gives."""
    noise = optimizer._gradient_noise
    examples = Examples(data, collate_fn, noise.parameters[0].device, separately=False)
    if len(examples) != noise._dataset_size:
        refuse("data", f"{len(examples)} examples", f"the {noise._dataset_size} of the design")
    rank, world = share_of(shard)
    batches = Batches(noise._design, noise._key, len(examples))
    return _batches_of_steps(optimizer, batches, examples, rank, world)


def _batches_of_steps(
    optimizer: "PrivateOptimizer", batches: Batches, examples: Examples, rank: int, world: int
) -> Iterator[Any]:
    nothing: Any = None  # what a batch of no examples looks like
    while optimizer.noise.step < len(batches):
        step = optimizer.noise.step
        batch = batches[step]
        share = batch[rank::world]
        if len(share) == 0 and nothing is None:
            nothing = part_of(examples.batch(np.zeros(1, np.int64)), 0, 0)
        optimizer.give(batch)
        yield examples.batch(share) if len(share) > 0 else nothing
        if optimizer.noise.step != step + 1:
            raise InvalidArgument(
                f"the loader gave the batch of step {step}, and the step that comes next is {optimizer.noise.step}: "
                "call step() once for each batch"
            )
