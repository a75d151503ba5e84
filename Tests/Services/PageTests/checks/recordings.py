"""Recordings on the page: listed, played, sought in, exported, and left for what is live."""
import datetime
import json
import re

from .bench import ROOT, check, expect, expect_that, wait_for
from .layout import SETTLE, SIZES, look, look_around
from .words import numbers, seconds

WALK = "morning-walk.nmea"
OPTIONS = "() => [...document.querySelectorAll('#recordings option')].map((option) => [option.value, option.textContent])"
DISABLED = "() => [...document.querySelectorAll('#recordings option:disabled')].map((option) => option.value)"
MARKS = "() => JSON.parse(localStorage.getItem('gpsbridge'))?.marks?.marks ?? []"
PLAYER = """() => ({
  isShown: !document.getElementById('player').hidden, play: document.getElementById('play').textContent,
  place: Number(document.getElementById('position').value), time: document.getElementById('position').ariaValueText,
  cursor: document.getElementById('cursor-values').textContent, choice: document.getElementById('recordings').value,
  exports: [...document.querySelectorAll('#exports > *, #services')].filter((each) => each.checkVisibility()).map((each) => each.id),
  rows: window.gpsbridge.store()?.count,
})"""


def folder_of(bench):
    """A folder with a walk that was kept, a drive, and a file that is no recording."""
    folder = bench.folder / "recordings"
    folder.mkdir()
    (folder / WALK).write_bytes((ROOT / "Tests/Recordings" / WALK).read_bytes())
    (folder / "notes.txt").write_text("no recording\n")
    (folder / "broken.nmea").write_text("no recording either\n" * 50)
    (folder / "drive.nmea").write_bytes(bench.run("simulate", "drive", "--duration", "10min", "--speed", "max"))
    return folder


def clock(page):
    """The time that the player stands at, in seconds of its day."""
    hours, minutes, rest = page.run(PLAYER)["time"].removesuffix(" UTC").split(":")
    return int(hours) * 3600 + int(minutes) * 60 + int(rest)


def must_be_recorded(page, what):
    """All that is shown is said to be recorded, and nothing has an age."""
    said = page.read()
    expect("the state of " + what, (said["state"], said["body"], said["seconds"]), ("Recorded", "recorded", None))
    expect_that("a date stands where the age does", datetime.date.fromisoformat(said["age"]), said["age"])
    return said


def must_agree(page, fixes, what):
    """What is shown is the last fix before the time of the player."""
    def agrees():
        # Until the recording is loaded, it stands nowhere.
        if ":" not in (page.run(PLAYER)["time"] or ""):
            return None
        said = page.read()
        fix = next((each for each in fixes if each["time"][11:19] == said["utc"]), None)
        if fix is None or abs(seconds(fix["time"]) % 86400 - clock(page)) > 1:
            return None
        expected = numbers(fix, fix, True)
        return {field: (said[field], text) for field, text in expected.items() if said[field] != text} == {}
    wait_for("the page shows the recording's fix, %s" % what, agrees)
    must_be_recorded(page, what)


@check("recordings", takes="browser")
def recordings(bench, browser):
    """Recordings are listed, played at a pace, paused and sought in, are said to be recorded, and are left for what is live."""
    service = bench.serve("sim:walk", "--recordings", str(folder_of(bench)))
    page = browser.show(service, "3D fix", moved=True)
    names = wait_for("the recordings are listed", lambda: (found := page.run(OPTIONS)) and len(found) > 2 and found)
    expect("what can be chosen", [value for value, _ in names], ["live"] + ["recording " + name for name in ("broken.nmea", "drive.nmea", WALK)])
    expect_that("no player is shown while it is live", not page.run(PLAYER)["isShown"], page.run(PLAYER))
    fixes = [fix for fix in service.records("/history?recording=" + WALK) if "time" in fix]
    begin, end = (seconds(fixes[at]["time"]) for at in (0, -1))

    page.page.select_option("#recordings", "recording " + WALK)
    page.wait_for("the recording is shown", lambda said: said["device"] == WALK and said["state"] == "Recorded")
    wait_for("all its rows are there", lambda: page.run(PLAYER)["rows"] >= len(fixes) - 1)
    must_agree(page, fixes, "at its beginning")
    expect("the clock at the beginning", clock(page), begin % 86400)
    page.page.click("#files-tab")
    expect("exports of a recording", page.run(PLAYER)["exports"][1:], ["export-csv", "export-ndjson", "export-words"])
    look_around(bench, page, "recording", sizes=SIZES)

    # Ten seconds of it in each second.
    page.page.click("#play")
    expect("the word of the button while it plays", page.run(PLAYER)["play"], "Pause")
    wait_for("it plays", lambda: clock(page) >= begin % 86400 + 20)
    must_agree(page, fixes, "while it plays")
    page.press("p")
    expect("the word of the button while it rests", page.run(PLAYER)["play"], "Play")
    rests = clock(page)
    page.later(2)
    page.run(SETTLE)
    expect("the clock of what rests", clock(page), rests)
    events = page.read()["events"]
    expect("events that are listed twice", len(events), len(set(events)))

    page.page.locator("#position").fill("500")
    middle = (begin + (end - begin) / 2) % 86400
    expect_that("half of the slider is half of the recording", abs(clock(page) - middle) <= 1, (clock(page), middle))
    must_agree(page, fixes, "in its middle")
    page.wait_for("what happened before is there", lambda said: any("First fix" in event for event in said["events"]))
    page.page.focus("#history")
    page.press("ArrowRight")
    expect_that("an arrow is a step in time", clock(page) > middle, (clock(page), middle))
    box = page.page.locator("#history").bounding_box()
    shown = page.run("() => window.gpsbridge.history()")
    for share in (0.3, 0.7):
        # The strips begin 116 pixels from the left, and end 8 from the right.
        page.page.mouse.click(box["x"] + 116 + share * (box["width"] - 124), box["y"] + box["height"] / 2)
        time = max(begin, shown["from"] + share * (shown["to"] - shown["from"])) % 86400
        expect_that("a click on the history goes there", abs(clock(page) - time) <= 2, (clock(page), time))
    must_agree(page, fixes, "where the history was clicked")
    page.page.select_option("#pace", "60")
    page.page.locator("#position").fill("900")
    page.page.click("#play")
    wait_for("it ends by itself", lambda: page.run(PLAYER)["play"] == "Play")
    expect_that("it ends at its end", page.run(PLAYER)["place"] >= 998, page.run(PLAYER))

    with page.page.expect_download() as download:
        page.page.click("#export-ndjson")
    with open(download.value.path()) as kept:
        expect("fixes that are exported", len(kept.read().splitlines()), len(
            service.text("/history?recording=" + WALK).splitlines()))

    # Marks belong to now: the place is that of the receiver, whatever is shown.
    page.press("m")
    wait_for("the place is marked", lambda: len(page.run(MARKS)) == 1)
    page.wait_for("the recording is still shown", lambda said: said["state"] == "Recorded")
    page.press("o")
    page.wait_for_state("3D fix")
    now = json.loads(service.text("/fix.json"))
    for mark in page.run(MARKS):
        expect_that("it is of now", 0 <= seconds(now["time"]) - seconds(mark["time"]) < 60 and abs(mark["lat"] - now["lat"]) < 0.001, (mark, now))
    name = page.run(MARKS)[-1]["name"]
    expect_that("its name has the date", re.fullmatch(r"Man overboard %s \d\d:\d\d:\d\d UTC" % now["time"][:10], name), name)

    page.page.select_option("#recordings", "recording drive.nmea")
    page.wait_for("another recording is shown", lambda said: said["device"] == "drive.nmea" and said["state"] == "Recorded")
    page.page.select_option("#recordings", "live")
    page.wait_for_state("3D fix")
    said = page.read()
    expect_that("what is live has an age again", said["seconds"] is not None and said["device"] != "drive.nmea", said)
    expect_that("the player is gone", not page.run(PLAYER)["isShown"], page.run(PLAYER))
    page.page.select_option("#recordings", "recording broken.nmea")
    page.wait_for("it says why a file can't be played", lambda said: "it is not a recording" in said["notice_why"])
    expect("what can't be played is chosen no more", page.run(DISABLED), ["recording broken.nmea"])
    page.wait_for_state("3D fix")
    for size in SIZES:
        look(page, "a file that can't be played", size, "light")
    # The browser itself says that an answer was a refusal.
    page.noise += [r"status of 422"]


DROP = """(lines) => {
  const data = new DataTransfer();
  data.items.add(new File([lines], 'walk.ndjson'));
  dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
}"""


@check("dropped", takes="browser")
def dropped(bench, browser):
    """A file of records that is dropped onto the page is played from memory, and nothing of it is sent anywhere."""
    service = bench.serve("sim:walk")
    lines = bench.run("watch", ROOT / "Tests/Recordings" / WALK).decode()
    fixes = [record for record in map(json.loads, lines.splitlines()) if record["type"] == "fix" and "time" in record]
    page = browser.show(service, "3D fix")
    wait_for("the page has asked for all that it needs", lambda: page.read() and all(
        any(name in url for url in page.requests) for name in ("/history?", "/api.json", "/span.js", "/scatter.js", "/later.css", "/geodesic.js")))
    asked = len(page.requests)
    page.run(DROP, lines)
    page.wait_for("the file is shown", lambda said: said["state"] == "Recorded")
    must_agree(page, fixes, "of a file, at its beginning")
    page.page.locator("#position").fill("500")
    must_agree(page, fixes, "of a file, in its middle")
    page.page.select_option("#pace", "60")
    page.page.click("#play")
    wait_for("it ends by itself", lambda: page.run(PLAYER)["play"] == "Play")
    # What reads files is fetched with the first one, and nothing else is but the icon of the tab.
    requests = [url for url in page.requests[asked:] if not url.endswith(".svg")]
    expect("requests for a file", requests, [service.address + "/files.js"])
    page.run(DROP, "no records\n")
    page.wait_for("a file without records is refused, and what is live is back", lambda said: said["state"] == "3D fix")
    page.wait_for("it says why", lambda said: "no positions" in said["notice_why"] and "gpsbridge watch" in said["notice_do"])
