// The scatter of a receiver at rest, in the span that the history shows: mean, radii, drift. The definitions are those of
// `PositionSurvey` in the library. Loaded after the first position; drawn once it is asked for.
import { begin as beginDrawing, circle, colors, isShown, label, segment, stroke, textScale, write } from './canvas.js';
import { courseText, latitudeText, longitudeText, spanText, unknown } from './formats.js';
import { metersAt, radians } from './geodesic.js';
import { element, make, setText } from './panels.js';
import { onTool, openTool } from './tools.js';
import { latitudeOf, longitudeOf, nearestCopy, northmost } from './geography.js';
import { roundLength } from './units.js';

/** Farther away from the first position, in meters, it is not at rest. */
const farthest = 10_000;
/** The share of fast rows from which on it moves. */
const leastFast = 0.05;
/** Rows that are looked at, and points that are drawn. */
const mostRows = 20_000;
const mostPoints = 3000;
/** A radius below which no picture goes, in meters. */
const leastRadius = 1;
/** Seconds below which noise looks like a drift, as in PositionSurvey. */
const leastDriftTime = 600;
const renewal = 950;
/** A receiver at rest reports less, in m/s. */
const walking = 0.7;

let view;
let canvas;
let spread;
let isPolar = false;
let renewedAt = -Infinity;

/** The mean, the variance and the slope over time of values. */
function momentsOf(values, times) {
  const meanOf = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const [mean, middle] = [meanOf(values), meanOf(times)];
  const spread = meanOf(times.map((time) => (time - middle) ** 2));
  const slope = meanOf(values.map((value, index) => (value - mean) * (times[index] - middle))) / spread;
  return { mean, variance: meanOf(values.map((value) => (value - mean) ** 2)), slope: values.length >= 3 && spread > 0 ? slope : 0 };
}

/**
 * The scatter of the positions between two rows of a history.
 *
 * @returns lengths in meters, `offsets` from the mean as `[east, north]` in order, `drift` in meters per hour east and north; null
 *   without a position
 */
export function spreadOf(store, from, to) {
  const stride = Math.max(1, Math.ceil((to - from) / mostRows));
  const [easts, norths, times] = [[], [], []];
  let origin, unit, first;
  let fast = 0;
  for (let sequence = from; sequence < to; sequence += stride) {
    const index = sequence % store.capacity;
    const [x, y] = [store.x[index], store.y[index]];
    if (x !== x) continue;
    const latitude = latitudeOf(y);
    if (origin === undefined) {
      origin = { x, latitude };
      unit = metersAt(latitude);
      first = store.time[index];
    }
    const [east, north] = [(nearestCopy(x, origin.x) - origin.x) * 360 * unit.east, (latitude - origin.latitude) * unit.north];
    if (Math.hypot(east, north) >= farthest) continue;
    easts.push(east);
    norths.push(north);
    times.push(store.time[index] - first);
    if (store.value('speed', sequence) > walking) fast += 1;
  }
  if (origin === undefined) return null;
  const [east, north] = [momentsOf(easts, times), momentsOf(norths, times)];
  const offsets = easts.map((each, index) => [each - east.mean, norths[index] - north.mean]);
  const distances = Float64Array.from(offsets, ([x, y]) => Math.hypot(x, y)).sort();
  const radius = (share) => distances[Math.max(0, Math.ceil(share * distances.length) - 1)];
  return {
    count: offsets.length, seconds: times.at(-1), offsets, rows: to - from, isSample: stride > 1, isMoving: fast >= leastFast * offsets.length,
    lat: origin.latitude + north.mean / unit.north, lon: ((longitudeOf(origin.x) + east.mean / unit.east + 540) % 360) - 180,
    cep50: radius(0.5), r95: radius(0.95), twoDRMS: 2 * Math.sqrt(east.variance + north.variance), drift: [east.slope * 3600, north.slope * 3600],
  };
}

/** A short length: centimeters below a meter, for a receiver with corrections. */
export function shortLengthText(meters, { length }) {
  const value = meters * length.factor;
  if (length.label === 'm' && value < 0.995) return `${Math.round(value * 100)} cm`;
  return `${value.toFixed(value < 99.5 ? 1 : 0)} ${length.label}`;
}

// MARK: - The part

/** The values of a scatter: the ids of their places, and what they are called. */
export const terms = [
  ['scatter-mean', 'Mean'], ['scatter-cep', 'CEP50'], ['scatter-r95', 'R95'], ['scatter-drms', '2DRMS'], ['scatter-drift', 'Drift'],
  ['scatter-time', 'Duration'], ['scatter-count', 'Positions'],
];

function fillPart() {
  canvas = make('canvas', { id: 'scatter', role: 'img', ariaLabel: 'Scatter: no position yet' });
  element('part-scatter').append(make('p', { id: 'scatter-hint', className: 'quiet' }, 'of the span shown'), canvas,
    make('dl', { className: 'numbers' }, ...terms.map(([id, word]) => make('div', make('dt', word), make('dd', { id }, unknown)))));
}

function renew() {
  const now = performance.now();
  if (openTool !== 'scatter' || now - renewedAt < renewal) return;
  renewedAt = now;
  const { full } = view.model;
  const { from, to } = view.shownTimes;
  spread = full.count === 0 ? null : spreadOf(full, full.seek(from), Math.min(full.count, full.seek(to + 1e-6)));
  // The world of the map ends there: beyond, all latitudes are the same.
  isPolar = spread !== null && Math.abs(spread.lat) > northmost - 0.1;
  if (isPolar) spread = null;
  showNumbers();
  if (isShown(canvas)) draw();
}

/** The words of a scatter by the ids of their places; none where it is null. */
export function spreadTexts(spread, system) {
  const words = (meters) => shortLengthText(meters, system);
  return spread === null ? {} : {
    'scatter-mean': `${latitudeText(spread.lat)}, ${longitudeText(spread.lon)}`,
    'scatter-cep': words(spread.cep50), 'scatter-r95': words(spread.r95), 'scatter-drms': words(spread.twoDRMS),
    'scatter-drift': driftText(spread, system), 'scatter-time': spanText(Math.round(spread.seconds)), 'scatter-count': spread.isSample ? `${spread.count} of ${spread.rows}` : String(spread.count),
  };
}

function showNumbers() {
  const texts = spreadTexts(spread, view.system);
  for (const [id] of terms) setText(id, texts[id] ?? unknown);
  setText('scatter-hint', isPolar ? 'not known so near a pole' : spread?.isMoving ? 'it moves: choose a span at rest' : 'of the span shown');
}

function driftText({ drift: [east, north], count, seconds }, system) {
  if (count < 3 || seconds < leastDriftTime) return unknown;
  const meters = Math.hypot(east, north);
  return `${shortLengthText(meters, system)}/h ${courseText(Math.atan2(east, north) / radians).unit}`;
}

function draw() {
  const { pen, width, height } = beginDrawing(canvas);
  const middle = [width / 2, height / 2];
  const room = Math.min(width, height) / 2 - 4;
  if (spread === null) {
    const reason = isPolar ? 'not known so near a pole' : 'no position yet';
    write(pen, `${reason[0].toUpperCase()}${reason.slice(1)}`, ...middle, { size: 13, align: 'center', base: 'middle' });
    label(canvas, `Scatter: ${reason}`);
    return;
  }
  const scale = room / Math.max(leastRadius, spread.r95 * 1.5);
  drawGrid(pen, middle, room, scale, { width, height });
  const { offsets, count } = spread;
  const step = Math.max(1, Math.ceil(count / mostPoints));
  const size = count > 500 ? 2 : 3;
  pen.fillStyle = colors.accent;
  pen.globalAlpha = count > 500 ? 0.35 : 0.6;
  for (let index = 0; index < count; index += step) {
    const [east, north] = offsets[index];
    pen.fillRect(middle[0] + east * scale - size / 2, middle[1] - north * scale - size / 2, size, size);
  }
  pen.globalAlpha = 1;
  for (const [meters, dashes, name] of [[spread.cep50, [], '50 %'], [spread.r95, [6, 4], '95 %']]) {
    circle(pen, ...middle, meters * scale);
    stroke(pen, colors.text, 1.5, dashes);
    const at = meters * scale * Math.SQRT1_2;
    if (at > 12 * textScale) caption(pen, name, middle[0] + at + 3, middle[1] - at - 3);
  }
  drawDrift(pen, middle, scale);
  pen.beginPath();
  for (const [x, y] of [[7, 0], [0, 7]]) segment(pen, middle[0] - x, middle[1] - y, middle[0] + x, middle[1] + y);
  stroke(pen, colors.card, 4.5);
  stroke(pen, colors.text, 2);
  label(canvas, `Scatter: half of the positions within ${shortLengthText(spread.cep50, view.system)} of their mean, 95 % within ${shortLengthText(spread.r95, view.system)}`);
}

/** Squares of a round length, at least three to a side, and a bar that names it. */
function drawGrid(pen, [x, y], room, scale, { width, height }) {
  const { meters, text } = lengthFor(room / scale, view.system);
  const step = meters * scale;
  pen.beginPath();
  for (let at = x % step; at < width; at += step) segment(pen, at, 0, at, height);
  for (let at = y % step; at < height; at += step) segment(pen, 0, at, width, at);
  stroke(pen, colors.line);
  pen.beginPath();
  segment(pen, 6, height - 6, 6 + step, height - 6);
  stroke(pen, colors.text, 2);
  caption(pen, text, 6, height - 12);
}

/** A round length of at most half of a radius; also below a meter. */
function lengthFor(radius, system) {
  if (radius >= 2) return roundLength(radius / 2, system);
  const { meters } = roundLength(radius * 50, system);
  return { meters: meters / 100, text: shortLengthText(meters / 100, system) };
}

/** From where the straight line through the positions begins to where it ends. */
function drawDrift(pen, [x, y], scale) {
  if (spread.count < 3 || spread.seconds < leastDriftTime) return;
  const [east, north] = spread.drift.map((each) => (each * spread.seconds * scale) / 7200);
  if (Math.hypot(east, north) < 6) return;
  const [endX, endY] = [x + east, y - north];
  const angle = Math.atan2(-north, east);
  pen.beginPath();
  segment(pen, x - east, y + north, endX, endY);
  for (const turn of [2.6, -2.6]) segment(pen, endX, endY, endX + 9 * Math.cos(angle + turn), endY + 9 * Math.sin(angle + turn));
  stroke(pen, colors.card, 4.5);
  stroke(pen, colors.bad, 2);
}

const caption = (pen, text, x, y) => write(pen, text, x, y, { color: colors.text, halo: colors.card });

export function begin(context) {
  view = context;
  fillPart();
  view.extras.push({ history: renew, second: renew });
  new ResizeObserver(() => {
    renewedAt = -Infinity;
    renew();
  }).observe(canvas);
  onTool('scatter', () => {
    renewedAt = -Infinity;
    renew();
  });
  view.extras.push({ second: compareTwo });
}

let beside;

/** With a second receiver there is something to compare. */
function compareTwo() {
  if (view.model.receivers.all.length < 2) return;
  beside ??= import('./beside.js').then((module) => module.begin(view)).catch(() => { beside = undefined; });
}
