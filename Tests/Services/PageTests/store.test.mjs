import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './page.mjs';

const { Store, series } = await page('store');
const { meterAt, meterAtY, xOf, yOf } = await page('geography');

const small = 65_536;

/** Numbers that look like chance, and are the same each time. */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function row(time, more = {}) {
  return { time, x: 0.5, y: 0.35, meter: meterAt(48), speed: 1, altitude: 500, accuracy: 2, used: 10, signal: 40, ...more };
}

function filled(count, make = row, capacity = small) {
  const store = new Store(capacity);
  for (let index = 0; index < count; index += 1) store.add(make(index / 10, index));
  return store;
}

test('a range says the same as a look at all rows, also when the ring has gone round', () => {
  const random = numbers(7);
  const store = filled(200_000, (time) => row(time, { speed: random() < 0.1 ? NaN : random() * 30 }));
  const found = [0, 0];
  for (let round = 0; round < 300; round += 1) {
    const from = store.first + Math.floor(random() * small);
    const to = Math.min(store.count, from + Math.floor(random() * (round < 150 ? 400 : small)));
    let low = Infinity;
    let high = -Infinity;
    for (let sequence = from; sequence < to; sequence += 1) {
      const value = store.value('speed', sequence);
      if (value < low) low = value;
      if (value > high) high = value;
    }
    assert.equal(store.range('speed', from, to, found), low <= high);
    assert.deepEqual(found, [low, high]);
  }
});

test('one spike among all rows is found', () => {
  const store = filled(60_000, (time, index) => row(time, { speed: index === 31_234 ? 99 : 1 }));
  const found = [0, 0];
  store.range('speed', store.first, store.count, found);
  assert.deepEqual(found, [1, 99]);
});

test('times are found, before, between and behind', () => {
  const store = filled(1000);
  assert.equal(store.seek(-5), 0);
  assert.equal(store.seek(50), 500);
  assert.equal(store.seek(50.01), 501);
  assert.equal(store.seek(1e9), 1000);
  assert.equal(store.nearest(50.04), 500);
  assert.equal(store.nearest(50.06), 501);
  assert.equal(store.nearest(1e9), 999);
  assert.equal(new Store(small).nearest(5), -1);
});

test('what is told twice is kept once', () => {
  const store = filled(10);
  assert.equal(store.add(row(0.5)), false);
  assert.equal(store.add(row(0.9)), false);
  assert.equal(store.count, 10);
});

test('a clock that was set back begins the history anew', () => {
  const store = filled(10_000);
  assert.equal(store.add(row(100)), true);
  assert.equal(store.count, 1);
  assert.equal(store.newest, 100);
});

test('a row without a time is refused', () => {
  assert.equal(filled(3).add(row(NaN)), false);
});

test('a parked receiver adds nothing to the track', () => {
  assert.equal(filled(5000).levels[0].count, 1);
});

test('each level has points a step apart, and no fewer', () => {
  const meter = meterAt(48);
  const store = filled(20_000, (time, index) => row(time, { x: 0.5 + index * 1.01 * meter }));
  for (const level of store.levels) {
    const expected = 20_200 / Math.max(1.01, level.step);
    assert.ok(Math.abs(level.count - expected) <= 2 + expected / 50, `step ${level.step}: ${level.count}`);
  }
});

test('a tunnel is one gap in each level, and so is a time without rows', () => {
  const meter = meterAt(48);
  const store = filled(1000, (time, index) => row(time, index > 400 && index < 600 ? { x: NaN, y: NaN } : { x: 0.5 + index * meter }));
  store.add(row(200, { x: 0.5 }));
  for (const level of store.levels.slice(0, 4)) assert.equal(level.isGap.subarray(0, level.count).reduce((sum, each) => sum + each, 0), 2);
});

test('runs of a level hold each point in view', () => {
  const random = numbers(3);
  const meter = meterAt(48);
  let x = 0.5;
  let y = 0.35;
  const store = filled(30_000, (time) => row(time, { x: (x += (random() - 0.5) * 8 * meter), y: (y += (random() - 0.5) * 8 * meter) }));
  const level = store.levels[1];
  const view = [0.5 - 60 * meter, 0.35 - 60 * meter, 0.5 + 60 * meter, 0.35 + 60 * meter];
  const visited = new Set();
  const runs = level.runs(...view);
  for (let run = 0; run < runs.length; run += 2) for (let entry = runs[run]; entry < runs[run + 1]; entry += 1) visited.add(entry);
  for (let entry = 0; entry < level.count; entry += 1) {
    const index = level.at[entry];
    const isSeen = store.x[index] >= view[0] && store.x[index] <= view[2] && store.y[index] >= view[1] && store.y[index] <= view[3];
    assert.ok(!isSeen || visited.has(entry));
  }
  assert.ok(visited.size < level.count);
});

test('a thinner copy has a row a second, and the same values', () => {
  const thin = new Store(small);
  thin.addAll(filled(1000), 0.95, meterAtY);
  assert.equal(thin.count, 100);
  for (const name of series) assert.equal(thin.value(name, 50), filled(1000).value(name, 500));
});

test('a place is where it was, and a meter is a meter', () => {
  assert.ok(Math.abs(xOf(180) - 1) < 1e-12);
  assert.ok(Math.abs(yOf(0) - 0.5) < 1e-12);
  assert.ok(Math.abs(meterAtY(yOf(60)) / meterAt(60) - 1) < 1e-9);
});
