"""Exact releases: private gradient sums, formed without adding noise in floating point."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Tuple

import numpy as np

from . import _noiseloom
from ._keys import HoldsKey
from ._noise import _VERSION, Key, _check_state, _shard, _type_name, _whole
from ._noiseloom import InvalidArgument

if TYPE_CHECKING:
    from ._design import Design

_FORMAT = "noiseloom-exact-state"


class ExactRelease(HoldsKey):
    """The private gradient sums of one shard of the model's coordinates, made by :meth:`Design.exact_release`.

    What :meth:`release` returns is a function of C g + z with normals z that are real numbers: the claim's theorems
    hold exactly, if an example changes the sum by at most the clip norm (docs/runtime.md explains how to form such
    sums). It replaces a :class:`Noise`: use one or the other for the whole model. It is the same, bit for bit, in any
    language, for any number of shards, and after a resume.

    Attributes
    ----------
    parameters : int
        Coordinates of the whole model.
    rank, world : int
        The shard and how many there are.
    dtype : numpy.dtype
        Type of the sums.
    """

    def __init__(
        self, design: "Design", key: Key, parameters: int, shard: Tuple[int, int], dtype: Any
    ) -> None:
        parameters = _whole("parameters", parameters)
        rank, world = _shard(shard)
        self._of = (
            design._strategy,
            _noiseloom.KeySource(key),
            parameters,
            rank,
            world,
            _type_name(dtype),
        )
        self._exact = _noiseloom.Exact(*self._of)
        self._design = design
        self.parameters, self.rank, self.world = parameters, rank, world
        self.dtype = np.dtype(_type_name(dtype))

    def __repr__(self) -> str:
        of = f"coordinates {self.begin} to {self.end - 1} of {self.parameters}, {self.dtype.name}"
        return f"<noiseloom.ExactRelease step {self.step} of {self.iterations}, {of}>"

    @property
    def begin(self) -> int:
        """First coordinate of the shard."""
        return self._exact.begin

    @property
    def end(self) -> int:
        """One beyond the last coordinate of the shard."""
        return self._exact.end

    @property
    def step(self) -> int:
        """The step that is released next; n once all are released."""
        return self._exact.step

    @property
    def iterations(self) -> int:
        """n, the number of steps."""
        return self._design.iterations

    @property
    def margin(self) -> float:
        """Relative excess of the noise over the design's stddev, which covers the rounding to a grid."""
        return self._exact.margin

    def release(self, gradient_sum: Any) -> Any:
        """Replaces the sum of the step's clipped gradients by the private sum, and advances to the next step.

        Parameters
        ----------
        gradient_sum : array or tensor of end - begin values
            Replaced in place: a NumPy array, a torch tensor on the processor, or anything else with a buffer or
            ``__dlpack__``; of this release's dtype and contiguous, of any shape. The *sum*, each gradient clipped at
            the design's clip norm, before any division.

        Returns
        -------
        gradient_sum

        Raises
        ------
        InvalidArgument
            After the last step, where the privacy claim ends, for an array that does not fit, and for a value that is
            not finite or beyond 2^20 stddev: the sum is then as it was, and the step still to be released.
        """
        if getattr(gradient_sum, "requires_grad", False):
            raise InvalidArgument(
                "gradient_sum is a tensor that requires gradients: pass one that does not, such as "
                "tensor.grad or tensor.data"
            )
        self._exact.release(gradient_sum)
        return gradient_sum

    def advance(self, step: int) -> None:
        """Advances to `step`, not backwards. If the strategy needs it, the noise in between is made and dropped."""
        self._exact.advance(_whole("step", step))

    def _expected(self) -> Dict[str, Any]:
        return {
            "strategy_sha256": self._design.sha256,
            "key_id": self._exact.key_id,
            "parameters": self.parameters,
            "rank": self.rank,
            "world": self.world,
        }

    def state_dict(self) -> Dict[str, Any]:
        """The step and the identity of the release, for a checkpoint: no key, noise or sum."""
        return {"format": _FORMAT, "version": _VERSION, "step": self.step, **self._expected()}

    def load_state_dict(self, state: Dict[str, Any]) -> None:
        """Continues where the state was taken, which may be an earlier step: the key makes everything again.

        A step that is released again must have the same sum: otherwise the releases differ by the sums, without noise.

        Raises
        ------
        InvalidArgument
            The state is of another strategy, key, number of parameters, shard or number of shards.
        """
        step = _check_state(state, self._expected(), _FORMAT)
        if not 0 <= step <= self.iterations:
            raise InvalidArgument(f"the state is of step {step}, and there are {self.iterations}")
        fresh = self._exact
        if step < self.step:
            fresh = _noiseloom.Exact(*self._of)
            if fresh.key_id != self._exact.key_id:
                raise InvalidArgument("the key file holds another key by now")
        fresh.advance(step)
        self._exact = fresh
