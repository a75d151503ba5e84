"""The page on a home screen, what it says where a browser refuses what it needs, and how to get a map."""
import io
import json
import subprocess

from . import layout
from .bench import check, expect, expect_that, wait_for
from .browser import SPEAKS, fix
from .link import STOPPED

ACTIVE = "async () => (await navigator.serviceWorker?.getRegistration())?.active?.state ?? ''"


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
    page = browser.show(service)
    session = page.context.new_cdp_session(page.page)
    manifest = session.send("Page.getAppManifest")
    expect("the manifest in Chromium", (manifest["url"], manifest["errors"]), (service.address + "/manifest.json", []))
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A context of a test keeps nothing, as a private window.
    expect("why it would not be installed", [each["errorId"] for each in errors if each["errorId"] != "in-incognito"], [])
    wait_for("the worker is there", lambda: page.run(ACTIVE) == "activated")
    page.must_be_quiet()
    service.stop()
    page.noise += [*STOPPED, "status of 503"]
    page.page.goto(service.address + "/", wait_until="load")
    expect("what the page says without its service", page.page.inner_text("h1"), "This page cannot reach the service.")
    expect("the title", page.page.title(), "Not connected")
    expect_that("it has no position", "°" not in page.page.inner_text("body"), page.page.inner_text("body"))
    for scheme in ("light", "dark"):
        page.page.emulate_media(color_scheme=scheme)
        for width, height in layout.SIZES.values():
            page.page.set_viewport_size({"width": width, "height": height})
            # The page loads itself again every ten seconds, which ends an evaluation, but not this wait.
            page.page.wait_for_function("() => document.documentElement.scrollWidth === innerWidth")
    service.begin()
    page.page.wait_for_function("() => Boolean(window.gpsbridge?.state().device)")


@check("no-map", takes="browser")
def no_map(bench, browser):
    """Where there are no tiles the map says in three lines how to get some."""
    page = browser.show(bench.silent())
    page.take(*SPEAKS, fix((48.1, 11.5)))
    button = page.page.get_by_role("button", name="Get a map…")
    button.wait_for()
    for size in ("phone", "desk"):
        layout.look(page, "no map", size, "light")
    button.focus()
    page.press("Enter")
    wait_for("the lines are shown", lambda: page.run("() => document.getElementById('mapping')?.open ?? false"))
    lines = page.page.inner_text("#mapping pre").split("\n")
    expect("the lines", [line.split()[0] for line in lines], ["gdal_translate", "gdaladdo", "gpsbridge"])
    # The last one is understood by this program, and finds no such file here.
    done = subprocess.run(
        [bench.program, *lines[2].split()[1:], "--gpsd", "none", "sim:drive"], capture_output=True, text=True, timeout=20, cwd=bench.folder)
    expect_that("the program understands the last line", "region.mbtiles" in done.stdout + done.stderr, done.stdout + done.stderr)
    layout.look_around(bench, page, "map")
    page.press("Escape")
    wait_for("the focus is where it was", lambda: button.evaluate("(place) => place === document.activeElement"))
