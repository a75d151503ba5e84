#!/usr/bin/env python3
"""Compares what `gpsbridge survey` and `compare` state about simulated noise with numpy and with the truth.

usage: survey.py PROGRAM [RECORDINGS] [SEED] [--hours N]
Each recording is noise with a known correlation from one position to the next, whose true standard error of the mean is known
exactly. As the median of 200 recordings, each number may differ by 2 percent at most. Of white noise with a slow part, the stated
error covers the true one as often as it should, or is not known. Of N hours at rest of each simulated dialect, one by default, the
mean and the radii are those that numpy finds in the sentences. Without numpy the check is skipped.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

from seeding import SEED

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


def recording(path, offsets):
    """Writes an RMC for each second, all at once: each has the same length."""
    import numpy
    template = b"$GPRMC,hhmmss.00,A,ddmm.mmmmmmm,N,dddmm.mmmmmmm,E,0.0,0.0,201126,,,A*cc\r\n"
    lines = numpy.tile(numpy.frombuffer(template, numpy.uint8), (len(offsets), 1))

    def put(place, digits, values):
        for digit in range(digits):
            lines[:, place + digit] = 48 + values // 10**(digits - 1 - digit) % 10

    def put_angle(place, digits, degrees):
        units = numpy.round(degrees * 60 * 10**7).astype(numpy.int64)
        put(place, digits, units // (60 * 10**7))
        put(place + digits, 2, units // 10**7 % 60)
        put(place + digits + 3, 7, units % 10**7)

    seconds = numpy.arange(len(offsets))
    put(template.index(b"hhmmss"), 6, seconds // 3600 * 10000 + seconds // 60 % 60 * 100 + seconds % 60)
    put_angle(template.index(b"ddmm."), 2, LATITUDE + offsets[:, 1] / NORTH)
    put_angle(template.index(b"dddmm."), 3, LONGITUDE + offsets[:, 0] / EAST)
    check = numpy.bitwise_xor.reduce(lines[:, 1:template.index(b"*")], axis=1)
    letters = numpy.frombuffer(b"0123456789ABCDEF", numpy.uint8)
    (lines[:, -4], lines[:, -3]) = (letters[check >> 4], letters[check & 15])
    pathlib.Path(path).write_bytes(lines.tobytes())


def ours(program, words):
    done = subprocess.run([program] + words + ["--json"], capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        raise SystemExit("survey: %s: %s" % (" ".join(words), done.stdout + done.stderr))
    return json.loads(done.stdout)


def dialects(program):
    text = subprocess.run([program, "simulate", "--help"], capture_output=True, text=True, timeout=60).stdout
    words = text.split("the dialect that it sends:", 1)[1].split("--language", 1)[0]
    return words.replace(",", " ").split()


def positions(path):
    """East and north in meters from a place, in the order of the sentences, of each GGA with a fix."""
    import numpy
    found = []
    for line in path.open("rb"):
        fields = line.split(b",")
        if len(fields) > 9 and fields[0].endswith(b"GGA") and fields[6] not in (b"", b"0"):
            latitude, longitude = (int(text[:at]) + float(text[at:]) / 60 for text, at in ((fields[2], 2), (fields[4], 3)))
            found.append((longitude if fields[5] == b"E" else -longitude, latitude if fields[3] == b"N" else -latitude))
    degrees = numpy.array(found)
    first = degrees[0].copy()
    # Meters for a degree on the ellipsoid at this latitude.
    squared, sine = 0.00669437999014, numpy.sin(numpy.radians(first[1]))
    root = (1 - squared * sine**2) ** 0.5
    meters = numpy.radians(6378137.0) / root * numpy.array([numpy.cos(numpy.radians(first[1])), (1 - squared) / root**2])
    return first, meters, (degrees - first) * meters


def at_rest(program, hours, seed):
    """Faults of the survey of hours at rest of each dialect."""
    import numpy
    faults, names = [], dialects(program)
    if len(names) < 5:
        return ["found the dialects %s in the help" % names]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "rest.nmea")
        for name in names:
            with path.open("wb") as file:
                subprocess.run([program, "simulate", "static", "--dialect", name, "--duration", "%dh" % hours, "--speed", "max",
                                "--seed", str(seed % 1000)], stdout=file, check=True, timeout=1200)
            found = ours(program, ["survey", str(path)])
            first, meters, errors = positions(path)
            distances = numpy.hypot(*(errors - errors.mean(axis=0)).T)
            away = numpy.hypot(*((numpy.array([found["lon"], found["lat"]]) - first) * meters - errors.mean(axis=0)))
            expected = {"cep50_m": numpy.percentile(distances, 50), "r95_m": numpy.percentile(distances, 95),
                        "two_drms_m": 2 * numpy.sqrt(numpy.mean(distances**2))}
            ratios = {key: found[key] / value for key, value in expected.items()}
            print("survey: %d h at rest, %s: %d positions, mean %.4f m from numpy's, CEP50 %.4f, R95 %.4f, 2DRMS %.4f of numpy's, error %s"
                  % (hours, name, len(errors), away, *ratios.values(),
                     "%.3f m" % found["standard_error_m"] if "standard_error_m" in found else "not known"))
            faults += ["%s is %.4f of numpy's for %s" % (key, value, name) for key, value in ratios.items() if abs(value - 1) > LIMIT]
            if away > 0.01 or found["positions"] != len(errors):
                faults.append("%s: %d of %d positions, the mean is %.4f m from numpy's" % (name, found["positions"], len(errors), away))
    return faults


def check(program, count, seed, hours):
    import numpy
    print("survey: seed %d" % seed)
    chance = numpy.random.default_rng(seed)
    faults = at_rest(program, hours, seed)

    def noise(correlation, length=COUNT, deviation=1.5):
        """Errors with a deviation in each direction."""
        errors = deviation * chance.standard_normal((length, 2))
        if correlation:
            errors[1:] *= (1 - correlation**2) ** 0.5
            for index in range(1, length):
                errors[index] += correlation * errors[index - 1]
        return errors

    def white_and_slow(length, white, slow, seconds):
        return noise(0.0, length, white) + noise(numpy.exp(-1 / seconds), length, slow)

    def true_error(correlation):
        lags = numpy.arange(1, COUNT)
        inflation = 1 + 2 * numpy.sum((1 - lags / COUNT) * correlation**lags)
        return (2 * 1.5**2 * inflation / COUNT) ** 0.5

    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/a.nmea"
        for correlation in (0.0, 0.6):
            ratios, unknown = {}, 0
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
                if "standard_error_m" not in found:
                    unknown += 1
                    del expected["standard_error_m"]
                for key, value in expected.items():
                    ratios.setdefault(key, []).append(found[key] / value)
                mean = errors.mean(axis=0)
                away = numpy.hypot((found["lon"] - LONGITUDE) * EAST - mean[0], (found["lat"] - LATITUDE) * NORTH - mean[1])
                if away > 0.001:
                    faults.append("the mean is %.4f m from numpy's" % away)
            if unknown > max(2, count / 40):
                faults.append("%d of %d errors are not known at a correlation of %.1f" % (unknown, count, correlation))
            for key, values in ratios.items():
                median = float(numpy.median(values))
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
                recording(other, noise(0.0, 3600) + numpy.array([0.3, 0]) * (number % 2))
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


def main():
    words = sys.argv[1:]
    hours = int(words.pop(words.index("--hours") + 1)) if "--hours" in words else 1
    program, *numbers = (word for word in words if not word.startswith("--"))
    count = int(numbers[0]) if numbers else 200
    seed = int(numbers[1]) if len(numbers) > 1 else SEED
    try:
        import numpy  # noqa: F401
    except ImportError:
        if "--installed" in sys.argv:
            raise
        if why := install():
            print("survey: skipped, numpy can't be installed: " + why)
            return 0
        words = [str(PYTHON), __file__, program, str(count), str(seed), "--hours", str(hours), "--installed"]
        return subprocess.run(words).returncode
    return check(program, count, seed, hours)


if __name__ == "__main__":
    sys.exit(main())
