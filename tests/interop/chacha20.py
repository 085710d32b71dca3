"""ChaCha20 in its original form (RFC 8439, section 2.3, for the rounds)."""

import struct

MASK = 0xFFFFFFFF


def quarter_round(x, a, b, c, d):
    for first, second, third, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        x[first] = (x[first] + x[second]) & MASK
        mixed = x[third] ^ x[first]
        x[third] = ((mixed << turn) | (mixed >> (32 - turn))) & MASK


def chacha20_block(key, counter, nonce):
    """64 bytes; counter and nonce are 64-bit integers."""
    start = list(
        struct.unpack("<4I", b"expand 32-byte k")
        + struct.unpack("<8I", key)
        + struct.unpack("<4I", struct.pack("<QQ", counter, nonce))
    )
    x = list(start)
    for _ in range(10):
        for column in range(4):
            quarter_round(x, column, column + 4, column + 8, column + 12)
        for diagonal in range(4):
            quarter_round(
                x, diagonal, 4 + (diagonal + 1) % 4, 8 + (diagonal + 2) % 4, 12 + (diagonal + 3) % 4
            )
    return struct.pack("<16I", *((a + b) & MASK for a, b in zip(x, start)))


# The all-zero key and nonce: RFC 8439, appendix A.1, vectors 1 and 2.
assert chacha20_block(bytes(32), 0, 0)[:8].hex() == "76b8e0ada0f13d90"
assert chacha20_block(bytes(32), 1, 0)[:8].hex() == "9f07e7be5551387a"
