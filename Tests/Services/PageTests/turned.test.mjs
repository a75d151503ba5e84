import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './page.mjs';

// The modules show what they draw in a page, which they touch only once they have begun.
globalThis.document = { getElementById: () => ({}), documentElement: {}, querySelector: () => null };
globalThis.getComputedStyle = () => ({ getPropertyValue: () => '' });
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
let asked = [];
globalThis.Image = class {
  naturalWidth = 0;
  addEventListener() {}
  set src(path) { asked.push(path); }
};
const { groundOf } = await page('course');
const { MapView, viewOf } = await page('map');
const { Tiles } = await page('tiles');

/** What is asked for by each of some pictures in turn. */
function askedBy(tiles, views) {
  return views.map((view) => {
    asked = [];
    tiles.draw({ drawImage() {} }, view);
    return asked;
  });
}

// Just before the next level: the tiles are as small as they get.
const scale = 256 * 2 ** 15 * 0.7072;
const windows = [[390, 844], [2560, 1440], [3840, 2160]];

test('a picture without its tiles asks for each once, in a window of any size, turned or not', () => {
  for (const [width, height] of windows) {
    for (const turn of [0, 30, 45, 90]) {
      const seen = viewOf(width, height, 0.53, 0.34, scale);
      const view = turn === 0 ? seen : groundOf(seen, 0.53, 0.34, turn);
      const [first, second] = askedBy(new Tiles({}, () => {}), [view, view]);
      assert.ok(first.length > 10);
      assert.equal(new Set(first).size, first.length);
      assert.deepEqual(second, [], `${width} × ${height}, turned by ${turn}°`);
    }
  }
});

test('a turned map asks for the tiles of its window, and for none beside it', () => {
  const seen = viewOf(1000, 600, 0.53, 0.34, scale);
  const count = 2 ** 15;
  for (const turn of [20, 90, 200]) {
    const [found] = askedBy(new Tiles({ minzoom: 15, maxzoom: 15 }, () => {}), [groundOf(seen, 0.53, 0.34, turn)]);
    // Points of the window, by what is seen of the ground there.
    const wanted = new Set();
    const [sine, cosine] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)];
    for (let right = -500; right <= 500; right += 5) {
      for (let down = -300; down <= 300; down += 5) {
        const [x, y] = [0.53 + (right * cosine - down * sine) / scale, 0.34 + (right * sine + down * cosine) / scale];
        wanted.add(`/tiles/15/${Math.floor(x * count)}/${Math.floor(y * count)}`);
      }
    }
    assert.deepEqual([...wanted].filter((path) => !found.includes(path)), [], `turned by ${turn}°`);
    assert.ok(found.length < wanted.size * 1.6, `${found.length} for ${wanted.size}, turned by ${turn}°`);
  }
});

test('a part of the world fits into the window, however the map is turned', () => {
  const map = new MapView({ clientWidth: 1000, clientHeight: 500 });
  assert.equal(map.scaleOf(0.02, 0.005), 50_000);
  const turnedBy = (degrees) => {
    const [sine, cosine] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
    map.turner.back = (x, y) => [x * cosine - y * sine, x * sine + y * cosine];
    return map.scaleOf(0.02, 0.005);
  };
  assert.equal(Math.round(turnedBy(90)), 25_000);
  assert.equal(Math.round(turnedBy(180)), 50_000);
  const scale = turnedBy(-45);
  assert.equal(Math.round(((0.02 + 0.005) / Math.SQRT2) * scale), 500);
});
