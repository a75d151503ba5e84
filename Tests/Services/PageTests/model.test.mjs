import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './page.mjs';

const { Model } = await page('model');

const device = 'sim/ttyACM0';
const start = Date.parse('2026-11-23T10:00:00.000Z') / 1000;
const at = (seconds) => new Date((start + seconds) * 1000).toISOString();
const fix = (seconds, epoch, more = {}) => ({
  type: 'fix', v: 1, device, epoch, state: 'live', mode: '3d', lat: 48.1, lon: 11.5, received: at(seconds), time: at(seconds - 37), ...more,
});

function times(model) {
  return Array.from({ length: model.full.count }, (_, index) => Math.round(model.full.timeOf(index) - start));
}

test('a row of the history stands where it was received, whatever the clock of the receiver is off now', () => {
  const model = new Model();
  model.take(fix(0, 1));
  const { time } = model.rowOf(model.chosen, fix(-100, 0, { time: at(-100) }));
  assert.equal(time, start - 100);
});

test('a row without a time of its own stands where it was received', () => {
  const model = new Model();
  model.take(fix(0, 1));
  assert.equal(model.rowOf(model.chosen, { type: 'fix', device, mode: 'none', received: at(-50), sats_used: 0 }).time, start - 50);
});

test('the history outlives a clock of the service that is set back', () => {
  const model = new Model();
  model.take({ type: 'hello', v: 1, now: at(0), receivers: [] });
  for (let second = 0; second < 20; second += 1) model.take(fix(second, second + 1));
  for (let second = 20; second < 30; second += 1) model.take(fix(second - 3600, second + 1));
  assert.equal(model.full.count, 30);
  const rows = times(model);
  assert.equal(rows[0], -3600);
  assert.deepEqual(rows.slice(1).map((time, index) => time - rows[index]), Array(29).fill(1));
});

test('a record that is repeated does not set the clock back', () => {
  const model = new Model();
  for (let second = 0; second < 5; second += 1) model.take(fix(second, second + 1));
  model.take(fix(1, 2));
  assert.deepEqual(times(model), [0, 1, 2, 3, 4]);
});

test('a time with a bad verdict is a band, from its beginning to the next verdict', () => {
  const model = new Model();
  const verdict = (seconds, code) => model.take({ type: 'verdict', v: 1, device, at: at(seconds), code, what: 'a', why: 'b', do: 'c' });
  verdict(0, 'good');
  verdict(10, 'spoofed');
  verdict(12, 'spoofed');
  verdict(40, 'good');
  assert.deepEqual(model.room(model.chosen).bands, [{ code: 'spoofed', from: start + 10, to: start + 40 }]);
});

test('fetched rows before the clock of the service was set back stay as long ago as they were', () => {
  const model = new Model();
  model.hold();
  model.take(fix(0, 300));
  let before = NaN;
  const rows = [...Array.from({ length: 20 }, (_, index) => index - 100), ...Array.from({ length: 20 }, (_, index) => index - 3690)];
  for (const [index, second] of rows.entries()) {
    before = model.addFetched(model.chosen, { type: 'fix', device, epoch: index, mode: 'none', received: at(second), time: at(0) }, before);
  }
  assert.deepEqual(times(model).map((time) => time + 3690), Array.from({ length: 40 }, (_, index) => index - 20));
});

test('a fetched row that is there already moves nothing', () => {
  const model = new Model();
  for (let second = 0; second < 10; second += 1) model.take(fix(second, second + 1));
  let before = NaN;
  for (let second = 4; second < 12; second += 1) before = model.addFetched(model.chosen, fix(second, second + 1), before);
  assert.deepEqual(times(model), Array.from({ length: 12 }, (_, index) => index));
});

test('what another start of the service does not list is gone, and another one is chosen', () => {
  const model = new Model();
  const hello = (isNew, ...devices) => model.take({ type: 'hello', v: 1, now: at(10), isNew, receivers: devices.map((each) => ({ device: each })) });
  const other = 'sim:walk';
  hello(false, other, device);
  model.take(fix(9, 1, { device: other }));
  model.take(fix(9, 1));
  model.take({ type: 'event', v: 1, device: other, at: at(10), event: 'detached' });
  // What is unplugged stays, and so do all while the service has found none yet; their verdicts were those of another start.
  model.take({ type: 'verdict', v: 1, device, at: at(10), code: 'good', what: 'The receiver has a fix.' });
  hello(false, device);
  assert.equal(model.receivers.named(device).verdict.code, 'good');
  hello(true, device, other);
  hello(true, 'auto');
  assert.equal(model.receivers.named(device).verdict, null);
  hello(true);
  assert.deepEqual([model.chosen.device, model.receivers.all.length], [other, 3]);
  hello(true, device);
  assert.deepEqual([model.chosen.device, model.receivers.all.length, model.receivers.named(other), model.rooms.size], [device, 1, undefined, 1]);
  assert.deepEqual(times(model), [9]);
});
