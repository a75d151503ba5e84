// The map on the whole screen, by layout alone, for some phones have no API for it, and large letters for a wall. Loaded after the first position.
import { hideButtonsWhenIdle } from './idle.js';
import { element, setPressed, setText } from './panels.js';

let view;

const isWhole = () => document.body.dataset.whole !== undefined;

function leave() {
  delete document.body.dataset.whole;
  setPressed(element('whole'), false);
  if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
  view.restyle();
}

export function toggle() {
  if (isWhole()) {
    leave();
    return;
  }
  document.body.dataset.whole = 'yes';
  setPressed(element('whole'), true);
  if (!element('part-map').contains(document.activeElement)) element('map').focus({ preventScroll: true });
  setText('note', 'The map is on the whole screen; Escape leaves it');
  // On a phone the bars of the browser go as well, where it can do that.
  if (matchMedia('(pointer: coarse)').matches) document.documentElement.requestFullscreen?.().catch(() => {});
  view.restyle();
}

/** Shows what is read from afar, or the whole page again. */
export function toggleWall() {
  const { dataset } = document.body;
  if (dataset.view === 'wall') delete dataset.view;
  else dataset.view = 'wall';
}

export function begin(context) {
  view = context;
  addEventListener('keydown', (event) => {
    if (!isWhole() || document.querySelector('dialog[open]')) return;
    // The other parts are hidden: a key that goes to one shows it.
    if (/^[1-5]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) leave();
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    leave();
  }, { capture: true });
  // A browser that leaves it takes the key for itself.
  document.addEventListener('fullscreenchange', () => { if (!document.fullscreenElement && isWhole()) leave(); });
  view.extras.push({ second: hideButtonsWhenIdle() });
}
