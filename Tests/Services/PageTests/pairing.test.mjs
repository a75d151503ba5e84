import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './page.mjs';

const { Pairing } = await page('pairing');
const { medianOf } = await page('state');
const { wayBetween } = await page('geodesic');

const time = (second) => new Date(1_795_176_000_000 + second * 1000).toISOString();
const fix = (second, lat = 48.1, lon = 11.5, more = {}) => ({ type: 'fix', mode: '3d', time: time(second), lat, lon, alt_msl_m: 500, ...more });
const sky = (second, levels) => ({ time: time(second), satellites: Object.entries(levels).map(([id, level]) => ({ gnss: 'gps', id: Number(id), cn0_dbhz: level })) });

test('only positions of the same time are compared, in whichever order they come', () => {
  const pairing = new Pairing();
  for (let second = 0; second < 20; second += 1) pairing.takeFix(0, fix(second));
  assert.equal(pairing.latest, null);
  for (let second = 15; second < 30; second += 1) pairing.takeFix(1, fix(second, 48.1 + 2e-5, 11.5 - 1e-5, { alt_msl_m: 503 }));
  assert.equal(pairing.count, 5);
  assert.deepEqual([pairing.from, pairing.to, pairing.latest.time], [15, 19, 19].map((second) => 1_795_176_000 + second));
  const { north, east, up } = pairing.mean;
  const { meters } = wayBetween({ lat: 48.1, lon: 11.5 }, { lat: 48.1 + 2e-5, lon: 11.5 - 1e-5 });
  assert.ok(Math.abs(Math.hypot(north, east) - meters) < 1e-4 && north > 2.2 && east < -0.74 && Math.abs(up - 3) < 1e-9);
  // The first one's are there since long.
  assert.equal(pairing.takeFix(0, fix(25, 48.1)), true);
  assert.equal(pairing.latest.time, 1_795_176_025);
});

test('an epoch counts once, however often it is told', () => {
  const pairing = new Pairing();
  for (let round = 0; round < 3; round += 1) for (const side of [0, 1]) pairing.takeFix(side, fix(1));
  assert.equal(pairing.count, 1);
});

test('what is forged, without a fix, or without a time is not compared', () => {
  const pairing = new Pairing();
  for (const more of [{ suspect: 'spoofed' }, { mode: 'none' }, { lat: undefined }, { time: undefined }]) {
    assert.equal(pairing.takeFix(0, fix(1, 48.1, 11.5, more)), false);
    pairing.takeFix(1, fix(1));
    assert.equal(pairing.latest, null);
  }
});

test('beyond 10 km there is a difference of now, and no mean', () => {
  const pairing = new Pairing();
  pairing.takeFix(0, fix(1));
  pairing.takeFix(1, fix(1, 48.3));
  assert.ok(pairing.isFar && pairing.latest.north > 20_000 && pairing.mean === null);
});

test('180° is no edge, and a height that one of them lacks is not zero', () => {
  const pairing = new Pairing();
  pairing.takeFix(0, fix(1, 0, 179.99999));
  pairing.takeFix(1, fix(1, 0, -179.99999, { alt_msl_m: undefined }));
  assert.ok(Math.abs(pairing.mean.east - 2.226) < 0.001 && Number.isNaN(pairing.mean.up) && Number.isNaN(pairing.latest.up));
});

test('satellites of both have their difference, now and in the mean; the strongest signal counts', () => {
  const pairing = new Pairing();
  pairing.takeSky(0, sky(1, { 5: 40, 7: 30, 9: 44 }));
  pairing.takeSky(1, sky(1, { 5: 43, 7: 29, 12: 50, 9: 0 }));
  pairing.takeSky(1, sky(2, { 5: 45 }));
  const two = sky(2, { 5: 40 });
  two.satellites.push({ gnss: 'gps', id: 5, signal: 'L2C', cn0_dbhz: 41 });
  pairing.takeSky(0, two);
  assert.deepEqual(pairing.signals, [
    { key: 'gps 5', means: [40.5, 44], difference: 3.5, first: 41, second: 45 }, { key: 'gps 7', means: [30, 29], difference: -1 },
  ]);
  assert.deepEqual(pairing.medians, { mean: 1.25, now: 4, count: 1 });
  assert.deepEqual([medianOf([]), medianOf([3]), medianOf([1, 4])], [undefined, 3, 2.5]);
});

test('what waits is bounded', () => {
  const pairing = new Pairing();
  for (let second = 0; second < 10_000; second += 1) pairing.takeFix(0, fix(second));
  assert.equal(pairing.takeFix(1, fix(0)), false);
  assert.equal(pairing.takeFix(1, fix(9999)), true);
});

test('one that moves beside one at rest is named, as `compare` names it', () => {
  /** The mover of two that go so many meters a second, with the speeds that they report. */
  const mover = (ways, speeds = [0, 0], count = 100, accuracy = 2) => {
    const pairing = new Pairing();
    for (let second = 0; second < count; second += 1) {
      for (const side of [0, 1]) pairing.takeFix(side, fix(second, 48.1 + (ways[side] * second) / 111_200, 11.5, { h_acc_m: accuracy, speed_mps: speeds[side] }));
    }
    return pairing.mover;
  };
  assert.equal(mover([0, 0]), undefined);
  assert.equal(mover([0, 1.4]), 1);
  assert.equal(mover([1.4, 0]), 0);
  assert.equal(mover([1.4, 1.4]), undefined);
  // Of positions that hardly differ the speed decides, where most are faster than who stands.
  assert.equal(mover([0, 0], [0, 0.8]), 1);
  assert.equal(mover([0, 0], [0, 0.6]), undefined);
  // Less than twice the accuracy is no way, and without accuracies there is no rule.
  assert.equal(mover([0, 0.5], [0, 0], 100, 20), undefined);
  assert.equal(mover([0, 1.4], [0, 0], 100, null), undefined);
  // Of many positions some are looked at.
  assert.equal(mover([0, 0.01], [0, 0], 4000), 1);
  assert.equal(new Pairing().mover, undefined);
});
