import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './page.mjs';

// The module touches a page only once it has begun.
globalThis.document = { getElementById: () => ({}), documentElement: {}, querySelector: () => null };
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
const { CircleTracker } = await page('marks');

/** Whether a circle counts as left after a position; undecided it does not. */
function look(tracker, circle, device = 'one') {
  tracker.update(circle, device);
  return tracker.isOutside === true;
}

/** Whether a circle of 50 m counts as left after each of some distances, by positions of an accuracy. */
function states(distances, { accuracy = 4, radius = 50, tracker = new CircleTracker(), id = 1 } = {}) {
  return distances.map((meters) => look(tracker, { meters, radius, id, place: { h_acc_m: accuracy } }));
}

const [yes, no] = [true, false];

test('three positions in a row beyond the margin leave a circle, and three well inside end it', () => {
  assert.deepEqual(states([61, 61, 61, 39, 39, 39]), [no, no, yes, yes, yes, no]);
  assert.deepEqual(states([61, 61, 39, 61, 61, 61]), [no, no, no, no, no, yes]);
  // Within the margin a position neither counts nor breaks a row.
  assert.deepEqual(states([61, 61, 55, 45, 61, 45, 45, 45]), [no, no, no, no, yes, yes, yes, yes]);
});

test('the margin is 10 m, or 2.5 times the accuracy', () => {
  assert.deepEqual(states([60, 60, 60]), [no, no, no]);
  assert.deepEqual(states([74, 74, 74], { accuracy: 10 }), [no, no, no]);
  assert.deepEqual(states([76, 76, 76], { accuracy: 10 }), [no, no, yes]);
  // A receiver without an accuracy has the least margin.
  assert.deepEqual(states([61, 61, 61], { accuracy: undefined }), [no, no, yes]);
  // In a circle smaller than its margin, the way inside is half the radius, and the rest is added outside.
  assert.deepEqual(states([24, 24, 24, 25, 25, 25], { radius: 8 }), [no, no, no, no, no, yes]);
});

test('a position counts once, and another circle begins anew', () => {
  const tracker = new CircleTracker();
  const place = { h_acc_m: 4 };
  for (let count = 0; count < 5; count += 1) assert.equal(look(tracker, { meters: 90, radius: 50, id: 1, place }), false);
  assert.deepEqual(states([90, 90], { tracker }), [no, yes]);
  assert.deepEqual(states([90, 90, 90], { tracker, id: 2 }), [no, no, yes]);
  assert.equal(look(tracker, { meters: 90, radius: 50, id: 2, place }, 'two'), false);
});
