// The devices on the map: a dot each, or one for many where there are more than 500, and the track of a day.
import { circle, colors, fill, segment, stroke, textScale, write } from './canvas.js';
import { isLate } from './devices.js';
import { meterAt, xOf, yOf } from './geography.js';
import { drawName, pixelOf } from './map.js';

const mostDots = 500;
const mostNames = 60;
const cell = 56;
const reach = 14;

/** What is drawn of a view, kept to find what is under a pointer. */
export class Dots {
  constructor() {
    this.shown = [];
  }

  /** Gathers the marks of a view. */
  gather(devices, view, now) {
    const margin = 20;
    const dots = [];
    for (const device of devices) {
      if (device.x !== device.x) continue;
      const [x, y] = pixelOf(device, view);
      if (x < -margin || y < -margin || x > view.width + margin || y > view.height + margin) continue;
      dots.push({ x, y, device, isLate: isLate(device, now), count: 1 });
    }
    this.shown = dots.length > mostDots ? clusters(dots, view) : dots;
    this.dots = dots.length;
  }

  /** The mark that is nearest to a pixel, within reach of a finger; undefined if none is. */
  at(x, y) {
    let found;
    let nearest = Infinity;
    for (const mark of this.shown) {
      const away = Math.hypot(mark.x - x, mark.y - y);
      if (away < nearest && away < Math.max(reach, radiusOf(mark)) * textScale) [found, nearest] = [mark, away];
    }
    return found;
  }

  draw(pen, chosen) {
    const isNamed = this.shown.length <= mostNames;
    for (const kind of [true, false]) drawDots(pen, this.shown.filter((mark) => mark.count === 1 && mark.isLate === kind), kind);
    for (const mark of this.shown) {
      if (mark.count > 1) drawCluster(pen, mark);
      else if (isNamed && mark.device !== chosen) name(pen, mark, 400);
    }
    const mark = this.shown.find(({ count, device }) => count === 1 && device === chosen);
    if (mark === undefined) return;
    circle(pen, mark.x, mark.y, 11 * textScale);
    stroke(pen, colors.text, 2.5);
    name(pen, mark, 650);
  }
}

/** Dots that share a cell of the world, so that no cluster changes while the map is moved. */
function clusters(dots, view) {
  const size = 2 ** Math.ceil(Math.log2((cell * textScale) / view.scale));
  const found = new Map();
  for (const dot of dots) {
    const { x, y } = dot.device;
    const key = Math.floor(x / size) * 1e7 + Math.floor(y / size);
    const mark = found.get(key);
    if (mark === undefined) {
      found.set(key, dot);
      continue;
    }
    const count = mark.count + 1;
    mark.x += (dot.x - mark.x) / count;
    mark.y += (dot.y - mark.y) / count;
    mark.late = (mark.late ?? Number(mark.isLate)) + Number(dot.isLate);
    mark.count = count;
  }
  return [...found.values()];
}

const radiusOf = ({ count }) => (count === 1 ? 5 : 9 + 4 * Math.log10(count));

function drawDots(pen, dots, isHollow) {
  pen.beginPath();
  for (const { x, y } of dots) {
    pen.moveTo(x + 5 * textScale, y);
    pen.arc(x, y, 5 * textScale, 0, 7);
  }
  fill(pen, isHollow ? colors.card : colors.accent);
  stroke(pen, isHollow ? colors.quiet : colors.card, isHollow ? 2 : 1);
}

function drawCluster(pen, mark) {
  const isHollow = mark.late === mark.count;
  circle(pen, mark.x, mark.y, radiusOf(mark) * textScale);
  fill(pen, isHollow ? colors.card : colors.accent);
  // One with a late device among others has a rim of its own.
  stroke(pen, isHollow ? colors.quiet : mark.late > 0 ? colors.warning : colors.card, 2);
  const text = mark.count < 10_000 ? mark.count : `${Math.floor(mark.count / 1000)}k`;
  write(pen, text, mark.x, mark.y, { weight: 650, color: isHollow ? colors.text : colors.card, align: 'center', base: 'middle' });
}

const name = (pen, { x, y, device }, weight) => drawName(pen, device.name, x + 9 * textScale, y + 4 * textScale, weight);

/** A day of a device, from the answer of the service. */
export function pathOf({ lat, lon, apart }) {
  return { xs: lon.map((degrees) => xOf(degrees / 1e7)), ys: lat.map((degrees) => yOf(degrees / 1e7)), apart };
}

/** Draws a track; a pause is a dotted line. */
export function drawPath(pen, view, { xs, ys, apart }) {
  const pixels = xs.map((x, index) => pixelOf({ x, y: ys[index] }, view));
  for (const isPause of [0, 1]) {
    pen.beginPath();
    for (let index = 1; index < pixels.length; index += 1) {
      const [from, to] = [pixels[index - 1], pixels[index]];
      // On the other side of the world the line would go around it.
      if (apart[index] !== isPause || Math.abs(to[0] - from[0]) > view.scale / 2) continue;
      segment(pen, ...from, ...to);
    }
    stroke(pen, isPause ? colors.quiet : colors.ramp[4], isPause ? 2 : 3, isPause ? [2, 6] : []);
  }
}

/** Draws the circle of a search. */
export function drawCircle(pen, view, { latitude, longitude, meters }) {
  circle(pen, ...pixelOf({ x: xOf(longitude), y: yOf(latitude) }, view), Math.min(1e5, meters * meterAt(latitude) * view.scale));
  stroke(pen, colors.warning, 2, [6, 4]);
}
