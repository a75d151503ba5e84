"""Marks of places: naming them, the way back, man overboard, the circle, and files; as somebody does who has parked a car."""
import json
import re
import subprocess
import xml.etree.ElementTree

from . import layout
from .bench import check, expect, expect_that, wait_for
from .coordinates import recording
from .keys import tab_through
from .layout import SETTLE
from .link import STOPPED
from .tab import TAKE

CAR, AWAY = (48.132302, 11.53232), (48.1375, 11.5412)
HOSTILE = ["<img src=x onerror=alert(1)>", "\"><script>alert(1)</script>", "a & 'b'\u0000\u001b[31m", "]]></name>"]

LIST = """() => [...document.querySelectorAll('#marks li')].map((item) => ({
  name: item.querySelector('input').value, way: item.querySelector('span').textContent }))"""
# What does not show all that it has.
CUT = """() => [...document.querySelectorAll('#marks, #marks input, #mark-target, #mark-circle')].filter((place) =>
  place.scrollWidth > place.clientWidth + 1 || place.scrollHeight > place.clientHeight + 1).map((place) => place.id || place.value)"""
BEYOND = """() => [...document.querySelectorAll('#part-marks button')].filter((button) => {
  const [{ left, right }, part] = [button.getBoundingClientRect(), button.closest('section').getBoundingClientRect()];
  return left < part.left || right > part.right;
}).map((button) => button.textContent)"""
ABOVE = """() => { const [name, ...others] = document.querySelector('#marks li').children;
  return others.every((other) => other.getBoundingClientRect().top >= name.getBoundingClientRect().bottom); }"""
TEXT = "(id) => document.getElementById(id).textContent"


def stand(page, place, **more):
    """The receiver is at a place now."""
    fix = {"type": "fix", "epoch": 1, "state": "live", "mode": "3d", "lat": place[0], "lon": place[1], "h_acc_m": 2, "speed_mps": 0, **more}
    page.run("""(fix) => { const { device } = window.gpsbridge.state(); const now = new Date().toISOString();
      window.gpsbridge.take({ v: 1, device, time: now, received: now, ...fix }); }""", fix)
    page.run(SETTLE)


def way(bench, place, to):
    """The distance and the bearing by the library."""
    done = subprocess.run(
        [bench.program, "watch", str(recording(bench, place)), "--to", "%.6f,%.6f" % to, "--types", "fix"], capture_output=True, text=True,
        timeout=60, check=True)
    record = json.loads(done.stdout.splitlines()[0])
    return record["to_distance_m"], record["to_bearing_deg"]


def must_be_the_way(what, text, meters, bearing):
    found = re.search(r"([\d.]+) (m|km) · (\d+)°", text)
    expect_that("a way has a distance and a bearing, " + what, found is not None, text)
    shown = float(found.group(1)) * (1000 if found.group(2) == "km" else 1)
    # Half a percent, and the rounding of what is shown.
    rounding = 50 if found.group(2) == "km" else 0.5
    expect_that("the distance is that of the library, " + what, abs(shown - meters) <= meters * 0.005 + rounding, (text, meters))
    expect_that("the bearing is that of the library, " + what, abs((int(found.group(3)) - bearing + 180) % 360 - 180) <= 0.6, (text, bearing))


@check("marks", takes="browser")
def marks(bench, browser):
    """A car is marked and found again; somebody goes overboard; a circle is left; files of marks go out and in, as text."""
    from axe_playwright_python.sync_playwright import Axe
    service = bench.serve("sim:silent")
    page = browser.open(service)
    wait_for("the page knows a receiver", lambda: page.run("() => window.gpsbridge.state().device ?? null"), 20)
    keyboard = page.page.keyboard
    keyboard.press("m")
    wait_for("without a position nothing is marked", lambda: page.read()["what"] == "The place was not marked.", 5)
    stand(page, CAR)
    keyboard.press("m")
    wait_for("the place is marked", lambda: len(page.run(LIST)) == 1, 5)
    name = page.page.get_by_label("Name of mark 1")
    expect("its name at first", name.input_value(), "Mark 1")
    # Letters that are typed are no keys of the page.
    name.fill("")
    name.type("Car, Mom's")
    keyboard.press("Enter")
    keyboard.press("Tab")
    stand(page, AWAY)
    meters, bearing = way(bench, AWAY, CAR)
    must_be_the_way("in the list", page.run(LIST)[0]["way"], meters, bearing)
    page.page.get_by_role("button", name="Go to Car, Mom's").click()
    must_be_the_way("to the target", page.run(TEXT, "mark-target"), meters, bearing)
    stand(page, AWAY, speed_mps=10, course_deg=bearing + 60)
    said = page.run(TEXT, "mark-target")
    minutes, seconds = re.search(r"closing 18 km/h · (\d+) min (\d+) s \(\d\d:\d\d UTC\)", said).groups()
    expect_that("the time of arrival is by the closing speed", abs(int(minutes) * 60 + int(seconds) - meters / 5) < 2, (said, meters))
    stand(page, AWAY, speed_mps=10, course_deg=bearing + 180)
    expect_that("who goes away has no time of arrival", page.run(TEXT, "mark-target").endswith("away 36 km/h"), page.run(TEXT, "mark-target"))
    layout.look_around(bench, Axe(), page, "marks", "part-marks")
    page.page.set_viewport_size({"width": 1440, "height": 900})
    page.run("() => document.activeElement?.blur()")
    keyboard.press("o")
    wait_for("who is overboard is the target", lambda: page.run(TEXT, "mark-target").startswith("To Man overboard"), 5)
    expect("marks", len(page.run(LIST)), 2)
    # A circle of 50 m around the car, from its middle to its outside.
    page.page.fill("#circle-radius", "50")
    page.page.get_by_role("button", name="Circle around Car, Mom's").click()
    stand(page, CAR)
    expect("the middle of the circle", page.run(TEXT, "mark-circle"), "Inside: 0 m from the middle of the circle of 50 m around Car, Mom's")
    height = "() => document.getElementById('part-marks').getBoundingClientRect().height"
    before = page.run(height)
    stand(page, (CAR[0] + 0.0006, CAR[1]))
    expect("outside of the circle", page.run(TEXT, "mark-circle"), "Outside: 67 m from the middle of the circle of 50 m around Car, Mom's")
    expect("the height of the part", page.run(height), before)
    # Files: what was written is read by others, and what others write is text.
    with page.page.expect_download() as waiting:
        page.page.click("#marks-gpx")
    tree = xml.etree.ElementTree.fromstring(open(waiting.value.path(), encoding="utf-8").read())
    points = tree.findall("{http://www.topografix.com/GPX/1/1}wpt")
    expect("the names in GPX", points[0].find("{http://www.topografix.com/GPX/1/1}name").text, "Car, Mom's")
    expect("the place in GPX", (float(points[0].get("lat")), float(points[0].get("lon"))), CAR)
    with page.page.expect_download() as waiting:
        page.page.click("#marks-geojson")
    expect("the place in GeoJSON", json.load(open(waiting.value.path(), encoding="utf-8"))["features"][0]["geometry"]["coordinates"], [CAR[1], CAR[0]])
    path = bench.folder / "hostile.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {"name": each}, "geometry": {"type": "Point", "coordinates": [11.5, 48.1]}} for each in HOSTILE]}))
    elements = "() => document.querySelectorAll('img, script').length"
    count = page.run(elements)
    page.page.set_input_files("#marks-file", str(path))
    wait_for("the marks are imported", lambda: len(page.run(LIST)) == 2 + len(HOSTILE), 5)
    names = [line["name"] for line in page.run(LIST)]
    for each in HOSTILE:
        expect_that("a hostile name is text", any(line.startswith(each[:7]) for line in names), names)
    expect_that("no name keeps control characters", all(letter.isprintable() for name in names for letter in name), names)
    expect("pictures and scripts", page.run(elements), count)
    path.write_text("no points")
    page.page.set_input_files("#marks-file", str(path))
    wait_for("a file without points is refused", lambda: page.read()["what"] == "The marks were not imported.", 5)
    page.page.get_by_role("button", name="Delete <img").click()
    wait_for("a mark is deleted", lambda: len(page.run(LIST)) == 1 + len(HOSTILE), 5)
    kept = page.run(LIST)
    page.go()
    wait_for("all is kept", lambda: [line["name"] for line in page.run(LIST)] == [line["name"] for line in kept], 10)
    wait_for("the page knows a receiver", lambda: page.run("() => window.gpsbridge.state().device ?? null"), 20)
    stand(page, CAR)
    expect_that("the circle and the target are kept", page.run(TEXT, "mark-circle").startswith("Inside") and page.run(
        TEXT, "mark-target").startswith("To Man overboard"), page.run(TEXT, "mark-circle"))
    tab_through(page, "with marks")
    page.must_be_quiet()
    page.close()
    service.stop()


@check("overboard", takes="browser")
def overboard(bench, browser):
    """Man overboard, marks and the way use the last position that can be trusted, and its age stands in the name."""
    service = bench.serve("sim:silent")
    page = browser.open(service)
    wait_for("the page knows a receiver", lambda: page.run("() => window.gpsbridge.state().device ?? null"), 20)
    stand(page, AWAY, suspect="spoofed")
    page.page.keyboard.press("m")
    wait_for("a forged position is not marked", lambda: page.read()["what"] == "The place was not marked.", 5)
    expect("why", page.read()["why"], "Every position until now may be forged.")
    then = "new Date(Date.now() - 95_000).toISOString()"
    fix = {"type": "fix", "epoch": 1, "state": "live", "mode": "3d", "lat": CAR[0], "lon": CAR[1], "h_acc_m": 2, "speed_mps": 0}
    page.run("(fix) => { const at = %s; window.gpsbridge.take({ v: 1, device: window.gpsbridge.state().device, time: at, received: at, ...fix }); }" % then, fix)
    stand(page, AWAY, suspect="spoofed")
    page.page.keyboard.press("o")
    wait_for("the place is marked", lambda: len(page.run(LIST)) == 1, 5)
    [mark] = page.run(LIST)
    expect_that("its name has the age", re.fullmatch(r"Man overboard \d\d:\d\d:\d\d UTC \(position (9[5-9]|1\d\d) s old\)", mark["name"]), mark)
    wait_for("the notice has the name", lambda: page.read()["what"] == mark["name"] + " is marked.", 5)
    page.page.set_viewport_size({"width": 390, "height": 844})
    expect("what a phone cuts of the marks", page.run(CUT), [])
    expect_that("the name is above the rest", page.run(ABOVE), page.run(LIST))
    page.page.set_viewport_size({"width": 1440, "height": 900})
    expect_that("the way is from the place that can be trusted", page.run(TEXT, "mark-target").endswith(
        "0 m · 000° N (from the last known position)"), page.run(TEXT, "mark-target"))
    kept = page.run("() => JSON.parse(localStorage.getItem('gpsbridge')).marks")
    found = json.dumps(kept)
    expect_that("the place is the trusted one", str(CAR[0]) in found and str(AWAY[0]) not in found, found)
    # A position that is old and not forged has its age, too; one of now has none.
    page.run(TAKE, [{"type": "event", "event": "lost"}])
    page.page.keyboard.press("m")
    wait_for("a lost position is marked", lambda: len(page.run(LIST)) == 2, 5)
    expect_that("it has an age", any(re.fullmatch(r"Mark 2 \(position \d+ s old\)", each["name"]) for each in page.run(LIST)), page.run(LIST))
    stand(page, AWAY)
    page.page.keyboard.press("m")
    wait_for("a live position is marked", lambda: any(each["name"] == "Mark 3" for each in page.run(LIST)), 5)
    page.must_be_quiet()
    page.close()
    large = browser.another("--blink-settings=defaultFontSize=32")
    page = large.open(service, width=390, height=844)
    wait_for("the page knows a receiver", lambda: page.run("() => window.gpsbridge.state().device ?? null"), 20)
    stand(page, CAR)
    page.page.keyboard.press("m")
    wait_for("the place is marked with large text", lambda: len(page.run(LIST)) == 1, 5)
    expect("what large text cuts of the marks", page.run(CUT), [])
    expect("buttons beyond their part with large text", page.run(BEYOND), [])
    page.run(TAKE, [{"type": "event", "event": "lost"}])
    page.page.keyboard.press("o")
    wait_for("who is overboard is the target", lambda: page.run(TEXT, "mark-target").startswith("To Man overboard"), 5)
    page.page.get_by_role("button", name="Circle around Mark 1").click()
    expect("what large text cuts of a way and a circle", [each for each in page.run(CUT) if each.startswith("mark-")], [])
    page.close()
    large.close()
    service.stop()


@check("away", takes="browser")
def away(bench, browser):
    """The first press of man overboard marks the place while the service is away."""
    service = bench.serve("sim:drive")
    page = browser.open(service)
    page.wait_for_state("3D fix", 20)
    page.page.wait_for_function(
        "() => performance.getEntriesByType('resource').filter(({ name }) => /(alarms|marks|geodesic|span).js$/.test(name)).length === 4", timeout=20_000)
    service.stop()
    page.page.keyboard.press("o")
    wait_for("the place is marked", lambda: [line["name"][:13] for line in page.run(LIST)] == ["Man overboard"], 5)
    page.page.keyboard.press("a")
    wait_for("the list of alarms opens", lambda: page.run("() => document.getElementById('alarms')?.open ?? false"), 5)
    page.must_be_quiet(STOPPED)
    page.close()


# As many marks as there may be, one of them with a circle.
MANY = """localStorage.setItem('gpsbridge', JSON.stringify({ marks: { next: 501, target: null, circle: { id: 1, radius: 50 },
  marks: Array.from({ length: 500 }, (_, index) => ({ id: index + 1, name: `Mark\u202e ${index + 1}`, lat: 48.1, lon: 11.5 })) } }));"""


@check("many-marks", takes="browser")
def many_marks(bench, browser):
    """Man overboard is marked beyond the limit of marks; what is known of a position of before says so."""
    service = bench.serve("sim:silent")
    page = browser.open(service, path=None)
    page.context.add_init_script(MANY)
    page.go()
    wait_for("the page knows a receiver", lambda: page.run("() => window.gpsbridge.state().device ?? null"), 20)
    wait_for("the marks are there", lambda: len(page.run(LIST)) == 500, 10)
    expect("a name without signs that turn text", page.run(LIST)[-1]["name"], "Mark 1")
    stand(page, CAR)
    page.page.keyboard.press("m")
    wait_for("one more is refused", lambda: page.read()["why"] == "There are 500 marks already.", 5)
    page.page.keyboard.press("o")
    wait_for("who is overboard is the target", lambda: page.run(TEXT, "mark-target").startswith("To Man overboard"), 5)
    expect("marks", len(page.run(LIST)), 501)
    page.run(TAKE, [{"type": "event", "event": "lost"}])
    wait_for("the circle says so", lambda: page.run(TEXT, "mark-circle").startswith("Last known: outside, "), 5)
    expect_that("the list says so", page.run(LIST)[0]["way"].startswith("Last known: 0 m"), page.run(LIST)[0])
    page.must_be_quiet()
    page.close()
    service.stop()
