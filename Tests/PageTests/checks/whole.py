"""The map by the course, and on the whole screen: used with mouse, keys and fingers."""
import datetime
import json

from . import drivers, layout
from .layout import must_be_accessible
from .bench import Skipped, check, expect, expect_that, wait_for
from .hands import STAND
from .marks import CAR
from .recordings import DROP

KNOWS = "() => window.gpsbridge?.state().device ?? null"
# A minute to the east at 10 m/s; it ends at the car, now.
EAST = """() => {
  const { device } = window.gpsbridge.state();
  const end = Date.now() / 1000;
  for (let second = 0; second <= 60; second += 1) {
    const time = new Date((end - 60 + second) * 1000).toISOString();
    window.gpsbridge.take({
      type: 'fix', v: 1, device, epoch: second + 1, state: 'live', mode: '3d', time, received: time, lat: %f, lon: %f - (60 - second) * 0.0001345,
      speed_mps: second < 60 ? 10 : 0, course_deg: 90, h_acc_m: 2, sats_used: 9,
    });
  }
}""" % CAR
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
# The texts of the next frame, with their places in the window, and whether each stands upright.
TEXTS = """() => new Promise((done) => {
  const found = [];
  const pen = CanvasRenderingContext2D.prototype;
  const { fillText } = pen;
  pen.fillText = function (text, x, y) {
    const { a, b, c, d, e, f } = this.getTransform();
    if (this.canvas.id === 'map') found.push({ text, x: (a * x + c * y + e) / devicePixelRatio, y: (b * x + d * y + f) / devicePixelRatio, upright: b === 0 && c === 0 && a > 0 });
    return fillText.apply(this, arguments);
  };
  dispatchEvent(new KeyboardEvent('keydown', { key: 'c' }));
  requestAnimationFrame(() => requestAnimationFrame(() => {
    pen.fillText = fillText;
    done(found);
  }));
})"""
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
    found = wait_for("the map is whole, " + what, lambda: (now := driver.run(WHOLE))["sides"] == [0, 0, 0] and now, 5)
    expect("what is seen beside the map, " + what, (found["below"], found["state"], found["hidden"], found["pressed"], found["found"]), (0, True, True, "true", "map"))
    return found


def moves(driver, **more):
    """A fix of now at the car."""
    fix = {"type": "fix", "epoch": 100, "state": "live", "mode": "3d", "lat": CAR[0], "lon": CAR[1], "h_acc_m": 2, "sats_used": 9, **more}
    driver.run(STAND % ('["attached", "speaking"]', json.dumps(fix)))


def try_course(driver, engine):
    wait_for("the page knows a receiver in " + engine, lambda: driver.run(KNOWS), 20)
    # A minute and a half ago it stood.
    before = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(seconds=90)
    stood = before.strftime("%Y-%m-%dT%H:%M:%S.000Z")
    moves(driver, speed_mps=0, course_deg=33, time=stood, received=stood)

    def says(what, words):
        wait_for("%s in %s" % (what, engine), lambda: driver.run(UP) == words, 5)
    driver.click("document.getElementById('course-up')")
    says("at rest no course is known", "North up: no course is known yet")
    expect("the turn without a course in " + engine, driver.run(SEEN)["turn"], 0)
    driver.click("document.getElementById('course-up')")
    says("it can be north-up", "")
    driver.run(EAST)
    moves(driver, speed_mps=10, course_deg=90)
    wait_for("the way is seen to the west in " + engine, lambda: driver.run(COLORED) == [True, False, False, False], 5)
    driver.run("() => document.activeElement?.blur()")
    driver.press("n")
    says("a key turns it", "Course up")
    expect("the turn in " + engine, driver.run(SEEN)["turn"], 90)
    wait_for("the way is seen below in " + engine, lambda: driver.run(COLORED) == [False, True, False, False], 5)
    texts = driver.run(TEXTS)
    expect("texts that are not upright in " + engine, [each["text"] for each in texts if not each["upright"]], [])
    expect_that("the lines of the map have their names in " + engine, any("°" in each["text"] for each in texts), texts)
    # Up is to the east: who pulls the map down goes there.
    moves(driver, speed_mps=0, course_deg=200)
    says("at rest the last course holds", "Course up: the last course")
    expect("the turn at rest in " + engine, driver.run(SEEN)["turn"], 90)
    left, top, right, bottom = driver.run(BOXES)["map"]
    middle = ((left + right) / 2, (top + bottom) / 2 + 40)
    before = driver.run(SEEN)
    driver.drag(middle, (middle[0], middle[1] + 80))
    says("a hand holds it", "Course up: held while moved by hand")
    after = driver.run(SEEN)
    moved = [(after[axis] - before[axis]) * after["scale"] for axis in ("x", "y")]
    expect_that("the ground goes with the mouse in " + engine, abs(moved[0] - 80) < 5 and abs(moved[1]) < 5, moved)
    moves(driver, speed_mps=10, course_deg=180)
    expect("the turn below a hand in " + engine, driver.run(SEEN)["turn"], 90)
    driver.click("document.getElementById('follow')")
    wait_for("it turns again in " + engine, lambda: driver.run(SEEN)["turn"] == 180, 5)
    # A position that may be forged turns nothing.
    moves(driver, speed_mps=10, course_deg=270, suspect="spoofed", epoch=101)
    expect("the turn of a forged position in " + engine, driver.run(SEEN)["turn"], 180)
    driver.click("document.getElementById('whole-world')")
    says("from afar it is north-up", "North up: seen from afar")
    expect("the turn from afar in " + engine, driver.run(SEEN)["turn"], 0)
    for wanted in ("North up", "North up: seen from afar"):
        driver.click("document.getElementById('course-up')")
        expect("what is announced from afar in " + engine, driver.run("() => document.getElementById('note').textContent"), wanted)


@check("course", takes="browser")
def course(bench, browser):
    """Course up turns the map with a receiver that moves, holds at rest, keeps texts upright, and is kept; in three engines."""
    from axe_playwright_python.sync_playwright import Axe
    service = bench.serve("sim:silent")
    in_each_engine(bench, browser, service, 1366, 768, try_course)
    page = browser.open(service)
    wait_for("the page knows a receiver", lambda: page.run(KNOWS), 20)
    page.run(EAST)
    moves(page, speed_mps=10, course_deg=90)
    page.page.keyboard.press("m")
    # The mark is to the east: ahead.
    page.page.focus("#course-up")
    page.page.keyboard.press("Enter")
    wait_for("it is turned", lambda: page.run(SEEN)["turn"] == 90, 5)
    moves(page, lat=CAR[0], lon=CAR[1] - 0.002, speed_mps=10, course_deg=90)
    box = page.run(BOXES)["map"]
    named = wait_for("the mark is drawn", lambda: next((each for each in page.run(TEXTS) if each["text"] == "Mark 1"), None), 5)
    expect_that("a mark ahead is above the middle", named["upright"] and abs(named["x"] - (box[2] - box[0]) / 2) < 40
                and named["y"] < (box[3] - box[1]) / 2 - 40, (named, box))
    expect_that("its label says it", page.page.get_attribute("#map", "aria-label").endswith(", Course up"), page.page.get_attribute("#map", "aria-label"))
    axe = Axe()
    layout.look_around(bench, axe, page, "course", "map")
    page.page.set_viewport_size({"width": 2560, "height": 1440})
    page.run("() => { document.body.dataset.idle = 'yes'; }")
    expect("a wall without buttons, and with what is up", page.run("""() => ['course-up', 'map-up'].map((id) =>
      document.getElementById(id).checkVisibility({ visibilityProperty: true }))"""), [False, True])
    page.page.set_viewport_size({"width": 1440, "height": 900})
    page.go()
    wait_for("it is kept", lambda: page.run(SEEN)["pressed"] == "true", 10)
    page.must_be_quiet()
    # A recording: at rest, moving, and at rest again.
    begin = datetime.datetime(2026, 11, 18, 10, tzinfo=datetime.timezone.utc)
    page.run(DROP, "".join(json.dumps({
        "type": "fix", "v": 1, "device": "walk", "epoch": second + 1, "state": "live", "mode": "3d", "lat": CAR[0], "lon": CAR[1] + second * 1e-5,
        "time": (begin + datetime.timedelta(seconds=second)).strftime("%Y-%m-%dT%H:%M:%S.000Z"), "course_deg": 90,
        "speed_mps": 10 if 60 <= second < 120 else 0, "h_acc_m": 2, "sats_used": 9}) + "\n" for second in range(180)))
    for place, words in ((0, "North up: no course is known yet"), (500, "Course up"), (0, "North up: no course is known yet"),
                         (500, "Course up"), (900, "North up: no course is known yet")):
        wait_for("the recording is there", lambda: page.run("() => window.gpsbridge.state().link") == "recorded", 10)
        page.page.locator("#position").fill(str(place))
        wait_for("at %d of a recording it says '%s'" % (place, words), lambda: page.run(UP) == words, 5)
    page.close()
    page = browser.open(service, path=None)
    page.context.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('no room', 'QuotaExceededError'); };")
    page.go()
    wait_for("a page that can keep nothing knows a receiver", lambda: page.run(KNOWS), 20)
    page.page.click("#course-up")
    wait_for("its map can be turned all the same", lambda: page.run(SEEN)["pressed"] == "true", 5)
    page.must_be_quiet()
    page.close()
    service.stop()


def in_each_engine(bench, browser, service, width, height, deed):
    done = 0
    for engine in drivers.ENGINES:
        try:
            with drivers.opened(engine, browser, bench.folder) as driver:
                driver.open(service.address + "/", width, height)
                deed(driver, engine.name)
                done += 1
                bench.tell("%s: all done" % engine.name)
        except Skipped as reason:
            bench.tell("skipped: %s" % reason)
    if done == 0:
        raise Skipped("no engine is there")


def try_whole(driver, engine):
    wait_for("the page knows a receiver in " + engine, lambda: driver.run(KNOWS), 20)
    # What is loaded after the first position.
    moves(driver, speed_mps=0)
    wait_for("all is loaded in " + engine, lambda: driver.run("() => Boolean(document.getElementById('heat'))"), 20)
    columns = driver.run("() => ['part-now', 'part-map', 'part-sky', 'part-signals'].map((id) => document.getElementById(id).getBoundingClientRect().left < innerWidth / 3)")
    expect("the two columns of a turned phone in " + engine, columns, [True, False, True, False])

    def is_back(what):
        wait_for("%s in %s" % (what, engine), lambda: driver.run(BOXES) == before, 5)
    driver.run("() => scrollTo(0, 0)")
    before = driver.run(BOXES)
    driver.run("() => document.getElementById('whole').click()")
    found = must_be_whole(engine, driver)
    expect("the state and the position in " + engine, (found["said"], found["place"][:4]), ("3D fix", "48.1"))
    driver.press("Escape")
    is_back("Escape leaves it")
    driver.press("w")
    must_be_whole(engine + ", by a key", driver)
    driver.click("document.getElementById('whole')")
    is_back("the button leaves it")
    driver.press("w")
    must_be_whole(engine + ", again", driver)
    driver.run("() => document.activeElement?.blur()")
    driver.press("3")
    wait_for("a key for the sky shows it in " + engine, lambda: driver.run(
        "() => document.activeElement.id === 'part-sky' && document.body.dataset.whole === undefined"), 5)


@check("whole", takes="browser")
def whole(bench, browser):
    """The map fills the screen by layout alone, and is left by Escape or its button; there one finger moves it; a turned phone has two columns."""
    from axe_playwright_python.sync_playwright import Axe
    service = bench.serve("sim:silent")
    in_each_engine(bench, browser, service, 844, 390, try_whole)
    page = browser.open(service, path=None, width=390, height=844, is_mobile=True, has_touch=True, device_scale_factor=2)
    page.context.add_init_script("delete Element.prototype.requestFullscreen;")
    page.go()
    wait_for("the page knows a receiver", lambda: page.run(KNOWS), 20)
    moves(page, speed_mps=0)
    page.page.wait_for_selector("#heat")
    page.page.tap("#whole")
    must_be_whole("a phone without an API for it", page)
    session = page.context.new_cdp_session(page.page)

    def fingers(kind, *places):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y, "id": name} for name, (x, y) in enumerate(places)]})
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
    wait_for("it is left", lambda: page.run("() => document.body.dataset.whole === undefined"), 5)
    page.page.tap("#whole")
    axe = Axe()
    for scheme in ("light", "dark"):
        for size in ("phone", "desk"):
            layout.look(page, "the whole map", size, scheme)
            must_be_whole("%s, %s" % (size, scheme), page)
            must_be_accessible(axe, page, "the whole map, %s, %s" % (size, scheme))
            layout.keep(bench, page, "whole", size, scheme)
    page.must_be_quiet()
    page.close()
    # Without a position nothing is marked, which is said over the map.
    other = browser.open(service)
    wait_for("another page is there", lambda: other.run("() => Boolean(document.getElementById('heat')) && window.gpsbridge.state().device"), 20)
    other.page.keyboard.press("w")
    must_be_whole("without a position", other)
    other.page.keyboard.press("m")
    seen = "() => { const { left, top } = document.getElementById('verdict-what').getBoundingClientRect(); return document.elementFromPoint(left + 5, top + 5).textContent; }"
    wait_for("it says over the map that nothing was marked", lambda: other.run(seen) == "The place was not marked.", 5)
    other.must_be_quiet()
    other.close()
    service.stop()
