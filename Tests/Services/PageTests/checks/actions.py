"""The actions of the page together: by keys alone, with mouse and keys in each engine, and with a heap that does not grow."""
import json
import re

from .bench import check, expect, expect_that, wait_for
from .browser import SPEAKS, event, fix
from .codes import read
from .coordinates import FORMS, TITLES, VALUES, printed, recording
from .heap import must_stay
from .layout import SETTLE
from .marks import AWAY, CAR, LIST, must_be_the_way, way
from .span import FEED, HISTORY, TRIP, must_be_near, numbers

FOCUS = "() => { const place = document.activeElement; return place.id || place.getAttribute('aria-label') || place.parentElement.textContent.trim(); }"
OPEN = "() => document.querySelector('dialog[open]')?.id ?? ''"
PRESSED = "() => document.getElementById('%s').getAttribute('aria-pressed')"
TEXT = "() => document.getElementById('%s').textContent"
BUTTON = "[...document.querySelectorAll('%s')].find((button) => (button.getAttribute('aria-label') ?? button.textContent) === %s)"

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


@check("by-keys", takes="browser")
def by_keys(bench, browser):
    """Forms, alarms and marks are opened, used and left with keys alone, and the focus goes back to where it was."""
    page = browser.show(bench.silent(), permissions=["clipboard-read", "clipboard-write"])
    page.take(*SPEAKS, fix(CAR))
    press = page.press

    def goes_to(what, wanted):
        for _ in range(60):
            if wanted in page.run(FOCUS):
                return
            press("Tab")
        expect_that("Tab comes to %s" % what, wanted in page.run(FOCUS), page.run(FOCUS))

    page.page.focus("#place-copy")
    press("Enter")
    wait_for("Enter copies the position", lambda: page.run(TEXT % "forms") == "Copied")
    goes_to("the list of forms", "forms")
    press("Enter")
    wait_for("the list of forms is open", lambda: page.run(OPEN) == "forms-dialog")
    goes_to("the chosen form", "Degrees")
    press("ArrowDown")
    press("ArrowDown")
    wait_for("an arrow chooses UTM", lambda: page.run(TEXT % "latitude").startswith("32U 6"))
    goes_to("the button of the URI", "Copy: geo: URI")
    press("Space")
    wait_for("Space copies the URI", lambda: page.run("() => navigator.clipboard.readText()").startswith("geo:48.132302,11.53232"))
    press("Escape")
    expect("where the focus is then", page.run(FOCUS), "forms")
    goes_to("the values behind More", "more-button")
    press("Enter")
    wait_for("Enter shows more values", lambda: page.run("() => !document.getElementById('more').hidden"))
    press("a")
    wait_for("the alarms are open", lambda: page.run(OPEN) == "alarms")
    goes_to("the arming", "Armed")
    press("Space")
    wait_for("Space arms them", lambda: page.run(PRESSED % "bell") == "true")
    goes_to("the test", "Test")
    press("Escape")
    expect("what is open then", (page.run(OPEN), page.run(FOCUS)), ("", "more-button"))
    press("m")
    wait_for("M marks the place", lambda: len(page.run(LIST)) == 1)
    page.stand(AWAY)
    goes_to("the name of the mark", "Name of mark 1")
    press("Control+A")
    page.page.keyboard.type("Tent a b c")
    press("Tab")
    expect("keys that are letters of a name", (page.run(OPEN), page.run(LIST)[0]["name"]), ("", "Tent a b c"))
    goes_to("the way there", "Go to Tent a b c")
    press("Enter")
    wait_for("Enter shows the way", lambda: page.run(TEXT % "mark-target").startswith("To Tent a b c: "))
    goes_to("its deleting", "Delete Tent a b c")
    press("Enter")
    wait_for("Enter deletes it", lambda: page.run(LIST) == [])
    expect("where the focus is then", page.run(FOCUS), "mark-here")
    press("r")
    wait_for("R shows rings", lambda: page.run(PRESSED % "rings") == "true")


# The code as a camera sees it.
PICTURE = """async () => {
  const [code, canvas] = [document.getElementById('code'), new OffscreenCanvas(400, 400)];
  await code.decode();
  canvas.getContext('2d').drawImage(code, 0, 0, 400, 400);
  return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
}"""


@check("actions", takes="engine", nightly=True)
def actions(bench, driver):
    """Trip, forms, code, marks, way and alarm are used with mouse and keys, and have the values of the tool."""
    service = bench.serve("sim:silent", is_quiet=True)
    driver.show(service, 1366, 768)
    # A key and a click are those of the page, and no field has the focus.
    blur = "() => document.activeElement?.blur()"

    def says(what, element, words):
        wait_for(what, lambda: driver.run(TEXT % element).startswith(words))

    # The trip of ten minutes, and of a part of them that is dragged over.
    driver.run(FEED)
    wait_for("the trip is shown", lambda: driver.run(TRIP).startswith("4."))
    must_be_near("the trip", numbers(driver.run(TRIP)), [4.8, 480, 36, 36, 120, 60], [0.1, 4, 0.5, 0.01, 6, 6])
    left, top, width = driver.run("() => { const box = document.getElementById('history').getBoundingClientRect(); return [box.left, box.top, box.width]; }")
    before = driver.run(HISTORY)
    driver.drag((left + 116 + (width - 124) * 0.4, top + 60), (left + 116 + (width - 124) * 0.6, top + 60))
    wait_for("a part is chosen by dragging", lambda: (now := driver.run(HISTORY))["to"] - now["from"] < (before["to"] - before["from"]) / 4)
    driver.run(blur)
    driver.press("Escape")
    # The forms and the code, of the last fix of a recording.
    path = recording(bench, CAR)
    driver.take(*SPEAKS, json.loads(printed(bench, path, "json")) | {"device": driver.run("() => window.gpsbridge.state().device")})
    driver.click("document.getElementById('forms')")
    wait_for("the forms are open", lambda: driver.run(OPEN) == "forms-dialog")
    found = {TITLES[title]: value for title, value in driver.run(VALUES).items()}
    expected = {form: printed(bench, path, form) for form in FORMS.values()}
    expect("the forms", found, {**expected, "line": expected["line"] + " (recorded)"})
    driver.click(BUTTON % ("#forms-dialog button", "'QR code…'"))
    wait_for("the codes are open", lambda: driver.run("() => document.getElementById('codes')?.open ?? false"))
    picture = bench.folder / "code.png"
    picture.write_bytes(bytes(driver.run(PICTURE)))
    expect("what a camera reads", read(picture), [expected["geo-uri"]])
    driver.press("Escape")
    driver.press("Escape")
    wait_for("both are closed", lambda: driver.run(OPEN) == "")
    driver.run(blur)
    for form in ("dms", "utm"):
        driver.press("x")
        wait_for("X shows %s" % form, lambda: " ".join(
            (driver.run(TEXT % "latitude") + " " + driver.run(TEXT % "longitude")).split()) == " ".join(expected[form].split()))
    driver.click("document.getElementById('more-button')")
    wait_for("more values are shown", lambda: driver.run("() => document.querySelectorAll('#more:not([hidden]) dd').length") == 8)
    # The car, the way back, the alarm, live.
    driver.take(*SPEAKS, fix(CAR))
    driver.run(blur)
    driver.press("m")
    wait_for("M marks the place", lambda: len(driver.run(LIST)) == 1)
    driver.take(fix(AWAY))
    driver.click(BUTTON % ("#marks button", "'Go to Mark 1'"))
    says("the way is shown", "mark-target", "To Mark 1: ")
    must_be_the_way("to the mark", driver.run(TEXT % "mark-target"), *way(bench, AWAY, CAR))
    driver.click("document.getElementById('bell')")
    wait_for("the alarms are open", lambda: driver.run(OPEN) == "alarms")
    driver.click("document.querySelector('#alarms input')")
    driver.press("Escape")
    wait_for("they are armed", lambda: driver.run(PRESSED % "bell") == "true")
    driver.take(event("lost"))
    says("the alarm is seen", "alarm-words", "Fix lost")
    wait_for("the worker is there", lambda: driver.run(
        "async () => (await navigator.serviceWorker?.getRegistration())?.active?.state ?? ''") == "activated")
    expect_that("no token or address is in the log", re.search("token=", service.said()) is None, service.said())


@check("heap", takes="browser", nightly=True)
def heap(bench, browser):
    """With marks, a way, a circle, alarms, rings, more values and a trip in use, the heap does not grow with the fixes."""
    page = browser.show(bench.silent())
    page.take(*SPEAKS, fix(CAR))
    page.page.click("#more-button")
    for key in "ro":
        page.press(key)
    wait_for("the place is marked", lambda: len(page.run(LIST)) == 1)
    page.page.get_by_role("button", name="Watch circle around Man overboard").click()
    page.press("a")
    page.page.get_by_label("Armed").check()
    page.press("Escape")
    page.press("x")

    def walk(at):
        page.run(WALK, {"count": BATCH, "from": at * BATCH + 1})
        page.run(SETTLE)
    must_stay(bench, page, "fixes", BATCH, walk)
    expect_that("all was in use", page.run(TEXT % "mark-target").startswith("To Man overboard"), page.run(LIST))
