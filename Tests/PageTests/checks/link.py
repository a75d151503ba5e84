"""What a page does when the service is stopped, silent or back; and what it does when nobody looks."""
import signal
import time

from .bench import check, expect, expect_that, metric, wait_for
from .layout import SETTLE, look_around
from .stream import Listener

# A browser says itself that a service can't be reached.
STOPPED = [r"Failed to load resource: net::ERR_", r"ERR_CONNECTION_REFUSED", r"ERR_INCOMPLETE_CHUNKED"]


def seconds_until(page, words, limit):
    begun = time.monotonic()
    page.wait_for_state(words, limit)
    return time.monotonic() - begun


def must_count_on(page):
    """The age counts on and all is gray, though nothing comes."""
    said = page.read()
    expect("the state for styles", said["body"], "disconnected")
    expect("whether the page takes its numbers for live", page.run("() => document.body.dataset.live"), "false")
    expect("the verdict", said["what"], "This page cannot reach the service.")
    page.wait_for("the age counts on", lambda now: now["seconds"] >= said["seconds"] + 2 and now["age"] != said["age"], 4)


@check("link", takes="browser")
def link(bench, browser):
    """A stopped or silent service is noticed within 7 s, ages count on, and the page goes on by itself without a gap."""
    from axe_playwright_python.sync_playwright import Axe
    service = bench.serve("sim:drive")
    page = browser.open(service)
    page.wait_for_state("3D fix", 20)
    listener = Listener(service)
    # Held still: connections stay open, and nothing comes.
    service.process.send_signal(signal.SIGSTOP)
    quiet = seconds_until(page, "Not connected", 8)
    expect_that("a silent service is noticed within 7 s", quiet <= 7, "%.1f s" % quiet)
    must_count_on(page)
    axe = Axe()
    look_around(bench, axe, page, "not-connected")
    # Until the page has given the connection up, and asks anew.
    page.run("() => 0")
    wait_for("the page asks anew", lambda: page.run("() => 1") and requests_of(page) > 1, 12, 0.2)
    service.process.send_signal(signal.SIGCONT)
    again = seconds_until(page, "3D fix", 8)
    said = page.read()
    expect_that("nothing was missed", not any("missed" in event for event in said["events"]), said["events"])
    expect("what the listener missed", missing(listener), [])
    bench.tell("silent: noticed after %.1f s; back %.1f s after the service" % (quiet, again))
    # Stopped, and begun again at the same port: another start, whose numbers begin anew.
    service.stop()
    gone = seconds_until(page, "Not connected", 8)
    expect_that("a stopped service is noticed within 7 s", gone <= 7, "%.1f s" % gone)
    must_count_on(page)
    service.begin()
    back = seconds_until(page, "3D fix", 15)
    page.wait_for("the page says that the service restarted", lambda said: any("restarted" in event for event in said["events"]))
    bench.tell("stopped: noticed after %.1f s; a fix %.1f s after the next start" % (gone, back))
    page.must_be_quiet(STOPPED)
    page.close()
    service.stop()


@check("fewer", takes="browser")
def fewer(bench, browser):
    """A receiver that a service has no more after its restart is gone from the page, which shows one that is there."""
    service = bench.serve("sim:static", "sim:walk")
    page = browser.open(service)
    page.wait_for("both are there", lambda said: len(said["receivers"]) == 2, 20)
    page.page.locator("#receivers button").nth(1).click()
    page.wait_for("the second one is shown", lambda said: said["device"] == "sim:walk" and said["state"] == "3D fix", 20)
    service.stop()
    page.wait_for_state("Not connected", 8)
    asked = len(page.requests)
    service.words = ["sim:static"]
    service.begin()
    said = page.wait_for("the one that is left is shown", lambda said: said["state"] == "3D fix" and not said["receivers"], 20)
    expect("which one it is", said["device"], "sim/ttyACM0")
    expect("history of the one that is gone", [url for url in page.requests[asked:] if "/history?" in url and "walk" in url], [])
    page.must_be_quiet(STOPPED)
    page.close()
    service.stop()


def requests_of(page):
    return sum("/events" in request for request in page.requests)


def missing(listener):
    numbers = listener.numbers()
    return sorted(set(range(numbers[0], numbers[-1] + 1)) - set(numbers)) if numbers else []


HIDE = """(isHidden) => {
  Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
  Object.defineProperty(document, 'visibilityState', { value: isHidden ? 'hidden' : 'visible', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


@check("hidden", takes="browser")
def hidden(bench, browser):
    """A page that is hidden for a minute closes its stream; shown again it has everything that came meanwhile."""
    service = bench.serve("sim:drive?rate=10")
    page = browser.open(service, path=None)
    # A clock of the test: its minute passes at once, and the service's does not.
    page.page.clock.install()
    page.go()
    page.wait_for_state("3D fix", 20)
    listeners = lambda: metric(service, "gpsbridge_http_listeners")
    expect("listeners while it is seen", listeners(), 1.0)
    page.run(HIDE, True)
    # Longer steps would be a stream without a word.
    for _ in range(5):
        page.page.clock.fast_forward(10_000)
        wait_for("the stream goes on", lambda: page.run("() => window.gpsbridge.state().link") == "live", 5)
    expect("listeners after 50 s hidden", listeners(), 1.0)
    page.page.clock.fast_forward(12_000)
    wait_for("the stream is closed", lambda: listeners() == 0, 10)
    before = page.run("() => window.gpsbridge.store().count")
    listener = Listener(service)
    listener.wait_for("records come meanwhile", lambda record: record.get("type") == "fix" and len(listener.all("fix")) > 20)
    expect("rows that came while it was hidden", page.run("() => window.gpsbridge.store().count"), before)
    page.run(HIDE, False)
    wait_for("the stream is open again", lambda: listeners() == 2, 10)
    page.wait_for_state("3D fix", 10)

    # From the last row before: what was before the page was opened has a row a second.
    times = "(from) => { const store = window.gpsbridge.store(); " \
        "return Array.from({ length: store.count - from }, (_, index) => store.timeOf(from + index)); }"

    def gaps():
        rows = page.run(times, before - 1)
        return [round(after - first, 2) for first, after in zip(rows, rows[1:]) if after - first > 0.35]
    page.run(SETTLE)
    expect("gaps in what came while it was hidden, in seconds", gaps(), [])
    said = page.read()
    expect_that("nothing was missed", not any("missed" in event for event in said["events"]), said["events"])
    page.close()
    listener.close()
    service.stop()


FRAMES = """
window.frames_asked = 0;
window.records_taken = 0;
const ask = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (draw) => { window.frames_asked += 1; return ask(draw); };
"""


MAPS = """
window.maps_drawn = 0;
const clear = CanvasRenderingContext2D.prototype.clearRect;
CanvasRenderingContext2D.prototype.clearRect = function (...box) {
  if (this.canvas.id === 'map') window.maps_drawn += 1;
  clear.apply(this, box);
};
"""


@check("calm", takes="browser")
def calm(bench, browser):
    """With reduced motion no frame is drawn without news, and the map moves once a second, however often fixes come."""
    moving = bench.serve("sim:drive?rate=10")
    page = browser.open(moving, path=None, reduced_motion="reduce")
    page.page.add_init_script(MAPS)
    page.go()
    page.wait_for_state("3D fix", 20)
    page.run(SETTLE)
    before = page.run("() => [window.maps_drawn, window.gpsbridge.store().count]")
    time.sleep(4)
    drawn, rows = (after - first for first, after in zip(before, page.run("() => [window.maps_drawn, window.gpsbridge.store().count]")))
    expect_that("the map is drawn once a second, and not for each of %d fixes" % rows, rows > 25 and 3 <= drawn <= 6, drawn)
    before = page.run("() => window.maps_drawn")
    page.page.keyboard.press("+")
    page.run(SETTLE)
    expect_that("what the user does is seen at once", page.run("() => window.maps_drawn") > before, "the same map")
    page.close()
    moving.stop()
    service = bench.serve("sim:silent")
    page = browser.open(service, path=None, reduced_motion="reduce")
    page.page.add_init_script(FRAMES)
    page.go()
    listener = Listener(service)
    listener.wait_for("the receiver is silent, and nothing is left to say", lambda record: record.get("type") == "tick", 40)
    page.wait_for("the page has a receiver", lambda said: said["device"] is not None)
    heard = len(listener.events)
    before = page.run("() => window.frames_asked")
    # From here on only ticks come; each may draw once.
    listener.wait_for("another tick", lambda record: record.get("type") == "tick" and len(listener.events) > heard + 1, 15)
    news, frames = len(listener.events) - heard, page.run("() => window.frames_asked") - before
    expect_that("at most a frame for each of %d records" % news, frames <= news + 1, frames)
    bench.tell("%d frames for %d records" % (frames, news))
    page.close()
    listener.close()
    service.stop()
