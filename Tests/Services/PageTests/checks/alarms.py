"""Alarms: each cause at once, the band, the sound and the notification, and a hidden page that goes on."""
import json

from . import layout
from .bench import check, expect, expect_that, metric, wait_for
from .browser import GIVE, SPEAKS, TAKE, event, fix, verdict
from .keys import tab_through
from .layout import SETTLE, must_be_accessible
from .link import HIDE, STOPPED, hide_for
from .marks import CAR

# Counts the tones, keeps when each begins, and what is notified.
COUNT = """
window.tones = 0;
window.starts = [];
window.notes = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...words) { window.tones += 1; window.starts.push(performance.now()); return start.apply(this, words); };
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
BELOW = """() => [...document.querySelectorAll(innerWidth < 1088 ? 'header button, main button' : 'main button')].filter((button) => {
  const { left, top, width, height } = button.getBoundingClientRect();
  return button.checkVisibility() && document.elementFromPoint(left + width / 2, top + height / 2)?.closest('#alarm-band');
}).map((button) => button.textContent)"""

TO_HISTORY = "() => document.getElementById('part-history').scrollIntoView({ behavior: 'instant' })"
TOP = "() => document.getElementById('part-history').getBoundingClientRect().top"

PRESSED = "() => document.getElementById('bell').getAttribute('aria-pressed')"
LABEL = "() => document.getElementById('bell').textContent + JSON.parse(getComputedStyle(document.getElementById('bell'), '::after').content)"
TONES = "() => window.tones"
ROWS = "() => window.gpsbridge.store().count"

# Gives the page records and returns what the band shows right then: an alarm comes with its cause.
NOW = "(records) => { (%s)(records); return (%s)(); }" % (GIVE, BAND)


def arm(page):
    page.page.click("#bell")
    page.page.get_by_label("Armed").check()
    page.press("Escape")
    expect("the bell", page.run(PRESSED), "true")


@check("alarms", takes="browser")
def alarms(bench, browser):
    """Each alarm comes with its cause, is seen, heard and notified, is silenced, and ends with its cause."""
    page = browser.show(bench.silent(), scripts=[COUNT], moved=True)
    page.take(*SPEAKS, fix(CAR))
    expect("alarms of a page that is not armed", page.run(BAND), "")
    page.press("a")
    wait_for("the list is open", lambda: page.run("() => document.getElementById('alarms')?.open ?? false"))
    layout.look_around(bench, page, "alarms")
    page.page.get_by_role("button", name="Test", exact=True).click()
    wait_for("the test is seen", lambda: page.run(BAND) == "Test of the alarm")
    expect("tones of the test", wait_for("it is heard", lambda: page.run(TONES)), 3)
    expect("what is notified", page.run("() => window.notes"), ["Test of the alarm"])
    # A phone shows what its worker shows, and nothing else.
    said = "() => [...document.querySelectorAll('#alarms-note')].pop().textContent"
    for phone, words in (("'installed'", "Notifications are allowed."), ("true", "The browser allows notifications, but shows none of this page."),
                         ("false", "Notifications are allowed.")):
        page.run("() => { window.isPhone = %s; }" % phone)
        page.page.get_by_role("button", name="Notifications…").click()
        wait_for("the answer is there with %s" % phone, lambda: page.run(said) == words)
    expect("what was shown", page.run("() => window.notes.slice(1)"), ["worker: Notifications are allowed.", "Notifications are allowed."])
    page.later(3.1)
    wait_for("the test ends", lambda: page.run(BAND) == "")
    page.page.get_by_label("Armed").check()
    faster = page.page.get_by_label("Faster than")
    expect("whether a speed is watched at first", faster.is_checked(), False)
    page.page.fill("#alarm-speed", "50")
    page.page.get_by_role("button", name="Close").click()
    expect("whether a limit that was entered is watched", faster.is_checked(), True)
    expect("the bell", page.run(PRESSED), "true")
    page.stand(CAR)
    expect("an alarm without a cause", page.run(BAND), "")

    def fires(words, *records):
        """The band has the words right after the records, and they are notified."""
        expect("the band right after the cause", page.run(NOW, list(records)), words)
        wait_for("%s is notified" % words, lambda: words in page.run("() => window.notes").pop())
        page.run(SETTLE)

    def is_over():
        # Three positions well inside, as many as the circle needs.
        expect("the band after the cause", page.run(NOW, [*SPEAKS, *[fix(CAR)] * 3]), "")
        page.run(SETTLE)

    # A sound is due each three seconds.
    page.later(3)
    tones = page.run(TONES)
    fires("Fix lost", event("lost"), verdict("no_signal"))
    expect("tones with the alarm", page.run(TONES), tones + 3)
    boxes = """() => [...document.querySelectorAll('main section, header')].map((part) => {
      const { left, top, width, height } = part.getBoundingClientRect();
      return [part.id, left, top, width, height];
    })"""
    layout.look_around(bench, page, "alarm", also=lambda size, scheme: expect("buttons below the band, " + size, page.run(BELOW), []))
    # Above an open dialog, too.
    page.press("?")
    page.later(1)
    wait_for("the band is in the dialog", lambda: page.run("() => Boolean(document.querySelector('dialog[open] #alarm-band'))"))
    page.press("Escape")
    page.later(1)
    wait_for("it is back", lambda: page.run("() => document.getElementById('alarm-band').parentElement === document.body"))
    # Silenced it is seen, and not heard.
    page.page.click("#silence")
    silent = page.run(TONES)
    page.later(3.5)
    silenced = "Fix lost (silenced)"
    expect("the band of what was silenced", page.run(NOW, [verdict("no_signal")]), silenced)
    expect("tones of what was silenced", page.run(TONES), silent)
    page.run(SETTLE)
    silence = page.page.locator("#silence")
    expect("whether it can be silenced again", silence.is_visible(), False)
    for scheme in ("light", "dark"):
        page.page.emulate_media(color_scheme=scheme)
        must_be_accessible(page, "a silenced alarm, " + scheme, {"runOnly": ["color-contrast"]})
    # Another cause is as loud as the first one was.
    expect("the band beside it", page.run(NOW, [verdict("jammed")]), silenced + " · The signals are jammed")
    expect("tones of another cause", page.run(TONES), silent + 3)
    expect_that("it can be silenced", silence.is_visible(), page.run(BAND))
    expect("the band when it is over", page.run(NOW, [verdict("no_signal")]), silenced)
    expect("whether it can be silenced then", silence.is_visible(), False)
    before = page.run(boxes)
    is_over()
    fires("The signals are jammed", verdict("jammed"))
    expect("parts that another cause has moved", [box for box in page.run(boxes) if box not in before], [])
    is_over()
    # What is read on a phone stays where it is, and the band is not over what the page goes to.
    page.page.set_viewport_size({"width": 390, "height": 844})
    # The parts get another order.
    page.run(SETTLE)
    page.run(TO_HISTORY)
    read = page.run(TOP)
    fires("The signals are jammed", verdict("jammed"))
    expect_that("the band moves nothing that is read", abs(page.run(TOP) - read) < 1, (page.run(TOP), read))
    page.run(TO_HISTORY)
    expect_that("the page goes to a part below the band", page.run(TOP) - read > 40, (page.run(TOP), read))
    is_over()
    page.page.set_viewport_size({"width": 1440, "height": 900})
    page.run(SETTLE)
    expect_that("no room is left", page.run("() => getComputedStyle(document.body).paddingTop") == "0px", page.run(boxes))
    fires("The position may be forged", fix(CAR, suspect="spoofed"))
    is_over()
    # 50.4 and 49.7 km/h.
    fires("Too fast", fix(CAR, speed_mps=14, course_deg=0))
    expect("the band below the limit", page.run(NOW, [fix(CAR, speed_mps=13.8, course_deg=0)]), "")
    page.run(SETTLE)
    # No record of the service reports it: the line stays when the alarm is over.
    expect("the newest event", page.run(NEWEST), "Alarm: Too fast")
    # An anchor: 30 m, and it drags. alarms.test.mjs has the margin of the circle.
    page.press("m")
    page.page.get_by_role("button", name="Watch circle around Mark 1").click()
    expect("an alarm after two positions beyond it", page.run(NOW, [fix((CAR[0] + 0.00037, CAR[1]))] * 2), "")
    fires("The watched circle was left", fix((CAR[0] + 0.00037, CAR[1])))
    expect("the newest event", page.run(NEWEST), "Alarm: The watched circle was left")
    is_over()
    # Loaded again it is armed, and alarms again.
    page.go()
    wait_for("it is armed again", lambda: page.run(PRESSED) == "true")
    page.ready()
    page.take(*SPEAKS, fix(CAR), event("lost"))
    expect("the band of a page that was loaded again", page.run(BAND), "Fix lost")
    tab_through(page, "with alarms")
    page.noise += ["AudioContext was not allowed to start"]


# Makes the clock of the page run ten times as fast, gives it a lost fix once it has warned of its sound, and writes to the console when
# the band has had these words for 7 s of that clock: a question to the page counts as a press in it, so that the test asks nothing
# meanwhile. A sound is due each 3 s.
WRITE_DOWN = """
const now = performance.now.bind(performance);
performance.now = () => now() * 10;
for (const name of ['setTimeout', 'setInterval']) {
  const native = window[name];
  window[name] = (deed, delay, ...words) => native(deed, delay / 10, ...words);
}
window.kept = [];
setInterval(() => {
  const band = document.getElementById('alarm-band');
  const what = document.getElementById('notice-what')?.textContent ?? '';
  if (!window.warning && band?.hidden && what.startsWith('Alarms')) {
    window.warning = what;
    (%s)(%s);
  }
  window.kept.push([band && !band.hidden ? document.getElementById('alarm-words').textContent : '', window.tones]);
  if (window.kept.filter(([words]) => words === '%s').length === 35) console.debug('kept');
}, 200);
"""


@check("mute", takes="browser")
def mute(bench, browser):
    """Before a press no tones are gathered; the band says so, and the first press lets the sound out once."""
    said = "Fix lost · no sound until you press something here"
    page = browser.open(bench.silent(), path=None)
    for script in (
            COUNT, WRITE_DOWN % (TAKE, json.dumps([*SPEAKS, fix(CAR), event("lost")]), said),
            """localStorage.setItem('gpsbridge', '{"alarms": {"armed": true, "off": ["speed"], "speed": 30, "sound": true}}');"""):
        page.context.add_init_script(script)
    page.noise += ["AudioContext was not allowed to start", "debug: kept"]
    with page.page.expect_console_message(lambda message: message.text == "kept"):
        page.go()
    expect("tones until then", page.run("() => Math.max(...window.kept.map(([, tones]) => tones))"), 0)
    expect("the notice before an alarm", page.run("() => window.warning"), "Alarms have no sound yet.")
    page.page.mouse.click(700, 500)
    wait_for("it sounds, and sounds again", lambda: page.run(TONES) >= 6)
    # The tones of those 7 s would have come with the first ones; the next sound is due 3 s later.
    expect("tones of the first press", page.run("() => window.starts.filter((time) => time < window.starts[0] + 1500).length"), 3)
    wait_for("the band is as always", lambda: page.run(BAND) == "Fix lost")


@check("pausing", takes="browser")
def pausing(bench, browser):
    """While a recording is shown nothing is watched: the bell is not pressed and says why, until what is live is back."""
    service = bench.serve("sim:static")
    page = browser.show(service, "3D fix")
    arm(page)
    expect("the label of the bell", page.run(LABEL), "Alarm on")
    path = bench.folder / "past.ndjson"
    path.write_text("".join(json.dumps({
        "v": 1, "type": "fix", "device": "past", "time": "2026-07-22T09:01:%02d.000Z" % second, "epoch": second + 1, "state": "live", "mode": "3d",
        "lat": CAR[0], "lon": CAR[1], "h_acc_m": 2, "speed_mps": 0}) + "\n" for second in range(20)))
    with page.page.expect_file_chooser() as waiting:
        page.page.click("#files-tab")
        page.page.click("#add-track")
    waiting.value.set_files(str(path))
    page.wait_for_state("Recorded")
    words = "Alarms pause while a recording is shown"
    wait_for("the bell is not pressed", lambda: page.run(PRESSED) == "false" and page.run(LABEL) == "Alarm off")
    expect("its title", page.run("() => document.getElementById('bell').title"), words)
    page.wait_for("a notice says so", lambda said: said["notice"] == words + ".")
    page.page.click("#bell")
    expect("the list of alarms", page.run("() => document.getElementById('alarms-pause').textContent"), words + ".")
    page.press("Escape")
    page.page.select_option("#recordings", "live")
    page.wait_for_state("3D fix")
    wait_for("the bell is pressed again", lambda: page.run(PRESSED) == "true")
    expect("its title when live", page.run("() => document.getElementById('bell').title"),
           "Alarms (A): fix lost, jammed, forged position, service unreachable for 10 s")
    page.wait_for("the pause is an event", lambda said: any("Alarms were paused for " in event for event in said["events"]))


@check("tabs", takes="browser")
def tabs(bench, browser):
    """Alarms have one state in all tabs, and the end of a watch asks before, and is an event."""
    service = bench.silent()
    page = browser.show(service)
    page.take(*SPEAKS, fix(CAR))
    arm(page)
    other = page.context.new_page()
    other.goto(service.address)
    read = lambda: json.loads(other.evaluate("() => localStorage.getItem('gpsbridge')"))["alarms"]
    wait_for("the other tab is armed", lambda: other.evaluate(PRESSED) == "true")
    # The other tab has been frozen: it knows nothing of what is chosen here.
    other.evaluate("() => addEventListener('storage', (event) => event.stopImmediatePropagation(), { capture: true })")
    other.click("#bell")
    page.page.click("#bell")
    page.page.get_by_label("Jammed").uncheck()
    other.get_by_label("With a sound").uncheck()
    expect("what both have chosen", (read()["armed"], read()["off"], read()["sound"]), (True, ["speed", "jammed"], False))
    wait_for("this tab has no sound either", lambda: not page.page.get_by_label("With a sound").is_checked())
    other.get_by_label("Armed").uncheck()
    wait_for("this tab is not armed", lambda: page.run(PRESSED) == "false")
    wait_for("it is an event", lambda: page.run(NEWEST) == "Alarms disarmed in another tab")
    other.get_by_label("Armed").check()
    wait_for("this tab is armed again", lambda: page.run(PRESSED) == "true")
    other.close()
    for key in ("Escape", "m"):
        page.press(key)
    page.page.get_by_role("button", name="Watch circle around Mark 1").click()
    wait_for("the bell names it, beside man overboard", lambda: page.page.is_visible("#overboard-top") and "circle of 30 m around Mark 1" in page.page.get_attribute("#bell", "title"))
    for name in ("Delete Mark 1", "Watch circle around Mark 1"):
        button = page.page.get_by_role("button", name=name).element_handle()
        button.click()
        expect("the question of " + name, button.text_content(), "End the alarm?")
        expect("marks then", page.run("() => document.querySelectorAll('#marks li').length"), 1)
    button.click()
    wait_for("the end of the watch is an event", lambda: page.run(NEWEST) == "No longer watched: circle of 30 m around Mark 1" and not page.page.is_visible("#overboard-top"))


@check("watching", takes="browser")
def watching(bench, browser):
    """A hidden page with an armed alarm keeps its stream, and reports a service that does not answer after 10 s, not before."""
    service = bench.serve("sim:static?rate=10")
    page = browser.show(service, "3D fix", moved=True)
    arm(page)
    hide_for(page, 70)
    expect("listeners after 70 s hidden", metric(service, "gpsbridge_http_listeners"), 1.0)
    expect_that("the title does not say that it is paused", page.run("() => document.title") != "Paused", page.run("() => document.title"))
    page.run(HIDE, False)
    # The page opens its stream again after a long silence, and knows the time of the service then.
    page.page.clock.fast_forward(13_000)
    page.wait_for_state("3D fix")
    wait_for("there is no alarm", lambda: page.run(BAND) == "")
    # The clock stands still from the last record on, and moves once the service has stopped.
    page.freeze()
    # Stopping the clock may move it by more than a second: the 9 s begin with a record that comes at the time where it stands.
    rows = page.run(ROWS)
    wait_for("a record comes while the clock stands", lambda: page.run(ROWS) > rows)
    service.stop()
    page.page.clock.run_for(9_000)
    expect("alarms 9 s after the last record", page.run(BAND), "")
    page.page.clock.run_for(2_500)
    expect("alarms after 11.5 s", page.run(BAND), "The service cannot be reached")
    page.page.clock.resume()
    service.begin()
    page.wait_for_state("3D fix")
    wait_for("the alarm is over", lambda: page.run(BAND) == "")
    page.noise += STOPPED


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
    page = browser.show(bench.silent(), scripts=[WATCH])
    page.take(*SPEAKS, fix(CAR))
    pressed = "() => document.getElementById('rings').getAttribute('aria-pressed')"
    before = page.run(ARCS)
    page.press("r")
    wait_for("the rings are chosen", lambda: page.run(pressed) == "true")
    found = page.run(ARCS)
    scale = page.run("() => window.gpsbridge.map().scale")
    # Pixels of a meter there, and three radii that are multiples of a round one.
    pixels = scale / 40075016.686 / 0.6673826
    radii = sorted(radius / pixels for radius in set(found) - set(before))
    expect_that("three rings", len(radii) == 3, (radii, before))
    expect_that("the circle of the accuracy, 2 m", any(abs(radius / pixels - 2) < 0.01 for radius in before), [radius / pixels for radius in before])
    first = float("%.1g" % radii[0])
    expect_that("their radii are round", all(abs(radius - first * (at + 1)) < 0.01 * radius for at, radius in enumerate(radii)), radii)
    layout.look_around(bench, page, "rings", "map")
    page.go()
    wait_for("the rings are kept", lambda: page.run(pressed) == "true")
    page.choose("rings")
    wait_for("they can be hidden", lambda: page.run(pressed) == "false")
    page.page.click("#bell")
    page.page.get_by_label("Keep the screen on").check()
    wait_for("the screen is kept on", lambda: page.run("() => window.locks") == ["screen"])
    page.page.get_by_label("Keep the screen on").uncheck()
    wait_for("it is let go", lambda: page.run("() => window.locks") == ["screen", "released"])
