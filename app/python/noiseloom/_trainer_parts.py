"""What makes the loop of another library private, in a single process."""

from __future__ import annotations

from typing import Any, Callable, Dict, Generic, Iterable, List, Optional, Type, TypeVar

import torch

from ._batches import Batches
from ._clipped_sum import ClippedSum, PerExample, PrivateFigures
from ._design import Design, loaded
from ._drawing import drawing_from
from ._files import Path
from ._noise import Key
from ._private_optimizer import PrivateOptimizer
from ._scale import expected_batch, warn_of_claim

Kind = TypeVar("Kind", bound=PrivateOptimizer)


class TrainerParts(Generic[Kind]):
    """The batches of a design, and its clipping and its noise around an optimizer that a trainer makes later."""

    def __init__(
        self,
        design: Design,
        key: Key,
        kind: Type[Kind],
        record: Optional[Path],
        per_example: PerExample,
        microbatch: Optional[int],
        generator: str,
    ) -> None:
        self.design = loaded(design)
        self._key, self._kind, self._record, self._generator = key, kind, record, generator
        self._how: Dict[str, Any] = {"per_example": per_example, "microbatch": microbatch}
        self.optimizer: Optional[Kind] = None
        self.sums: Optional[ClippedSum] = None

    def of_examples(self, examples: int) -> None:
        """Makes the batches, for so many examples."""
        self._examples = examples
        self._divisor = expected_batch(self.design, examples)
        self.batches = Batches(self.design, self._key, examples)
        warn_of_claim(self.design)

    def around(
        self,
        optimizer: torch.optim.Optimizer,
        model: torch.nn.Module,
        compute_loss: Callable[[torch.nn.Module, Any], Any],
    ) -> Kind:
        """The optimizer with noise, for the parameters of `optimizer`."""
        self.optimizer = self._kind(
            optimizer,
            self.design,
            self._key,
            clip_norm=self.design.clip_norm,
            reduction="mean",
            batch_size=self._divisor,
            generator=self._generator,
            record=self._record,
            dataset_size=self._examples,
        )
        self.sums = ClippedSum(
            model,
            self.optimizer._gradient_noise.parameters,
            clip_norm=self.design.clip_norm,
            compute_loss=compute_loss,
            **self._how,
        )
        return self.optimizer

    @property
    def step(self) -> int:
        """The step that comes next."""
        return 0 if self.optimizer is None else self.optimizer.noise.step

    @property
    def private(self) -> Optional[PrivateFigures]:
        return None if self.sums is None else self.sums.private

    def means(self, seed: int, device: torch.device, batches: Iterable[Any]) -> List[torch.Tensor]:
        """The sum of a step's clipped gradients over the design's batch, drawing as this step of `seed` does."""
        assert self.sums is not None
        devices = [device.index or 0] if device.type == "cuda" else []
        with drawing_from(seed, self.step, 0, devices):
            sums = self.sums.of(batches)
        return [each.div_(self._divisor) for each in sums]

    def close(self) -> None:
        """Lets go of the record's file, so that the run can be gone on with in this process."""
        if self.optimizer is not None and self.optimizer._recording is not None:
            self.optimizer._recording.close()
