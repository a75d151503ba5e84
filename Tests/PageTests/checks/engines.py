"""What a page shows in each state, and whether anything moves when it changes: in Chromium, Firefox and WebKit.

The states are made of records that the page is given by its hook for tests, so that each one is there at once.
"""
import json
import re

from . import drivers
from .bench import ROOT, Skipped, check, expect, expect_that, wait_for
from .evaluation import READY
from .stream import Listener

SIZES = [(1440, 900), (1366, 768), (1024, 768), (390, 844), (320, 568)]
# Where each verdict that there is, is looked at as well.
MOST_USED = [(1366, 768), (390, 844)]

# The receiver, when all that the service has to say of it is there.
DEVICE = "() => document.getElementById('state').textContent === 'Silent' ? window.gpsbridge.state().device : null"

SCENE = """() => {
  const iso = (ago) => new Date(Date.now() - ago * 1000).toISOString();
  const device = %s;
  const fill = (record) => JSON.parse(JSON.stringify(record), (key, value) => typeof value === 'string' && value.startsWith('ago ')
    ? iso(Number(value.slice(4))) : value === 'DEVICE' ? device : value);
  for (const record of %s) window.gpsbridge.take(fill(record));
  return new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => done())), 30));
}"""

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


def record(kind, **more):
    return {"type": kind, "v": 1, "device": "DEVICE", **more}


def verdict(code, **more):
    words = {"what": "What is the case: %s." % code, "why": "Why it is so.", "do": "What to do.", "expect": "What then comes."}
    return record("verdict", at="ago 1", code=code, **{**words, **more})


def fix(ago, **more):
    return record("fix", **{
        "epoch": 9, "state": "live", "mode": "3d", "lat": 48.1, "lon": 11.5, "received": "ago %g" % ago, "time": "ago %g" % ago,
        "h_acc_m": 1.5, "sats_used": 9, "speed_mps": 3.0, "course_deg": 10.0, **more})


def event(name, **more):
    return record("event", event=name, at="ago 1", **more)


BACK = [event("attached"), event("speaking"), fix(0), verdict("good")]
# The name of a state, the records that make it, and what is to be said: the state, its tone, and the tone of the verdict.
STATES = [
    ("live", [], "3D fix", "good", "good"),
    ("two dimensions", [fix(0, mode="2d")], "2D fix", "good", "good"),
    ("dead reckoning", [fix(0, quality="dead_reckoning")], "Dead reckoning", "warning", "good"),
    ("aging", [event("aging")], "Fix is aging", "warning", "good"),
    ("stale", [event("stale")], "Fix is stale", "warning", "good"),
    ("lost", [event("lost"), verdict("no_signal")], "Fix lost", "bad", "bad"),
    ("jammed", [event("lost"), verdict("jammed")], "Fix lost", "bad", "bad"),
    ("forged", [fix(0, suspect="spoofed"), verdict("spoofed")], "Forged?", "bad", "bad"),
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
    source = (ROOT / "Sources" / "GPSBridge" / "Reports" / "Verdict.swift").read_text()
    codes = re.findall(r'static let \w+ = Self\(rawValue: "(\w+)"\)', source)
    texts = [LONG, "Short.", "A sentence of a usual length, as most of them are."]
    return [
        (code, [verdict(code, **dict.fromkeys(("what", "why", "do", "expect"), texts[place % 3]))], "3D fix", None, None)
        for place, code in enumerate(codes)]


def look(driver, engine, size, device, wanted):
    """Goes through all states at one size; answers how many."""
    boxes = None
    # An engine whose window cannot be so narrow has another size than was wanted.
    states = STATES + (verdicts() if wanted in MOST_USED else [])
    for name, records, words, tone, verdict_tone in states:
        what = "%s, %d x %d, %s" % (engine, *size, name)
        title = TITLES.get(name, words.removesuffix(" fix"))
        # The service may have had something to say in between: the records are given again then.
        for _ in range(3):
            driver.run(SCENE % (json.dumps(device), json.dumps(BACK)))
            driver.run(SCENE % (json.dumps(device), json.dumps(records)))
            said = driver.run(READ)
            is_said = said["state"] == words and said["title"].startswith(title)
            if is_said and tone in (None, said["tone"]) and verdict_tone in (None, said["verdict"]):
                break
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


@check("engines", takes="browser")
def engines(bench, browser):
    """State, verdict and title agree in each state, and no part moves when a text changes, in three engines and five sizes."""
    done = 0
    # It has said that it is silent, so that nothing but the records of the test changes the page.
    service = bench.serve("sim:silent")
    Listener(service).wait_for("the verdict is there", lambda record: record.get("code") == "no_data", 20)
    for engine in drivers.ENGINES:
        try:
            with drivers.opened(engine, browser, bench.folder) as driver:
                for size in SIZES:
                    found = driver.open(service.address + "/", *size)
                    device = wait_for("the page knows a receiver in %s" % engine.name, lambda: driver.run(DEVICE), 20)
                    # Parts that are loaded after the first position are there before the parts are measured.
                    driver.run(SCENE % (json.dumps(device), json.dumps(BACK)))
                    wait_for("all is loaded in %s" % engine.name, lambda: driver.run(READY), 20)
                    count = look(driver, engine.name, found, device, size)
                    done += 1
                    bench.tell("%s, %d x %d: %d states" % (engine.name, *found, count))
        except Skipped as reason:
            bench.tell("skipped: %s" % reason)
    if done == 0:
        raise Skipped("no engine is there")
    service.stop()
