#!/usr/bin/env python3
"""Checks the page of a fleet in Chromium, with a real database and 2,000 devices.

usage: fleet_page.py [--pictures DIR] [--only 'PART …'] PROGRAM       gpsbridge, with gpsbridge-collect beside it

    first      the first picture has all devices, and no line is on the console
    late       a device that falls silent becomes hollow, and is in the list of late devices
    many       of more devices than one answer lists, all are in the first view
    focus      a row keeps its device and the focus while the order changes; who closes a device is at its row again
    names      names of devices with SQL, HTML, slashes, newlines and 300 bytes are texts
    day        a click shows a device, its day, and its missing and dropped numbers; a search shows who was near
    away       without the database the page says so, each age grows, and the page goes on by itself
    looks      on a phone, a desk and a wall, light and dark: nothing is cut or overlaps, axe finds nothing

Status 77: something that the check needs is not installed; the reason is printed.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import time

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "Services/PageTests")]

from checks import browser as browsers
from checks import layout
from checks.bench import Wrong, expect_that, wait_for
from checking import HANG, Missing, beside, parts_of, run_parts, run_with_packages
from fleet_engines import Fleet, check, failures, text_of

PARTS = ("first", "late", "many", "focus", "names", "day", "away", "looks")
DEVICES = 2000
HOSTILE = ("x' ; DROP TABLE fix;--", "<script>window.hostile = 1</script>", "<img src=x onerror='window.hostile = 1'>", "../..", "a/b",
           "+", "#", "line\nbreak", "n" * 300, '"}')
STATE = "() => window.fleet.state()"

ROWS = f"""
INSERT INTO gpsbridge.tenant (name) VALUES ('acme');
INSERT INTO gpsbridge.device (tenant, name) SELECT 'acme', 'truck-' || n FROM generate_series(1, {DEVICES}) n;
INSERT INTO gpsbridge.last (device, t, seq, epoch, lat, lon, speed, course, h_acc, received, pace)
  SELECT id, now() - (id % 50) * interval '1 s', 1, 7, 460000000 + id * 7919 % 60000 * 1000, 20000000 + id * 104729 % 150000 * 1000,
    1200, id % 360 * 100, 1500, now(), 3600000 FROM gpsbridge.device;
UPDATE gpsbridge.last SET t = now() - interval '9 h', received = now() - interval '9 h' WHERE device % 40 = 0;
-- The day of one of them: a drive with a pause, and numbers that are missing and dropped.
SELECT gpsbridge.open_day(gpsbridge.today());
INSERT INTO gpsbridge.fix (t, seq, device, epoch, installation, lat, lon, flags)
  SELECT date_trunc('day', now()) + n * interval '1 s' + CASE WHEN n > 300 THEN interval '20 min' ELSE '0' END, n, 7, 7, 1,
    l.lat - 600000 + n * 1000, l.lon - 300000 + (1000 * 200 * sin(n / 40.0))::int, 0
  FROM generate_series(1, 600) n, gpsbridge.last l WHERE l.device = 7;
INSERT INTO gpsbridge.batch (first, last, device, epoch, installation, count) VALUES (1, 300, 7, 7, 1, 300), (320, 600, 7, 7, 1, 281);
INSERT INTO gpsbridge.event (device, epoch, seq, installation, type, at, until, last, kind) VALUES
  (7, 7, 610, 1, 'dropped', date_trunc('day', now()) + interval '1 min', NULL, 619, 'disk_full'),
  (7, 7, 620, 1, 'gap', date_trunc('day', now()) + interval '5 min', date_trunc('day', now()) + interval '25 min', NULL, 'no_sky');
ANALYZE;
"""


class Served:
    """The page of a database, and its address."""

    def __init__(self, fleet, *more):
        self.log = os.path.join(fleet.folder, f"page-{len(fleet.processes)}.log")
        with open(self.log, "wb") as file:
            self.process = fleet.run(fleet.options.collector, "--page", "127.0.0.1:0", "--database", fleet.owner, *more, stderr=file)

        def port():
            expect_that("the page is served", self.process.poll() is None, text_of(self.log))
            return re.search(r"the page, .*at port (\d+)", text_of(self.log))
        self.port = int(wait_for("the page has a port", port, HANG)[1])
        self.address = f"http://127.0.0.1:{self.port}"


def mark_of(page, device):
    return page.run("(number) => window.fleet.device(number)", device)


def opened(browser, served, **how):
    """A page that shows devices."""
    page = browser.open(served, **how)
    wait_for("the page shows devices", lambda: page.run(STATE)["dots"], HANG)
    return page


def remove(fleet, names):
    fleet.sql(f"DELETE FROM gpsbridge.last USING gpsbridge.device WHERE device = id AND name {names}; DELETE FROM gpsbridge.device WHERE name {names}")


def first(fleet, browser):
    served, times = Served(fleet), []
    for _ in range(3):
        page = opened(browser, served)
        state = page.run(STATE)
        times.append(state["drawnAt"])
        check(state["devices"] == DEVICES and state["fault"] == "", f"{state['devices']} devices, {state['dots']} in view, {state['fault']!r}")
        with page.page.expect_response(lambda response: "/fleet.json" in response.url):
            pass
        page.close()
    print(f"  the first picture with all devices after {', '.join(str(round(at)) for at in times)} ms")


def late(fleet, browser):
    served = Served(fleet)
    page = opened(browser, served)
    fleet.sql("UPDATE gpsbridge.last SET t = now(), received = now(), pace = 4000 WHERE device = 11")
    wait_for("the page has the new position", lambda: mark_of(page, 11)["pace"] == 4000)
    check(mark_of(page, 11)["isLate"] is False, "a device with a new position is not late")
    wait_for("it is late", lambda: mark_of(page, 11)["isLate"], HANG)
    age = mark_of(page, 11)["age"]
    check(age >= 12_000, f"late {age / 1000:.1f} s after its position (three intervals of 4 s)")
    page.page.get_by_role("button", name=re.compile("^Late")).click()
    texts = page.run("() => [...document.querySelectorAll('#devices li')].map((item) => item.textContent)")
    check(any("truck-11" in text and "truck-110" not in text for text in texts), f"{len(texts)} in the list of late devices")
    check("9 h" in texts[0] and ("offline" in texts[0] or "unknown" in texts[0]), f"first: {texts[0]!r}")
    page.close()


def many(fleet, browser):
    fleet.sql("INSERT INTO gpsbridge.device (tenant, name) SELECT 'acme', 'ship-' || n FROM generate_series(1, 300) n")
    fleet.sql("""INSERT INTO gpsbridge.last (device, t, seq, epoch, lat, lon, received, pace)
        SELECT id, now(), 1, 7, -400000000, 1700000000 + id, now(), 3600000 FROM gpsbridge.device WHERE name LIKE 'ship-%'""")
    try:
        page = opened(browser, Served(fleet))
        wait_for("all devices are in the first view", lambda: page.run(STATE)["dots"] == page.run(STATE)["devices"] == DEVICES + 300, HANG)
        page.close()
    finally:
        remove(fleet, "LIKE 'ship-%'")


FOCUSED = """() => { const { activeElement: at } = document; const row = at.closest('#devices li');
  return [row ? [...row.parentElement.children].indexOf(row) : -1, row?.querySelector('span').textContent ?? at.id]; }"""


def focus(fleet, browser):
    page = opened(browser, Served(fleet))
    kind = page.page.get_by_role("button", name=re.compile("^Late"))
    kind.click()
    check(kind.get_attribute("aria-pressed") == "true", "the kind that is shown is pressed")
    page.page.locator("#devices button").first.focus()
    place, name = page.run(FOCUSED)
    fleet.sql("UPDATE gpsbridge.last SET t = now() - interval '10 h', received = now() WHERE device = 13")
    wait_for("another device is late longest", lambda: "truck-13" == page.page.locator("#devices span").first.inner_text(), HANG)
    check((place, page.run(FOCUSED)) == (0, [1, name]), f"the row with the focus was first, and is now {page.run(FOCUSED)}")
    fleet.sql("UPDATE gpsbridge.last SET t = now(), received = now() WHERE device = " + name.removeprefix("truck-"))
    wait_for("its device is not late any more", lambda: page.run(FOCUSED)[1] != name, HANG)
    check(page.run("() => document.activeElement.textContent").startswith("Late "), "the kind of the list has the focus of a row that has left")
    fleet.sql("UPDATE gpsbridge.last SET t = now() - interval '9 h' WHERE device = " + name.removeprefix("truck-"))
    fleet.sql("UPDATE gpsbridge.last SET t = now(), received = now() WHERE device = 13")
    page.page.get_by_role("button", name=re.compile(r"^All \d")).click()
    page.page.locator("#search").fill("truck-7")
    for search, found in (("truck-7", [0, "truck-7"]), ("truck-8", [-1, "map"])):
        page.page.locator("#search").fill("truck-7")
        page.page.locator("#devices button").first.click()
        check(page.page.locator("#devices button").first.get_attribute("aria-pressed") == "true", "the device that is shown is pressed")
        page.page.locator("#search").fill(search)
        page.page.locator("#card-close").focus()
        page.page.keyboard.press("Enter")
        check(page.run(FOCUSED) == found, f"the focus after Close: {page.run(FOCUSED)}")
    page.close()


def names(fleet, browser):
    quoted = ", ".join("('acme', '" + name.replace("'", "''") + "')" for name in HOSTILE)
    fleet.sql(f"INSERT INTO gpsbridge.device (tenant, name) VALUES {quoted}")
    fleet.sql("""INSERT INTO gpsbridge.last (device, t, seq, epoch, lat, lon) SELECT id, now(), 1, 7, 470000000, 80000000
        FROM gpsbridge.device WHERE name NOT LIKE 'truck-%'""")
    try:
        served = Served(fleet)
        page = opened(browser, served)
        for name in HOSTILE:
            page.page.locator("#search").fill("acme/" + name.split("\n")[0][:60])
            row = page.page.locator("#devices button").first
            found = page.run("() => document.querySelector('#devices span')?.textContent")
            check(found == name, f"{name[:40]!r} is a text in the list")
            row.click()
            card = page.run("() => document.getElementById('card-name').textContent")
            check(card == f"acme/{name}", f"{name[:40]!r} is a text in the card")
        injected = page.run("() => [window.hostile ?? 0, document.querySelectorAll('script').length, document.querySelectorAll('main img').length]")
        check(injected == [0, 1, 0], f"nothing has become HTML: {injected}")
        page.close()
    finally:
        remove(fleet, "NOT LIKE 'truck-%'")


def show_day(page):
    page.page.locator("#search").fill("truck-7")
    row = page.page.locator("#devices button").first
    wait_for("the device is found", lambda: row.locator("span").inner_text() == "truck-7")
    row.click()
    wait_for("the day is there", lambda: "positions" in page.page.locator("#track-words").inner_text())


def day(fleet, browser):
    page = opened(browser, Served(fleet))
    find = page.page.locator
    show_day(page)
    words = find("#track-words").text_content()
    check(words.startswith("600 positions from 00:00:01"), words)
    faults = find("#track-faults li").all_text_contents()
    for fault in ("19 numbers have not arrived: 301–319", "10 numbers were dropped by the device: 610–619", "for 20 min: no sky"):
        check(any(fault in found for found in faults), f"{fault}, in {faults}")
    # A click on the map chooses a dot.
    find("#card-close").click()
    mark = page.run("() => window.fleet.state().marks.find(({ count, x, y, number }) => count === 1 && x > 50 && y > 50 && number !== 7)")
    box = find("#map").bounding_box()
    page.page.mouse.click(box["x"] + mark["x"], box["y"] + mark["y"])
    find("#part-card").wait_for(state="visible")
    check(find("#card-name").inner_text() == f"acme/truck-{mark['number']}", f"a click on the map shows {find('#card-name').inner_text()}")
    # Who was near.
    place = fleet.sql("SELECT lat / 1e7::float8 || ' ' || lon / 1e7::float8 FROM gpsbridge.fix WHERE device = 7 AND seq = 100").split()
    find("#part-near summary").click()
    # Opened, the part suggests a place and times.
    wait_for("the suggestion", lambda: find("#near-from").input_value() != "")
    today = time.strftime("%Y-%m-%d", time.gmtime())
    for field, value in (("lat", place[0]), ("lon", place[1]), ("from", f"{today}T00:00"), ("until", f"{today}T00:59")):
        find(f"#near-{field}").fill(value)
    find("#near-go").click()
    wait_for("the answer of the search", lambda: "near" in find("#near-words").inner_text())
    found = find("#near-words").inner_text(), find("#near-found").inner_text().replace("\n", " ")
    check(found[0] == "1 device was near" and "truck-7" in found[1], f"{found}")
    find("#near-lat").fill("91")
    find("#near-go").click()
    wait_for("the refusal", lambda: "expected" in find("#near-words").inner_text())
    check("lat=91; expected: a number from -90 to 90" in find("#near-words").inner_text(), "a wrong latitude is refused in words")
    page.noise += ["400"]
    page.close()


def away(fleet, browser):
    served = Served(fleet)
    page = opened(browser, served)
    before = mark_of(page, 5)["age"]
    fleet.kill("postgres")
    fault = wait_for("the page names the fault", lambda: page.run(STATE)["fault"], HANG)
    check("no connection to the database" in fault and page.page.locator("#fault").is_visible(), fault)
    wait_for("each age grows", lambda: mark_of(page, 5)["age"] >= before + 2000, HANG)
    fleet.again("postgres")
    wait_for("the page goes on", lambda: page.run(STATE)["fault"] == "", HANG)
    check(not page.page.locator("#fault").is_visible(), "the page goes on by itself")
    page.noise += ["503"]
    page.close()


def looks(fleet, browser):
    served = Served(fleet)
    pictures = fleet.options.pictures
    for size in layout.SIZES:
        for scheme in ("light", "dark"):
            page = opened(browser, served, width=layout.SIZES[size][0], height=layout.SIZES[size][1], color_scheme=scheme)
            for state in ("all", "day"):
                if state == "day":
                    show_day(page)
                what = f"{state}, {size}, {scheme}"
                for words, look in (("nothing is cut or overlaps", lambda: layout.look(page, state, size, scheme)),
                                    ("axe finds nothing", lambda: layout.must_be_accessible(page, what))):
                    try:
                        look()
                        check(True, f"{what}: {words}")
                    except Wrong as wrong:
                        check(False, str(wrong))
                if pictures is not None:
                    layout.picture(page, pathlib.Path(pictures) / f"fleet-{state}-{size}-{scheme}.png")
            page.close()
    # Keys alone reach a device and close it.
    page = opened(browser, served)
    press = page.page.keyboard.press
    for key in ("/", "t", "r", "u", "c", "k", "-", "7", *["Tab"] * 9):
        if page.run("() => document.activeElement.closest('#devices') === null"):
            press(key)
    press("Enter")
    check(page.page.locator("#part-card").is_visible(), "keys alone show a device")
    press("Escape")
    check(not page.page.locator("#part-card").is_visible(), "Esc closes it")
    page.close()


def page(options):
    """The part of fleet.py: runs this file with the packages of PyPI."""
    done = subprocess.run([sys.executable, HERE / "fleet_page.py", options.program], check=False)
    if done.returncode == 77:
        raise Missing("its reason is above")
    check(done.returncode == 0, "the page of the fleet")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures")
    options, parts = parts_of(parser, PARTS)
    options.collector = beside(options.program, "gpsbridge-collect")
    run_with_packages((browsers.CHROMIUM, "chromium"))
    from playwright.sync_api import sync_playwright
    with Fleet(options, None) as fleet, sync_playwright() as playwright:
        fleet.sql(ROWS)
        browser = browsers.Browser(playwright)

        def run(part):
            try:
                globals()[part](fleet, browser)
            except Wrong as wrong:
                check(False, str(wrong))

        run_parts(parts, run)
        browser.close()
    if failures:
        sys.exit(f"{len(failures)} statements do not hold")


if __name__ == "__main__":
    main()
