"""What a step's examples came to."""

from __future__ import annotations

from typing import NamedTuple


class PrivateFigures(NamedTuple):
    """What the examples of a sum, or of this rank's share of a step, came to.

    It depends on private data and no noise is in it: to look at it is outside of every claim, and so is whatever is
    decided by it.

    Attributes
    ----------
    examples : int
    clipped : int
        Those whose gradient was longer than the clip norm.
    not_finite : int
        Those whose gradient had an infinity or a NaN: each counts as zero, by itself.
    loss : float
        Mean over the examples; NaN where there are none, or their function clips by itself.
    """

    examples: int
    clipped: int
    not_finite: int
    loss: float
