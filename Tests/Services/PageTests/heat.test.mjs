import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './page.mjs';

const { cellAt, Heat, heatCells } = await page('heat');

/** Numbers that look random, the same at each run. */
function* random(seed = 7) {
  for (let state = seed; ; state = (state * 16807) % 2147483647) yield state / 2147483647;
}

test('each direction has one cell, which reaches around it, and no cell is much larger than another', () => {
  const numbers = random();
  for (let count = 0; count < 5000; count += 1) {
    const [azimuth, elevation] = [numbers.next().value * 720 - 180, numbers.next().value * 90];
    const cell = heatCells[cellAt(azimuth, elevation)];
    const turned = ((azimuth % 360) + 360) % 360;
    assert.ok(cell.low <= elevation && elevation <= cell.high && cell.west <= turned + 1e-9 && turned < cell.east + 1e-9, `${azimuth} ${elevation}`);
  }
  const sizes = heatCells.map(({ low, high, west, east }) => (Math.sin((high * Math.PI) / 180) - Math.sin((low * Math.PI) / 180)) * (east - west));
  assert.ok(Math.max(...sizes) / Math.min(...sizes) < 2.2);
});

test('the median of a cell is that of all that was heard from there', () => {
  const heat = new Heat();
  const kept = new Map();
  const numbers = random(3);
  for (let round = 0; round < 400; round += 1) {
    const satellites = Array.from({ length: 30 }, () => ({
      az_deg: Math.floor(numbers.next().value * 360), el_deg: Math.floor(numbers.next().value * 90), cn0_dbhz: Math.floor(numbers.next().value * 55),
    }));
    heat.add([...satellites, { az_deg: 5, el_deg: 5 }, { cn0_dbhz: 40 }, { az_deg: 5, el_deg: -3, cn0_dbhz: 50 }]);
    for (const { az_deg, el_deg, cn0_dbhz } of satellites) {
      if (cn0_dbhz === 0) continue;
      const cell = cellAt(az_deg, el_deg);
      kept.set(cell, [...(kept.get(cell) ?? []), cn0_dbhz]);
    }
  }
  for (const { index } of heatCells) {
    const values = kept.get(index)?.sort((one, other) => one - other);
    assert.equal(heat.median(index), values?.[Math.ceil(values.length / 2) - 1]);
  }
});
