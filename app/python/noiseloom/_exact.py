"""Exact releases: private gradient sums that no floating-point sum of noise is in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Tuple

import numpy as np

from . import _noiseloom
from ._noise import _VERSION, Key, _check_state, _shard, _type_name, _whole
from ._noiseloom import InvalidArgument

if TYPE_CHECKING:
    from ._design import Design

_FORMAT = "noiseloom-exact-state"


class ExactRelease:
    """The private gradient sums of one shard of the model's coordinates, made by :meth:`Design.exact_release`.

    What :meth:`release` hands back is a function of C g + z with normals z that are real numbers, so that the claim
    holds to the letter of its theorems, of sums in which one example changes no more than the clip norm
    (docs/runtime.md says how to form them). It takes the place of a :class:`Noise`: use one or the other, and one for
    the whole model. The same, bit for bit, in any language, for any number of shards, straight through or resumed.

    Attributes
    ----------
    parameters : int
        Coordinates of the whole model.
    rank, world : int
        The shard and how many there are.
    dtype : numpy.dtype
        Of the sums.
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
        """The step that is released next; n once all are."""
        return self._exact.step

    @property
    def iterations(self) -> int:
        """n, the steps that there is noise for."""
        return self._design.iterations

    @property
    def margin(self) -> float:
        """By how much, relative, the noise is above the design's stddev, for the rounding to a grid."""
        return self._exact.margin

    def release(self, gradient_sum: Any) -> Any:
        """Replaces the sum of the step's clipped gradients by the private sum, and goes on to the next step.

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
        """Goes on to `step`, which must not lie before. Where the strategy needs it the noise
        between is made and dropped."""
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
        """What a checkpoint needs: the step, and what the release is of. Neither the key, noise nor
        any sum stands in it."""
        return {"format": _FORMAT, "version": _VERSION, "step": self.step, **self._expected()}

    def load_state_dict(self, state: Dict[str, Any]) -> None:
        """Goes on where that state was taken, also behind the present step, from the key alone.

        A step that is released again must have the same sum: the difference of two sums would show without noise.

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
