// The track at several coarsenesses. A point joins a level when it is a step away from the level's last one, so that a
// parked receiver adds nothing, and a day of driving is drawn with no more points than there are pixels.

/** Entries that share a box, by which those out of sight are passed over. */
export const chunk = 128;

/** One coarseness: a ring of sequence numbers. A gap is one entry whose row has no position. */
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

  /** The oldest entry that is still there. */
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
