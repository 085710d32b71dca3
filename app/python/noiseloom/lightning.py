"""Private training in Lightning's Trainer."""

from __future__ import annotations

import functools
import os
from typing import Any, Callable, Dict, Iterator, List, Optional, Union

import torch

from ._clipped_sum import PerExample, PrivateFigures
from ._design import Design
from ._examples import size_of
from ._noise import Key
from ._noiseloom import InvalidArgument
from ._private_optimizer import PrivateOptimizer
from ._trainer_parts import TrainerParts
from .torch import BatchSampler, collate

try:
    from lightning.pytorch import Callback, LightningModule, Trainer
except ImportError:  # its other name
    from pytorch_lightning import Callback, LightningModule, Trainer  # type: ignore[assignment]

__all__ = ["PrivateTraining"]


class _Remaining(BatchSampler):
    """The batches from the optimizer's step on; as long as the run, since Lightning counts earlier ones, too."""

    def __init__(self, training: "PrivateTraining") -> None:
        super().__init__(training._parts.batches, shard=(0, 1))
        self._training = training

    def __iter__(self) -> Iterator[List[int]]:
        self.start = self._training.step
        return super().__iter__()

    def __len__(self) -> int:
        return len(self.batches)


class PrivateTraining(Callback):
    """Makes ``Trainer.fit`` private, in a single process: give it to the Trainer as a callback, and its :meth:`loader`
    to ``fit``, with ``Trainer(max_steps=design.iterations, max_epochs=-1)``.

    A step takes the design's batch, and calls the module's ``training_step`` for each example by itself, as a batch of
    one. The gradients are clipped and summed (:class:`noiseloom.torch.ClippedSum`), and the module's optimizer steps
    with their noisy mean (:class:`noiseloom.torch.PrivateOptimizer`). Optimization is manual, in Lightning's words.
    What ``training_step`` logs is dropped, since no noise is in it. Schedulers step after each step, whatever their
    interval. Lightning's checkpoints hold the noise's state, and ``fit(ckpt_path=...)`` goes on from it.

    Parameters
    ----------
    design : Design
    key : bytes of length 32, or path of a key file
    data : data set
        With ``len(data)`` and ``data[i]``.
    collate_fn : callable(list of examples), optional
        As that of DataLoader; what it makes of an example must not depend on the others of a batch.
    record : path, optional
        File for a record of each step.
    per_example, microbatch, generator
        As for :class:`noiseloom.torch.Run`, without "ghost".

    Attributes
    ----------
    step : int
        The step that comes next.
    private : PrivateFigures
        What the examples of the last step came to, which is private.
    """

    def __init__(
        self,
        design: Design,
        key: Key,
        data: Any,
        *,
        collate_fn: Callable[[List[Any]], Any] = torch.utils.data.default_collate,
        record: Union[str, "os.PathLike[str]", None] = None,
        per_example: PerExample = "vmap",
        microbatch: Optional[int] = None,
        generator: str = "processor",
    ) -> None:
        self._parts = TrainerParts(
            design, key, PrivateOptimizer, record, per_example, microbatch, generator
        )
        self._parts.of_examples(len(data))
        self._data = data
        self._collate = collate(data, collate_fn)
        self._seed = torch.initial_seed() % (1 << 63)

    def state_dict(self) -> Dict[str, Any]:
        """Of Lightning's checkpoints: random numbers of a step, as by dropout, are the same when it is repeated."""
        return {"seed": self._seed}

    def load_state_dict(self, state_dict: Dict[str, Any]) -> None:
        self._seed = state_dict["seed"]

    @property
    def step(self) -> int:
        return self._parts.step

    @property
    def private(self) -> Optional[PrivateFigures]:
        return self._parts.private

    def loader(self, **options: Any) -> Any:
        """A DataLoader of the design's batches, from the step on that comes next; `options` as ``num_workers``."""
        return torch.utils.data.DataLoader(
            self._data, batch_sampler=_Remaining(self), collate_fn=self._collate, **options
        )

    def setup(self, trainer: Trainer, pl_module: LightningModule, stage: str) -> None:
        if stage != "fit":
            return
        if trainer.world_size != 1 or trainer.accumulate_grad_batches != 1:
            raise InvalidArgument(
                f"the Trainer has {trainer.world_size} processes and accumulate_grad_batches = "
                f"{trainer.accumulate_grad_batches}: use 1 of each, as a batch is the design's (microbatch "
                "divides it), and noiseloom.torch.Run on several ranks"
            )
        pl_module.automatic_optimization = False
        self._own_step = pl_module.training_step
        own: Any = pl_module  # whose method is replaced
        own.training_step = functools.partial(self._step, trainer, pl_module)

    def teardown(self, trainer: Trainer, pl_module: LightningModule, stage: str) -> None:
        if stage == "fit":
            pl_module.__dict__.pop("training_step", None)
            self._parts.close()

    def on_exception(
        self, trainer: Trainer, pl_module: LightningModule, exception: BaseException
    ) -> None:
        self._parts.close()

    def on_fit_start(self, trainer: Trainer, pl_module: LightningModule) -> None:
        """Before Lightning loads the states of a checkpoint."""
        if len(trainer.optimizers) != 1:
            raise InvalidArgument(
                f"configure_optimizers() made {len(trainer.optimizers)} optimizers: use one, since each "
                "step's noise is for one sum of gradients"
            )
        trainer.optimizers = [self._parts.around(trainer.optimizers[0], pl_module, self._loss)]

    def _loss(self, module: torch.nn.Module, batch: Any) -> Any:
        made = self._own_step(batch, 0)
        return made["loss"] if isinstance(made, dict) else made

    def _step(self, trainer: Trainer, module: Any, batch: Any, number: int) -> None:
        numbers = self._parts.batches[self.step]
        if size_of(batch) != len(numbers):
            raise InvalidArgument(
                f"step {self.step} has {size_of(batch)} examples, and the design's batch {len(numbers)}: "
                "give fit() the loader() of this callback"
            )
        module.log = module.log_dict = lambda *_, **__: None
        try:
            sums: Any = self._parts.sums
            means = self._parts.means(self._seed, module.device, sums.microbatches(batch))
        finally:
            del module.log, module.log_dict
        module.optimizers().step(batch=numbers, gradients=means)
        schedulers = module.lr_schedulers() or []
        for each in schedulers if isinstance(schedulers, list) else [schedulers]:
            each.step()
