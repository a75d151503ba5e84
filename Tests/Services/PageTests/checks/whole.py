"""The map by the course, and on the whole screen: used with mouse, keys and fingers."""
import datetime
import json

from . import layout
from .bench import check, expect, expect_that, wait_for
from .browser import SPEAKS, fix
from .layout import TEXTS
from .marks import CAR
from .recordings import DROP

# A minute to the east at 10 m/s; it ends at the car, now.
EAST = [fix((CAR[0], CAR[1] - ago * 0.0001345), epoch=61 - ago, ago=ago, speed_mps=10 if ago else 0, course_deg=90, sats_used=9)
        for ago in range(60, -1, -1)]
UP = "() => document.getElementById('map-up')?.checkVisibility() ? document.getElementById('map-up').textContent : ''"
SEEN = "() => ({ ...window.gpsbridge.map(), pressed: document.getElementById('course-up').getAttribute('aria-pressed') })"
# Whether anything of a strong color is near a place, in pixels from the middle of the map.
COLORED = """() => {
  const map = document.getElementById('map');
  const ratio = devicePixelRatio;
  return %s.map(([x, y]) => {
    const { data } = map.getContext('2d').getImageData(map.width / 2 + (x - 6) * ratio, map.height / 2 + (y - 6) * ratio, 12 * ratio, 12 * ratio);
    for (let at = 0; at < data.length; at += 4) {
      if (Math.max(data[at], data[at + 1], data[at + 2]) - Math.min(data[at], data[at + 1], data[at + 2]) > 60) return true;
    }
    return false;
  });
}""" % "[[-70, 0], [0, 70], [70, 0], [0, -70]]"
BOXES = """() => Object.fromEntries([...document.querySelectorAll('header, main section, #map, #follow')].map((part) => {
  const { left, top, right, bottom } = part.getBoundingClientRect();
  return [part.id || 'header', [left, top, right, bottom].map(Math.round)];
}))"""
WHOLE = """() => {
  const { left, top, right, bottom } = document.getElementById('map').getBoundingClientRect();
  const [state, place] = ['state-top', 'place-top'].map((id) => document.getElementById(id));
  const { height } = state.parentElement.getBoundingClientRect();
  return { sides: [left, right - innerWidth, bottom - innerHeight].map(Math.round), below: Math.round(top - height), said: state.textContent, state: state.checkVisibility({ visibilityProperty: true }),
    place: place.checkVisibility({ visibilityProperty: true }) && place.textContent, pressed: document.getElementById('whole').getAttribute('aria-pressed'),
    hidden: ['units', 'place-copy', 'events'].every((id) => !document.getElementById(id).checkVisibility({ visibilityProperty: true })),
    found: document.elementFromPoint(innerWidth / 2, innerHeight / 2).id };
}"""


def must_be_whole(what, driver):
    found = wait_for("the map is whole, " + what, lambda: (now := driver.run(WHOLE))["sides"] == [0, 0, 0] and now)
    expect("what is seen beside the map, " + what, (found["below"], found["state"], found["hidden"], found["pressed"], found["found"]), (0, True, True, "true", "map"))
    return found


def moves(driver, **more):
    """A fix of now at the car."""
    driver.take(*SPEAKS, fix(CAR, **{"epoch": 100, "sats_used": 9, **more}))


def choose(driver, name):
    """Presses a button of a menu."""
    for place in ("querySelector('.menu:has(#%s) > summary')" % name, "getElementById('%s')" % name):
        driver.click("document." + place)


@check("course", takes="engine")
def course(bench, driver):
    """Course up turns the map with a receiver that moves, holds at rest, keeps texts upright, and is kept."""
    driver.show(bench.silent(), 1366, 768)
    # A minute and a half ago it stood.
    moves(driver, speed_mps=0, course_deg=33, ago=90)

    def says(what, words):
        wait_for(what, lambda: driver.run(UP) == words)
    choose(driver, "course-up")
    says("at rest no course is known", "North up: no course is known yet")
    expect("the turn without a course", driver.run(SEEN)["turn"], 0)
    choose(driver, "course-up")
    says("it can be north-up", "")
    driver.take(*EAST)
    moves(driver, speed_mps=10, course_deg=90)
    wait_for("the way is seen to the west", lambda: driver.run(COLORED) == [True, False, False, False])
    driver.run("() => document.activeElement?.blur()")
    driver.press("n")
    says("a key turns it", "Course up")
    expect("the turn", driver.run(SEEN)["turn"], 90)
    wait_for("the way is seen below", lambda: driver.run(COLORED) == [False, True, False, False])
    texts = driver.run(TEXTS % "map")
    expect("texts that are not upright", [each["text"] for each in texts if not each["upright"]], [])
    expect_that("the lines of the map have their names", any("°" in each["text"] for each in texts), texts)
    # Up is to the east: who pulls the map down goes there.
    moves(driver, speed_mps=0, course_deg=200)
    says("at rest the last course holds", "Course up: the last course")
    expect("the turn at rest", driver.run(SEEN)["turn"], 90)
    left, top, right, bottom = driver.run(BOXES)["map"]
    middle = ((left + right) / 2, (top + bottom) / 2 + 40)
    before = driver.run(SEEN)
    driver.drag(middle, (middle[0], middle[1] + 80))
    says("a hand holds it", "Course up: held while moved by hand")
    after = driver.run(SEEN)
    moved = [(after[axis] - before[axis]) * after["scale"] for axis in ("x", "y")]
    expect_that("the ground goes with the mouse", abs(moved[0] - 80) < 5 and abs(moved[1]) < 5, moved)
    moves(driver, speed_mps=10, course_deg=180)
    expect("the turn below a hand", driver.run(SEEN)["turn"], 90)
    driver.click("document.getElementById('follow')")
    wait_for("it turns again", lambda: driver.run(SEEN)["turn"] == 180)
    # A position that may be forged turns nothing.
    moves(driver, speed_mps=10, course_deg=270, suspect="spoofed", epoch=101)
    expect("the turn of a forged position", driver.run(SEEN)["turn"], 180)
    choose(driver, "whole-world")
    says("from afar it is north-up", "North up: seen from afar")
    expect("the turn from afar", driver.run(SEEN)["turn"], 0)
    for wanted in ("North up", "North up: seen from afar"):
        choose(driver, "course-up")
        expect("what is announced from afar", driver.run("() => document.getElementById('note').textContent"), wanted)
    if driver.name == "Chromium":
        keep_course(bench, driver.browser)


# The first half of a file is drawn before the second one is read.
HALVES = """const { stream } = File.prototype;
File.prototype.stream = function () {
  return stream.call(this).pipeThrough(new TransformStream({ async transform(chunk, to) {
    to.enqueue(chunk.subarray(0, chunk.length / 2));
    for (let frames = 0; frames < 5; frames += 1) await new Promise(requestAnimationFrame);
    to.enqueue(chunk.subarray(chunk.length / 2));
  } }));
};"""


def keep_course(bench, browser):
    service = bench.silent()
    page = browser.show(service, scripts=[HALVES])
    page.take(*EAST)
    moves(page, speed_mps=10, course_deg=90)
    page.press("m")
    # The mark is to the east: ahead.
    page.choose("course-up")
    wait_for("it is turned", lambda: page.run(SEEN)["turn"] == 90)
    moves(page, lat=CAR[0], lon=CAR[1] - 0.002, speed_mps=10, course_deg=90)
    box = page.run(BOXES)["map"]
    middle, height = (box[2] - box[0]) / 2, (box[3] - box[1]) / 2
    wait_for("a mark ahead is above the middle", lambda: any(
        each["text"] == "Mark 1" and each["upright"] and abs(each["x"] - middle) < 40 and each["y"] < height - 40
        for each in page.run(TEXTS % "map")))
    expect_that("its label says it", page.page.get_attribute("#map", "aria-label").endswith(", Course up"), page.page.get_attribute("#map", "aria-label"))
    layout.look_around(bench, page, "course", "map")
    page.page.set_viewport_size({"width": 2560, "height": 1440})
    page.run("() => { document.body.dataset.idle = 'yes'; }")
    expect("a wall without buttons, and with what is up", page.run("""() => ['course-up', 'map-up'].map((id) =>
      document.getElementById(id).checkVisibility({ visibilityProperty: true }))"""), [False, True])
    page.page.set_viewport_size({"width": 1440, "height": 900})
    page.go()
    page.ready()
    wait_for("it is kept", lambda: page.run(SEEN)["pressed"] == "true")
    # A recording: at rest, moving, and at rest again.
    begin = datetime.datetime(2026, 11, 18, 10, tzinfo=datetime.timezone.utc)
    page.run(DROP, "".join(json.dumps({
        "type": "fix", "v": 1, "device": "walk", "epoch": second + 1, "state": "live", "mode": "3d", "lat": CAR[0], "lon": CAR[1] + second * 1e-5,
        "time": (begin + datetime.timedelta(seconds=second)).strftime("%Y-%m-%dT%H:%M:%S.000Z"), "course_deg": 90,
        "speed_mps": 10 if 60 <= second < 120 else 0, "h_acc_m": 2, "sats_used": 9}) + "\n" for second in range(180)))
    for place, words in ((0, "North up: no course is known yet"), (500, "Course up"), (0, "North up: no course is known yet"),
                         (500, "Course up"), (900, "North up: no course is known yet")):
        wait_for("the recording is there", lambda: page.run("() => window.gpsbridge.state().link") == "recorded")
        page.page.locator("#position").fill(str(place))
        wait_for("at %d of a recording it says '%s'" % (place, words), lambda: page.run(UP) == words)
    page.close()
    page = browser.show(service, scripts=["Storage.prototype.setItem = () => { throw new DOMException('no room', 'QuotaExceededError'); };"])
    page.choose("course-up")
    wait_for("its map can be turned all the same", lambda: page.run(SEEN)["pressed"] == "true")


@check("whole", takes="engine")
def whole(bench, driver):
    """The map fills the screen by layout alone, and is left by Escape or its button; a turned phone has two columns."""
    driver.show(bench.silent(), 844, 390)
    # What is loaded after the first position.
    moves(driver, speed_mps=0)
    wait_for("all is loaded", lambda: driver.run("() => Boolean(document.getElementById('satellite'))"))
    columns = driver.run("() => ['part-now', 'part-map', 'part-sky', 'part-signals'].map((id) => document.getElementById(id).getBoundingClientRect().left < innerWidth / 3)")
    expect("the two columns of a turned phone", columns, [True, False, True, False])

    def is_back(what):
        wait_for(what, lambda: driver.run(BOXES) == before)
    driver.run("() => scrollTo(0, 0)")
    before = driver.run(BOXES)
    driver.run("() => document.getElementById('whole').click()")
    found = must_be_whole("by a click", driver)
    expect("the state and the position", (found["said"], found["place"][:4]), ("3D fix", "48.1"))
    driver.press("Escape")
    is_back("Escape leaves it")
    driver.press("w")
    must_be_whole("by a key", driver)
    driver.click("document.getElementById('whole')")
    is_back("the button leaves it")
    driver.press("w")
    must_be_whole("again", driver)
    driver.run("() => document.activeElement?.blur()")
    driver.press("3")
    wait_for("a key for the sky shows it", lambda: driver.run(
        "() => document.activeElement.id === 'part-sky' && document.body.dataset.whole === undefined"))


@check("whole-touch", takes="browser")
def whole_touch(bench, browser):
    """On the whole screen one finger moves the map, at each size, and what can't be marked is said over the map."""
    service = bench.silent()
    page = browser.show(service, scripts=["delete Element.prototype.requestFullscreen;"], width=390, height=844, is_mobile=True, has_touch=True,
                        device_scale_factor=2)
    moves(page, speed_mps=0)
    page.page.tap("#whole")
    must_be_whole("a phone without an API for it", page)
    fingers = page.fingers
    before = page.run(SEEN)
    fingers("touchStart", (200, 500))
    for step in range(1, 7):
        fingers("touchMove", (200 - 10 * step, 500 - 5 * step))
    # A second finger comes and goes: nothing jumps.
    fingers("touchStart", (140, 470), (340, 470))
    fingers("touchEnd", (140, 470))
    fingers("touchMove", (130, 470))
    fingers("touchEnd")
    after = page.run(SEEN)
    moved = [(after[axis] - before[axis]) * after["scale"] for axis in ("x", "y")]
    expect("the scale", after["scale"], before["scale"])
    expect_that("one finger moves the map", abs(moved[0] - 70) < 12 and abs(moved[1] - 30) < 12, moved)
    expect("a hint of two fingers", page.run("() => document.getElementById('map-hint').hidden"), True)
    page.page.tap("#whole")
    wait_for("it is left", lambda: page.run("() => document.body.dataset.whole === undefined"))
    page.page.tap("#whole")
    layout.look_around(bench, page, "whole", also=lambda size, scheme: must_be_whole("%s, %s" % (size, scheme), page))
    # Without a position nothing is marked, which is said over the map.
    other = browser.show(service)
    other.press("w")
    must_be_whole("without a position", other)
    other.press("m")
    seen = "() => { const { left, top } = document.getElementById('notice-what').getBoundingClientRect(); return document.elementFromPoint(left + 5, top + 5).textContent; }"
    wait_for("it says over the map that nothing was marked", lambda: other.run(seen) == "The place was not marked.")
