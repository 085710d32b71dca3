"""Makes the noise of a strategy file again, from the documented layout alone: ChaCha20 (RFC 8439, section 2.3) and
Box-Muller in Python, and y = C^-1 z with NumPy.

usage: check_noise.py FOLDER SCHEMA_FOLDER
"""

import hashlib
import json
import math
import pathlib
import struct
import sys

try:
    import numpy as np
except ImportError:
    print("SKIPPED: NumPy is not installed (Debian package python3-numpy)")
    sys.exit(0)

from chacha20 import chacha20_block
from names import NAMES
from strategy_matrix import noising_matrix

EXAMPLE_KEY = bytes(range(32))


def noise_key(run_key):
    """The sub-key for noise of a run's key."""
    return hashlib.blake2b(
        digest_size=32, key=run_key, salt=struct.pack("<QQ", 1, 0), person=b"NoiseLm1"
    ).digest()


def normal(key, step, coordinate, long_radius):
    def words(nonce):
        return struct.unpack("<8Q", chacha20_block(key, coordinate // 8, nonce))

    pair = coordinate % 8 // 2
    first, second = words(step)[2 * pair : 2 * pair + 2]
    bits = 75 if first else 139
    first = first or words(2**63 + step)[2 * pair]
    u = (
        float((first << 11) + (second & 0x7FF) + 1) * 2.0**-bits
        if long_radius
        else ((first >> 11) + 1) * 2.0**-53
    )
    v = (second >> 11) * 2.0**-53
    return math.sqrt(-2 * math.log(u)) * (math.cos if coordinate % 2 == 0 else math.sin)(
        2 * math.pi * v
    )


def main():
    key = noise_key(EXAMPLE_KEY)
    folder = pathlib.Path(sys.argv[1])
    for name in NAMES:
        file = dict(np.load(folder / f"{name}.npz", allow_pickle=False))
        metadata = json.loads(str(file["metadata"]))
        made = np.load(folder / f"{name}_noise.npz", allow_pickle=False)
        begin = int(made["begin"][0])
        rows, width = made["normals"].shape
        for row in (0, 1, rows - 1):
            for j in range(width):
                expected = normal(key, row, begin + j, metadata["version"] >= 9)
                assert (
                    abs(made["normals"][row, j] - expected) <= 1e-14
                ), f"{name}: z[{row}, {begin + j}]"
        expected = metadata["stddev"] * noising_matrix(file, metadata) @ made["normals"]
        worst = np.abs(made["noise"] - expected).max() / metadata["stddev"]
        assert worst <= 1e-12, f"{name}: noise differs by {worst} stddev"
        print(f"{name}: ok")


main()
