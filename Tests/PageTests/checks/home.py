"""The page on a home screen, what it says where a browser refuses what it needs, and how to get a map."""
import io
import json
import subprocess

from . import layout
from .bench import check, expect, expect_that, wait_for

ACTIVE = "async () => (await navigator.serviceWorker?.getRegistration())?.active?.state ?? ''"


def knows(page):
    wait_for("the page knows a receiver", lambda: page.run("() => window.gpsbridge?.state().device ?? null"), 20)


@check("home", takes="browser")
def home(bench, browser):
    """A browser would put the page on a home screen; opened there without its service it says so, and comes back by itself."""
    from PIL import Image
    service = bench.serve("sim:silent")
    status, headers, body = service.ask("/manifest.json")
    expect("the answer", (status, headers["content-type"]), (200, "application/manifest+json"))
    for icon in json.loads(body)["icons"]:
        status, headers, body = service.ask(icon["src"])
        expect("the icon %s" % icon["src"], (status, headers["content-type"]), (200, icon["type"]))
        if icon["type"] == "image/png":
            expect("its size", "%dx%d" % Image.open(io.BytesIO(body)).size, icon["sizes"])
    policy = service.ask("/")[1]["content-security-policy"].split("; ")
    for word in ("manifest-src 'self'", "worker-src 'self'", "trusted-types worker", "default-src 'none'", "script-src 'self'"):
        expect_that("the policy has %s" % word, word in policy, policy)
    page = browser.open(service)
    knows(page)
    session = page.context.new_cdp_session(page.page)
    manifest = session.send("Page.getAppManifest")
    expect("the manifest in Chromium", (manifest["url"], manifest["errors"]), (service.address + "/manifest.json", []))
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A context of a test keeps nothing, as a private window.
    expect("why it would not be installed", [each["errorId"] for each in errors if each["errorId"] != "in-incognito"], [])
    wait_for("the worker is there", lambda: page.run(ACTIVE) == "activated", 20)
    page.must_be_quiet()
    service.stop()
    page.page.goto(service.address + "/", wait_until="load")
    expect("what the page says without its service", page.page.inner_text("h1"), "This page cannot reach the service.")
    expect("the title", page.page.title(), "Not connected")
    expect_that("it has no position", "°" not in page.page.inner_text("body"), page.page.inner_text("body"))
    for scheme in ("light", "dark"):
        page.page.emulate_media(color_scheme=scheme)
        for width, height in layout.SIZES.values():
            page.page.set_viewport_size({"width": width, "height": height})
            # The page loads itself again every ten seconds, which ends an evaluation, but not this wait.
            page.page.wait_for_function("() => document.documentElement.scrollWidth === innerWidth", timeout=10_000)
    service.begin()
    page.page.wait_for_function("() => Boolean(window.gpsbridge?.state().device)", timeout=25_000)
    page.close()
    service.stop()


@check("refused", takes="browser")
def refused(bench, browser):
    """Over plain http in a network the page has no worker and no notifications, and says why; its list of alarms says it."""
    service = bench.serve("sim:silent", "--http-name", "boat.local")
    other = browser.another("--host-resolver-rules=MAP boat.local 127.0.0.1")
    page = other.open(service, path=None)
    page.page.goto("http://boat.local:%d/" % service.port, wait_until="load")
    knows(page)
    expect("what the browser has there", page.run("() => [isSecureContext, 'serviceWorker' in navigator, 'wakeLock' in navigator]"), [False] * 3)
    page.page.click("#bell")
    wait_for("the list is open", lambda: page.run("() => document.getElementById('alarms')?.open ?? false"), 5)
    text = page.page.inner_text("#alarms")
    for word in ("notifications", "the screen on", "home screen", "only over https and on this machine"):
        expect_that("the list of alarms says '%s'" % word, word in text, text)
    expect("buttons that could do nothing there", [word for word in ("Notifications…", "Keep the screen on") if word in text.split("\n")], [])
    expect("errors of the page", page.errors, [])
    page.close()
    other.close()
    service.stop()


@check("no-map", takes="browser")
def no_map(bench, browser):
    """Where there are no tiles the map says in three lines how to get some."""
    from axe_playwright_python.sync_playwright import Axe
    service = bench.serve("sim:drive")
    page = browser.open(service)
    page.wait_for_state("3D fix", 20)
    button = page.page.get_by_role("button", name="No map: how to get one")
    # It comes seconds after the first position.
    button.wait_for(timeout=20_000)
    for scheme in ("light", "dark"):
        for size in ("phone", "desk"):
            layout.look(page, "no map", size, scheme)
    page.page.focus("#whole")
    page.page.keyboard.press("Tab")
    page.page.keyboard.press("Enter")
    wait_for("the lines are shown", lambda: page.run("() => document.getElementById('mapping')?.open ?? false"), 5)
    lines = page.page.inner_text("#mapping pre").split("\n")
    expect("the lines", [line.split()[0] for line in lines], ["gdal_translate", "gdaladdo", "gpsbridge"])
    # The last one is understood by this program, and finds no such file here.
    done = subprocess.run(
        [bench.program, *lines[2].split()[1:], "--gpsd", "none", "sim:drive"], capture_output=True, text=True, timeout=20, cwd=bench.folder)
    expect_that("the program understands the last line", "region.mbtiles" in done.stdout + done.stderr, done.stdout + done.stderr)
    layout.look_around(bench, Axe(), page, "map")
    page.page.keyboard.press("Escape")
    wait_for("the focus is where it was", lambda: button.evaluate("(place) => place === document.activeElement"), 5)
    page.must_be_quiet()
    page.close()
    service.stop()
