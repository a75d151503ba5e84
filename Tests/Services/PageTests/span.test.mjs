import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './page.mjs';

// The module shows its results in a page, which it touches only once it has begun.
const places = {};
const place = () => ({ textContent: '', parentElement: { prepend() {} }, append() {}, addEventListener() {} });
globalThis.document = { getElementById: (id) => places[id] ??= place(), createElement: place, documentElement: {}, querySelector: () => null };
globalThis.getComputedStyle = () => ({ getPropertyValue: () => '' });
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
const { Store } = await page('store');
const { begin, tripOf, tripText } = await page('span');
const { meterAt, xOf, yOf } = await page('geography');
const { systemNamed } = await page('units');

const near = (found, wanted, tolerance) => assert.ok(Math.abs(found - wanted) <= tolerance, `${found} is not ${wanted} ± ${tolerance}`);

/** Rows of parts `[seconds, m/s, m/s of climb, whether the receiver reports a speed]` that go north. */
function rows(parts, rate = 1, noise = () => 0) {
  const store = new Store(65_536 * 2);
  let [time, north, altitude] = [1000, 0, 500];
  for (const [seconds, speed, climb = 0, hasSpeed = true, isGap = false] of parts) {
    for (let step = 0; step < seconds * rate; step += 1) {
      time += 1 / rate;
      north += speed / rate;
      altitude += climb / rate;
      if (isGap) continue;
      const latitude = 48 + north / 111_200;
      store.add({ time, x: xOf(11), y: yOf(latitude), meter: meterAt(latitude), speed: hasSpeed ? speed + noise() : NaN, altitude, accuracy: 2, used: 9, signal: 40 });
    }
  }
  return store;
}

const tripIn = (store) => tripOf(store, store.first, store.count);

test('a trip has the distance, the time in motion, the greatest speed and the climb of its motion alone', () => {
  const trip = tripIn(rows([[60, 0.1], [300, 10, 0.2], [10, 0.1], [100, 20, -0.5], [120, 0.2]]));
  near(trip.meters, 5000, 40);
  // A halt of ten seconds is shorter than a rest.
  near(trip.moving, 410, 3);
  near(trip.fastest, 20, 0.01);
  near(trip.climb, 60, 5);
  near(trip.descent, 50, 5);
  assert.equal(tripText(trip, systemNamed('metric')).split(' · ')[0], '5.0 km');
});

test('a receiver at rest goes nowhere, however long and however noisy', () => {
  let state = 7;
  const noise = () => {
    state = (state * 16_807) % 2_147_483_647;
    return (state / 2_147_483_647) * 0.45;
  };
  const trip = tripIn(rows([[30_000, 0]], 1, noise));
  assert.deepEqual([trip.meters, trip.moving], [0, 0]);
  assert.equal(tripText(trip, systemNamed('metric')), 'At rest');
  // One or two seconds of noise above the threshold are no departure.
  assert.equal(tripIn(rows([[60, 0], [1, 3], [60, 0], [1, 2], [60, 0.1]])).moving, 0);
});

test('without a position nothing is said of motion or rest', () => {
  const store = new Store(16);
  store.add({ time: 1000, x: NaN, y: NaN, meter: 0, speed: NaN, altitude: NaN, accuracy: NaN, used: 0, signal: NaN });
  for (const each of [store, new Store(16)]) assert.equal(tripText(tripIn(each), systemNamed('metric')), '–');
});

test('across a gap the straight line counts, and no time', () => {
  const trip = tripIn(rows([[100, 10], [60, 10, 0, true, true], [100, 10]]));
  near(trip.meters, 2600, 30);
  near(trip.moving, 199, 4);
});

test('without speeds the way is that between the positions', () => {
  const trip = tripIn(rows([[60, 0, 0, false], [200, 5, 0, false]]));
  near(trip.meters, 1000, 15);
  assert.ok(Number.isNaN(trip.fastest));
  assert.ok(!tripText(trip, systemNamed('nautical')).includes('fastest'));
});

test('a long time at a high rate gives the same as at one a second', () => {
  const parts = [[600, 0.1], [9000, 10, 0.01], [600, 0.1]];
  const trip = tripIn(rows(parts, 10));
  near(trip.meters, 90_000, 300);
  near(trip.moving, 9000, 30);
  near(trip.climb, 90, 10);
});

test('a recording with a fix each ten seconds or each minute has a trip', () => {
  for (const interval of [10, 60]) {
    const trip = tripIn(rows([[1200, 0.1], [6000, 10], [1200, 0.1]], 1 / interval));
    near(trip.meters, 60_000, 15 * interval);
    near(trip.moving, 6000, 2 * interval);
    assert.equal(tripIn(rows([[6000, 0]], 1 / interval)).moving, 0);
  }
});

test('a way across gaps alone is no rest', () => {
  const trip = tripIn(rows([[60, 0], [60, 10, 0, true, true], [60, 0]]));
  near(trip.meters, 600, 15);
  assert.match(tripText(trip, systemNamed('metric')), /^60\d m · fastest/);
});

test('the trip has the last rows of a recording, though they come within a second of others and nothing follows', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0.4;
  t.mock.method(performance, 'now', () => now);
  const wait = (milliseconds) => {
    for (let step = 0; step < milliseconds; step += 1) {
      now += 1;
      t.mock.timers.tick(1);
    }
  };
  let looks = 0;
  const view = {
    charts: { span: 600, heldEnd: NaN }, system: systemNamed('metric'), link: 'recorded', extras: [], mark() {},
    model: { full: rows([[300, 10]]) },
    get shownTimes() {
      looks += 1;
      return { from: 1000, to: 1600 };
    },
  };
  begin(view, {});
  const [{ history }] = view.extras;
  history();
  wait(200);
  assert.match(places.trip.textContent, /^3\.0 km/);
  view.model.full = rows([[600, 10]]);
  history();
  history();
  wait(500);
  assert.match(places.trip.textContent, /^3\.0 km/);
  wait(400);
  assert.match(places.trip.textContent, /^6\.0 km/);
  // And that is all: no timer follows another.
  wait(5000);
  assert.equal(looks, 4);
});
