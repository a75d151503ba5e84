"""What a page shows in each state, and whether anything moves when it changes: in Chromium, Firefox and WebKit.

The test gives the page the records of each state by its hook, so that each one is there at once.
"""
import re

from .bench import ROOT, check, expect, expect_that, wait_for
from .browser import READY, SPEAKS, event, fix, verdict

SIZES = [(3840, 2160), (1920, 1080), (1440, 900), (1366, 768), (1024, 768), (844, 390), (390, 844), (320, 568)]
# Lines of the verdict that are cut, scrolled or covered.
CUT = """() => {
  const [box, found] = [document.getElementById('part-verdict'), []];
  const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const [owner, range, before] = [walker.currentNode.parentElement, document.createRange(), scrollY];
    if (walker.currentNode.data.trim() === '' || !owner.checkVisibility() || owner.closest('#latest')) continue;
    range.selectNodeContents(walker.currentNode);
    const { left, right, bottom } = range.getBoundingClientRect();
    for (let at = owner; at !== document.body; at = at.parentElement) if (getComputedStyle(at).overflowY !== 'visible') found.push(`cut by ${at.id}: ${owner.textContent}`);
    if (left < -1 || right > innerWidth + 1 || bottom > box.getBoundingClientRect().bottom + 1) found.push(`beyond its card: ${owner.textContent}`);
    const line = [...range.getClientRects()].at(-1);
    if (line.bottom > innerHeight - 60) scrollTo({ top: scrollY + line.top - innerHeight / 2, behavior: 'instant' });
    if (!box.contains(document.elementFromPoint((line.left + line.right) / 2, (line.top + line.bottom) / 2 - scrollY + before))) found.push(`not seen: ${owner.textContent}`);
    if (scrollY !== before) scrollTo({ top: before, behavior: 'instant' });
  }
  return found;
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

PLACE = (48.1, 11.5)
BACK = [*SPEAKS, fix(PLACE, sats_used=9, speed_mps=3.0, course_deg=10.0)]
# The name of a state, the records that make it, and what is to be said: the state, its tone, and the tone of the verdict.
STATES = [
    ("live", [], "3D fix", "good", "good"),
    ("two dimensions", [fix(PLACE, mode="2d")], "2D fix", "good", "good"),
    ("dead reckoning", [fix(PLACE, quality="dead_reckoning")], "Dead reckoning", "warning", "good"),
    ("aging", [event("aging")], "Fix is aging", "warning", "warning"),
    ("stale", [event("stale")], "Fix is stale", "warning", "warning"),
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


def look(driver, size, text=1):
    """Goes through all states at one size, with text so much larger; returns how many."""
    boxes = None
    states = STATES + (verdicts() if size[0] in (1366, 390, 320) or text > 1 else [])
    for name, records, words, tone, verdict_tone in states:
        what, title = "%s, %d x %d, %s" % (driver.name, *size, name), TITLES.get(name, words.removesuffix(" fix"))
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
        moved = {part: (boxes[part], box) for part, box in said["boxes"].items()
                 if boxes[part] != box and part != "part-verdict" and (size[0] >= 1088 * text or part == "header" or part == "part-now" and text == 1)}
        expect("parts that another text has moved, " + what, moved, {})
        expect("what is cut of the verdict, " + what, driver.run(CUT), [])
    return len(states)


@check("engines", takes="engine")
def engines(bench, driver):
    """State, verdict and title agree in each state, no text of a verdict is cut, and no part moves, in eight sizes."""
    service = bench.silent()
    for size in SIZES:
        found = driver.show(service, *size)
        # Parts that are loaded after the first position are there before the parts are measured.
        driver.take(*BACK)
        wait_for("all is loaded", lambda: driver.run(READY))
        bench.note("%d x %d: %d states" % (*found, look(driver, found)))


@check("large", takes="browser", nightly=True)
def large(bench, browser):
    """With text of 200 % no text of any verdict is cut, either, in eight sizes."""
    for size in SIZES:
        page = browser.another("--blink-settings=defaultFontSize=32").show(bench.silent(), width=size[0], height=size[1])
        page.take(*BACK)
        bench.note("%d x %d: %d states" % (*size, look(page, size, text=2)))


JAMMED = verdict("jammed", what=LONG[:88], do=LONG[:118], why=LONG[:102], expect=LONG[:80])
TOOL = """(name) => {
  document.getElementById(`${name}-tab`).click();
  const [panel, ...boxes] = ['[role=tabpanel]:not([hidden])', '#state', '#place', '#verdict-what'].map((place) => document.querySelector(place).getBoundingClientRect());
  return { hidden: boxes.filter(({ top, bottom }) => top < -1 || bottom > innerHeight + 1).length, room: Math.min(innerHeight, panel.bottom) - panel.top };
}"""
LETTERS = """() => ['#state', '#place', '#speed', '#verdict-what', '#verdict-do'].map(
  (place) => parseFloat(getComputedStyle(document.querySelector(place)).fontSize) / innerHeight * 100)"""


@check("tools", takes="browser")
def tools(bench, browser):
    """Each tool leaves state, position and verdict in view, in eight sizes; a wall has letters of 5 to 8 % of its height."""
    for width, height in SIZES:
        page = browser.show(bench.silent(), width=width, height=height)
        page.take(*BACK, event("lost"), JAMMED)
        for tool in ("marks", "scatter", "files", "events"):
            found = page.run(TOOL, tool)
            expect_that("%s is in view beside the verdict, %d x %d" % (tool, width, height), not found["hidden"] and found["room"] >= 120, found)
        if width >= 1920:
            page.press("Shift+W")
            wait_for("the wall has large letters", lambda: all(4.99 <= share <= 8.01 for share in page.run(LETTERS)), seen=lambda: page.run(LETTERS))
            expect("what is cut of the verdict on the wall", page.run(CUT), [])
        page.close()
