// The median strength from each direction of the sky. Pure; of a size that does not grow.

const bands = 9;
const steps = 64;
const radians = Math.PI / 180;

/** The cells: bands of ten degrees, each in sectors of about the same size. */
export const heatCells = [];
const first = []; // Of each band the index of its first cell, and how many it has.
for (let band = 0; band < bands; band += 1) {
  const count = Math.max(3, Math.round(36 * Math.cos((band * 10 + 5) * radians)));
  first.push([heatCells.length, count]);
  for (let sector = 0; sector < count; sector += 1) {
    heatCells.push({ index: heatCells.length, low: band * 10, high: band * 10 + 10, west: (sector * 360) / count, east: ((sector + 1) * 360) / count });
  }
}

/** The index of the cell of a direction. */
export function cellAt(azimuth, elevation) {
  const [from, count] = first[Math.max(0, Math.min(bands - 1, Math.floor(elevation / 10)))];
  return from + (Math.floor((((azimuth % 360) + 360) % 360) / (360 / count)) % count);
}

/** How often each strength came from each direction. */
export class Heat {
  #counts = new Uint32Array(heatCells.length * steps);
  #sums = new Uint32Array(heatCells.length);

  /** Adds what is heard of satellites in known directions. */
  add(satellites) {
    for (const { el_deg: elevation, az_deg: azimuth, cn0_dbhz: strength } of satellites) {
      if (!(strength > 0) || elevation === undefined || azimuth === undefined || elevation < 0) continue;
      const cell = cellAt(azimuth, elevation);
      this.#counts[cell * steps + Math.min(steps - 1, Math.round(strength))] += 1;
      this.#sums[cell] += 1;
    }
  }

  /** The median of a cell in whole dB-Hz, the lower of two; undefined without a value. */
  median(cell) {
    let rest = Math.ceil(this.#sums[cell] / 2);
    if (rest === 0) return undefined;
    for (let step = 0; step < steps; step += 1) {
      rest -= this.#counts[cell * steps + step];
      if (rest <= 0) return step;
    }
    return steps - 1;
  }

  /** The median of a direction. */
  medianAt(azimuth, elevation) {
    return this.median(cellAt(azimuth, elevation));
  }
}
