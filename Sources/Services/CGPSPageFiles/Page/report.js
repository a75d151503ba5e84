// A report of the span that the history shows, on one page of paper: A4 or Letter. Loaded when it is asked for.
import { readStyle } from './canvas.js';
import { Charts } from './charts.js';
import { clockText, dateTimeText, seconds, timesText } from './formats.js';
import { MapView } from './map.js';
import { addSheet, closeButton, element, make, makeDialog, nameOf } from './panels.js';
import { spreadOf, spreadTexts, terms } from './scatter.js';
import { drawSky, skyCounts } from './sky.js';
import { fitTrack, tripOf, tripText } from './span.js';
import { clockWords } from './state.js';
import { faults } from './words.js';

/** Pixels of a picture on paper for each on the screen. */
const sharpness = 3;
/** Faults for which there is room. */
const mostFaults = 8;
/** The page keeps this many faults, and none from before the oldest. */
const mostKept = 200;
/** Nobody waits longer for tiles of the map, in milliseconds. */
const patience = 3000;

let view;
let dialog;

/** A list of names and what they stand for, without those that stand for nothing. */
const listOf = (properties, lines) => make('dl', properties,
  ...lines.filter(([, text]) => text).map(([name, text]) => make('div', make('dt', name), make('dd', text))));

function picture(className, words) {
  const canvas = make('canvas', { className, role: 'img', ratio: sharpness });
  return { figure: make('figure', canvas, make('figcaption', words)), canvas };
}

/** Since when each fault is known, in seconds: since the page is connected, and the oldest that it keeps; NaN where that is not known. */
function knownSince({ bands }) {
  return Math.max(view.model.clock + view.liveAt / 1000, bands.length < mostKept ? -Infinity : bands[0].from);
}

/** The faults in a span as lines, the oldest first: their times, and what the verdict was. */
function faultsOf(receiver, from, to) {
  const { receivers, rooms } = view.model;
  const verdicts = receivers.eventsOf(receiver).filter(({ record }) => record.type === 'verdict');
  const wordsOf = (code) => faults[code] ?? verdicts.find(({ record }) => record.code === code)?.text ?? code;
  return rooms.get(receiver).bands.filter((band) => band.from < band.to && band.from <= to && band.to >= from)
    .map((band) => `${dateTimeText(band.from)} to ${band.to > to ? 'the end' : dateTimeText(band.to)}: ${wordsOf(band.code)}`);
}

/** What is known of the faults of a span, beside those that are listed: the words, and the note on what is shaded. */
function faultWords(since, from, to, isNone) {
  const note = isNone && !(since <= to) ? 'faults are not known' : `shaded: faults${since <= from ? '' : ', as far as they are known'}`;
  if (since <= from) return { note, words: isNone ? 'None in this span.' : '' };
  if (Number.isNaN(since)) return { note, words: 'Not known.' };
  const time = `${dateTimeText(since)} UTC`;
  if (since <= to) return { note, words: `${isNone ? 'None' : 'Complete'} since ${time}; earlier faults may be missing.` };
  return { note, words: `${isNone ? 'Faults' : 'Other faults'} of this span are not known: the page has them since ${time}.` };
}

/** The sky that is known, when it was; NaN where none is. The service sends the last sky again to a page that connects later, so it is no newer than the fix. */
function skyTimeOf({ sky, skyAt, fix }) {
  if (sky === null) return NaN;
  if (view.link === 'recorded') return view.player.position;
  return Math.min(skyAt, seconds(fix?.received) || Infinity);
}

/** What the faults of a span are, beside the note on what is shaded: a list, and words. */
function faultParts(lines, words) {
  if (view.link === 'recorded') return [make('p', `${view.dayWords?.none ?? 'Not kept of recordings'}.`)];
  const all = [lines.length > mostFaults ? `${lines.length - mostFaults} earlier ones are not listed.` : '', words].filter(Boolean).join(' ');
  return [lines.length > 0 && make('ol', ...lines.slice(-mostFaults).map((text) => make('li', text))), all && make('p', all)];
}

/** Where the receiver was in a span, in numbers, if it was at rest. */
function spreadPart(spread) {
  if (spread === null) return make('p', 'No position in this span.');
  if (spread.isMoving) return make('p', 'The receiver moves in this span: a mean and radii apply only at rest.');
  const texts = spreadTexts(spread, view.system);
  return listOf({ className: 'numbers' }, terms.map(([id, name]) => [name, texts[id]]));
}

function sheetOf({ from, to }) {
  const { model, system } = view;
  const { full, chosen } = model;
  const [first, end] = [full.seek(from), full.seek(to + 1e-6)];
  const [begun, ended] = [Math.max(from, full.oldest), Math.min(to, full.newest)];
  const clock = clockWords(chosen.fix);
  const skyTime = skyTimeOf(chosen);
  const isSkyKnown = skyTime >= from && skyTime <= to + 1;
  const satellites = isSkyKnown ? chosen.satellites : [];
  const { used, heard } = skyCounts(satellites);
  const noSky = view.dayWords?.none ?? 'Not kept of this span';
  const isRecorded = view.link === 'recorded';
  const room = model.room(chosen);
  const lines = isRecorded ? [] : faultsOf(chosen, from, to);
  const { note, words } = faultWords(knownSince(room), begun, ended, lines.length === 0);
  const map = picture('map', `Track by ${view.paint}, 0 to ${element('ramp-high').textContent}`);
  const sky = picture('sky', isSkyKnown
    ? `Sky of ${clockText(skyTime)} UTC: ${used} satellites used, ${heard} heard` : `Sky: ${noSky[0].toLowerCase()}${noSky.slice(1)}`);
  const strips = picture('strips', isRecorded ? 'Times in UTC' : `Times in UTC; ${note}`);
  strips.figure.className = 'room';
  const sheet = make('div', { className: 'sheet' },
    make('h3', { className: 'title' }, 'Report of gpsbridge'),
    listOf({}, [
      ['Receiver', nameOf(chosen, model.receivers.all) || view.player?.name || 'A recording'],
      ['Span', timesText(begun, ended)],
      ['Clock', clock && `The receiver's was ${clock.slice(6)} at its last fix; the times here are when its data came`],
      ['Trip', tripText(tripOf(full, first, end), system)],
    ]),
    spreadPart(spreadOf(full, first, Math.min(full.count, end))),
    make('div', { className: 'places' }, map.figure, sky.figure), strips.figure,
    make('h3', 'Faults'), ...faultParts(lines, words));
  const draw = () => {
    drawMap(map.canvas, from, to);
    drawSky(sky.canvas, satellites, noSky);
    const charts = new Charts(strips.canvas);
    [charts.span, charts.heldEnd] = [to - from, to];
    charts.draw(full, to, system, isRecorded ? [] : room.bands);
  };
  return { sheet, draw };
}

function drawMap(canvas, from, to) {
  const { map: shown, model: { full }, paint, range, system } = view;
  const map = new MapView(canvas);
  Object.assign(map, { coast: shown.coast, borders: shown.borders, tiles: shown.tiles, follows: false });
  const isKnown = fitTrack(map, full, from, to);
  const last = full.seek(to + 1e-6) - 1;
  const row = last >= full.first ? full.row(last) : { x: NaN };
  const place = isKnown && !Number.isNaN(row.x) ? { x: row.x, y: row.y, accuracy: row.accuracy || undefined, isLive: true } : null;
  map.draw({
    tracks: [{ store: full, isChosen: true, times: { from, to } }], place, claimed: null, others: [], cursor: null, paint, range, system, isBeyond: false,
    label: isKnown ? 'Map: the track of the span' : 'Map: no position in the span',
  });
}

/** Draws in the light colors of the style sheet, whatever the theme and the system have. */
function inLight(draw) {
  const { style: own } = document.documentElement;
  const { style: light } = [...document.styleSheets].find(({ href }) => href?.endsWith('/style.css')).cssRules[0];
  const names = [...light].filter((name) => name.startsWith('--'));
  for (const name of names) own.setProperty(name, light.getPropertyValue(name));
  try {
    readStyle();
    draw();
  } finally {
    for (const name of names) own.removeProperty(name);
    readStyle();
    view.markAll();
  }
}

function fillDialog() {
  dialog = makeDialog('report', 'Report', make('div', { className: 'paper', tabIndex: 0, role: 'region', ariaLabel: 'The page' }));
  dialog.prepend(make('p', { className: 'row' }, dialog.firstElementChild, make('button', { onclick: () => window.print() }, 'Print'), closeButton()));
  dialog.addEventListener('close', () => {
    delete document.body.dataset.report;
    dialog.lastElementChild.replaceChildren();
  });
}

export async function open() {
  const { full, chosen } = view.model;
  const times = { ...view.shownTimes };
  if (!chosen || full.count === 0 || Number.isNaN(times.to)) {
    view.notify({ tone: 'warning', what: 'There is nothing to report yet.', why: 'No epoch has come.', do: 'Wait for the first one.' });
    return;
  }
  if (!(await addSheet('report'))) {
    view.notify({ tone: 'warning', what: 'The report was not made.', why: 'Its style could not be loaded.', do: 'Try again when the service can be reached.' });
    return;
  }
  if (!dialog) fillDialog();
  // It was pressed twice.
  if (dialog.open) return;
  const { sheet, draw } = sheetOf(times);
  dialog.lastElementChild.replaceChildren(sheet);
  document.body.dataset.report = '';
  dialog.showModal();
  inLight(draw);
  const coming = [...view.map.tiles?.pictures.values() ?? []].filter(({ complete }) => !complete).map((tile) => tile.decode());
  if (coming.length === 0) return;
  await Promise.race([Promise.allSettled(coming), new Promise((resume) => setTimeout(resume, patience))]);
  if (sheet.isConnected) inLight(draw);
}

export function begin(context) {
  view = context;
}
