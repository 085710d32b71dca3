"""Private training in the Trainer of Transformers."""

from __future__ import annotations

import copy
import math
from typing import Any, Dict, Optional, Tuple

import torch
import torch.utils.data
from transformers import Trainer, TrainingArguments

from ._clipped_sum import PerExample, PrivateFigures
from ._design import Design
from ._examples import Examples
from ._files import Path
from ._noise import Key
from ._noiseloom import InvalidArgument
from ._private_optimizer import PrivateOptimizer
from ._trainer_parts import TrainerParts

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
        self._parts = TrainerParts(
            design, key, _StepOptimizer, record, per_example, microbatch, generator
        )
        self._per_example = per_example
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
        super().__init__(args=args, **trainer)
        if not hasattr(self.train_dataset, "__len__"):
            raise InvalidArgument(
                f"train_dataset = {type(self.train_dataset).__name__} is not allowed: use a data set with len() and "
                "numbers, since the design says which examples each batch has"
            )
        self._parts.of_examples(len(self.train_dataset))  # type: ignore[arg-type]
        self._examples = self._chosen_examples()

    def _chosen_examples(self) -> Examples:
        """The data set and what makes a batch of an example, without columns that the model does not take."""
        data, collate = self.train_dataset, self.data_collator
        if hasattr(data, "column_names") and hasattr(data, "remove_columns"):
            data = self._remove_unused_columns(data, "training")
        else:
            collate = self._get_collator_with_removed_columns(collate, "training")
        return Examples(data, collate, self.args.device, self._per_example == "vmap")

    @property
    def private(self) -> Optional[PrivateFigures]:
        return self._parts.private

    def create_optimizer(self, model: Optional[torch.nn.Module] = None) -> torch.optim.Optimizer:
        made = super().create_optimizer() if model is None else super().create_optimizer(model)
        inner = getattr(made, "optimizer", made)  # inside of Accelerate's
        if isinstance(inner, _StepOptimizer):  # of a call of train() before
            return made
        assert self.model is not None
        self.optimizer = self._parts.around(inner, self.model, self._loss_of)
        return self.optimizer

    def _loss_of(self, model: torch.nn.Module, batch: Any) -> Any:
        with self.compute_loss_context_manager():
            return self.compute_loss(model, dict(batch))

    def get_train_dataloader(self) -> torch.utils.data.DataLoader:
        """The numbers of the steps: their batches are taken when they come."""
        return torch.utils.data.DataLoader(
            range(self._parts.design.iterations),  # type: ignore[arg-type]
            collate_fn=lambda steps: {"step": steps[0]},
        )

    def training_step(
        self, model: torch.nn.Module, inputs: Dict[str, Any], *_: Any, **__: Any
    ) -> torch.Tensor:
        """Makes the sum of a step's clipped gradients, with which the optimizer steps next."""
        parts = self._parts
        assert parts.optimizer is not None and parts.sums is not None
        step = parts.step
        if step != self.state.global_step:
            raise InvalidArgument(
                f"the Trainer is at step {self.state.global_step} and its noise at step {step}: go on from a "
                "checkpoint (resume_from_checkpoint) that was saved whole (save_only_model = False)"
            )
        model.train()
        batch = parts.batches[step]
        size = parts.sums.microbatch or max(1, len(batch))
        device = self.args.device
        batches = (self._examples.batch(batch[at : at + size]) for at in range(0, len(batch), size))
        parts.optimizer.give(batch, parts.means(self.args.seed, device, batches))
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
        finally:
            self._parts.close()
        return made._replace(training_loss=math.nan)

    def finish(self) -> None:
        """Marks in the record that the run ends, if that is before the design's last step."""
        noisy = self._parts.optimizer
        if noisy is None or noisy._recording is None or noisy.noise.step == 0:
            raise InvalidArgument("there is no record of a step that it could end with")
        noisy._recording.begin(noisy.noise)
        noisy.finish()
        self._parts.close()
