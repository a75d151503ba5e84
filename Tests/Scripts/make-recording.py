#!/usr/bin/env python3
"""Writes a synthetic recording, the same bytes at each run.

Usage: make-recording.py > Tests/Recordings/morning-walk.nmea

A five-minute walk around an invented park, with a rest of 20 seconds. The receiver was just switched on: first it
knows nothing, then the time, then a position in two dimensions, then three, and finally it receives corrections from
a geostationary satellite. Nothing in it was measured.
"""
import math
import random
import sys

SEED = 20261120
EPOCHS = 300
START = 7 * 3600 + 2 * 60
LATITUDE, LONGITUDE = 47.6120, 9.4050
METRES_PER_DEGREE = 111_319.49
GEOID = 47.3
TIME_KNOWN, FIX_2D, FIX_3D, CORRECTED = 6, 27, 33, 61
BENCH = range(180, 200)
SYSTEMS = (("GP", 1), ("GL", 2), ("GA", 3), ("GB", 4))
SIGNALS = {"GP": "1", "GL": "1", "GA": "7", "GB": "1"}

noise = random.Random(SEED)


def sentence(body):
    checksum = 0
    for byte in body.encode("ascii"):
        checksum ^= byte
    return "$%s*%02X" % (body, checksum)


def degrees(value, digits, letters):
    whole = int(abs(value))
    text = "%0*d%08.5f" % (digits, whole, (abs(value) - whole) * 60)
    return "%s,%s" % (text, letters[value < 0])


class Satellite:
    """A satellite that moves slowly; its signal is stronger at a higher elevation."""

    def __init__(self, talker, number):
        self.talker, self.number = talker, number
        self.elevation = noise.uniform(8, 82)
        self.azimuth = noise.uniform(0, 360)
        self.drift = noise.uniform(-0.004, 0.004)
        self.found = noise.uniform(4, 30) + (90 - self.elevation) / 6
        self.level = 22 + self.elevation / 3.4 + noise.uniform(-3, 3)

    def step(self, epoch):
        self.elevation = min(max(self.elevation + self.drift, 5), 88)
        self.azimuth = (self.azimuth + self.drift * 2) % 360
        self.level += noise.uniform(-0.6, 0.6) - (self.level - 22 - self.elevation / 3.4) * 0.05
        self.heard = epoch >= self.found
        self.strength = int(min(max(self.level, 12), 50))
        self.used = self.heard and epoch >= self.found + 4 and self.elevation > 9


def satellites():
    numbers = {
        "GP": (2, 5, 10, 13, 15, 18, 23, 29),
        "GL": (67, 68, 78, 82, 83),
        "GA": (3, 8, 13, 26),
        "GB": (11, 23, 34),
    }
    return [Satellite(talker, number) for talker, _ in SYSTEMS for number in numbers[talker]]


class Walk:
    """The position of the walker: once around a bean-shaped path, slowly."""

    def __init__(self):
        self.way, self.speed, self.error = 0.0, 0.0, [0.0, 0.0, 0.0]

    def at(self, way):
        angle = way / 62.0
        radius = 62.0 + 14.0 * math.sin(2 * angle) + 5.0 * math.cos(3 * angle)
        return radius * math.cos(angle), radius * math.sin(angle)

    def step(self, epoch):
        wanted = 0.0 if epoch in BENCH else 1.25 + 0.15 * math.sin(epoch / 17.0)
        self.speed += (wanted - self.speed) * 0.6
        before = self.at(self.way)
        self.way += self.speed
        here = self.at(self.way)
        self.course = math.degrees(math.atan2(here[1] - before[1], here[0] - before[0])) % 360
        self.error = [e * 0.96 + noise.gauss(0, 0.12) for e in self.error]
        self.latitude = LATITUDE + (here[0] + self.error[0]) / METRES_PER_DEGREE
        self.longitude = LONGITUDE + (here[1] + self.error[1]) / (
            METRES_PER_DEGREE * math.cos(math.radians(LATITUDE)))
        self.altitude = 402.0 + 3.0 * math.sin(self.way / 90.0) + 1.6 * self.error[2]


def clock(epoch):
    second = START + epoch
    return "%02d%02d%02d.00" % (second // 3600, second // 60 % 60, second % 60)


def burst(epoch, walk, sky):
    """All sentences of an epoch, in the order in which such a receiver sends them."""
    time = clock(epoch) if epoch >= TIME_KNOWN else ""
    dimensions = 3 if epoch >= FIX_3D else 2 if epoch >= FIX_2D else 1
    used = [s for s in sky if s.used] if dimensions > 1 else []
    if dimensions == 2:
        used = used[:3]
    mode = "N" if dimensions == 1 else "D" if epoch >= CORRECTED else "A"
    quality = {"N": 0, "A": 1, "D": 2}[mode]
    spread = 12.0 / max(len(used), 1)
    dops = {
        1: (99.99, 99.99, 99.99),
        2: (4.12, 4.00, 1.00),
        3: (0.55 + 1.6 * spread, 0.30 + 0.9 * spread, 0.46 + 1.32 * spread),
    }[dimensions]
    place = ",,," if dimensions == 1 else "%s,%s" % (
        degrees(walk.latitude, 2, "NS"), degrees(walk.longitude, 3, "EW"))
    moves = dimensions > 1 and walk.speed > 0.2
    knots = "%.3f" % (walk.speed / 0.514444) if dimensions > 1 else ""
    kilometers = "%.3f" % (walk.speed * 3.6) if dimensions > 1 else ""
    course = "%.2f" % walk.course if moves else ""
    date = "201126" if epoch >= TIME_KNOWN + 3 else ""
    height = "%.1f,M,%.1f,M" % (walk.altitude, GEOID) if dimensions > 1 else ",,,"
    corrections = "," if mode != "D" else "%.1f,0123" % (epoch % 6)
    status = "V" if mode == "N" else "A"
    motion = "%s,T,,M,%s,N,%s,K" % (course, knots, kilometers) if dimensions > 1 else ",,,,,,,"

    yield "GNRMC,%s,%s,%s,%s,%s,%s,,,%s,V" % (time, status, place, knots, course, date, mode)
    yield "GNVTG,%s,%s" % (motion, mode)
    yield "GNGGA,%s,%s,%d,%02d,%.2f,%s,%s" % (time, place, quality, len(used), dops[1], height, corrections)
    for talker, system in SYSTEMS:
        numbers = ["%02d" % s.number for s in used if s.talker == talker]
        yield "GNGSA,A,%d,%s,%.2f,%.2f,%.2f,%d" % (
            dimensions, ",".join(numbers + [""] * (12 - len(numbers))), dops[0], dops[1], dops[2], system)
    for talker, _ in SYSTEMS:
        view = [s for s in sky if s.talker == talker and (s.heard or epoch >= FIX_3D)]
        parts = max(1, -(-len(view) // 4))
        for part in range(parts):
            fields = "".join(
                ",%02d,%02d,%03d,%s" % (s.number, s.elevation, s.azimuth, s.strength if s.heard else "")
                for s in view[part * 4:part * 4 + 4])
            yield "%sGSV,%d,%d,%02d%s,%s" % (talker, parts, part + 1, len(view), fields, SIGNALS[talker])
    yield "GNGLL,%s,%s,%s,%s" % (place, time, status, mode)


def main():
    lines = [
        "# Synthetic: made by Tests/Scripts/make-recording.py with seed %d; nothing here was measured." % SEED,
        "# Receiver: none; like a u-blox of NMEA 4.10 with GPS, GLONASS, Galileo and BeiDou, once a second",
        "# Place: an invented park, where in truth there is only a lake",
        "# Date: 2026-11-20",
        "# License: MIT, as the project",
        sentence("GNTXT,01,01,02,A receiver that does not exist"),
    ]
    walk, sky = Walk(), satellites()
    for epoch in range(EPOCHS):
        walk.step(epoch)
        for satellite in sky:
            satellite.step(epoch)
        lines += [sentence(body) for body in burst(epoch, walk, sky)]
    sys.stdout.buffer.write(("\r\n".join(lines) + "\r\n").encode("ascii"))


main()
