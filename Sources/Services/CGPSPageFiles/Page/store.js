// The history: columns in typed arrays, used as a ring. Memory is taken once; what is older than the ring is overwritten.
// Over each column stands a pyramid of least and greatest values, so that a day costs no more to draw than a minute, and
// no spike is lost at any span.

const fan = 16;
const floors = 4;

/** The coarsest block has this many rows; a capacity is a multiple of it. */
const block = fan ** floors;

/** 25 hours at 10 Hz. */
export const fullCapacity = 14 * block;

/** 36 hours at 1 Hz, for receivers that are not the chosen one. */
export const thinCapacity = 2 * block;

/** What is kept of each moment beside time and place. */
export const series = ['speed', 'altitude', 'accuracy', 'used', 'signal'];

/** A column and its pyramid; unknown is NaN. */
export class Column {
  constructor(capacity) {
    this.raw = new Float32Array(capacity);
    this.floors = Array.from({ length: floors }, (_, index) => {
      const size = fan ** (index + 1);
      return { size, low: new Float32Array(capacity / size), high: new Float32Array(capacity / size) };
    });
  }

  set(sequence, index, value) {
    for (const floor of this.floors) {
      // The first row of a block: what the ring held there before is forgotten.
      if (sequence % floor.size === 0) floor.low[index / floor.size] = floor.high[index / floor.size] = NaN;
    }
    this.raw[index] = NaN;
    this.put(index, value);
  }

  /** Sets a value of a row that may be behind the newest; what is not known changes nothing. */
  put(index, value) {
    if (value !== value) return;
    this.raw[index] = value;
    for (const { size, low, high } of this.floors) {
      const place = Math.floor(index / size);
      // The negations let a value take the place of NaN.
      if (!(low[place] <= value)) low[place] = value;
      if (!(high[place] >= value)) high[place] = value;
    }
  }
}

/** The history of one receiver. Rows have sequence numbers that only grow; `first` to `count` are still there. */
export class Store {
  constructor(capacity = fullCapacity) {
    this.capacity = capacity;
    this.time = new Float64Array(capacity);
    this.x = new Float64Array(capacity);
    this.y = new Float64Array(capacity);
    this.columns = Object.fromEntries(series.map((name) => [name, new Column(capacity)]));
    this.levels = Array.from({ length: 10 }, (_, index) =>
      // No level can need more entries than there are rows; the coarse ones need far fewer.
      new TrackLevel(0.5 * 4 ** index, Math.min(capacity, index < 2 ? 1 << 20 : 1 << 18)));
    this.clear();
  }

  /** Forgets all rows; the memory stays. */
  clear() {
    this.edition = (this.edition ?? 0) + 1; // What is kept of rows of another edition is wrong.
    this.count = 0;
    this.interval = 1;
    for (const level of this.levels) level.clear();
  }

  /** Moves all rows in time, as when the clock that they go by was set back. */
  shift(seconds) {
    this.edition += 1;
    for (let index = 0; index < Math.min(this.count, this.capacity); index += 1) this.time[index] += seconds;
  }

  timeOf(sequence) {
    return this.time[sequence % this.capacity];
  }

  get first() {
    return Math.max(0, this.count - this.capacity);
  }

  /** The time of the newest row; NaN if there is none. */
  get newest() {
    return this.count > 0 ? this.timeOf(this.count - 1) : NaN;
  }

  /** The time of the oldest row; NaN if there is none. */
  get oldest() {
    return this.count > 0 ? this.timeOf(this.first) : NaN;
  }

  /** A time without rows longer than this is a gap. */
  get gap() {
    return Math.max(3, 3.5 * this.interval);
  }

  /**
   * Adds a moment, later than all before; others are passed over, for they were told twice.
   *
   * A clock that went back by more than a minute was set right: the history begins anew.
   *
   * @param row `{time, x, y, meter}` and the series; x and y in units of the world, NaN without a position; meter is one
   *   meter in these units there
   * @returns whether it was added
   */
  add(row) {
    if (!Number.isFinite(row.time)) return false;
    const step = row.time - this.newest;
    if (step <= 0) {
      if (step > -60) return false;
      this.clear();
    } else if (step < 10) {
      this.interval += (step - this.interval) * 0.05;
    }
    const sequence = this.count;
    const index = sequence % this.capacity;
    this.count += 1;
    this.time[index] = row.time;
    this.x[index] = row.x;
    this.y[index] = row.y;
    for (const name of series) this.columns[name].set(sequence, index, row[name] ?? NaN);
    // A time without rows breaks the track as one without positions does.
    if (step > this.gap) for (const level of this.levels) level.join(sequence, NaN, NaN, 0);
    for (const level of this.levels) level.join(sequence, row.x, row.y, row.meter);
    return true;
  }

  /** The first row that is not before a time; `count` if all are. */
  seek(time) {
    let low = this.first;
    let high = this.count;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (this.time[middle % this.capacity] < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The row nearest to a time; -1 if there is none. */
  nearest(time) {
    if (this.count === 0 || Number.isNaN(time)) return -1;
    const behind = Math.min(this.count - 1, this.seek(time));
    if (behind === this.first) return behind;
    return time - this.timeOf(behind - 1) < this.timeOf(behind) - time ? behind - 1 : behind;
  }

  /** A value of a row; NaN where it is unknown. */
  value(name, sequence) {
    return this.columns[name].raw[sequence % this.capacity];
  }

  /**
   * The least and the greatest value between two rows, by the largest blocks that fit.
   *
   * @param found the two values are put here
   * @returns whether there is any value
   */
  range(name, from, to, found) {
    const { raw, floors: levels } = this.columns[name];
    let low = Infinity, high = -Infinity;
    let sequence = Math.max(from, this.first);
    while (sequence < to) {
      const index = sequence % this.capacity;
      let size = 1;
      let floor;
      for (let level = 0; level < floors; level += 1) {
        const larger = size * fan;
        if (sequence % larger > 0 || sequence + larger > to) break;
        size = larger;
        floor = levels[level];
      }
      const least = floor === undefined ? raw[index] : floor.low[index / size];
      const greatest = floor === undefined ? least : floor.high[index / size];
      if (least < low) low = least;
      if (greatest > high) high = greatest;
      sequence += size;
    }
    found[0] = low;
    found[1] = high;
    return low <= high;
  }

  row(sequence) {
    const index = sequence % this.capacity;
    const row = { time: this.time[index], x: this.x[index], y: this.y[index] };
    for (const name of series) row[name] = this.columns[name].raw[index];
    return row;
  }

  /**
   * Adds the rows of another history, at most one in each interval.
   *
   * @param meterAt one meter at a y, in units of the world
   */
  addAll(other, interval, meterAt) {
    let last = -Infinity;
    for (let sequence = other.first; sequence < other.count; sequence += 1) {
      const row = other.row(sequence);
      if (row.time - last < interval) continue;
      last = row.time;
      this.add({ ...row, meter: row.y === row.y ? meterAt(row.y) : 0 });
    }
  }
}

// MARK: - The track at several coarsenesses

/** Entries that share a box, by which those out of sight are passed over. */
export const chunk = 128;

/**
 * One coarseness: a ring of sequence numbers. A point joins it when it is a step away from the last one, so that a parked receiver
 * adds nothing, and a day of driving is drawn with no more points than there are pixels. A gap is one entry whose row has no position.
 */
export class TrackLevel {
  constructor(step, capacity) {
    this.step = step;
    this.at = new Uint32Array(capacity);
    this.isGap = new Uint8Array(capacity);
    this.boxes = new Float64Array((capacity / chunk) * 4);
    this.clear();
  }

  clear() {
    this.count = 0;
    this.x = NaN; // The last entry, NaN for a gap.
    this.y = NaN;
    this.placeX = NaN; // The last entry with a position.
    this.placeY = NaN;
  }

  get first() {
    return Math.max(0, this.count - this.at.length);
  }

  /** Offers a row; NaN is a row without a position. */
  join(sequence, x, y, meter) {
    const far = this.step * meter;
    const isGap = x !== x;
    if (isGap ? this.x !== this.x : Math.abs(x - this.x) < far && Math.abs(y - this.y) < far) return;
    const index = this.count % this.at.length;
    this.at[index] = sequence;
    this.isGap[index] = isGap ? 1 : 0;
    const box = Math.floor(index / chunk) * 4;
    if (index % chunk === 0) {
      this.boxes[box] = this.boxes[box + 1] = Infinity;
      this.boxes[box + 2] = this.boxes[box + 3] = -Infinity;
      // The line from the entry before belongs to this box.
      this.#widen(box, this.placeX, this.placeY);
    }
    this.count += 1;
    this.x = x;
    this.y = y;
    if (isGap) return;
    this.#widen(box, x, y);
    this.placeX = x;
    this.placeY = y;
  }

  #widen(box, x, y) {
    if (x !== x) return;
    const boxes = this.boxes;
    if (x < boxes[box]) boxes[box] = x;
    if (y < boxes[box + 1]) boxes[box + 1] = y;
    if (x > boxes[box + 2]) boxes[box + 2] = x;
    if (y > boxes[box + 3]) boxes[box + 3] = y;
  }

  /**
   * Runs of entries that may be in view, oldest first: their beginnings and ends by turns. A run may begin two entries
   * earlier than what is in view, for the line to it.
   */
  runs(west, north, east, south) {
    const { boxes, first } = this;
    // Behind 180° the world goes on.
    const shift = west < 0 ? 1 : -1;
    const found = [];
    let begin = -1;
    let entry = first;
    while (entry < this.count) {
      const index = entry % this.at.length;
      const end = Math.min(this.count, entry + chunk - (index % chunk));
      const box = Math.floor(index / chunk) * 4;
      const isSeen = boxes[box + 1] <= south && boxes[box + 3] >= north && ((boxes[box] <= east && boxes[box + 2] >= west) ||
        (boxes[box] <= east + shift && boxes[box + 2] >= west + shift));
      if (isSeen && begin < 0) begin = Math.max(first, entry - 2);
      if (!isSeen && begin >= 0) {
        found.push(begin, entry);
        begin = -1;
      }
      entry = end;
    }
    if (begin >= 0) found.push(begin, this.count);
    return found;
  }
}
