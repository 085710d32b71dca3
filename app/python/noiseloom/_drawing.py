"""Random numbers of a step, other than noise and batches."""

from __future__ import annotations

import contextlib
import hashlib
import random
from typing import Iterator, List

import numpy as np
import torch


@contextlib.contextmanager
def drawing_from(seed: object, step: int, rank: int, devices: List[int]) -> Iterator[None]:
    """Random numbers of dropout, and of what the data set does to an example, from a seed of the step: they are the
    same after a resume. The generators are then as they were."""
    code = hashlib.blake2b(f"{seed} {step} {rank}".encode(), digest_size=8).digest()
    number = int.from_bytes(code, "little") >> 1
    python, numpy = random.getstate(), np.random.get_state()
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
            np.random.set_state(numpy)
