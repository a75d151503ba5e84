"""What a page does when the service is stopped, silent or back; and what it does while it is hidden."""
import signal

from .bench import check, expect, expect_that, metric, wait_for
from .browser import GIVE, fix
from .layout import SETTLE, look_around
from .stream import Listener

# A browser says itself that a service can't be reached.
STOPPED = [r"Failed to load resource: net::ERR_", r"ERR_CONNECTION_REFUSED", r"ERR_INCOMPLETE_CHUNKED", r"error occurred when fetching the script"]


def must_count_on(page):
    """The age counts on and all is gray, though nothing comes."""
    said = page.read()
    expect("the state for styles", said["body"], "disconnected")
    expect("whether the page takes its numbers for live", page.run("() => document.body.dataset.live"), "false")
    expect("the verdict", said["what"], "This page cannot reach the service.")
    page.later(2)
    page.wait_for("the age counts on", lambda now: now["seconds"] >= said["seconds"] + 2 and now["age"] != said["age"])


@check("link", takes="browser")
def link(bench, browser):
    """A stopped or silent service is noticed, ages count on, and the page goes on by itself without a gap."""
    service = bench.serve("sim:drive")
    page = browser.show(service, "3D fix", moved=True)
    listener = Listener(service)
    # Held still: connections stay open, and nothing comes. A tick comes within 5.5 s otherwise.
    service.process.send_signal(signal.SIGSTOP)
    page.page.clock.fast_forward(6_500)
    page.wait_for_state("Not connected")
    must_count_on(page)
    look_around(bench, page, "not-connected")
    # Until the page has given the connection up, and asks anew.
    asked = requests_of(page)
    for seconds in (6, 2):
        page.page.clock.fast_forward(seconds * 1000)
    wait_for("the page asks anew", lambda: page.run("() => 1") and requests_of(page) > asked)
    service.process.send_signal(signal.SIGCONT)
    said = page.wait_for_state("3D fix")
    expect_that("nothing was missed", not any("missed" in event for event in said["events"]), said["events"])
    expect("what the listener missed", missing(listener), [])
    # Stopped, and started again at the same port: another start, whose numbers begin anew.
    service.stop()
    page.wait_for_state("Not connected")
    must_count_on(page)
    service.begin()
    page.wait_for_state("3D fix")
    page.wait_for("the page says that the service restarted", lambda said: any("restarted" in event for event in said["events"]))
    page.noise += STOPPED


@check("fewer", takes="browser")
def fewer(bench, browser):
    """A receiver that a service has no more after its restart is gone from the page, which shows one that is there."""
    service = bench.serve("sim:static", "sim:walk")
    page = browser.open(service)
    page.wait_for("both are there", lambda said: len(said["receivers"]) == 2)
    page.page.locator("#receivers button").nth(1).click()
    page.wait_for("the second one is shown", lambda said: said["device"] == "sim:walk" and said["state"] == "3D fix")
    service.stop()
    page.wait_for_state("Not connected")
    asked = len(page.requests)
    service.words = ["sim:static"]
    service.begin()
    said = page.wait_for("the one that is left is shown", lambda said: said["state"] == "3D fix" and not said["receivers"])
    expect("which one it is", said["device"], "sim/ttyACM0")
    expect("history of the one that is gone", [url for url in page.requests[asked:] if "/history?" in url and "walk" in url], [])
    page.noise += STOPPED


# A sleep that the page's own clock does not count, as those of most systems.
SLEEP = """
const wall = Date.now.bind(Date);
let slept = 0;
Date.now = () => wall() + slept;
window.sleep = (seconds) => { slept += seconds * 1000; };
"""


@check("sleep", takes="browser")
def sleep(bench, browser):
    """After a sleep nothing is live before a record has come, and the age has the sleep in it, however late the network is back."""
    service = bench.serve("sim:drive?rate=10")
    page = browser.show(service, "3D fix", scripts=[SLEEP], moved=True)
    live = "() => [window.gpsbridge.state().isLive, document.body.dataset.live]"
    for seconds in (60, 3600, 9 * 3600):
        # No bytes come, and no connection is refused: the network is not there yet.
        service.process.send_signal(signal.SIGSTOP)
        page.freeze()
        before = page.read()["seconds"]
        page.run("(seconds) => window.sleep(seconds)", seconds)
        page.page.clock.run_for(300)
        said = page.read()
        expect("the state after a sleep of %d s" % seconds, (said["state"], *page.run(live)), ("Connecting", False, "false"))
        expect_that("the age has the sleep of %d s" % seconds, abs(said["seconds"] - before - seconds) < 2, said)
        page.page.clock.run_for(9_000)
        said = page.read()
        expect_that("9 s later the age goes on", said["state"] == "Not connected" and abs(said["seconds"] - before - seconds - 9.3) < 2, said)
        service.process.send_signal(signal.SIGCONT)
        page.page.clock.resume()
        page.wait_for_state("3D fix")
        expect_that("the age is that of now", page.read()["seconds"] < 3, page.read())
    page.noise += STOPPED


@check("locked", takes="browser")
def locked(bench, browser):
    """A page whose session goes on finds the service again after a restart; where the token is another one, it asks for it."""
    service = bench.serve("sim:static", "--token-file", bench.secret("abcdefgh" * 4, "token"))
    page = browser.open(service, "/?token=" + "abcdefgh" * 4)
    page.ready("3D fix")
    service.stop()
    page.wait_for_state("Not connected")
    service.begin()
    page.wait_for_state("3D fix")
    service.stop()
    bench.secret("stuvwxyz" * 4, "token")
    service.begin()
    said = page.wait_for("the page asks for the token", lambda said: said["what"] == "The service asks for its token.")
    expect_that("it does not say that it reconnects", said["state"] == "Not connected" and "reconnects" not in said["do"], said)
    page.page.fill("#token", "wrong")
    page.press("Enter")
    wait_for("a wrong one is refused", lambda: page.run("() => document.getElementById('token-note').textContent") == "This token is wrong.")
    page.page.fill("#token", "stuvwxyz" * 4)
    page.press("Enter")
    page.wait_for_state("3D fix")
    expect("the field", page.run("() => document.getElementById('token-form').hidden"), True)
    page.noise += [*STOPPED, "status of 401"]


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


def hide_for(page, seconds):
    """Hides a page whose clock a test moves, and moves it; its stream goes on meanwhile."""
    page.run(HIDE, True)
    for _ in range(seconds // 5):
        page.later(5)
        wait_for("the stream goes on", lambda: page.run("() => window.gpsbridge.state().link") == "live")


@check("hidden", takes="browser")
def hidden(bench, browser):
    """A page that is hidden for a minute closes its stream; shown again it has everything that came meanwhile."""
    service = bench.serve("sim:drive?rate=10")
    # The minute of the page passes at once, and the service's does not.
    page = browser.show(service, "3D fix", moved=True)
    listeners = lambda: metric(service, "gpsbridge_http_listeners")
    expect("listeners while it is seen", listeners(), 1.0)
    hide_for(page, 50)
    expect("listeners after 50 s hidden", listeners(), 1.0)
    page.later(12)
    wait_for("the stream is closed", lambda: listeners() == 0)
    before = page.run("() => window.gpsbridge.store().count")
    listener = Listener(service)
    listener.wait_for("records come meanwhile", lambda record: record.get("type") == "fix" and len(listener.all("fix")) > 20)
    expect("rows that came while it was hidden", page.run("() => window.gpsbridge.store().count"), before)
    page.run(HIDE, False)
    wait_for("the stream is open again", lambda: listeners() == 2)
    page.wait_for_state("3D fix")

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


# Counts frames that are asked for, and pictures of the map.
COUNTS = """
window.counts = { frames: 0, maps: 0 };
const ask = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (draw) => { window.counts.frames += 1; return ask(draw); };
const clear = CanvasRenderingContext2D.prototype.clearRect;
CanvasRenderingContext2D.prototype.clearRect = function (...box) {
  if (this.canvas.id === 'map') window.counts.maps += 1;
  clear.apply(this, box);
};
"""


@check("calm", takes="browser")
def calm(bench, browser):
    """With reduced motion no frame is drawn without news, and the map moves once a second, however often fixes come."""
    page = browser.show(bench.silent(), scripts=[COUNTS], moved=True, reduced_motion="reduce")
    counts = lambda: page.run("() => window.counts")
    page.freeze()
    before = counts()["maps"]
    for tenth in range(40):
        page.run(GIVE, [fix((48.1 + tenth * 1e-5, 11.5))])
        page.page.clock.run_for(100)
    drawn = counts()["maps"] - before
    expect_that("the map is drawn once a second, and not for each of 40 fixes in 4 s", 3 <= drawn <= 6, drawn)
    before = counts()["maps"]
    page.press("+")
    page.page.clock.run_for(100)
    expect_that("what the user does is seen at once", counts()["maps"] > before, "the same map")
    # A tick may draw once, and the seconds after it draw nothing.
    page.page.clock.run_for(1000)
    before = counts()["frames"]
    for _ in range(2):
        # The page's stream has one each second.
        page.page.clock.run_for(1000)
    frames = counts()["frames"] - before
    expect_that("at most a frame for each of 2 ticks", frames <= 3, frames)
