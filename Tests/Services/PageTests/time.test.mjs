import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './page.mjs';

let [own, wall] = [0, 1.8e12];
globalThis.performance.now = () => own;
Date.now = () => wall;
const { onWaking, ownTime } = await page('time');

/** Moves both clocks, in seconds; returns how far the time of the page went. */
function pass(seconds, real = seconds) {
  const before = ownTime();
  own += seconds * 1000;
  wall += real * 1000;
  return Math.round((ownTime() - before) * 10) / 10;
}

test('the time of the page goes on through a sleep, which is reported with its length', () => {
  const sleeps = [];
  onWaking((seconds) => sleeps.push(Math.round(seconds)));
  // Of each row: the seconds by the clock that a sleep stops and by the other one, how far the time went, and the sleeps noticed.
  for (const [seconds, real, far, noticed] of [
    [1, 1, 1, []], [0, 60, 60, [60]], [1, 9 * 3600, 9 * 3600, [9 * 3600 - 1]],
    // A drift, a clock that is set by less, and one that is set back are none.
    [10, 10.5, 10, []], [1, 2.9, 1, []], [1, -3600, 1, []], [1, 1, 1, []], [0, 3600, 3600, [3600]],
  ]) {
    sleeps.length = 0;
    assert.equal(pass(seconds, real), far);
    assert.deepEqual(sleeps, noticed);
  }
});
