"""How a clip norm follows a quantile of the gradients' norms, and shares the clip norm of a design (math: section
10.15): what PyTorch and JAX have in common."""

from __future__ import annotations

import hashlib
import math
from typing import Any, Dict, NamedTuple

from ._noise import _shown
from ._noiseloom import InvalidArgument
from ._scale import _number

_SHORTER = 1 - 1e-6  # so that rounding makes no contribution longer than the clip norm
FURTHEST = 1e30  # of the norm, and its inverse: steps of noise alone do not overflow


def _share(name: str, value: Any) -> float:
    share = _number(name, value)
    if not share < 1:
        raise InvalidArgument(
            f"{name} = {_shown(value)} is not allowed: use a number above 0 and below 1"
        )
    return share


class LearnedNorm(NamedTuple):
    quantile: float
    rate: float
    share: float

    def units(self, norm: Any, clip_norm: float) -> Any:
        """What gradients that are clipped at `norm` are multiplied by, to share `clip_norm` with the mark."""
        return math.sqrt(1 - self.share) * clip_norm / norm

    def mark(self, clip_norm: float) -> float:
        """What an example says in the coordinate of its own: that its gradient was shorter, or less that it was not."""
        return _SHORTER * math.sqrt(self.share) * clip_norm

    def growth(self, marks: Any, clip_norm: float) -> Any:
        """The logarithm of the norm's factor after a step. marks: the noisy mean of the marks over the batch."""
        shorter = 0.5 + marks / (2 * self.mark(clip_norm))
        return -self.rate * (shorter - self.quantile)

    def settings(self) -> Dict[str, float]:
        return self._asdict()

    def code(self, norm: float) -> str:
        """By which ranks see whether they clip alike, and a state whether it is of this run."""
        text = f"{norm!r} {self.settings()}"
        return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


def learned_norm(quantile: Any, rate: Any, share: Any) -> LearnedNorm:
    """InvalidArgument: a value is out of its range."""
    return LearnedNorm(_share("quantile", quantile), _number("rate", rate), _share("share", share))
