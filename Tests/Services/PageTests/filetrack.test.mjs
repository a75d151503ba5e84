import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './page.mjs';

const { FileTrack } = await page('files');

/** A pen that keeps the pieces of its path. */
class Pen {
  pieces = [];
  rect() {}
  moveTo(x, y) { this.at = [x, y]; }
  lineTo(x, y) {
    this.pieces.push([...this.at, x, y]);
    this.at = [x, y];
  }
}

const viewAt = (x, y, scale, width = 800, height = 600) => {
  const [left, top] = [width / 2 - x * scale, height / 2 - y * scale];
  return { width, height, x, scale, left, top, west: -left / scale, east: (width - left) / scale, north: -top / scale, south: (height - top) / scale };
};
const wave = (count, from = 0.5) => Array.from({ length: count }, (_, index) => [from + index * 1e-8, 0.4 + Math.sin(index / 40) * 1e-7]).flat();

test('a track is drawn within half a pixel of its points, at each scale, and with far fewer lines from afar', () => {
  const points = wave(50_000);
  const track = new FileTrack([points.slice()]);
  assert.equal(track.count, 50_000);
  for (const scale of [1e5, 1e6, 1e7, 1e8, 1e9]) {
    const view = viewAt(0.50025, 0.4, scale);
    const pen = new Pen();
    track.trace(pen, view);
    assert.ok(pen.pieces.length < 8000, `${pen.pieces.length} lines at ${scale}`);
    // Each point that is seen has a line near it.
    for (let index = 0; index < points.length; index += 997 * 2) {
      const [x, y] = [points[index] * scale + view.left, points[index + 1] * scale + view.top];
      if (x < 0 || x > view.width || y < 0 || y > view.height) continue;
      const nearest = Math.min(...pen.pieces.map(([fromX, fromY, toX, toY]) => {
        const length = Math.hypot(toX - fromX, toY - fromY) || 1;
        const part = Math.max(0, Math.min(1, ((x - fromX) * (toX - fromX) + (y - fromY) * (toY - fromY)) / length ** 2));
        return Math.hypot(fromX + part * (toX - fromX) - x, fromY + part * (toY - fromY) - y);
      }));
      assert.ok(nearest < 1, `${nearest} px at ${scale}`);
    }
  }
});

test('segments are not joined, and a track over 180° is in one piece', () => {
  const track = new FileTrack([wave(10), wave(10, 0.6)]);
  const pen = new Pen();
  track.trace(pen, viewAt(0.55, 0.4, 4000));
  assert.ok(pen.pieces.every(([from, , to]) => Math.abs(to - from) < 100));
  const across = new FileTrack([[0.999, 0.5, 0.9995, 0.5, 0.0005, 0.5, 0.001, 0.5], [0.002, 0.5, 0.003, 0.5]]);
  assert.ok(Math.abs(across.box.west - 0.999) < 1e-12 && Math.abs(across.box.east - 1.003) < 1e-12);
  for (const middle of [0.0001, 0.9999]) {
    const drawn = new Pen();
    across.trace(drawn, viewAt(middle, 0.5, 50_000));
    assert.ok(drawn.pieces.length >= 3 && drawn.pieces.every(([from, , to]) => Math.abs(to - from) < 100));
    const [x] = across.endIn(viewAt(middle, 0.5, 50_000));
    assert.ok(Math.abs(x - 400) < 200);
  }
});

test('a point alone is a dot, and a hundred thousand and more segments have a box', () => {
  const track = new FileTrack(Array.from({ length: 130_000 }, (_, index) => [0.5 + index * 1e-7, 0.4]));
  assert.ok(Math.abs(track.box.west - 0.5) < 1e-9 && Math.abs(track.box.east - 0.5129999) < 1e-9);
  const dots = [];
  new FileTrack([[0.5, 0.4]]).trace({ moveTo() {}, lineTo() {}, rect: (...box) => dots.push(box) }, viewAt(0.5, 0.4, 1e6));
  assert.deepEqual(dots.map((box) => box.map(Math.round)), [[399, 299, 2, 2]]);
});
