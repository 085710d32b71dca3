"""Random numbers of a step, other than noise and batches."""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import random
from typing import Any, Callable, Iterator, List

import numpy as np
import torch

# The Mersenne twister's state in memory: its words, and behind them the position among them.
_WORDS = 624
_BYTES = 4 * _WORDS + 4


def _numpy_generator() -> Any:
    """What NumPy's global functions draw from; None where this version of NumPy keeps it elsewhere."""
    return getattr(
        getattr(getattr(np.random, "mtrand", None), "_rand", None), "_bit_generator", None
    )


def _state_restorer(generator: Any) -> Callable[[], None]:
    """A function that puts that generator, NumPy's, back where it is now.

    It copies the memory of the twister: get_state() and set_state() take 15 us each, a hundredth of a small model's
    step. Beside the twister stands the second of two normals that were drawn together, if nobody has taken it yet.
    """
    if type(generator) is not np.random.MT19937:
        state = np.random.get_state(legacy=False)
        return lambda: np.random.set_state(state)
    address = generator.ctypes.state_address
    before = ctypes.string_at(address, _BYTES)
    normal = np.random.standard_normal()
    if ctypes.string_at(address, _BYTES) == before:  # the second of two: the twister did not turn
        words = np.frombuffer(before, np.uint32)
        waiting = ("MT19937", words[:_WORDS], int(words[_WORDS]), 1, normal)
        return lambda: np.random.set_state(waiting)

    def restore() -> None:
        np.random.seed(0)  # drops a normal that waits
        ctypes.memmove(address, before, _BYTES)

    return restore


def _numpy_restorer() -> Callable[[], None]:
    """A function that puts NumPy's global generator back where it is now, also in the place of another. It keeps the
    generator, whose memory it writes to."""
    generator = _numpy_generator()
    restore_state = _state_restorer(generator)

    def restore() -> None:
        if _numpy_generator() is not generator:
            np.random.set_bit_generator(generator)  # type: ignore[attr-defined]
        restore_state()

    return restore


@contextlib.contextmanager
def drawing_from(seed: object, step: int, rank: int, devices: List[int]) -> Iterator[None]:
    """Random numbers of dropout, and of what the data set does to an example, from a seed of the step: they are the
    same after a resume. The generators are then as they were."""
    code = hashlib.blake2b(f"{seed} {step} {rank}".encode(), digest_size=8).digest()
    number = int.from_bytes(code, "little") >> 1
    python, restore_numpy = random.getstate(), _numpy_restorer()
    with torch.random.fork_rng(devices):
        torch.default_generator.manual_seed(number)
        for device in devices:
            torch.cuda.default_generators[device].manual_seed(number)
        random.seed(number)
        np.random.seed(number % (1 << 32))
        try:
            yield
        finally:
            random.setstate(python)
            restore_numpy()
