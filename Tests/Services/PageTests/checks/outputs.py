"""What other programs read: figures for Prometheus, tracks as files, whether all is well."""
import json
import re
import shutil
import subprocess

from .bench import HANGS, Skipped, check, expect, expect_that, wait_for
from .stream import Listener

STATES = {
    "a drive": ["sim:drive"], "no fix": ["sim:nofix"], "silence": ["sim:silent"], "no receiver": ["usb:1546:01a8"],
    "two receivers": ["sim:walk", "sim:drive"],
}


def needs(program, package):
    if not shutil.which(program):
        raise Skipped("there is no %s (Debian package %s)" % (program, package))


def promtool(text, what):
    done = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, text=True, timeout=HANGS)
    expect_that("promtool takes the metrics of %s" % what, done.returncode == 0, done.stderr + done.stdout)


@check("tracks")
def tracks(bench):
    """gpsbabel reads the GPX, the GeoJSON keeps its standard's rules, and both have the points of the history."""
    needs("gpsbabel", "gpsbabel")
    import geojson
    # A tunnel breaks the track in two.
    (bench.folder / "tunnel.nmea").write_bytes(bench.run("simulate", "tunnel", "--duration", "130s", "--speed", "max"))
    store = bench.folder / "track.db"
    bench.run("import", bench.folder / "tunnel.nmea", "--store", store)
    service = bench.serve("sim:silent", "--store", str(store), TZ="UTC")
    query = "?day=" + service_day(service)
    gpx, collection = service.text("/track.gpx" + query), geojson.loads(service.text("/track.geojson" + query))
    expect("parts of the track", gpx.count("<trkseg>"), 2)
    points = [record for record in service.records("/history" + query) if "lat" in record]
    done = subprocess.run(
        ["gpsbabel", "-t", "-i", "gpx", "-f", "-", "-o", "csv", "-F", "-"], input=gpx, capture_output=True, text=True, timeout=HANGS)
    expect_that("gpsbabel reads the track", done.returncode == 0, done.stderr)
    expect("points that gpsbabel reads", len(done.stdout.strip().splitlines()), gpx.count("<trkpt"))
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
    for ending in ("gpx", "geojson"):
        found = service.ask("/track.%s%s" % (ending, query))[1].get("content-disposition", "")
        expect_that("the answer names a file by its day", found.endswith('%s.%s"' % (service_day(service), ending)), found)


def service_day(service):
    return json.loads(service.text("/days.json"))["days"][0]["day"]


@check("health")
def health(bench):
    """/healthz says that a receiver was pulled and why when its record has come, and that it is back."""
    port = bench.play("drive")
    service = bench.serve(port)
    listener = Listener(service)
    wait_for("all is well at first", lambda: service.ask("/healthz")[0] == 200)
    bench.players[-1].kill()
    bench.players.pop().wait()
    listener.wait_for("it is unplugged", lambda record: record.get("event") in ("detached", "disconnected", "lost"))
    status, _, body = service.ask("/healthz")
    expect("the status without a receiver", status, 503)
    expect_that("a reason is there", len(body.decode().strip()) > 10, body)
    bench.play("drive", port)
    wait_for("all is well again", lambda: service.ask("/healthz")[0] == 200)
    bench.note("503: %s" % body.decode().strip().replace("\n", "; "))


@check("metrics")
def metrics(bench):
    """promtool takes the metrics in each state, and they have no position."""
    needs("promtool", "prometheus")
    services = {what: bench.serve(*sources) for what, sources in STATES.items()}
    drive = services["a drive"]
    drive.has_fix()
    wait_for("the silent one is not well", lambda: services["silence"].ask("/healthz")[0] == 503)
    for what, service in services.items():
        text = service.text("/metrics")
        promtool(text, what)
        open_metrics = service.text("/metrics", headers={"Accept": "application/openmetrics-text; version=1.0.0"})
        expect_that("OpenMetrics of %s has an end" % what, open_metrics.endswith("# EOF\n"), open_metrics[-60:])
    fix, text = json.loads(drive.text("/fix.json")), drive.text("/metrics")
    for name in ("lat", "lon"):
        expect_that("the metrics do not have the %s" % name, "%.2f" % fix[name] not in text, text)
    expect_that("the metrics know no place by name", not re.search("latitude|longitude|altitude", text), text)
    for name, value in (("gpsbridge_receiver_up", 1), ("gpsbridge_fix_mode", 3)):
        found = re.search(r"^%s(?:\{[^}]*\})? (\S+)$" % name, text, re.MULTILINE)
        expect(name, found and float(found.group(1)), value)
    placed = bench.serve("sim:drive", "--metrics-position")
    wait_for("the position is there where it is wanted", lambda: re.search("latitude", placed.text("/metrics")))
    promtool(placed.text("/metrics"), "a drive with its position")
