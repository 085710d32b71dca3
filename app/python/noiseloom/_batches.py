"""The batches of a training run."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Dict, Iterator, Optional

import numpy as np

from . import _noiseloom
from ._keys import HoldsKey
from ._noise import Key, _whole
from ._noiseloom import InvalidArgument

if TYPE_CHECKING:
    from ._design import Design
    from ._owners import Owners

_FORMAT = "noiseloom-batches-state"
_VERSION = 1
# A batch of independently drawn examples exceeds largest() with probability at most e^-40.
_SURE = 40.0

# By the key's identifier: the step whose batch was last taken in this process, or at which a BatchSampler began.
_begun: Dict[str, int] = {}


class Batches(HoldsKey):
    """Which examples each step takes, as the design's claim assumes; made by :meth:`Design.batches`.

    Iterating gives the batches from :attr:`step` to the last one; ``batches[i]`` gives any. The batches and their
    sizes are as secret as the key: whoever sees them undoes the amplification. A step with an empty batch adds noise
    alone.

    Attributes
    ----------
    dataset_size : int
    step : int
        The step whose batch the iterator gives next.
    """

    def __init__(
        self,
        design: "Design",
        key: Key,
        dataset_size: int,
        members_in_parts: bool = False,
        owners: Optional["Owners"] = None,
    ) -> None:
        self._design = design
        self._owners, self._numbers = None, None
        if owners is not None:
            owners.check(design, dataset_size)
            if owners.batches is not None:
                raise InvalidArgument(
                    "owners with batches are not allowed, which are the batches: use owners with per_owner alone"
                )
            self._owners, self._numbers = owners.code(), owners.under(design)
            dataset_size, members_in_parts = len(self._numbers), True
        dataset_size = _whole("dataset_size", dataset_size)
        self._batches = _noiseloom.Batches(
            design._strategy, _noiseloom.KeySource(key), dataset_size, members_in_parts
        )
        self.dataset_size = dataset_size
        self.step = 0

    def __repr__(self) -> str:
        of = f"{self.dataset_size} examples, {self.batching}"
        return f"<noiseloom.Batches step {self.step} of {len(self)}, {of}>"

    @property
    def batching(self) -> str:
        """Name of the batching: "cyclic-poisson", "balls-in-bins", ..."""
        return self._batches.batching

    def __len__(self) -> int:
        """n, the number of steps."""
        return self._design.iterations

    def __getitem__(self, step: int) -> np.ndarray:
        """The examples of a step.

        Returns
        -------
        numpy.ndarray of int64, shape (size of the batch,)
            Indices from 0 to dataset_size - 1, each once, increasing; of a table of owners, the table's numbers.
        """
        if not 0 <= step < len(self):
            raise IndexError(
                f"there is no step {step}: the strategy and its privacy claim have {len(self)}"
            )
        batch = self._batches.batch(step)
        if self._numbers is None:
            return batch
        examples = self._numbers[batch]
        return examples[examples >= 0]

    def __iter__(self) -> Iterator[np.ndarray]:
        return self

    def __next__(self) -> np.ndarray:
        if self.step >= len(self):
            raise StopIteration
        batch = self[self.step]
        self._begin(self.step)
        self.step += 1
        return batch

    def _begin(self, step: int) -> None:
        _begun[self._batches.key_id] = step

    def _expected(self) -> Dict[str, Any]:
        of_owners = {} if self._owners is None else {"owners": self._owners}
        return {
            "strategy_sha256": self._design.sha256,
            "key_id": self._batches.key_id,
            "dataset_size": self.dataset_size,
            **of_owners,
        }

    def state_dict(self) -> Dict[str, Any]:
        """The state for a checkpoint. It holds neither the key nor any batch."""
        return {"format": _FORMAT, "version": _VERSION, "step": self.step, **self._expected()}

    def load_state_dict(self, state: Dict[str, Any]) -> None:
        """Continues where the state was taken. InvalidArgument: it has another strategy, key or data set size."""
        if state.get("format") != _FORMAT or state.get("version") != _VERSION:
            raise InvalidArgument(
                "this is no state of Noiseloom's batches, or one of another version"
            )
        sentences = {
            "strategy_sha256": "the state belongs to the strategy file {0}, and these batches to {1}",
            "key_id": "the state belongs to a run with another key ({0}) than this one ({1})",
            "dataset_size": "the state is of a data set of {0} examples, and this one has {1}",
            "owners": "the state is of batches of other owners ({0}) than these ({1})",
        }
        for name, sentence in sentences.items():
            if state.get(name) != self._expected().get(name):
                raise InvalidArgument(sentence.format(state.get(name), self._expected().get(name)))
        step = state.get("step")
        if not isinstance(step, int) or not 0 <= step <= len(self):
            raise InvalidArgument(f"the state is of step {step}, and there are {len(self)}")
        self.step = step


def no_examples(batch: Any) -> Optional[str]:
    """The reason why `batch` is not a sequence of example indices; None if it is one."""
    found = type(batch).__name__
    try:
        examples = np.asarray(batch)
        if examples.ndim == 1 and (examples.size == 0 or examples.dtype.kind in "iu"):
            return None
        if examples.ndim > 0:
            found = (
                f"{examples.ndim} dimensions"
                if examples.ndim > 1
                else f"values of {examples.dtype.name}"
            )
    except (TypeError, ValueError):
        pass
    return f"batch = {found} is not allowed: use the indices of all its examples, whole numbers in one sequence"


def largest(batch: float) -> float:
    """An upper bound on the size of a batch with that mean size, by Bernstein's inequality (see _SURE)."""
    third = _SURE / 3
    return batch + third + math.sqrt(third * third + 2 * _SURE * batch)
