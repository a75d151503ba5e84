#!/usr/bin/env python3
"""Reads a batch of a fleet, as docs/fleet-batch.md describes it, and prints it as lines of JSON.

usage: read-batch.py <batch        a batch is the body of a request POST /v1/batch
"""
import json
import sys
import zlib

COLUMNS = ("seq mono t lag lat lon fine alt geoid speed course climb h_acc v_acc sats hdop vdop signal flags").split()


class Reader:
    """Takes bytes from the front; `half` is the upper half of the last byte, if it is next."""

    def __init__(self, data):
        self.data, self.place, self.half = data, 0, None

    def take(self, count):
        assert self.place + count <= len(self.data), "the batch is cut"
        self.place += count
        return self.data[self.place - count:self.place]

    def group(self, bits):
        if bits == 8:
            return self.take(1)[0]
        if self.half is None:
            byte = self.take(1)[0]
            self.half = byte >> 4
            return byte & 15
        half, self.half = self.half, None
        return half

    def number(self, bits=8):
        value = shift = 0
        while True:
            group = self.group(bits)
            value |= (group & ((1 << bits - 1) - 1)) << shift
            shift += bits - 1
            if not group >> bits - 1:
                return value & (1 << 64) - 1


def column(reader, rows):
    """The values of a column; None is NULL."""
    header = reader.take(1)[0]
    if header & 16:
        return [None] * rows
    present = []
    while len(present) < rows:
        runs = [reader.number(), 0] if header & 8 else [rows, 0]
        present += [True] * runs[0]
        if len(present) < rows:
            present += [False] * reader.number()
    missed = []
    while len(missed) < sum(present):
        missed.append(reader.number(4 if header & 4 else 8))
        if missed[-1] == 0:
            missed += [0] * reader.number(4 if header & 4 else 8)
    reader.half, values, before, guess = None, [], None, 0
    for number in missed:
        value = signed(guess + (number >> 1 ^ -(number & 1)))
        step = value - before if before is not None else 0
        before, guess = value, [0, value, value + step][header & 3]
        values.append(value)
    left = iter(values)
    return [next(left) if known else None for known in present]


def signed(value):
    return (value + (1 << 63)) % (1 << 64) - (1 << 63)


def read(data):
    """The head of a batch, and its fixes and records in the order of their numbers."""
    assert data[:2] == b"GB", "this is not a batch"
    assert int.from_bytes(data[-4:], "little") == zlib.crc32(data[:-4]), "the batch is damaged"
    reader = Reader(data[:-4])
    _, version, flags = reader.take(2), *reader.take(2)
    assert version == 1 and flags < 3, "the batch is of a later version"
    head = {"installation": reader.take(16).hex(), "epoch": int.from_bytes(reader.take(4), "little")}
    head["first"] = reader.number()
    head["last"] = head["first"] + reader.number()
    if flags:
        head[["within_cm", "every_ms"][flags - 1]] = reader.number()
    packed = Reader(reader.take(reader.number()))
    assert packed.take(1) == b"\1", "the columns are of another version"
    rows = packed.number()
    table = dict(zip(COLUMNS, [column(packed, rows) for _ in COLUMNS]))
    fixes = [{name: table[name][row] for name in COLUMNS} for row in range(rows)]
    for fix in fixes:
        fix["mono"] = signed(fix["mono"] + fix["t"] + fix["lag"])
    records = [json.loads(line) for line in reader.take(reader.number()).splitlines()]
    return head, sorted(fixes + records, key=lambda entry: entry["seq"])


if __name__ == "__main__":
    head, entries = read(sys.stdin.buffer.read())
    for line in [head] + entries:
        print(json.dumps({key: value for key, value in line.items() if value is not None}))
