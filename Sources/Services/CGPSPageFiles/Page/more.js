// Further values of the fix: loaded when they are asked for.
import { accuracyText, heightText, joined } from './units.js';
import { element, make, setText } from './panels.js';
import { unknown } from './formats.js';
import { keep } from './choices.js';

/** Below this rate of climb a receiver at rest is meant. */
const leastClimb = 0.05;

let view;
const values = new Map();
const plain = (number, digits) => (number === undefined ? undefined : number.toFixed(digits));

function climbText(climb, { length }) {
  const sign = Math.abs(climb) < leastClimb ? '' : climb > 0 ? '+' : '−';
  return `${sign}${(Math.abs(climb) * length.factor).toFixed(1)} ${length.label}/s`;
}

const lines = [
  ['Above the sea', (fix, system) => fix.alt_msl_m !== undefined && joined(heightText(fix.alt_msl_m, system))],
  ['Above the ellipsoid', (fix, system) => fix.alt_hae_m !== undefined && joined(heightText(fix.alt_hae_m, system))],
  ['Height accuracy', (fix, system) => fix.v_acc_m !== undefined && joined(accuracyText(fix.v_acc_m, system))],
  ['Climb', (fix, system) => fix.climb_mps !== undefined && climbText(fix.climb_mps, system)],
  ['PDOP', (fix) => plain(fix.pdop, 2)],
  ['HDOP', (fix) => plain(fix.hdop, 2)],
  ['VDOP', (fix) => plain(fix.vdop, 2)],
  ['Rate', (fix, system, receiver) => `${Number((receiver.rate ?? 1 / receiver.interval).toFixed(1))} Hz`],
];

function show() {
  if (element('more').hidden) return;
  const receiver = view.model.chosen;
  const fix = view.said().isLive ? receiver?.fix : null;
  for (const [name, text] of lines) setText(values.get(name), (fix && text(fix, view.system, receiver)) || unknown);
}

export function toggle() {
  const isShown = element('more').hidden;
  keep('more', isShown);
  element('more').hidden = !isShown;
  element('more-button').setAttribute('aria-expanded', String(isShown));
  show();
}

export function begin(context) {
  view = context;
  for (const [name] of lines) {
    values.set(name, make('dd', unknown));
    element('more').append(make('div', make('dt', name), values.get(name)));
  }
  view.extras.push({ show });
}
