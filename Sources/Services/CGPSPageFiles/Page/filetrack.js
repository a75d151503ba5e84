// The track of a file on the map: its points in world units, in levels of which a map takes the one whose step is a pixel. Pure.
import { emptyBox, nearestCopy, widen } from './geography.js';

const levels = 9;
/** World units of the finest level, a millimeter at the equator, and how much coarser each level is. */
const finest = 2.5e-11;
const factor = 4;
/** Points whose box is looked at together. */
const chunk = 128;

/** Points `[x, y, x, y, …]` of which each is so far from the one before. */
function thinned(points, step) {
  const kept = [points[0], points[1]];
  let [x, y] = kept;
  for (let index = 2; index < points.length; index += 2) {
    const isLast = index === points.length - 2;
    if (!isLast && Math.abs(points[index] - x) < step && Math.abs(points[index + 1] - y) < step) continue;
    [x, y] = [points[index], points[index + 1]];
    kept.push(x, y);
  }
  return Float64Array.from(kept);
}

function boxOf(points, from, to) {
  const box = emptyBox();
  for (let index = from; index < to; index += 2) widen(box, points[index], points[index + 1]);
  return box;
}

/** The track of a file. */
export class FileTrack {
  /** @param segments arrays of world units, x and y by turns; x of a segment over 180° goes on beyond 0 or 1 */
  constructor(segments) {
    const whole = segments.map((points) => {
      for (let index = 2; index < points.length; index += 2) points[index] = nearestCopy(points[index], points[index - 2]);
      return points;
    });
    this.count = whole.reduce((sum, points) => sum + points.length / 2, 0);
    this.levels = [];
    let finer = whole;
    for (let level = 0; level < levels; level += 1) {
      const step = finest * factor ** (level + 4);
      finer = finer.map((points) => thinned(points, level === 0 ? 0 : step));
      this.levels.push({ step: level === 0 ? 0 : step, segments: finer.map((points) => ({ points, boxes: FileTrack.#boxes(points) })) });
    }
    const boxes = this.levels[0].segments.flatMap((segment) => segment.boxes);
    // Segments on both sides of 180° are near each other: all in the copy of the first.
    this.box = { ...boxes[0] };
    for (const box of boxes) {
      const by = nearestCopy(box.west, boxes[0].west) - box.west;
      widen(this.box, box.west + by, box.north);
      widen(this.box, box.east + by, box.south);
    }
  }

  static #boxes(points) {
    const boxes = [];
    // Each has the first point of the next one, to which its line goes.
    for (let from = 0; from < points.length; from += 2 * chunk) boxes.push(boxOf(points, from, Math.min(points.length, from + 2 * chunk + 2)));
    return boxes;
  }

  /** Adds the lines that can be seen to the path. */
  trace(pen, view) {
    const { segments } = this.levels.findLast(({ step }) => step * view.scale <= 1) ?? this.levels[0];
    for (const { points, boxes } of segments) {
      const by = nearestCopy(points[0], view.x) - points[0];
      const left = view.left + by * view.scale;
      // A point alone is a dot.
      if (points.length === 2) pen.rect(points[0] * view.scale + left - 1, points[1] * view.scale + view.top - 1, 2, 2);
      for (const [place, box] of boxes.entries()) {
        if (box.east + by < view.west || box.west + by > view.east || box.south < view.north || box.north > view.south) continue;
        const from = place * 2 * chunk;
        const to = Math.min(points.length, from + 2 * chunk + 2);
        pen.moveTo(points[from] * view.scale + left, points[from + 1] * view.scale + view.top);
        for (let index = from + 2; index < to; index += 2) pen.lineTo(points[index] * view.scale + left, points[index + 1] * view.scale + view.top);
      }
    }
  }

  /** Where its last point is in a view. */
  endIn(view) {
    const { points } = this.levels.at(-1).segments.at(-1);
    const [x, y] = points.slice(-2);
    return [nearestCopy(x, view.x) * view.scale + view.left, y * view.scale + view.top];
  }
}
