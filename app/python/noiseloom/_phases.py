"""Runs one after the other, on one model and one optimizer."""

from __future__ import annotations

import os
import pathlib
import tempfile
from typing import Any, Dict, Optional, Sequence, Tuple

import torch

from . import _noiseloom
from ._answers import Answer
from ._checkpoint import Path
from ._design import Design, loaded
from ._noise import Key
from ._noiseloom import InvalidArgument
from ._questions import account
from ._run import Run


def _of_phase(path: Optional[Path], phase: int) -> Optional[str]:
    if path is None:
        return None
    name, ending = os.path.splitext(os.fspath(path))
    return f"{name}-phase-{phase + 1}{ending}"


class Phases:
    """A training run in phases, which may differ in batch, clip norm, noise, mechanism and batching: a :class:`Run` for
    each of several designs, one after the other, on one model, optimizer, scheduler and data set.

    Iterating takes the steps that are left, and gives the number of each, counted over all phases. What all phases
    promise together is :meth:`claim`; each has a key of its own.

    Parameters
    ----------
    phases : sequence of (design, key)
        As for :class:`Run`, in their order. Which phases there are is settled beforehand, and not by what the first
        ones have learnt.
    model, optimizer, data
        As for :class:`Run`.
    record, checkpoint : path, optional
        Of these names each phase has a file of its own, ``run-phase-1.record`` and on. A run goes on from the last
        phase that has a checkpoint.
    options
        All others of :class:`Run`, for each phase, but for canaries.

    Attributes
    ----------
    run : Run
        Of the present phase.
    phase : int
        Its number, from 0 on.
    step : int
        The step that comes next, counted over all phases.

    Examples
    --------
    >>> run = noiseloom.torch.Phases([(warm_up, "warm-up.key"), (design, "run.key")], model, optimizer,
    ...                              (images, labels), loss=torch.nn.functional.cross_entropy,
    ...                              record="run.record", checkpoint="run.pt")  # doctest: +SKIP
    >>> print(run.claim(delta=1e-5).epsilon)  # doctest: +SKIP
    >>> for step in run:  # doctest: +SKIP
    ...     print(f"{step + 1} of {len(run)} steps")
    """

    def __init__(
        self,
        phases: Sequence[Tuple[Design, Key]],
        model: torch.nn.Module,
        optimizer: torch.optim.Optimizer,
        data: Any,
        *,
        record: Optional[Path] = None,
        checkpoint: Optional[Path] = None,
        **options: Any,
    ) -> None:
        self._phases = list(phases)
        if not self._phases or any(
            not isinstance(each, (tuple, list)) or len(each) != 2 for each in self._phases
        ):
            raise InvalidArgument(
                "phases are not allowed: use a sequence of (design, key), one for each phase"
            )
        if options.get("canaries") is not None:
            raise InvalidArgument("canaries are not allowed with phases: they test a single Run")
        self._phases = [(loaded(design), key) for design, key in self._phases]
        keys = [_noiseloom.key_identifier(_noiseloom.KeySource(key)) for _, key in self._phases]
        for at, key in enumerate(keys):
            if key in keys[:at]:
                raise InvalidArgument(
                    f"the key of phase {at} is that of phase {keys.index(key)}, and what both release differs by the "
                    "gradients alone: give each phase a key of its own"
                )
        self._of, self._options = (model, optimizer, data), options
        self._record, self._checkpoint = record, checkpoint
        done = [at for at in range(len(self._phases)) if self._has_checkpoint(at)]
        self.phase = done[-1] if done else 0
        self.run = self._begun()

    def _has_checkpoint(self, phase: int) -> bool:
        path = _of_phase(self._checkpoint, phase)
        return path is not None and os.path.exists(path)

    def _begun(self, seed: Optional[int] = None) -> Run:
        """The run of the present phase. seed: of the phase before, in this process."""
        design, key = self._phases[self.phase]
        files: Dict[str, Any] = {
            "record": _of_phase(self._record, self.phase),
            "checkpoint": _of_phase(self._checkpoint, self.phase),
        }
        run = Run(design, key, *self._of, **files, **self._options)
        run.optimizer.goes_on = self.phase > 0
        if seed is not None:
            run._seed = (seed + 1) % (1 << 63)
        return run

    @property
    def step(self) -> int:
        before = sum(design.iterations for design, _ in self._phases[: self.phase])
        return before + self.run.step

    def __len__(self) -> int:
        """The number of steps of all phases."""
        return sum(design.iterations for design, _ in self._phases)

    def __iter__(self) -> "Phases":
        return self

    def __next__(self) -> int:
        while self.run.step == len(self.run):
            if self.phase + 1 == len(self._phases):
                raise StopIteration
            seed = self.run._seed
            self.phase += 1
            self.run = self._begun(seed)
        step = self.step
        next(self.run)
        return step

    def claim(self, **asked: float) -> Answer:
        """What all phases promise together, as of several runs on the same data: :func:`noiseloom.account` with
        ``compose``. asked: epsilon or delta, which gives the other."""
        with tempfile.TemporaryDirectory() as folder:
            files = [pathlib.Path(folder) / f"{at}.npz" for at in range(len(self._phases))]
            for file, (design, _) in zip(files, self._phases):
                design.save(file)
            return account(compose=[os.fspath(each) for each in files], **asked)

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise InvalidArgument(
            "Phases are not copied or pickled, as two would make the same noise: use their checkpoints"
        )

    def __repr__(self) -> str:
        of = f"phase {self.phase + 1} of {len(self._phases)}, step {self.step} of {len(self)}"
        return f"<noiseloom.torch.Phases: {of} is next>"
