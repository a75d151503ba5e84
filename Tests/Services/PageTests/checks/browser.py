"""Chromium, and what a page shows in it."""
import collections
import contextlib
import json
import re

from .bench import HANGS, Wrong, expect, wait_for

CHROMIUM = "/usr/bin/chromium"

# All that a page shows at one moment; null before its scripts have run.
READ = """() => {
  if (!window.gpsbridge) return null;
  const text = (id) => document.getElementById(id).textContent.trim();
  const line = (id) => document.getElementById(id).parentElement.hidden ? '' : text(id);
  const { state, words, age, device, link } = window.gpsbridge.state();
  return {
    state: text('state'), age: text('age'), latitude: text('latitude'), longitude: text('longitude'),
    accuracy: text('accuracy'), altitude: text('altitude'), speed: text('speed'), course: text('course'),
    satellites: text('satellites'), utc: text('utc'), what: text('verdict-what'), why: line('verdict-why'),
    do: line('verdict-do'), expect: line('verdict-expect'), body: document.body.dataset.state,
    notice: text('notice-what'), notice_why: text('notice-why'), notice_do: text('notice-do'),
    announced: text('announce'), device, link,
    events: [...document.querySelectorAll('#events li')].map((item) => item.textContent),
    receivers: [...document.querySelectorAll('#receivers button')].map((button) => button.textContent),
    seconds: Number.isNaN(age) ? null : age,
  };
}"""

# What the policy has refused is an event and nothing else; it is kept from before the first line of the page.
LISTEN = """
window.refused = [];
addEventListener('securitypolicyviolation', (event) => window.refused.push(`${event.violatedDirective} ${event.blockedURI}`));
"""

# What the page loads 3 s after the first position, or without one after 3 s, comes at once: its first two timers of 3,000 ms.
AT_ONCE = """
const wait = window.setTimeout;
let left = 2;
window.setTimeout = (deed, delay, ...words) => wait(deed, delay === 3000 && left-- > 0 ? 0 : delay, ...words);
"""
# Gives a page records of the receiver that it shows: of now, of the seconds `ago`, or of their own times. All have one base, since
# taking many records takes a while.
GIVE = """(records) => {
  const { device } = window.gpsbridge.state();
  const now = Date.now();
  for (const { ago, ...record } of records) {
    const at = new Date(now - (ago ?? 0) * 1000).toISOString();
    window.gpsbridge.take({ v: 1, device, at, time: at, received: at, ...record });
  }
}"""
TAKE = """(records) => {
  (%s)(records);
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30))));
}""" % GIVE
# The time of a service whose clock goes no further than the newest position that a test gave: on a busy machine, too, none grows old
# before the test has looked at it. With AGES it is the page's own.
TICK = """
let newest = 0;
const tick = () => {
  const time = window.ages ? Date.now() : (window.gpsbridge?.store()?.newest ?? NaN) * 1000;
  newest = Math.max(newest, time || 0) || Date.now();
  return { type: 'tick', v: 1, now: new Date(newest).toISOString() };
};
"""
AGES = "window.ages = true;"
# In place of the service's stream: one that greets with its receivers, and has ticks and what a test sends.
QUIET = TICK + """
window.EventSource = class {
  constructor() {
    // The timers of a clock that a test moves, which are not there yet while this is read.
    if (!window.stream) setInterval(() => window.stream.send(tick()), 1000);
    window.stream = this;
    setTimeout(() => this.send({ ...tick(), type: 'hello', boot: 'test', oldest: 1, next: 1, receivers: %s }));
  }
  addEventListener(kind, deed) { this[kind] = deed; }
  send(record, lastEventId = '') { if (!this.isClosed) this.message({ data: JSON.stringify(record), lastEventId }); }
  close() { this.isClosed = true; }
};
"""
KNOWS = "() => window.gpsbridge?.state().device ?? null"
# Whether all that is loaded later is there.
READY = "() => ['satellite', 'scatter'].every((id) => document.getElementById(id)) && (window.gpsbridge.state().device ?? null)"
# Where the middle of an element is, in the window, once it is in view, in the same place in two frames, and under the pointer; at
# the latest after 1,000 frames.
MIDDLE = """async () => {
  for (let frame = 0, before = ''; ; frame += 1) {
    const place = %s;
    place?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const { left = 0, top = 0, width = 0, height = 0 } = place?.getBoundingClientRect() ?? {};
    const middle = [Math.round(left + width / 2), Math.round(top + height / 2)];
    const now = [left, top, width, height].join();
    if ((now === before && place?.contains(document.elementFromPoint(...middle))) || frame > 1000) return middle;
    before = now;
    await new Promise((done) => requestAnimationFrame(done));
  }
}"""


def fix(place, **more):
    return {"type": "fix", "epoch": 1, "state": "live", "mode": "3d", "lat": place[0], "lon": place[1], "h_acc_m": 2, "speed_mps": 0, **more}


def event(name, **more):
    return {"type": "event", "event": name, **more}


def verdict(code, **more):
    words = ("The receiver has a fix.", "The signals are strong.") if code == "good" else (
        "No satellite signals come in.", "All fell silent together.", "Look what covers the antenna.", "A fix within a minute.")
    return {"type": "verdict", "code": code, **dict(zip(("what", "why", "do", "expect"), words)), **more}


# A silent receiver sends again, and all is well.
SPEAKS = [event("attached"), event("speaking"), verdict("good")]


class Browser:
    """Chromium without a window, for all checks."""

    def __init__(self, playwright, *settings):
        self.playwright = playwright
        self.chromium = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-background-networking", "--disable-dev-shm-usage", *settings])
        self.pages, self.others = [], []

    def another(self, *settings):
        """Another one with settings of its own."""
        other = Browser(self.playwright, *settings)
        self.others.append(other)
        return other

    def open(self, service, path="/", width=1440, height=900, **context):
        """A page of a service; without a path an empty one."""
        page = Page(self, service, width, height, context)
        self.pages.append(page)
        if path:
            page.go(path)
        return page

    def show(self, service, state=None, scripts=(), moved=False, **more):
        """A page that knows a receiver and has loaded all that it loads later, and shows a state if one is named.

        The clock of a page that is `moved` goes on as always until a test moves it.
        """
        page = self.open(service, path=None, **more)
        if moved:
            page.page.clock.install()
        for script in (AT_ONCE, *scripts):
            page.context.add_init_script(script)
        page.go()
        page.ready(state)
        return page

    def must_be_quiet(self):
        """Wrong if a page that a check has left open is not."""
        for page in [page for browser in [self, *self.others] for page in browser.pages]:
            page.must_be_quiet()

    def close_pages(self):
        """Ends what a check has opened."""
        for other in self.others:
            other.close_pages()
            other.close()
        self.others.clear()
        for page in list(self.pages):
            page.end()

    def close(self):
        self.chromium.close()


class Page:
    """A page in a context of its own: nothing is shared with other pages."""

    name = "Chromium"

    def __init__(self, browser, service, width, height, context):
        self.service = service
        self.browser = browser
        self.context = browser.chromium.new_context(
            viewport={"width": width, "height": height}, bypass_csp=False, **context)
        self.context.add_init_script(LISTEN)
        # A page of another script's service has no such mark.
        if getattr(service, "is_quiet", False):
            devices = [word for word in service.words if word.startswith("sim:")]
            # A receiver alone has a shorter name.
            self.context.add_init_script(QUIET % json.dumps([
                {"device": device, "product": "u-blox 9 (simulated)"} for device in (devices if len(devices) > 1 else ["sim/ttyACM0"])]))
        self.page = self.context.new_page()
        self.page.set_default_timeout(HANGS * 1000)
        self.address = service.address
        self.requests, self.said, self.errors = [], [], []
        # Patterns of lines that a check lets the browser write to the console; it warns of a test that reads many pixels.
        self.noise = ["willReadFrequently"]
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", lambda message: self.said.append("%s: %s %s" % (message.type, message.text, message.location["url"])))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def go(self, path="/"):
        self.page.goto(self.address + path, wait_until="load")

    def ready(self, state=None):
        wait_for("the page is there", lambda: self.run(READY))
        if state:
            self.wait_for_state(state)

    def run(self, script, *arguments):
        return self.page.evaluate(script, *arguments)

    def take(self, *records):
        """Gives the page records, and waits until it has drawn them."""
        self.run(TAKE, list(records))

    def stand(self, place, **more):
        """The receiver is at a place now."""
        self.take(fix(place, **more))

    def click(self, place):
        """Clicks an element that a script finds."""
        self.page.mouse.click(*self.run(MIDDLE % place))

    def press(self, key):
        self.page.keyboard.press(key)

    def choose(self, name):
        """Presses a button of a menu."""
        self.page.click(".menu:has(#%s) > summary" % name)
        self.page.click("#" + name)

    def fingers(self, kind, *places):
        """Fingers touch, move or go."""
        self.hands = getattr(self, "hands", None) or self.context.new_cdp_session(self.page)
        self.hands.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y, "id": name} for name, (x, y) in enumerate(places)]})

    def drag(self, begin, end):
        self.page.mouse.move(*begin)
        self.page.mouse.down()
        self.page.mouse.move(*[(one + other) / 2 for one, other in zip(begin, end)])
        self.page.mouse.move(*end)
        self.page.mouse.up()

    def freeze(self):
        """Stops the clock of a page whose clock is installed, a moment later."""
        from playwright.sync_api import Error
        for ahead in (0.1, 1, 10, 100):
            # The moment was over before the browser stopped the clock.
            with contextlib.suppress(Error):
                self.page.clock.pause_at(self.run("() => Date.now() / 1000") + ahead)
                return
        raise Wrong("expected that the clock can be stopped")

    def later(self, seconds):
        """Moves the clock of a page whose clock is installed, in steps that the stream of a live service bears."""
        while seconds > 0:
            self.page.clock.fast_forward(round(min(seconds, 5) * 1000))
            seconds -= 5

    def read(self):
        return self.run(READ)

    def wait_for(self, what, condition, limit=HANGS):
        """Reads the page until it is as wanted; the page's own policy forbids to wait within it."""
        last = []

        def holds():
            # Playwright receives events only while it is called.
            last[:] = [self.read()]
            return last[0] if last[0] and condition(last[0]) else None
        try:
            return wait_for(what, holds, limit)
        except Wrong as wrong:
            raise Wrong("%s; the page showed %s" % (wrong, last)) from None

    def wait_for_state(self, words):
        return self.wait_for("the page shows '%s'" % words, lambda said: said["state"] == words)

    def must_be_quiet(self):
        """Wrong if the page requested anything elsewhere, wrote to the console, or its policy had to refuse anything."""
        for url in self.requests:
            if not url.startswith((self.address + "/", "blob:" + self.address, "data:")):
                raise Wrong("expected requests of %s alone, found %s" % (self.address, url))
        said = [line for line in self.said if not any(re.search(word, line) for word in self.noise)]
        expect("what the page wrote to the console", said, [])
        expect("errors of the page", self.errors, [])
        expect("what the policy refused", self.run("() => window.refused ?? []"), [])

    @contextlib.contextmanager
    def traced(self):
        """What the browser does for this page meanwhile, while no other page is open."""
        trace = Trace()
        self.browser.chromium.start_tracing(
            page=self.page, categories=["devtools.timeline", "disabled-by-default-devtools.timeline"])
        try:
            yield trace
        finally:
            trace.read(self.browser.chromium.stop_tracing())

    def close(self):
        self.must_be_quiet()
        self.end()

    def end(self):
        self.browser.pages.remove(self)
        self.context.close()


class Trace:
    """How long the page's thread worked, in milliseconds of the processor: waiting while others run does not count.

    Of a task also how long it took by the clock.
    """

    def __init__(self):
        self.frames, self.tasks = [], []

    def read(self, text):
        events = [event for event in json.loads(text)["traceEvents"] if event.get("ph") == "X" and "tdur" in event]
        frames = [event for event in events if event["name"] == "FireAnimationFrame"]
        threads = collections.Counter((event["pid"], event["tid"]) for event in frames)
        page = threads.most_common(1)[0][0] if threads else None
        self.frames = [event["tdur"] / 1e3 for event in frames]
        self.tasks = [
            (event["tdur"] / 1e3, event["dur"] / 1e3) for event in events if event["name"] == "RunTask" and (event["pid"], event["tid"]) == page]
