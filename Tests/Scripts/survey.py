#!/usr/bin/env python3
"""Compares what `gpsbridge survey` and `compare` state about simulated noise with numpy and with the truth.

usage: survey.py PROGRAM [RECORDINGS] [SEED]
Each recording is noise with a known correlation from one position to the next, whose true standard error of the mean is known
exactly. As the median of 200 recordings, each number may differ by 2 percent at most. Without numpy the check is skipped.
"""
import datetime
import json
import pathlib
import random
import subprocess
import sys
import tempfile

PYTHON = pathlib.Path(".build/survey-python/bin/python3")
LATITUDE, LONGITUDE = 48.1173, 11.5167
# Meters for a degree there, from GeodSolve.
EAST, NORTH = 74440.4, 111204.5
COUNT = 4000
LIMIT = 0.02


def install():
    """Why numpy can't be installed, or None."""
    steps = [[sys.executable, "-m", "venv", str(PYTHON.parent.parent)],
             [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "numpy"]]
    for step in steps if not PYTHON.exists() else steps[1:]:
        done = subprocess.run(step, capture_output=True, text=True, timeout=600)
        if done.returncode != 0:
            return (done.stderr.strip().splitlines() or ["status %d" % done.returncode])[-1]
    return None


def angle(value, digits):
    minutes = round(value * 60 * 10**7)
    return "%0*d%02d.%07d" % (digits, minutes // (60 * 10**7), minutes // 10**7 % 60, minutes % 10**7)


def recording(path, offsets):
    """Writes an RMC for each second."""
    start = datetime.datetime(2026, 11, 20)
    with open(path, "wb") as file:
        for second, (east, north) in enumerate(offsets):
            time = start + datetime.timedelta(seconds=second)
            body = "GPRMC,%s.00,A,%s,N,%s,E,0.0,0.0,%s,,,A" % (
                time.strftime("%H%M%S"), angle(LATITUDE + north / NORTH, 2), angle(LONGITUDE + east / EAST, 3),
                time.strftime("%d%m%y"))
            check = 0
            for letter in body.encode():
                check ^= letter
            file.write(b"$%s*%02X\r\n" % (body.encode(), check))


def ours(program, words):
    done = subprocess.run([program] + words + ["--json"], capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        raise SystemExit("survey: %s: %s" % (" ".join(words), done.stdout + done.stderr))
    return json.loads(done.stdout)


def check(program, count, seed):
    import numpy
    chance = numpy.random.default_rng(seed)
    faults = []

    def noise(correlation):
        """Errors with a deviation of 1.5 m in each direction."""
        fresh = 1.5 * chance.standard_normal((COUNT, 2))
        errors = numpy.empty((COUNT, 2))
        errors[0] = fresh[0]
        for index in range(1, COUNT):
            errors[index] = correlation * errors[index - 1] + (1 - correlation**2) ** 0.5 * fresh[index]
        return errors

    def true_error(correlation):
        lags = numpy.arange(1, COUNT)
        inflation = 1 + 2 * numpy.sum((1 - lags / COUNT) * correlation**lags)
        return (2 * 1.5**2 * inflation / COUNT) ** 0.5

    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/a.nmea"
        for correlation in (0.0, 0.6):
            ratios = {}
            for _ in range(count):
                errors = noise(correlation)
                recording(path, errors)
                found = ours(program, ["survey", path])
                distances = numpy.hypot(*(errors - errors.mean(axis=0)).T)
                expected = {
                    "standard_error_m": true_error(correlation),
                    "cep50_m": numpy.percentile(distances, 50), "r95_m": numpy.percentile(distances, 95),
                    "two_drms_m": 2 * numpy.sqrt(numpy.mean(distances**2)),
                    "spread_east_m": errors[:, 0].std(ddof=1), "spread_north_m": errors[:, 1].std(ddof=1)}
                for key, value in expected.items():
                    ratios.setdefault(key, []).append(found[key] / value)
                mean = errors.mean(axis=0)
                away = numpy.hypot((found["lon"] - LONGITUDE) * EAST - mean[0], (found["lat"] - LATITUDE) * NORTH - mean[1])
                if away > 0.001:
                    faults.append("the mean is %.4f m from numpy's" % away)
            for key, values in ratios.items():
                median = float(numpy.median(values))
                print("survey: correlation %.1f, %s: %.4f of the truth, median of %d" % (correlation, key, median, count))
                if abs(median - 1) > LIMIT:
                    faults.append("%s is %.4f of the truth at a correlation of %.1f" % (key, median, correlation))
        # An offset of 0.3 m in an hour, and none.
        wrong, missed, rounds = 0, 0, max(1, count // 5)
        for number in range(rounds):
            other = folder + "/b.nmea"
            recording(path, noise(0.0)[:3600])
            recording(other, noise(0.0)[:3600] + numpy.array([0.3, 0]) * (number % 2))
            found = ours(program, ["compare", path, other])
            if number % 2 and not found["significant"]:
                missed += 1
            if not number % 2 and found["significant"]:
                wrong += 1
        print("compare: of %d hours, %d offsets of 0.3 m missed, %d stated where there is none" % (rounds, missed, wrong))
        if missed or wrong > 1:
            faults.append("compare missed %d offsets, and stated %d that are none" % (missed, wrong))
    for fault in faults[:10]:
        print("FAILED survey: " + fault + ", seed %d" % seed)
    return 1 if faults else 0


def main():
    program = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 32)
    try:
        import numpy  # noqa: F401
    except ImportError:
        if "--installed" in sys.argv:
            raise
        if why := install():
            print("survey: skipped, numpy can't be installed: " + why)
            return 0
        return subprocess.run([str(PYTHON), __file__, program, str(count), str(seed), "--installed"]).returncode
    return check(program, count, seed)


if __name__ == "__main__":
    sys.exit(main())
