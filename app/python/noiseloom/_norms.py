"""Norms of gradients to the accuracy of float64, and the numbers by which ranks compare gradients."""

from __future__ import annotations

import functools
import hashlib
import math
import struct
from typing import List, Optional, Sequence, Tuple

import numpy as np
import torch

CLOSE = 1e-5  # relative difference between the norms of one gradient on several devices
_SHORT = 1024  # values whose squares are added up in float32
_MANY = 1 << 15  # number of values from which that is faster
_FEW = 1 << 13  # number of values up to which NumPy is faster
_SMALL = 1e-9  # squares of smaller norms may underflow in float32
HALVES = (torch.bfloat16, torch.float16)  # types in which nothing is summed
MARKED = 64  # norms of parameters that ranks compare


def _norms_of_parts(values: torch.Tensor) -> List[torch.Tensor]:
    """Numbers whose joint norm is that of `values`. Most of the work is done in float32, in a tenth of the time,
    but by short sums: those of millions of values would lose digits."""
    whole = values.numel() // _SHORT * _SHORT
    if values.dtype != torch.float32 or whole < _MANY or not values.is_contiguous():
        return [torch.linalg.vector_norm(values, dtype=torch.float64)]
    flat = values.detach().view(-1)
    sums = torch.linalg.vector_norm(flat[:whole].view(-1, _SHORT), dim=1)
    return [torch.linalg.vector_norm(each, dtype=torch.float64) for each in (sums, flat[whole:])]


def _norms_of_few(tensors: Sequence[Optional[torch.Tensor]]) -> Optional[List[float]]:
    """The norm of each by NumPy, in a fifth of the time, where all are of float32, on the processor, and short."""
    norms = []
    for each in tensors:
        if each is None:
            norms.append(0.0)
            continue
        plain = type(each) in (torch.Tensor, torch.nn.Parameter) and each.dtype == torch.float32
        if not plain or each.device.type != "cpu" or each.numel() > _FEW:
            return None
        values = each.detach().numpy().reshape(-1).astype(np.float64)
        norms.append(math.sqrt(values.dot(values)))
    return norms


def _numbers(scalars: List[torch.Tensor]) -> List[float]:
    """The scalars as floats, by one copy from each device."""
    made = [0.0] * len(scalars)
    for device in {each.device for each in scalars}:
        places = [at for at, each in enumerate(scalars) if each.device == device]
        for at, number in zip(places, torch.stack([scalars[at] for at in places]).tolist()):
            made[at] = number
    return made


def marks_of(norms: List[float]) -> List[float]:
    """The numbers by which ranks compare gradients: the norm of all, a weighted sum of all norms that hardly any other
    gradients have, and the norms of the first parameters. The first is not enough: clipped examples share it.
    """
    weighted = sum(each * (0.5 + (at * 0.6180339887498949) % 1) for at, each in enumerate(norms))
    return [math.sqrt(sum(each * each for each in norms)), weighted, *norms[:MARKED]]


def same_norms(ours: Sequence[float], theirs: Sequence[float]) -> bool:
    """True if they agree up to the rounding of different devices, relative to the largest of the first two: the norm
    of a single parameter may be tiny."""
    return len(ours) == len(theirs) and all(
        abs(a - b) <= CLOSE * max(*ours[:2], *theirs[:2]) for a, b in zip(ours, theirs)
    )


def norms_of(gradients: Sequence[Optional[torch.Tensor]]) -> List[float]:
    """The norm of each, to the accuracy of float64: in float32 all clipped gradients have the same norm."""
    few = _norms_of_few(gradients) if len(gradients) <= MARKED else None
    if few is not None:
        return few
    parts = [[] if each is None else _norms_of_parts(each) for each in gradients]
    values = iter(_numbers([part for each in parts for part in each]))
    norms = [math.hypot(*(next(values) for _ in each)) for each in parts]
    # Squares may underflow or overflow in float32.
    unsure = [
        at for at, each in enumerate(norms) if len(parts[at]) > 1 and not _SMALL < each < math.inf
    ]
    exact = functools.partial(torch.linalg.vector_norm, dtype=torch.float64)
    again = _numbers([exact(gradients[at]) for at in unsure])
    for at, norm in zip(unsure, again):
        norms[at] = norm
    return norms


def code_of(norms: List[float]) -> bytes:
    return hashlib.blake2b(struct.pack(f"{len(norms)}d", *norms), digest_size=16).digest()


def norms_of_examples(rows: Sequence[torch.Tensor]) -> Tuple[torch.Tensor, bool]:
    """The norm of each example's gradient over all parameters, to some 10^-7 in float32, and whether all are finite.
    Not finite where a value of the gradient is not. rows: for each parameter a row of values for each example.
    """
    parts = []  # norms of up to _SHORT values
    for each in rows:
        whole = each.shape[1] // _SHORT * _SHORT if each.dtype == torch.float32 else 0
        if whole > 0:
            parts.append(
                torch.linalg.vector_norm(each[:, :whole].view(each.shape[0], -1, _SHORT), dim=2)
            )
        if whole < each.shape[1]:
            wider = torch.float64 if each.dtype in HALVES else None
            rest = each[:, whole:] if whole > 0 else each
            parts.append(torch.linalg.vector_norm(rest, dim=1, keepdim=True, dtype=wider))
    device = parts[0].device
    together = torch.cat([each.to(device) for each in parts], dim=1)
    norms = torch.linalg.vector_norm(together, dim=1, dtype=torch.float64)
    least, most = (float(each) for each in norms.aminmax())  # no numbers where one of them is none
    if least > _SMALL and most < math.inf:
        return norms, True
    # Squares may underflow or overflow in float32.
    unsure = ~((norms > _SMALL) & (norms < math.inf))
    exact = [
        torch.linalg.vector_norm(each[unsure.to(each.device)], dim=1, dtype=torch.float64)
        for each in rows
    ]
    norms[unsure] = torch.stack([each.to(device) for each in exact]).norm(dim=0)
    return norms, bool(torch.isfinite(norms).all())
