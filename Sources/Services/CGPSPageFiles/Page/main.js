// Wiring: records to the model, and keys, buttons and fingers to the view.
import { choice, keep } from './choices.js';
import { early, leaveEarly } from './early.js';
import { isoText, seconds } from './formats.js';
import { addSheet, element, setPressed, setText } from './panels.js';
import { readLines } from './geography.js';
import { Model } from './model.js';
import { nextSystem } from './units.js';
import { moreQuery, readHistory, readJSON } from './loading.js';
import { Recordings } from './recordings.js';
import { SharedStream, Stream } from './stream.js';
import { switchTheme, watchTheme } from './theme.js';
import { onWaking, ownTime } from './time.js';
import { beginTools, closeTool, goTo, onTool } from './tools.js';
import { View } from './view.js';

const model = new Model();
const view = new View(model);
const { map, charts } = view;
const spans = [...document.querySelectorAll('#spans [value]')];
/** What the service has beside its receivers. */
let offers = {};
/** Coasts, tiles and history are not in the way of the first position. */
let showFirst;
const first = new Promise((resume) => { showFirst = resume; });
/** Milliseconds that the first position may take, and that the rest of the page waits behind it. */
const patience = 3000;
/** Milliseconds in which a sleep is noticed. */
const lookEvery = 250;
const settled = first.then(() => new Promise((resume) => setTimeout(resume, patience)));

// MARK: - Records

function take(record) {
  view.heardAt = ownTime();
  if ((record.type === 'hello' && !record.isResumed) || record.type === 'missed') fillGaps();
  const { receiver, parts } = model.take(record);
  if (record.type === 'hello') {
    // What came before the stream is the last known position of its receiver.
    const owner = model.receivers.named(early.fix?.device);
    const age = ownTime() - early.received;
    if (owner !== undefined) owner.known ??= { ...early.fix, received: isoText(model.now - age) };
    delete early.fix;
    early.isOver = true;
    offers = { recordings: record.recordings, days: record.days };
    if (offers.recordings) first.then(() => recordings.list());
    if (offers.days) first.then(() => import('./days.js')).then(({ listDays }) => listDays(recordings));
  }
  if (record.type === 'tick') view.mark('now', 'history');
  if (record.type === 'fix') showFirst();
  view.fitSpan();
  for (const extra of view.extras) extra.heard?.();
  if (receiver === undefined || receiver === model.chosen) view.markNews(parts);
  else view.mark('receivers', 'map');
}

/** Fetches what the service has in memory, behind what is here. */
async function fillGaps() {
  if (model.isHolding) return;
  const { receivers } = model;
  // Another recording, or what is live again, has receivers of its own.
  const isLeft = () => model.receivers !== receivers;
  model.hold();
  // The first records come right behind the greeting: the receivers and their clocks are known then.
  await first;
  await new Promise((resume) => setTimeout(resume, 50));
  // Of a receiver that comes meanwhile, the stream has everything.
  for (const receiver of [...receivers.all]) {
    if (isLeft()) return;
    const room = model.room(receiver);
    const query = { device: receiver.device, ...moreQuery };
    if (receiver !== model.chosen) query.step = '5';
    // The service goes by the receiver's time, and by its own where there is none: the earlier of the two is asked for.
    if (room.store.count > 0) query.from = isoText(room.store.newest - Math.max(0, room.offset));
    let last, good, before = NaN;
    const add = (record) => {
      if (isLeft()) return;
      before = model.addFetched(receiver, record, before);
      if (record.lat === undefined) return;
      last = record;
      if (record.suspect === undefined) good = record;
    };
    // Without an answer the history begins now.
    await readHistory(query, add, () => view.mark('map', 'history')).catch(() => {});
    // A receiver that had no fix when the page was opened was somewhere all the same.
    receiver.good ??= good ?? null;
    if (last !== undefined) receiver.known ??= { ...last, received: last.received ?? isoText(seconds(last.time) + room.offset) };
  }
  if (isLeft()) return;
  model.release();
  view.fitSpan();
  view.mark('now', 'map', 'history');
}

/** What another page of this browser is told when it is opened. */
function summary() {
  const receivers = model.receivers.all.map(({ device, product, rate }) => ({ device, product, rate_hz: rate }));
  const hello = { type: 'hello', v: 1, now: isoText(model.now), ...offers, receivers };
  const events = model.receivers.events.slice(0, 50).map((event) => event.record).reverse();
  return [hello, ...model.receivers.summary(), ...events];
}

function setLink(link) {
  if (view.link === link || view.link === 'recorded' || view.link === 'unsupported') return;
  view.link = link;
  if (link === 'live') {
    map.tiles?.forgetMissing();
    view.liveAt = performance.now();
  }
  view.markAll();
}

const shared = new SharedStream(
  new Stream((record, id) => shared.take(record, id), (link) => shared.changed(link)), { take, changed: setLink, summary });
const recordings = new Recordings(view, { leave: () => shared.leave(), join: () => shared.start() });
const { player } = recordings;
view.isPaused = () => shared.isPaused;

// MARK: - What can be done

function choose(index) {
  model.choose(model.receivers.all[index]);
  charts.cursor = NaN;
  map.hasFit = false;
  view.markAll();
}

const exportAs = (ending) => async () => (await import('./exports.js')).exportRecords(ending, view, recordings);

function moved() {
  setPressed(element('follow'), map.follows);
  view.mark('map');
}

const moving = (deed) => (...words) => {
  deed(...words);
  moved();
};

function point(time, isPressed = false) {
  if (view.link === 'recorded') {
    if (isPressed) player.seek(time);
    view.mark('history');
    return;
  }
  charts.cursor = time;
  view.mark('map', 'history');
}

const act = {
  follow() {
    map.follows = !map.follows;
    if (map.follows) {
      map.isZoomed = map.hasFit = false;
      view.fittedAt = -Infinity;
    }
    moved();
  },
  zoomIn: moving(() => map.zoom(1.5)),
  zoomOut: moving(() => map.zoom(1 / 1.5)),
  world: moving(() => map.showWorld()),
  pan: moving((x, y) => map.move(x, y)),
  step(way) {
    const step = (way * charts.span) / 200;
    if (view.link === 'recorded') player.seek(player.position + step);
    else {
      const time = (Number.isNaN(charts.cursor) ? model.full.newest : charts.cursor) + step;
      point(Math.max(charts.drawnEnd - charts.span, model.full.oldest, Math.min(model.full.newest, time)));
    }
  },
  toNow() {
    if (charts.before !== undefined) {
      act.unzoom();
      if (view.link === 'recorded') return;
    }
    if (recordings.day) {
      recordings.backToLive();
      return;
    }
    charts.heldEnd = NaN;
    point(NaN);
    if (!map.follows) act.follow();
  },
  pause() {
    if (view.link !== 'recorded') charts.heldEnd = Number.isNaN(charts.heldEnd) ? charts.drawnEnd : NaN;
    else if (player.isPlaying) player.pause();
    else player.play();
    view.mark('history');
  },
  paint() {
    view.paint = view.paint === 'speed' ? 'accuracy' : 'speed';
    keep('paint', view.paint);
    element('paint').value = view.paint;
    view.setRange();
    view.markAll();
  },
  units() {
    view.system = nextSystem(view.system);
    keep('units', view.system.name);
    showUnits();
  },
  theme: () => switchTheme(() => view.restyle()),
};

function showUnits() {
  setText('units', view.system.speed.label);
  view.setRange();
  view.showScale();
  recordings.days?.show();
  view.markAll();
}

/** Shows a span of so many seconds; all that there is where it is 0, up to an hour of what is live. */
function setSpan(span) {
  view.span = span;
  if (span > 0) charts.span = span;
  if (charts.before !== undefined) charts.heldEnd = NaN;
  charts.before = undefined;
  view.showSpans();
  view.fitSpan();
  view.mark('map', 'history');
}

view.showSpans = () => {
  for (const button of spans) setPressed(button, Number(button.value) === view.span);
};

// MARK: - Keys

// Each has a button or a link as well, since not everybody has keys; letters without Control, Alt or Command alone.
const parts = { 1: 'part-now', 2: 'part-map', 3: 'part-sky', 4: 'part-history', 5: 'part-events' };
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const zooms = { '+': 2, '=': 2, '-': 0.5, '−': 0.5 };
const panStep = 60;

/** Does what a key does; answers whether it does anything. */
function handleKey(event) {
  if (event.target === charts.canvas && zooms[event.key] !== undefined) {
    act.zoomTime(zooms[event.key]);
    return true;
  }
  const arrow = arrows[event.key];
  if (arrow !== undefined) {
    if (event.target === map.canvas) act.pan(arrow[0] * panStep, arrow[1] * panStep);
    else if (event.target === charts.canvas) act.step(arrow[0] - arrow[1]);
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

// MARK: - What is loaded later

const modules = {};

/** A module that is loaded at its first use, with the style of all such; undefined where that fails. */
function later(name) {
  addSheet();
  modules[name] ??= import(`./${name}.js`).then((module) => {
    module.begin?.(view, act, shared);
    return module;
  }).catch((error) => {
    delete modules[name];
    view.notify({ tone: 'warning', what: 'A part of the page could not be loaded.', why: error.message, do: 'Try again when the service can be reached.' });
  });
  return modules[name];
}

const use = (name, deed) => async (...words) => (await later(name))?.[deed](...words);
Object.assign(act, {
  setSpan, nextForm: use('coordinates', 'nextForm'), zoomTo: use('span', 'zoomTo'), zoomTime: use('span', 'zoomTime'), unzoom: use('span', 'unzoom'),
  markPlace: use('marks', 'markPlace'), manOverboard: use('marks', 'manOverboard'), openAlarms: use('alarms', 'openAlarms'), rings: use('rings', 'toggle'), courseUp: use('course', 'toggle'), strips: use('strips', 'ask'), recordings, whole: use('whole', 'toggle'), wall: use('whole', 'toggleWall'), openCodes: use('codes', 'openCodes'), showKeys: use('help', 'showKeys'), report: use('report', 'open'),
});

// MARK: - Beginning

/** Sends the token; once it is right, the stream is open at the next try. */
async function sendToken() {
  const answer = await fetch(`/?token=${encodeURIComponent(element('token').value)}`).catch(() => undefined);
  const words = { 401: 'This token is wrong.', 429: 'Too many wrong tokens: wait a minute.' };
  setText('token-note', answer?.ok ? '' : words[answer?.status] ?? 'The service cannot be reached.');
  if (answer?.ok) element('token').value = '';
}

function listen() {
  const deeds = {
    follow: act.follow, 'zoom-in': act.zoomIn, 'zoom-out': act.zoomOut, 'whole-world': act.world, units: act.units, theme: act.theme,
    help: act.showKeys, wall: act.wall, 'codes-button': act.openCodes, 'overboard-map': act.manOverboard, 'overboard-top': act.manOverboard, mark: act.markPlace, rings: act.rings, 'course-up': act.courseUp, whole: act.whole, strips: act.strips, bell: act.openAlarms, hold: act.pause, play: act.pause, 'to-now': act.toNow, 'to-live': () => recordings.backToLive(), 'step-back': () => act.step(-1), 'step-on': () => act.step(1),
    'place-copy': use('coordinates', 'copyShown'), forms: use('coordinates', 'openForms'), 'more-button': use('coordinates', 'toggleMore'), 'add-track': use('files', 'ask'),
    'notice-close': () => view.endNotice(), 'export-csv': exportAs('csv'), 'export-ndjson': exportAs('ndjson'),
  };
  for (const [id, deed] of Object.entries(deeds)) element(id).addEventListener('click', deed);
  for (const button of spans) {
    button.addEventListener('click', () => {
      setSpan(Number(button.value));
      keep('span', view.span);
    });
  }
  for (const name of ['sky', 'signals']) {
    element(`${name}-table-button`).addEventListener('click', () => use('skymore', 'toggleTable')(name));
  }
  for (const link of document.querySelectorAll('nav a')) {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      if (link.hash === '#part-marks') later('marks');
      goTo(link.hash.slice(1));
    });
  }
  element('receivers').addEventListener('click', ({ target }) => {
    const button = target.closest('button');
    if (button !== null) choose([...button.parentElement.children].indexOf(button));
  });
  element('token-form').addEventListener('submit', (event) => {
    event.preventDefault();
    sendToken();
  });
  element('paint').addEventListener('change', act.paint);
  beginTools((name) => ['marks', 'files'].includes(name) && later(name));
  onTool('sky', () => view.mark('sky', 'signals'));
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(SELECT|INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (document.querySelector('dialog[open]') === null && handleKey(event)) event.preventDefault();
  });
  first.then(() => import('./gestures.js')).then(({ listenOnHistory, listenOnMap }) => {
    listenOnMap(map, moved, element('map-hint'), use('marks', 'openPlace'));
    listenOnHistory(charts, point, act.zoomTo);
  });
  for (const kind of ['dragover', 'drop']) {
    addEventListener(kind, (event) => {
      const { types, files } = event.dataTransfer;
      if (!types.includes('Files')) return;
      event.preventDefault();
      // The list is empty once the event is over.
      use('files', kind)([...files]);
    });
  }
}

/** Near a position no coast is drawn. */
async function fetchCoasts() {
  await first;
  if (model.chosen?.known) await settled;
  for (const name of ['coast', 'borders']) {
    // The map does without.
    map[name] = await fetch(`/${name}.bin`).then((answer) => readLines(answer.body)).catch(() => []);
    view.mark('map');
  }
}

async function fetchMap() {
  await first;
  const tiles = (await readJSON('/api.json'))?.tiles;
  if (tiles === undefined) {
    settled.then(use('help', 'offerMapping'));
    return;
  }
  const { showAttribution, Tiles } = await import('./tiles.js');
  map.tiles = new Tiles(tiles, () => view.mark('map'));
  showAttribution(element('attribution'), tiles.attribution ?? '');
}

/** Registers the worker of a page on a home screen. Browsers allow one only over https and on this machine. */
function registerWorker() {
  if (!isSecureContext) return;
  // The policy lets no other address of a script be made.
  const policy = window.trustedTypes?.createPolicy('worker', { createScriptURL: () => '/worker.js' });
  // A certificate that a browser does not know is enough to refuse it.
  navigator.serviceWorker?.register(policy?.createScriptURL('') ?? '/worker.js').catch(() => {});
}

watchTheme(() => view.restyle());
listen();
element('paint').value = view.paint;
showUnits();
if (choice('coords')) later('coordinates');
if (choice('alarms')?.armed || choice('alarms')?.screen) later('alarms');
['marks', 'rings', 'course', 'strips'].filter(choice).forEach(later);
if (choice('more')) use('coordinates', 'toggleMore')();
// A browser may let a page copy only while a key or a button is pressed: the module is there by then.
element('place').addEventListener('pointerover', () => later('coordinates'), { once: true });
setSpan(choice('span') ?? 0);
if (new URLSearchParams(location.search).get('view') === 'wall') act.wall();
new ResizeObserver(() => view.restyle()).observe(document.body);
// A page that comes back shows what holds now before its first picture: nothing in it is live until records come.
addEventListener('pageshow', (event) => {
  if (!event.persisted) return;
  setLink('connecting');
  view.showWords();
});
document.addEventListener('visibilitychange', () => {
  view.showWords();
  view.markAll();
});
setTimeout(showFirst, patience);
onWaking((seconds) => {
  view.wokeAt = ownTime();
  shared.wake();
  for (const extra of view.extras) extra.woke?.(seconds);
});
// A page that nobody sees has time.
setInterval(() => document.hidden || ownTime(), lookEvery);
// Ages, and whether anything comes.
setInterval(() => {
  if (view.link !== 'recorded' && view.link !== 'unsupported') shared.check();
  view.everySecond();
  recordings.setExports();
}, 1000);
if (typeof EventSource === 'undefined') {
  view.link = 'unsupported';
  view.markAll();
} else {
  shared.start();
}
leaveEarly();
fetchCoasts();
fetchMap();
// Neither are the trip, the evaluation and the worker in its way.
settled.then(() => {
  ['span', 'skymore', 'scatter', 'whole'].forEach(later);
  registerWorker();
  // With the marks: man overboard must work while the service is away.
  import('./alarms.js').catch(() => {});
});

/** For tests: what is known, and nothing to change it by but records. */
window.gpsbridge = Object.freeze({
  store: (device) => {
    const receiver = device === undefined ? model.chosen : model.receivers.named(device);
    return receiver && model.room(receiver).store;
  },
  state: () => ({ link: view.link, device: model.chosen?.device, ...view.said() }),
  frameTimes: () => [...view.frameTimes],
  map: () => ({ x: map.x, y: map.y, scale: map.scale, turn: map.turner.turn ?? 0 }),
  history: () => ({ from: charts.drawnEnd - charts.span, to: charts.drawnEnd }),
  take,
});
