// Keys. Each has a button or a link as well, since not everybody has keys; letters without Control, Alt or Command alone.
import { element, make } from './panels.js';

/** What the list of keys says, in its order. */
const help = [
  ['F', 'follow the position'],
  ['+ −', 'zoom'],
  ['Arrows', 'move the map, or step through time, whichever has the focus'],
  ['[ ]', 'step through time'],
  ['1 … 5', 'go to now, the map, the sky, the history, the events'],
  ['C', 'color of the track'],
  ['U', 'units'],
  ['T', 'light or dark'],
  ['0', 'the whole world'],
  ['P', 'hold the history still; play or pause a recording'],
  ['Tab', 'receivers and buttons'],
  ['Esc', 'back to now'],
  ['?', 'this list'],
];

const parts = { 1: 'part-now', 2: 'part-map', 3: 'part-sky', 4: 'part-history', 5: 'part-events' };
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const panStep = 60;

/** Listens for keys. `act` has a function for each. */
export function listenForKeys(act, map, history) {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(SELECT|INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (document.querySelector('dialog[open]') !== null) return;
    if (handle(event, act, map, history)) event.preventDefault();
  });
}

function handle(event, act, map, history) {
  const arrow = arrows[event.key];
  if (arrow !== undefined) {
    if (event.target === map) act.pan(arrow[0] * panStep, arrow[1] * panStep);
    else if (event.target === history) act.step(arrow[0] - arrow[1]);
    else return false;
    return true;
  }
  if (Object.hasOwn(parts, event.key)) {
    goTo(parts[event.key]);
    return true;
  }
  const deeds = {
    f: act.follow, '+': act.zoomIn, '=': act.zoomIn, '-': act.zoomOut, '−': act.zoomOut, c: act.paint, u: act.units, t: act.theme,
    0: act.world, p: act.pause, '[': () => act.step(-1), ']': () => act.step(1), Escape: act.toNow, '?': showKeys,
  };
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (!Object.hasOwn(deeds, key)) return false;
  deeds[key]();
  return true;
}

/** Brings a part into view, and the focus to it. */
export function goTo(id) {
  const part = element(id);
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  part.scrollIntoView({ behavior: calm ? 'auto' : 'smooth', block: 'start' });
  part.focus({ preventScroll: true });
}

/** Shows the list of keys. */
export function showKeys() {
  element('keys').showModal();
}

/** Fills the list of keys, and lets its button close it. */
export function prepareKeys() {
  const dialog = element('keys');
  const list = dialog.querySelector('dl');
  for (const [key, meaning] of help) list.append(make('dt', key), make('dd', meaning));
  element('close-keys').addEventListener('click', () => dialog.close());
}
