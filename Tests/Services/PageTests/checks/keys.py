"""Whether everything can be done with keys alone, and read by who needs large text or has a narrow screen."""
from .bench import check, expect, expect_that, wait_for
from .layout import SETTLE
from .span import FEED

FOCUS = """() => {
  const place = document.activeElement;
  if (!place || place === document.body) return null;
  const style = getComputedStyle(place);
  window.visited ??= [];
  window.visited.push(place);
  return {
    name: `${place.tagName.toLowerCase()}#${place.id || place.textContent.trim().slice(0, 20)}`,
    part: place.closest('main section, header, nav')?.id ?? '',
    isMarked: style.outlineStyle !== 'none' || style.boxShadow !== 'none',
  };
}"""

# What Tab has to come to, and has not.
LEFT = """() => [...document.querySelectorAll('a[href], button:not([tabindex="-1"]), select, input, summary, [tabindex="0"]')].filter(
  (place) => place.checkVisibility({ visibilityProperty: true }) && !place.disabled && !window.visited.includes(place)
).map((place) => `${place.tagName.toLowerCase()}#${place.id || place.textContent.trim()}`)"""

# Parts by columns from the left, each from its top; those above the map first.
READING = """() => [...document.querySelectorAll('main section')].map((part) => [part.id, part.getBoundingClientRect()])
  .sort(([, one], [, other]) => {
    const [first, second] = [one, other].map(({ top }) => top < document.getElementById('map').getBoundingClientRect().top - 1);
    return first !== second ? second - first : Math.abs(one.left - other.left) > 20 ? one.left - other.left : one.top - other.top;
  })
  .map(([name]) => name)"""


def tab_through(page, what):
    """Goes through the whole page by Tab, and answers the parts in the order in which they were reached."""
    page.run("() => { document.activeElement?.blur(); window.visited = []; scrollTo(0, 0); }")
    parts = []
    for _ in range(120):
        page.press("Tab")
        focus = page.run(FOCUS)
        if focus is None:
            break
        expect_that("%s shows where the focus is" % what, focus["isMarked"], focus["name"])
        if focus["part"].startswith("part-") and (not parts or parts[-1] != focus["part"]):
            parts.append(focus["part"])
    expect("what Tab does not come to, %s" % what, page.run(LEFT), [])
    expect("parts that are reached twice, %s" % what, sorted(parts), sorted(set(parts)))
    order = [part for part in page.run(READING) if part in parts]
    expect("the order of Tab, %s" % what, parts, order)


@check("keys", takes="browser")
def keys(bench, browser):
    """Tab reaches everything in the order of reading, and each key does what the list of keys says."""
    service = bench.serve("sim:drive")
    page = browser.show(service, "3D fix")
    tab_through(page, "on a desk")
    page.run("() => document.activeElement?.blur()")

    def does(key, what, script, expected):
        page.press(key)
        wait_for(
            "key %s: %s is %s, not %s" % (key, what, expected, page.run(script)), lambda: page.run(script) == expected)

    pressed = "() => document.getElementById('%s').getAttribute('aria-pressed')"
    spans = "() => [...document.querySelectorAll('#spans [value][aria-pressed=true]')].map((button) => button.textContent)"
    expect("the span that is pressed at first", page.run(spans), ["All"])
    shown = "() => !document.getElementById('%s').hidden"
    for number, part in enumerate(["now", "map", "sky", "history", "events"], 1):
        does(str(number), "the focus", "() => document.activeElement.id", "part-" + part)
    does("f", "following", pressed % "follow", "false")
    does("f", "following", pressed % "follow", "true")
    does("0", "following", pressed % "follow", "false")
    does("f", "following", pressed % "follow", "true")
    for unit in ("mph", "kn", "km/h"):
        does("u", "the unit of speed", "() => document.getElementById('units').textContent", unit)
    for paint in ("accuracy", "speed"):
        does("c", "the color of the track", "() => document.getElementById('paint').value", paint)
    scheme = "() => getComputedStyle(document.documentElement).colorScheme.split(' ')[0]"
    page.page.emulate_media(color_scheme="light")
    does("t", "the theme", "() => document.getElementById('theme').textContent", "Light")
    does("t", "the theme", "() => document.getElementById('theme').textContent", "Dark")
    does("p", "holding", pressed % "hold", "true")
    does("p", "holding", pressed % "hold", "false")
    does("[", "the way back to now", shown % "to-now", True)
    expect_that("values stand at the cursor", page.run("() => document.getElementById('cursor-values').textContent") != "", "nothing")
    does("Escape", "the tool that is open", "() => document.body.dataset.tool ?? 'none'", "none")
    does("Escape", "the way back to now", shown % "to-now", False)
    does("?", "the list of keys", "() => document.getElementById('keys')?.open ?? false", True)
    does("Escape", "the list of keys", "() => document.getElementById('keys').open", False)
    map_of = "() => document.getElementById('map').toDataURL()"
    page.page.focus("#map")
    for key in ("+", "-", "ArrowLeft"):
        before = page.run(map_of)
        page.press(key)
        page.run(SETTLE)
        expect_that("key %s changes the map" % key, page.run(map_of) != before, "the same picture")
    for part in ("sky", "signals"):
        page.page.click("#%s-table-button" % part)
        page.run(SETTLE)
        rows = page.run("() => document.querySelectorAll('#%s-table tr').length" % part)
        expect_that("the table of the %s has its rows" % part, rows > 5, rows)
        page.page.click("#%s-table-button" % part)
    expect_that("a scheme is known", page.run(scheme) in ("light", "dark", "normal"), page.run(scheme))
    page.close()
    phone = browser.show(service, "3D fix", width=390, height=844, is_mobile=True, has_touch=True, device_scale_factor=2)
    tab_through(phone, "on a phone")


# As long as the words of a trip get.
LONG_TRIP = "138 km · moving 9 h 59 min · mean 115 km/h · fastest 120 km/h · climb 1413 m · descent 1023 m"

# The texts that have less room than they need, with a trip of these words.
CUT = """(words) => {
  document.getElementById('trip').textContent = words;
  return ['trip', 'place-top', 'quality', 'local', 'sky-summary', 'signals-summary', 'constellations'].filter((id) => {
    const place = document.getElementById(id);
    const room = id === 'trip' ? place.parentElement : place;
    return place.checkVisibility() && (place.scrollWidth > place.clientWidth + 1 || room.scrollHeight > room.clientHeight + 1);
  });
}"""


@check("narrow", takes="browser")
def narrow(bench, browser):
    """Nothing scrolls sideways or is cut with 320 pixels, with text of 200 %, on small desks, and with the colors of the system."""
    service = bench.serve("sim:drive")
    sideways = "() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - document.documentElement.clientWidth"
    # Large text is a setting of the browser: lengths of the page count in it.
    large = browser.another("--blink-settings=defaultFontSize=32")
    for width, height, where, more in (
            (195, 422, browser, {}), (320, 640, browser, {}), (390, 844, large, {}), (1024, 768, browser, {}), (1366, 768, browser, {}), (1440, 900, large, {}),
            (1440, 900, browser, {"forced_colors": "active", "color_scheme": "dark"})):
        page = where.show(service, "3D fix", width=width, height=height, **more)
        page.run(SETTLE)
        found = page.run(sideways)
        size = page.run("() => getComputedStyle(document.documentElement).fontSize")
        expect("the size of text", size, "32px" if where is large else "16px")
        expect_that("nothing scrolls sideways in %d pixels with text of %s" % (width, size), found <= 1, found)
        cut = page.run(CUT, LONG_TRIP)
        expect("what is cut in %d pixels with text of %s" % (width, size), cut, [])
        page.close()


# Waits until the page does not scroll for 20 frames.
RESTS = """async () => {
  for (let [same, last] = [0, scrollY]; same < 20; same += 1) {
    await new Promise((done) => requestAnimationFrame(done));
    if (scrollY !== last) [same, last] = [0, scrollY];
  }
}"""


@check("touch", takes="browser")
def touch(bench, browser):
    """On a phone one finger scrolls over the map, two move and zoom it, and a finger on the history reads its values."""
    page = browser.show(bench.silent(), width=390, height=844, is_mobile=True, has_touch=True, device_scale_factor=2)
    page.run(FEED)
    fingers = page.fingers
    def drag(*ways, steps=6):
        """Each finger goes from a place to another."""
        fingers("touchStart", *[begin for begin, _ in ways])
        for step in range(1, steps + 1):
            fingers("touchMove", *[tuple(a + (b - a) * step / steps for a, b in zip(*way)) for way in ways])
        fingers("touchEnd")
        page.run(SETTLE)

    seen = "() => ({ ...window.gpsbridge.map(), follows: document.getElementById('follow').getAttribute('aria-pressed') })"
    page.page.evaluate("() => document.getElementById('part-map').scrollIntoView({ block: 'center', behavior: 'instant' })")
    box = page.run("() => { const box = document.getElementById('map').getBoundingClientRect(); return [box.left, box.top, box.width, box.height]; }")
    middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
    before = page.run(seen)
    # Two fingers while it follows: the place stays in the middle.
    drag(((middle[0] - 30, middle[1]), (middle[0] - 60, middle[1])), ((middle[0] + 30, middle[1]), (middle[0] + 60, middle[1])))
    after = page.run(seen)
    expect_that("two fingers double the scale", abs(after["scale"] / before["scale"] - 2) < 0.1, (before, after))
    expect("following while two fingers zoom", after["follows"], "true")
    before, top = page.run(seen), page.run("() => scrollY")
    drag((middle, (middle[0], middle[1] - 60)))
    after = page.run(seen)
    expect("scale and following below one finger", (after["scale"], after["follows"]), (before["scale"], before["follows"]))
    strayed = [(after[axis] - before[axis]) * after["scale"] for axis in ("x", "y")]
    expect_that("the map stays below one finger", max(map(abs, strayed)) < 12, strayed)
    wait_for("one finger scrolls the page", lambda: page.run("() => scrollY") > top + 30)
    # The page scrolls on for a while behind a finger.
    page.run(RESTS)
    page.page.evaluate("() => document.getElementById('part-map').scrollIntoView({ block: 'center', behavior: 'instant' })")
    page.run(SETTLE)
    # While it follows, the map goes with each fix.
    before = page.run(seen)
    drag(*[((middle[0] + side, middle[1]), (middle[0] + side - 80, middle[1] - 50)) for side in (-30, 30)])
    after = page.run(seen)
    moved = [(after[axis] - before[axis]) * after["scale"] for axis in ("x", "y")]
    expect_that("the map goes with two fingers", abs(moved[0] - 80) < 12 and abs(moved[1] - 50) < 12, moved)
    expect("following behind two fingers", after["follows"], "false")

    def below(place):
        """What lies below a pixel."""
        now = page.run(seen)
        return [now[axis] + (place[at] - middle[at]) / now["scale"] for at, axis in enumerate(("x", "y"))]
    spot = (middle[0] - 70, middle[1] + 40)
    before, scale = below(spot), page.run(seen)["scale"]
    drag(((spot[0] - 20, spot[1]), (spot[0] - 50, spot[1])), ((spot[0] + 20, spot[1]), (spot[0] + 50, spot[1])))
    now = page.run(seen)
    expect_that("two fingers zoom again", now["scale"] > scale * 2, (scale, now))
    away = [(after - first) * now["scale"] for first, after in zip(before, below(spot))]
    expect_that("what is between two fingers stays there", max(map(abs, away)) < 8, away)
    page.page.tap("#follow")
    expect("following when its button is tapped", page.run(seen)["follows"], "true")
    page.page.evaluate("() => document.getElementById('part-history').scrollIntoView({ block: 'center', behavior: 'instant' })")
    box = page.run("() => { const box = document.getElementById('history').getBoundingClientRect(); return [box.left, box.top, box.width, box.height]; }")
    y = box[1] + box[3] / 2
    drag(((box[0] + box[2] - 60, y), (box[0] + box[2] - 12, y)))
    expect_that("values stand at the finger", "UTC" in page.run("() => document.getElementById('cursor-values').textContent"),
                page.run("() => document.getElementById('cursor-values').textContent"))

    def is_now():
        # A tap so soon behind another gesture is a part of it to the browser.
        if page.page.is_visible("#to-now"):
            page.page.tap("#to-now")
        return page.run("() => document.getElementById('cursor-values').textContent") == ""
    wait_for("a tap leads back to now, without values", is_now, step=0.3)
