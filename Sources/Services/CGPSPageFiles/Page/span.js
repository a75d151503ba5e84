// The span of time that is seen: what was traveled in it, and choosing a part of it. Loaded with the first position.
import { element, make, setPressed, setText } from './panels.js';
import { emptyBox, meterAtY, nearestCopy, widen } from './geography.js';
import { clockText, spanText, unknown } from './formats.js';
import { medianOf } from './state.js';
import { accuracyText, heightText, joined, speedText } from './units.js';

/** Slower than this is at rest, in m/s. */
const leastSpeed = 0.5;
/** A motion counts from its beginning once it has lasted so long, and ends once rest has, in seconds. */
const departure = 2;
const settling = 25;
/** After so many seconds or intervals without a fix two speeds are no measure of the way; the straight line counts if it is longer than noise. */
const longestStep = 10;
const mostIntervals = 2.5;
const leastGap = 20;
/** Less than this is the noise of a height, in meters. */
const leastClimb = 5;
/** Rows that are looked at: of a day at 10 Hz each 45th, which is less than half of the longest step. */
const mostRows = 20_000;
const shortest = 5;
/** The trip of a span is renewed once in so many parts of it: of a day each ten seconds. */
const renewals = 8640;

/** The median of the times between rows of a part, of which some are looked at. */
function intervalOf(store, from, to, stride) {
  const time = (sequence) => store.time[sequence % store.capacity];
  const found = [];
  for (let sequence = from; sequence + stride < to; sequence += Math.ceil((to - from) / 500)) found.push(time(sequence + stride) - time(sequence));
  return medianOf(found) ?? 0;
}

/**
 * What was traveled between two rows.
 *
 * @returns `{meters, moving, fastest, climb, descent}`: seconds, meters and meters per second; NaN where nothing is known
 */
export function tripOf(store, from, to) {
  const stride = Math.max(1, Math.ceil((to - from) / mostRows));
  const longest = Math.max(longestStep, mostIntervals * intervalOf(store, from, to, stride));
  const trip = { meters: 0, moving: 0, fastest: NaN, climb: 0, descent: 0 };
  const found = [0, 0];
  if (store.range('speed', from, to, found)) trip.fastest = found[1];
  const { time, x, y, capacity } = store;
  const [speeds, altitudes, accuracies] = ['speed', 'altitude', 'accuracy'].map((name) => store.columns[name].raw);
  let [row, last] = [{}, {}]; // Filled anew: an object for each row would keep the collector busy.
  let isMoving = false;
  let fastSince = NaN;
  let slowSince = NaN;
  const pending = { meters: 0, moving: 0 }; // Of a motion that may be noise, and of a rest that may be one.
  let height = NaN;
  const settle = (isKept) => {
    if (isKept) {
      trip.meters += pending.meters;
      trip.moving += pending.moving;
    }
    pending.meters = pending.moving = 0;
  };
  for (let sequence = from; sequence < to; sequence += stride) {
    const index = sequence % capacity;
    if (x[index] !== x[index]) continue;
    row.time = time[index];
    row.x = x[index];
    row.y = y[index];
    row.speed = speeds[index];
    row.altitude = altitudes[index];
    if (last.time !== undefined) {
      const seconds = row.time - last.time;
      const isGap = seconds >= longest;
      const hasSpeeds = row.speed === row.speed && last.speed === last.speed;
      const straight = hasSpeeds && !isGap ? 0 : distance(last, row);
      const speed = row.speed === row.speed ? row.speed : straight / seconds;
      if (isGap) {
        settle(isMoving);
        if (straight > Math.max(leastGap, 4 * (accuracies[index] || 0))) trip.meters += straight;
        fastSince = slowSince = NaN;
        isMoving = isMoving && speed >= leastSpeed;
      } else {
        pending.meters += hasSpeeds ? ((row.speed + last.speed) / 2) * seconds : straight;
        pending.moving += seconds;
        const isFast = speed >= leastSpeed;
        if (isMoving) {
          slowSince = isFast ? NaN : slowSince === slowSince ? slowSince : row.time;
          // While it is not clear whether it has come to rest, the time is not decided.
          if (isFast) settle(true);
          else if (row.time - slowSince >= settling) {
            settle(false);
            isMoving = false;
            fastSince = NaN;
          }
        } else if (!isFast) {
          settle(false);
          fastSince = NaN;
        } else {
          if (fastSince !== fastSince) fastSince = last.time;
          if (row.time - fastSince >= departure) {
            isMoving = true;
            slowSince = NaN;
            settle(true);
          }
        }
      }
    }
    if (row.altitude === row.altitude) {
      if (!(isMoving && height === height)) height = row.altitude;
      const up = row.altitude - height;
      if (Math.abs(up) >= leastClimb) {
        trip[up > 0 ? 'climb' : 'descent'] += Math.abs(up);
        height = row.altitude;
      }
    }
    [row, last] = [last, row];
  }
  settle(isMoving);
  if (last.time === undefined) trip.meters = NaN;
  return trip;
}

function distance(one, other) {
  return Math.hypot(nearestCopy(other.x, one.x) - one.x, other.y - one.y) / meterAtY((one.y + other.y) / 2);
}

/** A length in meters or feet, and from a kilometer or a mile on in those. */
export function lengthText(meters, { length, far }) {
  const value = meters * far.factor;
  if (value < 1) return `${Math.round(meters * length.factor)} ${length.label}`;
  return `${value.toFixed(value < 100 ? 1 : 0)} ${far.label}`;
}

export function tripText({ meters, moving, fastest, climb, descent }, system) {
  if (Number.isNaN(meters)) return unknown;
  if (moving === 0 && meters === 0) return 'At rest';
  const parts = [lengthText(meters, system)];
  if (moving > 0) parts.push(`moving ${spanText(Math.floor(moving))}`, `mean ${joined(speedText(meters / moving, system))}`);
  if (fastest === fastest) parts.push(`fastest ${joined(speedText(fastest, system))}`);
  parts.push(`climb ${joined(heightText(climb, system))}`, `descent ${joined(heightText(descent, system))}`);
  return parts.join(' · ');
}

function cursorText(store, cursor, system) {
  const sequence = store.nearest(cursor);
  if (sequence < 0) return '';
  const value = (name) => store.value(name, sequence);
  const parts = [`${clockText(store.timeOf(sequence))} UTC`];
  const add = (name, text) => Number.isNaN(value(name)) || parts.push(text(value(name)));
  add('speed', (speed) => joined(speedText(speed, system)));
  add('altitude', (height) => joined(heightText(height, system)));
  add('accuracy', (accuracy) => joined(accuracyText(accuracy, system)));
  add('used', (used) => `${used} used`);
  add('signal', (signal) => `${Math.round(signal)} dB-Hz`);
  return parts.join(' · ');
}

let view;
let act;
let shownAt = -Infinity;
let shownKey = '';
let renewal; // The timer for a trip that is not shown yet.

/** Shows the trip of the span: at once when the span is another one, else once a second or less often. */
function show() {
  const { charts, model } = view;
  const store = model.full;
  setText('cursor-values', cursorText(store, charts.cursor, view.system));
  const now = performance.now() / 1000;
  const { from, to } = view.shownTimes;
  const pause = Math.max(1, charts.span / renewals);
  const key = `${charts.span} ${charts.heldEnd} ${view.system.name} ${store.edition} ${store.count > 0} ${view.link}`;
  if (store.count === 0 || Number.isNaN(to)) setText('trip', '');
  else if (key === shownKey && now < shownAt + pause) {
    // Nothing may follow that would show these rows, as at the end of a recording. A clock that is moved has whole milliseconds.
    renewal ??= setTimeout(() => {
      renewal = undefined;
      show();
    }, Math.ceil((shownAt + pause - now) * 1000));
  } else {
    shownAt = now;
    // A look at many rows is not in the way of a frame.
    setTimeout(() => {
      if (store.count === 0) return;
      setText('trip', tripText(tripOf(store, store.seek(from), store.seek(to + 1e-6)), view.system));
      element('trip').title = element('trip').textContent;
    });
  }
  shownKey = key;
  // A recording always has a cursor, and room for both lines.
  element('trip').hidden = view.link !== 'recorded' && element('cursor-values').textContent !== '';
}

/** Lets a map show the part where a track of a span lies; whether there is a position. */
export function fitTrack(map, full, from, to) {
  const box = emptyBox();
  const first = full.seek(from);
  const end = full.seek(to + 1e-6);
  let middle = NaN;
  for (let sequence = first; sequence < end; sequence += Math.max(1, Math.floor((end - first) / 2000))) {
    const index = sequence % full.capacity;
    if (Number.isNaN(full.x[index])) continue;
    if (Number.isNaN(middle)) middle = full.x[index];
    widen(box, nearestCopy(full.x[index], middle), full.y[index]);
  }
  if (Number.isNaN(middle)) return false;
  map.follows = false;
  map.isZoomed = true;
  map.x = (box.west + box.east) / 2;
  map.y = (box.north + box.south) / 2;
  // No closer than some 20 m.
  const room = 20 * meterAtY(map.y);
  map.scale = map.scaleOf(Math.max(room, box.east - box.west) / 0.8, Math.max(room, box.south - box.north) / 0.7);
  return true;
}

/** Shows a part of the history alone, and its track on the map. */
export function zoomTo(from, to) {
  const { charts } = view;
  const { full } = view.model;
  if (full.count === 0) return;
  const end = Math.min(Math.max(from, to), Math.max(full.newest, charts.drawnEnd));
  const span = Math.max(shortest, end - Math.min(from, to));
  charts.before ??= view.span;
  charts.cursor = NaN;
  charts.heldEnd = end;
  charts.span = view.span = span;
  view.showSpans();
  if (fitTrack(view.map, full, end - span, end)) setPressed(element('follow'), false);
  view.markAll();
}

/** Shows half or twice as much time, about the cursor or the end. */
export function zoomTime(factor) {
  const { charts } = view;
  const { from, to } = view.shownTimes;
  const middle = Number.isNaN(charts.cursor) ? to : charts.cursor;
  const share = (to - middle) / (to - from);
  const span = Math.min(86_400, (to - from) / factor);
  const cursor = charts.cursor;
  zoomTo(middle + share * span - span, middle + share * span);
  charts.cursor = cursor;
}

export function unzoom() {
  act.setSpan(view.charts.before);
  if (!view.map.follows) act.follow();
}

export function begin(context, deeds) {
  view = context;
  act = deeds;
  element('trip').parentElement.prepend(
    make('button', { id: 'report-button', className: 'link', title: 'A report of this span, on one page', onclick: act.report }, 'Report'));
  view.extras.push({ history: show });
  view.mark('history');
}
