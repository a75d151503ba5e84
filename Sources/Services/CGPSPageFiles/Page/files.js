// Tracks of files beside the receiver's own: dropped onto the page or chosen by a button. The service decodes them and keeps nothing.
// Loaded with the first file.
import { circle, colors, fill, polyline, stroke, textScale } from './canvas.js';
import { fileName, seconds, timesText } from './formats.js';
import { emptyBox, nearestCopy, widen, xOf, yOf } from './geography.js';
import { addSheet, element, make, setPressed, setText } from './panels.js';
import { showTool } from './tools.js';
import { drawName } from './map.js';
import { lengthText } from './span.js';
import { chunk, TrackLevel } from './store.js';

/** As many as there are colors that are told apart. */
const mostTracks = 4;
export const mostBytes = 64_000_000;
const headLength = 4096;
/** The names of two tracks may lie over each other where their ends are so many pixels apart. */
const nameRoom = 160;
/** The dashes of each color, for who sees no colors. */
const dashes = [[], [10, 5], [2, 5], [12, 4, 2, 4]];

let view;
let act;
let shown = []; // `{place, file, track, facts, item, request}`
let waiting = Promise.resolve();
let palette = [];
let readFor; // The color of text with which the palette was read.
let shownSystem;
let hint; // What can be dropped, while something is dragged over the page.

const isRecords = (name, head) => head.trimStart().startsWith('{') || /\.(ndjson|jsonl|json)$/i.test(name);
const refused = (what, why, remedy, then) => Object.assign(new Error(what), { parts: { what, why, do: remedy, expect: then } });
const others = 'Choose a file with NMEA, UBX, SiRF or CASIC, a .gbr recording, or GPX.';

/** Opens a file: records of `gpsbridge watch` are played, of all others the track is shown. */
export async function open(file) {
  if (!file) return;
  const head = await file.slice(0, headLength).text().catch(() => '');
  if (isRecords(file.name, head)) {
    act.recordings.openFile(file);
    return;
  }
  if (shown.length >= mostTracks) {
    view.notify({ tone: 'warning', what: `${fileName(file)} was not opened.`, why: `${mostTracks} files are shown, which is the limit.`, do: 'Remove one first.' });
    return;
  }
  view.endNotice();
  const entry = { place: [0, 1, 2, 3].find((place) => shown.every((each) => each.place !== place)), file, name: fileName(file) };
  entry.item = itemOf(entry);
  shown.push(entry);
  element('files').append(entry.item.line);
  showTool('files');
  drawSwatches();
  // One after the other: the service reads two at a time, for all of its users.
  waiting = waiting.then(() => shown.includes(entry) && read(entry)).catch(() => {});
  await waiting;
}

export function dragover() {
  hint.hidden = false;
}

export function drop(files) {
  hint.hidden = true;
  files.forEach(open);
}

async function read(entry) {
  const { file } = entry;
  try {
    if (file.size === 0) throw refused('The file is empty.', 'It has 0 bytes.', others);
    if (file.size > mostBytes) {
      throw refused('The file is too large.', `It has ${(file.size / 1e6).toFixed(0)} MB; ${mostBytes / 1e6} MB can be opened here.`,
        'Cut it, or put it into a folder for gpsbridge serve --recordings.', 'Recordings of a folder may have any size.');
    }
    const { facts, segments } = await decoded(entry);
    if (!shown.includes(entry)) return;
    entry.facts = facts;
    entry.track = new FileTrack(segments);
    setText(entry.item.facts, factsText(facts, view.system));
    setText('note', `${entry.name}: ${factsText(facts, view.system)}`);
    zoomTo(entry.track);
  } catch (error) {
    if (!shown.includes(entry)) return;
    remove(entry);
    const { parts } = error;
    view.notify({ tone: 'bad', ...(parts ?? { what: 'The file was not read.', why: error.message, do: others }), what: `${entry.name}: ${parts?.what ?? 'It was not read.'}` });
  }
}

function decoded(entry) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    entry.request = request;
    request.open('POST', '/decode');
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      setText(entry.item.facts, `Reading… ${Math.round((100 * loaded) / total)} %`);
    });
    request.addEventListener('error', () => reject(refused('It was not read.', 'The service can not be reached, or the file changed while it was read.', 'Try again.')));
    request.addEventListener('abort', () => reject(new Error('aborted')));
    request.addEventListener('load', () => {
      const answer = jsonOf(request.responseText);
      if (request.status !== 200 || answer === undefined) {
        reject(refused(answer?.what ?? 'It was not read.', answer?.why ?? (request.responseText.trim() || `The service answered ${request.status}.`), answer?.do ?? 'Try again.', answer?.expect));
        return;
      }
      const { track, ...facts } = answer;
      // Latitudes come before longitudes; a map has x before y.
      const points = (numbers) => numbers.map((_, index) => (index % 2 === 0 ? xOf(numbers[index + 1] / 1e7) : yOf(numbers[index - 1] / 1e7)));
      resolve({ facts, segments: track.map(points) });
    });
    request.send(entry.file);
  });
}

function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function factsText(facts, system) {
  const parts = [facts.kind, `${facts.fixes} ${facts.fixes === 1 ? 'fix' : 'fixes'}`];
  if (facts.from !== undefined) parts.push(timesText(seconds(facts.from), seconds(facts.to)));
  parts.push(lengthText(facts.distance_m, system));
  if (facts.suspect > 0) parts.push(`${facts.suspect} forged left out`);
  if (facts.impossible > 0) parts.push(`${facts.impossible} without a valid place or time left out`);
  if (facts.is_cut) parts.push('cut off at its end');
  if (facts.is_partial) parts.push('drawn in part');
  return parts.join(' · ');
}

// MARK: - The list

function itemOf(entry) {
  const button = (text, onclick) => make('button', { ariaLabel: `${text} ${entry.name}`, onclick }, text);
  const swatch = make('canvas', { ariaHidden: 'true' });
  const facts = make('span', { className: 'facts' }, 'Reading…');
  const removing = button('Remove', () => {
    const next = shown[shown.indexOf(entry) + 1] ?? shown[shown.indexOf(entry) - 1];
    remove(entry);
    (next?.item.removing ?? element('add-track')).focus();
  });
  const line = make('li', swatch, make('strong', { title: entry.name }, entry.name), facts,
    make('span', button('Show', () => entry.track && zoomTo(entry.track)), removing));
  return { line, swatch, facts, removing };
}

function remove(entry) {
  shown = shown.filter((each) => each !== entry);
  entry.request?.abort();
  entry.item.line.remove();
  view.mark('map');
}

/** Renews the facts where their units are others. */
function show() {
  if (shownSystem === view.system) return;
  shownSystem = view.system;
  for (const { facts, item } of shown) if (facts) setText(item.facts, factsText(facts, view.system));
}

/** The colors of the present theme; read again when it changes. */
function readPalette() {
  if (readFor === colors.text) return;
  const style = getComputedStyle(document.documentElement);
  palette = style.getPropertyValue(style.colorScheme === 'dark' ? '--tracks-dark' : '--tracks').split(/\s*,\s*/).filter(Boolean);
  // The style sheet may still be on its way.
  if (palette.length > 0) readFor = colors.text;
  drawSwatches();
}

/** Draws the piece of line that stands for a track in the list. */
function drawSwatches() {
  for (const { place, item: { swatch } } of shown) {
    const ratio = devicePixelRatio || 1;
    const [width, height] = [28 * textScale, 8];
    swatch.width = width * ratio;
    swatch.height = height * ratio;
    swatch.style.width = `${width}px`;
    const pen = swatch.getContext('2d');
    pen.scale(ratio, ratio);
    polyline(pen, [0, height / 2], [width, height / 2]);
    line(pen, place);
  }
}

export function ask() {
  const input = make('input', { type: 'file', multiple: true });
  input.addEventListener('change', () => drop([...input.files]));
  input.click();
}

// MARK: - On the map

function line(pen, place) {
  pen.lineJoin = 'round';
  stroke(pen, palette[place] ?? colors.accent, 3, dashes[place]);
}

function drawTracks(pen, map) {
  readPalette();
  const named = [];
  for (const { place, track, name } of shown) {
    if (!track) continue;
    pen.beginPath();
    const onGround = map.onGround ?? ((draw) => draw(map));
    onGround((ground) => track.trace(pen, ground));
    pen.globalAlpha = 0.7;
    stroke(pen, colors.water, 6);
    pen.globalAlpha = 1;
    line(pen, place);
    const end = track.endIn(map);
    const [x, y] = map.turned?.(end) ?? end;
    circle(pen, x, y, 5);
    fill(pen, palette[place] ?? colors.accent);
    if (x < -50 || y < -50 || x > map.width + 50 || y > map.height + 50) continue;
    // Above the names of tracks that end near by.
    let base = y - 6 * textScale;
    while (named.some(([left, low]) => Math.abs(left - x) < nameRoom && Math.abs(low - base) < 15 * textScale)) base -= 15 * textScale;
    named.push([x, base]);
    drawName(pen, name, x + 9 * textScale, base, 600);
  }
}

function zoomTo({ box }) {
  const { map } = view;
  map.follows = false;
  map.showWorld();
  const farthest = map.scale;
  map.x = ((box.west + box.east) / 2 + 1) % 1;
  map.y = (box.north + box.south) / 2;
  map.scale = Math.max(farthest, Math.min(2e8, map.scaleOf((box.east - box.west) * 1.3, (box.south - box.north) * 1.5)));
  setPressed(element('follow'), false);
  view.mark('map');
}

export function begin(context, deeds) {
  view = context;
  act = deeds;
  addSheet().then(() => view.mark('map'));
  hint = make('p', { id: 'drop-hint', hidden: true }, 'Drop NMEA, UBX, SiRF, a recording or GPX to add its track, records to play them.');
  document.body.append(hint);
  addEventListener('dragleave', (event) => { if (event.relatedTarget === null) hint.hidden = true; });
  view.extras.push({ show, marks: drawTracks });
}

// MARK: - The points of a track

const levels = 9;
/** World units of the finest step, a millimeter at the equator, and how much coarser each level is. */
const finest = 2.5e-11;
const factor = 4;

/** The points of a file in world units, in the levels of a receiver's track, of which a map takes the one whose step is a pixel. */
export class FileTrack {
  /** @param segments arrays of world units, x and y by turns; over 180° x goes on beyond 0 or 1 */
  constructor(segments) {
    this.count = segments.reduce((sum, points) => sum + points.length / 2, 0);
    this.x = new Float64Array(this.count);
    this.y = new Float64Array(this.count);
    this.box = emptyBox();
    const capacity = chunk * Math.ceil((this.count + segments.length) / chunk);
    this.levels = Array.from({ length: levels }, (_, level) => new TrackLevel(level === 0 ? 0 : finest * factor ** (level + 4), capacity));
    let row = 0;
    for (const points of segments) {
      for (let index = 0; index < points.length; index += 2) {
        const x = row === 0 ? points[0] : nearestCopy(points[index], this.x[row - 1]);
        const y = points[index + 1];
        [this.x[row], this.y[row]] = [x, y];
        widen(this.box, x, y);
        for (const level of this.levels) level.join(row, x, y, 1);
        row += 1;
      }
      for (const level of this.levels) level.join(row, NaN, NaN, 0);
    }
  }

  /** Adds the lines that can be seen to the path. */
  trace(pen, view) {
    const level = this.levels.findLast(({ step }) => step * view.scale <= 1);
    const runs = level.runs(view.west, view.north, view.east, view.south);
    for (let run = 0; run < runs.length; run += 2) {
      let left; // Of the copy of the world in which a line lies; none where it begins.
      for (let entry = runs[run]; entry < runs[run + 1]; entry += 1) {
        if (level.isGap[entry] === 1) {
          left = undefined;
          continue;
        }
        const [worldX, worldY] = [this.x[level.at[entry]], this.y[level.at[entry]]];
        const isFirst = left === undefined;
        left ??= view.left + (nearestCopy(worldX, view.x) - worldX) * view.scale;
        const [x, y] = [worldX * view.scale + left, worldY * view.scale + view.top];
        if (!isFirst) pen.lineTo(x, y);
        // A point alone is a dot.
        else if (level.isGap[entry + 1] === 1) pen.rect(x - 1, y - 1, 2, 2);
        else pen.moveTo(x, y);
      }
    }
  }

  /** Where its last point is in a view. */
  endIn(view) {
    return [nearestCopy(this.x.at(-1), view.x) * view.scale + view.left, this.y.at(-1) * view.scale + view.top];
  }
}
