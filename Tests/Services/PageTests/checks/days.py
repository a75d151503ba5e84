"""Past days on the page: picked as a user does, compared with what the store's own verbs print, and never taken for now."""
import datetime
import json
import pathlib
import shutil

from checking import sentence
from store_reading import change

from .bench import check, expect, expect_that, wait_for
from .browser import AT_ONCE
from .layout import SETTLE, look_around

# Days before those of the simulated receiver that is served meanwhile.
DAY = "2026-11-18"
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

def store_of(bench, duration, begin):
    """A store with a drive that begins on a day."""
    store, drive = bench.folder / "track.db", bench.folder / "drive.nmea"
    sent = bench.run("simulate", "drive", "--duration", duration, "--speed", "max").decode().splitlines()
    days = {}

    def dated(line):
        """The sentence on its day from `begin` on, however the simulated journey is dated."""
        fields = line[1:].split("*")[0].split(",")
        if fields[0][2:] == "RMC" and fields[9]:
            found = datetime.datetime.strptime(fields[9], "%d%m%y")
            first = days.setdefault("first", found)
            fields[9] = (datetime.datetime.fromisoformat(begin) + (found - first)).strftime("%d%m%y")
        return sentence(",".join(fields))
    drive.write_text("".join(dated(line) for line in sent if line[3:6] in ("GGA", "RMC")))
    bench.run("import", drive, "--store", store)
    return store


def serve(bench, store, *words):
    """A page beside a store, with days that begin at midnight UTC."""
    return bench.serve("sim:walk", "--store", str(store), *words, TZ="UTC")


@check("days", takes="browser")
def days(bench, browser):
    """A past day is picked by keys, is drawn whole, agrees with the track's own verbs, and is left for what is live."""
    store = store_of(bench, "40min", DAY)
    listed = bench.records("track", "days", "--store", store, "--json")
    expect("days of the store", [day["from"][:10] for day in listed], [DAY])
    day = listed[0]
    service = serve(bench, store)
    listed = json.loads(service.text("/days.json"))
    expect("the list of days", [(each["day"], each["device"], each["distance_m"], each["known_s"]) for each in listed["days"]][:1],
           [(DAY, day["device"], day["distance_m"], day["known_s"])])
    entry = listed["days"][0]
    kept = service.records("/history?day=%s&device=%s" % (DAY, day["device"]))
    places = [fix for fix in kept if "lat" in fix]
    expect("the ends of the day", (entry["first"], entry["last"]), (places[0]["time"], places[-1]["time"]))

    page = browser.show(service, "3D fix")
    length = "%.1f km" % (day["distance_m"] / 1000)
    said = wait_for("the days are listed", lambda: (found := page.run(PICKER))["isShown"] and found["options"] and found)
    expect("what can be picked", (said["label"], said["options"][0], said["chosen"]), ("Day", "Live", "Live"))
    expect_that("the oldest day is the last", said["options"][-1].startswith("%s · %s" % (DAY, length)), said["options"])

    # As a user without a mouse does.
    page.page.focus("#days")
    page.press("End")
    recorded = page.wait_for("the day is shown", lambda said: said["state"] == "Recorded" and "not now" in said["what"])
    said = wait_for("all of it is there", lambda: ((found := page.run(PICKER))["rows"] or 0) >= len(kept) - 1 and found)
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
    page.page.click("#files-tab")
    links = ["/track.%s?device=%s&day=%s" % (ending, day["device"], DAY) for ending in ("gpx", "geojson")]
    expect("the downloads are of the day", page.run(PICKER)["exports"], links)
    gpx = service.text(links[0])
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
    # The service goes on with what is live, and nothing of it is shown: three of its positions later.
    count = len(positions(service))
    wait_for("the receiver goes on", lambda: len(positions(service)) > count + 2)
    page.run(SETTLE)
    expect("what is shown while the receiver goes on", {**page.read(), "events": []}, {**middle, "events": []})
    page.choose("units")
    # The page draws in its next frame.
    miles = "%.1f mi" % (day["distance_m"] / 1609.344)
    page.wait_for("the length in other units", lambda said: said["why"].split(",")[0] == miles)
    page.choose("units")
    page.choose("units")
    look_around(bench, page, "day")

    page.page.focus("#history")
    page.press("Escape")
    page.press("Escape")
    page.wait_for_state("3D fix")
    said = page.run(PICKER)
    expect_that("the downloads are of what is live", "day=" not in "".join(said["exports"]), said["exports"])
    expect("the picker of what is live", (said["chosen"], said["player"]), ("Live", False))
    page.page.select_option("#days", index=len(said["options"]) - 1)
    page.wait_for_state("Recorded")
    page.page.click("#to-now")
    page.wait_for_state("3D fix")


def stamp(text):
    """Seconds since 1970 of a time in a record."""
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


@check("day-early", takes="browser")
def early(bench, browser):
    """A day that is chosen while the history of the receiver is still on its way gets no row of it."""
    service = serve(bench, store_of(bench, "5min", DAY))
    wait_for("the receiver has a history", lambda: len(positions(service)) >= 3)
    page = browser.open(service, path=None)
    page.context.add_init_script(AT_ONCE)
    held = []
    page.page.route("**/history?*device=*", lambda route: held.append(route))
    page.go()
    wait_for("the history is asked for and the days are listed", lambda: page.run(PICKER)["isShown"] and held)
    page.page.select_option("#days", index=len(page.run(PICKER)["options"]) - 1)
    wait_for("the day is asked for", lambda: page.run(PICKER)["player"] and len(held) == 2)
    # The history comes before the first row of the day. Chromium calls a stream that was read to its end finished, or aborted.
    ended = []
    for end in ("requestfinished", "requestfailed"):
        page.page.on(end, lambda request: ended.append(request.url))
    held[0].continue_()
    wait_for("the history has come", lambda: page.read() and held[0].request.url in ended)
    page.run(SETTLE)
    expect("rows before those of the day", page.run(PICKER)["rows"], None)
    held[1].continue_()
    page.wait_for_state("Recorded")
    last = stamp(json.loads(service.text("/days.json"))["days"][0]["last"])
    wait_for("the whole day is there", lambda: abs((page.run(PICKER)["to"] or 0) - last) < 1.5)
    page.page.unroute_all()
    page.page.click("#to-now")
    page.wait_for_state("3D fix")
    wait_for("the receiver's history is there", lambda: (page.run(PICKER)["rows"] or 0) >= 3)


@check("no-days", takes="browser")
def no_days(bench, browser):
    """Without a store there is no picker, nothing of it is fetched, and SQLite is not loaded."""
    service = bench.serve("sim:walk")
    page = browser.show(service, "3D fix")
    expect("the picker", page.run(PICKER)["isThere"], False)
    expect("what was fetched for it", [url for url in page.requests if "days" in url], [])
    expect("days without a store", service.ask("/days.json")[0], 404)
    maps = pathlib.Path("/proc/%d/maps" % service.process.pid).read_text()
    expect_that("SQLite is not loaded", "sqlite" not in maps, [line for line in maps.splitlines() if "sqlite" in line])


def positions(service):
    """When each position of the history came, and where it is."""
    return [(record["received"], record["lat"], record["lon"]) for record in service.records("/history") if "lat" in record]


@check("day-requests")
def requests(bench):
    """A request of a day without a track is refused; a store that can't be read has one answer, and all else goes on."""
    store = store_of(bench, "5min", DAY)
    service = serve(bench, store)
    must_refuse(service, "/history?day=2026-11-16", 404, "nothing is stored on 2026-11-16")
    # The service has the file open: what others do to it meanwhile is seen by the next request.
    change(store, "PRAGMA user_version = 99; UPDATE store SET value = '99' WHERE key = 'reads'")
    for path in ("/days.json", "/history?day=" + DAY, "/track.gpx?day=" + DAY):
        must_refuse(service, path, 500, "the track store can't be read: its version is 99")
    service.kill()
    whole = bench.folder / "whole.db"
    change(store, "PRAGMA user_version = 1; UPDATE store SET value = '1' WHERE key = 'reads'")
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





def must_refuse(service, path, status, words):
    found, _, body = service.ask(path)
    expect_that("%s gets %d and '%s' in one line" % (path, status, words), found == status and body.decode().startswith(
        words) and body.count(b"\n") == 1, (found, body))
