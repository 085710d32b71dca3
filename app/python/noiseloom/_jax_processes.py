"""The processes of jax.distributed that share a run."""

from __future__ import annotations

import hashlib
from typing import Any, Callable, Optional, Sequence, Tuple, TypeVar

import jax
import numpy as np
from jax.experimental import multihost_utils

from ._noiseloom import InvalidArgument

Result = TypeVar("Result")
_TEXT = 512  # bytes of a failure's message that the other processes learn


def word_of(text: str) -> int:
    """32 bits by which processes compare what they have."""
    return int(hashlib.sha256(text.encode()).hexdigest()[:8], 16)


def on_this_process(name: str, tree: Any) -> Any:
    """The arrays of this process. InvalidArgument: one lies in parts on several."""

    def own(leaf: Any) -> Any:
        if not isinstance(leaf, jax.Array) or leaf.is_fully_addressable:
            return leaf
        if not leaf.is_fully_replicated:
            raise InvalidArgument(
                f"{name} is not allowed: an array of shape {leaf.shape} lies in parts on several processes; give "
                "each process all of it"
            )
        return leaf.addressable_data(0)

    return jax.tree_util.tree_map(own, tree)


class Processes:
    """All processes of jax.distributed, or this one. What sends has to be called by all of them together."""

    def __init__(self) -> None:
        self.rank, self.count = jax.process_index(), jax.process_count()
        self._summed: Optional[Callable[[Any], Any]] = None

    def share(self, batch: np.ndarray) -> np.ndarray:
        """This process's examples of a batch: each example is in one share."""
        return batch[self.rank :: self.count]

    def together(
        self, names: Sequence[str], work: Callable[[], Tuple[Result, Sequence[int]]]
    ) -> Result:
        """What work() returns beside words of 32 bits of these names, which have to be the same on all processes.
        InvalidArgument on all: one of them refuses, or has another word."""
        if self.count == 1:
            return work()[0]
        failure: Optional[BaseException] = None
        made: Any = None
        try:
            made, words = work()
            row = np.array([0, *words], np.uint32)
        except Exception as caught:  # raised below: the other processes wait for this one
            failure = caught
            row = np.array([1] + [0] * len(names), np.uint32)
        table = multihost_utils.process_allgather(row)
        texts = self._texts(failure) if table[:, 0].any() else []
        if failure is not None:
            raise failure
        for rank in range(self.count):
            if table[rank, 0]:
                raise InvalidArgument(
                    f"process {rank} refused what all of them have to do together: {texts[rank]}"
                )
            for name, own, of_first in zip(names, table[rank, 1:], table[0, 1:]):
                if own != of_first:
                    raise InvalidArgument(
                        f"process {rank} has another {name} than process 0: all processes make one run"
                    )
        return made

    def _texts(self, failure: Optional[BaseException]) -> Sequence[str]:
        """What failed on each process."""
        row = np.zeros(_TEXT, np.uint8)
        if failure is not None:
            text = f"{type(failure).__name__}: {failure}".encode()[:_TEXT]
            row[: len(text)] = np.frombuffer(text, np.uint8)
        rows = multihost_utils.process_allgather(row)
        return [bytes(each).rstrip(b"\0").decode(errors="ignore") for each in rows]

    def of_first(self, tree: Any) -> Any:
        """Process 0's arrays."""
        return tree if self.count == 1 else multihost_utils.broadcast_one_to_all(tree)

    def summed(self, tree: Any) -> Any:
        """The sums over all processes, the same to the bit on each, on its first device."""
        if self.count == 1:
            return tree
        spec = jax.sharding.PartitionSpec
        first = {each.process_index: each for each in reversed(jax.devices())}
        devices = np.array([first[rank] for rank in range(self.count)])
        mesh = jax.sharding.Mesh(devices, ("processes",))
        parts = jax.sharding.NamedSharding(mesh, spec("processes"))
        if self._summed is None:
            everywhere = jax.sharding.NamedSharding(mesh, spec())
            total = lambda each: each.sum(axis=0, dtype=each.dtype)  # noqa: E731
            self._summed = jax.jit(
                lambda whole: jax.tree_util.tree_map(total, whole), out_shardings=everywhere
            )

        def whole(each: jax.Array) -> jax.Array:
            row = jax.device_put(each[None], devices[self.rank])
            shape = (self.count, *each.shape)
            return jax.make_array_from_single_device_arrays(shape, parts, [row])

        added = self._summed(jax.tree_util.tree_map(whole, tree))
        return jax.tree_util.tree_map(lambda each: each.addressable_data(0), added)
