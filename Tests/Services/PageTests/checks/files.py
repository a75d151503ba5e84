"""Files that are dropped onto the page, or chosen: their tracks beside the receiver's own, compared with `gpsbridge export`."""
import base64
import concurrent.futures
import contextlib
import json
import re
import socket
import struct
import subprocess

from . import layout
from .bench import HANGS, ROOT, check, expect, expect_that, wait_for
from .heap import must_stay
from .layout import SETTLE

WALK = ROOT / "Tests" / "Recordings" / "morning-walk.nmea"

# A drop as a user's: the browser's own events, at the place where the file is let go.
DROP = """() => {
  const data = new DataTransfer();
  data.items.add(new File([Uint8Array.from(atob('%s'), (letter) => letter.charCodeAt(0))], '%s'));
  const target = document.getElementById('map');
  for (const name of ['dragenter', 'dragover', 'drop']) {
    target.dispatchEvent(new DragEvent(name, { dataTransfer: data, cancelable: true, bubbles: true }));
  }
}"""
LIST = """() => [...document.querySelectorAll('#files li')].map((item) => ({
  name: item.querySelector('strong').textContent, facts: item.querySelector('.facts').textContent,
  buttons: [...item.querySelectorAll('button')].map((button) => button.textContent) }))"""
SAID = "() => ['what', 'why', 'do'].map((part) => document.getElementById(`notice-${part}`).textContent)"
# How many pixels of the map have a color.
PIXELS = """() => {
  const canvas = document.getElementById('map');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const [red, green, blue] = %s;
  let count = 0;
  for (let index = 0; index < data.length; index += 4) {
    if (Math.abs(data[index] - red) + Math.abs(data[index + 1] - green) + Math.abs(data[index + 2] - blue) < 12) count += 1;
  }
  return count;
}"""
COLORS = {"light": [[0x00, 0x69, 0x6F], [0xA3, 0x19, 0x5B]], "dark": [[0x4D, 0xD0, 0xE1], [0xFF, 0x80, 0xAB]]}


def sirf(seconds):
    """SiRF messages 41 of a walk to the north-east, one a second."""
    stream = b""
    for second in range(seconds):
        payload = struct.pack(
            ">BHHHIHBBBBHIiiiiBHHhhhIIIHIIIIIHHBBB", 41, 0, 0x0004, 2393, (460_800 + second) * 1000, 2025, 11, 21, 8, second // 60,
            second % 60 * 1000, 0x1F, 481_000_000 + 90 * second, 115_000_000 + 120 * second, 59_700, 55_000, 21, 140, 4500, 0, 0, 0,
            300, 400, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 5, 0)
        stream += struct.pack(">HH", 0xA0A2, len(payload)) + payload + struct.pack(">HH", sum(payload) & 0x7FFF, 0xB0B3)
    return stream


def simulated(bench, *flags):
    """What a simulated receiver sends."""
    return bench.run("simulate", *flags, "--seed", "7", "--speed", "max")


def recorded(stream):
    """The stream as a recording of ours: lines of it with the milliseconds of their coming."""
    lines = b"#gpsbridge-recording 1 2026-11-20T07:02:00.000Z\n"
    second = -1
    for line in stream.splitlines(keepends=True):
        second += line.startswith(b"$GNRMC")
        lines += b"%d %s\\x0D\\x0A\n" % (max(0, second) * 1000, line.rstrip(b"\r\n"))
    return lines


def exported(bench, name, data):
    """The library's values: the points of the export of a file, its way in meters, and its records."""
    path = bench.folder / name
    path.write_bytes(data)
    done = subprocess.run(
        [bench.program, "export", str(path), "--format", "ndjson"], capture_output=True, text=True, timeout=HANGS, check=True)
    found = re.search(r"segments?, (\d+) points?, ([\d.]+) (m|km), ", done.stderr)
    expect_that("export prints the size of its track", found is not None, done.stderr)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    return int(found.group(1)), float(found.group(2)) * (1000 if found.group(3) == "km" else 1), records


def must_agree(bench, name, data, facts, kind):
    """The facts are those of the library."""
    points, way, records = exported(bench, name, data)
    expect_that("%s has points" % name, points > 20, points)
    expect("the kind and the fixes of " + name, facts.split(" · ")[:2], [kind, "%d fixes" % points])
    found = re.search(r"· ([\d.]+) (m|km)( · cut off at its end)?$", facts)
    expect_that("the facts end with a distance, " + name, found is not None, facts)
    shown = float(found.group(1)) * (1000 if found.group(2) == "km" else 1)
    # Both are rounded.
    rounding = 60 if found.group(2) == "km" else 1
    expect_that("the distance is that of the library, " + name, abs(shown - way) <= rounding + way * 0.005, (facts, way))
    for record in (records[0], records[-1]):
        moment = record["time"]
        expect_that("the span is that of the library, " + name, moment[11:19] in facts and moment[:10] in facts, (facts, moment))


def drop(driver, name, data):
    driver.run(DROP % (base64.b64encode(data).decode(), name))


def files_of(bench):
    """A file of each kind that can be dropped: its bytes, and what the page says of it."""
    walk = WALK.read_bytes()
    return {
        "walk.nmea": (walk, "NMEA"),
        "drive.ubx": (simulated(bench, "drive", "--language", "ubx", "--duration", "90s"), "UBX"),
        "old.sirf": (sirf(120), "SiRF"),
        "kept.gbr": (recorded(walk), "recording of NMEA"),
    }


def facts_of(driver, name):
    """What the list of files says of one, once it is read."""
    return wait_for("%s is read" % name, lambda: next(
        (each["facts"] for each in driver.run(LIST) if each["name"] == name and "·" in each["facts"]), None))


@check("filetracks", takes="engine")
def filetracks(bench, driver):
    """A file of each kind that is dropped is a track of its own, with the library's values."""
    driver.show(bench.silent())
    walk = WALK.read_bytes()
    for name, (data, kind) in files_of(bench).items():
        drop(driver, name, data)
        must_agree(bench, name, data, facts_of(driver, name), kind)
    # All four colors are taken.
    route = bench.run("export", WALK, "--format", "gpx")
    drop(driver, "route.gpx", route)
    wait_for("a fifth is refused", lambda: "limit" in driver.run(SAID)[1])
    driver.run("() => document.querySelector('#files li button:last-child').click()")
    drop(driver, "route.gpx", route)
    must_agree(bench, "walk.nmea", walk, facts_of(driver, "route.gpx").replace("GPX", "NMEA"), "NMEA")


@check("filelist", takes="browser")
def filelist(bench, browser):
    """Tracks of files by keys alone: chosen, shown, removed; the answers to files without a track; access, colors."""
    service = bench.serve("sim:walk")
    page = driver = browser.show(service, "3D fix")
    page.noise += [r"status of 422"]
    walk = WALK.read_bytes()
    path = bench.folder / "chosen.nmea"
    path.write_bytes(walk)
    page.page.click("#files-tab")
    page.page.focus("#add-track")
    with page.page.expect_file_chooser() as chooser:
        page.run("() => 1")  # Playwright does not wait until the browser takes choosers from it.
        page.press("Enter")
    chooser.value.set_files(str(path))
    wait_for("a file that was chosen is shown", lambda: "273 fixes" in json.dumps(page.run(LIST)))
    expect("its buttons", page.run(LIST)[0]["buttons"], ["Show", "Remove"])
    drop(driver, "drive.ubx", simulated(bench, "drive", "--language", "ubx", "--duration", "90s"))
    wait_for("a second one is shown", lambda: "UBX" in json.dumps(page.run(LIST)))
    layout.look_around(bench, page, "files")
    for scheme in ("light", "dark"):
        page.page.emulate_media(color_scheme=scheme)
        for place, name in enumerate(["chosen.nmea", "drive.ubx"]):
            page.page.get_by_label("Show " + name).focus()
            page.press("Enter")
            page.run(SETTLE)
            wait_for("%s has its color in the %s theme" % (name, scheme),
                     lambda: page.run(PIXELS % COLORS[scheme][place]) > 100)
    map_ = page.run("() => window.gpsbridge.map()")
    page.page.get_by_label("Show chosen.nmea").press("Enter")
    page.run(SETTLE)
    expect_that("Show moves the map", page.run("() => window.gpsbridge.map()") != map_, map_)
    expect("and it follows no longer", page.page.get_attribute("#follow", "aria-pressed"), "false")
    page.press("u")
    wait_for("units apply to the distance", lambda: "mi" in page.run(LIST)[1]["facts"] or "ft" in page.run(LIST)[1]["facts"])
    page.press("u")
    page.press("u")
    for name in ("chosen.nmea", "drive.ubx"):
        page.page.get_by_label("Remove " + name).focus()
        page.press("Enter")
    expect("all are removed", page.run(LIST), [])
    expect("where the focus is then", page.run("() => document.activeElement.id"), "add-track")
    page.run(SETTLE)
    for color in COLORS["dark"]:
        expect_that("no track is left on the map", page.run(PIXELS % color) < 20, color)

    # Four parts for each file that has no track.
    for name, script, what, why in [
        ("empty.nmea", "new File([], 'empty.nmea')", "The file is empty", "0 bytes"),
        ("zeros.bin", "new File([new Uint8Array(400000)], 'zeros.bin')", "not a file of a receiver", "contain no receiver data"),
        ("large.ubx", "new File([new Uint8Array(64000001)], 'large.ubx')", "too large", "64 MB"),
        ("cut.nmea", "new File([atob('%s')], 'cut.nmea')" % base64.b64encode(walk[:700]).decode(), "has no position", "middle of a message"),
        ("future.gbr", "new File(['#gpsbridge-recording 9 2026-11-20T07:02:00.000Z\\n0 a\\n'], 'future.gbr')", "can't be read", "version"),
        ("marks.gpx", "new File(['<gpx><wpt lat=\"1\" lon=\"2\"/></gpx>'], 'marks.gpx')", "has no position", "waypoints"),
    ]:
        page.run("() => { const data = new DataTransfer(); data.items.add(%s);"
                 " dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true })); }" % script)
        said = wait_for("the page says why %s has no track" % name, lambda: (now := page.run(SAID)) and now[0].startswith(name) and now)
        expect_that("what and why of " + name, what in said[0] and why in said[1] and said[2] != "", said)
        expect("no file stays in the list", page.run(LIST), [])
    # One that is cut in the middle is shown up to there.
    drop(driver, "half.nmea", walk[:120_003])
    wait_for("a cut file is shown, and said to be cut", lambda: "cut off at its end" in json.dumps(page.run(LIST)))
    must_agree(bench, "half.nmea", walk[:120_003], page.run(LIST)[0]["facts"], "NMEA")
    # Of GPX, points that are nowhere are counted.
    drop(driver, "bad.gpx", b'<gpx><trk><trkseg><trkpt lat="95" lon="200"/><trkpt lat="48" lon="11"/><trkpt lat="x" lon="1"/><trkpt lat="48" ')
    facts = wait_for("a damaged GPX file is shown", lambda: next((each["facts"] for each in page.run(LIST) if "1 fix " in each["facts"]), None))
    expect("what is left out of it", facts.split(" · ")[-2:], ["2 without a valid place or time left out", "cut off at its end"])
    page.page.get_by_label("Remove bad.gpx").press("Enter")
    page.page.get_by_label("Remove half.nmea").press("Enter")


@check("files-heap", takes="browser", nightly=True)
def files_heap(bench, browser):
    """Tracks of files that are shown and removed again and again leave nothing in the heap."""
    page = browser.show(bench.silent())

    def again(_):
        for _ in range(5):
            drop(page, "walk.nmea", WALK.read_bytes())
            facts_of(page, "walk.nmea")
            page.page.get_by_label("Remove walk.nmea").press("Enter")
        page.run(SETTLE)
    must_stay(bench, page, "files of 273 fixes", 5 * 273, again)


@check("decode")
def decode(bench):
    """Large files that are sent at the same time hold up no other answer, and stay in no memory."""
    service = bench.serve("sim:drive")
    piece = simulated(bench, "drive", "--language", "ubx", "--duration", "10min")
    body = piece * (24_000_000 // len(piece))
    small = json.loads(service.ask("/decode", "POST", body=piece)[2])
    before = most = service.memory()
    costs = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        begun = service.processor()
        jobs = [pool.submit(service.ask, "/decode", "POST", body=body) for _ in range(2)]
        while not all(job.done() for job in jobs):
            asked = service.processor()
            service.text("/fix.json")
            costs.append(service.processor() - asked)
            most = max(most, service.memory())
        took = service.processor() - begun
    for job in jobs:
        status, _, answer = job.result()
        found = json.loads(answer)
        expect("a large file is read", (status, found["bytes"], found["kind"]), (200, len(body), "UBX"))
        expect_that("its points are bounded", sum(len(each) for each in found["track"]) <= 100_000 and found["fixes"] > small["fixes"], found["fixes"])
    costs.sort()
    bench.note("two files of %.0f MB cost %.2f s of the processor; until another answer came: median %.1f ms, longest %.1f ms; memory %.1f to %.1f MB" % (
        len(body) / 1e6, took, costs[len(costs) // 2] * 1e3, costs[-1] * 1e3, before, most))
    # What the service works before it answers others, by its processor: a busy machine changes nothing.
    expect_that("other answers are not held up", costs[-1] < 0.25 and len(costs) > 4, (took, costs[-5:]))
    expect_that("no file is in memory", most - before < 16, (before, most))
    # With a wrong head, and with half of a body, nothing is left behind.
    for _ in range(5):
        connection = socket.create_connection(("127.0.0.1", service.port))
        connection.sendall(b"POST /decode HTTP/1.1\r\nHost: localhost:%d\r\nContent-Length: 1000000\r\n\r\n" % service.port + piece[:5000])
        connection.close()

    def is_read():
        # A request may be refused in the middle of sending.
        with contextlib.suppress(OSError):
            return service.ask("/decode", "POST", body=piece)[0] == 200
    wait_for("places are free again", is_read)
