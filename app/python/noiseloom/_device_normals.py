"""ChaCha20 and core's normals by PyTorch's tensor operations, on the model's device."""

from __future__ import annotations

import functools
from typing import Callable, Iterable, List, Union

import torch

from . import _chacha

_CHUNK = 1 << 17  # blocks of eight coordinates that are made at once


def _signed(word: int) -> int:
    return word - (1 << 32) if word >= 1 << 31 else word


def _rotate(words: torch.Tensor, bits: int) -> torch.Tensor:
    # A right shift of signed words copies the sign bit in, which the mask clears.
    return (words << bits) | ((words >> (32 - bits)) & ((1 << bits) - 1))


def _roll(row: torch.Tensor, positions: int) -> torch.Tensor:
    return torch.roll(row, -positions, 0)


def chacha20_words(
    key: bytes, nonce: int, first_block: int, blocks: int, device: Union[str, torch.device] = "cpu"
) -> torch.Tensor:
    """The key stream of ChaCha20 (original variant: 64-bit nonce and block counter), made by tensor operations.

    Returns
    -------
    torch.Tensor of int32, shape (blocks, 16), on the device
        The 32-bit words, their bits read as signed integers.
    """
    counter = torch.arange(first_block, first_block + blocks, dtype=torch.int64, device=device)
    low = (((counter & 0xFFFFFFFF) ^ 0x80000000) - 0x80000000).to(torch.int32)
    high = (counter >> 32).to(torch.int32)

    def row(words: Iterable[int]) -> torch.Tensor:
        column = torch.tensor([_signed(word) for word in words], dtype=torch.int32, device=device)
        return column[:, None].expand(4, blocks)

    secret = _chacha.key_words(key)
    last = torch.stack(
        [
            low,
            high,
            torch.full_like(low, _signed(nonce & 0xFFFFFFFF)),
            torch.full_like(low, _signed(nonce >> 32)),
        ]
    )
    start = [row(_chacha.CONSTANTS), row(secret[:4]), row(secret[4:]), last]
    mixed = _chacha.rounds(start, _rotate, _roll)
    return torch.cat([a + b for a, b in zip(mixed, start)]).t().contiguous()


def normals_of_words(
    words: torch.Tensor, radius_bits: int, further: Callable[[], torch.Tensor]
) -> torch.Tensor:
    """Box-Muller on pairs of words of 64 bits, as core does it; shape (blocks, 16) becomes (blocks * 8,).

    Where the first word of a pair is 0, as one in 2^64 is, further() gives the next 64 bits of the uniform number u.
    """

    def halves(each: torch.Tensor) -> torch.Tensor:
        # Splits the two words of each pair into halves of 32 bits, the low half first.
        return (each.to(torch.int64) & 0xFFFFFFFF).view(-1, 4)

    pairs = halves(words)
    low, high, low2, high2 = (pairs[:, at] for at in range(4))
    if radius_bits == 53:
        u = ((high << 21) + (low >> 11) + 1).to(torch.float64) * 2.0**-53
    else:
        zero = (low | high) == 0
        found = bool(zero.any())
        if found:
            instead = halves(further())
            low, high = torch.where(zero, instead[:, 0], low), torch.where(
                zero, instead[:, 1], high
            )
        # Both terms are exact, so that the sum rounds once, as in core.
        u = (
            high.to(torch.float64) * 2.0**43
            + (((low << 11) | (low2 & 0x7FF)) + 1).to(torch.float64)
        ) * 2.0**-75
        if found:
            u = torch.where(zero, u * 2.0**-64, u)
    v = ((high2 << 21) + (low2 >> 11)).to(torch.float64) * 2.0**-53
    radius = torch.sqrt(-2 * torch.log(u))
    angle = 2 * torch.pi * v
    return torch.stack([radius * torch.cos(angle), radius * torch.sin(angle)], dim=-1).view(-1)


def standard_normals(
    key: bytes,
    row: int,
    begin: int,
    end: int,
    device: Union[str, torch.device] = "cpu",
    radius_bits: int = 139,
) -> torch.Tensor:
    """z[row, begin..end) of core's generator: the same words, and the same normals to rounding (1e-14).

    Parameters
    ----------
    key : bytes of length 32
        The generator's key: for a run, the sub-key for noise.
    radius_bits : 139 or 53
        Bits of the uniform number u: 53 for strategy files up to version 8 (docs/formats.md).

    Returns
    -------
    torch.Tensor of float64, shape (end - begin,), on the device
    """
    parts: List[torch.Tensor] = []
    last = (end + 7) // 8
    for first in range(begin // 8, last, _CHUNK):
        blocks = min(_CHUNK, last - first)

        def words(nonce: int, first: int = first, blocks: int = blocks) -> torch.Tensor:
            return chacha20_words(key, nonce, first, blocks, device)

        parts.append(
            normals_of_words(
                words(row), radius_bits, functools.partial(words, _chacha.FURTHER_ROWS + row)
            )
        )
    made = parts[0] if len(parts) == 1 else torch.cat(parts)
    skipped = begin - begin // 8 * 8
    return made[skipped : skipped + end - begin]
