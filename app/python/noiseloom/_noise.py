"""The noise of a training run."""

from __future__ import annotations

import operator
import os
from typing import TYPE_CHECKING, Any, Dict, Tuple, Union

import numpy as np

from . import _noiseloom
from ._keys import HoldsKey
from ._noiseloom import InvalidArgument

if TYPE_CHECKING:
    from ._design import Design

Key = Union[bytes, str, "os.PathLike[str]"]

_FORMAT = "noiseloom-noise-state"
_VERSION = 1


def _type_name(dtype: Any) -> str:
    """ "float32" of "float32", numpy.float32, numpy.dtype("float32"), torch.float32, jax.numpy.float32, ..."""
    name = str(dtype) if isinstance(dtype, str) or not isinstance(dtype, type) else dtype.__name__
    name = name.rsplit(".", 1)[-1]
    if not name.isidentifier():  # not printed: it may be a key given by mistake
        raise InvalidArgument(
            f"dtype = {type(dtype).__name__} is not allowed: use float32 or float64"
        )
    return name


def _shown(value: Any) -> str:
    """A value as messages print it: its type alone if it may be a key given by mistake."""
    if isinstance(value, type):
        return f"the class {value.__name__}"
    if isinstance(value, (bool, int, float, type(None))) or (
        isinstance(value, str) and len(value) < 24
    ):
        return str(value)
    try:
        if (
            not isinstance(value, (str, bytes, bytearray, list, tuple))
            and getattr(value, "ndim", None) == 0
        ):
            return str(float(value))  # of NumPy, PyTorch or JAX
    except (TypeError, ValueError, RuntimeError):
        pass
    return type(value).__name__


def refuse(name: str, value: Any, allowed: str) -> None:
    raise InvalidArgument(f"{name} = {_shown(value)} is not allowed: use {allowed}")


def _whole(name: str, value: Any) -> int:
    """The value as an int. A refused value is printed only if it is a number: it may be a key given by mistake."""
    try:
        return operator.index(value)
    except TypeError:
        found = repr(value) if isinstance(value, float) else type(value).__name__
        raise TypeError(f"{name} = {found} is not allowed: use a whole number") from None


def _shard(shard: Any) -> Tuple[int, int]:
    """(index, count) as two whole numbers."""
    try:
        index, count = shard
    except (TypeError, ValueError):
        raise InvalidArgument(
            f"shard = {type(shard).__name__} is not allowed: use (rank, world), two whole numbers"
        ) from None
    return _whole("shard", index), _whole("shard", count)


def _check_state(state: Dict[str, Any], expected: Dict[str, Any], form: str = _FORMAT) -> int:
    """The step of a state. InvalidArgument: its format is not `form`, or a field is not as expected."""
    if state.get("format") != form or state.get("version") != _VERSION:
        what = "noise" if form == _FORMAT else "exact releases"
        raise InvalidArgument(f"this is no state of Noiseloom's {what}, or one of another version")
    sentences = {
        "strategy_sha256": "the state belongs to the strategy file {0}, and this noise to {1}",
        "key_id": "the state belongs to a run with another key ({0}) than this one ({1}): a run goes on with its own",
        "parameters": "the state is of a model of {0} parameters, and this one has {1}",
        "world": "the state is of one of {0} shards, and this noise of one of {1}: go on with as many machines",
        "rank": "the state is of shard {0}, and this is shard {1}: each machine loads its own",
        "dtype": "the state is of {0} values, and this noise of {1}: noise is rounded to its type as it is made",
    }
    for name, sentence in sentences.items():
        if name in expected and state.get(name) != expected[name]:
            raise InvalidArgument(sentence.format(state.get(name), expected[name]))
    step = state.get("step")
    if not isinstance(step, int) or isinstance(step, bool):
        raise InvalidArgument("the state has no step")
    return step


class Noise(HoldsKey):
    """The noise of one shard of the model's coordinates, made by :meth:`Design.noise`.

    The noise of a step is for the *sum* of the clipped gradients. It is the same, bit for bit, in any language, for
    any number of shards, and after a resume.

    Attributes
    ----------
    parameters : int
        Coordinates of the whole model.
    rank, world : int
        The shard and how many there are.
    dtype : numpy.dtype
    """

    def __init__(
        self,
        design: "Design",
        key: Key,
        parameters: int,
        shard: Tuple[int, int],
        dtype: Any,
        threads: int = 1,
        prefetch: bool = False,
    ) -> None:
        parameters = _whole("parameters", parameters)
        rank, world = _shard(shard)
        name = _type_name(dtype)
        self._design = design
        self._key = _noiseloom.KeySource(key)
        self._how = _whole("threads", threads), bool(prefetch)
        self._noise = _noiseloom.Noise(
            design._strategy, self._key, parameters, rank, world, name, *self._how
        )
        self.parameters, self.rank, self.world = parameters, rank, world
        self.dtype = np.dtype(name)

    def __repr__(self) -> str:
        of = f"coordinates {self.begin} to {self.end - 1} of {self.parameters}, {self.dtype.name}"
        return f"<noiseloom.{type(self).__name__} step {self.step} of {self.iterations}, {of}>"

    @property
    def begin(self) -> int:
        """First coordinate of the shard."""
        return self._noise.begin

    @property
    def end(self) -> int:
        """One beyond the last coordinate of the shard."""
        return self._noise.end

    @property
    def step(self) -> int:
        """The step whose noise comes next; n once all are made."""
        return self._noise.step

    @property
    def iterations(self) -> int:
        """n, the number of steps."""
        return self._design.iterations

    def next(self, out: Any = None) -> Any:
        """The next step's noise.

        Parameters
        ----------
        out : array or tensor of end - begin values, optional
            Written in place, without a copy: a NumPy array, a torch tensor on the processor, or anything else with a
            buffer or ``__dlpack__``; of this noise's dtype and contiguous, of any shape.

        Returns
        -------
        out, or a new numpy.ndarray of shape (end - begin,)

        Raises
        ------
        InvalidArgument
            After the last step, where the privacy claim ends, and for an `out` that does not fit.
        """
        made = np.empty(self.end - self.begin, self.dtype) if out is None else out
        if getattr(made, "requires_grad", False):
            raise InvalidArgument(
                "out is a tensor that requires gradients: pass one that does not, such as tensor.grad or tensor.data"
            )
        self._noise.next(made)
        return made

    def advance(self, step: int) -> None:
        """Advances to `step`, not backwards. If the strategy needs it, the noise in between is made and dropped."""
        self._noise.advance(_whole("step", step))

    def _expected(self) -> Dict[str, Any]:
        return {
            "strategy_sha256": self._design.sha256,
            "key_id": self._noise.key_id,
            "parameters": self.parameters,
            "rank": self.rank,
            "world": self.world,
            "dtype": self.dtype.name,
        }

    def state_dict(self) -> Dict[str, Any]:
        """The step and the identity of the noise, for a checkpoint: it holds neither the key nor any noise."""
        return {"format": _FORMAT, "version": _VERSION, "step": self.step, **self._expected()}

    def load_state_dict(self, state: Dict[str, Any]) -> None:
        """Continues where the state was taken, which may be an earlier step: the key makes everything again.

        Raises
        ------
        InvalidArgument
            The state is of another strategy, key, number of parameters, shard, number of shards or dtype.
        """
        step = _check_state(state, self._expected())
        if "generator_state" in state:
            raise InvalidArgument(
                "the state is of a device's own generator, whose noise the key cannot make again"
            )
        if not 0 <= step <= self.iterations:
            raise InvalidArgument(f"the state is of step {step}, and there are {self.iterations}")
        fresh = self._noise
        if step < self.step:
            fresh = _noiseloom.Noise(
                self._design._strategy,
                self._key,
                self.parameters,
                self.rank,
                self.world,
                self.dtype.name,
                *self._how,
            )
            if fresh.key_id != self._noise.key_id:
                raise InvalidArgument("the key file holds another key by now")
        fresh.advance(step)
        self._noise = fresh
