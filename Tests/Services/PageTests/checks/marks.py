"""Marks of places: naming them, the way back, man overboard, the circle, and files."""
import json
import re
import xml.etree.ElementTree

from . import layout
from .bench import check, expect, expect_that, wait_for
from .coordinates import recording
from .keys import tab_through
from .link import STOPPED
from .browser import AGES, SPEAKS, event, fix

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


def way(bench, place, to):
    """The distance and the bearing by the library."""
    record = bench.records("watch", recording(bench, place), "--to", "%.6f,%.6f" % to, "--types", "fix")[0]
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
    """A car is marked and found again; a man goes overboard; a circle is left; files of marks go out and in, as text."""
    page = browser.show(bench.silent())
    page.take(*SPEAKS)
    page.press("m")
    wait_for("without a position nothing is marked", lambda: page.read()["notice"] == "The place was not marked.")
    page.stand(CAR)
    page.press("m")
    wait_for("the place is marked", lambda: len(page.run(LIST)) == 1)
    name = page.page.get_by_label("Name of mark 1")
    expect("its name at first", name.input_value(), "Mark 1")
    # Letters that are typed are no keys of the page.
    name.fill("")
    name.type("Car, Mom's")
    page.press("Enter")
    page.press("Tab")
    page.stand(AWAY)
    meters, bearing = way(bench, AWAY, CAR)
    must_be_the_way("in the list", page.run(LIST)[0]["way"], meters, bearing)
    page.page.get_by_role("button", name="Go to Car, Mom's").click()
    must_be_the_way("to the target", page.run(TEXT, "mark-target"), meters, bearing)
    page.stand(AWAY, speed_mps=10, course_deg=bearing + 60)
    said = page.run(TEXT, "mark-target")
    minutes, seconds = re.search(r"closing 18 km/h · (\d+) min (\d+) s \(\d\d:\d\d UTC\)", said).groups()
    expect_that("the time of arrival is by the closing speed", abs(int(minutes) * 60 + int(seconds) - meters / 5) < 2, (said, meters))
    page.stand(AWAY, speed_mps=10, course_deg=bearing + 180)
    expect_that("who goes away has no time of arrival", page.run(TEXT, "mark-target").endswith("away 36 km/h"), page.run(TEXT, "mark-target"))
    layout.look_around(bench, page, "marks", "part-marks")
    page.run("() => document.activeElement?.blur()")
    page.press("o")
    wait_for("who is overboard is the target", lambda: page.run(TEXT, "mark-target").startswith("To Man overboard"))
    expect("marks", len(page.run(LIST)), 2)
    # A circle of 50 m around the car, from its middle to its outside.
    page.page.fill("#circle-radius", "50")
    page.page.get_by_role("button", name="Watch circle around Car, Mom's").click()
    page.stand(CAR)
    expect("the middle of the circle", page.run(TEXT, "mark-circle"), "Inside: 0 m from Car, Mom's, circle of 50 m left at 60 m")
    height = "() => document.getElementById('part-marks').getBoundingClientRect().height"
    before = page.run(height)
    page.stand((CAR[0] + 0.0006, CAR[1]))
    expect("outside of the circle", page.run(TEXT, "mark-circle"), "Outside: 67 m from Car, Mom's, circle of 50 m left at 60 m")
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
    wait_for("the marks are imported", lambda: len(page.run(LIST)) == 2 + len(HOSTILE))
    names = [line["name"] for line in page.run(LIST)]
    for each in HOSTILE:
        expect_that("a hostile name is text", any(line.startswith(each[:7]) for line in names), names)
    expect_that("no name keeps control characters", all(letter.isprintable() for name in names for letter in name), names)
    expect("pictures and scripts", page.run(elements), count)
    path.write_text("no points")
    page.page.set_input_files("#marks-file", str(path))
    wait_for("a file without points is refused", lambda: page.read()["notice"] == "The marks were not imported.")
    page.page.get_by_role("button", name="Delete <img").click()
    wait_for("a mark is deleted", lambda: len(page.run(LIST)) == 1 + len(HOSTILE))
    kept = page.run(LIST)
    page.go()
    page.ready()
    wait_for("all is kept", lambda: [line["name"] for line in page.run(LIST)] == [line["name"] for line in kept])
    page.take(*SPEAKS, fix(CAR))
    expect_that("the circle and the target are kept", page.run(TEXT, "mark-circle").startswith("Inside") and page.run(
        TEXT, "mark-target").startswith("To Man overboard"), page.run(TEXT, "mark-circle"))
    tab_through(page, "with marks")
    page.page.click("#map", button="right", position={"x": 200, "y": 150})
    wait_for("the way is shown", lambda: re.search(r"From the position: \d.* m · \d+° \w+", page.run(TEXT, "map-place")))
    page.page.click("#map-place button:text-is('Mark')")
    wait_for("the place is marked", lambda: len(page.run(LIST)) == len(kept) + 1)
    page.run("""() => document.getElementById('map').dispatchEvent(new PointerEvent('pointerdown', { isPrimary: true, pointerType: 'touch' }))""")
    wait_for("a long press does the same", lambda: page.page.is_visible("#map-place button"))


@check("overboard", takes="browser")
def overboard(bench, browser):
    """Man overboard, marks and the way use the last position that can be trusted, and its age stands in the name."""
    page = browser.show(bench.silent(), scripts=[AGES])
    page.take(*SPEAKS)
    page.stand(AWAY, suspect="spoofed")
    page.press("m")
    wait_for("a forged position is not marked", lambda: page.read()["notice"] == "The place was not marked.")
    expect("why", page.read()["notice_why"], "Every position until now may be forged.")
    page.stand(CAR, ago=95)
    page.stand(AWAY, suspect="spoofed")
    page.press("o")
    wait_for("the place is marked", lambda: len(page.run(LIST)) == 1)
    [mark] = page.run(LIST)
    expect_that("its name has the date", re.fullmatch(r"Man overboard \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC", mark["name"]), mark)
    found = re.match(r"last known, (9[5-9]|1\d\d) s old", mark["way"])
    expect_that("it has the age", found, mark)
    wait_for("the notice has both", lambda: page.read()["notice"] == "%s (%s) is marked." % (mark["name"], found.group(0)))
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
    page.take(event("lost"))
    page.press("m")
    wait_for("a lost position is marked", lambda: len(page.run(LIST)) == 2)
    expect_that("it has an age", any(each["name"] == "Mark 2" and re.match(r"last known, \d+ s old", each["way"]) for each in page.run(LIST)), page.run(LIST))
    page.stand(AWAY)
    page.press("m")
    wait_for("a live position is marked", lambda: any(each["name"] == "Mark 3" and "old" not in each["way"] for each in page.run(LIST)))
    page.close()
    large = browser.another("--blink-settings=defaultFontSize=32")
    page = large.show(bench.silent(), width=390, height=844)
    page.take(*SPEAKS)
    page.stand(CAR)
    page.press("m")
    wait_for("the place is marked with large text", lambda: len(page.run(LIST)) == 1)
    expect("what large text cuts of the marks", page.run(CUT), [])
    expect("buttons beyond their part with large text", page.run(BEYOND), [])
    page.take(event("lost"))
    page.press("o")
    wait_for("who is overboard is the target", lambda: page.run(TEXT, "mark-target").startswith("To Man overboard"))
    page.page.click("#notice-close")
    page.page.get_by_role("button", name="Watch circle around Mark 1").click()
    expect("what large text cuts of a way and a circle", [each for each in page.run(CUT) if each.startswith("mark-")], [])


@check("away", takes="browser")
def away(bench, browser):
    """The first press of man overboard marks the place while the service is away."""
    service = bench.serve("sim:drive")
    page = browser.show(service, "3D fix")
    page.page.wait_for_function(
        "() => performance.getEntriesByType('resource').filter(({ name }) => /(alarms|marks|geodesic|span).js$/.test(name)).length === 4")
    service.stop()
    page.press("o")
    wait_for("the place is marked", lambda: [line["name"][:13] for line in page.run(LIST)] == ["Man overboard"])
    page.press("a")
    wait_for("the list of alarms opens", lambda: page.run("() => document.getElementById('alarms')?.open ?? false"))
    page.noise += STOPPED


# As many marks as there may be, one of them with a circle.
MANY = """localStorage.setItem('gpsbridge', JSON.stringify({ marks: { next: 501, target: null, circle: { id: 1, radius: 50 },
  marks: Array.from({ length: 500 }, (_, index) => ({ id: index + 1, name: `Mark\u202e ${index + 1}`, lat: 48.1, lon: 11.5 })) } }));"""


@check("many-marks", takes="browser")
def many_marks(bench, browser):
    """Man overboard is marked beyond the limit of marks; what is known of a position of before says so."""
    page = browser.show(bench.silent(), scripts=[MANY])
    page.take(*SPEAKS)
    wait_for("the marks are there", lambda: len(page.run(LIST)) == 500)
    expect("a name without signs that turn text", page.run(LIST)[-1]["name"], "Mark 1")
    page.stand(CAR)
    page.press("m")
    wait_for("one more is refused", lambda: page.read()["notice_why"] == "There are 500 marks already.")
    page.press("o")
    wait_for("who is overboard is the target", lambda: page.run(TEXT, "mark-target").startswith("To Man overboard"))
    expect("marks", len(page.run(LIST)), 501)
    page.take(event("lost"))
    wait_for("the circle says so", lambda: page.run(TEXT, "mark-circle").startswith("Last known: outside, "))
    expect_that("the list says so", page.run(LIST)[0]["way"].startswith("Last known: 0 m"), page.run(LIST)[0])
