import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './page.mjs';

// The module draws in a page only once it has begun.
globalThis.document = { getElementById: () => ({}), documentElement: {}, querySelector: () => null };
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
const { shortLengthText, spreadOf } = await page('scatter');
const { meterAt, xOf, yOf } = await page('geography');
const { wayBetween } = await page('geodesic');
const { Store } = await page('store');
const { systemNamed } = await page('units');

function gauss(state) {
  const next = () => (state.seed = (state.seed * 16807) % 2147483647) / 2147483647;
  return Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
}

/** Positions about a place that drifts, a second apart: `[lat, lon]` in degrees. */
function positions(count, [lat, lon], drift = [0, 0], seed = 11) {
  const state = { seed };
  const degree = (Math.PI / 180) * 6378137;
  return Array.from({ length: count }, (_, index) => [
    lat + (1.5 * gauss(state) + (drift[1] * index) / 3600) / degree, lon + (gauss(state) + (drift[0] * index) / 3600) / degree / Math.cos((lat * Math.PI) / 180),
  ]);
}

function storeOf(places, speed = 0.1) {
  const store = new Store(65_536 * 2);
  for (const [index, [lat, lon]] of places.entries()) {
    store.add({ time: 1000 + index, x: xOf(lon), y: yOf(lat), meter: meterAt(lat), speed, altitude: 500, accuracy: 2, used: 9, signal: 40 });
  }
  return store;
}

const near = (found, expected, part, what) => assert.ok(Math.abs(found - expected) <= part * Math.abs(expected) + 1e-4, `${what}: ${found}, expected ${expected}`);

for (const where of [[48.1, 11.5], [-33.9, 151.2], [0.0001, -0.0001], [78.2, 15.6], [12, 179.99999]]) {
  test(`mean, radii and 2DRMS at ${where} are those of the distances on the ellipsoid`, () => {
    const places = positions(5000, where);
    const store = storeOf(places);
    const found = spreadOf(store, store.first, store.count);
    const mean = [0, 1].map((side) => places.reduce((sum, place) => sum + place[side], 0) / places.length);
    near(found.lat, mean[0], 0, 'mean');
    assert.ok(wayBetween({ lat: found.lat, lon: found.lon }, { lat: mean[0], lon: mean[1] }).meters < 0.01);
    const distances = places.map(([lat, lon]) => wayBetween({ lat: mean[0], lon: mean[1] }, { lat, lon }).meters).sort((one, other) => one - other);
    near(found.cep50, distances[2499], 0.002, 'CEP50');
    near(found.r95, distances[4749], 0.002, 'R95');
    near(found.twoDRMS, 2 * Math.sqrt(distances.reduce((sum, each) => sum + each ** 2, 0) / 5000), 0.002, '2DRMS');
    assert.equal(found.count, 5000);
    assert.equal(found.seconds, 4999);
    assert.equal(found.isMoving, false);
  });
}

test('a drift is found, and what it is by hand', () => {
  const places = positions(7200, [48, 11], [0.4, -1.2]);
  const store = storeOf(places);
  const { drift } = spreadOf(store, store.first, store.count);
  assert.ok(Math.abs(drift[0] - 0.4) < 0.15 && Math.abs(drift[1] + 1.2) < 0.2, String(drift));
});

test('a part of the rows, rows without a position, one alone and none', () => {
  const places = positions(100, [48, 11]);
  const store = storeOf(places);
  store.add({ time: 1200, x: NaN, y: NaN, meter: 0 });
  assert.equal(spreadOf(store, 40, 60).count, 20);
  assert.equal(spreadOf(store, 100, 101), null);
  const one = spreadOf(store, 0, 1);
  assert.deepEqual([one.cep50, one.r95, one.twoDRMS, one.seconds], [0, 0, 0, 0]);
  assert.equal(spreadOf(storeOf(places, 3), 0, 100).isMoving, true);
  // One row of twenty that is fast is enough.
  for (const [count, isMoving] of [[4, false], [5, true]]) {
    const mixed = storeOf(places.slice(count));
    for (const [index, [lat, lon]] of places.slice(0, count).entries()) {
      mixed.add({ time: 1100 + index, x: xOf(lon), y: yOf(lat), meter: meterAt(lat), speed: 3, altitude: 500, accuracy: 2, used: 9, signal: 40 });
    }
    assert.equal(spreadOf(mixed, 0, 100).isMoving, isMoving);
  }
});

test('what is looked at is bounded', () => {
  const store = storeOf(positions(100_000, [48, 11]));
  const found = spreadOf(store, store.first, store.count);
  assert.ok(found.count <= 20_000 && found.offsets.length === found.count);
  assert.deepEqual([found.isSample, found.rows], [true, store.count - store.first]);
  near(found.twoDRMS, 2 * Math.hypot(1.5, 1), 0.02, '2DRMS');
});

test('short lengths have centimeters, and the units that were chosen', () => {
  assert.equal(shortLengthText(0.234, systemNamed('metric')), '23 cm');
  assert.equal(shortLengthText(1.26, systemNamed('metric')), '1.3 m');
  assert.equal(shortLengthText(0.9999, systemNamed('metric')), '1.0 m');
  assert.equal(shortLengthText(30.48, systemNamed('imperial')), '100 ft');
});
