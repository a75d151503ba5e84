// The track of a file on the map: its points in world units, in the levels of a receiver's track, of which a map takes the one whose
// step is a pixel. Pure.
import { emptyBox, nearestCopy, widen } from './geography.js';
import { chunk, TrackLevel } from './store.js';

const levels = 9;
/** World units of the finest step, a millimeter at the equator, and how much coarser each level is. */
const finest = 2.5e-11;
const factor = 4;

export class FileTrack {
  /** @param segments arrays of world units, x and y by turns; over 180° x goes on beyond 0 or 1 */
  constructor(segments) {
    this.count = segments.reduce((sum, points) => sum + points.length / 2, 0);
    this.x = new Float64Array(this.count);
    this.y = new Float64Array(this.count);
    this.box = emptyBox();
    const capacity = chunk * Math.ceil((this.count + segments.length) / chunk);
    this.levels = Array.from({ length: levels }, (_, level) => new TrackLevel(level === 0 ? 0 : finest * factor ** (level + 4), capacity));
    let row = 0;
    for (const points of segments) {
      for (let index = 0; index < points.length; index += 2) {
        const x = row === 0 ? points[0] : nearestCopy(points[index], this.x[row - 1]);
        const y = points[index + 1];
        [this.x[row], this.y[row]] = [x, y];
        widen(this.box, x, y);
        for (const level of this.levels) level.join(row, x, y, 1);
        row += 1;
      }
      for (const level of this.levels) level.join(row, NaN, NaN, 0);
    }
  }

  /** Adds the lines that can be seen to the path. */
  trace(pen, view) {
    const level = this.levels.findLast(({ step }) => step * view.scale <= 1);
    const runs = level.runs(view.west, view.north, view.east, view.south);
    for (let run = 0; run < runs.length; run += 2) {
      let left; // Of the copy of the world in which a line lies; none where it begins.
      for (let entry = runs[run]; entry < runs[run + 1]; entry += 1) {
        if (level.isGap[entry] === 1) {
          left = undefined;
          continue;
        }
        const [worldX, worldY] = [this.x[level.at[entry]], this.y[level.at[entry]]];
        const isFirst = left === undefined;
        left ??= view.left + (nearestCopy(worldX, view.x) - worldX) * view.scale;
        const [x, y] = [worldX * view.scale + left, worldY * view.scale + view.top];
        if (!isFirst) pen.lineTo(x, y);
        // A point alone is a dot.
        else if (level.isGap[entry + 1] === 1) pen.rect(x - 1, y - 1, 2, 2);
        else pen.moveTo(x, y);
      }
    }
  }

  /** Where its last point is in a view. */
  endIn(view) {
    return [nearestCopy(this.x.at(-1), view.x) * view.scale + view.left, this.y.at(-1) * view.scale + view.top];
  }
}
