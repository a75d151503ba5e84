"""What a tab says by its title and its icon, and what stays in view while a phone scrolls."""
import json
import re

from .bench import check, expect, expect_that, wait_for
from .layout import SETTLE
from .link import HIDE

TAB = "() => ({ title: document.title, icon: document.getElementById('icon').getAttribute('href') })"

TAKE = """(records) => {
  const { device } = window.gpsbridge.state();
  for (const record of records) window.gpsbridge.take({ v: 1, device, at: new Date().toISOString(), ...record });
}"""

# What the header keeps in view: the state and the position.
TOP = """() => ['state-top', 'place-top'].map((id) => {
  const place = document.getElementById(id);
  const { top, bottom } = place.getBoundingClientRect();
  return { text: place.textContent, isSeen: place.checkVisibility() && top >= 0 && bottom <= innerHeight, color: getComputedStyle(place).color };
})"""

LOST = """async () => {
  const { device } = window.gpsbridge.state();
  window.gpsbridge.take({ type: 'event', v: 1, device, event: 'lost', at: new Date().toISOString() });
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
  return {
    state: document.getElementById('state').textContent, top: (%s)(),
    height: document.querySelector('header').getBoundingClientRect().height,
  };
}"""


def verdict(code):
    return {"type": "verdict", "code": code, "what": "What is the case.", "why": "Why.", "do": "Do.", "expect": "Then."}


def must_be_an_icon(service, path):
    status, headers, body = service.ask(path)
    expect("the answer to %s" % path, (status, headers["content-type"]), (200, "image/svg+xml"))
    return body


@check("tab", takes="browser")
def tab(bench, browser):
    """The title and the icon of the tab follow the state and the verdict, and say when a hidden page is paused."""
    service = bench.serve("sim:drive")
    icons = {must_be_an_icon(service, "/%s.svg" % name) for name in ("icon", "good", "warning", "bad")}
    expect("different icons", len(icons), 4)
    page = browser.open(service, path=None)
    page.page.clock.install()
    page.go()
    page.wait_for_state("3D fix", 20)

    def says(what, title, icon, limit=5):
        wait_for("the tab says %s" % what, lambda: re.fullmatch(title, page.run(TAB)["title"]) is not None, limit, 0.1)
        expect("the icon that says %s" % what, page.run(TAB)["icon"], icon)

    says("where it is", r"3D · 48\.\d{5}, 11\.\d{5}", "/good.svg")
    fix = json.loads(service.text("/fix.json"))
    degrees = [float(number) for number in page.run(TAB)["title"].removeprefix("3D · ").split(", ")]
    away = [abs(degrees[0] - fix["lat"]), abs(degrees[1] - fix["lon"])]
    expect_that("the title has the position of the service", max(away) < 0.002, (degrees, fix["lat"], fix["lon"]))
    for code, title in (("jammed", "Jammed"), ("spoofed", r"Forged\?")):
        page.run(TAKE, [verdict(code)])
        says(code, title, "/warning.svg")
    page.run(TAKE, [verdict("good")])
    says("that it is over", r"3D · .*", "/good.svg")
    # Another tab is looked at: the stream is closed after a minute, and the title does not go on as if it knew.
    page.run(HIDE, True)
    page.page.clock.fast_forward(50_000)
    expect_that("a hidden page is not paused while it listens", page.run(TAB)["title"] != "Paused", page.run(TAB))
    page.page.clock.fast_forward(12_000)
    says("that it is paused", "Paused", "/icon.svg")
    page.run(HIDE, False)
    says("where it is again", r"3D · .*", "/good.svg", 10)
    page.must_be_quiet()
    page.close()
    service.stop()
    tunnel = bench.serve("sim:tunnel")
    page = browser.open(tunnel)
    page.wait_for_state("Fix lost", 90)
    for _ in range(3):
        page.wait_for("the title has the age", lambda said: said["seconds"] is not None and page.run(TAB)["title"] in [
            "Fix lost %d s" % (said["seconds"] + late) for late in (0, 1)])
        expect("the icon of a lost fix", page.run(TAB)["icon"], "/bad.svg")
        page.page.wait_for_timeout(700)
    page.close()
    tunnel.stop()


@check("sticky", takes="browser")
def sticky(bench, browser):
    """State and position stay in view while a phone scrolls, upright, turned, narrow, and with large text."""
    service = bench.serve("sim:drive")
    large = browser.another("--blink-settings=defaultFontSize=24")
    for where, width, height in ((browser, 390, 844), (browser, 844, 390), (browser, 320, 568), (large, 390, 844)):
        page = where.open(service, width=width, height=height, is_mobile=True, has_touch=True, device_scale_factor=2)
        page.wait_for_state("3D fix", 20)
        before = page.run("() => document.querySelector('header').getBoundingClientRect().height")
        for part in ("part-now", "part-map", "part-sky", "part-history", "part-events"):
            page.run("(id) => document.getElementById(id).scrollIntoView({ block: 'start', behavior: 'instant' })", part)
            page.run(SETTLE)
            state, place = page.run(TOP)
            what = "%d x %d, at %s" % (width, height, part)
            expect_that("the state is in view, " + what, state["isSeen"] and state["text"] == "3D fix", state)
            expect_that("the position is in view, " + what, place["isSeen"] and re.fullmatch(
                r"48\.\d{5}, 11\.\d{5}", place["text"]) is not None, place)
            covered = page.run("(id) => document.getElementById(id).getBoundingClientRect().top - "
                               "document.querySelector('header').getBoundingClientRect().bottom", part)
            expect_that("the header covers no heading, " + what, covered >= -1 or part == "part-events", covered)
        # Without a position the header is as high, and the last one turns pale with the rest.
        # The next fix may come between the event and the look at it.
        lost = wait_for("the fix is lost", lambda: (found := page.run(LOST % TOP))["state"] == "Fix lost" and found, 5)
        expect("the height of the header", lost["height"], before)
        gone = lost["top"]
        expect_that("the last position is pale", gone[1]["color"] != place["color"], (gone, place))
        page.close()
    large.close()
    service.stop()
