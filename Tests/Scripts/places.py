#!/usr/bin/env python3
"""Compares the grids and locators that `gpsbridge fix` prints with packages of PyPI: maidenhead, mgrs and utm.

usage: places.py PROGRAM [PLACES] [SEED]
The packages are installed into .build/places-python; if that fails, the check is skipped with the reason.
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

from seeding import SEED

PYTHON = pathlib.Path(".build/places-python/bin/python3")
PACKAGES = ["maidenhead==1.8.0", "mgrs==1.6.0", "utm==0.9.0"]
ORACLE = """
import json, sys, maidenhead, mgrs, utm
grid = mgrs.MGRS()
answers = []
for latitude, longitude in json.load(sys.stdin):
    east, north, zone, band = utm.from_latlon(latitude, longitude)
    answers.append({
        # The package rounds to 1/43200 of a degree, so that a place at the end of a square may be in the next one: without that.
        "maidenhead": maidenhead.to_maiden(latitude - 0.5 / 43200, longitude - 0.5 / 21600, precision=4),
        "mgrs": grid.toMGRS(latitude, longitude, MGRSPrecision=5),
        "utm": [zone, band, east, north]})
json.dump(answers, sys.stdout)
"""


def install():
    """Why the packages can't be installed, or None."""
    steps = [[sys.executable, "-m", "venv", str(PYTHON.parent.parent)],
             [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"] + PACKAGES]
    for step in steps if not PYTHON.exists() else steps[1:]:
        done = subprocess.run(step, capture_output=True, text=True, timeout=300)
        if done.returncode != 0:
            return (done.stderr.strip().splitlines() or ["status %d" % done.returncode])[-1]
    return None


def sentence(latitude, longitude):
    """A GGA and an RMC with nine decimals of a minute, which name a place to a micrometer."""
    def angle(value, digits):
        minutes = round(abs(value) * 60 * 10**9)
        return "%0*d%02d.%09d" % (digits, minutes // (60 * 10**9), minutes // 10**9 % 60, minutes % 10**9)
    place = "%s,%s,%s,%s" % (
        angle(latitude, 2), "NS"[latitude < 0], angle(longitude, 3), "EW"[longitude < 0])
    bodies = ["GPGGA,070803.00,%s,1,08,0.9,545.4,M,46.9,M,," % place,
              "GPRMC,070803.00,A,%s,0.0,0.0,201126,,,A" % place]
    lines = ""
    for body in bodies:
        check = 0
        for letter in body.encode():
            check ^= letter
        lines += "$%s*%02X\r\n" % (body, check)
    return lines


def ours(program, path, form):
    done = subprocess.run(
        [program, "fix", path, "--format", form], capture_output=True, text=True, timeout=30)
    if done.returncode != 0:
        raise SystemExit("places: fix --format %s: %s" % (form, done.stderr.strip()))
    return done.stdout.strip()


def main():
    program = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else SEED
    if why := install():
        print("places: skipped, PyPI's packages can't be installed: " + why)
        return 0
    chance = random.Random(seed)
    # The package utm ends at 84 degrees, and has no zones of Svalbard's width south of 72.
    places = [(round(chance.uniform(-79.9, 83.9), 8), round(chance.uniform(-179.9, 179.9), 8)) for _ in range(count)]
    done = subprocess.run([str(PYTHON), "-c", ORACLE], input=json.dumps(places), capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        raise SystemExit("places: the packages failed: " + done.stderr.strip()[-300:])
    faults = []
    for place, answer in zip(places, json.loads(done.stdout)):
        with tempfile.NamedTemporaryFile("w", suffix=".nmea") as file:
            file.write(sentence(*place))
            file.flush()
            locator = ours(program, file.name, "maidenhead")
            grid = ours(program, file.name, "mgrs").replace(" ", "")
            zone, east, north = ours(program, file.name, "utm").split()
        theirs = answer["utm"]
        if locator.lower() != answer["maidenhead"].lower():
            faults.append("%s: locator %s, maidenhead has %s" % (place, locator, answer["maidenhead"]))
        # The package mgrs rounds to a millimeter before it cuts to meters.
        is_edge = any(abs(meters - round(meters)) < 0.001 for meters in theirs[2:])
        if grid != answer["mgrs"].replace(" ", "") and not is_edge:
            faults.append("%s: MGRS %s, mgrs has %s" % (place, grid, answer["mgrs"]))
        if zone != "%d%s" % (theirs[0], theirs[1]) or not (-0.01 <= theirs[2] - int(east) < 1.01 and -0.01 <= theirs[3] - int(north) < 1.01):
            faults.append("%s: UTM %s %s %s, utm has %s" % (place, zone, east, north, theirs))
    print("places: %d places, seed %d: %d differ from maidenhead, mgrs or utm" % (count, seed, len(faults)))
    for fault in faults[:5]:
        print("  " + fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
