// Strips over one time axis. Each column of pixels shows the least and the greatest value in it, so that nothing is lost
// at any span; a time without values is a dotted line.
import { begin, circle, colors, fill, label, segment, setFont, stroke, textScale, write } from './canvas.js';
import { clockText } from './formats.js';

const ticks = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 14_400, 21_600];

/** The strips: how they are called, and how small their range may get. */
export const strips = [
  { name: 'speed', title: 'Speed', fromZero: true, least: 1.5, unit: (system) => system.speed },
  { name: 'altitude', title: 'Altitude', least: 10, unit: (system) => system.length },
  { name: 'accuracy', title: 'Accuracy', fromZero: true, least: 2, unit: (system) => system.length },
  { name: 'used', title: 'Satellites', fromZero: true, least: 4, isCount: true, unit: () => ({ factor: 1, label: 'used' }) },
  { name: 'signal', title: 'Signal', least: 10, unit: () => ({ factor: 1, label: 'dB-Hz' }) },
];

/** The span that is seen, and the time that is pointed at. */
export class Charts {
  constructor(canvas) {
    this.canvas = canvas;
    this.span = 300;
    this.heldEnd = NaN; // The end where the history is held still.
    this.cursor = NaN;
    this.drawnEnd = NaN;
    this.before = undefined; // The span before a part of the history was chosen.
    this.selection = null; // The times between which a mouse is drawn.
    this.extents = new Extents();
  }

  get #left() {
    return Math.round(116 * textScale);
  }

  timeAt(pixel) {
    return this.drawnEnd - this.span * (1 - (pixel - this.#left) / (this.canvas.clientWidth - 8 - this.#left));
  }

  /** Draws the strips up to a time; bands are times with a bad verdict. */
  draw(store, end, system, bands = []) {
    const { pen, width, height } = begin(this.canvas);
    this.drawnEnd = isNaN(this.heldEnd) ? end : this.heldEnd;
    if (isNaN(this.drawnEnd) || width < this.#left + 40) {
      write(pen, 'No data yet', width / 2, height / 2, { size: 13, align: 'center' });
      return;
    }
    const bottom = height - 20 * textScale;
    const area = { left: this.#left, right: width - 8 };
    this.drawnEnd = this.extents.look(store, this.drawnEnd, this.span, area.right - area.left);
    area.start = this.drawnEnd - this.span;
    area.end = this.drawnEnd;
    pen.fillStyle = colors['bad-ground'];
    for (const { from, to } of bands) {
      const left = Math.max(area.left, placeOf(from, area));
      const right = Math.min(area.right, placeOf(to, area));
      if (right > left) pen.fillRect(left, 0, right - left, bottom);
    }
    drawAxis(pen, area, bottom);
    if (this.selection !== null) {
      const [left, right] = this.selection.map((time) => Math.max(area.left, Math.min(area.right, placeOf(time, area)))).sort((a, b) => a - b);
      pen.fillStyle = colors.line;
      pen.fillRect(left, 0, right - left, bottom);
    }
    const each = bottom / strips.length;
    for (const [index, strip] of strips.entries()) {
      drawStrip(pen, store, this.extents, strip, { ...area, top: index * each + 6, bottom: (index + 1) * each - 6 }, this.cursor, system);
    }
    const x = Math.round(placeOf(this.cursor, area)) + 0.5;
    if (x >= area.left && x <= area.right + 1) {
      pen.beginPath();
      segment(pen, x, 0, x, bottom);
      stroke(pen, colors.quiet, 1, [4, 3]);
    }
    const span = this.span > 5400 ? `${Math.round(this.span / 3600)} hours` : `${Math.max(1, Math.round(this.span / 60))} minutes`;
    label(this.canvas, `History: ${strips.map(({ title }) => title.toLowerCase()).join(', ')} of ${span}`);
  }
}

function placeOf(time, area) {
  return area.left + ((time - area.start) / (area.end - area.start)) * (area.right - area.left);
}

function drawAxis(pen, area, bottom) {
  const perPixel = (area.end - area.start) / (area.right - area.left);
  const tick = ticks.find((candidate) => candidate / perPixel > 88 * textScale) ?? 43_200;
  const low = bottom + 15 * textScale;
  pen.beginPath();
  for (let time = Math.ceil(area.start / tick) * tick; time <= area.end; time += tick) {
    const x = Math.round(placeOf(time, area)) + 0.5;
    segment(pen, x, 0, x, bottom);
    if (x > area.left + 24 && x < area.right - 24) write(pen, clockText(time, tick < 60 ? 8 : 5), x, low, { align: 'center' });
  }
  stroke(pen, colors.grid);
  write(pen, 'UTC', 0, low);
}

function drawStrip(pen, store, extents, strip, area, cursor, system) {
  const { factor, label: unit } = strip.unit(system);
  const line = Math.round(area.bottom + 2) + 0.5;
  const isHigh = area.bottom - area.top > 24 * textScale;
  pen.beginPath();
  segment(pen, area.left, line, area.right, line);
  stroke(pen, colors.line);
  write(pen, strip.title, 0, area.top + 8 * textScale, { size: 12, weight: 600, color: colors.text });
  if (isHigh) write(pen, unit, 0, area.top + 23 * textScale);
  const scale = measure(extents, strip);
  if (scale === null) return;
  const digits = strip.digits ?? (!strip.isCount && (scale.high - scale.low) * factor < 5 ? 1 : 0);
  // A zero has no digits behind its point.
  const text = (value) => (value === 0 ? '0' : (value * factor).toFixed(digits));
  // A range that can't be taken for a value of now.
  write(pen, isHigh ? text(scale.high) : `${text(scale.low)}–${text(scale.high)}`, area.left - 6, area.top + 7 * textScale, { align: 'right' });
  if (isHigh) write(pen, text(scale.low), area.left - 6, area.bottom + 1, { align: 'right' });
  const y = (value) => area.bottom - ((value - scale.low) / (scale.high - scale.low)) * (area.bottom - area.top);
  drawLine(pen, store, extents.edges, scale, area.left + 0.5, y);
  drawValue(pen, store, strip.name, area, cursor, y, text);
}

/** Least and greatest of each column, and of all; null if there is nothing. */
function measure(extents, { name, fromZero, least }) {
  const { lows, highs } = extents.of(name);
  let low = Infinity;
  let high = -Infinity;
  for (let column = 0; column < lows.length; column += 1) {
    if (lows[column] < low) low = lows[column];
    if (highs[column] > high) high = highs[column];
  }
  if (low > high) return null;
  if (fromZero) low = Math.min(0, low);
  const missing = Math.max(0, least - (high - low));
  if (!fromZero) low -= missing / 2;
  high += fromZero ? missing : missing / 2;
  return { low, high, lows, highs };
}

function drawLine(pen, store, edges, { lows, highs }, left, y) {
  const gaps = new Path2D();
  let last = -1; // The last column with a value.
  let isBroken = true;
  pen.beginPath();
  for (let column = 0; column < lows.length; column += 1) {
    const first = edges[column];
    if (lows[column] !== lows[column]) {
      // Rows without a value are a gap; a column without rows is one only where rows are farther apart than usual.
      if (first < edges[column + 1]) isBroken = true;
      continue;
    }
    const x = left + column;
    const low = y(lows[column]);
    if (first > store.first && store.timeOf(first) - store.timeOf(first - 1) > store.gap) isBroken = true;
    if (!isBroken) {
      pen.lineTo(x, low);
    } else {
      if (last >= 0) segment(gaps, left + last, y(lows[last]), x, low);
      pen.moveTo(x, low);
      // A single value between gaps would not be seen.
      if (highs[column] === lows[column]) pen.lineTo(x + 1, low);
    }
    if (highs[column] !== lows[column]) pen.lineTo(x, y(highs[column]));
    isBroken = false;
    last = column;
  }
  // Below the line: the dashes of a gap would cover a value that stands alone.
  pen.lineWidth = 1;
  pen.strokeStyle = colors.quiet;
  pen.setLineDash([2, 4]);
  pen.stroke(gaps);
  pen.setLineDash([]);
  pen.lineJoin = 'round';
  stroke(pen, colors.accent, 1.4);
}

function drawValue(pen, store, name, area, cursor, y, text) {
  const sequence = store.nearest(cursor);
  if (sequence < 0) return;
  const value = store.value(name, sequence);
  const x = placeOf(store.timeOf(sequence), area);
  if (value !== value || x < area.left || x > area.right + 1) return;
  circle(pen, x, y(value), 3.5);
  fill(pen, colors.text);
  setFont(pen, 12, 600);
  const wide = pen.measureText(text(value)).width;
  const left = x + 10 + wide > area.right ? x - 10 - wide : x + 9;
  const middle = Math.max(area.top + 4, Math.min(area.bottom - 4, y(value)));
  pen.fillStyle = colors.card;
  pen.fillRect(left - 3, middle - 8 * textScale, wide + 6, 16 * textScale);
  write(pen, text(value), left, middle + 4 * textScale, { size: 12, weight: 600, color: colors.text });
}

// MARK: - Columns

/**
 * The least and the greatest value in each column of pixels, of all strips over one time axis, kept from frame to frame: the end of
 * the time that is seen moves on by whole columns, so that only those with new rows are looked at again.
 */
export class Extents {
  constructor() {
    this.kept = new Map(); // The columns of each strip, by its name.
    this.turn = 0;
    this.end = NaN;
  }

  /** Looks at a span of a history: the first row of each column and the one behind the last are in `edges` then. Answers
   * the end of the last column, which is at most one column later. */
  look(store, end, span, width) {
    const step = span / width;
    const moved = Math.ceil((end - this.end) / step - 1e-6);
    let stale = 0;
    if (store === this.store && store.edition === this.edition && step === this.step && moved >= 0 && moved < width && width === this.edges.length - 1) {
      const { edges, count } = this;
      const changed = edges.findIndex((row) => row >= count);
      edges.copyWithin(0, moved);
      for (const { lows, highs } of this.kept.values()) for (const values of [lows, highs]) values.copyWithin(0, moved);
      stale = Math.max(0, Math.min(changed < 0 ? width : changed, width) - moved);
      this.end += moved * step;
    } else {
      this.kept.clear();
      this.edges = new Float64Array(width + 1);
      this.end = end;
    }
    Object.assign(this, { store, edition: store.edition, step, count: store.count, stale, turn: this.turn + 1 });
    for (let column = stale; column < width; column += 1) this.edges[column] = store.seek(this.end - (width - column) * step);
    // The newest row is in the last column.
    this.edges[width] = Math.max(this.edges[width - 1], store.seek(this.end + 1e-6));
    return this.end;
  }

  /** The columns of a strip: `{lows, highs}`, NaN where there is nothing. */
  of(name) {
    const { store, edges, turn } = this;
    const width = edges.length - 1;
    const known = this.kept.get(name);
    // A strip that was not drawn the last time has missed what changed.
    const isKept = known?.turn === turn - 1;
    const columns = isKept ? known : { lows: new Float32Array(width).fill(NaN), highs: new Float32Array(width).fill(NaN) };
    columns.turn = turn;
    this.kept.set(name, columns);
    const found = [0, 0];
    for (let column = 0; column < width; column += 1) {
      // The last row of the column before a new row, and rows that the ring has overwritten, count too.
      if (isKept && column < this.stale - 1 && edges[column] >= store.first) continue;
      const isKnown = edges[column] < edges[column + 1] && store.range(name, edges[column], edges[column + 1], found);
      columns.lows[column] = isKnown ? found[0] : NaN;
      columns.highs[column] = isKnown ? found[1] : NaN;
    }
    return columns;
  }
}
