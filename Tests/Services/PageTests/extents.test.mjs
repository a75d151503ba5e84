import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './page.mjs';

const { Extents } = await page('charts');
const { Store } = await page('store');

function randomOf(seed) {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Columns of a strip, by a look at each row of the store. */
function wanted(store, name, end, span, width) {
  const lows = new Array(width).fill(NaN);
  const highs = new Array(width).fill(NaN);
  const edge = (column) => store.seek(end - (width - column) * (span / width));
  for (let column = 0; column < width; column += 1) {
    const last = column === width - 1 ? Math.max(edge(column), store.seek(end + 1e-6)) : edge(column + 1);
    for (let row = edge(column); row < last; row += 1) {
      const value = store.value(name, row);
      if (Number.isNaN(value)) continue;
      if (!(lows[column] <= value)) lows[column] = value;
      if (!(highs[column] >= value)) highs[column] = value;
    }
  }
  return { lows, highs };
}

test('columns that are kept have the values of all their rows', () => {
  const seed = Number(process.env.TEST_SEED) || 20261128;
  const random = randomOf(seed);
  const width = 40;
  const [store, extents] = [new Store(65_536), new Extents()];
  let [time, span, turn] = [1000, 300, 0];
  let kept = 0;
  for (; turn < 400; turn += 1) {
    const deed = random();
    if (deed < 0.02) span = [60, 300, 3600][Math.floor(random() * 3)];
    if (deed > 0.99) store.clear();
    if (deed > 0.97 && deed < 0.98) store.shift(-100 * random());
    if (deed > 0.9 && deed < 0.92) time += 50 * random();
    // Once in a while so many rows that the ring overwrites those in view.
    const rows = turn % 100 === 99 ? 70_000 : Math.floor(random() * 30);
    for (let row = 0; row < rows; row += 1) {
      time += rows > 1000 ? 0.001 : random();
      store.add({ time, x: NaN, y: NaN, meter: 0, speed: random() < 0.1 ? NaN : 10 * random(), altitude: 10 * random() });
    }
    const before = extents.edges;
    const now = time + random();
    const end = extents.look(store, now, span, width);
    assert.ok(end >= now - 1e-3 && end < now + (span / width) * 1.001, `seed ${seed}, turn ${turn}: ${end} is not the end of a column after ${now}`);
    kept += extents.edges === before;
    // A strip that is hidden for a while misses what comes.
    for (const name of random() < 0.2 ? ['speed'] : ['speed', 'altitude']) {
      const { lows, highs } = extents.of(name);
      const { lows: least, highs: greatest } = wanted(store, name, end, span, width);
      const same = (found, values) => values.every((value, column) => Object.is(found[column], value));
      assert.ok(same(lows, least) && same(highs, greatest), `seed ${seed}, turn ${turn}: ${name}`);
    }
  }
  assert.ok(kept > turn / 2, `seed ${seed}: columns were kept in ${kept} of ${turn} turns`);
});
