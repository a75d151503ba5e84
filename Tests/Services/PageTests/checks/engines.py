"""What a page shows in each state, and whether anything moves when it changes: in Chromium, Firefox and WebKit.

The test gives the page the records of each state by its hook, so that each one is there at once.
"""
import re

from .bench import ROOT, check, expect, expect_that, wait_for
from .browser import READY, SPEAKS, event, fix, verdict

SIZES = [(1440, 900), (1366, 768), (1024, 768), (390, 844), (320, 568)]
# Where each verdict that there is, is looked at as well.
MOST_USED = [(1366, 768), (390, 844)]

READ = """() => {
  const box = (place) => { const { left, top, width, height } = place.getBoundingClientRect(); return [left, top, width, height].map(Math.round); };
  const text = (id) => document.getElementById(id).textContent;
  return {
    state: text('state'), top: text('state-top'), tone: document.body.dataset.tone, live: document.body.dataset.live, title: document.title,
    what: text('verdict-what'), verdict: document.getElementById('part-verdict').dataset.tone,
    event: document.querySelector('#events li span')?.textContent ?? '',
    boxes: Object.fromEntries([...document.querySelectorAll('main section, header')].map((part) => [part.id || 'header', box(part)])),
    sideways: Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - document.documentElement.clientWidth,
  };
}"""

LONG = "Something that takes many words is the case, and each of them is there because a person has to know it. " * 4


PLACE = (48.1, 11.5)
BACK = [*SPEAKS, fix(PLACE, sats_used=9, speed_mps=3.0, course_deg=10.0)]
# The name of a state, the records that make it, and what is to be said: the state, its tone, and the tone of the verdict.
STATES = [
    ("live", [], "3D fix", "good", "good"),
    ("two dimensions", [fix(PLACE, mode="2d")], "2D fix", "good", "good"),
    ("dead reckoning", [fix(PLACE, quality="dead_reckoning")], "Dead reckoning", "warning", "good"),
    ("aging", [event("aging")], "Fix is aging", "warning", "good"),
    ("stale", [event("stale")], "Fix is stale", "warning", "good"),
    ("lost", [event("lost"), verdict("no_signal")], "Fix lost", "bad", "bad"),
    ("jammed", [event("lost"), verdict("jammed")], "Fix lost", "bad", "bad"),
    ("forged", [fix(PLACE, suspect="spoofed"), verdict("spoofed")], "Forged?", "bad", "bad"),
    ("unplugged", [event("detached"), verdict("device_gone")], "Unplugged", "bad", "bad"),
    ("no receiver", [event("lost"), verdict("no_device")], "No receiver", "bad", "bad"),
    ("port in use", [event("lost"), event("open_failed", what="in use by gpsd"), verdict("port_busy")], "Port in use", "bad", "bad"),
    ("no permission", [event("lost"), verdict("permission_denied")], "No permission", "bad", "bad"),
    ("silent", [event("lost"), event("silent", after_s=8), verdict("no_data")], "Silent", "bad", "bad"),
    ("no server", [event("lost"), verdict("not_served")], "No server", "bad", "bad"),
    ("wrong speed", [event("lost"), verdict("wrong_speed")], "Wrong speed", "bad", "bad"),
    ("no GPS", [event("lost"), verdict("not_a_gps")], "No GPS", "bad", "bad"),
    ("not readable", [event("lost"), verdict("binary_mode")], "Not readable", "bad", "bad"),
    ("long words", [event("lost"), verdict("weak_signal", what=LONG, why=LONG, do=LONG, expect=LONG)], "Fix lost", "bad", "warning"),
    ("few words", [verdict("good", what="Yes.", why="So.")], "3D fix", "good", "good"),
]


# What a tab says of verdicts that must not be overlooked.
TITLES = {"jammed": "Jammed", "spoofed": "Forged?", "forged": "Forged?"}


def verdicts():
    """A state for each code of a verdict beside a live fix, with texts of three lengths in turn."""
    source = (ROOT / "Sources" / "Core" / "GPSBridge" / "Reports" / "Verdict.swift").read_text()
    codes = re.findall(r'static let \w+ = Self\(rawValue: "(\w+)"\)', source)
    texts = [LONG, "Short.", "A sentence of a usual length, as most of them are."]
    return [
        (code, [verdict(code, **dict.fromkeys(("what", "why", "do", "expect"), texts[place % 3]))], "3D fix", None, None)
        for place, code in enumerate(codes)]


def look(driver, size, wanted):
    """Goes through all states at one size; returns how many."""
    boxes = None
    # An engine whose window cannot be so narrow has another size than was wanted.
    states = STATES + (verdicts() if wanted in MOST_USED else [])
    for name, records, words, tone, verdict_tone in states:
        what = "%s, %d x %d, %s" % (driver.name, *size, name)
        title = TITLES.get(name, words.removesuffix(" fix"))
        driver.take(*BACK)
        driver.take(*records)
        said = driver.run(READ)
        expect("the state of " + what, (said["state"], said["top"]), (words, words))
        if tone:
            expect("the tones of " + what, (said["tone"], said["verdict"]), (tone, verdict_tone))
        expect_that("no state is green beside a bad verdict, " + what, (said["tone"], said["verdict"]) != ("good", "bad"), said)
        expect("whether it is live, " + what, said["live"], "true" if words in ("3D fix", "2D fix", "Dead reckoning") else "false")
        expect_that("the title says the state, " + what, said["title"].startswith(title), said["title"])
        expect_that("nothing scrolls sideways, " + what, said["sideways"] <= 1, said["sideways"])
        if boxes is None:
            boxes = said["boxes"]
        moved = {part: (boxes[part], box) for part, box in said["boxes"].items() if boxes[part] != box}
        expect("parts that another text has moved, " + what, moved, {})
    return len(states)


@check("engines", takes="engine")
def engines(bench, driver):
    """State, verdict and title agree in each state, and no part moves when a text changes, in five sizes."""
    service = bench.silent()
    for size in SIZES:
        found = driver.show(service, *size)
        # Parts that are loaded after the first position are there before the parts are measured.
        driver.take(*BACK)
        wait_for("all is loaded", lambda: driver.run(READY))
        bench.note("%d x %d: %d states" % (*found, look(driver, found, size)))
