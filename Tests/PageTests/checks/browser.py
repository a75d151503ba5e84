"""Chromium, and what a page says in it."""
import collections
import contextlib
import json
import re

from .bench import Wrong, expect, wait_for

CHROMIUM = "/usr/bin/chromium"

# All that a page says, taken at one moment.
READ = """() => {
  const text = (id) => document.getElementById(id).textContent.trim();
  const line = (id) => document.getElementById(id).parentElement.hidden ? '' : text(id);
  const { state, words, age, device, link } = window.gpsbridge.state();
  return {
    state: text('state'), age: text('age'), latitude: text('latitude'), longitude: text('longitude'),
    accuracy: text('accuracy'), altitude: text('altitude'), speed: text('speed'), course: text('course'),
    satellites: text('satellites'), utc: text('utc'), what: text('verdict-what'), why: line('verdict-why'),
    do: line('verdict-do'), expect: line('verdict-expect'), body: document.body.dataset.state,
    announced: text('announce'), device, link,
    events: [...document.querySelectorAll('#events li')].map((item) => item.textContent),
    receivers: [...document.querySelectorAll('#receivers button')].map((button) => button.textContent),
    seconds: Number.isNaN(age) ? null : age,
  };
}"""

# What the policy has refused is told as an event alone; it is kept from before the first line of the page.
LISTEN = """
window.refused = [];
addEventListener('securitypolicyviolation', (event) => window.refused.push(`${event.violatedDirective} ${event.blockedURI}`));
"""


class Browser:
    """Chromium without a window, for all checks."""

    def __init__(self, playwright, *settings):
        self.playwright = playwright
        self.chromium = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-background-networking", "--disable-dev-shm-usage", *settings])
        self.pages = []

    def another(self, *settings):
        """Another one, as somebody has set it up who needs it otherwise."""
        return Browser(self.playwright, *settings)

    def open(self, service, path="/", width=1440, height=900, **context):
        """A page of a service; without a path an empty one, which is still to go there."""
        page = Page(self, service, width, height, context)
        self.pages.append(page)
        if path:
            page.go(path)
        return page

    def close(self):
        self.chromium.close()


class Page:
    """A page in a context of its own: nothing is shared with other pages."""

    def __init__(self, browser, service, width, height, context):
        self.service = service
        self.browser = browser
        self.context = browser.chromium.new_context(
            viewport={"width": width, "height": height}, bypass_csp=False, **context)
        self.context.add_init_script(LISTEN)
        self.page = self.context.new_page()
        self.page.set_default_timeout(15000)
        self.requests, self.said, self.errors = [], [], []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", lambda message: self.said.append("%s: %s" % (message.type, message.text)))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def go(self, path="/"):
        self.page.goto(self.service.address + path, wait_until="load")

    def run(self, script, *arguments):
        return self.page.evaluate(script, *arguments)

    def read(self):
        return self.run(READ)

    def wait_for(self, what, condition, limit=10):
        """Asks again what the page says until it is as wanted; the page's own policy forbids to wait within it."""
        last = []

        def holds():
            # Playwright hears what happens only while it is asked.
            last[:] = [self.read()]
            return last[0] if condition(last[0]) else None
        try:
            return wait_for(what, holds, limit, 0.1)
        except Wrong as wrong:
            raise Wrong("%s; the page said %s" % (wrong, last)) from None

    def wait_for_state(self, words, limit=10):
        return self.wait_for("the page says '%s'" % words, lambda said: said["state"] == words, limit)

    def must_be_quiet(self, disturbances=()):
        """Wrong if it asked anybody else, said anything on the console, or its policy had to refuse anything.

        Where the service was stopped on purpose, the browser itself says that it can't be reached.
        """
        for url in self.requests:
            if not url.startswith((self.service.address + "/", "blob:" + self.service.address, "data:")):
                raise Wrong("expected requests of %s alone, found %s" % (self.service.address, url))
        said = [line for line in self.said if not any(re.search(word, line) for word in disturbances)]
        expect("what the page said on the console", said, [])
        expect("errors of the page", self.errors, [])
        expect("what the policy refused", self.run("() => window.refused"), [])

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
        self.context.close()
        self.browser.pages.remove(self)


class Trace:
    """How long the page's thread worked, in milliseconds of its processor: what it waits for while others run is not its own.

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
