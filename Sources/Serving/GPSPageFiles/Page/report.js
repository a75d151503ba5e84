// A report of the span that the history shows, on one page of paper: A4 or Letter. Loaded when it is asked for.
import { readStyle } from './canvas.js';
import { Charts } from './charts.js';
import { choice } from './choices.js';
import { isoText, spanText } from './formats.js';
import { MapView } from './map.js';
import { element, make, nameOf } from './panels.js';
import { spreadOf, spreadTexts, terms } from './scatter.js';
import { drawSky, skyCounts } from './sky.js';
import { fitTrack, tripOf, tripText } from './span.js';

/** Pixels of a picture on paper for each on the screen. */
const sharpness = 3;
/** Changes of the verdict for which there is room. */
const mostChanges = 8;

let view;
let dialog;

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

/** The changes of the verdict in a span, the oldest first. */
function changesOf(receiver, from, to) {
  return view.model.receivers.eventsOf(receiver).filter(({ record, time }) => record.type === 'verdict' && time >= from && time <= to).reverse();
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
  line(facts, 'Span', spanWords(Math.max(from, full.oldest), Math.min(to, full.newest)));
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
  const sky = model.room(chosen).sky;
  const { used, heard } = skyCounts(sky.satellites);
  const skyWords = choice('heat') ? 'Median strength from each direction, since the page was opened' : 'Sky';
  const chart = picture('sky', sky.satellites.length === 0 ? 'No satellites are known' : `${skyWords}; ${used} satellites used, ${heard} heard at the end`);
  places.append(map.figure, chart.figure);
  const strips = picture('strips', 'Times in UTC; shaded: the verdict was a fault');
  sheet.append(places, strips.figure);

  const changes = changesOf(chosen, from, to);
  sheet.append(make('h3', 'Changes of the verdict'));
  if (changes.length === 0) sheet.append(make('p', `None in this span. ${element('verdict-what').textContent}`));
  else {
    const list = make('ol');
    for (const { time, text, count } of changes.slice(-mostChanges)) list.append(make('li', `${timeText(time)} ${text}${count > 1 ? ` (${count} times)` : ''}`));
    sheet.append(list);
    if (changes.length > mostChanges) sheet.append(make('p', `${changes.length - mostChanges} earlier ones are not listed.`));
  }
  const draw = () => {
    drawMap(map.canvas, from, to);
    const { skyMore } = view;
    drawSky(chart.canvas, sky, view.dayWords?.none, skyMore && choice('heat') ? { under: skyMore.under, over() {} } : undefined);
    const charts = new Charts(strips.canvas);
    [charts.span, charts.heldEnd] = [to - from, to];
    charts.draw(full, to, system, view.link === 'recorded' ? [] : model.room(chosen).bands);
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

/** Draws in light colors, whatever the page has. */
function inLight(draw) {
  const dark = element('dark-style');
  const { media } = dark;
  dark.media = 'not all';
  readStyle();
  draw();
  dark.media = media;
  readStyle();
  view.markAll();
}

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

function makeDialog() {
  dialog = make('dialog');
  dialog.id = 'report';
  dialog.setAttribute('aria-labelledby', 'report-heading');
  const bar = make('p');
  bar.className = 'row';
  const heading = make('h2', 'Report');
  heading.id = 'report-heading';
  const [print, close] = [make('button', 'Print'), make('button', 'Close')];
  print.addEventListener('click', () => window.print());
  close.addEventListener('click', () => dialog.close());
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
  document.body.append(dialog);
}

/** Shows the report of the span that the history shows. */
export async function open() {
  const { full, chosen } = view.model;
  const times = { ...view.shownTimes };
  if (!chosen || full.count === 0 || Number.isNaN(times.to)) {
    view.notify({ tone: 'warning', what: 'There is nothing to report yet.', why: 'No epoch has come.', do: 'Wait for the first one.' });
    return;
  }
  if (!element('report-style')) {
    try {
      await addStyle();
    } catch (error) {
      view.notify({ tone: 'warning', what: 'The report was not made.', why: error.message, do: 'Try again when the service can be reached.' });
      return;
    }
  }
  if (!dialog) makeDialog();
  const { sheet, draw } = sheetOf(times);
  dialog.lastElementChild.replaceChildren(sheet);
  document.body.dataset.report = '';
  dialog.showModal();
  inLight(draw);
}

/** Begins. */
export function begin(context) {
  view = context;
}
