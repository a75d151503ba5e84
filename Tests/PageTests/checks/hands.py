"""The actions of the page in Chromium, Firefox and WebKit: clicked, pressed and dragged, and compared with the tool."""
import base64
import json
import re

from . import drivers
from .bench import Skipped, check, expect, expect_that, wait_for
from .codes import read
from .coordinates import FORMS, TITLES, VALUES, printed, recording
from .marks import AWAY, CAR, LIST, must_be_the_way, way
from .span import FEED, HISTORY, TRIP, must_be_near, numbers

STAND = """() => { const { device } = window.gpsbridge.state(); const now = new Date().toISOString();
  for (const event of %s) window.gpsbridge.take({ type: 'event', v: 1, device, event, at: now });
  window.gpsbridge.take({ v: 1, time: now, received: now, at: now, ...%s, device });
  return new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => done())), 30)); }"""
TEXT = "() => document.getElementById('%s').textContent"
BUTTON = "[...document.querySelectorAll('%s')].find((button) => (button.getAttribute('aria-label') ?? button.textContent) === %s)"
WORKER = "async () => (await navigator.serviceWorker?.getRegistration())?.active?.state ?? ''"


def try_all(bench, driver, engine):
    """Does all once; one engine."""
    wait_for("the page knows a receiver in " + engine, lambda: driver.run("() => window.gpsbridge?.state().device ?? null"), 20)

    def stand(fix):
        # The service has said that the receiver is silent: it speaks again.
        driver.run(STAND % ('["attached", "speaking"]', json.dumps(fix)))

    def says(what, element, words, limit=5):
        wait_for("%s in %s" % (what, engine), lambda: driver.run(TEXT % element).startswith(words), limit)

    # The trip of ten minutes, and of a part of them that is dragged over.
    driver.run(FEED)
    wait_for("the trip is shown in " + engine, lambda: driver.run(TRIP).startswith("4."), 10)
    must_be_near("the trip in " + engine, numbers(driver.run(TRIP)), [4.8, 480, 36, 36, 120, 60], [0.1, 4, 0.5, 0.01, 6, 6])
    left, top, width = driver.run("() => { const box = document.getElementById('history').getBoundingClientRect(); return [box.left, box.top, box.width]; }")
    seen = driver.run(HISTORY)
    newest = driver.run("() => window.gpsbridge.store().newest")

    def at(time):
        return left + 116 + (time - seen["from"]) / (seen["to"] - seen["from"]) * (width - 124)
    driver.drag((at(newest - 400), top + 60), (at(newest - 280), top + 80))
    # It is drawn a frame later.
    wait_for("a part is chosen in " + engine, lambda: (now := driver.run(HISTORY))["to"] - now["from"] < 150 and now["to"] < newest - 100, 5)
    chosen = driver.run(HISTORY)
    pixel = (seen["to"] - seen["from"]) / (width - 124)
    must_be_near("the part in " + engine, [chosen["from"], chosen["to"]], [newest - 400, newest - 280], [3 * pixel] * 2)
    driver.run("() => document.activeElement?.blur()")
    driver.press("Escape")
    wait_for("Escape shows all again in " + engine, lambda: (now := driver.run(HISTORY))["to"] - now["from"] > 500, 5)
    # Each form of the position, the next one by a key, and the code that a camera reads.
    path = recording(bench, CAR)
    fix = json.loads(printed(bench, path, "json"))
    stand(fix)
    driver.click("document.getElementById('forms')")
    wait_for("the forms are open in " + engine, lambda: driver.run("() => document.getElementById('forms-dialog')?.open ?? false"), 5)
    found = {TITLES[title]: value for title, value in driver.run(VALUES).items()}
    expected = {form: printed(bench, path, form) for form in FORMS.values()}
    expect("the forms in " + engine, found, expected)
    driver.click(BUTTON % ("#forms-dialog button", "'QR code…'"))
    wait_for("the codes are open in " + engine, lambda: driver.run("() => document.getElementById('codes')?.open ?? false"), 5)
    picture = bench.folder / (engine + ".png")
    picture.write_bytes(base64.b64decode(driver.run("() => document.getElementById('code').toDataURL('image/png')").split(",")[1]))
    expect("what a camera reads in " + engine, read(picture), [expected["geo-uri"]])
    driver.press("Escape")
    driver.press("Escape")
    wait_for("both are closed in " + engine, lambda: driver.run("() => document.querySelector('dialog[open]') === null"), 5)
    driver.run("() => document.activeElement?.blur()")
    for form in ("dms", "utm"):
        driver.press("x")
        wait_for("X shows %s in %s" % (form, engine), lambda: " ".join(
            (driver.run(TEXT % "latitude") + " " + driver.run(TEXT % "longitude")).split()) == " ".join(expected[form].split()), 5)
    driver.click("document.getElementById('more-button')")
    wait_for("more values are shown in " + engine, lambda: driver.run("() => document.querySelectorAll('#more:not([hidden]) dd').length") == 8, 5)
    # The car, the way back, the alarm, live.
    fix = {"type": "fix", "epoch": 1, "state": "live", "mode": "3d", "lat": CAR[0], "lon": CAR[1], "h_acc_m": 2, "speed_mps": 0}
    stand(fix)
    driver.run("() => document.activeElement?.blur()")
    driver.press("m")
    wait_for("M marks the place in " + engine, lambda: len(driver.run(LIST)) == 1, 5)
    stand({**fix, "lat": AWAY[0], "lon": AWAY[1]})
    driver.click(BUTTON % ("#marks button", "'Go to Mark 1'"))
    says("the way is shown", "mark-target", "To Mark 1: ")
    must_be_the_way("in " + engine, driver.run(TEXT % "mark-target"), *way(bench, AWAY, CAR))
    driver.click("document.getElementById('bell')")
    wait_for("the alarms are open in " + engine, lambda: driver.run("() => document.getElementById('alarms')?.open ?? false"), 5)
    driver.click("document.querySelector('#alarms input')")
    driver.press("Escape")
    wait_for("they are armed in " + engine, lambda: driver.run("() => document.getElementById('bell').getAttribute('aria-pressed')") == "true", 5)
    driver.run(STAND % ("[]", json.dumps({"type": "event", "event": "lost"})))
    says("the alarm is seen", "alarm-words", "Fix lost", 2)
    wait_for("the worker is there in " + engine, lambda: driver.run(WORKER) == "activated", 20)


@check("hands", takes="browser")
def hands(bench, browser):
    """Trip, forms, code, marks, way and alarm are used with mouse and keys in three engines, and have the values of the tool."""
    done = 0
    service = bench.serve("sim:silent")
    for engine in drivers.ENGINES:
        try:
            with drivers.opened(engine, browser, bench.folder) as driver:
                driver.open(service.address + "/", 1366, 768)
                try_all(bench, driver, engine.name)
                done += 1
                bench.tell("%s: all done" % engine.name)
        except Skipped as reason:
            bench.tell("skipped: %s" % reason)
    if done == 0:
        raise Skipped("no engine is there")
    expect_that("no token or address is in the log", re.search("token=", service.said()) is None, service.said())
    service.stop()
