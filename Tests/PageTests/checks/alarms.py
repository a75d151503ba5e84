"""Alarms: each cause within a second, the band, the sound and the notification, and a hidden page that goes on."""
import json
import time

from . import layout
from .bench import check, expect, expect_that, metric, wait_for
from .keys import tab_through
from .layout import SETTLE, must_be_accessible
from .link import HIDE, STOPPED
from .marks import CAR, stand
from .tab import TAKE, verdict

# Counts the tones and keeps what is notified.
COUNT = """
window.tones = 0;
window.notes = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...words) { window.tones += 1; return start.apply(this, words); };
window.Notification = class {
  static permission = 'granted';
  static requestPermission = async () => 'granted';
  constructor(title, { body, tag, renotify }) {
    if (window.isPhone) throw new TypeError('Illegal constructor');
    window.notes.push(tag && renotify ? body : 'without renotify');
  }
};
if (navigator.serviceWorker) navigator.serviceWorker.getRegistration = async () => window.isPhone === 'installed' ? {
  active: {}, showNotification: async (title, { body }) => { window.notes.push('worker: ' + body); } } : undefined;
"""

BAND = "() => { const band = document.getElementById('alarm-band'); return band && !band.hidden ? document.getElementById('alarm-words').textContent : ''; }"


NEWEST = "() => document.querySelector('#events li span')?.textContent"

# The parts of the header that a press would not reach.
BELOW = """() => [...document.querySelectorAll('header button')].filter((button) => {
  const { left, top, width, height } = button.getBoundingClientRect();
  return width > 0 && !button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).map((button) => button.textContent)"""

TO_HISTORY = "() => document.getElementById('part-history').scrollIntoView({ behavior: 'instant' })"
TOP = "() => document.getElementById('part-history').getBoundingClientRect().top"


@check("alarms", takes="browser")
def alarms(bench, browser):
    """Each alarm comes within a second of its cause, is seen, heard and notified, is silenced, and ends with its cause."""
    from axe_playwright_python.sync_playwright import Axe
    service = bench.serve("sim:silent")
    page = browser.open(service, path=None)
    page.context.add_init_script(COUNT)
    page.go()
    wait_for("the page knows a receiver", lambda: page.run("() => window.gpsbridge.state().device ?? null"), 20)
    page.run(TAKE, [{"type": "event", "event": "attached"}, {"type": "event", "event": "speaking"}, verdict("good")])
    stand(page, CAR)
    expect("alarms of a page that nobody has armed", page.run(BAND), "")
    page.page.keyboard.press("a")
    wait_for("the list is open", lambda: page.run("() => document.getElementById('alarms')?.open ?? false"), 5)
    layout.look_around(bench, Axe(), page, "alarms")
    page.page.get_by_role("button", name="Test", exact=True).click()
    wait_for("the test is seen", lambda: page.run(BAND) == "Test of the alarm", 2)
    tones = wait_for("it is heard", lambda: page.run("() => window.tones"), 2)
    expect("tones of the test", tones, 3)
    expect("what is notified", page.run("() => window.notes"), ["Test of the alarm"])
    # A phone shows what its worker shows, and nothing else.
    said = "() => [...document.querySelectorAll('#alarms-note')].pop().textContent"
    for phone, words in (("'installed'", "Notifications are allowed."), ("true", "The browser allows notifications, but shows none of this page."),
                         ("false", "Notifications are allowed.")):
        page.run("() => { window.isPhone = %s; }" % phone)
        page.page.get_by_role("button", name="Notifications…").click()
        wait_for("the answer stands there with %s" % phone, lambda: page.run(said) == words, 3)
    expect("what was shown", page.run("() => window.notes.slice(1)"), ["worker: Notifications are allowed.", "Notifications are allowed."])
    wait_for("the test ends", lambda: page.run(BAND) == "", 6)
    page.page.get_by_label("Armed").check()
    faster = page.page.get_by_label("Faster than")
    expect("whether a speed is watched at first", faster.is_checked(), False)
    page.page.fill("#alarm-speed", "50")
    page.page.get_by_role("button", name="Close").click()
    expect("whether a limit that was entered is watched", faster.is_checked(), True)
    expect("the bell", page.run("() => document.getElementById('bell').getAttribute('aria-pressed')"), "true")
    stand(page, CAR)
    expect("an alarm without a cause", page.run(BAND), "")

    def fires(what, words):
        """The band says it within a second, and it is heard and notified."""
        wait_for("%s is seen" % what, lambda: words in page.run(BAND), 1, 0.05)
        wait_for("%s is notified" % what, lambda: words in page.run("() => window.notes").pop(), 1)

    def is_over():
        page.run(TAKE, [{"type": "event", "event": "attached"}, {"type": "event", "event": "speaking"}, verdict("good")])
        # Three positions well inside, as many as the circle needs.
        for _ in range(3):
            stand(page, CAR)
        wait_for("the alarm is over", lambda: page.run(BAND) == "", 3)

    tones = page.run("() => window.tones")
    page.run(TAKE, [{"type": "event", "event": "lost"}, verdict("no_signal")])
    fires("a lost fix", "Fix lost")
    wait_for("it is heard", lambda: page.run("() => window.tones") > tones, 4)
    boxes = """() => [...document.querySelectorAll('main section, header')].map((part) => {
      const { left, top, width, height } = part.getBoundingClientRect();
      return [part.id, left, top, width, height];
    })"""
    for scheme in ("light", "dark"):
        for size in ("phone", "desk"):
            layout.look(page, "an alarm", size, scheme)
            expect("buttons below the band, %s" % size, page.run(BELOW), [])
            must_be_accessible(Axe(), page, "an alarm, %s, %s" % (size, scheme))
            layout.keep(bench, page, "alarm", size, scheme)
    # Above an open dialog, too.
    page.page.keyboard.press("?")
    wait_for("the band is in the dialog", lambda: page.run("() => Boolean(document.querySelector('dialog[open] #alarm-band'))"), 3)
    page.page.keyboard.press("Escape")
    wait_for("it is back", lambda: page.run("() => document.getElementById('alarm-band').parentElement === document.body"), 3)
    # Silenced it is seen, and not heard; the sound comes each three seconds otherwise.
    page.page.click("#silence")
    silent = page.run("() => window.tones")
    time.sleep(3.5)
    page.run(TAKE, [verdict("no_signal")])
    expect("tones of what was silenced", page.run("() => window.tones"), silent)
    silence = page.page.locator("#silence")
    expect("the band of what was silenced", (page.run(BAND), silence.is_visible()), ("Fix lost (silenced)", False))
    for scheme in ("light", "dark"):
        page.page.emulate_media(color_scheme=scheme)
        must_be_accessible(Axe(), page, "a silenced alarm, " + scheme)
    # Another cause is as loud as the first one was.
    page.run(TAKE, [verdict("jammed")])
    wait_for("it is seen beside it", lambda: page.run(BAND) == "Fix lost (silenced) · The signals are jammed", 1)
    expect_that("it can be silenced", silence.is_visible(), page.run(BAND))
    page.run(TAKE, [verdict("no_signal")])
    wait_for("it is over", lambda: page.run(BAND) == "Fix lost (silenced)" and not silence.is_visible(), 1)
    before = page.run(boxes)
    is_over()
    page.run(TAKE, [verdict("jammed")])
    fires("jamming", "The signals are jammed")
    page.run(SETTLE)
    expect("parts that another cause has moved", [box for box in page.run(boxes) if box not in before], [])
    is_over()
    # What is read on a phone stays where it is, and the band is not over what the page goes to.
    page.page.set_viewport_size({"width": 390, "height": 844})
    page.run(TO_HISTORY)
    read = page.run(TOP)
    page.run(TAKE, [verdict("jammed")])
    fires("jamming", "The signals are jammed")
    page.run(SETTLE)
    expect_that("the band moves nothing that is read", abs(page.run(TOP) - read) < 1, (page.run(TOP), read))
    page.run(TO_HISTORY)
    expect_that("the page goes to a part below the band", page.run(TOP) - read > 40, (page.run(TOP), read))
    is_over()
    page.page.set_viewport_size({"width": 1440, "height": 900})
    expect_that("no room is left", page.run("() => getComputedStyle(document.body).paddingTop") == "0px", page.run(boxes))
    stand(page, CAR, suspect="spoofed")
    fires("forging", "The position may be forged")
    is_over()
    stand(page, CAR, speed_mps=14, course_deg=0)
    fires("a speed of 50.4 km/h", "Too fast")
    stand(page, CAR, speed_mps=13.8, course_deg=0)
    wait_for("a speed of 49.7 km/h is none", lambda: page.run(BAND) == "", 2)
    # No record of the service reports it: the line stays when the alarm is over.
    expect("the newest event", page.run(NEWEST), "Alarm: Too fast")
    # An anchor: 30 m, and it drags.
    page.page.keyboard.press("m")
    page.page.get_by_role("button", name="Circle around Mark 1").click()
    stand(page, (CAR[0] + 0.00025, CAR[1]))
    expect("an alarm within the circle", page.run(BAND), "")
    # By the library's rule: beyond the border by 10 m or 2.5 accuracies, three times in a row.
    for _ in range(4):
        stand(page, (CAR[0] + 0.00035, CAR[1]))
    expect("an alarm 9 m beyond the border", page.run(BAND), "")
    for _ in range(4):
        stand(page, (CAR[0] + 0.00045, CAR[1]), h_acc_m=9)
    expect("an alarm 20 m beyond the border by positions of 9 m", page.run(BAND), "")
    for _ in range(2):
        stand(page, (CAR[0] + 0.00037, CAR[1]))
    expect("an alarm after two positions 11 m beyond it", page.run(BAND), "")
    stand(page, (CAR[0] + 0.00037, CAR[1]))
    fires("a circle of 30 m that was left by 11 m", "The circle was left")
    expect("the newest event", page.run(NEWEST), "Alarm: The circle was left")
    for _ in range(4):
        stand(page, (CAR[0] + 0.00025, CAR[1]))
    expect("within its margin it is still left", page.run(BAND), "The circle was left")
    is_over()
    # Loaded again it is armed, and the page goes on when nobody looks.
    page.go()
    wait_for("it is armed again", lambda: page.run("() => document.getElementById('bell').getAttribute('aria-pressed')") == "true", 10)
    wait_for("the receiver is silent", lambda: page.run(BAND) == "Fix lost", 20)
    tab_through(page, "with alarms")
    page.must_be_quiet(["AudioContext was not allowed to start"])
    page.close()
    service.stop()


# Keeps five times a second what the band says, and how many tones there were.
WRITE_DOWN = """
window.kept = [];
setInterval(() => {
  const band = document.getElementById('alarm-band');
  const what = document.getElementById('verdict-what')?.textContent ?? '';
  if (what.startsWith('Alarms') && (!band || band.hidden)) window.notice = what;
  window.kept.push([band && !band.hidden ? document.getElementById('alarm-words').textContent : '', window.tones]);
}, 200);
"""


@check("mute", takes="browser")
def mute(bench, browser):
    """Where nobody has pressed anything no tones are gathered; the band says so, and the first press lets the sound out once."""
    service = bench.serve("sim:silent")
    page = browser.open(service, path=None)
    page.context.add_init_script(COUNT)
    page.context.add_init_script("""localStorage.setItem('gpsbridge', '{"alarms": {"armed": true, "off": ["speed"], "speed": 30, "sound": true}}');""")
    page.context.add_init_script(WRITE_DOWN)
    page.go()
    said = "Fix lost · no sound until you press something here"
    # A question to the page counts as a press in it: the page keeps what it shows meanwhile. A sound is due each 3 s.
    page.page.wait_for_timeout(14_000)
    kept = page.run("() => window.kept")
    mute = [tones for band, tones in kept if band == said]
    expect_that("the band says for 7 s that there is no sound", len(mute) >= 35, kept[::10])
    expect("tones until then", max(tones for _, tones in kept), 0)
    expect("the notice before an alarm", page.run("() => window.notice"), "Alarms have no sound yet.")
    page.page.mouse.click(700, 500)
    wait_for("it sounds", lambda: page.run("() => window.tones") > 0, 2)
    expect("tones of the first press", page.run("() => window.tones"), 3)
    wait_for("the band is as always", lambda: page.run(BAND) == "Fix lost", 2)
    wait_for("it sounds again", lambda: page.run("() => window.tones") == 6, 6)
    page.must_be_quiet(["AudioContext was not allowed to start"])
    page.close()
    service.stop()


PRESSED = "() => document.getElementById('bell').getAttribute('aria-pressed')"


@check("pausing", takes="browser")
def pausing(bench, browser):
    """While a recording is shown nothing is watched: the bell is not pressed and says why, until what is live is back."""
    service = bench.serve("sim:static")
    page = browser.open(service)
    page.wait_for_state("3D fix", 20)
    page.page.click("#bell")
    page.page.get_by_label("Armed").check()
    page.page.keyboard.press("Escape")
    expect("the bell of what is live", page.run(PRESSED), "true")
    path = bench.folder / "past.ndjson"
    path.write_text("".join(json.dumps({
        "v": 1, "type": "fix", "device": "past", "time": "2026-07-22T09:01:%02d.000Z" % second, "epoch": second + 1, "state": "live", "mode": "3d",
        "lat": CAR[0], "lon": CAR[1], "h_acc_m": 2, "speed_mps": 0}) + "\n" for second in range(20)))
    with page.page.expect_file_chooser() as waiting:
        page.page.click("#open")
    waiting.value.set_files(str(path))
    page.wait_for_state("Recorded", 10)
    words = "Alarms pause while a recording is shown"
    wait_for("the bell is not pressed", lambda: page.run(PRESSED) == "false", 3)
    expect("its title", page.run("() => document.getElementById('bell').title"), words)
    page.wait_for("the verdict says so", lambda said: said["what"] == words + ".", 3)
    page.page.click("#bell")
    expect("the list of alarms", page.run("() => document.getElementById('alarms-pause').textContent"), words + ".")
    page.page.keyboard.press("Escape")
    page.page.select_option("#recordings", "live")
    page.wait_for_state("3D fix", 20)
    wait_for("the bell is pressed again", lambda: page.run(PRESSED) == "true", 3)
    expect("its title when live", page.run("() => document.getElementById('bell').title"), "Alarms (A)")
    page.must_be_quiet()
    page.close()
    service.stop()


@check("watching", takes="browser")
def watching(bench, browser):
    """A hidden page with an armed alarm keeps its stream, and reports a service that does not answer after 10 s, not before."""
    service = bench.serve("sim:static")
    page = browser.open(service, path=None)
    page.context.add_init_script(COUNT)
    page.page.clock.install()
    page.go()
    page.wait_for_state("3D fix", 20)
    page.page.click("#bell")
    page.page.get_by_label("Armed").check()
    page.page.keyboard.press("Escape")
    page.run(HIDE, True)
    page.page.clock.fast_forward(70_000)
    expect("listeners after 70 s hidden", metric(service, "gpsbridge_http_listeners"), 1.0)
    expect_that("the title does not say that it is paused", page.run("() => document.title") != "Paused", page.run("() => document.title"))
    page.run(HIDE, False)
    page.page.clock.resume()
    page.wait_for_state("3D fix", 20)
    wait_for("no alarm", lambda: page.run(BAND) == "", 10)
    service.stop()
    begun = time.monotonic()
    page.wait_for_state("Not connected", 10)
    wait_for("the alarm comes", lambda: "The service cannot be reached" in page.run(BAND), 14, 0.1)
    took = time.monotonic() - begun
    expect_that("it comes 10 s after the last record", 8.5 <= took <= 12, "%.1f s" % took)
    bench.tell("the alarm came %.1f s after the service was stopped" % took)
    service.begin()
    page.wait_for_state("3D fix", 20)
    wait_for("the alarm is over", lambda: page.run(BAND) == "", 5)
    page.must_be_quiet(STOPPED)
    page.close()
    service.stop()


# Keeps what the page asks of the screen, and where circles are drawn on the map.
WATCH = """
window.locks = [];
Object.defineProperty(navigator, 'wakeLock', { value: { request: async (kind) => {
  window.locks.push(kind);
  return { release: async () => window.locks.push('released') };
} } });
const arc = CanvasRenderingContext2D.prototype.arc;
window.arcs = [];
CanvasRenderingContext2D.prototype.arc = function (x, y, radius, ...more) {
  if (this.canvas.id === 'map') window.arcs.push(radius);
  return arc.call(this, x, y, radius, ...more);
};
"""

ARCS = """async () => {
  window.arcs = [];
  // A page that is seen again draws all.
  document.dispatchEvent(new Event('visibilitychange'));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
  return window.arcs;
}"""


@check("rings", takes="browser")
def rings(bench, browser):
    """Distance rings have the radii of their lengths and are kept; the screen stays on where that was chosen."""
    from axe_playwright_python.sync_playwright import Axe
    axe = Axe()
    service = bench.serve("sim:silent")
    page = browser.open(service, path=None)
    page.context.add_init_script(WATCH)
    page.go()
    wait_for("the page knows a receiver", lambda: page.run("() => window.gpsbridge.state().device ?? null"), 20)
    stand(page, CAR)
    pressed = "() => document.getElementById('rings').getAttribute('aria-pressed')"
    before = page.run(ARCS)
    page.page.keyboard.press("r")
    wait_for("the rings are chosen", lambda: page.run(pressed) == "true", 5)
    found = page.run(ARCS)
    scale = page.run("() => window.gpsbridge.map().scale")
    # Pixels of a meter there, and three radii that are multiples of a round one.
    pixels = scale / 40075016.686 / 0.6673826
    radii = sorted(radius / pixels for radius in set(found) - set(before))
    expect_that("three rings", len(radii) == 3, (radii, before))
    expect_that("the circle of the accuracy, 2 m", any(abs(radius / pixels - 2) < 0.01 for radius in before), [radius / pixels for radius in before])
    first = float("%.1g" % radii[0])
    expect_that("their radii are round", all(abs(radius - first * (at + 1)) < 0.01 * radius for at, radius in enumerate(radii)), radii)
    layout.look_around(bench, axe, page, "rings", "map")
    page.go()
    wait_for("the rings are kept", lambda: page.run(pressed) == "true", 10)
    page.page.click("#rings")
    wait_for("they can be hidden", lambda: page.run(pressed) == "false", 5)
    page.page.click("#bell")
    page.page.get_by_label("Keep the screen on").check()
    wait_for("the screen is kept on", lambda: page.run("() => window.locks") == ["screen"], 5)
    page.page.get_by_label("Keep the screen on").uncheck()
    wait_for("it is let go", lambda: page.run("() => window.locks") == ["screen", "released"], 5)
    page.must_be_quiet()
    page.close()
    service.stop()
