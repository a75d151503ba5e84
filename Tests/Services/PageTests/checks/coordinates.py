"""Whether the page copies, shows and keeps each form of the position as `gpsbridge fix` prints it."""
import json

from checking import sentence

from . import layout
from .bench import check, expect, expect_that, wait_for
from .browser import AT_ONCE, KNOWS, fix as position

# Zones of Norway and Svalbard, both hemispheres, and both poles' grids.
PLACES = [(48.132302, 11.53232), (60.5, 5.2), (78.2, 20.9), (-0.00002, 179.99999), (84.5, -30.0), (-85.0, 170.123), (12.9999999, 5.9999999)]
# The rows of the list, and the format of the tool.
FORMS = {"dd": "dd", "dms": "dms", "utm": "utm", "mgrs": "mgrs", "maidenhead": "maidenhead", "geo": "geo-uri", "line": "line"}

LINES = "() => ['latitude', 'longitude'].map((id) => document.getElementById(id).textContent).join(' ').trim()"
VALUES = """() => Object.fromEntries([...document.querySelectorAll('#forms-dialog .forms > div')].map(
  (row) => [row.querySelector('label').textContent.trim(), row.querySelector('output').textContent]))"""
TITLES = {
    "Degrees": "dd", "Degrees, minutes, seconds": "dms", "UTM": "utm", "MGRS": "mgrs", "Locator": "maidenhead", "geo: URI": "geo-uri",
    "With accuracy and time": "line"}


def angle(degrees, width, sides):
    """Degrees as NMEA has them."""
    whole = int(abs(degrees))
    return "%0*d%011.8f,%s" % (width, whole, (abs(degrees) - whole) * 60, sides[degrees < 0])


def recording(bench, *places, each=4):
    """A recording from 10:00 on of a receiver that stands for some seconds at each place."""
    path, lines = bench.folder / "place.nmea", []
    for second, (lat, lon) in enumerate(place for place in places for _ in range(each)):
        clock = "%02d%02d%02d.00" % (10 + second // 3600, second // 60 % 60, second % 60)
        where = angle(lat, 2, "NS") + "," + angle(lon, 3, "EW")
        lines.append(sentence("GPRMC,%s,A,%s,0.0,0.0,271126,,,A" % (clock, where)))
        lines.append(sentence("GPGGA,%s,%s,1,09,0.9,550.0,M,47.0,M,," % (clock, where)))
    path.write_text("".join(lines))
    return path


def printed(bench, path, form):
    return bench.run("fix", path, "--format", form).decode().rstrip("\n")


def clipboard(page):
    return page.run("() => navigator.clipboard.readText()")


@check("coordinates", takes="browser")
def coordinates(bench, browser):
    """Each form of seven positions is that of `gpsbridge fix`; pressing copies it, and the form that is chosen is kept."""
    page = browser.show(bench.silent(), permissions=["clipboard-read", "clipboard-write"], timezone_id="Asia/Kolkata")
    expect("what can be copied without a position", page.run("() => document.getElementById('place-copy').disabled"), True)
    for place in PLACES:
        path = recording(bench, place)
        expected = {form: printed(bench, path, form) for form in FORMS.values()}
        fix = json.loads(printed(bench, path, "json"))
        page.take({**fix, "state": "live", "received": page.run("() => new Date().toISOString()"), "device": page.run(KNOWS)})
        page.page.click("#place-copy")
        wait_for("the position is copied", lambda: page.run("() => document.getElementById('forms').textContent") == "Copied")
        expect("what pressing the position copies", clipboard(page), expected["dd"])
        page.page.click("#forms")
        wait_for("the list is open", lambda: page.run("() => document.getElementById('forms-dialog')?.open ?? false"))
        found = {TITLES[title]: value for title, value in page.run(VALUES).items()}
        expect("the forms of %s, %s" % place, found, expected)
        page.press("Escape")
    # With the mouse: each row copies its own text.
    page.page.click("#forms")
    for title, form in TITLES.items():
        page.page.get_by_role("button", name="Copy: " + title, exact=True).click()
        wait_for("%s is copied" % title, lambda: clipboard(page) == expected[form])
        expect("what is said of it", page.run("() => document.getElementById('forms-note').textContent"), "Copied")
    layout.look_around(bench, page, "forms")
    page.page.get_by_label("MGRS", exact=True).first.check()
    page.press("Escape")
    expect("the position in the form that was chosen", page.run(LINES), expected["mgrs"])
    # With keys: X goes through all forms, and each stays when the page is loaded again.
    page.run("() => document.activeElement?.blur()")
    height = "() => document.getElementById('part-now').getBoundingClientRect().height"
    before = page.run(height)
    for form in ("maidenhead", "dd", "dms", "utm"):
        page.press("x")
        wanted = "13.000000° N 6.000000° E" if form == "dd" else " ".join(expected[form].split())
        wait_for("X shows %s" % form, lambda: " ".join(page.run(LINES).split()) == wanted)
        expect("the height of the numbers with %s" % form, page.run(height), before)
    page.go()
    page.ready()
    page.take({**fix, "device": page.run("() => window.gpsbridge.state().device")})
    wait_for("the form was kept", lambda: page.run(LINES) == expected["utm"])
    # The time of the receiver where the browser is, with its date.
    expect("UTC and the local time", (page.read()["utc"], page.run("() => document.getElementById('local').textContent")),
           ("10:00:00", "2026-11-27 15:30:00 UTC+5:30"))


@check("more", takes="browser")
def more(bench, browser):
    """'More' shows heights, accuracies and dilutions of the last fix in the chosen units, and stays open."""
    page = browser.show(bench.silent())
    values = """() => Object.fromEntries([...document.querySelectorAll('#more > div')].map(
      (row) => [row.querySelector('dt').textContent, row.querySelector('dd').textContent]))"""
    fix = {
        "type": "fix", "epoch": 1, "state": "live", "mode": "3d", "lat": 48.1, "lon": 11.5, "alt_msl_m": 551.6, "alt_hae_m": 598.5,
        "v_acc_m": 3.16, "climb_mps": -1.25, "pdop": 1.13, "hdop": 0.63, "vdop": 0.94}
    page.take(fix)
    page.page.click("#more-button")
    metric = {
        "Above the sea": "552 m", "Above the ellipsoid": "599 m", "Height accuracy": "±3.2 m", "Climb": "−1.3 m/s", "PDOP": "1.13",
        "HDOP": "0.63", "VDOP": "0.94", "Rate": "1 Hz"}
    wait_for("the values are shown", lambda: page.run(values) == metric)
    expect("where the focus is", page.run("() => document.activeElement.id"), "more-button")
    page.choose("units")
    page.take(fix)
    # The rate is measured by the times at which records came.
    expect("the values in feet", {**page.run(values), "Rate": "1 Hz"}, {
        **metric, "Above the sea": "1810 ft", "Above the ellipsoid": "1964 ft", "Height accuracy": "±10 ft", "Climb": "−4.1 ft/s"})
    page.take({name: value for name, value in fix.items() if name not in ("alt_hae_m", "climb_mps", "pdop")})
    expect("what is not known", [page.run(values)[name] for name in ("Above the ellipsoid", "Climb", "PDOP")], ["–", "–", "–"])
    layout.look_around(bench, page, "more", "more")
    page.go()
    wait_for("the values are shown again", lambda: page.run("() => document.querySelectorAll('#more > div').length") == 8)
    expect("the button says so", page.run("() => document.getElementById('more-button').getAttribute('aria-expanded')"), "true")


@check("plain-http", takes="browser")
def plain_http(bench, browser):
    """Over plain http in a network the position is copied all the same, or the page says why not; what a browser refuses has a reason."""
    service = bench.serve("sim:silent", "--http-name", "boat.local", is_quiet=True)
    page = browser.another("--host-resolver-rules=MAP boat.local 127.0.0.1").open(service, path=None)
    page.address = "http://boat.local:%d" % service.port
    page.noise += ["Cross-Origin-Opener-Policy"]
    page.context.add_init_script(AT_ONCE)
    page.go()
    page.ready()
    expect("what the browser has there", page.run(
        "() => [isSecureContext, navigator.clipboard, 'serviceWorker' in navigator, 'wakeLock' in navigator, typeof navigator.share]"),
        [False, None, False, False, "undefined"])
    page.take(position((48.132302, 11.53232)))
    page.page.click("#place-copy")
    words = "() => document.getElementById('forms').textContent"
    wait_for("the position is copied", lambda: page.run(words) == "Copied")
    # What was copied is what a user pastes.
    page.run("""() => { const area = document.createElement('textarea'); area.id = 'pasted'; document.body.append(area); area.focus(); }""")
    page.press("Control+V")
    wait_for("it can be pasted", lambda: page.run("() => document.getElementById('pasted').value") == "48.132302, 11.532320")
    page.run("() => { document.getElementById('pasted').remove(); document.execCommand = () => false; }")
    wait_for("the button is as before", lambda: page.run(words) == "Copy as…")
    page.page.click("#place-copy")
    wait_for("it says that it was not copied", lambda: page.run(words) == "Not copied")
    page.wait_for("the page says so", lambda said: said["notice"] == "The position was not copied.")
    page.page.click("#forms")
    expect_that("no button to share", "Share…" not in page.run("() => document.getElementById('forms-dialog').textContent"), "one")
    page.press("Escape")
    page.page.click("#bell")
    wait_for("the list of alarms is open", lambda: page.run("() => document.getElementById('alarms')?.open ?? false"))
    text = page.page.inner_text("#alarms")
    for word in ("notifications", "the screen on", "home screen", "only over https and on this machine"):
        expect_that("the list of alarms says '%s'" % word, word in text, text)
    expect("buttons that could do nothing there", [word for word in ("Notifications…", "Keep the screen on") if word in text.split("\n")], [])
