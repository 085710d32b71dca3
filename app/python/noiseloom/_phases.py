"""Runs one after the other, on one model and one optimizer."""

from __future__ import annotations

from typing import Any, Dict, Optional, Sequence, Tuple

import torch

from ._answers import Answer
from ._checkpoint import Path
from ._design import Design
from ._noise import Key
from ._noiseloom import InvalidArgument
from ._phase_files import checked_phases, claim_of_phases, last_phase, of_phase
from ._run import Run


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
        if options.get("canaries") is not None:
            raise InvalidArgument("canaries are not allowed with phases: they test a single Run")
        self._phases = checked_phases(phases)
        self._of, self._options = (model, optimizer, data), options
        self._record, self._checkpoint = record, checkpoint
        self.phase = last_phase(checkpoint, len(self._phases))
        self.run = self._begun()

    def _begun(self, seed: Optional[int] = None) -> Run:
        """The run of the present phase. seed: of the phase before, in this process."""
        design, key = self._phases[self.phase]
        files: Dict[str, Any] = {
            "record": of_phase(self._record, self.phase),
            "checkpoint": of_phase(self._checkpoint, self.phase),
        }
        model, optimizer, data = self._of
        run = Run(design, key, model, optimizer, data, **files, **self._options)
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
        return claim_of_phases(self._phases, **asked)

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise InvalidArgument(
            "Phases are not copied or pickled, as two would make the same noise: use their checkpoints"
        )

    def __repr__(self) -> str:
        of = f"phase {self.phase + 1} of {len(self._phases)}, step {self.step} of {len(self)}"
        return f"<noiseloom.torch.Phases: {of} is next>"
