import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './page.mjs';

globalThis.devicePixelRatio = 1;
const { Store } = await page('store');
const { latitudeOf, meterAt, nearestCopy, xOf, yOf } = await page('geography');
const { viewOf } = await page('map');
const { drawTrack } = await page('track');

/** A pen that keeps the pieces of lines, each once: `[x, y, endX, endY]`. */
function pieces(store, view) {
  const found = [];
  let place;
  const pen = {
    setLineDash: () => {}, beginPath: () => {}, stroke: () => {},
    moveTo: (x, y) => { place = [x, y]; },
    lineTo: (x, y) => {
      found.push([...place, x, y]);
      place = [x, y];
    },
  };
  drawTrack(pen, view, { store, isChosen: true }, 'speed', [0, 10]);
  return found;
}

/** A track to the east, a point each hundred meters at the equator. */
function eastward(from, count) {
  const store = new Store(65_536);
  for (let index = 0; index < count; index += 1) {
    const longitude = ((from + index * 0.0009 + 540) % 360) - 180;
    store.add({ time: index, x: xOf(longitude), y: yOf(0), meter: meterAt(0), speed: 5, altitude: 0, accuracy: 1, used: 9, signal: 40 });
  }
  return store;
}

const scale = 1e6;

test('a place stands where it is nearest to the middle of the map', () => {
  assert.ok(Math.abs(nearestCopy(xOf(-179.9), xOf(179.9)) - xOf(180.1)) < 1e-12);
  assert.ok(Math.abs(nearestCopy(xOf(179.9), xOf(-179.9)) - xOf(-180.1)) < 1e-12);
  assert.equal(nearestCopy(xOf(11), xOf(12)), xOf(11));
});

for (const [side, middle] of [['west', 179.9], ['east', -179.9]]) {
  test(`a track across 180° is whole, seen from its ${side}`, () => {
    const store = eastward(179.8, 445);
    const view = viewOf(800, 600, xOf(middle), yOf(0), scale);
    const found = pieces(store, view).sort((one, other) => one[0] - other[0]);
    const begin = 400 + ((179.8 - middle + 540) % 360 - 180) / 360 * scale;
    const end = begin + ((444 * 0.0009) / 360) * scale;
    assert.ok(found[0][0] < Math.max(0, begin) + 1, `begins at ${found[0][0]}`);
    assert.ok(found.at(-1)[2] > Math.min(800, end) - 1, `ends at ${found.at(-1)[2]}`);
    for (const [index, piece] of found.entries()) {
      assert.ok(piece[2] - piece[0] < 20, 'no piece goes round the world');
      if (index > 0) assert.ok(piece[0] - found[index - 1][2] < 1, `a gap at ${piece[0]}`);
    }
  });
}

test('a track far away is not drawn', () => {
  assert.deepEqual(pieces(eastward(10, 300), viewOf(800, 600, xOf(179.99), yOf(0), scale)), []);
  assert.equal(latitudeOf(yOf(0)), 0);
});
