"""The actions of the page together: by keys alone, and with a heap that does not grow while all of them are in use."""
from .bench import check, expect, expect_that, wait_for
from .layout import SETTLE
from .long import heap, wait_until_loaded
from .marks import AWAY, CAR, LIST, stand

FOCUS = "() => { const place = document.activeElement; return place.id || place.getAttribute('aria-label') || place.parentElement.textContent.trim(); }"
OPEN = "() => document.querySelector('dialog[open]')?.id ?? ''"
PRESSED = "(id) => document.getElementById(id).getAttribute('aria-pressed')"

# Fixes of a walk around the mark, 10 a second by their times, with frames in between.
WALK = """async ({ count, from }) => {
  const { device } = window.gpsbridge.state();
  for (let index = from; index < from + count; index += 1) {
    const time = new Date(Date.now() + (index - from - count) * 100).toISOString();
    window.gpsbridge.take({
      type: 'fix', v: 1, device, epoch: index, state: 'live', mode: '3d', time, received: time, h_acc_m: 2, alt_msl_m: 500, alt_hae_m: 547,
      lat: 48.1323 + 0.0001 * Math.sin(index / 500), lon: 11.5323 + 0.0001 * Math.cos(index / 500), speed_mps: 1.4, course_deg: index % 360,
    });
    if (index % 20 === 0) await new Promise((done) => requestAnimationFrame(done));
  }
}"""
BATCH = 3000


def knows(page):
    wait_for("the page knows a receiver", lambda: page.run("() => window.gpsbridge.state().device ?? null"), 20)


@check("by-keys", takes="browser")
def by_keys(bench, browser):
    """Forms, alarms and marks are opened, used and left with keys alone, and the focus goes back to where it was."""
    service = bench.serve("sim:silent")
    page = browser.open(service, permissions=["clipboard-read", "clipboard-write"])
    knows(page)
    stand(page, CAR)
    press = page.page.keyboard.press

    def goes_to(what, wanted):
        for _ in range(60):
            if wanted in page.run(FOCUS):
                return
            press("Tab")
        expect_that("Tab comes to %s" % what, wanted in page.run(FOCUS), page.run(FOCUS))

    page.page.focus("#place-copy")
    press("Enter")
    words = "() => document.getElementById('forms').textContent"
    wait_for("Enter copies the position", lambda: page.run(words) == "Copied", 5)
    goes_to("the list of forms", "forms")
    press("Enter")
    wait_for("the list of forms is open", lambda: page.run(OPEN) == "forms-dialog", 5)
    goes_to("the chosen form", "Degrees")
    press("ArrowDown")
    press("ArrowDown")
    wait_for("an arrow chooses UTM", lambda: page.run("() => document.getElementById('latitude').textContent").startswith("32U 6"), 5)
    goes_to("the button of the URI", "Copy: geo: URI")
    press("Space")
    wait_for("Space copies the URI", lambda: page.run("() => navigator.clipboard.readText()").startswith("geo:48.132302,11.53232"), 5)
    press("Escape")
    expect("where the focus is then", page.run(FOCUS), "forms")
    goes_to("the values behind More", "more-button")
    press("Enter")
    wait_for("Enter shows more values", lambda: page.run("() => !document.getElementById('more').hidden"), 5)
    press("a")
    wait_for("the alarms are open", lambda: page.run(OPEN) == "alarms", 5)
    goes_to("the arming", "Armed")
    press("Space")
    wait_for("Space arms them", lambda: page.run(PRESSED, "bell") == "true", 5)
    goes_to("the test", "Test")
    press("Escape")
    expect("what is open then", (page.run(OPEN), page.run(FOCUS)), ("", "more-button"))
    press("m")
    wait_for("M marks the place", lambda: len(page.run(LIST)) == 1, 5)
    stand(page, AWAY)
    goes_to("the name of the mark", "Name of mark 1")
    press("Control+A")
    page.page.keyboard.type("Tent a b c")
    press("Tab")
    expect("keys that are letters of a name", (page.run(OPEN), page.run(LIST)[0]["name"]), ("", "Tent a b c"))
    goes_to("the way there", "Go to Tent a b c")
    press("Enter")
    wait_for("Enter shows the way", lambda: page.run("() => document.getElementById('mark-target').textContent").startswith("To Tent a b c: "), 5)
    goes_to("its deleting", "Delete Tent a b c")
    press("Enter")
    wait_for("Enter deletes it", lambda: page.run(LIST) == [], 5)
    expect("where the focus is then", page.run(FOCUS), "mark-here")
    press("r")
    wait_for("R shows rings", lambda: page.run(PRESSED, "rings") == "true", 5)
    page.must_be_quiet()
    page.close()
    service.stop()


@check("steady", takes="alone")
def steady(bench, browser):
    """With marks, a way, a circle, alarms, rings, more values and a trip in use, the heap stays what it was."""
    service = bench.serve("sim:silent")
    page = browser.open(service)
    knows(page)
    stand(page, CAR)
    page.page.click("#more-button")
    page.page.keyboard.press("r")
    page.page.keyboard.press("o")
    wait_for("the place is marked", lambda: len(page.run(LIST)) == 1, 5)
    page.page.get_by_role("button", name="Circle around Man overboard").click()
    page.page.keyboard.press("a")
    page.page.get_by_label("Armed").check()
    page.page.keyboard.press("Escape")
    page.page.keyboard.press("x")
    session = page.context.new_cdp_session(page.page)
    session.send("HeapProfiler.enable")
    # The first batch lets the browser compile what is used.
    page.run(WALK, {"count": BATCH, "from": 1})
    wait_until_loaded(page)
    first = heap(session)
    page.run(WALK, {"count": 3 * BATCH, "from": BATCH + 1})
    page.run(SETTLE)
    last = heap(session)
    bench.tell("heap %.2f MB after %d fixes, %.2f MB of them the page's own; %.2f and %.2f MB after %d" % (
        first[0], BATCH, first[1], *last, 4 * BATCH))
    expect_that("what the page has in the heap stays within 5 %", last[1] <= first[1] * 1.05, "%.2f and %.2f MB" % (first[1], last[1]))
    expect_that("all was in use", page.run("() => document.getElementById('mark-target').textContent").startswith("To Man overboard"), page.run(LIST))
    page.must_be_quiet()
    page.close()
    service.stop()
