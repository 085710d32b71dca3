"""Test vectors: of ChaCha20 with nonces of zero, for which RFC 8439's variant and the original one
agree, and of pairs of words to their normals."""

import math
import struct
from random import Random

# RFC 8439, appendix A.1, vectors 1 to 3: key, block, key stream.
VECTORS = [
    (
        bytes(32),
        0,
        "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
        "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586",
    ),
    (
        bytes(32),
        1,
        "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
        "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f",
    ),
    (
        bytes(31) + b"\1",
        1,
        "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
        "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0",
    ),
]


def far_pairs():
    """Pairs of words of 64 bits, those in place of a first word of 0, and their normals by the documented formula."""
    random = Random(1)
    firsts = [0, 0, 1, 5, 1 << 31, 1 << 32, (1 << 64) - 1, 0, 1 << 63, 0, 3 << 40, 77]
    pairs = [(first, random.getrandbits(64)) for first in firsts]
    further = [0, (1 << 64) - 1] + [random.getrandbits(64) for _ in firsts[2:]]
    normals = []
    for (first, second), instead in zip(pairs, further):
        spare = (second & 0x7FF) + 1
        u = (
            ((first << 11) + spare) * 2.0**-75
            if first
            else ((instead << 11) + spare) * 2.0**-139
        )
        radius, angle = math.sqrt(-2 * math.log(u)), 2 * math.pi * ((second >> 11) * 2.0**-53)
        normals += [radius * math.cos(angle), radius * math.sin(angle)]
    return pairs, further, normals


def halves(pairs):
    """The words of 32 bits, of shape (blocks, 16), that pairs of 64 bits are made of."""
    packed = b"".join(struct.pack("<QQ", *pair) for pair in pairs)
    words = struct.unpack(f"<{len(packed) // 4}I", packed)
    return [words[at : at + 16] for at in range(0, len(words), 16)]
