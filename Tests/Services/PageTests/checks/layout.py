"""Whether all that a page shows has its place: nothing scrolls sideways, lies over something else, or is cut."""
import io

from .bench import Wrong

PHONE, DESK, WALL = (390, 844), (1440, 900), (2560, 1440)
SIZES = {"phone": PHONE, "desk": DESK, "wall": WALL}
MOST_BYTES = 200_000

# Two frames: one that draws, and one that shows that it has. The first are the screen's, which an observer reports: with a clock that a
# check moves, those of `requestAnimationFrame` come before the page knows its new size.
SETTLE = """async () => {
  const shown = () => new Promise((done) => new IntersectionObserver((_, observer) => done(observer.disconnect())).observe(document.documentElement));
  await shown();
  await shown();
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 30))));
}"""

# The texts of a canvas in the next frame, with their places in the window, and whether each stands upright.
TEXTS = """() => new Promise((done) => {
  const found = [];
  const pen = CanvasRenderingContext2D.prototype;
  const { fillText } = pen;
  pen.fillText = function (text, x, y) {
    const { a, b, c, d, e, f } = this.getTransform();
    if (this.canvas.id === '%s') found.push({ text, x: (a * x + c * y + e) / devicePixelRatio, y: (b * x + d * y + f) / devicePixelRatio, upright: b === 0 && c === 0 && a > 0 });
    return fillText.apply(this, arguments);
  };
  dispatchEvent(new KeyboardEvent('keydown', { key: 'c' }));
  requestAnimationFrame(() => requestAnimationFrame(() => {
    pen.fillText = fillText;
    done(found);
  }));
})"""

MEASURE = """() => {
  const found = [];
  const root = document.documentElement;
  if (Math.max(root.scrollWidth, document.body.scrollWidth) > root.clientWidth + 1) {
    found.push(`it scrolls sideways: ${Math.max(root.scrollWidth, document.body.scrollWidth)} in ${root.clientWidth}`);
  }
  const isWide = innerWidth >= 1440 && innerHeight >= 900;
  if (isWide && root.scrollHeight > innerHeight + 1) found.push(`it scrolls: ${root.scrollHeight} in ${innerHeight}`);
  const name = (place) => `${place.tagName.toLowerCase()}${place.id ? `#${place.id}` : ''} '${place.textContent.trim().slice(0, 24)}'`;
  const isSeen = (place) => place.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !place.closest('.unseen, .skip, dialog, noscript, [aria-hidden=true]') && getComputedStyle(place).clipPath === 'none';
  const overlap = (one, other) => Math.min(
    Math.min(one.right, other.right) - Math.max(one.left, other.left), Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));
  const ownText = (place) => [...place.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
  // What scrolls by itself shows a part only, and says so.
  const scrolls = (place) => {
    for (let at = place; at && at !== document.body; at = at.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return true;
    }
    return false;
  };
  // A verdict that needs more room than it has lies over the map.
  const sections = [...document.querySelectorAll('main section:not(#part-verdict), header')].filter(isSeen);
  for (const [index, one] of sections.entries()) {
    const box = one.getBoundingClientRect();
    for (const other of sections.slice(index + 1)) {
      // The header stays where it is when the rest scrolls below it.
      if (overlap(box, other.getBoundingClientRect()) > 1 && scrollY === 0) found.push(`${name(one)} lies over ${name(other)}`);
    }
    if (box.left < -1 || box.right > innerWidth + 1) found.push(`${name(one)} is cut by the window`);
  }
  const texts = [...document.querySelectorAll('header *, main *, nav *')].filter(
    (place) => (ownText(place) || /^(BUTTON|SELECT|INPUT)$/.test(place.tagName)) && place.tagName !== 'OPTION' && isSeen(place));
  const boxes = texts.filter((place) => !scrolls(place) && !place.closest('nav')).map((place) => {
    const range = document.createRange();
    range.selectNodeContents(place);
    // The boxes of the words: a block is as wide as its column, whatever stands in it.
    return [place, /^(BUTTON|SELECT|INPUT|A)$/.test(place.tagName) ? [place.getBoundingClientRect()] : [...range.getClientRects()]];
  });
  for (const [index, [one, lines]] of boxes.entries()) {
    for (const [other, others] of boxes.slice(index + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      if (lines.some((box) => others.some((otherBox) => overlap(box, otherBox) > 1))) found.push(`${name(one)} lies over ${name(other)}`);
    }
    const section = one.closest('main section, header');
    const frame = section?.getBoundingClientRect();
    if (frame && lines.some((box) => box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1)) {
      found.push(`${name(one)} is cut by ${name(section).split(' ')[0]}`);
    }
  }
  for (const place of texts) {
    const style = getComputedStyle(place);
    const isCut = place.scrollWidth > place.clientWidth + 1 && /hidden|clip/.test(style.overflowX) && place.clientWidth > 0;
    if (isCut && place.title === '' && place.tagName !== 'SELECT') found.push(`${name(place)} is cut`);
    if (place.closest('dd') && place.scrollWidth > place.clientWidth + 1 && place.clientWidth > 0 && style.overflowX === 'visible') {
      found.push(`${name(place)} is wider than its column`);
    }
  }
  for (const canvas of document.querySelectorAll('main section > canvas')) {
    if (!isSeen(canvas)) continue;
    const box = canvas.getBoundingClientRect();
    if (box.width < 100 || box.height < 60) found.push(`${name(canvas)} has ${Math.round(box.width)} x ${Math.round(box.height)}`);
  }
  if (innerWidth < 900) {
    for (const place of document.querySelectorAll('nav a, button, select, #exports a, #services a')) {
      const box = place.getBoundingClientRect();
      if (isSeen(place) && (box.height < 43.5 || box.width < 43.5)) {
        found.push(`${name(place)} is small for a finger: ${Math.round(box.width)} x ${Math.round(box.height)}`);
      }
    }
  }
  return found;
}"""


def look(page, what, size, scheme):
    """Gives a page a size and a scheme, and measures it."""
    width, height = SIZES[size]
    page.page.emulate_media(color_scheme=scheme)
    page.page.set_viewport_size({"width": width, "height": height})
    page.run(SETTLE)
    found = page.run(MEASURE)
    if found:
        raise Wrong("%s, %s, %s: %s" % (what, size, scheme, "; ".join(found[:6])))


def look_around(bench, page, what, part=None, also=None, sizes=("phone", "desk")):
    """Measures a page in each size, lets axe look at it in both schemes, and keeps pictures, with a part in view.

    The color scheme changes no rule of axe but the contrast, and no place. `also` is called with each size and scheme.
    """
    for size in sizes:
        for scheme in ("light", "dark"):
            if scheme == "light":
                look(page, what, size, scheme)
                must_be_accessible(page, "%s, %s" % (what, size))
            else:
                page.page.emulate_media(color_scheme=scheme)
                page.run(SETTLE)
                must_be_accessible(page, "%s, %s, dark" % (what, size), {"runOnly": ["color-contrast"]})
            if also:
                also(size, scheme)
            if bench.pictures:
                keep(bench, page, what, size, scheme, part)
    page.page.emulate_media(color_scheme="light")
    page.page.set_viewport_size(dict(zip(("width", "height"), DESK)))
    page.run(SETTLE)


def must_be_accessible(page, what, options=None):
    """Lets axe look for what keeps people out."""
    from axe_playwright_python.base import AXE_SCRIPT
    if not page.run("() => 'axe' in window"):
        page.run(AXE_SCRIPT)
    found = page.run("async (options) => (await axe.run(options)).violations", {"resultTypes": ["violations"], **(options or {})})
    if found:
        raise Wrong("%s: axe finds %s" % (what, "; ".join(
            "%s: %s (%s)" % (each["id"], each["help"], each["nodes"][0]["html"][:120]) for each in found)))


def keep(bench, page, what, size, scheme, part=None):
    """Keeps a picture of a state with a name, where pictures are wanted."""
    if part:
        page.run("(id) => document.getElementById(id).scrollIntoView({ block: 'center', behavior: 'instant' })", part)
    page.run(SETTLE)
    picture(page, bench.pictures / ("page-%s-%s-%s.png" % (what, size, scheme)))
    page.run("() => scrollTo(0, 0)")


def picture(page, path):
    """Keeps what is seen, in 255 colors."""
    from PIL import Image
    image = Image.open(io.BytesIO(page.page.screenshot())).convert("RGB")
    image = image.quantize(255, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    path.parent.mkdir(parents=True, exist_ok=True)
    image.save(path, optimize=True)
    length = path.stat().st_size
    if length > MOST_BYTES:
        raise Wrong("expected at most %d bytes, found %d in %s" % (MOST_BYTES, length, path.name))
