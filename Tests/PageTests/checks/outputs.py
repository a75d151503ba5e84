"""What other programs read: figures for Prometheus, tracks as files, whether all is well."""
import json
import re
import shutil
import subprocess
import time

from .bench import Skipped, check, expect, expect_that, wait_for
from .stream import Listener

STATES = {
    "a drive": ["sim:drive"], "no fix": ["sim:nofix"], "silence": ["sim:silent"], "no receiver": ["usb:1546:01a8"],
    "two receivers": ["sim:walk", "sim:drive"],
}


def needs(program, package):
    if not shutil.which(program):
        raise Skipped("there is no %s (Debian package %s)" % (program, package))


def promtool(text, what):
    told = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, text=True, timeout=30)
    expect_that("promtool takes the metrics of %s" % what, told.returncode == 0, told.stderr + told.stdout)


@check("tracks")
def tracks(bench):
    """gpsbabel reads the GPX, the GeoJSON keeps its standard's rules, and both have the points of the history."""
    needs("gpsbabel", "gpsbabel")
    import geojson
    service = bench.serve("sim:tunnel")
    # A tunnel breaks the track in two: the second part comes after 100 s.
    wait_for("the track has two parts", lambda: service.text("/track.gpx").count("<trkseg>") >= 2, 130, 1)
    wait_for("the second part has some points", lambda: parts(service)[-1] > 5, 20, 0.5)
    # Time goes on between two answers: asked up to a moment, all have the same.
    until = [line for line in service.text("/history").splitlines()][-3]
    query = "?to=" + json.loads(until)["time"].replace(":", "%3A")
    gpx, collection = service.text("/track.gpx" + query), geojson.loads(service.text("/track.geojson" + query))
    points = [record for line in service.text("/history" + query).splitlines() if "lat" in (record := json.loads(line))]
    told = subprocess.run(
        ["gpsbabel", "-t", "-i", "gpx", "-f", "-", "-o", "csv", "-F", "-"], input=gpx, capture_output=True, text=True, timeout=30)
    expect_that("gpsbabel reads the track", told.returncode == 0, told.stderr)
    expect("points that gpsbabel reads", len(told.stdout.strip().splitlines()), gpx.count("<trkpt"))
    expect_that("the GeoJSON is valid", collection.is_valid, collection.errors())
    expect_that("the GeoJSON names no other system of coordinates", "crs" not in collection, list(collection))
    drawn = []
    for feature in collection["features"]:
        line = feature["geometry"]
        expect("the kind of a part", line["type"], "LineString")
        times = feature["properties"]["coordTimes"]
        expect("times of a part", len(times), len(line["coordinates"]))
        expect_that("times go on", times == sorted(times), times)
        drawn += line["coordinates"]
    for longitude, latitude, *height in drawn:
        expect_that("longitude stands first", 11 < longitude < 12 and 47.5 < latitude < 48.5, (longitude, latitude))
        expect_that("there are six digits at most", abs(longitude * 1e6 - round(longitude * 1e6)) < 1e-3, longitude)
    # The last digit may be rounded either way.
    history = {(round(record["lon"] * 1e6) + one, round(record["lat"] * 1e6) + other)
               for record in points for one in (-1, 0, 1) for other in (-1, 0, 1)}
    strange = [place for place in drawn if (round(place[0] * 1e6), round(place[1] * 1e6)) not in history]
    expect("points that the history does not have", strange, [])
    expect_that("the parts have the points of the history", len(points) - 3 <= len(drawn) <= len(points), (len(points), len(drawn)))
    day = time.strftime("%Y-%m-%d", time.gmtime())
    for path, name in (("/track.gpx", "gpsbridge-%s.gpx" % day), ("/track.geojson", "gpsbridge-%s.geojson" % day)):
        expect_that("the answer names a file by its day", name in service.ask(path)[1].get("content-disposition", ""), service.ask(path)[1])
    service.stop()


def parts(service):
    return [part.count("<trkpt") for part in service.text("/track.gpx").split("<trkseg>")[1:]] or [0]


@check("health")
def health(bench):
    """/healthz says within 3 s that a receiver was pulled and why, and within 3 s that it is back."""
    service = bench.serve("sim:unplug")
    listener = Listener(service)
    wait_for("all is well at first", lambda: service.ask("/healthz")[0] == 200, 20)
    gone = listener.wait_for("it is unplugged", lambda record: record.get("event") == "detached", 75)
    status, _, body = wait_for("/healthz says so", lambda: (answer := service.ask("/healthz"))[0] == 503 and answer, 3, 0.05)
    late = time.time() - gone.came
    expect_that("it says so within 3 s", late <= 3, "%.1f s" % late)
    expect_that("a reason stands there", len(body.decode().strip()) > 10, body)
    back = listener.wait_for(
        "it has a fix again",
        lambda record: record.get("state") == "live" and record.get("type") == "fix" and has_come_after(listener, record, gone), 40)
    wait_for("/healthz is well again", lambda: service.ask("/healthz")[0] == 200, 3, 0.05)
    again = time.time() - back.came
    expect_that("it is well within 3 s", again <= 3, "%.1f s" % again)
    bench.tell("503 after %.2f s: %s; 200 after %.2f s" % (late, body.decode().strip().replace("\n", "; "), again))
    listener.close()
    service.stop()


def has_come_after(listener, record, event):
    return any(each.record is record and each.came > event.came for each in listener.events)


@check("metrics")
def metrics(bench):
    """promtool takes the metrics in each state, and they tell no position."""
    needs("promtool", "prometheus")
    services = {what: bench.serve(*sources) for what, sources in STATES.items()}
    drive = services["a drive"]
    wait_for("the drive has a fix", lambda: drive.ask("/healthz")[0] == 200, 20)
    wait_for("the silent one is known to be silent", lambda: "silent" in services["silence"].ask("/healthz")[2].decode().lower()
             or services["silence"].ask("/healthz")[0] == 503, 20)
    for what, service in services.items():
        text = service.text("/metrics")
        promtool(text, what)
        open_metrics = service.text("/metrics", headers={"Accept": "application/openmetrics-text; version=1.0.0"})
        expect_that("OpenMetrics of %s has an end" % what, open_metrics.endswith("# EOF\n"), open_metrics[-60:])
    fix, text = json.loads(drive.text("/fix.json")), drive.text("/metrics")
    for name in ("lat", "lon"):
        expect_that("the metrics do not tell the %s" % name, "%.2f" % fix[name] not in text, text)
    expect_that("the metrics know no place by name", not re.search("latitude|longitude|altitude", text), text)
    for name, value in (("gpsbridge_receiver_up", 1), ("gpsbridge_fix_mode", 3)):
        found = re.search(r"^%s(?:\{[^}]*\})? (\S+)$" % name, text, re.MULTILINE)
        expect(name, found and float(found.group(1)), value)
    for service in services.values():
        service.stop()
    teller = bench.serve("sim:drive", "--metrics-position")
    wait_for("the position is told where that is wanted", lambda: re.search("latitude", teller.text("/metrics")), 20)
    promtool(teller.text("/metrics"), "a drive with its position")
    teller.stop()
