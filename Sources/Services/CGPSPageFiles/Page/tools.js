// The tools: one of them is open. Where there is room they stand beside the map, and the sky in their place while none is open; on a
// phone a tool takes the place of the map and what is below it.
import { choice, keep } from './choices.js';
import { element } from './panels.js';

let tabs = [];
const panelOf = (tab) => element(tab.getAttribute('aria-controls'));
const toolOf = (tab) => tab.id.replace('-tab', '');
let wide;
const deeds = new Map();

/** The tool that is open; `sky` where none is. */
export let openTool = 'sky';

/** Calls back with whether a tool is open, whenever that changes, and at once where it is. */
export function onTool(name, deed) {
  deeds.set(name, deed);
  if (openTool === name) deed(true);
}

export function showTool(name) {
  if (name === openTool) return;
  const before = openTool;
  const hadFocus = document.querySelector('[role=tabpanel]:not([hidden])').contains(document.activeElement) || document.activeElement === element('tools-close');
  openTool = name;
  if (name === 'sky') delete document.body.dataset.tool;
  else document.body.dataset.tool = name;
  for (const tab of tabs) {
    const isOpen = toolOf(tab) === name;
    tab.setAttribute('aria-selected', String(isOpen));
    tab.tabIndex = isOpen ? 0 : -1;
    panelOf(tab).hidden = !isOpen;
  }
  if (hadFocus) element(`${name}-tab`).focus({ preventScroll: true });
  if (!wide.matches) scrollTo({ top: 0, behavior: 'instant' });
  keep('tool', name);
  deeds.get(before)?.(false);
  deeds.get(name)?.(true);
}

/** Closes the menu or the tool that is open; answers whether one was. */
export function closeTool() {
  const menu = document.querySelector('.menu[open]');
  if (menu) {
    menu.open = false;
    menu.firstElementChild.focus();
    return true;
  }
  if (openTool === 'sky') return false;
  showTool('sky');
  return true;
}

/** Brings a part into view, and the focus to it. */
export function goTo(id) {
  const part = element(id);
  const tab = tabs.find((each) => panelOf(each).contains(part));
  if (tab || !wide.matches) showTool(tab ? toolOf(tab) : 'sky');
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  part.scrollIntoView({ behavior: calm ? 'auto' : 'smooth', block: 'start' });
  part.focus({ preventScroll: true });
}

/** Listens for presses, and opens what was open. `load` loads what a tool needs. */
export function beginTools(load) {
  tabs = [...document.querySelectorAll('[role=tab]')];
  wide = matchMedia('(min-width: 68em)');
  for (const tab of tabs) {
    tab.addEventListener('click', () => {
      load(toolOf(tab));
      showTool(toolOf(tab));
    });
    tab.addEventListener('keydown', ({ key }) => {
      const shown = tabs.filter((each) => !each.hidden);
      const step = { ArrowRight: 1, ArrowLeft: shown.length - 1 }[key];
      if (!step) return;
      const next = shown[(shown.indexOf(tab) + step) % shown.length];
      next.click();
      next.focus();
    });
  }
  element('tools-close').addEventListener('click', () => showTool('sky'));
  // Two receivers may not be there yet.
  if (wide.matches && choice('tool') !== 'beside') tabs.find((tab) => toolOf(tab) === choice('tool'))?.click();
  // A menu ends with the next press, whether it chooses something or not.
  addEventListener('click', ({ target }) => {
    for (const menu of document.querySelectorAll('.menu[open]')) if (!menu.contains(target) || target.closest('button')) menu.open = false;
  });
  new IntersectionObserver(([{ intersectionRatio }]) => document.body.toggleAttribute('data-scrolled', intersectionRatio < 1), { rootMargin: '-48px 0px 0px', threshold: 1 }).observe(element('place'));
}
