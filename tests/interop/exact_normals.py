"""The normals of exact releases from the documented layout alone (docs/formats.md, "The generator
of exact releases"), in whole numbers: k = 2^bits N, rounded, of a step's coordinates in a chunk."""

import decimal
import hashlib
import struct

from chacha20 import chacha20_block

decimal.getcontext().prec = 200


def bounds():
    """S(j) as decimal numbers."""
    total = decimal.Decimal(0)
    for j in range(256):
        total += (decimal.Decimal(-j * j) / 512).exp() / 21
        yield total


BOUNDS = list(bounds())


def words(run_key, step, chunk):
    salt = struct.pack("<QQ", 4, 0)
    key = hashlib.blake2b(
        key=run_key, digest_size=32, salt=salt, person=b"NoiseLm1" + bytes(8)
    ).digest()
    block = chunk << 32
    while True:
        yield from struct.unpack("<8Q", chacha20_block(key, block, step))
        block += 1


def cell_of(word, draw):
    digits, bits = word, 64
    while True:
        low, high = (decimal.Decimal(number) / 2**bits for number in (digits, digits + 1))
        for cell, bound in enumerate(BOUNDS):
            if high <= bound:
                return cell
            if low < bound:
                break  # undecided
        else:
            return None
        digits, bits = digits << 64 | draw(), bits + 64


def less(x, y, draw):
    """Of lists of digits, to which more are added where they agree."""
    place = 0
    while True:
        for number in (x, y):
            if len(number) <= place:
                number.append(draw() >> 10 if place == 1 else draw())
        if x[place] != y[place]:
            return x[place] < y[place]
        place += 1


def accepted(fraction, cell, coin, draw):
    """True with the probability e^(-f (2 cell + f) / 512)."""
    last, even = fraction, True
    while True:
        if coin > 2 * cell or (coin == 2 * cell and not less([draw()], fraction, draw)):
            return even
        number = [draw()]
        if not less(number, last, draw):
            return even
        last, even, coin = number, not even, draw() >> 55


def exact_normals(run_key, step, chunk, count, bits):
    """The first `count` of them in chunk coordinate div 1024."""
    made = []
    source = words(run_key, step, chunk)

    def draw():
        return next(source)

    while len(made) < count:
        cell = cell_of(draw(), draw)
        if cell is None:
            continue
        first, mixed = draw(), draw()
        second = mixed >> 10
        if not accepted([first, second], cell, mixed >> 1 & 511, draw):
            continue
        digits = cell << 118 | first << 54 | second  # 16 * 2^118 |N|
        size = ((digits << bits) + 2**121) >> 122
        made.append(-size if mixed & 1 else size)
    return made
