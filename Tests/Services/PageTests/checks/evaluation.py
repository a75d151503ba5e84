"""The evaluation of a receiver: the scatter at rest, and the satellite that is pointed at."""
import math
import random
import re
import statistics

from . import layout
from .bench import check, expect, expect_that, wait_for
from .browser import fix
from .coordinates import recording
from .layout import SETTLE

NUMBERS = "() => Object.fromEntries([...document.querySelectorAll('#part-scatter dd')].map((place) => [place.id.slice(8), place.textContent]))"
NAMED = "() => { const place = document.getElementById('satellite'); return place.hidden ? '' : place.textContent; }"
CENTER = (48.1, 11.5)
METER = 360 / (2 * math.pi * 6378137)


def places_of(count, seed=5):
    """A receiver at rest that errs by about 1.5 m, with errors that last: north and east in degrees."""
    numbers = random.Random(seed)
    north = east = 0.0
    found = []
    for _ in range(count):
        north, east = 0.9 * north + numbers.gauss(0, 0.65), 0.9 * east + numbers.gauss(0, 0.45)
        found.append((CENTER[0] + north * METER, CENTER[1] + east * METER / math.cos(math.radians(CENTER[0]))))
    return found


def fixes_of(places):
    return [fix(place, epoch=number + 1, alt_msl_m=500, speed_mps=0.05, sats_used=9, ago=len(places) - number)
            for number, place in enumerate(places)]


def by_library(bench, places):
    """CEP50 and CEP95 of the same positions by `gpsbridge fix --average`."""
    record = bench.records("fix", recording(bench, *places, each=1), "--average", "%ds" % (len(places) - 1), "--json")[-1]
    expect("positions of the mean", record["averaged_n"], len(places))
    return record["cep50_m"], record["cep95_m"]


def length(text):
    """Meters of `23 cm` or `1.3 m`."""
    number, unit = re.fullmatch(r"([\d.]+) (cm|m).*", text).groups()
    return float(number) / (100 if unit == "cm" else 1)


def recomputed(places):
    """CEP50, R95 and 2DRMS in meters by plain sums."""
    lat, lon = (statistics.fmean(place[side] for place in places) for side in (0, 1))
    squared = 0.00669437999
    root = math.sqrt(1 - squared * math.sin(math.radians(lat)) ** 2)
    north, east = (1 - squared) / root ** 3 / METER, math.cos(math.radians(lat)) / root / METER
    found = sorted(math.hypot((place[0] - lat) * north, (place[1] - lon) * east) for place in places)
    return found[math.ceil(len(found) * 0.5) - 1], found[math.ceil(len(found) * 0.95) - 1], 2 * math.sqrt(statistics.fmean(each ** 2 for each in found))


def sky_of(strength):
    """A sky of satellites in turn: east of south is shaded."""
    return [{"gnss": ["gps", "galileo", "glonass", "beidou"][place % 4], "id": place + 1, "used": place % 3 > 0, "az_deg": place * 37 % 360,
             "el_deg": place * 13 % 85, "cn0_dbhz": strength(place * 37 % 360, place * 13 % 85)} for place in range(28)]


@check("scatter", takes="engine")
def scatter(bench, driver):
    """The scatter of a receiver at rest has the library's radii; by keys, at each size."""
    places = places_of(1460)
    expected = recomputed(places)
    library = by_library(bench, places)
    expect_that("the library has the same radii", all(abs(one - other) < 0.03 for one, other in zip(library, expected)), (library, expected))
    driver.show(bench.silent())
    wait_for("the scatter is loaded", lambda: driver.run("() => Boolean(document.getElementById('scatter'))"))
    driver.take(*fixes_of(places))
    driver.run("() => document.getElementById('scatter-tab').click()")
    numbers = wait_for("its numbers are there", lambda: (found := driver.run(NUMBERS))["count"] == "1460" and found)
    for name, value in zip(("cep", "r95", "drms"), expected):
        expect_that("%s of the page is that of the library" % name, abs(length(numbers[name]) - value) <= 0.051, (numbers, expected))
    expect("its duration", numbers["time"], "24 min 19 s")
    if driver.name != "Chromium":
        return

    page = driver.browser.show(bench.silent())
    page.take(*fixes_of(places))
    page.page.focus("#scatter-tab")
    page.press("Enter")
    wait_for("a key opens it", lambda: page.run(NUMBERS)["count"] == "1460")
    mean = page.run(NUMBERS)["mean"]
    found = [float(number) for number in re.findall(r"([\d.]+)°", mean)]
    exact = [statistics.fmean(place[side] for place in places) for side in (0, 1)]
    expect_that("the mean", all(abs(one - other) < 1e-6 for one, other in zip(found, exact)), (mean, exact))
    expect("its direction and rate", bool(re.fullmatch(r"[\d.]+ (cm|m)/h [NESW]{1,2}", page.run(NUMBERS)["drift"])), True)
    layout.look_around(bench, page, "scatter", "part-scatter")
    page.press("u")
    wait_for("units apply", lambda: "ft" in page.run(NUMBERS)["cep"])
    page.press("u")
    page.press("u")
    # A part of the history alone: the last five minutes. Its picture ends up to one column of pixels later.
    page.page.click("#spans [value='300']")
    rows = """() => { const [store, { from, to }] = [window.gpsbridge.store(), window.gpsbridge.history()];
      return to - from > 301 ? 0 : Array.from({ length: store.count }, (_, row) => store.timeOf(row)).filter((time) => time >= from).length; }"""
    count = wait_for("it is of the span that is shown", lambda: (found := page.run(NUMBERS)["count"]).isdigit()
                     and abs(page.run(rows) - int(found)) <= 1 and int(found))
    expect_that("with its own radius", abs(length(page.run(NUMBERS)["cep"]) - recomputed(places[-count:])[0]) < 0.15, (page.run(NUMBERS), count))
    page.page.click("#spans [value='0']")
    # On the way it is no scatter.
    page.take(*[fix((CENTER[0] + second * 1e-4, CENTER[1]), epoch=2000 + second, speed_mps=11, ago=0.9 - second / 1000) for second in range(800)])
    page.page.click("#spans [value='300']")
    wait_for("it says that the receiver moves", lambda: "moves" in page.run("() => document.getElementById('scatter-hint').textContent"))
    page.page.get_by_label("Close the tool (Esc)").press("Enter")
    expect("closed, with the focus where it was opened", page.run(
        "() => document.getElementById('part-scatter').hidden && document.activeElement.id"), "sky-tab")


@check("named", takes="browser")
def named_satellites(bench, browser):
    """The sky names what is pointed at or chosen by keys, and lights up its bar."""
    page = browser.show(bench.silent())
    page.take(fix((48, 11)), {"type": "sky", "satellites": sky_of(lambda *_: 43)})
    # The arrows go through all satellites.
    page.page.focus("#sky")
    named = []
    for _ in range(28):
        page.press("ArrowRight")
        page.run(SETTLE)
        named.append(page.run(NAMED))
    expect("each is named once", len(set(text.split(" · ")[0] for text in named)), 28)
    expect_that("the first is of GPS, in the order of the bars", named[0].startswith("GPS 1 "), named[0])
    page.press("Escape")
    page.run(SETTLE)
    expect("Escape names none", page.run(NAMED), "")
    # The pointer names what it is at, in the sky and among the signals; the other picture changes with it.
    pictures = "() => [...['sky', 'signals']].map((id) => document.getElementById(id).toDataURL())"
    page.page.mouse.move(600, 300)
    page.run(SETTLE)
    before = page.run(pictures)
    spots = page.run("""() => { const sky = document.getElementById('sky'); const { left, top, width, height } = sky.getBoundingClientRect();
      const radius = Math.min(width / 2 - 20, height / 2 - 17); const [azimuth, elevation] = [37 * Math.PI / 180, 13];
      const away = radius * (90 - elevation) / 90; return [left + width / 2 + away * Math.sin(azimuth), top + height / 2 - away * Math.cos(azimuth)]; }""")
    page.page.mouse.move(*spots)
    page.run(SETTLE)
    text = page.run(NAMED)
    expect_that("the satellite at the pointer is named", text.startswith("Galileo 2 ") and "13° up, 37°" in text, text)
    after = page.run(pictures)
    expect_that("it is marked in the sky, and its bar among the signals", before[0] != after[0] and before[1] != after[1], "the same pictures")
    page.page.mouse.move(600, 300)
    page.run(SETTLE)
    expect("nothing is named elsewhere", page.run(NAMED), "")
    expect_that("both pictures are as before", page.run(pictures) == before, "other pictures")
    box = page.page.locator("#signals").bounding_box()
    page.page.mouse.move(box["x"] + 32, box["y"] + box["height"] - 40)
    page.run(SETTLE)
    expect_that("a bar names its satellite", page.run(NAMED).startswith("GPS 1 "), page.run(NAMED))
    expect_that("and marks it in the sky", page.run(pictures)[0] != before[0], "the same sky")
    layout.look_around(bench, page, "named", "part-sky")
    # A finger.
    phone = browser.show(bench.silent(), width=390, height=844, has_touch=True, is_mobile=True)
    phone.take({"type": "sky", "satellites": sky_of(lambda *_: 40)})
    phone.page.locator("#sky").scroll_into_view_if_needed()
    phone.run(SETTLE)
    box = phone.page.locator("#sky").bounding_box()
    radius = min(box["width"] / 2 - 20, box["height"] / 2 - 17) * 77 / 90
    phone.page.touchscreen.tap(box["x"] + box["width"] / 2 + radius * math.sin(math.radians(37)), box["y"] + box["height"] / 2 - radius * math.cos(math.radians(37)))
    phone.run(SETTLE)
    expect_that("a finger names a satellite", phone.run(NAMED).startswith("Galileo 2 "), phone.run(NAMED))
