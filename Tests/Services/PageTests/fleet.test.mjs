import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fleetPage } from './page.mjs';

const { ageOf, Devices, faults, isLate, Poll, presenceOf, spanText, timeText } = await fleetPage('devices');
const now = Date.UTC(2026, 10, 27, 12);

function devices(...rows) {
  const made = new Devices();
  made.takeRows(rows);
  return made;
}

/** A device with a position of so many milliseconds ago. */
function aged(age, { pace = 60_000, received = age } = {}) {
  return devices([1, 'acme', 'one', now - age, now - received, 475000000, 94000000, 100, 0, 1500, pace]).all[0];
}

test('a position is late after three messages and ten seconds', () => {
  for (const [device, late] of [
    [aged(180_000), false], [aged(180_001), true], [aged(9000, { pace: 1000 }), false], [aged(10_001, { pace: 1000 }), true],
    // A fast clock: the arrival counts. A backlog: the position counts.
    [aged(-3_600_000, { received: 200_000 }), true], [aged(3_600_000, { received: 1000 }), true],
  ]) assert.equal(isLate(device, now), late);
  assert.equal(ageOf(aged(-5000), now), 0);
});

test('a device without a position is neither late nor in time', () => {
  const [device] = devices([1, 'acme', 'one', null, null, null, null, null, null, null, null]).all;
  assert.equal(isLate(device, now), null);
  assert.equal(presenceOf(device, now), 'unknown');
});

test('a device is online while its batches arrive, also with a backlog', () => {
  assert.equal(presenceOf(aged(1000), now), 'online');
  assert.equal(presenceOf(aged(400_000), now), 'offline');
  assert.equal(presenceOf(aged(9e6, { received: 1000 }), now), 'online');
  assert.equal(presenceOf(aged(-9e6, { received: 400_000 }), now), 'offline');
});

test('changes are taken, and a stranger is reported', () => {
  const all = devices([7, 'acme', 'one', now, now, 475000000, 94000000, 100, 0, 1500, 60000]);
  assert.equal(all.takeChanges([[7, now + 5, now + 6, 10000000, -1800000000, null, null, null, 5000]]), false);
  const [device] = all.all;
  assert.deepEqual([device.time, device.received, device.latitude, device.longitude, device.pace], [now + 5, now + 6, 1, -180, 5000]);
  assert.ok(Number.isNaN(device.speed));
  assert.equal(all.takeChanges([[8, now, now, 1, 1, null, null, null, 5000]]), true);
});

test('spans and times have one form each', () => {
  assert.deepEqual([0, 59_999, 60_000, 3_599_999, 3_600_000, 172_800_000].map(spanText), ['0 s', '59 s', '1 min', '59 min', '1 h', '2 d']);
  assert.equal(timeText(now - 1000, now), '11:59:59 UTC');
  assert.equal(timeText(now - 86_400_000, now), '2026-11-26 12:00:00 UTC');
});

test('numbers that are missing are ranges in words', () => {
  const ranges = Array.from({ length: 30 }, (_, index) => [index * 10, index * 10 + 1]);
  const [missing, dropped, gap] = faults({ missing: ranges, dropped: [[5, 5]], events: [['gap', now, now + 60_000, 'no_sky'], ['event', now, null, 'x']] }, now);
  assert.match(missing, /^60 numbers have not arrived: 0–1, .*190–191, …$/);
  assert.equal(dropped, '1 number was dropped by the device: 5');
  assert.equal(gap, 'No position from 12:00:00 UTC for 1 min: no sky');
});

/** Lets a poll ask until it pauses; returns the questions, and the time in milliseconds until the next one. */
async function polled(poll, ...answers) {
  const asked = [];
  globalThis.fetch = async (path) => {
    asked.push(path);
    return { ok: true, status: 200, headers: new Map([['Content-Type', 'application/json'], ['ETag', '"x"']]), json: async () => answers.shift() };
  };
  const pause = await new Promise((resolve) => {
    globalThis.setTimeout = (_, milliseconds) => resolve(milliseconds);
    poll.wake();
  });
  return [...asked, pause];
}

test('changes are asked for in microseconds, at once where more are waiting, and each minute those of the last one again', async (context) => {
  const { setTimeout, fetch } = globalThis;
  context.after(() => Object.assign(globalThis, { setTimeout, fetch }));
  context.mock.timers.enable({ apis: ['Date'], now });
  globalThis.document = { hidden: false, addEventListener() {} };
  const poll = new Poll(new Devices(), () => {});
  const until = now * 1000 + 123;
  const changes = { now, moved: [] };
  assert.deepEqual(await polled(poll, { now, devices: [], next: null, until }), ['/fleet.json?after=0', 2000]);
  assert.deepEqual(await polled(poll, { ...changes, until: until + 1, more: true }), [`/fleet.json?since=${until}`, 0]);
  // An answer that leads nowhere must not be asked for without a pause.
  assert.deepEqual(await polled(poll, { ...changes, until: until + 1, more: true }), [`/fleet.json?since=${until + 1}`, 2000]);
  context.mock.timers.setTime(now + 60_001);
  assert.deepEqual(await polled(poll, { ...changes, until: until + 5, more: false }), [`/fleet.json?since=${until + 1 - 60_000_000}`, 2000]);
  assert.deepEqual(await polled(poll, { ...changes, until: until + 5, more: false }), [`/fleet.json?since=${until + 5}`, 2000]);
});
