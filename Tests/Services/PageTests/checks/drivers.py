"""Engines behind one interface: a page is opened in a window of a size, or the next one that the engine has; scripts are run in
it, and mouse and keys are used.

Chromium is driven by Playwright, Firefox by WebDriver BiDi, WebKitGTK by its own WebDriver. All are Debian's.
"""
import contextlib
import http.client
import json
import os
import shutil
import subprocess
import tempfile

from checking import end, free_port

from .bench import HANGS, Skipped, Wrong, wait_for
from .browser import KNOWS, MIDDLE, TAKE, TICK

FIREFOX = "/usr/bin/firefox-esr"
WEBKIT = "/usr/bin/WebKitWebDriver"
MINI = ["/usr/lib/%s-linux-gnu/webkit2gtk-4.%d/MiniBrowser" % (machine, minor) for machine in ("x86_64", "aarch64") for minor in (1, 0)]
# All that was started, for a run that is ended.
PROCESSES = []
# The size of the window once it is the same in ten frames in a row.
INNER = """async () => {
  let last = [];
  for (let same = 0; same < 10; same += 1) {
    await new Promise((done) => requestAnimationFrame(done));
    const now = [innerWidth, innerHeight];
    if (now.join() !== last.join()) same = 0;
    last = now;
  }
  return last;
}"""
# From here on the page passes over all records of its stream: it gets those of a test alone, and ticks.
MUTE = """() => {
  %s
  setInterval(() => window.gpsbridge.take(tick()), 500);
  const { parse } = JSON;
  JSON.parse = (text, ...more) => {
    const record = parse(text, ...more);
    if (more.length === 0 && (record?.device !== undefined || record?.type === 'tick')) throw new SyntaxError('a record of the stream');
    return record;
  };
}""" % TICK
KEYS = {"Escape": "\ue00c", "Enter": "\ue007", "Tab": "\ue004"}


def pointer(*steps):
    """A mouse by the WebDriver's rules: places to go to, and `down` and `up`."""
    actions = []
    for step in steps:
        if isinstance(step, str):
            actions.append({"type": "pointer" + step.title(), "button": 0})
        else:
            actions.append({"type": "pointerMove", "x": round(step[0]), "y": round(step[1]), "duration": 50})
    return [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}]


def keyboard(key):
    return [{"type": "key", "id": "keys", "actions": [{"type": kind, "value": KEYS.get(key, key)} for kind in ("keyDown", "keyUp")]}]


class WebDriver:
    """What a user does, by the actions of WebDriver."""

    def show(self, service, width=1440, height=900):
        """Opens the page of a service, which knows a receiver then; returns the size of the window."""
        found = self.open(service, "/", width, height)
        wait_for("the page knows a receiver", lambda: self.run(KNOWS))
        if service.is_quiet:
            self.run(MUTE)
        return found

    def click(self, place):
        """Clicks an element that a script finds."""
        self.perform(pointer(self.run(MIDDLE % place), "down", "up"))

    def take(self, *records):
        """Gives the page records, and waits until it has drawn them."""
        self.run("() => (%s)(%s)" % (TAKE, json.dumps(records)))

    def press(self, key):
        self.perform(keyboard(key))

    def drag(self, begin, end):
        middle = [(one + other) / 2 for one, other in zip(begin, end)]
        self.perform(pointer(begin, "down", middle, end, "up"))


class Chromium:
    """Chromium, by the Playwright of the other checks: each page in a context of its own."""

    name = "Chromium"

    def __init__(self, browser):
        self.browser, self.page = browser, None

    def show(self, service, width=1440, height=900):
        self.page = self.browser.show(service, width=width, height=height)
        return width, height

    def open(self, service, path, width, height):
        self.page = self.page or self.browser.open(service, path=None, width=width, height=height)
        self.page.go(path)

    def back(self):
        # Playwright waits for a page to be loaded, and one that was kept is not.
        self.run("() => { setTimeout(() => history.back(), 100); }")
        self.page.page.wait_for_url(lambda address: address.endswith("/"), wait_until="commit")

    def __getattr__(self, name):
        # Scripts, clicks, keys and drags are those of the page.
        return getattr(self.page, name)


class Firefox(WebDriver):
    """Firefox without a window, by WebDriver BiDi."""

    name = "Firefox"

    def __init__(self, folder):
        if not os.access(FIREFOX, os.X_OK):
            raise Skipped("there is no %s (Debian package firefox-esr)" % FIREFOX)
        import websocket
        port = free_port()
        self.profile = tempfile.mkdtemp(prefix="firefox-", dir=folder)
        self.process = subprocess.Popen(
            [FIREFOX, "--headless", "--no-remote", "--profile", self.profile, "--remote-debugging-port", str(port), "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": self.profile, "MOZ_DISABLE_CONTENT_SANDBOX": "1"}, start_new_session=True)
        PROCESSES.append(self.process)
        self.last = 0
        self.socket = None

        def connected():
            with contextlib.suppress(OSError, websocket.WebSocketException):
                self.socket = websocket.create_connection(
                    "ws://127.0.0.1:%d/session" % port, timeout=3 * HANGS, suppress_origin=True)
            return self.socket
        try:
            wait_for("Firefox takes connections", connected)
            self.ask("session.new", capabilities={})
            self.context = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        except BaseException:
            self.close()
            raise

    def ask(self, method, **parameters):
        self.last += 1
        self.socket.send(json.dumps({"id": self.last, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("id") == self.last:
                if answer["type"] != "success":
                    raise Wrong("Firefox refused %s: %s" % (method, answer.get("message")))
                return answer["result"]

    def open(self, service, path, width, height):
        self.ask("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height})
        self.ask("browsingContext.navigate", context=self.context, url=service.address + path, wait="complete")
        return width, height

    def back(self):
        self.ask("browsingContext.traverseHistory", context=self.context, delta=-1)

    def perform(self, actions):
        self.ask("input.performActions", context=self.context, actions=actions)

    def run(self, script):
        found = self.ask(
            "script.evaluate", expression="(async () => JSON.stringify(await (%s)() ?? null))()" % script, awaitPromise=True,
            target={"context": self.context})
        if found["type"] == "exception":
            raise Wrong("Firefox: %s" % found["exceptionDetails"]["text"])
        return json.loads(found["result"]["value"])

    def close(self):
        if self.socket:
            self.socket.close()
        end(self.process)


class WebKit(WebDriver):
    """WebKitGTK's MiniBrowser on a screen of its own, by its WebDriver."""

    name = "WebKit"

    def __init__(self, folder):
        self.processes = []
        mini = next((path for path in MINI if os.access(path, os.X_OK)), None)
        for path, package in ((WEBKIT, "webkit2gtk-driver"), (mini, "libwebkit2gtk-4.1-0"), (shutil.which("Xvfb"), "xvfb")):
            if not path or not os.access(path, os.X_OK):
                raise Skipped("there is no %s (Debian package %s)" % (path or package, package))
        self.session = None
        try:
            screen = folder / "screen"
            with open(screen, "wb") as number:
                self.begin(["Xvfb", "-displayfd", "1", "-screen", "0", "1920x1200x24", "-nolisten", "tcp"], stdout=number)
            wait_for("there is a screen", lambda: screen.read_text().strip())
            port = free_port()
            self.begin([WEBKIT, "--port=%d" % port], env={
                **os.environ, "DISPLAY": ":" + screen.read_text().strip(), "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder),
                "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "GDK_BACKEND": "x11", "LIBGL_ALWAYS_SOFTWARE": "1"})
            self.port = port
            wait_for("WebKitWebDriver takes connections", self.is_ready)
            made = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": {
                "timeouts": {"script": 2000 * HANGS, "pageLoad": 2000 * HANGS},
                "webkitgtk:browserOptions": {"binary": mini, "args": ["--automation", "--ignore-tls-errors"]}}}})
            self.session = made["sessionId"]
        except BaseException:
            self.close()
            raise

    def begin(self, words, stdout=subprocess.DEVNULL, env=None):
        self.processes.append(subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.DEVNULL, env=env, start_new_session=True))
        PROCESSES.append(self.processes[-1])

    def is_ready(self):
        with contextlib.suppress(OSError, http.client.HTTPException):
            return self.ask("GET", "/status")
        return None

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=2 * HANGS)
        try:
            connection.request(method, path, body=None if body is None else json.dumps(body))
            answer = connection.getresponse()
            value = json.loads(answer.read())["value"]
            if answer.status != 200:
                raise Wrong("WebKit refused %s: %s" % (path, value))
            return value
        finally:
            connection.close()

    def command(self, path, body):
        return self.ask("POST", "/session/%s/%s" % (self.session, path), body)

    def open(self, service, path, width, height):
        self.command("url", {"url": service.address + path})
        # The window has a bar, whose height only the page knows, and which needs a width of its own.
        extra = (0, 0)
        for _ in range(3):
            self.command("window/rect", {"width": width + extra[0], "height": height + extra[1]})
            found = self.run(INNER)
            extra = (extra[0] + max(0, width - found[0]), extra[1] + height - found[1])
            if found[1] == height:
                break
        return found

    def back(self):
        self.command("back", {})

    def perform(self, actions):
        self.command("actions", {"actions": actions})

    def run(self, script):
        found = self.command("execute/async", {"script": """
          const done = arguments[arguments.length - 1];
          (async () => JSON.stringify(await (%s)() ?? null))().then(done, (error) => done({ error: String(error) }));
        """ % script, "args": []})
        if isinstance(found, dict):
            raise Wrong("WebKit: %s" % found["error"])
        return json.loads(found)

    def close(self):
        if self.session:
            with contextlib.suppress(OSError, Wrong):
                self.ask("DELETE", "/session/" + self.session)
        for process in reversed(self.processes):
            end(process)
