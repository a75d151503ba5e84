#!/usr/bin/env python3
"""Compares what `gpsbridge survey` and `compare` state about simulated noise with the truth.

usage: survey.py PROGRAM [--nightly]
Each recording is noise with a known correlation from one position to the next, whose true standard error of the mean is known
exactly. As the median of 100 recordings (200 with --nightly), each number may differ by 2 percent at most. Of white noise with a slow
part, the stated error covers the true one as often as it should, or is not known. Of an hour at rest of each
simulated dialect, the mean and the radii are those of the sentences.
"""
import json
import math
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

from checking import HANG, sentence
from seeding import SEED

LATITUDE, LONGITUDE = 48.1173, 11.5167
# Meters for a degree there, from GeodSolve.
EAST, NORTH = 74440.4, 111204.5
COUNT = 4000
LIMIT = 0.02


def recording(path, offsets):
    """Writes an RMC for each second."""
    lines = []
    for second, (east, north) in enumerate(offsets):
        (lat, north), (lon, east) = (divmod(round(degrees * 60 * 10**7), 60 * 10**7)
                                     for degrees in (LATITUDE + north / NORTH, LONGITUDE + east / EAST))
        lines.append(sentence("GPRMC,%02d%02d%02d.00,A,%02d%02d.%07d,N,%03d%02d.%07d,E,0.0,0.0,201126,,,A" % (
            second // 3600, second // 60 % 60, second % 60, lat, north // 10**7, north % 10**7, lon, east // 10**7, east % 10**7)))
    pathlib.Path(path).write_text("".join(lines), newline="")


def center(points):
    return tuple(statistics.fmean(values) for values in zip(*points))


def percentile(values, part):
    """Between the two nearest values, in proportion."""
    ordered, place = sorted(values), (len(values) - 1) * part / 100
    low = min(int(place), len(values) - 2)
    return ordered[low] + (ordered[low + 1] - ordered[low]) * (place - low)


def radii(errors):
    """The mean of some errors, and the radii around it, by the names of the report."""
    mean = center(errors)
    distances = [math.dist(error, mean) for error in errors]
    return mean, {"cep50_m": percentile(distances, 50), "r95_m": percentile(distances, 95),
                  "two_drms_m": 2 * math.sqrt(statistics.fmean(distance**2 for distance in distances))}


def ours(program, words):
    done = subprocess.run([program] + words + ["--json"], capture_output=True, text=True, timeout=HANG)
    if done.returncode != 0:
        raise SystemExit("survey: %s: %s" % (" ".join(words), done.stdout + done.stderr))
    return json.loads(done.stdout)


def dialects(program):
    text = subprocess.run([program, "simulate", "--help"], capture_output=True, text=True, timeout=HANG).stdout
    words = text.split("the dialect that it sends:", 1)[1].split("--language", 1)[0]
    return words.replace(",", " ").split()


def positions(path):
    """East and north in meters from a place, in the order of the sentences, of each GGA with a fix."""
    found = []
    for line in path.open("rb"):
        fields = line.split(b",")
        if len(fields) > 9 and fields[0].endswith(b"GGA") and fields[6] not in (b"", b"0"):
            latitude, longitude = (int(text[:at]) + float(text[at:]) / 60 for text, at in ((fields[2], 2), (fields[4], 3)))
            found.append((longitude if fields[5] == b"E" else -longitude, latitude if fields[3] == b"N" else -latitude))
    first = found[0]
    # Meters for a degree on the ellipsoid at this latitude.
    squared, sine = 0.00669437999014, math.sin(math.radians(first[1]))
    root = math.sqrt(1 - squared * sine**2)
    meters = tuple(math.radians(6378137.0) / root * part for part in (math.cos(math.radians(first[1])), (1 - squared) / root**2))
    return first, meters, [tuple((one - origin) * scale for one, origin, scale in zip(place, first, meters)) for place in found]


def at_rest(program):
    """Faults of the survey of an hour at rest of each dialect."""
    faults, names = [], dialects(program)
    if len(names) < 5:
        return ["found the dialects %s in the help" % names]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "rest.nmea")
        for name in names:
            with path.open("wb") as file:
                subprocess.run([program, "simulate", "static", "--dialect", name, "--duration", "1h", "--speed", "max",
                                "--seed", str(SEED % 1000)], stdout=file, check=True, timeout=10 * HANG)
            found = ours(program, ["survey", str(path)])
            first, meters, errors = positions(path)
            mean, expected = radii(errors)
            away = math.dist(mean, [(one - origin) * scale for one, origin, scale in zip((found["lon"], found["lat"]), first, meters)])
            ratios = {key: found[key] / value for key, value in expected.items()}
            print("survey: an hour at rest, %s: %d positions, mean %.4f m from ours, CEP50 %.4f, R95 %.4f, 2DRMS %.4f, error %s"
                  % (name, len(errors), away, *ratios.values(),
                     "%.3f m" % found["standard_error_m"] if "standard_error_m" in found else "not known"))
            faults += ["%s is %.4f of ours for %s" % (key, value, name) for key, value in ratios.items() if abs(value - 1) > LIMIT]
            if away > 0.01 or found["positions"] != len(errors):
                faults.append("%s: %d of %d positions, the mean is %.4f m from ours" % (name, found["positions"], len(errors), away))
    return faults


def check(program, count):
    print("survey: seed %d" % SEED)
    chance = random.Random(SEED)
    faults = at_rest(program)

    def noise(correlation, length=COUNT, deviation=1.5):
        """Errors with a deviation in each direction."""
        rest, east, north, errors = deviation * math.sqrt(1 - correlation**2), *(deviation * chance.gauss(0, 1) for _ in range(2)), []
        for _ in range(length):
            errors.append((east, north))
            east, north = correlation * east + rest * chance.gauss(0, 1), correlation * north + rest * chance.gauss(0, 1)
        return errors

    def white_and_slow(length, white, slow, seconds):
        return [(a + c, b + d) for (a, b), (c, d) in zip(noise(0.0, length, white), noise(math.exp(-1 / seconds), length, slow))]

    def true_error(correlation):
        inflation = 1 + 2 * sum((1 - lag / COUNT) * correlation**lag for lag in range(1, COUNT))
        return math.sqrt(2 * 1.5**2 * inflation / COUNT)

    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/a.nmea"
        for correlation in (0.0, 0.6):
            ratios, unknown = {}, 0
            for _ in range(count):
                errors = noise(correlation)
                recording(path, errors)
                found = ours(program, ["survey", path])
                mean, expected = radii(errors)
                east, north = zip(*errors)
                expected |= {"standard_error_m": true_error(correlation),
                             "spread_east_m": statistics.stdev(east), "spread_north_m": statistics.stdev(north)}
                if "standard_error_m" not in found:
                    unknown += 1
                    del expected["standard_error_m"]
                for key, value in expected.items():
                    ratios.setdefault(key, []).append(found[key] / value)
                away = math.dist(((found["lon"] - LONGITUDE) * EAST, (found["lat"] - LATITUDE) * NORTH), mean)
                if away > 0.001:
                    faults.append("the mean is %.4f m from ours" % away)
            if unknown > max(2, count / 40):
                faults.append("%d of %d errors are not known at a correlation of %.1f" % (unknown, count, correlation))
            for key, values in ratios.items():
                median = statistics.median(values)
                print("survey: correlation %.1f, %s: %.4f of the truth, median of %d" % (correlation, key, median, count))
                if abs(median - 1) > LIMIT:
                    faults.append("%s is %.4f of the truth at a correlation of %.1f" % (key, median, correlation))
        # A slow part that the correlation shows, and one that only many hours show.
        for length, white, slow, seconds in ((7200, 0.5, 0.5, 20), (3600, 1.5, 0.5, 300)):
            known, covered, rounds = 0, 0, count if seconds < 60 else max(1, count // 5)
            for _ in range(rounds):
                recording(path, white_and_slow(length, white, slow, seconds))
                found = ours(program, ["survey", path])
                if "standard_error_m" in found:
                    known += 2
                    covered += abs(found["lon"] - LONGITUDE) * EAST <= found["standard_error_east_m"]
                    covered += abs(found["lat"] - LATITUDE) * NORTH <= found["standard_error_north_m"]
            print("survey: %.1f m and %.1f m for %d s: %d of %d errors known, %d cover the true one"
                  % (white, slow, seconds, known, 2 * rounds, covered))
            # Twice the deviation of the share itself comes by chance.
            off = abs(covered / known - 0.68) if known else 0
            if seconds < 60 and known < 1.8 * rounds or known > 0.2 * rounds and off > 0.06 + 2 * (0.22 / known) ** 0.5:
                faults.append("of %d known errors that last for %d s, %d cover the true one" % (known, seconds, covered))
        # An offset of 0.3 m in an hour, and none. By chance one of a thousand is significant without an offset, but not with a
        # chance of a hundred thousandth.
        wrong, missed, unknown, rounds = 0, 0, 0, max(1, count // 5)
        other = folder + "/b.nmea"
        for number in range(rounds):
            if number % 4 == 2:
                recording(path, white_and_slow(3600, 1.5, 0.5, 300))
                recording(other, white_and_slow(3600, 1.5, 0.5, 300))
            else:
                recording(path, noise(0.0, 3600))
                recording(other, [(east + 0.3 * (number % 2), north) for east, north in noise(0.0, 3600)])
            found = ours(program, ["compare", path, other])
            if number % 2:
                unknown += "significant" not in found
                missed += found.get("significant", True) is False
            else:
                wrong += found.get("chance", 1) < 1e-5
        print("compare: of %d hours, %d offsets of 0.3 m missed, %d not known, %d stated where there is none"
              % (rounds, missed, unknown, wrong))
        if missed or wrong or unknown > rounds / 5:
            faults.append("compare missed %d offsets, did not know %d, and stated %d that are none" % (missed, unknown, wrong))
    for fault in faults[:10]:
        print("FAILED survey: " + fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(check(sys.argv[1], 200 if "--nightly" in sys.argv else 100))
