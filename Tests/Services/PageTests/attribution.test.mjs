import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './page.mjs';

const { attributionParts } = await page('tiles');

test('an attribution keeps its links to the web and its signs, and no other mark', () => {
  assert.deepEqual(
    attributionParts('&copy; <a href="https://osm.org/copyright">Open &amp; free</a> <b>all</b>&#33;<script>alert(1)</script>'
      + '<a href="javascript:alert(1)">no</a>'),
    [
      { text: '© ', href: undefined }, { text: 'Open & free', href: 'https://osm.org/copyright' }, { text: ' ', href: undefined },
      { text: 'all', href: undefined }, { text: '!', href: undefined }, { text: 'no', href: undefined }]);
});
