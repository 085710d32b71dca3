"""ChaCha20 (20 rounds, original variant) for any array library: it makes the words that noise is made of.

Words have 32 bits, and additions wrap around; operations that differ between libraries are arguments.
"""

from __future__ import annotations

import struct
from typing import Any, Callable, List, Tuple

CONSTANTS: Tuple[int, ...] = struct.unpack("<4I", b"expand 32-byte k")

# From here on nonces are those of the further words of normals_of_words(): no row is that large.
FURTHER_ROWS = 1 << 63


def key_words(key: bytes) -> Tuple[int, ...]:
    """The eight words of a key of 32 bytes."""
    return struct.unpack("<8I", key)


Rows = Tuple[Any, Any, Any, Any]


def _repeat(times: int, change: Callable[[Rows], Rows], rows: Rows) -> Rows:
    for _ in range(times):
        rows = change(rows)
    return rows


def rounds(
    rows: List[Any],
    rotate: Callable[[Any, int], Any],
    roll: Callable[[Any, int], Any],
    repeat: Callable[[int, Callable[[Rows], Rows], Rows], Rows] = _repeat,
) -> List[Any]:
    """The twenty rounds, without the final addition.

    Parameters
    ----------
    rows : list of 4 arrays of words, shape (4, blocks)
        The state: constants; first half of the key; its second half; block counter and nonce.
    rotate : function of (words, bits)
        Rotates each word to the left.
    roll : function of (array, positions)
        Rotates the four words of a row towards the front.
    repeat : function of (times, change, rows)
        Returns the rows after so many calls of change; passed where a compiler would unroll the rounds.
    """

    def quarter_rounds(a: Any, b: Any, c: Any, d: Any) -> Rows:
        a = a + b
        d = rotate(d ^ a, 16)
        c = c + d
        b = rotate(b ^ c, 12)
        a = a + b
        d = rotate(d ^ a, 8)
        c = c + d
        b = rotate(b ^ c, 7)
        return a, b, c, d

    def double_round(rows: Rows) -> Rows:
        a, b, c, d = quarter_rounds(*rows)  # the columns
        a, b, c, d = quarter_rounds(a, roll(b, 1), roll(c, 2), roll(d, 3))  # the diagonals
        return a, roll(b, 3), roll(c, 2), roll(d, 1)

    a, b, c, d = rows
    return list(repeat(10, double_round, (a, b, c, d)))
