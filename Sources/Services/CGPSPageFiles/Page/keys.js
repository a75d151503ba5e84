// Keys. Each has a button or a link as well, since not everybody has keys; letters without Control, Alt or Command alone.
import { closeTool, goTo } from './tools.js';

const parts = { 1: 'part-now', 2: 'part-map', 3: 'part-sky', 4: 'part-history', 5: 'part-events' };
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const zooms = { '+': 2, '=': 2, '-': 0.5, '−': 0.5 };
const panStep = 60;

export function listenForKeys(act, map, history) {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(SELECT|INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (document.querySelector('dialog[open]') !== null) return;
    if (handle(event, act, map, history)) event.preventDefault();
  });
}

function handle(event, act, map, history) {
  if (event.target === history && zooms[event.key] !== undefined) {
    act.zoomTime(zooms[event.key]);
    return true;
  }
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
    f: act.follow, '+': act.zoomIn, '=': act.zoomIn, '-': act.zoomOut, '−': act.zoomOut, c: act.paint, u: act.units, x: act.nextForm, a: act.openAlarms, m: act.markPlace, r: act.rings, n: act.courseUp, w: act.whole, s: act.strips, o: act.manOverboard, q: act.openCodes, t: act.theme,
    0: act.world, p: act.pause, '[': () => act.step(-1), ']': () => act.step(1), Escape: act.toNow, '?': act.showKeys,
  };
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if ((key === 'Escape' && document.body.dataset.view === 'wall') || (key === 'w' && event.shiftKey)) {
    act.wall();
    return true;
  }
  if (key === 'Escape' && closeTool()) return true;
  if (!Object.hasOwn(deeds, key)) return false;
  deeds[key]();
  return true;
}
