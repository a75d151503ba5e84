"""What a tab says by its title and its icon, and what stays in view while a phone scrolls."""
import re

from .bench import check, expect, expect_that, wait_for
from .browser import AGES, SPEAKS, event, fix, verdict
from .layout import SETTLE
from .link import HIDE, hide_for

TAB = "() => ({ title: document.title, icon: document.getElementById('icon').getAttribute('href') })"

# What the header keeps in view: the state and the position.
TOP = """() => ['state-top', 'place-top'].map((id) => {
  const place = document.getElementById(id);
  const { top, bottom } = place.getBoundingClientRect();
  return { text: place.textContent, isSeen: place.checkVisibility() && top >= 0 && bottom <= innerHeight, color: getComputedStyle(place).color };
})"""

def must_be_an_icon(service, path):
    status, headers, body = service.ask(path)
    expect("the answer to %s" % path, (status, headers["content-type"]), (200, "image/svg+xml"))
    return body


@check("tab", takes="browser")
def tab(bench, browser):
    """The title and the icon of the tab follow the state and the verdict, and say when a hidden page is paused."""
    service = bench.serve("sim:drive?rate=10")
    icons = {must_be_an_icon(service, "/%s.svg" % name) for name in ("icon", "good", "warning", "bad")}
    expect("different icons", len(icons), 4)
    page = browser.show(service, "3D fix", moved=True)

    def says(what, title, icon):
        wait_for("the tab says %s" % what, lambda: re.fullmatch(title, page.run(TAB)["title"]) is not None)
        expect("the icon that says %s" % what, page.run(TAB)["icon"], icon)

    says("where it is", r"3D · 48\.\d{5}, 11\.\d{5}", "/good.svg")
    # The title has the position of the page, which is compared with the records elsewhere.
    title, place = page.run("() => [document.title, document.getElementById('place-top').textContent]")
    expect("the position in the title and in the header", title, "3D · " + place)
    for code, title in (("jammed", "Jammed"), ("spoofed", r"Forged\?")):
        page.take(verdict(code))
        says(code, title, "/warning.svg")
    page.take(verdict("good"))
    says("that it is over", r"3D · .*", "/good.svg")
    # Another tab is looked at: the stream is closed after a minute, and the title does not go on as if it knew.
    hide_for(page, 50)
    expect_that("a hidden page is not paused while it listens", page.run(TAB)["title"] != "Paused", page.run(TAB))
    page.later(12)
    says("that it is paused", "Paused", "/icon.svg")
    page.run(HIDE, False)
    says("where it is again", r"3D · .*", "/good.svg")
    page.close()
    # A lost fix has its age, which counts on.
    page = browser.show(bench.silent(), scripts=[AGES], moved=True)
    page.take(*SPEAKS, fix((48.1, 11.5)), event("lost"))
    before = -1
    for _ in range(3):
        said = page.wait_for("the title has the age", lambda said: said["seconds"] is not None and page.run(TAB)["title"] in [
            "Fix lost %d s" % (said["seconds"] + late) for late in (0, 1)])
        expect("the icon of a lost fix", page.run(TAB)["icon"], "/bad.svg")
        expect_that("the age counts on", said["seconds"] >= before + 1, (before, said["seconds"]))
        before = said["seconds"]
        page.later(1)


@check("sticky", takes="browser")
def sticky(bench, browser):
    """State and position stay in view while a phone scrolls, upright, turned, narrow, and with large text."""
    large = browser.another("--blink-settings=defaultFontSize=24")
    for where, width, height in ((browser, 390, 844), (browser, 844, 390), (browser, 320, 568), (large, 390, 844)):
        page = where.show(bench.silent(), width=width, height=height, is_mobile=True, has_touch=True, device_scale_factor=2)
        page.take(*SPEAKS, fix((48.123461, 11.512341)))
        height_of = "() => document.querySelector('header').getBoundingClientRect().height"
        for part in ("part-now", "part-map", "part-sky", "part-history", "part-events"):
            page.run("(id) => document.getElementById(id).scrollIntoView({ block: 'start', behavior: 'instant' })", part)
            page.run(SETTLE)
            state, place = page.run(TOP)
            if page.run("() => ['state', 'place'].map((id) => document.getElementById(id)).every((place) => { const { left, top, width, height } ="
                        " place.getBoundingClientRect(); return place.contains(document.elementFromPoint(left + width / 2, top + height / 2)); })"):
                continue
            what = "%d x %d, at %s" % (width, height, part)
            expect_that("the state is in view, " + what, state["isSeen"] and state["text"] == "3D fix", state)
            expect_that("the position is in view, " + what, place["isSeen"] and place["text"] == "48.12346, 11.51234", place)
            covered = page.run("(id) => document.getElementById(id).getBoundingClientRect().top - "
                               "document.querySelector('header').getBoundingClientRect().bottom", part)
            expect_that("the header covers no heading, " + what, covered >= -1 or part == "part-events", covered)
        before = page.run(height_of)
        # Without a position the header is as high, and the last one turns pale with the rest.
        page.take(event("lost"))
        expect("the state without a position", page.read()["state"], "Fix lost")
        expect("the height of the header", page.run(height_of), before)
        gone = page.run(TOP)
        expect_that("the last position is pale", gone[1]["color"] != place["color"], (gone, place))
