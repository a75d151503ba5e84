// The way that a receiver took, drawn from the level of its history whose step is a pixel.
import { colors } from './canvas.js';
import { nearestCopy } from './geography.js';

const buckets = 8;
/** Below the finest level, single rows are drawn, so many of the newest. */
const singleRows = 6000;
/** More pieces than this take too long to paint: the next coarser level has a quarter of them. */
const mostPieces = 8000;
const mostEntries = 12_000;
/** A browser paints many short paths sooner than a long one. */
const piecesAtOnce = 50;
const cell = 2;

/** Pieces of one color, four numbers each. */
class Path {
  constructor() {
    this.ends = new Float32Array(4 * mostPieces);
    this.length = 0;
  }

  add(x, y, endX, endY) {
    const { ends, length } = this;
    // What does not fit is told by the count of pieces: a coarser level is taken then.
    if (length === ends.length) return;
    ends[length] = x;
    ends[length + 1] = y;
    ends[length + 2] = endX;
    ends[length + 3] = endY;
    this.length += 4;
  }
}

// Taken once: arrays that grow anew in each frame would keep the collector busy, and the heap would grow with the track.
const paths = Array.from({ length: buckets }, () => new Path());
const gaps = new Path();
let painted = new Uint16Array(0);
let columns = 0;

/**
 * Draws a track: in steps of color if it is the chosen one, pale otherwise. A gap is a dotted line.
 *
 * @param track `{store, isChosen, times}`: only what is between the times is drawn, if there are any
 * @param paint the series that gives the color
 * @param range the values of the first and the last color
 */
export function drawTrack(pen, view, { store, isChosen, times }, paint, range) {
  if (store.count === 0) return;
  const limits = times ? [store.seek(times.from), store.seek(times.to + 1e-6)] : [store.first, store.count];
  if (limits[0] >= limits[1]) return;
  const values = store.columns[paint].raw;
  const colorOf = (index) => {
    if (!isChosen) return 0;
    const step = Math.floor(((values[index] - range[0]) / (range[1] - range[0])) * buckets);
    return Math.max(0, Math.min(buckets - 1, step)) || 0;
  };
  const margin = 4 / view.scale;
  let level = Math.max(0, store.levels.findLastIndex(({ step }) => step <= view.metersPerPixel * 1.2));
  for (; ; level += 1) {
    const isLast = level === store.levels.length - 1;
    // With room for the thickness of the line.
    const runs = store.levels[level].runs(view.west - margin, view.north - margin, view.east + margin, view.south + margin);
    const entries = runs.reduce((sum, place, index) => sum + (index % 2 === 0 ? -place : place), 0);
    if (!isLast && entries > mostEntries) continue;
    if (collect(store, view, colorOf, store.levels[level], runs, limits) <= mostPieces || isLast) break;
  }
  const isSimple = paths.every((path) => path.length < 4 * 500);
  pen.lineCap = isSimple ? 'round' : 'butt';
  pen.lineJoin = isSimple ? 'round' : 'bevel';
  pen.lineWidth = isChosen ? 3.5 : 2;
  for (const [bucket, path] of paths.entries()) {
    if (path.length > 0) strokePath(pen, path, isChosen ? colors.ramp[bucket] : colors.other);
  }
  if (gaps.length > 0) {
    pen.setLineDash([2, 6]);
    pen.lineWidth = 2;
    strokePath(pen, gaps, colors.quiet);
    pen.setLineDash([]);
  }
  pen.lineCap = 'butt';
}

function strokePath(pen, { ends: path, length }, color) {
  pen.strokeStyle = color;
  pen.beginPath();
  let endX = NaN;
  let endY = NaN;
  for (let index = 0; index < length; index += 4) {
    if (index > 0 && index % (4 * piecesAtOnce) === 0) {
      pen.stroke();
      pen.beginPath();
      endX = NaN;
    }
    if (path[index] !== endX || path[index + 1] !== endY) pen.moveTo(path[index], path[index + 1]);
    endX = path[index + 2];
    endY = path[index + 3];
    pen.lineTo(endX, endY);
  }
  pen.stroke();
}

/** Gathers the pieces that are in view, by color; answers how many there are, or stops where they are too many. */
function collect(store, view, colorOf, level, runs, [first, end]) {
  for (const path of [...paths, gaps]) path.length = 0;
  columns = Math.ceil(view.width / cell) + 1;
  const cells = columns * (Math.ceil(view.height / cell) + 1);
  if (painted.length < cells) painted = new Uint16Array(cells);
  else painted.fill(0);
  const isFinest = level.step > view.metersPerPixel * 1.2;
  const rowsFrom = isFinest ? Math.max(first, end - singleRows) : end;
  const pen = new Collector(store, view, colorOf);
  for (let run = 0; run < runs.length && pen.count <= mostPieces; run += 2) {
    pen.lift();
    for (let entry = runs[run]; entry < runs[run + 1]; entry += 1) {
      const place = entry % level.at.length;
      if (level.at[place] >= rowsFrom) break;
      if (level.at[place] < first) continue;
      if (level.isGap[place] === 1) pen.isGap = true;
      else pen.row(level.at[place]);
    }
  }
  if (!isFinest) {
    // The newest row may not have joined the level yet.
    pen.row(end - 1);
    return pen.count;
  }
  pen.lift();
  for (let sequence = rowsFrom; sequence < end; sequence += 1) {
    const before = store.time[(sequence - 1) % store.capacity];
    if (sequence > rowsFrom && store.time[sequence % store.capacity] - before > store.gap) pen.isGap = true;
    pen.row(sequence);
  }
  return pen.count;
}

/** Goes along the rows with a pen that draws into the paths. */
class Collector {
  constructor(store, view, colorOf) {
    this.store = store;
    this.view = view;
    this.colorOf = colorOf;
    this.count = 0;
    this.lift();
  }

  lift() {
    this.x = NaN;
    this.y = NaN;
    this.cell = -1;
    this.isGap = false;
  }

  row(sequence) {
    const { store, view } = this;
    const index = sequence % store.capacity;
    if (store.x[index] !== store.x[index]) {
      this.isGap = true;
      return;
    }
    const x = nearestCopy(store.x[index], view.x) * view.scale + view.left;
    const y = store.y[index] * view.scale + view.top;
    const cell = cellAt(x, y);
    // On the other side of the world the line would go round it.
    const isLine = this.x === this.x && Math.abs(x - this.x) < view.scale / 2;
    if (isLine && this.#isSeen(x, y)) {
      if (this.isGap) gaps.add(this.x, this.y, x, y);
      else this.#piece(this.colorOf(index), x, y, cell);
    }
    this.x = x;
    this.y = y;
    this.cell = cell;
    this.isGap = false;
  }

  #isSeen(x, y) {
    const { width, height } = this.view;
    return (x > 0 || this.x > 0) && (y > 0 || this.y > 0) && (x < width || this.x < width) && (y < height || this.y < height);
  }

  /** Adds a piece, unless both its ends were painted in its color already: a round that is driven a hundred times costs
   * no more than one. */
  #piece(bucket, x, y, end) {
    const bit = 1 << bucket;
    const begin = this.cell;
    const isShort = Math.abs(x - this.x) < 3 * cell && Math.abs(y - this.y) < 3 * cell;
    if (isShort && begin >= 0 && end >= 0 && painted[begin] & bit && painted[end] & bit) return;
    if (begin >= 0) painted[begin] |= bit;
    if (end >= 0) painted[end] |= bit;
    this.count += 1;
    paths[bucket].add(this.x, this.y, x, y);
  }
}

function cellAt(x, y) {
  const column = Math.floor(x / cell);
  if (column < 0 || column >= columns) return -1;
  const place = Math.floor(y / cell) * columns + column;
  return place >= 0 && place < painted.length ? place : -1;
}
