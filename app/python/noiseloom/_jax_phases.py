"""Runs one after the other in JAX, on one state."""

from __future__ import annotations

from typing import Any, Callable, Dict, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from ._answers import Answer
from ._design import Design
from ._files import Path
from ._jax_run import private, PrivateState, PrivateStep
from ._keys import HoldsKey
from ._noise import Key, _whole
from ._noiseloom import InvalidArgument
from ._phase_files import checked_phases, claim_of_phases, last_phase, of_phase
from ._private_figures import PrivateFigures


class PhasedStep(HoldsKey):
    """Takes a step of a private run in phases: made by :func:`phases`, which says what it does.

    Attributes
    ----------
    iterations : int
        The number of steps of all phases.
    phase : int
        The present one, from 0 on.
    """

    def __init__(
        self,
        phases: Sequence[Tuple[Design, Key]],
        of: Tuple[Any, Any, Any],
        record: Optional[Path],
        checkpoint: Optional[Path],
        options: Any,
    ) -> None:
        self._phases = checked_phases(phases)
        self._ends = np.cumsum([design.iterations for design, _ in self._phases]).tolist()
        self.iterations = self._ends[-1]
        self._of, self._record, self._checkpoint, self._options = of, record, checkpoint, options
        self.phase = last_phase(checkpoint, len(self._phases))
        self._step = self._begun(self.phase)

    def _begun(self, phase: int) -> PrivateStep:
        design, key = self._phases[phase]
        files: Dict[str, Any] = {
            "record": of_phase(self._record, phase),
            "checkpoint": of_phase(self._checkpoint, phase),
        }
        loss, optimizer, data = self._of
        return private(design, key, loss, optimizer, data, **files, **self._options).step

    def _before(self, phase: int) -> int:
        """The steps of the phases before."""
        return self._ends[phase - 1] if phase > 0 else 0

    def init(self, params: Any) -> PrivateState:
        """The state that a run begins with, or goes on with where a checkpoint is there."""
        state = self._step.init(params)
        return state._replace(step=state.step + self._before(self.phase))

    def __call__(self, state: PrivateState) -> PrivateState:
        step = _whole("state.step", state.step)
        if not 0 <= step < self.iterations:
            raise InvalidArgument(
                f"there is no step {step}: the phases and their claim have {self.iterations}"
            )
        phase = next(at for at, end in enumerate(self._ends) if step < end)
        before = self._before(phase)
        own = state._replace(step=step - before)
        if phase > 0 and step == before:  # which the phase before has made
            own = own._replace(run=self._taken_over(state, phase))
        elif phase != self.phase:
            self._turn_to(phase)
        made = self._step(own)
        return made._replace(step=made.step + before)

    def _turn_to(self, phase: int) -> None:
        self._step, self.phase = self._begun(phase), phase

    def _taken_over(self, state: PrivateState, phase: int) -> np.ndarray:
        """The code of a phase's run, for the state that the phase before ended with."""
        if self.phase != phase - 1:
            self._turn_to(phase - 1)
        self._step.check(state)
        self._turn_to(phase)
        return self._step.code(state.params)

    @property
    def private(self) -> PrivateFigures:
        """What the last step's examples came to, which is private."""
        return self._step.private

    def claim(self, **asked: float) -> Answer:
        """What all phases promise together, as of several runs on the same data: :func:`noiseloom.account` with
        ``compose``. asked: epsilon or delta, which gives the other."""
        return claim_of_phases(self._phases, **asked)

    def finish(self) -> None:
        """Marks in the record of the present phase that the run ends, if that is before its last step."""
        self._step.finish()

    def __repr__(self) -> str:
        return (
            f"<noiseloom.jax.PhasedStep of {self.iterations} steps in {len(self._phases)} phases>"
        )


class PhasedRun(NamedTuple):
    """What :func:`phases` returns, to be taken apart: ``init, step = ...``."""

    init: Callable[[Any], PrivateState]
    step: PhasedStep


def phases(
    phases: Sequence[Tuple[Design, Key]],
    loss: Callable[..., Any],
    optimizer: Any,
    data: Any,
    *,
    record: Optional[Path] = None,
    checkpoint: Optional[Path] = None,
    **options: Any,
) -> PhasedRun:
    """A private training run in phases, which may differ in batch, clip norm, noise, mechanism and batching: a run as
    of :func:`private` for each of several designs, one after the other, on one state.

    What all phases promise together is ``step.claim(delta=...)``; each has a key of its own. The step of a state is
    counted over all phases.

    Parameters
    ----------
    phases : sequence of (design, key)
        In their order. Which phases there are is settled beforehand, and not by what the first ones have learnt.
    loss, optimizer, data
        As for :func:`private`.
    record, checkpoint : path, optional
        Of these names each phase has a file of its own, ``run-phase-1.record`` and on. A run goes on from the last
        phase that has a checkpoint.
    options
        All others of :func:`private`, for each phase.

    Returns
    -------
    PhasedRun
        ``init`` and ``step``, as of :func:`private`.

    Examples
    --------
    >>> init, step = noiseloom.jax.phases([(warm_up, "warm-up.key"), (design, "run.key")], loss, optax.sgd(0.1),
    ...                                   (images, labels), record="run.record")  # doctest: +SKIP
    >>> print(step.claim(delta=1e-5).epsilon)  # doctest: +SKIP
    >>> state = init(params)  # doctest: +SKIP
    >>> while state.step < step.iterations:  # doctest: +SKIP
    ...     state = step(state)
    """
    step = PhasedStep(phases, (loss, optimizer, data), record, checkpoint, options)
    return PhasedRun(step.init, step)
