"""The strips of the history that are chosen, a field for the token, and names of files that try to look otherwise than they are."""
import json

from . import days, files, layout
from .bench import Wrong, check, expect, expect_that, token_of, wait_for
from .browser import AT_ONCE, KNOWS
from .layout import SETTLE, TEXTS

STRIPS = "() => document.getElementById('history').getAttribute('aria-label').replace(/^History: | of .*$/g, '')"
OPEN = "() => document.getElementById('strips-dialog')?.open ?? false"
BOX = "[...document.querySelectorAll('#strips-dialog label')].find((line) => line.textContent.startsWith('%s')).firstChild"
# Rows of the store with the time of each, and what a name has there.
ROWS = """() => {
  const store = window.gpsbridge.store();
  return Array.from({ length: store.count - store.first }, (_, index) => [store.timeOf(store.first + index), ...%s.map((name) => {
    const value = store.columns[name] ? store.value(name, store.first + index) : NaN;
    return Number.isNaN(value) ? null : value;
  })]);
}"""
USUAL = "speed, altitude, accuracy, satellites, signal"


def texts_of(page):
    """The texts of the next picture of the history."""
    return [each["text"] for each in page.run(TEXTS % "history")]


def seconds(text):
    return days.datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def history(service, **parameters):
    """What the service has, by the time at which the page keeps it."""
    query = "&".join("%s=%s" % each for each in {**parameters, "more": "yes"}.items())
    records = [json.loads(line) for line in service.text("/history?" + query).splitlines()]
    return {round(seconds(record.get("received", record.get("time"))), 3): record for record in records}


def must_have_filled(what, rows, records, name, key, least):
    """Each row that the service knows has its value, within the digits of a float."""
    both = [(row[1], records[round(row[0], 3)][key]) for row in rows if key in records.get(round(row[0], 3), {})]
    expect_that("%s has at least %d values of %s" % (what, least, name), len(both) >= least, len(both))
    wrong = [pair for pair in both if pair[0] is None or abs(pair[0] - pair[1]) > 0.006 + abs(pair[1]) * 1e-6]
    expect("%s of %s that are not the service's" % (name, what), wrong[:3], [])


def must_show(what, driver, names):
    """The strips are these, a frame or so later."""
    wait_for(what, lambda: driver.run(STRIPS) == names)
    expect("whether the list is open, " + what, driver.run(OPEN), False)


def choose(driver, *words):
    """Opens the list by its key, changes some of it, and closes it."""
    driver.run("() => document.activeElement?.blur()")
    driver.press("s")
    wait_for("the list of strips is open", lambda: driver.run(OPEN))
    for word in words:
        driver.click(BOX % word)
    driver.press("Escape")
    wait_for("it is closed", lambda: not driver.run(OPEN))


@check("strips", takes="engine")
def strips(bench, driver):
    """Strips are chosen and kept; older rows get their values from the service, live and of a stored day."""
    service = days.serve(bench, days.store_of(bench, "20m", days.DAY + " 10:00"))
    service.has_fix()
    driver.show(service, 1366, 768)
    wait_for("there is a history", lambda: len(driver.run(ROWS % "[]")) > 2)
    must_show("the usual strips", driver, USUAL)
    driver.click("document.getElementById('strips')")
    wait_for("a button opens the list", lambda: driver.run(OPEN))
    for word in ("HDOP", "Clock", "Accuracy"):
        driver.click(BOX % word)
    driver.press("Escape")
    must_show("other strips", driver, "speed, altitude, satellites, signal, hdop, clock")
    texts = texts_of(driver)
    expect_that("they are drawn", {"HDOP", "Clock"} <= set(texts) and "Accuracy" not in texts, texts)
    if driver.name == "Chromium":
        fill_strips(bench, driver.browser, service)
        must_bear_failures(driver.browser, service)


def fill_strips(bench, browser, service):
    # What is before the page was opened comes from the service.
    wait_for("the service has a history", lambda: len(history(service)) > 5)
    page = driver = browser.open(service)
    page.ready("3D fix")
    choose(driver, "Climb", "HDOP", "Age", "Clock")
    must_show("all strips", driver, USUAL + ", climb, hdop, corrections, clock")
    wait_for("older rows are filled in", lambda: sum(row[1] is not None for row in page.run(ROWS % "['hdop']")) > 5)
    for name, key in (("hdop", "hdop"), ("lag", "lag_s")):
        must_have_filled("what is live", page.run(ROWS % json.dumps([name])), history(service), name, key, 5)
    expect_that("what a receiver does not send has no value", all(row[1] is None for row in page.run(ROWS % "['correction']")), "a value")
    page.press("s")
    layout.look_around(bench, page, "strips")
    page.press("Escape")
    layout.look_around(bench, page, "nine-strips", "part-history")
    choose(driver, "Speed", "Altitude", "Accuracy", "Satellites", "Signal", "Age", "Clock")
    must_show("two strips", driver, "climb, hdop")
    page.press("u")
    wait_for("units apply", lambda: "ft/s" in texts_of(page), seen=lambda: (texts_of(page), page.run("() => document.getElementById('units').textContent"), page.read()))
    # The last one stays.
    choose(driver, "Climb")
    must_show("one strip", driver, "hdop")
    page.press("s")
    expect("whether it can be taken away", page.run("() => (%s).disabled" % (BOX % "HDOP")), True)
    page.press("Escape")
    reloaded = len(page.requests)
    page.go()
    must_show("the strip that is kept", driver, "hdop")
    wait_for("with its values", lambda: sum(row[1] is not None for row in page.run(ROWS % "['hdop']")) > 5)
    must_ask_once("what is live, with its strips", page, page.requests[reloaded:], "/history?device=")
    # A day of the store.
    page.page.select_option("#days", label=next(each for each in page.run(days.PICKER)["options"] if each.startswith(days.DAY)))
    wait_for("the day is there", lambda: page.run("() => window.gpsbridge.state().link") == "recorded" and (page.run(days.PICKER)["rows"] or 0) > 1000)
    records = history(service, day=days.DAY, device=page.run("() => window.gpsbridge.state().device"))
    must_ask_once("a day, with its strips", page, page.requests, "day=" + days.DAY)
    must_have_filled("a day", page.run(ROWS % "['hdop']"), records, "hdop", "hdop", 1000)
    choose(driver, "Climb")
    must_show("strips of a day", driver, "climb, hdop")
    page.close()


def must_ask_once(what, page, requests, words):
    """A history is asked for once, also when the list has been filled further: two later positions have come."""
    begun = page.run("() => window.gpsbridge.state().link") == "live" and page.run("() => window.gpsbridge.store().count")
    wait_for("the page goes on", lambda: not begun or page.run("() => window.gpsbridge.store().count") > begun + 1)
    page.run(SETTLE)
    asked = [url for url in requests if "/history?" in url and words in url]
    expect_that("%s was asked for once" % what, len(asked) == 1 and "more=yes" in asked[0], asked)


def must_bear_failures(browser, service):
    """Without the style and without the history the list opens; what failed is asked for again by the next choice, and not before."""
    page = driver = browser.open(service, path=None)
    page.context.add_init_script(AT_ONCE)
    page.page.route("**/later.css", lambda route: route.abort())
    page.noise += ["net::ERR_FAILED"]
    page.go()
    page.ready("3D fix")
    wait_for("there is a history", lambda: len(page.run(ROWS % "[]")) > 2)
    page.page.route("**/history?*", lambda route: route.abort())
    asked = len(page.requests)
    choose(driver, "HDOP")
    begun = page.run("() => window.gpsbridge.store().count")
    wait_for("the page goes on", lambda: page.run("() => window.gpsbridge.store().count") > begun + 2)
    requests = [url for url in page.requests[asked:] if "/history?" in url]
    expect_that("a history that fails is asked for once", len(requests) == 1, requests)
    page.page.unroute("**/history?*")
    page.page.unroute("**/later.css")
    choose(driver, "Climb")
    wait_for("the next choice asks again", lambda: sum(row[1] is not None for row in page.run(ROWS % "['hdop']")) > 2)
    expect_that("the style is there at last", page.run("() => document.getElementById('later-style')?.sheet !== null"), "none")
    with page.page.expect_download() as download:
        page.run("() => document.getElementById('export-ndjson').click()")
    with open(download.value.path(), encoding="utf-8") as kept:
        keys = {key for line in kept for key in json.loads(line)}
    expect_that("an export has what it has without strips", "lat" in keys and "lag_s" not in keys, sorted(keys))


FIELD = """() => ({ heading: document.querySelector('h1')?.textContent, title: document.title, address: location.href, focus: document.activeElement.id,
  kind: document.getElementById('token')?.type, wide: document.documentElement.scrollWidth - innerWidth,
  height: document.querySelector('button')?.getBoundingClientRect().height })"""


def during_a_load(driver, script):
    """What a script says; nothing while its page gives way to another one."""
    from playwright.sync_api import Error
    try:
        return driver.run(script)
    except (Error, Wrong):
        return None


def type_in(driver, text):
    for letter in text:
        driver.press(letter)


def asks(driver, address, heading, path="/"):
    wanted = {"heading": heading, "title": heading, "address": address + path, "focus": "token", "kind": "password"}
    # The field gets the focus and the style after the words are there.
    found = wait_for("it asks with '%s'" % heading, lambda: (now := during_a_load(driver, FIELD)) and wanted.items() <= now.items()
                     and (now["height"] or 0) >= 43 and now)
    expect_that("nothing scrolls sideways", found["wide"] <= 0, found)


# What Chromium says of a refusal, and of a form with a token.
NOISE = ["status of 4", "Password forms"]


@check("token", takes="engine")
def token(bench, driver):
    """Without the token the page asks for it, says when it is wrong, and leaves it in no address, title or log."""
    secret = token_of(40)
    service = bench.serve("sim:drive", "--token-file", bench.secret(secret))
    driver.open(service, "/", 390, 844)
    if driver.name == "Chromium":
        driver.page.noise += NOISE
    asks(driver, service.address, "This page needs its token")
    type_in(driver, secret[:-1])
    driver.press("Enter")
    asks(driver, service.address, "This token is wrong", "/?token=")
    type_in(driver, secret)
    driver.click("document.querySelector('button')")
    wait_for("the page is open", lambda: during_a_load(driver, KNOWS))
    expect("the address that is left", driver.run("() => [location.href, location.href.includes('token'), document.referrer]"),
           [service.address + "/", False, ""])
    expect_that("no title has it", secret not in driver.run("() => document.title"), "the token")
    driver.run("() => { location.reload(); }")
    wait_for("the page opens again without it", lambda: during_a_load(driver, KNOWS))
    if driver.name == "Chromium":
        guess(bench, driver.browser, service, secret)
    expect_that("neither the token nor a wrong one is in the log", secret[:-1] not in service.said() and "wrong" not in service.said(), service.said())


def guess(bench, browser, service, secret):
    page = browser.open(service)
    page.noise += NOISE
    asks(page, service.address, "This page needs its token")
    layout.look_around(bench, page, "token")
    page.page.emulate_media(color_scheme="dark")
    expect("the color of its text in the dark", page.run("() => getComputedStyle(document.body).color"), "rgb(255, 255, 255)")
    page.press("Tab")
    expect("the button is next", page.run("() => document.activeElement.textContent"), "Open the page")
    for _ in range(10):
        page.page.fill("#token", "wrong")
        with page.page.expect_navigation():
            page.press("Enter")
        # Chromium writes to the console that a field has the focus before its page has given it.
        wait_for("the field has the focus", lambda: (now := during_a_load(page, FIELD)) and now["focus"] == "token")
    asks(page, service.address, "Too many wrong tokens", "/?token=")
    page.page.fill("#token", " %s " % secret)
    page.page.click("button")
    wait_for("the right one opens the page", lambda: during_a_load(page, KNOWS))
    expect("the address that is left", page.page.url, service.address + "/")
    # The token is in the request of the page and in no later one.
    expect_that("no later request has the token", sum(secret in url for url in page.requests) <= 1 and secret not in page.requests[-1], page.requests)
    page.close()
    # A link with the token opens the page, too.
    page = browser.open(service, "/?token=" + secret)
    page.wait_for_state("3D fix")
    expect("the address that is left of a link", page.page.url, service.address + "/")
    expect_that("no later request has the token of a link", not any(secret in url for url in page.requests[1:]), page.requests)
    large = browser.another("--blink-settings=defaultFontSize=32").open(service, width=320, height=568)
    large.noise += NOISE
    asks(large, service.address, "This page needs its token")


DISGUISED = "walk\\u202egpx.exe\\u2066\\u200b\\u0007 \\u{1f468}\\u200d\\u{1f469}.%s"
SEEN = "walkgpx.exe \U0001F468\u200d\U0001F469.%s"


@check("names", takes="browser")
def names(bench, browser):
    """A file whose name has direction marks and controls is shown without them, dropped, refused or played."""
    page = browser.show(bench.silent())

    def drop(data, ending):
        page.run(files.DROP % (files.base64.b64encode(data).decode(), DISGUISED % ending))
    drop(files.WALK.read_bytes(), "nmea")
    wait_for("its track is there", lambda: (now := page.run(files.LIST)) and "fixes" in now[0]["facts"])
    expect("the name in the list", page.run(files.LIST)[0]["name"], SEEN % "nmea")
    expect("its title and the names of its buttons", page.run("""() => [document.querySelector('#files strong').title,
      ...[...document.querySelectorAll('#files button')].map((button) => button.ariaLabel)]"""),
        [SEEN % "nmea"] + ["%s %s" % (word, SEEN % "nmea") for word in ("Show", "Remove")])
    drop(b"", "ubx")
    wait_for("an empty one is refused by its name", lambda: page.run(files.SAID)[0] == SEEN % "ubx" + ": The file is empty.")
    drop(bench.run("watch", files.WALK), "ndjson")
    page.wait_for_state("Recorded")
    shown = page.run("() => document.getElementById('recordings').selectedOptions[0]?.textContent ?? ''")
    said = page.run("() => document.body.innerText")
    expect_that("the player has it without marks", SEEN % "ndjson" in shown + said, (shown, said[:200]))
    expect_that("no direction mark is on the page", not any(letter in said + shown for letter in "\u202e\u2066\u200b\u0007"), said[:200])
