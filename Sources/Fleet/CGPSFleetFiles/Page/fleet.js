// The page of a fleet: what is wired to what. An answer marks the page as changed, and one frame draws it.
import { isShown, readStyle } from './canvas.js';
import { Card } from './card.js';
import { choice, keep } from './choices.js';
import { ageOf, Devices, isLate, Poll } from './devices.js';
import { Dots, drawCircle, drawPath } from './dots.js';
import { latitudeOf, longitudeOf, readLines } from './geography.js';
import { hideButtonsWhenIdle } from './idle.js';
import { listenOnMap } from './gestures.js';
import { element, List, make, say } from './lists.js';
import { MapView } from './map.js';
import { Near } from './near.js';
import { isDark, switchTheme, watchTheme } from './theme.js';
import { nextSystem, systemNamed } from './units.js';

const devices = new Devices();
const dots = new Dots();
const map = new MapView(element('map'));
map.follows = false;
let system = systemNamed(choice('units'));
let hasFitted = false;
let frame = 0;
let fault = '';
let drawnAt = 0; // When devices were first drawn.

const list = new List(devices, choose);
const card = new Card(devices, redraw);
const near = new Near(devices, () => ({ latitude: latitudeOf(map.y), longitude: longitudeOf(map.x) }), { choose, changed: redraw });

// MARK: - Drawing

function redraw() {
  if (frame === 0) frame = requestAnimationFrame(draw);
}

function draw() {
  frame = 0;
  if (!isShown(map.canvas)) return;
  const { now } = devices;
  map.draw({
    tracks: [], others: [], place: null, claimed: null, cursor: null, system, isBeyond: false,
    label: `Map: ${dots.dots ?? 0} of ${devices.all.length} devices`,
    marks(pen, view) {
      if (card.path !== null) drawPath(pen, view, card.path);
      if (near.circle !== null) drawCircle(pen, view, near.circle);
      dots.gather(devices.all, view, now);
      dots.draw(pen, card.device);
    },
  });
  if (drawnAt === 0 && dots.dots > 0) drawnAt = performance.now();
}

/** The texts; each second, since ages grow. */
function drawTexts() {
  list.draw(card.device);
  card.draw(system);
  const { all, late, offline } = list.counts;
  const words = `${all} devices, ${late} late, ${offline} offline`;
  say(element('summary'), words);
  say(element('fault'), fault);
  element('fault').hidden = fault === '';
  redraw();
}

function changed(words) {
  const isNew = fault !== words;
  fault = words;
  if (words === '' && devices.all.length === 0) {
    fault = 'No device yet: start gpsbridge publish on one, or let this role read a tenant: INSERT INTO gpsbridge.reader VALUES (session_user, \'*\')';
  }
  // A part of a large fleet may stand in one place: all are seen once the list is complete, unless the map was moved meanwhile.
  if (!hasFitted && poll.hasList && devices.all.some((device) => device.x === device.x)) showAll();
  if (isNew && words === '') say(element('announce'), '');
  drawTexts();
}

// MARK: - What can be done

/** The least view with all positions. */
function showAll() {
  const placed = devices.all.filter((device) => device.x === device.x);
  if (placed.length === 0) return map.showWorld();
  hasFitted = true;
  const bounds = (values) => values.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)], [Infinity, -Infinity]);
  const [[west, east], [north, south]] = [bounds(placed.map(({ x }) => x)), bounds(placed.map(({ y }) => y))];
  [map.x, map.y, map.scale] = [(west + east) / 2, (north + south) / 2, Math.max(map.scale, 1)];
  map.zoom(map.scaleOf(1.2 * Math.max(east - west, 1e-5), 1.3 * Math.max(south - north, 1e-5)) / map.scale);
  return redraw();
}

/** Somebody has moved the map: it is not fitted any more. */
function moved() {
  hasFitted = true;
  redraw();
}

function choose(device) {
  if (device === undefined) return;
  hasFitted = true;
  if (device.x === device.x) {
    [map.x, map.y] = [device.x, device.y];
    if (map.scale < 2e5) map.zoom(2e5 / map.scale);
  }
  // A point for each pixel of the whole day would do; the picture may be zoomed by eight.
  card.open(device, Math.max(1, Math.round(1.8e9 / map.scale / 4)));
  drawTexts();
  say(element('announce'), `${device.tenant}/${device.name} is shown`);
}

function close() {
  const { device } = card;
  const hadFocus = element('part-card').contains(document.activeElement);
  card.open(null);
  drawTexts();
  // What is hidden cannot keep the focus.
  if (hadFocus) (list.buttonOf(device) ?? map.canvas).focus();
}

function zoom(factor) {
  map.zoom(factor);
  moved();
}

function changeUnits() {
  system = nextSystem(system);
  keep('units', system.name);
  sayChoices();
  drawTexts();
}

function sayChoices() {
  say(element('units'), system.speed.label);
  say(element('theme'), isDark() ? 'Light' : 'Dark');
}

function restyle() {
  readStyle();
  sayChoices();
  redraw();
}

const keys = [
  ['/', 'search for a device', () => element('search').focus()],
  ['F', 'show all devices', showAll],
  ['+', 'closer', () => zoom(2)],
  ['−', 'farther', () => zoom(0.5)],
  ['Arrows', 'move the map, while it has the focus'],
  ['0', 'the whole world', () => { map.showWorld(); moved(); }],
  ['U', 'units', changeUnits],
  ['T', 'light or dark', () => switchTheme(restyle)],
  ['Esc', 'close the device', close],
  ['?', 'this list', () => element('keys').showModal()],
];
const others = { '=': '+', '-': '−', Escape: 'Esc' };
const arrows = { ArrowLeft: [-60, 0], ArrowRight: [60, 0], ArrowUp: [0, -60], ArrowDown: [0, 60] };

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]') !== null) return;
  const isTyping = event.target.tagName === 'INPUT';
  if (isTyping && event.key === 'Escape') event.target.blur();
  if (isTyping) return;
  const arrow = arrows[event.key];
  if (arrow !== undefined && event.target === map.canvas) {
    map.move(...arrow);
    moved();
    event.preventDefault();
    return;
  }
  const wanted = (others[event.key] ?? event.key).toLowerCase();
  const act = keys.find(([key]) => key.toLowerCase() === wanted)?.[2];
  if (act === undefined) return;
  event.preventDefault();
  act();
});

for (const [key, words] of keys) element('keys-list').append(make('dt', key), make('dd', words));
element('keys-close').addEventListener('click', () => element('keys').close());
element('help').addEventListener('click', () => element('keys').showModal());
element('units').addEventListener('click', changeUnits);
element('theme').addEventListener('click', () => switchTheme(restyle));
element('closer').addEventListener('click', () => zoom(2));
element('farther').addEventListener('click', () => zoom(0.5));
element('all').addEventListener('click', showAll);
element('card-close').addEventListener('click', close);

let pressed = { x: 0, y: 0 };
map.canvas.addEventListener('pointerdown', (event) => { pressed = { x: event.offsetX, y: event.offsetY }; });
map.canvas.addEventListener('click', (event) => {
  // The end of a movement is not a click.
  if (Math.hypot(event.offsetX - pressed.x, event.offsetY - pressed.y) > 4) return;
  const mark = dots.at(event.offsetX, event.offsetY);
  if (mark === undefined) return;
  if (mark.count === 1) choose(mark.device);
  else {
    map.zoom(4, mark.x, mark.y);
    moved();
  }
});
listenOnMap(map, moved, element('map-hint'));
const hideWhenIdle = hideButtonsWhenIdle();
new ResizeObserver(redraw).observe(map.canvas);

// MARK: - Start

async function loadLines(name) {
  map[name === '/coast.bin' ? 'coast' : 'borders'] = await readLines((await fetch(name)).body);
  redraw();
}

watchTheme(restyle);
map.showWorld();
redraw();
const poll = new Poll(devices, changed);
poll.wake();
for (const name of ['/coast.bin', '/borders.bin']) loadLines(name).catch(() => {});
setInterval(() => {
  if (document.hidden) return;
  drawTexts();
  hideWhenIdle();
}, 1000);

/** For tests: what the page shows. */
window.fleet = Object.freeze({
  state: () => ({ devices: devices.all.length, dots: dots.dots, marks: dots.shown.map(({ x, y, count, device }) => ({ x, y, count, number: device.number })), fault, drawnAt }),
  device(number) {
    const device = devices.byNumber.get(number);
    return { pace: device.pace, age: ageOf(device, devices.now), isLate: isLate(device, devices.now) };
  },
});
