import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './page.mjs';

// The module draws in a page only once it has begun.
globalThis.document = { getElementById: () => ({}), documentElement: {}, querySelector: () => null };
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
const { ringsFor } = await page('rings');
const { systemNamed, systems } = await page('units');

test('rings are three multiples of a round length, in the units that were chosen, and the last fits', () => {
  assert.deepEqual(ringsFor(1000, systemNamed('metric')), [
    { meters: 200, text: '200 m' }, { meters: 400, text: '400 m' }, { meters: 600, text: '600 m' },
  ]);
  assert.deepEqual(ringsFor(1852 * 3.3, systemNamed('nautical')).map((ring) => ring.text), ['1 nmi', '2 nmi', '3 nmi']);
  for (const system of systems) {
    for (const room of [3, 47, 801, 12_345, 1.5e6]) {
      const rings = ringsFor(room, system);
      assert.ok(rings[2].meters <= room && rings[2].meters > room / 3, `${rings[2].meters} in ${room}`);
      for (const [index, { meters }] of rings.entries()) assert.ok(Math.abs(meters - rings[0].meters * (index + 1)) < 1e-6 * meters);
    }
  }
});
