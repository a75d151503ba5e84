// A report of the span that the history shows, on one page of paper: A4 or Letter. Loaded when it is asked for.
import { readStyle } from './canvas.js';
import { Charts } from './charts.js';
import { clockText, isoText, seconds, spanText } from './formats.js';
import { MapView } from './map.js';
import { element, make, nameOf } from './panels.js';
import { makeDialog } from './parts.js';
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
let style;

const timeText = (time) => isoText(time).slice(0, 19).replace('T', ' ');

/** The first and the last time of a span, `2026-11-20 12:00:00 to 12:05:00 UTC (5 min)`. */
function spanWords(from, to) {
  const [first, last] = [timeText(from), timeText(to)];
  return `${first} to ${first.slice(0, 10) === last.slice(0, 10) ? last.slice(11) : last} UTC (${spanText(Math.round(to - from))})`;
}

function line(list, name, text) {
  const row = make('div');
  row.append(make('dt', name), make('dd', text));
  list.append(row);
}

function picture(name, words) {
  const figure = make('figure');
  const canvas = make('canvas');
  canvas.className = name;
  canvas.ratio = sharpness;
  canvas.setAttribute('role', 'img');
  figure.append(canvas, make('figcaption', words));
  return { figure, canvas };
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
    .map((band) => `${timeText(band.from)} to ${band.to > to ? 'the end' : timeText(band.to)}: ${wordsOf(band.code)}`);
}

/** What is known of the faults of a span, beside those that are listed: the words, and the note on what is shaded. */
function faultWords(since, from, to, isNone) {
  const note = isNone && !(since <= to) ? 'faults are not known' : `shaded: faults${since <= from ? '' : ', as far as they are known'}`;
  if (since <= from) return { note, words: isNone ? 'None in this span.' : '' };
  if (Number.isNaN(since)) return { note, words: 'Not known.' };
  const time = `${timeText(since)} UTC`;
  if (since <= to) return { note, words: `${isNone ? 'None' : 'Complete'} since ${time}; earlier faults may be missing.` };
  return { note, words: `${isNone ? 'Faults' : 'Other faults'} of this span are not known: the page has them since ${time}.` };
}

/** The sky that is known, when it was; NaN where none is. The service sends the last sky again to a page that connects later, so it is no newer than the fix. */
function skyTimeOf({ sky, skyAt, fix }) {
  if (sky === null) return NaN;
  if (view.link === 'recorded') return view.player.position;
  return Math.min(skyAt, seconds(fix?.received) || Infinity);
}

/** Makes the report of what is seen now. */
function sheetOf({ from, to }) {
  const { model, system } = view;
  const { full, chosen } = model;
  const [first, end] = [full.seek(from), full.seek(to + 1e-6)];
  const sheet = make('div');
  sheet.className = 'sheet';
  const title = make('h3', 'Report of gpsbridge');
  title.className = 'title';
  const facts = make('dl');
  line(facts, 'Receiver', nameOf(chosen, model.receivers.all) || view.player?.name || 'A recording');
  const [begun, ended] = [Math.max(from, full.oldest), Math.min(to, full.newest)];
  line(facts, 'Span', spanWords(begun, ended));
  const clock = clockWords(chosen.fix);
  if (clock) line(facts, 'Clock', `The receiver's was ${clock.slice(6)} at its last fix; the times here are when its data came`);
  line(facts, 'Trip', tripText(tripOf(full, first, end), system));
  sheet.append(title, facts);

  const spread = spreadOf(full, first, Math.min(full.count, end));
  if (spread !== null && !spread.isMoving) {
    const numbers = make('dl');
    numbers.className = 'numbers';
    const texts = spreadTexts(spread, system);
    for (const [id, name] of terms) line(numbers, name, texts[id]);
    sheet.append(numbers);
  } else {
    sheet.append(make('p', spread === null ? 'No position in this span.' : 'The receiver moves in this span: a mean and radii apply only at rest.'));
  }

  const places = make('div');
  places.className = 'places';
  const map = picture('map', `Track by ${view.paint}, 0 to ${element('ramp-high').textContent}`);
  const room = model.room(chosen);
  const skyTime = skyTimeOf(chosen);
  const isSkyKnown = skyTime >= from && skyTime <= to + 1;
  const sky = isSkyKnown ? chosen.satellites : [];
  const { used, heard } = skyCounts(sky);
  const noSky = view.dayWords?.none ?? 'Not kept of this span';
  const skyWords = isSkyKnown ? `Sky of ${clockText(skyTime)} UTC: ${used} satellites used, ${heard} heard` : `Sky: ${noSky[0].toLowerCase()}${noSky.slice(1)}`;
  const chart = picture('sky', skyWords);
  places.append(map.figure, chart.figure);
  const isRecorded = view.link === 'recorded';
  const lines = isRecorded ? [] : faultsOf(chosen, from, to);
  const { note, words } = faultWords(knownSince(room), begun, ended, lines.length === 0);
  const strips = picture('strips', isRecorded ? 'Times in UTC' : `Times in UTC; ${note}`);
  strips.figure.className = 'room';
  sheet.append(places, strips.figure, make('h3', 'Faults'));

  if (isRecorded) sheet.append(make('p', `${view.dayWords?.none ?? 'Not kept of recordings'}.`));
  else {
    const list = make('ol');
    for (const text of lines.slice(-mostFaults)) list.append(make('li', text));
    if (lines.length > 0) sheet.append(list);
    const all = [lines.length > mostFaults ? `${lines.length - mostFaults} earlier ones are not listed.` : '', words].filter(Boolean);
    if (all.length > 0) sheet.append(make('p', all.join(' ')));
  }
  const draw = () => {
    drawMap(map.canvas, from, to);
    drawSky(chart.canvas, sky, noSky);
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

/** The pictures of tiles that are on their way. */
const comingTiles = () => [...view.map.tiles?.pictures.values() ?? []].filter(({ complete }) => !complete);

/** The style of the report, once it is there. */
function addStyle() {
  return new Promise((resolve, reject) => {
    const sheet = make('link');
    sheet.id = 'report-style';
    sheet.rel = 'stylesheet';
    sheet.href = '/report.css';
    sheet.addEventListener('load', resolve);
    sheet.addEventListener('error', () => {
      sheet.remove();
      reject(new Error('Its style could not be loaded.'));
    });
    document.head.append(sheet);
  });
}

function fillDialog() {
  const { heading, close, ...made } = makeDialog('report', 'Report');
  dialog = made.dialog;
  const bar = make('p');
  bar.className = 'row';
  const print = make('button', 'Print');
  print.addEventListener('click', () => window.print());
  dialog.addEventListener('close', () => {
    delete document.body.dataset.report;
    dialog.lastElementChild.replaceChildren();
  });
  bar.append(heading, print, close);
  const paper = make('div');
  paper.className = 'paper';
  paper.tabIndex = 0;
  paper.setAttribute('role', 'region');
  paper.setAttribute('aria-label', 'The page');
  dialog.append(bar, paper);
}

/** Shows the report of the span that the history shows. */
export async function open() {
  const { full, chosen } = view.model;
  const times = { ...view.shownTimes };
  if (!chosen || full.count === 0 || Number.isNaN(times.to)) {
    view.notify({ tone: 'warning', what: 'There is nothing to report yet.', why: 'No epoch has come.', do: 'Wait for the first one.' });
    return;
  }
  style ??= addStyle();
  try {
    await style;
  } catch (error) {
    style = undefined;
    view.notify({ tone: 'warning', what: 'The report was not made.', why: error.message, do: 'Try again when the service can be reached.' });
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
  const coming = comingTiles().map((tile) => tile.decode());
  if (coming.length === 0) return;
  await Promise.race([Promise.allSettled(coming), new Promise((resume) => setTimeout(resume, patience))]);
  if (sheet.isConnected) inLight(draw);
}

/** Begins. */
export function begin(context) {
  view = context;
}
