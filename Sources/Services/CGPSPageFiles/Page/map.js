// The map: Web Mercator, the graticule, the own track, and the place with its accuracy and course. A coast of this
// coarseness is wrong by kilometers, so that it is drawn only where a pixel is over 100 m.
import { begin, circle, colors, fill, label, polyline, segment, setFont, stroke, textScale, write } from './canvas.js';
import { degreesText, graticule, latitudeOf, longitudeOf, meterAt, nearestCopy, northmost, xOf, yOf } from './geography.js';
import { drawTrack } from './track.js';
import { roundLength } from './units.js';

const nearest = 4e9; // A pixel is a centimeter.
const worldScale = 900;

/** The part of the world around a place that has room; `copies` are those of it that may be in view, in worlds to the east. */
export function viewOf(width, height, x, y, scale) {
  const left = width / 2 - x * scale;
  const top = height / 2 - y * scale;
  const west = -left / scale;
  const east = (width - left) / scale;
  return {
    width, height, x, scale, left, top, west, east, north: -top / scale, south: (height - top) / scale,
    // A world that fits is shown once.
    copies: scale <= width ? [0] : [-1, 0, 1].filter((copy) => copy < east && copy + 1 > west), metersPerPixel: 1 / (scale * meterAt(latitudeOf(y))),
  };
}

export class MapView {
  constructor(canvas) {
    this.canvas = canvas;
    this.x = 0.5;
    this.y = 0.5;
    this.scale = worldScale;
    this.follows = true;
    this.isZoomed = false; // Whether somebody has chosen the scale.
    this.hasFit = false;
    this.coast = [];
    this.borders = [];
    this.tiles = null;
    this.lift = 0; // Pixels by which the scale stands above the lower edge.
    this.turner = { words: '', back: (x, y) => [x, y], ground: (pen, view) => (draw) => draw(view) }; // North is up.
  }

  /** The scale at which the whole world is seen. */
  get #farthest() {
    return Math.min(this.canvas.clientWidth, this.canvas.clientHeight / 0.75);
  }

  /** Zooms, about a pixel if there is one; a map that follows keeps the position in the middle. */
  zoom(factor, pixelX = this.canvas.clientWidth / 2, pixelY = this.canvas.clientHeight / 2) {
    const [awayX, awayY] = this.turner.back(pixelX - this.canvas.clientWidth / 2, pixelY - this.canvas.clientHeight / 2);
    const scale = Math.max(this.#farthest, Math.min(nearest, this.scale * factor));
    if (!this.follows) {
      this.x += awayX / this.scale - awayX / scale;
      this.y += awayY / this.scale - awayY / scale;
    }
    this.scale = scale;
    this.isZoomed = true;
  }

  /** Moves by so many pixels, and follows no longer. */
  move(pixelsX, pixelsY) {
    const [x, y] = this.turner.back(pixelsX, pixelsY);
    this.follows = false;
    this.x = (this.x + x / this.scale + 1) % 1;
    this.y = Math.max(0, Math.min(1, this.y + y / this.scale));
  }

  /** The place at a pixel, in degrees. */
  placeAt(pixelX, pixelY) {
    const [x, y] = this.turner.back(pixelX - this.canvas.clientWidth / 2, pixelY - this.canvas.clientHeight / 2);
    return { lat: latitudeOf(Math.max(0, Math.min(1, this.y + y / this.scale))), lon: longitudeOf((this.x + x / this.scale + 1) % 1) };
  }

  showWorld() {
    this.follows = false;
    this.isZoomed = true;
    this.x = 0.5;
    this.y = 0.45;
    this.scale = this.#farthest;
  }

  /** The scale at which a part of the world fits, however the map is turned. */
  scaleOf(wide, high) {
    const [cosine, sine] = this.turner.back(1, 0).map(Math.abs);
    return Math.min(this.canvas.clientWidth / (wide * cosine + high * sine), this.canvas.clientHeight / (wide * sine + high * cosine));
  }

  /** Comes as near as lets a time of the track be seen, in steps, so that it does not creep. */
  fit(store, place, since) {
    if (this.isZoomed || !this.follows || place === null) return;
    const least = 40 * meterAt(latitudeOf(place.y));
    let farX = least, farY = least;
    const from = store.seek(since);
    const step = Math.max(1, Math.floor((store.count - from) / 300));
    for (let sequence = from; sequence < store.count; sequence += step) {
      const index = sequence % store.capacity;
      const awayX = Math.abs(nearestCopy(store.x[index], place.x) - place.x);
      const awayY = Math.abs(store.y[index] - place.y);
      if (awayX > farX) farX = awayX;
      if (awayY > farY) farY = awayY;
    }
    const wanted = Math.min(nearest, this.scaleOf(farX * 2.5, farY * 2.9));
    if (this.hasFit && wanted >= this.scale && wanted <= this.scale * 2.2) return;
    this.hasFit = true;
    this.scale = 2 ** (Math.floor(Math.log2(wanted) * 2) / 2);
  }

  /**
   * Draws all.
   *
   * @param scene `{tracks, place, claimed, others, cursor, paint, range, system, isBeyond}`: tracks are `{store, isChosen}`;
   *   a place is `{x, y, accuracy, course, isLive}`; what is claimed is a position that is not to be trusted; the cursor is
   *   a place in the past; a position is beyond where the map ends. `marks`, optional, draws above the tracks and below the places; `label` says what is seen
   */
  draw(scene) {
    const { pen, width, height } = begin(this.canvas);
    if (this.follows && scene.place !== null) {
      this.x = scene.place.x;
      this.y = scene.place.y;
    }
    if (this.scale <= width) this.x = 0.5;
    const view = viewOf(width, height, this.x, this.y, this.scale);
    view.lift = this.lift;
    pen.fillStyle = colors.water;
    pen.fillRect(0, 0, width, height);
    this.turner.ground(pen, view)((ground) => {
      view.hasTiles = ground.hasTiles = this.tiles?.draw(pen, ground) ?? false;
      if (!view.hasTiles && view.metersPerPixel > 100) {
        this.#lines(pen, ground, this.borders, colors.border, 1);
        this.#lines(pen, ground, this.coast, colors.coast, 1.2);
      }
      drawGraticule(pen, ground);
      for (const track of scene.tracks) drawTrack(pen, ground, track, scene.paint, scene.range);
    });
    scene.marks?.(pen, view);
    for (const other of scene.others) drawOther(pen, view, other, scene.place);
    if (scene.place !== null) drawPlace(pen, view, scene.place);
    if (scene.cursor !== null) drawCursor(pen, view, scene.cursor);
    if (scene.claimed !== null) drawOther(pen, view, { ...scene.claimed, name: 'Claimed position', isLive: false }, scene.place);
    // Where much of the world is seen, no bar is right everywhere.
    if (height / this.scale < 0.2 && !scene.isBeyond) drawScale(pen, view, scene.system);
    if (scene.isBeyond) drawName(pen, `The map ends at ${Math.floor(northmost)}°: the position is beyond it`, 14, height - 14);
    label(this.canvas, scene.label ?? mapLabel(scene, this.follows) + this.turner.words);
  }

  #lines(pen, view, lines, color, thickness) {
    pen.beginPath();
    for (const { points, box } of lines) {
      for (const copy of view.copies) {
        if (box.east + copy < view.west || box.west + copy > view.east || box.south < view.north || box.north > view.south) continue;
        const left = view.left + copy * view.scale;
        pen.moveTo(points[0] * view.scale + left, points[1] * view.scale + view.top);
        for (let index = 2; index < points.length; index += 2) {
          pen.lineTo(points[index] * view.scale + left, points[index + 1] * view.scale + view.top);
        }
      }
    }
    stroke(pen, color, thickness);
  }
}

function mapLabel({ place, tracks }, follows) {
  if (place === null) return 'Map: no position yet';
  const where = place.isLive ? 'the position' : 'the last known position';
  const more = tracks.length > 1 ? `, and the tracks of ${tracks.length} receivers` : ' and the track';
  return `Map: ${where}${more}${follows ? '' : ', moved by hand'}`;
}

/** The lines of the graticule in a view: their places in pixels, and what they are called. */
export function linesOf(view) {
  const room = (90 * textScale * 360) / view.scale;
  const meridians = graticule(longitudeOf(view.west), longitudeOf(view.east), room, view.scale <= view.width ? 180 : 540);
  const parallels = graticule(latitudeOf(view.south), latitudeOf(view.north), room, 85);
  return {
    meridians: meridians.places.map((degrees) => [xOf(degrees) * view.scale + view.left, degreesText(degrees, meridians.digits, 'EW')]),
    parallels: parallels.places.map((degrees) => [yOf(degrees) * view.scale + view.top, degreesText(degrees, parallels.digits, 'NS')]),
  };
}

function drawGraticule(pen, view) {
  const { meridians, parallels } = linesOf(view);
  pen.beginPath();
  const labels = [];
  for (const [place, text] of meridians) {
    const x = Math.round(place) + 0.5;
    segment(pen, x, 0, x, view.height);
    labels.push([text, x + 4, 14 * textScale]);
  }
  for (const [place, text] of parallels) {
    const y = Math.round(place) + 0.5;
    segment(pen, 0, y, view.width, y);
    labels.push([text, 6, y + 14 * textScale]);
  }
  stroke(pen, colors.grid);
  if (view.turn) return;
  setFont(pen, 11);
  for (const [text, x, y] of labels) {
    const isTop = y <= 14 * textScale;
    // The buttons stand at the right above, the scale and the legend below, and the corner belongs to one label.
    const isFree = isTop
      ? x + pen.measureText(text).width < view.width - 64 * textScale && x > 4
      : y > 30 * textScale && y < view.height - Math.max(62 * textScale, view.lift);
    if (isFree) write(pen, text, x, y, { halo: view.hasTiles && colors.water });
  }
}

export const pixelOf = ({ x, y }, view) => {
  const place = [nearestCopy(x, view.x) * view.scale + view.left, y * view.scale + view.top];
  return view.turned?.(place) ?? place;
};

function drawPlace(pen, view, place) {
  const [x, y] = pixelOf(place, view);
  const color = place.isLive ? colors.accent : colors.quiet;
  const radius = (place.accuracy ?? 0) / view.metersPerPixel;
  if (radius > 2 && radius < 1e5) {
    circle(pen, x, y, radius);
    pen.globalAlpha = 0.12;
    fill(pen, color);
    pen.globalAlpha = 0.75;
    // What is no longer live is drawn with a broken line.
    stroke(pen, color, 1.5, place.isLive ? [] : [5, 5]);
    pen.globalAlpha = 1;
  }
  if (place.isLive && place.course !== undefined) drawCourse(pen, x, y, place.course - (view.turn ?? 0), color);
  drawMark(pen, x, y, 8, color, place.isLive, 2.5);
  if (place.isLive || radius > 14) return;
  circle(pen, x, y, 14 * textScale);
  stroke(pen, color, 1.5, [4, 4]);
}

/** A disk of what is live, a ring of what is not. */
function drawMark(pen, x, y, radius, color, isLive, thickness) {
  circle(pen, x, y, radius * textScale);
  fill(pen, isLive ? color : colors.card);
  stroke(pen, isLive ? colors.card : color, thickness);
}

function drawCourse(pen, x, y, course, color) {
  const angle = (course * Math.PI) / 180;
  const corner = (turn, distance) => [x + distance * textScale * Math.sin(angle + turn), y - distance * textScale * Math.cos(angle + turn)];
  polyline(pen, corner(0, 25), corner(0.72, 11.5), corner(-0.72, 11.5));
  fill(pen, color);
}

export const drawName = (pen, name, x, y, weight) => write(pen, name, x, y, { size: 12, weight, color: colors.text, halo: colors.water });

/** Another receiver: a small mark and its name, unless it stands where the chosen one does. */
function drawOther(pen, view, other, place) {
  const [x, y] = pixelOf(other, view);
  if (place !== null && Math.hypot(nearestCopy(other.x, place.x) - place.x, other.y - place.y) * view.scale < 14) return;
  drawMark(pen, x, y, 5, colors.other, other.isLive, 2);
  drawName(pen, other.name, x + 10 * textScale, y + 4 * textScale);
}

function drawCursor(pen, view, cursor) {
  circle(pen, ...pixelOf(cursor, view), 6 * textScale);
  stroke(pen, colors.water, 5);
  stroke(pen, colors.text, 2.5);
}

function drawScale(pen, view, system) {
  const { meters, text } = roundLength(130 * textScale * view.metersPerPixel, system);
  const left = 14;
  const right = left + meters / view.metersPerPixel;
  // Above the legend, where there is no room beside it.
  const bottom = view.height - 14 - view.lift;
  polyline(pen, [left, bottom - 5], [left, bottom], [right, bottom], [right, bottom - 5]);
  if (view.hasTiles) stroke(pen, colors.water, 4.5);
  stroke(pen, colors.text, 1.5);
  write(pen, text, left, bottom - 8, { size: 12, color: colors.text, halo: view.hasTiles && colors.water });
}
