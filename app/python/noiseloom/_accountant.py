"""A design's claim as an accountant of Opacus."""

from __future__ import annotations

import math
import os
import tempfile
from typing import Any, Callable, Dict, List, Optional

from ._answers import ask
from ._design import Design
from ._noiseloom import InvalidArgument


class ClaimAccountant:
    """Stands in the place of an accountant of Opacus, and says what the design claims of its whole run.

    It counts no steps of its own: a run that ends early promises the claim as well.
    """

    def __init__(self, design: Design, steps: Callable[[], int]) -> None:
        self._design, self._steps = design, steps
        self.history: List[Any] = []  # which Opacus reads

    def step(self, *, noise_multiplier: float, sample_rate: float) -> None:
        """Opacus says here what its own accountants would need."""

    def get_epsilon(self, delta: float, **_: Any) -> float:
        """The epsilon of the whole run at any delta; infinite where nothing is claimed."""
        if not self._design.claimed:
            return math.inf
        claim = self._design.privacy_claim
        if delta == claim.delta:
            return claim.epsilon
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "strategy.npz")
            self._design.save(file)
            return ask("account", {"compose": file, "delta": delta})[0].epsilon

    def __len__(self) -> int:
        return self._steps()

    @classmethod
    def mechanism(cls) -> str:
        return "noiseloom"

    def get_optimizer_hook_fn(self, sample_rate: float) -> Callable[[Any], None]:
        return lambda optimizer: None

    def state_dict(self, destination: Optional[Dict[str, Any]] = None) -> Dict[str, Any]:
        destination = {} if destination is None else destination
        destination.update(
            history=[], mechanism=self.mechanism(), strategy_sha256=self._design.sha256
        )
        return destination

    def load_state_dict(self, state: Dict[str, Any]) -> None:
        if state.get("strategy_sha256") != self._design.sha256:
            raise InvalidArgument(
                "the accountant's state is not that of this design: go on with the design and the "
                "checkpoint of one run"
            )
