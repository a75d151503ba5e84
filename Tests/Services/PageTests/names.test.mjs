// Names of strangers, as they are shown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './page.mjs';

const { fileName, shownName } = await page('formats');

test('a name has no controls, line ends, direction marks or other characters that cannot be seen', () => {
  assert.equal(shownName('a\u202eb\u2066c\u200bd\u00ade\ufefff', '?'), 'abcdef');
  assert.equal(shownName('a\r\nb\u2028c\u2029d\u0000e', '?'), 'a b c d e');
  assert.equal(shownName('\ud800a\uffff', '?'), 'a');
  assert.equal(shownName('👨\u200d👩', '?'), '👨\u200d👩');
});

test('a name of nothing that can be seen is another one, and a long one is cut between characters', () => {
  for (const nothing of [undefined, null, '', ' \u202e\u200b ', '\n']) assert.equal(shownName(nothing, 'Mark 3'), 'Mark 3');
  assert.equal(shownName('abc', '?', 2), 'ab');
  assert.equal(shownName('a👨b', '?', 2), 'a');
  assert.equal(fileName({ name: `\u202e${'x'.repeat(300)}` }).length, 120);
  assert.equal(fileName({ name: '\u202e' }), 'The file');
});
