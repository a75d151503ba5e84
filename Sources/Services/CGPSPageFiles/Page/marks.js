// Marks of places, the way to one of them, and the circle that must not be left. Kept in this browser. Loaded at the first use.
import { circle as drawCircle, colors, fill, polyline, stroke, textScale } from './canvas.js';
import { choice, keep } from './choices.js';
import { clockText, courseText, dateTimeText, fileName, isoText, latitudeText, longitudeText, seconds, shownName, spanText } from './formats.js';
import { readJSON } from './loading.js';
import { closeButton, element, hasCourse, make, makeDialog, setPressed, setText } from './panels.js';
import { showTool } from './tools.js';
import { meterAt, xOf, yOf } from './geography.js';
import { lengthText } from './span.js';
import { drawName, pixelOf } from './map.js';
import { joined, speedText } from './units.js';
import { wayBetween } from './geodesic.js';

const mostMarks = 500;
/** Files fill no more than so many: the rest is for places of now. */
const mostImported = 450;
const longestName = 60;
/** Slower than this nobody arrives, in m/s. */
const leastClosing = 0.1;
/** Milliseconds in which a question can be answered. */
const askTime = 10_000;

let view;
let act;
let data = { next: 1, marks: [], target: null, circle: null };
const lines = new Map();

const isPlace = ({ lat, lon }) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
const nameIn = (name, number) => shownName(name, `Mark ${number}`, longestName);
/** The last position that nothing speaks against; none of what is recorded, for marks and circles belong to now. */
const trusted = () => (view.link === 'recorded' ? null : view.model.chosen?.good ?? null);
const fullName = ({ name, doubt }) => (doubt ? `${name} (${doubt})` : name);
const markOf = (id) => data.marks.find((mark) => mark.id === id);
/** Now by the clock of the trusted position, as the page shows it. */
function timeNow() {
  const place = trusted();
  const { now } = view.model;
  const time = seconds(place?.time) + now - seconds(place?.received);
  return Number.isNaN(time) ? now : time;
}
const radiusIn = () => Math.min(100_000, Math.max(1, Number(element('circle-radius').value) || 30));

/** Takes what the browser kept, as far as it is sound. */
function load() {
  const kept = choice('marks');
  const marks = Array.isArray(kept?.marks) ? kept.marks.filter((mark) => Number.isFinite(mark?.lat) && Number.isFinite(mark?.lon) && isPlace(mark)) : [];
  data = {
    next: Number(kept?.next) || marks.length + 1,
    marks: marks.map(({ id, name, lat, lon, time, doubt }) => ({ id: Number(id), name: nameIn(name, id), lat, lon, time, doubt: shownName(doubt, '', longestName) })),
    target: kept?.target ?? null,
    circle: kept?.circle?.radius > 0 ? { id: kept.circle.id, radius: Number(kept.circle.radius) } : null,
  };
}

let watched; // What was watched.

/** Each end and each begin of a watch is an event, whatever ended it. */
function noteWatch() {
  const words = isWatched() ? circleWords() : undefined;
  if (words === watched) return;
  view.note(words === undefined ? `No longer watched: ${watched}` : `Watched: ${words}`);
  watched = words;
}

function changed() {
  if (!markOf(data.target)) data.target = null;
  if (!markOf(data.circle?.id)) data.circle = null;
  keep('marks', data);
  noteWatch();
  showList();
  show();
  view.mark('map');
}

function add(place, name, time, most = mostMarks, doubt = '') {
  if (data.marks.length >= most) {
    view.notify({ tone: 'warning', what: 'The place was not marked.', why: `There are ${data.marks.length} marks already.`, do: 'Delete some.' });
    return undefined;
  }
  const mark = { id: data.next, name: nameIn(name, data.next), lat: place.lat, lon: place.lon, time, doubt };
  data.next += 1;
  data.marks.push(mark);
  return mark;
}

function refuse(why) {
  view.notify({ tone: 'bad', what: 'The place was not marked.', why, do: 'Mark it again when the position is live.' });
}

/** The place of now, and what speaks against it; undefined where there is none, which is said. */
async function placeOfNow() {
  if (view.link !== 'recorded') {
    const place = trusted();
    if (place !== null) return { place, doubt: view.doubt(place) };
    refuse(view.model.chosen?.known ? 'Every position until now may be forged.' : 'There is no position yet.');
    return undefined;
  }
  // What is shown is of another time: the service knows where the receiver is.
  const fix = await readJSON('/fix.json');
  if (fix?.lat !== undefined && fix.state === 'live' && fix.suspect === undefined) return { place: fix, doubt: '' };
  refuse(fix === undefined ? 'The page shows a recording, and cannot reach the service.' : 'The page shows a recording, and the service has no live position.');
  return undefined;
}

async function addHere(name, most) {
  view.endNotice();
  const now = await placeOfNow();
  if (now === undefined) return undefined;
  const { place, doubt } = now;
  const mark = add(place, name?.(place), place.time, most, doubt);
  // A searcher must know that it is the place of some time ago.
  if (mark !== undefined && doubt !== '') {
    view.notify({
      tone: 'warning', what: `${fullName(mark)} is marked.`, why: 'The position of now is not known, or may be forged: the last good one was taken.',
      do: 'Mark the place again when the position is live.',
    });
  }
  return mark;
}

/** Shows a mark that was added, if it was, and what else becomes of it. */
function addMark(mark, deed = () => {}, words = (name) => `${name} is marked`) {
  if (mark === undefined) return;
  deed(mark);
  changed();
  showTool('marks');
  setText('note', words(mark.name));
}

export async function markPlace() {
  addMark(await addHere());
}

/** Marks the place where somebody went overboard, and shows the way there from where the receiver is now. */
export async function manOverboard() {
  const nameOf = (place) => {
    const time = view.link === 'recorded' ? seconds(place.time ?? place.received) : timeNow();
    return `Man overboard ${Number.isFinite(time) ? `${dateTimeText(time)} UTC` : 'at an unknown time'}`;
  };
  // No number of marks is in its way.
  const mark = await addHere(nameOf, Infinity);
  addMark(mark, ({ id }) => { data.target = id; }, (name) => name);
  if (mark !== undefined && view.link === 'recorded') act.recordings.backToLive();
}

let placeDialog;

/** Shows the way to a pixel of the map, and offers to mark the place there, to go there, or to watch a circle around it. */
export function openPlace(x, y) {
  if (placeDialog?.open) return;
  placeDialog?.remove();
  const place = view.map.placeAt(x, y);
  const from = trusted();
  const isLive = view.said().isLive;
  const way = from === null ? 'There is no position to measure from.' : `From the ${isLive ? '' : 'last known '}position: ${wayText(place, from)}`;
  const button = (text, deed) => make('button', { onclick() {
    placeDialog.close();
    addMark(add(place), deed);
  } }, text);
  placeDialog = makeDialog('map-place', `${latitudeText(place.lat)}, ${longitudeText(place.lon)}`, make('p', way),
    button('Mark'),
    button('Go there', ({ id }) => { data.target = id; }),
    button('Watch circle', ({ id }) => { data.circle = { id, radius: radiusIn() }; }), closeButton());
  placeDialog.showModal();
}

/** How far the receiver is from the middle of the circle: `{meters, radius, name, id, place}`; undefined where there is none. */
export function circleNow() {
  if (!view) return undefined;
  const mark = markOf(data.circle?.id);
  const place = trusted();
  if (!mark || place === null) return undefined;
  return { meters: wayBetween(place, mark).meters, radius: data.circle.radius, name: mark.name, id: mark.id, place };
}

function wayText(mark, place) {
  const { meters, bearing } = wayBetween(place, mark);
  return `${lengthText(meters, view.system)} · ${joined(courseText(bearing))}`;
}

/** The way to a mark in words: distance, bearing, and if it comes nearer, how fast and how long it takes. */
function approachText(mark, place, isLive) {
  const { meters, bearing } = wayBetween(place, mark);
  const parts = [`To ${mark.name}: ${lengthText(meters, view.system)}`, joined(courseText(bearing))];
  if (!isLive) return `${parts.join(' · ')} (from the last known position)`;
  const closing = hasCourse(place) ? place.speed_mps * Math.cos(((place.course_deg - bearing) * Math.PI) / 180) : 0;
  if (closing > leastClosing) {
    const left = meters / closing;
    parts.push(`closing ${joined(speedText(closing, view.system))}`, `${spanText(Math.round(left))} (${clockText(timeNow() + left, 5)} UTC)`);
  } else if (closing < -leastClosing) parts.push(`away ${joined(speedText(-closing, view.system))}`);
  return parts.join(' · ');
}

/**
 * Whether a circle was left, by the rule of `RegionTracker` in the library: a position counts only beyond a margin of 2.5
 * times its accuracy, of 10 m at least, on either side of the border, and three in a row change what holds.
 */
export class CircleTracker {
  #key = '';
  #last;
  #votes = 0;
  #candidate;
  /** Whether the receiver is outside; undefined until three positions agree. */
  isOutside;

  /** Looks at a position, once. */
  update({ meters, radius, id, place }, device) {
    const key = `${id} ${radius} ${device}`;
    if (key !== this.#key) this.reset(key);
    if (place === this.#last) return;
    this.#last = place;
    const { entering, leaving } = distancesOf(radius, place);
    const isBeyond = meters > leaving;
    if (!isBeyond && !(meters <= entering && !(place.h_acc_m > radius))) return;
    this.#votes = isBeyond === this.isOutside ? 0 : isBeyond === this.#candidate ? this.#votes + 1 : 1;
    this.#candidate = isBeyond;
    if (this.#votes < 3) return;
    this.isOutside = isBeyond;
    this.#votes = 0;
  }

  reset(key = '') {
    this.#key = key;
    this.#last = this.#candidate = this.isOutside = undefined;
    this.#votes = 0;
  }
}

/** At what distances from its middle a circle is entered and left, with the accuracy of a position; without one, by the least margin. */
export function distancesOf(radius, { h_acc_m: accuracy }) {
  const margin = Math.max(10, accuracy > 0 ? 2.5 * accuracy : 0);
  const depth = Math.min(margin, radius / 2);
  return { entering: radius - depth, leaving: radius + 2 * margin - depth };
}

const tracker = new CircleTracker();

/** Looks whether the circle was left; of a receiver that is not live what held holds. */
export function isCircleLeft(said) {
  const circle = circleNow();
  if (circle === undefined) tracker.reset();
  else if (said.isLive) tracker.update(circle, view.model.chosen.device);
  return tracker.isOutside === true;
}

/** What is watched, in words; undefined without a circle. */
export function circleWords() {
  const mark = view && markOf(data.circle?.id);
  return mark && `circle of ${lengthText(data.circle.radius, view.system)} around ${mark.name}`;
}

/** Whether its end would be the end of an alarm. */
function isWatched() {
  const kept = choice('alarms');
  return kept?.armed === true && !kept.off?.includes('circle') && circleWords() !== undefined;
}

function circleText(said) {
  const now = circleNow();
  if (now === undefined) return '';
  const { leaving } = distancesOf(now.radius, now.place);
  isCircleLeft(said);
  const length = (meters) => lengthText(meters, view.system);
  const where = `${length(now.meters)} from ${now.name}, circle of ${length(now.radius)} left at ${length(leaving)}`;
  const side = tracker.isOutside ?? now.meters > leaving ? 'Outside' : 'Inside';
  return said.isLive ? `${side}: ${where}` : `Last known: ${side.toLowerCase()}, ${where}`;
}

function show(said = view.said()) {
  const place = trusted();
  const target = markOf(data.target);
  element('overboard-top').hidden = !isWatched();
  setText('mark-target', target && place ? approachText(target, place, said.isLive) : 'Go: shows the way to a mark.');
  setText('mark-circle', data.circle && place ? circleText(said) : 'Watch circle: an alarm when the receiver leaves it.');
  for (const mark of data.marks) {
    const line = lines.get(mark.id);
    if (line) setText(line.way, [mark.doubt, place === null ? '' : `${said.isLive ? '' : 'Last known: '}${wayText(mark, place)}`].filter(Boolean).join(' · '));
  }
}

function lineOf(mark) {
  const name = make('input', { maxLength: longestName, ariaLabel: `Name of mark ${mark.id}` });
  name.addEventListener('change', () => {
    mark.name = nameIn(name.value, mark.id);
    changed();
  });
  const button = (text, deed, endsWatch = () => false) => {
    const made = make('button', text);
    made.addEventListener('click', () => {
      // The press that would end an alarm asks first.
      if (endsWatch() && made.textContent === text) {
        setText(made, 'End the alarm?');
        setTimeout(() => setText(made, text), askTime);
        return;
      }
      setText(made, text);
      deed();
      changed();
    });
    return made;
  };
  const isCircled = () => data.circle?.id === mark.id && isWatched();
  const go = button('Go', () => { data.target = data.target === mark.id ? null : mark.id; });
  const circle = button('Watch circle', () => { data.circle = data.circle?.id === mark.id ? null : { id: mark.id, radius: radiusIn() }; }, isCircled);
  const remove = button('Delete', () => {
    data.marks = data.marks.filter((other) => other !== mark);
    element('mark-here').focus();
  }, isCircled);
  const way = make('span');
  return { item: make('li', name, way, make('span', go, circle, remove)), name, way, go, circle, remove };
}

function showList() {
  for (const [id, { item }] of lines) {
    if (markOf(id)) continue;
    item.remove();
    lines.delete(id);
  }
  for (const mark of data.marks) {
    if (!lines.has(mark.id)) {
      lines.set(mark.id, lineOf(mark));
      element('marks').prepend(lines.get(mark.id).item);
    }
    const { name, go, circle, remove } = lines.get(mark.id);
    if (name.value !== mark.name) name.value = mark.name;
    name.title = mark.name;
    setPressed(go, data.target === mark.id);
    setPressed(circle, data.circle?.id === mark.id);
    for (const [each, word] of [[go, 'Go to'], [circle, 'Watch circle around'], [remove, 'Delete']]) each.setAttribute('aria-label', `${word} ${mark.name}`);
  }
  element('marks').hidden = data.marks.length === 0;
  for (const id of ['marks-gpx', 'marks-geojson']) element(id).disabled = data.marks.length === 0;
}

async function importFile(file) {
  if (!file) return;
  try {
    const { readMarks } = await import('./waypoints.js');
    const points = (await readMarks(file)).filter((point) => Number.isFinite(point.lat) && Number.isFinite(point.lon) && isPlace(point));
    if (points.length === 0) throw new Error(`${fileName(file)} has no points with a latitude and a longitude.`);
    const room = Math.max(0, mostImported - data.marks.length);
    for (const { lat, lon, name, time } of points.slice(0, room)) add({ lat, lon }, name, typeof time === 'string' && !Number.isNaN(Date.parse(time)) ? isoText(Date.parse(time) / 1000) : undefined);
    if (points.length > room) {
      const why = `${fileName(file)} has ${points.length} points, and ${room} of them were imported: files fill at most ${mostImported} marks.`;
      view.notify({ tone: 'warning', what: 'Not all points were imported.', why, do: 'Delete marks, or import a smaller file.' });
    }
    changed();
  } catch (error) {
    view.notify({ tone: 'warning', what: 'The marks were not imported.', why: error.message });
  }
}

async function save(kind) {
  const { saveMarks } = await import('./waypoints.js');
  saveMarks(data.marks.map((mark) => ({ ...mark, name: fullName(mark) })), kind);
}

function makePart() {
  const radius = make('input', { id: 'circle-radius', type: 'number', min: '1', value: String(data.circle?.radius ?? 30) });
  radius.addEventListener('change', () => {
    if (data.circle) data.circle.radius = radiusIn();
    changed();
  });
  const file = make('input', { id: 'marks-file', type: 'file', accept: '.gpx,.geojson,.json', hidden: true });
  file.addEventListener('change', async () => {
    await importFile(file.files[0]);
    file.value = '';
  });
  element('part-marks').append(
    make('div', { className: 'row' },
      make('button', { id: 'mark-here', title: 'Mark this place (M)', onclick: markPlace }, 'Mark'),
      make('button', { id: 'overboard', title: 'Man overboard (O)', onclick: manOverboard }, 'Overboard')),
    make('p', { id: 'mark-target' }),
    make('p', { id: 'mark-circle' }),
    make('ul', { id: 'marks', tabIndex: 0, ariaLabel: 'Marks' }),
    make('p', { className: 'row' },
      make('label', 'Circle radius ', radius, ' m'),
      make('button', { id: 'marks-import', title: 'GPX or GeoJSON', onclick: () => file.click() }, 'Import…'),
      make('button', { id: 'marks-gpx', title: 'Save as GPX', onclick: () => save('gpx') }, 'GPX'),
      make('button', { id: 'marks-geojson', title: 'Save as GeoJSON', onclick: () => save('geojson') }, 'GeoJSON'), file));
}

function drawMarks(pen, map) {
  const at = ({ lat, lon }) => pixelOf({ x: xOf(lon), y: yOf(lat) }, map);
  const place = trusted();
  const target = markOf(data.target);
  if (target && place) {
    polyline(pen, at(place), at(target));
    stroke(pen, colors.accent, 2, [6, 4]);
  }
  const middle = markOf(data.circle?.id);
  if (middle) {
    const scale = meterAt(middle.lat) * map.scale;
    drawCircle(pen, ...at(middle), data.circle.radius * scale);
    stroke(pen, colors.bad, 2, [8, 4]);
    if (place) {
      drawCircle(pen, ...at(middle), distancesOf(data.circle.radius, place).leaving * scale);
      stroke(pen, colors.bad, 1, [2, 6]);
    }
  }
  for (const mark of data.marks) {
    const [x, y] = at(mark);
    if (x < -50 || y < -50 || x > map.width + 50 || y > map.height + 50) continue;
    polyline(pen, [x, y], [x - 6 * textScale, y - 14 * textScale], [x + 6 * textScale, y - 14 * textScale]);
    pen.closePath();
    fill(pen, colors.text);
    stroke(pen, colors.card, 1.5);
    drawName(pen, fullName(mark), x + 9 * textScale, y - 6 * textScale, 600);
  }
}

export function begin(context, deeds) {
  [view, act] = [context, deeds];
  load();
  makePart();
  showList();
  view.extras.push({ show, marks: drawMarks, second: noteWatch });
  // Another page of this browser has changed them.
  addEventListener('storage', () => {
    load();
    noteWatch();
    for (const { item } of lines.values()) item.remove();
    lines.clear();
    showList();
    view.mark('map', 'now');
  });
  show();
  view.mark('map');
}
