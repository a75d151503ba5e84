"""Files that are dropped onto the page, or chosen: their tracks beside the receiver's own, compared with `gpsbridge export`."""
import base64
import contextlib
import concurrent.futures
import datetime
import json
import re
import socket
import struct
import subprocess
import time

from . import drivers, layout
from .bench import ROOT, Skipped, check, expect, expect_that, wait_for
from .layout import SETTLE, must_be_accessible

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
SAID = "() => ['what', 'why', 'do', 'expect'].map((part) => document.getElementById(`verdict-${part}`).textContent)"
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
    """SiRF messages 41 of somebody who goes north-east, one a second."""
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
    done = subprocess.run([bench.program, "simulate", *flags, "--seed", "7", "--speed", "max"], capture_output=True, timeout=120, check=True)
    return done.stdout


def recorded(stream):
    """The stream as a recording of ours: lines of it with the milliseconds of their coming."""
    lines = b"#gpsbridge-recording 1 2026-11-20T07:02:00.000Z\n"
    second = -1
    for line in stream.splitlines(keepends=True):
        second += line.startswith(b"$GNRMC")
        lines += b"%d %s\\x0D\\x0A\n" % (max(0, second) * 1000, line.rstrip(b"\r\n"))
    return lines


def exported(bench, name, data):
    """The library's value: the points of the export of a file, its length in meters and its time in seconds."""
    path = bench.folder / name
    path.write_bytes(data)
    done = subprocess.run(
        [bench.program, "export", str(path), "--format", "ndjson"], capture_output=True, text=True, timeout=60, check=True)
    found = re.search(r"segments?, (\d+) points?, ([\d.]+) (m|km), ", done.stderr)
    expect_that("export prints the size of its track", found is not None, done.stderr)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    return int(found.group(1)), float(found.group(2)) * (1000 if found.group(3) == "km" else 1), records


def must_agree(bench, name, data, facts, kind):
    """The facts are those of the library."""
    points, meters, records = exported(bench, name, data)
    expect_that("%s has points" % name, points > 20, points)
    expect("the kind and the fixes of " + name, facts.split(" · ")[:2], [kind, "%d fixes" % points])
    found = re.search(r"· ([\d.]+) (m|km)( · cut off at its end)?$", facts)
    expect_that("the facts end with a distance, " + name, found is not None, facts)
    shown = float(found.group(1)) * (1000 if found.group(2) == "km" else 1)
    # Both are rounded.
    rounding = 60 if found.group(2) == "km" else 1
    expect_that("the distance is that of the library, " + name, abs(shown - meters) <= rounding + meters * 0.005, (facts, meters))
    for record in (records[0], records[-1]):
        moment = record["time"]
        expect_that("the span is that of the library, " + name, moment[11:19] in facts and moment[:10] in facts, (facts, moment))
    first, last = (datetime.datetime.fromisoformat(records[at]["time"].replace("Z", "+00:00")) for at in (0, -1))
    return (last - first).total_seconds()


def gpx(bench, data):
    path = bench.folder / "source.nmea"
    path.write_bytes(data)
    return subprocess.run([bench.program, "export", str(path), "--format", "gpx"], capture_output=True, timeout=60, check=True).stdout


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


@check("filetracks", takes="browser")
def filetracks(bench, browser):
    """A file of each kind that is dropped is a track of its own, with the library's values; in three engines."""
    service = bench.serve("sim:silent")
    kinds = files_of(bench)
    route = gpx(bench, WALK.read_bytes())
    done = 0
    for engine in drivers.ENGINES:
        try:
            with drivers.opened(engine, browser, bench.folder) as driver:
                driver.open(service.address + "/", 1440, 900)
                wait_for("the page knows a receiver in " + engine.name, lambda: driver.run("() => window.gpsbridge.state().device ?? null"), 20)
                for name, (data, kind) in kinds.items():
                    drop(driver, name, data)
                    facts = wait_for("%s is read in %s" % (name, engine.name), lambda: next(
                        (each["facts"] for each in driver.run(LIST) if each["name"] == name and "·" in each["facts"]), None), 20)
                    must_agree(bench, name, data, facts, kind)
                # All four colors are taken.
                drop(driver, "route.gpx", route)
                wait_for("a fifth is refused", lambda: "limit" in driver.run(SAID)[1], 5)
                driver.run("() => document.querySelector('#files li button:last-child').click()")
                drop(driver, "route.gpx", route)
                facts = wait_for("GPX is read in " + engine.name, lambda: next(
                    (each["facts"] for each in driver.run(LIST) if each["name"] == "route.gpx" and "·" in each["facts"]), None), 20)
                must_agree(bench, "walk.nmea", WALK.read_bytes(), facts.replace("GPX", "NMEA"), "NMEA")
                done += 1
                bench.tell("%s: %d kinds" % (engine.name, len(kinds) + 1))
        except Skipped as reason:
            bench.tell("skipped: %s" % reason)
    if done == 0:
        raise Skipped("no engine is there")
    service.stop()


@check("filelist", takes="browser")
def filelist(bench, browser):
    """Tracks of files by keys alone: chosen, shown, removed; the answers to files without a track; access, colors, heap."""
    from axe_playwright_python.sync_playwright import Axe
    service = bench.serve("sim:walk")
    page = browser.open(service)
    page.wait_for_state("3D fix", 20)
    driver = page
    walk = WALK.read_bytes()
    path = bench.folder / "chosen.nmea"
    path.write_bytes(walk)
    page.page.focus("#add-track")
    with page.page.expect_file_chooser() as chooser:
        page.page.keyboard.press("Enter")
    chooser.value.set_files(str(path))
    wait_for("a file that was chosen is shown", lambda: "273 fixes" in json.dumps(page.run(LIST)), 10)
    expect("its buttons", page.run(LIST)[0]["buttons"], ["Show", "Play", "Remove"])
    drop(driver, "drive.ubx", simulated(bench, "drive", "--language", "ubx", "--duration", "90s"))
    wait_for("a second one is shown", lambda: "UBX" in json.dumps(page.run(LIST)), 10)
    expect("what can't be played here has no button for it", page.run(LIST)[1]["buttons"], ["Show", "Remove"])
    axe = Axe()
    for scheme in ("light", "dark"):
        for size in ("phone", "desk"):
            layout.look(page, "tracks of files", size, scheme)
            must_be_accessible(axe, page, "tracks of files, %s, %s" % (size, scheme))
            layout.keep(bench, page, "files", size, scheme)
        # On a desktop the map is seen.
        for place, name in enumerate(["chosen.nmea", "drive.ubx"]):
            page.page.get_by_label("Show " + name).focus()
            page.page.keyboard.press("Enter")
            page.run(SETTLE)
            wait_for("%s has its color in the %s theme" % (name, scheme),
                     lambda: page.run(PIXELS % COLORS[scheme][place]) > 100, 5)
    map_ = page.run("() => window.gpsbridge.map()")
    page.page.get_by_label("Show chosen.nmea").press("Enter")
    page.run(SETTLE)
    expect_that("Show moves the map", page.run("() => window.gpsbridge.map()") != map_, map_)
    expect("and it follows no longer", page.page.get_attribute("#follow", "aria-pressed"), "false")
    page.page.keyboard.press("u")
    wait_for("units apply to the distance", lambda: "mi" in page.run(LIST)[1]["facts"] or "ft" in page.run(LIST)[1]["facts"], 5)
    page.page.keyboard.press("u")
    page.page.keyboard.press("u")
    for name in ("chosen.nmea", "drive.ubx"):
        page.page.get_by_label("Remove " + name).focus()
        page.page.keyboard.press("Enter")
    expect("all are removed", page.run(LIST), [])
    expect_that("their part is gone, and the focus is where files are chosen", page.run(
        "() => document.getElementById('part-files').hidden && document.activeElement.id") == "add-track", "")
    page.run(SETTLE)
    for color in COLORS["dark"]:
        expect_that("no track is left on the map", page.run(PIXELS % color) < 20, color)

    # Four parts for each file that has no track.
    for name, script, what, why in [
        ("empty.nmea", "new File([], 'empty.nmea')", "The file is empty", "0 bytes"),
        ("zeros.bin", "new File([new Uint8Array(400000)], 'zeros.bin')", "not a file of a receiver", "nothing that a receiver sends"),
        ("large.ubx", "new File([new Uint8Array(64000001)], 'large.ubx')", "too large", "64 MB"),
        ("cut.nmea", "new File([atob('%s')], 'cut.nmea')" % base64.b64encode(walk[:700]).decode(), "has no position", "middle of a message"),
        ("future.gbr", "new File(['#gpsbridge-recording 9 2026-11-20T07:02:00.000Z\\n0 a\\n'], 'future.gbr')", "can't be read", "version"),
        ("marks.gpx", "new File(['<gpx><wpt lat=\"1\" lon=\"2\"/></gpx>'], 'marks.gpx')", "has no position", "waypoints"),
    ]:
        page.run("() => { const data = new DataTransfer(); data.items.add(%s);"
                 " dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true })); }" % script)
        said = wait_for("the page says why %s has no track" % name, lambda: (now := page.run(SAID)) and now[0].startswith(name) and now, 10)
        expect_that("what and why of " + name, what in said[0] and why in said[1] and said[2] != "", said)
        expect("no file stays in the list", page.run(LIST), [])
    # One that is cut in the middle is shown up to there.
    drop(driver, "half.nmea", walk[:120_003])
    wait_for("a cut file is shown, and said to be cut", lambda: "cut off at its end" in json.dumps(page.run(LIST)), 10)
    facts = page.run(LIST)[0]["facts"]
    must_agree(bench, "half.nmea", walk[:120_003], facts, "NMEA")
    # Of GPX, points that are nowhere are counted.
    drop(driver, "bad.gpx", b'<gpx><trk><trkseg><trkpt lat="95" lon="200"/><trkpt lat="48" lon="11"/><trkpt lat="x" lon="1"/><trkpt lat="48" ')
    facts = wait_for("a damaged GPX file is shown", lambda: next((each["facts"] for each in page.run(LIST) if "1 fix " in each["facts"]), None), 10)
    expect("what is left out of it", facts.split(" · ")[-2:], ["3 without a possible position left out", "cut off at its end"])
    page.page.get_by_label("Remove bad.gpx").press("Enter")
    with_play = page.page.get_by_label("Play half.nmea")
    with_play.focus()
    page.page.keyboard.press("Enter")
    page.wait_for("it can be played", lambda said: said["state"] == "Recorded" and said["device"] == "half.nmea")
    page.page.keyboard.press("Escape")
    page.page.select_option("#recordings", "live")
    page.wait_for_state("3D fix", 20)
    page.page.get_by_label("Remove half.nmea").press("Enter")

    # Shown and removed again and again, the heap is as it was.
    session = page.context.new_cdp_session(page.page)

    def heap():
        session.send("HeapProfiler.collectGarbage")
        return session.send("Runtime.getHeapUsage")["usedSize"] / 2 ** 20

    def again():
        drop(driver, "walk.nmea", walk)
        wait_for("it is shown", lambda: "273 fixes" in json.dumps(page.run(LIST)), 10)
        page.page.get_by_label("Remove walk.nmea").press("Enter")
    for _ in range(3):
        again()
    before = heap()
    for _ in range(20):
        again()
    after = heap()
    bench.tell("heap before and after 20 files: %.2f and %.2f MB" % (before, after))
    expect_that("the heap is flat", after < before * 1.05 + 0.2, (before, after))
    page.must_be_quiet([r"status of 422", r"willReadFrequently"])
    page.close()
    service.stop()


@check("decode")
def decode(bench):
    """Large files that are sent at the same time hold up no other answer, and stay in no memory."""
    service = bench.serve("sim:drive")
    piece = simulated(bench, "drive", "--language", "ubx", "--duration", "10min")
    body = piece * (60_000_000 // len(piece))
    small = json.loads(service.ask("/decode", "POST", body=piece, limit=60)[2])
    before = service.memory()
    most = before
    waits = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        begun = time.monotonic()
        jobs = [pool.submit(service.ask, "/decode", "POST", body=body, limit=300) for _ in range(2)]
        while not all(job.done() for job in jobs):
            asked = time.monotonic()
            service.text("/fix.json", limit=60)
            waits.append(time.monotonic() - asked)
            most = max(most, service.memory())
            time.sleep(0.02)
        took = time.monotonic() - begun
    for job in jobs:
        status, _, answer = job.result()
        found = json.loads(answer)
        expect("a large file is read", (status, found["bytes"], found["kind"]), (200, len(body), "UBX"))
        expect_that("its points are bounded", sum(len(each) for each in found["track"]) <= 100_000 and found["fixes"] > small["fixes"], found["fixes"])
    waits.sort()
    bench.tell("two files of %.0f MB in %.1f s; other answers: median %.1f ms, 99 %% within %.1f ms, longest %.1f ms; memory %.1f to %.1f MB" % (
        len(body) / 1e6, took, waits[len(waits) // 2] * 1e3, waits[len(waits) * 99 // 100] * 1e3, waits[-1] * 1e3, before, most))
    # On a busy machine all of it takes longer: what counts is that the files do not go first.
    expect_that("other answers are not held up", waits[-1] < max(0.25, took / 4) and len(waits) > 4, (took, waits[-5:]))
    expect_that("no file is in memory", most - before < 16, (before, most))
    # With a wrong head, and with half of a body, nothing is left behind.
    for _ in range(5):
        connection = socket.create_connection(("127.0.0.1", service.port))
        connection.sendall(b"POST /decode HTTP/1.1\r\nHost: localhost:%d\r\nContent-Length: 1000000\r\n\r\n" % service.port + piece[:5000])
        connection.close()

    def is_read():
        # Who is refused may be so in the middle of sending.
        with contextlib.suppress(OSError):
            return service.ask("/decode", "POST", body=piece, limit=60)[0] == 200
    wait_for("places are free again", is_read, 20)
    service.stop()
