"""Rounding of noisy gradients to parameters of shorter types."""

from __future__ import annotations

import hashlib
import math

import torch

from ._noise import refuse

ROUNDINGS = ("nearest", "stochastic")


def check_rounding(rounding: str) -> None:
    if rounding not in ROUNDINGS:
        refuse("rounding", rounding, " or ".join(ROUNDINGS))


def generator_of(run: str, step: int, at: int, device: torch.device) -> torch.Generator:
    """Random numbers for the rounding of a step's parameter, the same on all ranks and after a resume. They are public:
    what is rounded has its noise."""
    code = hashlib.blake2b(f"{run} {step} {at}".encode(), digest_size=8).digest()
    return torch.Generator(device).manual_seed(int.from_bytes(code, "little") >> 1)


def stochastically(
    values: torch.Tensor, dtype: torch.dtype, generator: torch.Generator
) -> torch.Tensor:
    """Each value rounded to one of the two of `dtype` around it, to either as likely as it is near: the mean is kept,
    where rounding to the nearest loses what is short of half a step."""
    about = torch.finfo(dtype)
    step = int(math.log2(about.eps))  # of values from 1 on
    least = int(math.log2(about.tiny)) + step  # of the smallest values
    wide = values.double()
    exponents = (torch.frexp(wide)[1] - 1 + step).clamp(min=least)
    quantum = ((exponents.long() + 1023) << 52).view(torch.float64)  # a power of 2, exactly
    drawn = torch.rand(wide.shape, dtype=torch.float64, device=values.device, generator=generator)
    return (torch.floor(wide / quantum + drawn) * quantum).to(dtype)
