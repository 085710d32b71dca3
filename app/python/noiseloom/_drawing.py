"""Random numbers of a step, other than noise and batches."""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import random
from typing import Callable, Iterator, List

import numpy as np
import torch

_WORDS, _BYTES = (
    624,
    2500,
)  # the Mersenne twister's state in memory: its words, and the position among them


def _numpy_restorer() -> Callable[[], None]:
    """A function that puts NumPy's global generator back where it is now.

    It copies the memory of the twister: get_state() and set_state() take 15 us each, a hundredth of a small model's
    step. Beside the twister stands the second of two normals that were drawn together, if nobody has taken it yet.
    """
    twister = np.random.mtrand._rand._bit_generator  # type: ignore[attr-defined]
    if type(twister) is not np.random.MT19937:
        state = np.random.get_state(legacy=False)
        return lambda: np.random.set_state(state)
    address = twister.ctypes.state_address
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
