"""Random numbers of a step, other than noise and batches."""

from __future__ import annotations

import ctypes
import hashlib
import random
from typing import Any, Callable, ContextManager, List, Optional

import numpy as np
import torch

# A Mersenne twister's state in memory: 624 words and the position among them, which NumPy keeps behind the words and
# Python before them.
_WORDS = 624
_BYTES = 4 * _WORDS + 4
_IN_PYTHON = object.__basicsize__  # of an object of the class Random

Restore = Callable[[], None]


def _is_in_memory() -> bool:
    """True if this Python keeps a twister where this file looks for it."""
    known = random.Random(5)
    if not isinstance(known, random.Random) or type(known).__basicsize__ < _IN_PYTHON + _BYTES:
        return False
    known.random()
    held = np.frombuffer(ctypes.string_at(id(known) + _IN_PYTHON, _BYTES), np.uint32)
    *words, position = known.getstate()[1]
    return held[0] == position and held[1:].tolist() == words


_PYTHON_IN_MEMORY = _is_in_memory()


def _python_restorer() -> Restore:
    """A function that puts the generator of Python's global functions back where it is now.

    It copies the memory of the twister: getstate() makes 625 objects of it, and with setstate() takes a fiftieth of a
    small model's step.
    """
    generator: Any = getattr(random.getstate, "__self__", None)
    kind = type(generator)
    if not _PYTHON_IN_MEMORY or kind is not random.Random:
        state = random.getstate()
        return lambda: random.setstate(state)
    address, normal = id(generator) + _IN_PYTHON, generator.gauss_next
    before = ctypes.string_at(address, _BYTES)

    def restore() -> None:
        ctypes.memmove(address, before, _BYTES)
        generator.gauss_next = normal

    return restore


def _numpy_generator() -> Any:
    """What NumPy's global functions draw from; None where this version of NumPy keeps it elsewhere."""
    return getattr(
        getattr(getattr(np.random, "mtrand", None), "_rand", None), "_bit_generator", None
    )


def _numpy_restorer(seed: int) -> Restore:
    """Seeds NumPy's global generator, and gives a function that puts it back where it was, also in the place of
    another. It keeps the generator, whose memory it writes to.

    Beside the twister stands the second of two normals that were drawn together, if nobody has taken it yet.
    """
    generator = _numpy_generator()
    if type(generator) is not np.random.MT19937:
        state = np.random.get_state(legacy=False)
        np.random.seed(seed)

        def set_state() -> None:
            if _numpy_generator() is not generator:
                np.random.set_bit_generator(generator)  # type: ignore[attr-defined]
            np.random.set_state(state)

        return set_state
    address = generator.ctypes.state_address
    before = ctypes.string_at(address, _BYTES)
    normal = np.random.standard_normal()
    # It is the second of two, where the twister did not turn.
    waits = ctypes.string_at(address, _BYTES) == before
    np.random.seed(seed)
    seeded = ctypes.string_at(address, _BYTES)

    def restore() -> None:
        if _numpy_generator() is not generator:
            np.random.set_bit_generator(generator)  # type: ignore[attr-defined]
            np.random.seed(0)
        if waits:
            words = np.frombuffer(before, np.uint32)
            np.random.set_state(("MT19937", words[:_WORDS], int(words[_WORDS]), 1, normal))
            return
        if ctypes.string_at(address, _BYTES) != seeded:
            np.random.seed(0)  # drops a normal that waits
        ctypes.memmove(address, before, _BYTES)

    return restore


class _DrawingFrom:
    """See :func:`drawing_from`: a class, which takes less of a small step than a generator does."""

    def __init__(self, number: int, devices: List[int]) -> None:
        self._number, self._devices = number, devices
        self._of_devices: Optional[ContextManager[None]] = None

    def __enter__(self) -> None:
        if self._devices:
            self._of_devices = torch.random.fork_rng(self._devices)
            self._of_devices.__enter__()
            for device in self._devices:
                torch.cuda.default_generators[device].manual_seed(self._number)
        self._of_torch = torch.default_generator.get_state()
        self._restore_python = _python_restorer()
        self._restore_numpy = _numpy_restorer(self._number % (1 << 32))
        torch.default_generator.manual_seed(self._number)
        random.seed(self._number)

    def __exit__(self, *raised: Any) -> None:
        self._restore_python()
        self._restore_numpy()
        torch.default_generator.set_state(self._of_torch)
        if self._of_devices is not None:
            self._of_devices.__exit__(*raised)


def drawing_from(seed: object, step: int, rank: int, devices: List[int]) -> ContextManager[None]:
    """Random numbers of dropout, and of what the data set does to an example, from a seed of the step: they are the
    same after a resume. The generators are then as they were."""
    code = hashlib.blake2b(f"{seed} {step} {rank}".encode(), digest_size=8).digest()
    return _DrawingFrom(int.from_bytes(code, "little") >> 1, devices)
