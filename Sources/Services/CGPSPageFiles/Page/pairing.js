// How two receivers differ at the same times, by their own clocks: the second one's values minus the first one's. The definitions are
// those of `gpsbridge compare`. Pure; of a size that does not grow.
import { metersAt } from './geodesic.js';
import { seconds } from './formats.js';
import { medianOf, satellitesOf } from './state.js';

/** As many moments of one receiver wait for the other's. */
const mostWaiting = 4096;
/** Farther apart, in meters, they are not at one place. */
const farthest = 10_000;

/** The speed in m/s that a receiver at rest stays below. */
const walking = 0.7;
/** From so many positions it is judged whether a receiver moved. */
const mostKept = 1024;

/** The moments of two receivers by their times in milliseconds; `null` for those that were compared. */
class Moments {
  #sides = [new Map(), new Map()];

  /** Keeps what a receiver reported of a time; answers what both did, the first one's first, if that is news. */
  pair(side, time, value) {
    const own = this.#sides[side];
    if (Number.isNaN(time) || own.has(time)) return undefined;
    own.set(time, value);
    if (own.size > mostWaiting) own.delete(own.keys().next().value);
    const other = this.#sides[1 - side].get(time);
    if (!other) return undefined;
    for (const moments of this.#sides) moments.set(time, null);
    return side === 0 ? [value, other] : [other, value];
  }
}

/** Whether a receiver moved, by the rule of `gpsbridge compare`; as far as it gives accuracies. */
class Rest {
  #count = 0;
  #fast = 0;
  #first = null;
  /** Weighted by accuracy, in degrees from the first position, as the tool's mean is. */
  #sums = { weight: 0, north: 0, east: 0, accuracy: 0 };
  /** Every so many positions, at most so many of them: the radius in which 68 % lie is taken from these. */
  #step = 1;
  #kept = [];

  take({ lat, lon, accuracy, speed }) {
    if (!(accuracy > 0)) return;
    this.#first ??= { lat, lon };
    const north = lat - this.#first.lat;
    const east = ((lon - this.#first.lon + 540) % 360) - 180;
    const weight = 1 / accuracy ** 2;
    for (const [name, value] of Object.entries({ weight: 1, north, east, accuracy })) this.#sums[name] += weight * value;
    if (speed > walking) this.#fast += 1;
    if (this.#count % this.#step === 0) this.#kept.push([north, east]);
    this.#count += 1;
    if (this.#kept.length <= mostKept) return;
    this.#kept = this.#kept.filter((_, index) => index % 2 === 0);
    this.#step *= 2;
  }

  get hasMoved() {
    if (this.#count === 0) return false;
    if (this.#fast * 2 > this.#count) return true;
    const { weight, north, east, accuracy } = this.#sums;
    const unit = metersAt(this.#first.lat + north / weight);
    const distances = this.#kept.map((place) => Math.hypot((place[0] - north / weight) * unit.north, (place[1] - east / weight) * unit.east));
    const spread = distances.sort((a, b) => a - b)[Math.ceil(0.68 * distances.length) - 1];
    return spread > Math.max(3, (2 * accuracy) / weight);
  }
}

/** Two receivers, compared by the times of their epochs. */
export class Pairing {
  count = 0;
  /** The last positions of the same time: `{time, east, north, up}`, in seconds and meters; `up` is NaN where one has no height. */
  latest = null;
  /** The first and the last time of both, in seconds. */
  from = NaN;
  to = NaN;
  isFar = false; // Whether the last ones are not at one place.
  /** The satellites of both: `{first, second}` now, sums and their count. */
  satellites = new Map();
  skyTime = NaN;
  #places = new Moments();
  #skies = new Moments();
  #sums = { east: 0, north: 0, up: 0 };
  #heights = 0;
  #rests = [new Rest(), new Rest()];

  /** Takes a fix record of the first receiver, 0, or of the second, 1; answers whether there is news. */
  takeFix(side, record) {
    const time = Math.round(seconds(record.time) * 1000);
    if (record.lat === undefined || record.mode === 'none' || record.suspect !== undefined) return false;
    const place = { lat: record.lat, lon: record.lon, height: record.alt_msl_m ?? NaN, accuracy: record.h_acc_m, speed: record.speed_mps };
    const pair = this.#places.pair(side, time, place);
    if (pair === undefined) return false;
    for (const [index, rest] of this.#rests.entries()) rest.take(pair[index]);
    const [one, two] = pair;
    const unit = metersAt(one.lat);
    const east = (((two.lon - one.lon + 540) % 360) - 180) * unit.east;
    const north = (two.lat - one.lat) * unit.north;
    const up = two.height - one.height;
    if (!(this.latest?.time > time / 1000)) {
      this.latest = { time: time / 1000, east, north, up };
      this.isFar = Math.hypot(east, north) >= farthest;
    }
    this.from = Math.min(time / 1000, Number.isNaN(this.from) ? Infinity : this.from);
    this.to = Math.max(time / 1000, Number.isNaN(this.to) ? -Infinity : this.to);
    if (Math.hypot(east, north) >= farthest) return true;
    this.count += 1;
    this.#sums.east += east;
    this.#sums.north += north;
    if (!Number.isNaN(up)) {
      this.#sums.up += up;
      this.#heights += 1;
    }
    return true;
  }

  takeSky(side, record) {
    const time = Math.round(seconds(record.time) * 1000);
    const heard = satellitesOf(record).filter(({ cn0_dbhz: level }) => level > 0);
    const pair = this.#skies.pair(side, time, new Map(heard.map(({ gnss, id, cn0_dbhz: level }) => [`${gnss} ${id}`, level])));
    if (pair === undefined) return false;
    const [first, second] = pair;
    for (const [key, level] of first) {
      if (!second.has(key)) continue;
      const known = this.satellites.get(key) ?? { count: 0, sums: [0, 0] };
      this.satellites.set(key, {
        count: known.count + 1, sums: [known.sums[0] + level, known.sums[1] + second.get(key)], first: level, second: second.get(key), time: time / 1000,
      });
    }
    if (!(this.skyTime > time / 1000)) this.skyTime = time / 1000;
    return true;
  }

  /** The one that moved while the other was at rest, 0 or 1; undefined if both moved, or none. */
  get mover() {
    const [first, second] = this.#rests.map((rest) => rest.hasMoved);
    return first === second ? undefined : Number(second);
  }

  /** The mean difference; null without positions at one place. */
  get mean() {
    const { east, north, up } = this.#sums;
    return this.count === 0 ? null : { east: east / this.count, north: north / this.count, up: this.#heights > 0 ? up / this.#heights : NaN };
  }

  /** The satellites of both: `{key, first, second, means, difference}`; the first two are undefined where the last sky of both has it not. */
  get signals() {
    return [...this.satellites].map(([key, { count, sums, first, second, time }]) => {
      const means = sums.map((sum) => sum / count);
      return { key, means, difference: means[1] - means[0], ...(time === this.skyTime ? { first, second } : {}) };
    });
  }

  /** The medians of the satellites' differences: of the means, and of the last sky of both. */
  get medians() {
    const { signals } = this;
    const now = signals.filter(({ first }) => first !== undefined);
    return { mean: medianOf(signals.map(({ difference }) => difference)), now: medianOf(now.map(({ first, second }) => second - first)), count: now.length };
  }
}
