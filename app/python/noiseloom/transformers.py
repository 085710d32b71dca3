"""Private training in the Trainer of Transformers."""

from __future__ import annotations

import copy
import math
from typing import Any, Dict, Optional, Tuple

import torch
import torch.utils.data
from transformers import Trainer, TrainingArguments

from ._batches import Batches
from ._clipped_sum import ClippedSum, PerExample, PrivateFigures
from ._design import Design
from ._drawing import drawing_from
from ._examples import Examples
from ._files import Path
from ._noise import Key
from ._noiseloom import InvalidArgument
from ._private_optimizer import PrivateOptimizer
from ._scale import check_design, expected_batch, warn_of_claim

__all__ = ["PrivateTrainer"]

# What Trainer logs of the examples without noise: losses, norms, and what follows from the sizes of batches.
_PRIVATE = ("loss", "train_loss", "grad_norm", "total_flos", "num_input_tokens_seen")


class _StepOptimizer(PrivateOptimizer):
    """Takes no step but with what it was given, since Trainer calls ``step()`` without arguments."""

    def step(self, *arguments: Any, **options: Any) -> Any:
        if self._given is None:
            raise InvalidArgument(
                "the optimizer has no gradients of a step: it steps once after each training_step of PrivateTrainer"
            )
        return super().step(*arguments, **options)


def _refused(args: TrainingArguments) -> Optional[Tuple[str, str]]:
    """What a private run cannot be with, and what to use, or None."""
    if args.world_size != 1 or args.n_gpu > 1:
        return (
            f"{max(args.world_size, args.n_gpu)} processes or devices",
            "one (CUDA_VISIBLE_DEVICES=0), and noiseloom.torch.Run on several",
        )
    for name, value, allowed, instead in (
        (
            "gradient_accumulation_steps",
            args.gradient_accumulation_steps,
            1,
            "1: a step's batch is the design's, and microbatch says how much of it is in memory at once",
        ),
        (
            "fp16",
            args.fp16,
            False,
            "bf16: losses are not scaled, and float16 rounds gradients to 0",
        ),
        ("auto_find_batch_size", args.auto_find_batch_size, False, "microbatch"),
    ):
        if value != allowed:
            return f"{name} = {value}", instead
    return None


class PrivateTrainer(Trainer):
    """A ``transformers.Trainer`` that trains privately, in a single process, for as many steps as the design has.

    A step takes the design's batch, calls :meth:`compute_loss` for each example by itself, as a batch of one, clips the
    gradients and sums them (:class:`noiseloom.torch.ClippedSum`), and the Trainer's optimizer steps with their noisy
    mean (:class:`noiseloom.torch.PrivateOptimizer`): once a step, whatever the microbatches. Checkpoints of the Trainer
    hold the noise's state, but neither key nor noise, and ``train(resume_from_checkpoint=...)`` goes on from one.
    Of the arguments for training the sizes of batches, epochs and ``max_grad_norm`` mean nothing here; ``max_steps``
    ends a run early. Losses, norms and numbers of operations, which have no noise, are neither logged nor saved, and
    ``train().training_loss`` is NaN.

    Parameters
    ----------
    design : Design
    key : bytes of length 32, or path of a key file
        The secret of this run alone, and of its continuation.
    record : path, optional
        File for a record of each step, which ``noiseloom-cli verify --job`` compares with the claim.
    per_example : "loop" or "vmap"
        "loop" takes one example after the other, whatever the model and the lengths of the examples; "vmap" several at
        once, which is faster, for models that can be taken so: of this library's own some with
        ``attn_implementation="eager"``, and examples that the collator makes equally long.
    microbatch, generator
        As for :class:`noiseloom.torch.Run`.
    **trainer
        As ``transformers.Trainer`` takes them: ``model``, ``args``, ``train_dataset`` with ``len()`` and numbers,
        ``data_collator``, which is called for each example by itself, and others.

    Attributes
    ----------
    private : PrivateFigures
        What the examples of the last step came to, which is private.

    Raises
    ------
    InvalidArgument
        Arguments that a private run cannot be with: accumulated gradients, several processes, float16.
    """

    def __init__(
        self,
        design: Design,
        key: Key,
        *,
        record: Optional[Path] = None,
        per_example: PerExample = "loop",
        microbatch: Optional[int] = None,
        generator: str = "processor",
        **trainer: Any,
    ) -> None:
        check_design(design)
        args = copy.copy(trainer.pop("args", None) or TrainingArguments("tmp_trainer"))
        problem = _refused(args)
        if problem is not None:
            raise InvalidArgument(f"{problem[0]} is not allowed: use {problem[1]}")
        if args.max_steps > design.iterations:
            raise InvalidArgument(
                f"max_steps = {args.max_steps} is not allowed: the design has {design.iterations} steps"
            )
        if args.max_steps <= 0:
            args.max_steps = design.iterations
        self._design, self._key, self._record, self._generator = design, key, record, generator
        self._how = {"per_example": per_example, "microbatch": microbatch}
        self._sums: Optional[ClippedSum] = None
        self._noisy: Optional[_StepOptimizer] = None
        super().__init__(args=args, **trainer)
        if not hasattr(self.train_dataset, "__len__"):
            raise InvalidArgument(
                f"train_dataset = {type(self.train_dataset).__name__} is not allowed: use a data set with len() and "
                "numbers, since the design says which examples each batch has"
            )
        self._batch_size = expected_batch(design, len(self.train_dataset))
        self._batches = Batches(design, key, len(self.train_dataset))
        self._examples = self._chosen_examples()
        warn_of_claim(design)

    def _chosen_examples(self) -> Examples:
        """The data set and what makes a batch of an example, without columns that the model does not take."""
        data, collate = self.train_dataset, self.data_collator
        if hasattr(data, "column_names") and hasattr(data, "remove_columns"):
            data = self._remove_unused_columns(data, "training")
        else:
            collate = self._get_collator_with_removed_columns(collate, "training")
        return Examples(data, collate, self.args.device, self._how["per_example"] == "vmap")

    @property
    def private(self) -> Optional[PrivateFigures]:
        return None if self._sums is None else self._sums.private

    def create_optimizer(self, model: Optional[torch.nn.Module] = None) -> torch.optim.Optimizer:
        made = super().create_optimizer() if model is None else super().create_optimizer(model)
        inner = getattr(made, "optimizer", made)  # inside of Accelerate's
        if isinstance(inner, _StepOptimizer):  # of a call of train() before
            return made
        self._noisy = _StepOptimizer(
            inner,
            self._design,
            self._key,
            clip_norm=self._design.clip_norm,
            reduction="mean",
            batch_size=self._batch_size,
            generator=self._generator,
            record=self._record,
            dataset_size=len(self._examples),
        )
        self._sums = ClippedSum(
            self.model,
            self._noisy._gradient_noise.parameters,
            clip_norm=self._design.clip_norm,
            compute_loss=self._loss_of,
            **self._how,
        )
        self.optimizer = self._noisy
        return self.optimizer

    def _loss_of(self, model: torch.nn.Module, batch: Any) -> Any:
        with self.compute_loss_context_manager():
            return self.compute_loss(model, dict(batch))

    def get_train_dataloader(self) -> torch.utils.data.DataLoader:
        """The numbers of the steps: their batches are taken when they come."""
        return torch.utils.data.DataLoader(
            range(self._design.iterations),  # type: ignore[arg-type]
            collate_fn=lambda steps: {"step": steps[0]},
        )

    def training_step(
        self, model: torch.nn.Module, inputs: Dict[str, Any], *_: Any, **__: Any
    ) -> torch.Tensor:
        """Makes the sum of a step's clipped gradients, with which the optimizer steps next."""
        assert self._noisy is not None and self._sums is not None
        step = self._noisy.noise.step
        if step != self.state.global_step:
            raise InvalidArgument(
                f"the Trainer is at step {self.state.global_step} and its noise at step {step}: go on from a "
                "checkpoint (resume_from_checkpoint) that was saved whole (save_only_model = False)"
            )
        model.train()
        batch = self._batches[step]
        size = self._sums.microbatch or max(1, len(batch))
        device = self.args.device
        devices = [device.index or 0] if device.type == "cuda" else []
        with drawing_from(self.args.seed, step, 0, devices):
            sums = self._sums.of(
                self._examples.batch(batch[at : at + size]) for at in range(0, len(batch), size)
            )
        self._noisy.give(batch, [each.div_(self._batch_size) for each in sums])
        return torch.zeros((), device=device)  # in place of the loss, which has no noise

    def floating_point_ops(self, inputs: Any) -> int:
        """0, since the number would tell the sizes of the batches."""
        return 0

    def log(self, logs: Dict[str, float], *arguments: Any, **options: Any) -> None:
        for name in _PRIVATE:
            logs.pop(name, None)
        super().log(logs, *arguments, **options)

    def _inner_training_loop(self, *arguments: Any, **options: Any) -> Any:
        try:
            made = super()._inner_training_loop(*arguments, **options)
        finally:  # lets go of the record's file, so that the run can be gone on with in this process
            if self._noisy is not None and self._noisy._recording is not None:
                self._noisy._recording.close()
        return made._replace(training_loss=math.nan)

    def finish(self) -> None:
        """Marks in the record that the run ends, if that is before the design's last step."""
        if self._noisy is None or self._noisy._recording is None or self._noisy.noise.step == 0:
            raise InvalidArgument("there is no record of a step that it could end with")
        self._noisy._recording.begin(self._noisy.noise)
        self._noisy.finish()
        self._noisy._recording.close()
