// Rings of round distances around the position. Loaded when they are asked for.
import { choice, keep } from './choices.js';
import { circle, colors, setFont, stroke, textScale } from './canvas.js';
import { meterAt, xOf, yOf } from './geography.js';
import { pixelOf } from './map.js';
import { element, setPressed } from './panels.js';
import { roundLength } from './units.js';

const count = 3;
let view;

/** The radii in meters and their texts, for a map with so much room around the position. */
export function ringsFor(meters, system) {
  const { meters: step, text } = roundLength(meters / count, system);
  const [number, unit] = text.split(' ');
  return Array.from({ length: count }, (_, index) => ({ meters: step * (index + 1), text: `${Number((Number(number) * (index + 1)).toPrecision(6))} ${unit}` }));
}

function drawRings(pen, map) {
  const place = view.model.chosen?.good;
  if (!place || !choice('rings')) return;
  const [x, y] = pixelOf({ x: xOf(place.lon), y: yOf(place.lat) }, map);
  const pixels = meterAt(place.lat) * map.scale;
  const rings = ringsFor((Math.min(map.width, map.height) * 0.48) / pixels, view.system);
  setFont(pen, 11);
  for (const { meters, text } of rings) {
    circle(pen, x, y, meters * pixels);
    stroke(pen, colors.quiet, 1, [3, 4]);
    const top = y - meters * pixels + 4 * textScale;
    const wide = pen.measureText(text).width;
    pen.fillStyle = colors.water;
    pen.fillRect(x - wide / 2 - 3, top - 11 * textScale, wide + 6, 14 * textScale);
    pen.fillStyle = colors.text;
    pen.fillText(text, x - wide / 2, top);
  }
}

function show() {
  setPressed(element('rings'), Boolean(choice('rings')));
  view.mark('map');
}

export function toggle() {
  keep('rings', !choice('rings'));
  show();
}

export function begin(context) {
  view = context;
  view.extras.push({ marks: drawRings });
  show();
}
