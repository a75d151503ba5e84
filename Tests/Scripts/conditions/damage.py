"""Bytes as a damaged cable delivers them."""
import math
import random


def places(length, rate, chance):
    """The places of damage, each byte with the probability 1 / rate."""
    at = -1
    while True:
        at += 1 + int(math.log(1 - chance.random()) / math.log1p(-1 / rate))
        if at >= length:
            return
        yield at


def damaged(data, kind, rate, seed):
    """The same bytes with bits flipped, or with bytes lost, inserted or replaced."""
    chance = random.Random(f"{kind} {rate} {seed}")
    pieces, end = [], 0
    for at in places(len(data), rate, chance):
        pieces.append(data[end:at])
        byte = data[at]
        if kind == "flipped":
            pieces.append(bytes([byte ^ 1 << chance.randrange(8)]))
        elif kind == "replaced":
            pieces.append(bytes([chance.choice([other for other in range(256) if other != byte])]))
        elif kind == "inserted":
            pieces.append(bytes([chance.randrange(256), byte]))
        elif kind != "lost":
            raise ValueError(kind)
        end = at + 1
    return b"".join(pieces + [data[end:]])


KINDS = ("flipped", "lost", "inserted", "replaced")
