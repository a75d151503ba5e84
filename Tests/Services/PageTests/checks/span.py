"""The trip of the span that is seen, and choosing a part of the history with the mouse or with keys."""
import re

from . import layout
from .bench import Wrong, check, expect, expect_that, wait_for
from .layout import SETTLE

# Ten minutes that end now: a minute at rest, eight at 10 m/s to the north, up and then down, and a minute at rest.
FEED = """() => {
  const { device } = window.gpsbridge.state();
  const end = Date.now() / 1000;
  let [north, altitude] = [0, 500];
  for (let second = 0; second <= 600; second += 1) {
    const speed = second >= 60 && second < 540 ? 10 : 0.1;
    if (speed > 1) {
      north += speed;
      altitude += second < 300 ? 0.5 : -0.25;
    }
    const time = new Date((end - 600 + second) * 1000).toISOString();
    window.gpsbridge.take({
      type: 'fix', v: 1, device, epoch: second + 1, state: 'live', mode: '3d', time, received: time, lat: 48 + north / 111200, lon: 11,
      alt_msl_m: altitude, speed_mps: speed, h_acc_m: 2, sats_used: 9,
    });
  }
}"""

TRIP = "() => { const place = document.getElementById('trip'); return place.checkVisibility() ? place.textContent : ''; }"
HISTORY = "() => { const { from, to } = window.gpsbridge.history(); const map = window.gpsbridge.map(); return { from, to, ...map }; }"
LATITUDE = "() => Math.atan(Math.sinh(Math.PI * (1 - 2 * window.gpsbridge.map().y))) * 180 / Math.PI"
PRESSED = "() => [...document.querySelectorAll('#spans [value][aria-pressed=true]')].map((button) => button.textContent)"


def numbers(text):
    """What a trip says: kilometers, seconds, km/h twice, meters up and down."""
    found = re.fullmatch(r"([\d.]+) km · moving (?:(\d+) min ?)?(?:(\d+) s)? · mean ([\d.]+) km/h · fastest ([\d.]+) km/h · "
                         r"climb (\d+) m · descent (\d+) m", text)
    expect_that("the trip has its parts", found is not None, text)
    kilometers, minutes, seconds, *rest = [float(part or 0) for part in found.groups()]
    return [kilometers, minutes * 60 + seconds, *rest]


def must_be_near(what, found, expected, tolerances):
    expect_that(what, all(abs(one - other) <= most for one, other, most in zip(found, expected, tolerances)), (found, expected))


@check("span", takes="browser")
def span(bench, browser):
    """The trip of the span has its distance, times, speeds and climb; a part that is chosen is shown by history, map and trip."""
    page = browser.show(bench.silent())
    page.run(FEED)
    wait_for("the trip of all is shown", lambda: page.run(TRIP).startswith("4."))
    must_be_near("the trip of all", numbers(page.run(TRIP)), [4.8, 480, 36, 36, 120, 60], [0.1, 4, 0.5, 0.01, 6, 6])
    layout.look_around(bench, page, "trip", "part-history")
    # A part in the middle: two minutes of driving.
    box = page.page.locator("#history").bounding_box()
    seen = page.run(HISTORY)
    left, right = box["x"] + 116, box["x"] + box["width"] - 8
    newest = page.run("() => window.gpsbridge.store().newest")
    place = lambda time: left + (time - seen["from"]) / (seen["to"] - seen["from"]) * (right - left)
    begin, end = newest - 400, newest - 280
    page.drag((place(begin), box["y"] + 60), (place(end), box["y"] + 80))
    page.page.mouse.move(box["x"] + 300, box["y"] - 100)
    page.run(SETTLE)
    chosen = page.run(HISTORY)
    perPixel = (seen["to"] - seen["from"]) / (right - left)
    must_be_near("the history shows what was chosen", [chosen["from"], chosen["to"]], [begin, end], [3 * perPixel] * 2)
    wait_for("the trip is of that part", lambda: page.run(TRIP).startswith("1."))
    must_be_near("the trip of the part", numbers(page.run(TRIP)), [1.2, 120, 36, 36], [0.1, 8, 0.5, 0.01])
    # Its middle is 280 s after the departure.
    must_be_near("the map shows its track", [page.run(LATITUDE)], [48 + 2000 / 111200], [60 / 111200])
    expect_that("and nothing much besides", 1100 < 1 / chosen["scale"] * 26_800_000 * 400 < 3500, chosen)
    expect("spans that are pressed", page.run(PRESSED), [])
    page.run("() => document.activeElement?.blur()")
    page.press("Escape")
    wait_for("Escape shows all again", lambda: page.run(PRESSED) == ["All"])
    page.run(SETTLE)
    again = page.run(HISTORY)
    must_be_near("the span of before", [again["to"] - again["from"]], [seen["to"] - seen["from"]], [61])
    expect("following again", page.run("() => document.getElementById('follow').getAttribute('aria-pressed')"), "true")
    # The same with keys, about the cursor.
    page.page.focus("#history")
    for _ in range(3):
        page.press("ArrowLeft")
    wide = again["to"] - again["from"]
    for turn in (1, 2):
        page.press("+")
        wait_for("+ shows half as much", lambda: abs((now := page.run(HISTORY))["to"] - now["from"] - wide / 2 ** turn) < 2)
    page.press("-")
    wait_for("- shows twice as much", lambda: abs((now := page.run(HISTORY))["to"] - now["from"] - wide / 2) < 2)
    scale = page.run("() => window.gpsbridge.map().scale")
    page.page.click("#to-now")
    wait_for("the button shows all again", lambda: page.run(PRESSED) == ["All"])
    wait_for("the map has followed", lambda: page.run("() => window.gpsbridge.map().scale") != scale)


@check("trip", takes="browser")
def trip(bench, browser):
    """The trip of a recording, chosen on the page, is that of the track store: its way, its time in motion and its greatest speed."""
    folder = bench.folder / "recordings"
    folder.mkdir()
    for journey in ("drive", "walk"):
        (folder / (journey + ".nmea")).write_bytes(bench.run("simulate", journey, "--duration", "10m", "--speed", "max"))
    service = bench.serve("sim:silent", "--recordings", str(folder))
    page = browser.show(service)
    for journey in ("drive", "walk"):
        path = folder / (journey + ".nmea")
        store = ["--store", bench.folder / (journey + ".db")]
        bench.run("import", path, *store)
        trips = [record for record in bench.records("track", "2026-11-20", "--json", *store) if record["type"] == "trip"]
        expect("trips of %s" % journey, len(trips), 1)
        wait_for("%s can be chosen" % path.name, lambda: page.run(
            "(name) => [...document.getElementById('recordings').options].some((option) => option.value === name)", "recording " + path.name))
        page.page.select_option("#recordings", "recording " + path.name)
        page.wait_for("%s is shown" % path.name, lambda said: said["device"] == path.name)
        page.page.get_by_role("button", name="All", exact=True).click()
        wait_for("its trip is shown", lambda: " km · moving " in page.run(TRIP) or " m · moving " in page.run(TRIP))
        found = {}

        def agrees():
            """Whether it does, once all rows are there."""
            text = page.run(TRIP)
            length, unit = re.match(r"([\d.]+) (km|m) ", text).groups()
            minutes, moving = re.search(r"moving (?:(\d+) min ?)?(?:(\d+) s)?", text).groups()
            found.update(text=text, store=trips[0])
            parts = [float(length) * (1000 if unit == "km" else 1), int(minutes or 0) * 60 + int(moving or 0),
                     float(re.search(r"fastest ([\d.]+) km/h", text).group(1))]
            wanted = [trips[0]["distance_m"], trips[0]["moving_s"], trips[0]["speed_max_mps"] * 3.6]
            # Half a percent and the rounding of what is shown; the page finds a departure some seconds earlier.
            most = [wanted[0] * 0.005 + (50 if unit == "km" else 0.5), 8, 0.5]
            return all(abs(one - other) <= limit for one, other, limit in zip(parts, wanted, most))
        try:
            wait_for("it is that of the store", agrees)
        except Wrong as wrong:
            raise Wrong("%s; %s" % (wrong, found)) from None
        bench.note("%s: %s; the store: %.0f m, %.0f s" % (journey, found["text"], trips[0]["distance_m"], trips[0]["moving_s"]))
