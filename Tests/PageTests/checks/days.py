"""Past days on the page: picked as a user does, compared with what the store's own verbs print, and never taken for now."""
import datetime
import functools
import http.client
import json
import operator
import os
import pathlib
import shutil
import sqlite3
import subprocess
import threading
import time

from .bench import check, expect, expect_that, wait_for
from .layout import SETTLE, SIZES, look, must_be_accessible, picture

# Days before those of the simulated receiver that is served meanwhile.
DAY, DAY_BEFORE = "2026-11-18", "2026-11-17"
PICKER = """() => {
  const picker = document.getElementById('days');
  return {
    isThere: picker !== null, isShown: picker?.checkVisibility() ?? false, options: [...picker?.options ?? []].map((option) => option.textContent),
    chosen: picker?.selectedOptions[0]?.textContent, label: picker?.ariaLabel,
    now: !document.getElementById('to-now').hidden, title: document.title,
    player: document.getElementById('player').checkVisibility(),
    exports: ['gpx', 'geojson'].map((name) => document.getElementById(`export-${name}`)).filter((link) => link.checkVisibility())
      .map((link) => link.getAttribute('href')),
    rows: window.gpsbridge.store()?.count, from: window.gpsbridge.store()?.oldest, to: window.gpsbridge.store()?.newest,
    span: window.gpsbridge.history(),
  };
}"""
# The time from a choice until the last row of the day is drawn, in milliseconds.
CHOOSE = """async ([day, rows]) => {
  const picker = document.getElementById('days');
  const begun = performance.now();
  picker.selectedIndex = [...picker.options].findIndex((option) => option.textContent.startsWith(day));
  picker.dispatchEvent(new Event('change'));
  while (!(window.gpsbridge.state().link === 'recorded' && window.gpsbridge.store()?.count >= rows)) {
    await new Promise((done) => setTimeout(done, 4));
  }
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return performance.now() - begun;
}"""


def run(bench, *words):
    """What the tool prints, in UTC."""
    done = subprocess.run(
        [bench.program, *words], capture_output=True, timeout=120, env={**os.environ, "HOME": str(bench.folder), "TZ": "UTC"})
    expect_that("%s works" % words[0], done.returncode == 0, done.stderr.decode(errors="replace"))
    return done.stdout


def store_of(bench, duration, begin):
    """A store with a drive that begins on a day."""
    store, drive = bench.folder / "track.db", bench.folder / "drive.nmea"
    told = run(bench, "simulate", "drive", "--duration", duration, "--speed", "max").splitlines()
    days = {}

    def dated(line):
        """The sentence on its day from `begin` on, however the simulated journey is dated."""
        fields = line[1:].split(b"*")[0].split(b",")
        if fields[0][2:] != b"RMC" or fields[9] == b"":
            return line
        found = datetime.datetime.strptime(fields[9].decode(), "%d%m%y")
        first = days.setdefault("first", found)
        fields[9] = (datetime.datetime.fromisoformat(begin) + (found - first)).strftime("%d%m%y").encode()
        text = b",".join(fields)
        return b"$%s*%02X" % (text, functools.reduce(operator.xor, text))
    drive.write_bytes(b"".join(dated(line) + b"\r\n" for line in told if line[3:6] in (b"GGA", b"RMC")))
    run(bench, "import", str(drive), "--store", str(store))
    return store


def serve(bench, store, *words):
    """A page beside a store, with days that begin at midnight UTC."""
    before = os.environ.get("TZ")
    os.environ["TZ"] = "UTC"
    try:
        return bench.serve("sim:walk", "--store", str(store), *words)
    finally:
        os.environ.pop("TZ") if before is None else os.environ.update(TZ=before)


@check("days", takes="browser")
def days(bench, browser):
    """A past day is picked by keys, is drawn whole, agrees with the track's own verbs, and is left for what is live."""
    from axe_playwright_python.sync_playwright import Axe
    store = store_of(bench, "40min", DAY)
    told = [json.loads(line) for line in run(bench, "track", "days", "--store", str(store), "--json").splitlines()]
    expect("days of the store", [day["from"][:10] for day in told], [DAY])
    day = told[0]
    service = serve(bench, store)
    listed = json.loads(service.text("/days.json"))
    expect("the list of days", [(each["day"], each["device"], each["way_m"], each["known_s"]) for each in listed["days"]][:1],
           [(DAY, day["device"], day["way_m"], day["known_s"])])
    entry = listed["days"][0]
    kept = [json.loads(line) for line in service.text("/history?day=%s&device=%s" % (DAY, day["device"])).splitlines()]
    places = [fix for fix in kept if "lat" in fix]
    expect("the ends of the day", (entry["first"], entry["last"]), (places[0]["time"], places[-1]["time"]))

    page = browser.open(service)
    page.wait_for_state("3D fix", 20)
    length = "%.1f km" % (day["way_m"] / 1000)
    said = wait_for("the days are listed", lambda: (found := page.run(PICKER))["isShown"] and found["options"] and found, 5)
    expect("what can be picked", (said["label"], said["options"][0], said["chosen"]), ("Day", "Live", "Live"))
    expect_that("the oldest day is the last", said["options"][-1].startswith("%s · %s" % (DAY, length)), said["options"])

    # As a user without a mouse does.
    page.page.focus("#days")
    page.page.keyboard.press("End")
    recorded = page.wait_for("the day is shown", lambda said: said["state"] == "Recorded" and "not now" in said["what"])
    said = wait_for("all of it is there", lambda: ((found := page.run(PICKER))["rows"] or 0) >= len(kept) - 1 and found, 10)
    recorded = page.wait_for("its beginning is shown", lambda said: said["age"] == DAY)
    expect("the words of the day", recorded["what"], "This is %s, not now." % DAY)
    times = "%s to %s UTC" % (entry["first"][11:16], entry["last"][11:16])
    expect_that("length and times are those of the track", recorded["why"].startswith("%s, from %s; " % (length, times)),
                recorded["why"])
    expect("what is heard", recorded["announced"], "Recorded. This is %s, not now." % DAY)
    expect("the day stands where the age does", (recorded["age"], recorded["seconds"], recorded["body"], said["title"]),
           (DAY, None, "recorded", "Recorded"))
    expect("the device", recorded["device"], day["device"])
    expect_that("the rows are of the day", abs(said["from"] - stamp(entry["first"])) < 1.5 and abs(
        said["to"] - stamp(entry["last"])) < 1.5, said)
    expect_that("a player and a way back are shown", said["player"] and said["now"], said)
    links = ["/track.%s?device=%s&day=%s" % (ending, day["device"], DAY) for ending in ("gpx", "geojson")]
    expect("the downloads are of the day", said["exports"], links)
    gpx = service.text(said["exports"][0])
    expect("points of the download", gpx.count("<trkpt "), len(places))
    with page.page.expect_download() as download:
        page.page.click("#export-ndjson")
    expect_that("the file that the page writes is named by the day", download.value.suggested_filename.endswith(
        "-%s.ndjson" % DAY), download.value.suggested_filename)
    written = pathlib.Path(download.value.path()).read_text().splitlines()
    expect("the records that the page writes", [json.loads(line) for line in written], kept)
    page.page.locator("#position").fill("500")
    middle = page.wait_for("the slider goes through the day", lambda said: said["utc"] != recorded["utc"])
    expect_that("the place is one of that day", any(
        "%.6f" % abs(fix["lat"]) in middle["latitude"] for fix in places), middle["latitude"])
    # The service goes on with what is live, and nothing of it is shown.
    page.page.wait_for_timeout(2500)
    expect("what is shown while the receiver goes on", {**page.read(), "events": []}, {**middle, "events": []})
    page.page.click("#units")
    # The page draws in its next frame.
    miles = "%.1f mi" % (day["way_m"] / 1609.344)
    page.wait_for("the length in other units", lambda said: said["why"].split(",")[0] == miles)
    page.page.click("#units")
    page.page.click("#units")
    axe = Axe()
    for size in SIZES:
        for scheme in ("light", "dark"):
            look(page, "a past day", size, scheme)
            must_be_accessible(axe, page, "a past day, %s, %s" % (size, scheme))
            if bench.pictures and size != "wall":
                page.run(SETTLE)
                picture(page, bench.pictures / ("page-day-%s-%s.png" % (size, scheme)))
    look(page, "a past day", "desk", "light")

    page.page.focus("#history")
    page.page.keyboard.press("Escape")
    page.wait_for_state("3D fix", 10)
    said = page.run(PICKER)
    expect_that("the downloads are of what is live", "day=" not in "".join(said["exports"]), said["exports"])
    expect("the picker of what is live", (said["chosen"], said["player"]), ("Live", False))
    page.page.select_option("#days", index=len(said["options"]) - 1)
    page.wait_for_state("Recorded")
    page.page.click("#to-now")
    page.wait_for_state("3D fix", 10)
    page.must_be_quiet()
    page.close()
    service.stop()


def stamp(text):
    """Seconds since 1970 of a time in a record."""
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


@check("day-early", takes="browser")
def early(bench, browser):
    """A day that is chosen while the history of the receiver is still on its way gets no row of it."""
    service = serve(bench, store_of(bench, "5min", DAY))
    wait_for("the receiver has a history", lambda: len(positions(service)) >= 3, 30)
    page = browser.open(service, path="")
    held = []
    page.page.route("**/history?*device=*", lambda route: held.append(route))
    page.go()
    wait_for("the history is asked for and the days are listed", lambda: page.run(PICKER)["isShown"] and held, 20)
    page.page.select_option("#days", index=len(page.run(PICKER)["options"]) - 1)
    wait_for("the day is asked for", lambda: page.run(PICKER)["player"] and len(held) == 2, 10)
    # The history comes before the first row of the day.
    with page.page.expect_event("response", lambda answer: answer.url == held[0].request.url):
        held[0].continue_()
    page.page.wait_for_timeout(500)
    expect("rows before those of the day", page.run(PICKER)["rows"], None)
    held[1].continue_()
    page.wait_for_state("Recorded")
    last = stamp(json.loads(service.text("/days.json"))["days"][0]["last"])
    wait_for("the whole day is there", lambda: abs((page.run(PICKER)["to"] or 0) - last) < 1.5, 10)
    page.page.unroute_all()
    page.page.click("#to-now")
    page.wait_for_state("3D fix", 10)
    wait_for("the receiver's history is there", lambda: (page.run(PICKER)["rows"] or 0) >= 3, 10)
    page.must_be_quiet()
    page.close()
    service.stop()


@check("no-days", takes="browser")
def no_days(bench, browser):
    """Without a store there is no picker, nothing of it is fetched, and SQLite is not loaded."""
    service = bench.serve("sim:walk")
    page = browser.open(service)
    page.wait_for_state("3D fix", 20)
    expect("the picker", page.run(PICKER)["isThere"], False)
    expect("what was fetched for it", [url for url in page.requests if "days" in url], [])
    expect("days without a store", service.ask("/days.json")[0], 404)
    maps = pathlib.Path("/proc/%d/maps" % service.process.pid).read_text()
    expect_that("SQLite is not loaded", "sqlite" not in maps, [line for line in maps.splitlines() if "sqlite" in line])
    page.must_be_quiet()
    page.close()
    service.stop()


@check("day-memory")
def memory(bench):
    """What the page had of the past day is there after a restart, and goes on without a double."""
    service = serve(bench, bench.folder / "track.db")
    wait_for("some positions are kept", lambda: len(positions(service)) >= 8, 60)
    before = positions(service)
    service.stop()
    service = serve(bench, bench.folder / "track.db")
    after = wait_for("the page has more than it had", lambda: (
        found := positions(service)) and len(found) > len(before) and found, 60)
    # The last second may have been on its way to the disk.
    expect("what came before the restart", after[:len(before) - 2], before[:len(before) - 2])
    arrivals = [came for came, _, _ in after]
    expect_that("all came in order", arrivals == sorted(set(arrivals)), arrivals)
    service.stop()


def positions(service):
    """When each position of the history came, and where it is."""
    records = map(json.loads, service.text("/history").splitlines())
    return [(record["received"], record["lat"], record["lon"]) for record in records if "lat" in record]


@check("day-requests")
def requests(bench):
    """A day is read beside the receiver's loop; a store that can't be read has one answer, and all else goes on."""
    store = store_of(bench, "41h", DAY_BEFORE)
    service = serve(bench, store)
    path = "/history?day=" + DAY
    rows = len(service.text(path, limit=60).splitlines())
    worst, read = min(slowest_answer(service, store, path, rows) for _ in range(3))
    bench.tell("the slowest of /healthz while a cold day of %d positions is read in %.0f ms: %.0f ms (50)" % (
        rows, read * 1000, worst * 1000))
    # On a busy machine all takes longer; an answer that waited for the day would take as long as that.
    expect_that("/healthz comes within 50 ms while a cold day is read", worst <= max(0.05, read / 3), (worst, read))
    for words, status, expected in [
            ("day=2026-11-16", 404, "nothing is stored on 2026-11-16"), ("day=9999-12-31", 404, "nothing is stored on 9999-12-31"),
            ("day=yesterday", 400, "day=yesterday: expected a day, such as 2026-11-20"),
            ("day=2026-02-30", 400, "day=2026-02-30: expected a day"), ("day=%00", 400, "a parameter can't be read"),
            ("day=%s&device=x" % DAY, 400, "device=x: expected one of"),
            ("day=%s&to=2026-11-20" % DAY, 400, "to=2026-11-20: expected one of the parameters")]:
        must_refuse(service, "/history?" + words, status, expected)
    # The service has the file open: what others do to it meanwhile is seen by the next request.
    change(store, "PRAGMA user_version = 99")
    change(store, "UPDATE store SET value = '99' WHERE key = 'reads'")
    for path in ("/days.json", "/history?day=" + DAY, "/track.gpx?day=" + DAY):
        must_refuse(service, path, 500, "the track store can't be read: its version is 99")
    service.kill()
    whole = bench.folder / "whole.db"
    change(store, "PRAGMA user_version = 2")
    change(store, "UPDATE store SET value = '2' WHERE key = 'reads'")
    shutil.copy(store, whole)
    service = serve(bench, whole)
    # All but the head of the file.
    with open(whole, "r+b") as file:
        file.seek(3 * 4096)
        file.write(b"\xa5" * (whole.stat().st_size - 3 * 4096))
    must_refuse(service, "/history?day=" + DAY, 500, "the track store can't be read: ")
    whole.unlink()
    must_refuse(service, "/days.json", 500, "the track store can't be read: ")
    expect("the service", service.ask("/fix.json")[0], 200)
    service.kill()


def change(store, statement):
    with sqlite3.connect(store, timeout=20) as file:
        file.execute(statement)
    file.close()


def must_refuse(service, path, status, words):
    found, _, body = service.ask(path)
    expect_that("%s gets %d and '%s' in one line" % (path, status, words), found == status and body.decode().startswith(
        words) and body.count(b"\n") == 1, (found, body))


def slowest_answer(service, store, path, rows):
    """The longest that /healthz takes while a day is read that is in no cache, and how long that takes to its first byte."""
    for part in (store, pathlib.Path(str(store) + "-wal")):
        if part.exists():
            descriptor = os.open(part, os.O_RDONLY)
            os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
            os.close(descriptor)
    begun, read, counts = time.monotonic(), [], []

    def ask():
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=60)
        connection.request("GET", path)
        answer = connection.getresponse()
        read.append(time.monotonic() - begun)
        counts.append(len(answer.read().splitlines()))
        connection.close()
    reader = threading.Thread(target=ask)
    reader.start()
    worst = 0
    while not read and reader.is_alive():
        asked = time.monotonic()
        service.ask("/healthz")
        worst = max(worst, time.monotonic() - asked)
    reader.join()
    expect("positions of the day", counts, [rows])
    return worst, read[0]


@check("day-time", takes="alone")
def shown_soon(bench, browser):
    """How long a whole day takes from the choice until it is drawn: printed, not judged."""
    service = serve(bench, store_of(bench, "41h", DAY_BEFORE))
    page = browser.open(service)
    page.wait_for_state("3D fix", 20)
    wait_for("the days are listed", lambda: page.run(PICKER)["isShown"], 10)
    listed = json.loads(service.text("/days.json"))["days"]
    longest = max(each["known_s"] for each in listed if each["day"] == DAY)
    step = -(-longest // 21600)
    rows = len(service.text("/history?day=%s&step=%d" % (DAY, step), limit=60).splitlines())
    taken = page.run(CHOOSE, [DAY, rows - 1])
    bench.tell("a day of %d positions is shown after %.0f ms (500)" % (rows, taken))
    page.must_be_quiet()
    page.close()
    service.stop()
