import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './page.mjs';

let kept = {};
let isFull = false;
globalThis.localStorage = {
  getItem: (key) => kept[key] ?? null,
  setItem(key, text) {
    if (isFull) throw new Error('QuotaExceededError');
    kept[key] = text;
  },
};
const { choice, keep } = await page('choices');

test('a choice is kept beside those of other pages', () => {
  keep('units', 'knots');
  assert.equal(choice('units'), 'knots');
  kept.gpsbridge = '{"units":"mph","theme":"dark"}';
  assert.equal(choice('units'), 'mph');
  keep('course', true);
  assert.deepEqual(JSON.parse(kept.gpsbridge), { units: 'mph', theme: 'dark', course: true });
});

test('a browser that keeps nothing holds a choice until the page is closed', () => {
  isFull = true;
  keep('course', false);
  keep('strips', ['hdop']);
  assert.equal(choice('course'), false);
  assert.deepEqual(choice('strips'), ['hdop']);
  assert.equal(choice('theme'), 'dark');
  const storage = globalThis.localStorage;
  globalThis.localStorage = { getItem() { throw new Error('SecurityError'); } };
  assert.deepEqual(choice('strips'), ['hdop']);
  keep('course', true);
  assert.equal(choice('course'), true);
  globalThis.localStorage = storage;
  isFull = false;
  keep('units', 'km/h');
  assert.deepEqual(JSON.parse(kept.gpsbridge), { units: 'km/h', theme: 'dark', course: true, strips: ['hdop'] });
});
