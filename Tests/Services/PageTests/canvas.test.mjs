import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './page.mjs';

const { label } = await page('canvas');

test('the label of a picture has other words and the first satellite at once, and other numbers later', () => {
  const told = [];
  const canvas = { ariaLabel: null, setAttribute(name, text) { this.ariaLabel = text; told.push(text); } };
  const texts = ['Sky: 0 satellites used', 'Sky: 9 satellites used', 'Sky: 10 satellites used', 'Sky: not live', 'Sky: 0 satellites used'];
  for (const text of texts) label(canvas, text);
  assert.deepEqual(told, texts.filter((text) => !text.includes('10')));
});
