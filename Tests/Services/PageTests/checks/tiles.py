"""Pictures under the map: each where it belongs, and none asked for where there are none."""
import io
import math
import sqlite3

from .bench import check, expect, expect_that, wait_for
from .browser import SPEAKS, fix
from .layout import SETTLE
from .link import STOPPED

# Around the place of the simulated drive.
NEAR, LEAST, GREATEST, REACH = (48.12, 11.52), 9, 13, 4

MAP = """() => {
  const canvas = document.getElementById('map');
  const box = canvas.getBoundingClientRect();
  return { ...window.gpsbridge.map(), width: box.width, height: box.height };
}"""

# The colors of some pixels of the map.
PIXELS = """(places) => {
  const pen = document.getElementById('map').getContext('2d');
  return places.map(([x, y]) => [...pen.getImageData(Math.round(x), Math.round(y), 1, 1).data.slice(0, 3)]);
}"""


def mercator(latitude, longitude):
    """The place on a world that is a square of 1, from the north-west."""
    return longitude / 360 + 0.5, 0.5 - math.asinh(math.tan(math.radians(latitude))) / (2 * math.pi)


def color(level, column, row):
    """A color by which a tile is known among its neighbors."""
    return [40 + column * 53 % 200, 40 + row * 97 % 200, 40 + level * 40 % 200]


def make(path):
    """A file of tiles around the drive, each of one color. MBTiles counts rows from the south."""
    from PIL import Image
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE metadata (name TEXT, value TEXT)")
        file.execute("CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)")
        file.executemany("INSERT INTO metadata VALUES (?, ?)", [
            ("name", "colors"), ("format", "png"), ("minzoom", str(LEAST)), ("maxzoom", str(GREATEST)),
            ("attribution", "Colors of a test")])
        for level in range(LEAST, GREATEST + 1):
            x, y = (int(part * 2 ** level) for part in mercator(*NEAR))
            for column in range(x - REACH, x + REACH + 1):
                for row in range(y - REACH, y + REACH + 1):
                    picture = io.BytesIO()
                    Image.new("RGB", (256, 256), tuple(color(level, column, row))).save(picture, "PNG")
                    file.execute("INSERT INTO tiles VALUES (?, ?, ?, ?)", (
                        level, column, 2 ** level - 1 - row, picture.getvalue()))


def corners(page):
    """Pixels a little inside the corners of all tiles that are in view, and the tiles they belong to."""
    seen, said = page.run(MAP), page.read()
    latitude, longitude = (float(said[name].split("°")[0]) for name in ("latitude", "longitude"))
    centerX, centerY = mercator(latitude, longitude)
    level = max(LEAST, min(GREATEST, round(math.log2(seen["scale"] / 256))))
    side = seen["scale"] / 2 ** level
    found = []
    for column in range(2 ** level):
        left = (column / 2 ** level - centerX) * seen["scale"] + seen["width"] / 2
        if not -side < left < seen["width"]:
            continue
        for row in range(2 ** level):
            top = (row / 2 ** level - centerY) * seen["scale"] + seen["height"] / 2
            if not -side < top < seen["height"]:
                continue
            for x in (left + 3, left + side - 4):
                for y in (top + 3, top + side - 4):
                    # Labels stand at the edges, the track and the mark in the middle.
                    isFree = 70 < x < seen["width"] - 20 and 70 < y < seen["height"] - 90
                    if isFree and math.hypot(x - seen["width"] / 2, y - seen["height"] / 2) > 60:
                        found.append(((x, y), (level, column, row)))
    return found


def misplaced(page):
    found = corners(page)
    expect_that("corners of tiles are in view", len(found) >= 2, found)
    shown = page.run(PIXELS, [place for place, _ in found])
    # A line of the graticule may go through one pixel.
    return [(place, tile, color(*tile), pixel) for (place, tile), pixel in zip(found, shown)
            if max(abs(a - b) for a, b in zip(color(*tile), pixel)) > 3]


@check("tiles", takes="browser")
def tiles(bench, browser):
    """Tiles lie where their corners belong, at each scale, come again with the service, and a page without a file of them asks for none."""
    make(bench.folder / "colors.mbtiles")
    # Parked, so that nothing moves between two looks.
    service = bench.serve("sim:static", "--tiles", str(bench.folder / "colors.mbtiles"))
    page = browser.show(service, "3D fix", height=1400)
    looked = 0
    for _ in range(24):
        page.run(SETTLE)
        scale = page.run(MAP)["scale"]
        if scale < 256 * 2 ** (LEAST - 0.4):
            break
        if scale <= 256 * 2 ** (GREATEST + 1):
            wait_for("each tile lies where it belongs at a scale of %d" % scale, lambda: not misplaced(page))
            looked += 1
        page.press("-")
    expect_that("several scales were looked at", looked >= 5, looked)
    asked = sorted({request.split("/tiles/")[1] for request in page.requests if "/tiles/" in request})
    levels = {int(each.split("/")[0]) for each in asked}
    expect_that("only levels that the file has are asked for", levels and levels <= set(range(LEAST, GREATEST + 1)), levels)
    bench.note("%d tiles of the levels %s, at %d scales" % (len(asked), sorted(levels), looked))
    # The browser warns of a test that reads so many pixels.
    page.noise += ["willReadFrequently"]
    page.close()

    # What could not be fetched while the service was away is fetched when it is back.
    page = browser.show(service, "3D fix", height=1400)
    # It knows that there are tiles, which is not in the way of its first position.
    wait_for("a tile is asked for", lambda: page.run(SETTLE) or any("/tiles/" in request for request in page.requests))
    service.stop()
    page.wait_for_state("Not connected")
    while page.run(MAP)["scale"] > 256 * 2 ** (GREATEST - 2):
        page.press("-")
        page.run(SETTLE)
    service.begin()
    page.wait_for_state("3D fix")
    wait_for("tiles are there when the service is back", lambda: not misplaced(page))
    page.noise += STOPPED
    page.close()
    page = browser.show(bench.silent())
    page.take(*SPEAKS, fix(NEAR))
    for _ in range(6):
        page.press("-")
        page.run(SETTLE)
    expect("tiles that a page without a file of them asks for", [each for each in page.requests if "/tiles/" in each], [])
