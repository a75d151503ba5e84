"""Two receivers beside each other, with the numbers of `gpsbridge compare`; and the report of a span, on one page of paper."""
import json
import math
import random
import re
import shutil
import signal
import subprocess
import urllib.parse
import urllib.request

from . import layout, tiles
from .bench import HANGS, check, expect, expect_that, wait_for
from .browser import AT_ONCE, READY, event, fix, verdict
from .coordinates import angle, sentence
from .evaluation import CENTER, METER, NUMBERS, fixes_of, places_of, sky_of
from .layout import SETTLE
from .link import STOPPED
from .recordings import DROP
from .span import FEED

SECONDS = 120
LEVELS = ({3: 40, 7: 30, 9: 44, 14: 37}, {3: 43, 7: 29, 12: 50, 14: 40})
DEVICES = ("sim:silent", "sim:silent?seed=2")
VALUES = """() => Object.fromEntries([...document.querySelectorAll('#part-beside [id^=beside-]')].map((place) => [place.id.slice(7), place.textContent]))"""
UNKNOWN = "–"
CHOICE = """() => [document.getElementById('part-beside').hidden, document.getElementById('beside-tab').hidden,
  ...[...document.querySelectorAll('#part-beside select')].map((place) => place.value)]"""
PICTURES = "() => [...document.querySelectorAll('#report :is(.map, .strips)')].map((canvas) => canvas.toDataURL())"

REPORT = """() => ({
  facts: Object.fromEntries([...document.querySelectorAll('#report dl div')].map((row) => [row.firstElementChild.textContent, row.lastElementChild.textContent])),
  faults: [...document.querySelectorAll('#report li')].map((line) => line.textContent), text: document.querySelector('#report .sheet')?.innerText ?? '',
  isCut: (() => { const sheet = document.querySelector('#report .sheet'); return sheet ? sheet.scrollHeight - sheet.clientHeight : 0; })(),
})"""


def both():
    """What two receivers report: `{side, second, ...}`; B is 2.5 m north, 1.2 m west and 3 m above A, with noise."""
    numbers = random.Random(4)
    records = []
    for second in range(SECONDS):
        for side in (0, 1):
            north, east, up = (numbers.gauss(0, 0.7) + side * part for part in (2.5, -1.2, 3))
            levels = {id: level + numbers.randrange(3) for id, level in LEVELS[side].items()}
            records.append({"side": side, "second": second, "type": "sky", "satellites": [
                {"gnss": "gps", "id": id, "used": True, "cn0_dbhz": level, "el_deg": 40, "az_deg": 83} for id, level in levels.items()]})
            records.append({"side": side, "second": second, "type": "fix", "epoch": second + 1, "state": "live", "mode": "3d", "h_acc_m": 2, "sats_used": 4,
                            "lat": CENTER[0] + north * METER, "lon": CENTER[1] + east * METER / math.cos(math.radians(CENTER[0])), "alt_msl_m": round(500 + up, 2)})
    return records


def of_both(records, ago=SECONDS):
    """The records as the page takes them; the first ones are so many seconds old."""
    return [{**record, "device": DEVICES[record["side"]], "ago": ago - record["second"]} for record in records]


def compared(bench, records):
    """What `gpsbridge compare` finds in the same data."""
    paths = []
    for side in (0, 1):
        lines, sky = [], None
        for record in records:
            if record["side"] != side:
                continue
            if record["type"] == "sky":
                sky = record["satellites"]
                continue
            clock = "10%02d%02d.00" % (record["second"] // 60, record["second"] % 60)
            where = angle(record["lat"], 2, "NS") + "," + angle(record["lon"], 3, "EW")
            lines.append(sentence("GPGGA,%s,%s,1,04,0.9,%.2f,M,47.0,M,," % (clock, where, record["alt_msl_m"])))
            lines.append(sentence("GPGSV,1,1,%02d" % len(sky) + "".join(",%02d,40,083,%02d" % (each["id"], each["cn0_dbhz"]) for each in sky)))
            lines.append(sentence("GPRMC,%s,A,%s,0.1,0.0,271126,,,A" % (clock, where)))
        path = bench.folder / ("%s.nmea" % "ab"[side])
        path.write_text("".join(lines))
        paths.append(str(path))
    return json.loads(bench.run("compare", *paths, "--json"))


def meters(text):
    return float(text.replace("−", "-").removesuffix(" m"))


def must_equal(values, record):
    """The page shows what `compare` prints."""
    expect("positions of the same time", values["count"], "%d positions of the same time in %d s" % (record["matched"], record["duration_s"]))
    for column in ("north", "east", "up"):
        shown = values[column + "-mean"]
        expect_that("the mean %s" % column, abs(meters(shown) - record[column + "_m"]) <= 0.0055, (shown, record[column + "_m"]))
    distance = math.hypot(record["north_m"], record["east_m"])
    expect_that("the distance", abs(meters(values["distance-mean"]) - distance) <= 0.0055, (values["distance-mean"], distance))
    found = re.search(r"([+−][\d.]+) of all", values["median"])
    median = record["cn0_difference_median_db"]
    expect_that("the median of C/N0", found and abs(float(found.group(1).replace("−", "-")) - median) <= 0.06, (values["median"], median))
    rows = re.findall(r"G(\d\d)", values["signals"])
    expect("the satellites of both", [int(row) for row in rows], [each["id"] for each in record["signals"]])


def signals_of(page):
    """The cells of the table of signals."""
    return page.run("() => [...document.querySelectorAll('#beside-signals tr')].map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))")


CAN_COMPARE = "() => document.getElementById('beside-tab')?.hidden === false"


@check("beside", takes="engine")
def beside(bench, driver):
    """Two receivers beside each other differ as `compare` says; a reason where they can't be compared."""
    service = bench.serve(*DEVICES, is_quiet=True)
    records = both()
    driver.show(service)
    wait_for("there is something to compare", lambda: driver.run(CAN_COMPARE))
    driver.run("() => document.getElementById('beside-tab').click()")
    driver.take(*of_both(records))
    must_equal(wait_for("all are compared", lambda: (found := driver.run(VALUES))["count"].startswith(str(SECONDS)) and found),
               compared(bench, records))
    if driver.name == "Chromium":
        look_beside(bench, driver.browser.show(service), records)


def look_beside(bench, page, records):
    wait_for("there is something to compare", lambda: page.run(CAN_COMPARE))
    page.page.focus("#beside-tab")
    page.press("Enter")
    page.take(*of_both(records, SECONDS - 1))
    wait_for("the time of the difference and the signals of now are there", lambda: re.fullmatch(r"Now is \d\d:\d\d:\d\d UTC\.", page.run(VALUES)["reason"])
             and "now" in page.run(VALUES)["median"] and UNKNOWN not in signals_of(page)[0])
    head = "() => { const cell = document.querySelectorAll('#part-beside table')[1].rows[0].cells[0]; return [cell.textContent, cell.checkVisibility()]; }"
    expect("what is subtracted from what is seen", page.run(head), ["B − A", True])
    layout.look_around(bench, page, "beside", "part-beside")
    page.press("u")
    wait_for("units apply", lambda: page.run(VALUES)["north-mean"].endswith(" ft"))
    page.press("u")
    page.press("u")
    # One of another day, and one that is unplugged.
    before = page.run("() => new Date(Date.now() - 864e5).toISOString()")
    page.take(fix((48.1, 11.5), epoch=900), fix((48.1, 11.5), epoch=900, device=DEVICES[1], time=before))
    wait_for("the other day is named", lambda: re.match("A is of 20.*, B of 20", page.run(VALUES)["reason"]))
    page.take(event("detached", device=DEVICES[1]))
    wait_for("the one that is gone is named", lambda: "B: Unplugged" in page.run(VALUES)["reason"])
    values = page.run(VALUES)
    expect_that("the last difference has its time", re.search(r"The last difference is of \d\d:\d\d:\d\d UTC\.$", values["reason"]), values)
    expect("its column", page.run("() => document.querySelectorAll('#part-beside table')[1].querySelector('th').textContent"), "Last")
    expect_that("the sky is not of now", "now" not in values["median"] and "of all" in values["median"], values)
    expect_that("neither are its signals", all(cells[:3] == [UNKNOWN] * 3 and cells[3] != UNKNOWN for cells in signals_of(page)), signals_of(page))
    # The choice stays while it is closed, while a file is shown, and when the page is opened again.
    page.page.locator("#part-beside select").nth(0).select_option("1")
    values = page.run(VALUES)
    expect("a receiver beside itself", {values[name] for name in values if name.endswith(("-now", "-mean")) or name in ("count", "median")}, {UNKNOWN})
    page.page.locator("#part-beside select").nth(1).select_option("0")
    for _ in range(2):
        page.page.click("#beside-tab")
    expect("the choice after closing", page.run(CHOICE), [False, False, "1", "0"])
    page.page.focus("#part-beside select")
    at = "2026-11-20T12:00:0%d.000Z"
    page.run(DROP, "".join(json.dumps({"type": "fix", "v": 1, "device": "walk%d" % (second % 2), "epoch": second + 1, "state": "live", "mode": "3d",
                                      "time": at % second, "received": at % second, "lat": 48, "lon": 11}) + "\n" for second in range(8)))
    wait_for("what is recorded is not compared", lambda: page.run(CHOICE)[:2] == [True, True])
    expect_that("the focus is on something that is seen", page.run("() => document.activeElement !== document.body && document.activeElement.checkVisibility()"), "lost")
    page.page.select_option("#recordings", "live")
    wait_for("the comparison is back with what is live", lambda: page.run(CHOICE) == [False, False, "1", "0"])
    page.page.reload()
    wait_for("it is there again", lambda: page.run("() => Boolean(document.getElementById('part-beside'))") and page.run(CHOICE) == [False, False, "1", "0"])
    page.page.get_by_label("Close the tool (Esc)").press("Enter")
    expect("closed, with the focus where it was opened", page.run(
        "() => document.getElementById('part-beside').hidden && document.activeElement.id"), "sky-tab")


@check("beside-again", takes="browser")
def beside_again(bench, browser):
    """After a restart of the service the signals are of now only when both receivers have reported again."""
    service = bench.serve(bench.play("static"), bench.play("static"))
    page = browser.show(service)
    wait_for("there is something to compare", lambda: page.run(CAN_COMPARE))
    page.page.click("#beside-tab")
    expect_that("the differences are seen", page.run("() => document.getElementById('beside-distance-mean').getBoundingClientRect().bottom <= innerHeight"), "they are below the edge")
    wait_for("the signals are of now", lambda: "now" in page.run(VALUES)["median"])
    silent = bench.players[-1]
    silent.send_signal(signal.SIGSTOP)
    service.stop()
    wait_for("the service is gone", lambda: page.run("() => window.gpsbridge.state().link") == "lost")
    service.begin()
    wait_for("it is back", lambda: page.run("() => window.gpsbridge.state().link") == "live")
    page.wait_for_state("3D fix")
    page.run(SETTLE)
    page.noise += STOPPED
    expect_that("no median of now", "now" not in page.run(VALUES)["median"], page.run(VALUES))
    expect_that("no signals of now", all(cells[:3] == [UNKNOWN] * 3 for cells in signals_of(page)), signals_of(page))
    silent.send_signal(signal.SIGCONT)
    wait_for("both report again", lambda: "now" in page.run(VALUES)["median"])


@check("beside-live", takes="browser")
def beside_live(bench, browser):
    """Two receivers of a service: the page's mean is that of the epochs that both have in the service's history."""
    service = bench.serve("sim:static?rate=1", "sim:static?rate=1&seed=7")
    page = browser.show(bench.silent())
    expect("with one receiver there is nothing to compare", page.run("() => document.getElementById('beside-tab')?.hidden ?? true"), True)
    page.close()
    # The mean of one that walks away from one at rest is no offset.
    walk = bench.serve("sim:static?rate=1", "sim:walk?rate=1")
    page = browser.show(walk)
    wait_for("there is something to compare", lambda: page.run(CAN_COMPARE))
    page.page.click("#beside-tab")
    wait_for("who moved is named in place of a mean", lambda: (found := page.run(VALUES))["reason"].endswith(" UTC. No mean: B moved and A did not.")
             and found["north-mean"] == UNKNOWN != found["north-now"])
    page.close()
    page = browser.show(service)
    wait_for("there is something to compare", lambda: page.run(CAN_COMPARE))
    page.page.click("#beside-tab")
    wait_for("some are compared", lambda: int(page.run(VALUES)["count"].split()[0]) >= 5 if page.run(VALUES)["count"][0].isdigit() else False)
    devices = [each["device"] for each in json.loads(next(
        line[6:] for line in events(service) if '"hello"' in line))["receivers"]]
    found = wait_for("the counts agree", lambda: agreed(service, page, devices))
    values, mean = found
    for column, value in mean.items():
        # The history has seven decimals of a degree, a centimeter.
        expect_that("the mean %s" % column, abs(meters(values[column + "-mean"]) - value) <= 0.02, (values, mean))
    expect_that("signals of both", len(re.findall(r"[GREC]\d\d", values["signals"])) > 10, values["signals"])


def events(service):
    """The first lines of the stream."""
    with urllib.request.urlopen(service.address + "/events?types=fix", timeout=HANGS) as stream:
        return [stream.readline().decode() for _ in range(12)]


def agreed(service, page, devices):
    """The values of the page and the mean of the same epochs, when both have the same number."""
    values = page.run(VALUES)
    rows = [{row["time"]: row for row in map(json.loads, service.text("/history?device=" + urllib.parse.quote(device, "")).splitlines())
             if "lat" in row and "time" in row} for device in devices]
    times = [time for time in rows[0] if time in rows[1]]
    if not values["count"].startswith("%d " % len(times)):
        return None
    squared = 0.00669437999
    sums = [0.0, 0.0, 0.0]
    for time in times:
        one, other = rows[0][time], rows[1][time]
        root = math.sqrt(1 - squared * math.sin(math.radians(one["lat"])) ** 2)
        sums[0] += (other["lat"] - one["lat"]) * (1 - squared) / root ** 3 / METER
        sums[1] += (other["lon"] - one["lon"]) * math.cos(math.radians(one["lat"])) / root / METER
        sums[2] += other["alt_msl_m"] - one["alt_msl_m"]
    return values, dict(zip(("north", "east", "up"), (each / len(times) for each in sums)))


def pages_of(page, size):
    """How many pages a PDF of what a printer gets has, and its bytes."""
    page.page.emulate_media(media="print")
    data = page.page.pdf(format=size, prefer_css_page_size=False)
    page.page.emulate_media(media="screen")
    return len(re.findall(rb"/Type\s*/Page\b", data)), data


@check("report", takes="browser")
def report(bench, browser):
    """The report of a span is one page of A4 and of Letter, black on white in each theme, with the values of the page."""
    page = browser.show(bench.silent(), moved=True)
    # The page has been there for a while: faults are known since then.
    page.later(5)
    places = places_of(850)
    page.take(*fixes_of(places), {"type": "sky", "ago": 1, "satellites": sky_of(lambda azimuth, elevation: 40)},
              verdict("jammed", ago=700, what="The receiver is jammed."), verdict("good", ago=600))
    page.page.click("#scatter-tab")
    numbers = wait_for("its numbers are there", lambda: (found := page.run(NUMBERS))["count"] == "850" and found)
    trip = wait_for("the trip is there", lambda: page.run("() => document.getElementById('trip').textContent"))
    page.page.focus("#report-button")
    page.press("Enter")
    # Twice, before its style has come.
    page.run("() => document.getElementById('report-button').click()")
    found = wait_for("the report is there", lambda: (now := page.run(REPORT))["text"] and now)
    expect_that("it was made", "not made" not in page.run("() => document.getElementById('notice-what').textContent"), "it was not")
    expect_that("the page was opened just now, and the report knows it", "Complete since 20" in found["text"] and "None" not in found["text"], found)
    expect_that("the sky has its time", re.search(r"Sky of \d\d:\d\d:\d\d UTC: \d+ satellites used", found["text"]), found)
    facts = found["facts"]
    for name, key in (("Mean", "mean"), ("CEP50", "cep"), ("R95", "r95"), ("2DRMS", "drms"), ("Drift", "drift"), ("Duration", "time"), ("Positions", "count")):
        expect(name, facts[name], numbers[key])
    expect("the trip", facts["Trip"], trip)
    expect_that("no clock that is right", "Clock" not in facts, facts)
    expect_that("the receiver", "silent" in facts["Receiver"].lower() or "tty" in facts["Receiver"], facts["Receiver"])
    expect_that("the span", re.fullmatch(r"20\d\d-\d\d-\d\d \d\d:\d\d:\d\d to (20\d\d-\d\d-\d\d )?\d\d:\d\d:\d\d UTC \(14 min 9 s\)", facts["Span"]) is not None, facts["Span"])
    expect_that("the fault", re.fullmatch(r"20\d\d-\d\d-\d\d \d\d:\d\d:\d\d to 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d: The receiver is jammed\.", " and ".join(found["faults"])), found)
    expect("nothing is cut", found["isCut"], 0)
    colored = page.run("() => [...document.querySelectorAll('#report canvas')].map((canvas) => { const pen = canvas.getContext('2d');"
                       " const { data } = pen.getImageData(0, 0, canvas.width, canvas.height); const seen = new Set();"
                       " for (let at = 0; at < data.length; at += 4 * 97) seen.add(data.slice(at, at + 4).join()); return [canvas.width, seen.size]; })")
    expect_that("three pictures are drawn, sharp enough for paper", len(colored) == 3 and all(width > 800 and count > 4 for width, count in colored), colored)
    layout.look_around(bench, page, "report")
    for scheme in ("light", "dark"):
        page.page.emulate_media(color_scheme=scheme, media="print")
        expect("its colors on paper, " + scheme, page.run(
            "() => ['#report', '#report dd'].map((place) => { const style = getComputedStyle(document.querySelector(place)); return place === '#report' ? style.backgroundColor : style.color; })"),
            ["rgb(255, 255, 255)", "rgb(0, 0, 0)"])
        for size in ("A4", "Letter"):
            count, data = pages_of(page, size)
            expect("pages of %s, %s" % (size, scheme), count, 1)
            if shutil.which("pdftotext"):
                path = bench.folder / "report.pdf"
                path.write_bytes(data)
                text = subprocess.run(["pdftotext", "-layout", str(path), "-"], capture_output=True, text=True, timeout=HANGS).stdout
                for word in (numbers["mean"], numbers["cep"], numbers["r95"], numbers["drms"], trip, "The receiver is jammed."):
                    expect_that("%s has '%s'" % (size, word), word in text, text)
        # Twice as large text on the screen is no larger on paper.
        page.run("() => { document.documentElement.style.fontSize = '200%'; }")
        expect("pages with large text, " + scheme, pages_of(page, "Letter")[0], 1)
        page.run("() => { document.documentElement.style.fontSize = ''; }")
    page.run("() => { window.print = () => { document.body.dataset.printed = Number(document.body.dataset.printed ?? 0) + 1; }; }")
    page.page.get_by_role("button", name="Print").click()
    expect("Print prints", page.run("() => document.body.dataset.printed"), "1")
    page.press("Escape")
    wait_for("closed by a key, with the focus where it was opened", lambda: page.run(
        "() => !document.getElementById('report').open && document.activeElement.id === 'report-button' && !('report' in document.body.dataset)"))
    # The ordinary page prints as before.
    expect_that("the page itself prints", pages_of(page, "A4")[0] >= 1, "no page")
    # The same in dark, and with the colors of the system; of a part of the history that has no sky.
    page.page.emulate_media(color_scheme="light")
    page.page.set_viewport_size({"width": 1440, "height": 900})
    page.run(SETTLE)
    box = page.page.locator("#history").bounding_box()
    page.page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + 40)
    page.page.mouse.down()
    page.page.mouse.move(box["x"] + box["width"] * 0.7, box["y"] + 40, steps=4)
    page.page.mouse.up()
    pictures = []
    for colors, scheme in (("none", "light"), ("none", "dark"), ("active", "dark")):
        page.page.emulate_media(color_scheme=scheme, forced_colors=colors)
        page.page.click("#report-button")
        part = wait_for("the report of a part is there", lambda: (now := page.run(REPORT))["text"] and now)
        expect_that("no sky of now", "Sky: not kept of this span" in part["text"], part)
        expect_that("faults from before the page was opened are not known", "Times in UTC; faults are not known" in part["text"]
                    and "Faults of this span are not known: the page has them since 20" in part["text"], part)
        expect("the colors of its paper, forced: " + colors, page.run(
            "() => { const style = getComputedStyle(document.querySelector('#report .sheet')); return [style.backgroundColor, style.color]; }"),
            ["rgb(255, 255, 255)", "rgb(0, 0, 0)"])
        pictures.append(page.run(PICTURES))
        page.press("Escape")
    expect_that("the pictures are the same", pictures[0] == pictures[1] == pictures[2], [len(set(each)) for each in zip(*pictures)])
    page.page.emulate_media(color_scheme="light", forced_colors="none")
    page.page.click("#to-now")
    # As much as there may be: nothing is cut.
    page.take(*[verdict(["jammed", "good"][place % 2], ago=500 - 10 * place, what="Change %d. %s" % (place, "All of it is long. " * 12)) for place in range(20)],
              verdict("no_data", ago=300), verdict("good", ago=250))
    page.take({"type": "device", "state": "opened", "product": "A long name of a receiver, " * 20})
    page.page.click("#report-button")
    full = wait_for("the report of many faults is there", lambda: (now := page.run(REPORT))["text"] and now)
    expect("lines of faults", len(full["faults"]), 8)
    expect_that("those of before are counted", "4 earlier ones are not listed. Complete since" in full["text"], full)
    expect_that("a fault of the port is among them", any(re.search(r" to 20.*\d: Silent$", line) for line in full["faults"][-2:]), full)
    expect("what is cut of many faults", full["isCut"], 0)
    expect_that("the strips have room", page.run("() => document.querySelector('#report .strips').clientHeight") > 100, "they are cut")
    expect("pages of many faults", pages_of(page, "Letter")[0], 1)
    page.press("Escape")
    # On the way there is no position at rest, and the clock of the receiver is a week behind.
    page.run(FEED)
    page.take(fix((48.2, 11.6), epoch=9999, time=page.run("() => new Date(Date.now() - 6048e5).toISOString()")))
    page.page.click("#report-button")
    moving = wait_for("the report of a trip is there", lambda: (now := page.run(REPORT))["text"] and now)
    expect_that("the clock that is behind", "was 7 d behind" in moving["facts"]["Clock"], moving)
    expect_that("no radii of a receiver that moves", "CEP50" not in moving["facts"] and "moves in this span" in moving["text"], moving)
    expect("pages of a trip", pages_of(page, "Letter")[0], 1)
    page.press("Escape")
    # Of a recording no faults are known.
    at = "2026-11-20T12:00:0%d.000Z"
    page.run(DROP, "".join(json.dumps({"type": "fix", "v": 1, "device": "walk", "epoch": second + 1, "state": "live", "mode": "3d",
                                      "time": at % second, "received": at % second, "lat": 48, "lon": 11}) + "\n" for second in range(8)))
    # Before its first epoch there is nothing to report, as the page then says.
    wait_for("the recording is there", lambda: page.run(
        "() => document.body.dataset.state === 'recorded' && window.gpsbridge.store()?.count > 0 && Number.isFinite(window.gpsbridge.history().to)"))
    page.page.click("#report-button")
    recorded = wait_for("the report of a recording is there", lambda: (now := page.run(REPORT))["text"] and now)
    expect_that("what is known of a recording", "Not kept of recordings." in recorded["text"] and "None" not in recorded["text"]
                and "shaded" not in recorded["text"] and "Sky: not kept of this span" in recorded["text"], recorded)


@check("report-tiles", takes="browser")
def report_tiles(bench, browser):
    """Tiles of the map that come while the report is open are on its page."""
    path = bench.folder / "report.mbtiles"
    tiles.make(path)
    service = bench.serve("sim:drive", "--tiles", str(path))
    page = browser.open(service, path=None)
    held, is_open = [], []
    page.page.route("**/tiles/**", lambda route: route.continue_() if is_open else held.append(route))
    page.context.add_init_script(AT_ONCE)
    page.go()
    wait_for("tiles are asked for", lambda: page.run(READY) and held)
    page.page.click("#report-button")
    before = wait_for("the report is there", lambda: page.run(REPORT)["text"] and page.run(PICTURES))
    is_open.append(True)
    for route in held:
        route.continue_()
    after = wait_for("its map is another one", lambda: (found := page.run(PICTURES))[0] != before[0] and found)
    expect_that("the rest is as it was", after[1] == before[1], "its strips are others")
