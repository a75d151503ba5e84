"""Browsers that lack something: scripts, a stream of events, a screen; and a page that comes back from a browser's cache."""
from .bench import Skipped, check, expect, expect_that, wait_for
from .layout import SETTLE


@check("bare", takes="browser")
def bare(bench, browser):
    """Without scripts there is a page with state and position, without EventSource a reason, and on paper all of the words."""
    service = bench.serve("sim:drive").has_fix()
    plain = browser.open(service, java_script_enabled=False, width=320, height=568)
    plain.page.wait_for_url("**/plain")
    text = plain.page.inner_text("body")
    for word in ("3D fix", "° N, ", "° E, ±", "The receiver has a fix."):
        expect_that("the plain page says '%s'" % word, word in text, text)
    found = plain.page.evaluate("() => document.documentElement.scrollWidth")
    expect_that("the plain page does not scroll sideways in 320 pixels", found <= 320, found)
    plain.close()
    old = browser.open(service, path=None)
    old.page.add_init_script("delete window.EventSource")
    old.go()
    said = old.wait_for("the verdict says what the browser lacks", lambda said: "EventSource" in said["why"])
    expect("the state without EventSource", (said["state"], old.run("() => document.body.dataset.live")), ("Not connected", "false"))
    expect_that("it names another page", "/plain" in said["do"], said["do"])
    old.close()
    # The style for paper is there before that of what is loaded later, which does not come.
    page = browser.open(service, path=None, width=794, height=1123)
    page.page.route("**/later.css", lambda route: route.abort())
    page.noise += ["net::ERR_FAILED"]
    page.go()
    page.wait_for_state("3D fix")
    page.page.emulate_media(media="print")
    page.run(SETTLE)
    cut = page.run("""() => [...document.querySelectorAll('main section')].filter((part) =>
      part.scrollHeight > part.clientHeight + 2 && getComputedStyle(part).overflowY !== 'visible').map((part) => part.id)""")
    expect("parts that paper cuts", [part for part in cut if part != "part-map"], [])
    shown = page.run("() => [...document.querySelectorAll('button, nav, select')].filter((place) => place.checkVisibility()).map((place) => place.id)")
    expect("what paper can't press", shown, [])
    expect("what is wider than the paper", page.run("() => Math.max(0, document.documentElement.scrollWidth - innerWidth)"), 0)
    page.close()
    # Of the map on the whole screen all parts are printed.
    page = browser.show(service)
    wait_for("its style is there", lambda: page.run("() => Boolean(document.getElementById('later-style')?.sheet)"))
    page.page.click("#whole")
    page.page.emulate_media(media="print")
    expect("parts that are not printed", page.run(
        "() => [...document.querySelectorAll('#part-now, #part-verdict, #part-map')].filter((part) => {"
        " const style = getComputedStyle(part); return style.visibility !== 'visible' || style.position === 'fixed'; }).map((part) => part.id)"), [])


WATCH = """() => {
  window.returned = null;
  addEventListener('pageshow', ({ persisted }) => {
    const text = (id) => document.getElementById(id).textContent;
    window.returned = { persisted, live: document.body.dataset.live, state: text('state'), age: text('age'), title: document.title };
  });
  return true;
}"""


@check("returns", takes="engine", nightly=True)
def returns(bench, driver):
    """A page that comes back from a browser's cache shows nothing as live before there is news."""
    service = bench.serve("sim:drive")
    is_live = "() => document.body.dataset.live === 'true'"
    driver.show(service)
    wait_for("there is a fix", lambda: driver.run(is_live))
    driver.run(WATCH)
    driver.open(service, "/healthz", 1024, 768)
    driver.back()
    wait_for("it has gone back", lambda: driver.run("() => document.getElementById('state') !== null"))
    returned = driver.run("() => window.returned ?? null")
    if returned is None:
        raise Skipped("%s keeps no page" % driver.name)
    expect("whether it kept the page", returned["persisted"], True)
    expect("the first picture", (returned["live"], returned["state"]), ("false", "Connecting"))
    wait_for("it is live again", lambda: driver.run(is_live))
    bench.note("%s" % returned)
