// The words of the page: state, numbers, verdict, events, receivers. Only what changed is changed, so that a selection
// and a screen reader are left in peace.
import { accuracyText, heightText, speedText } from './units.js';
import { colors, constellation, constellations, fill, outline } from './canvas.js';
import {
  ageText, clockText, courseText, isoText, latitudeText, localText, longitudeText, seconds, spanText, unknown,
} from './formats.js';
import { showEarly } from './early.js';
import { skyCounts } from './sky.js';
import { tabTitle } from './state.js';
import { verdictTone } from './words.js';

/** Below this speed a course is chance. */
const leastSpeed = 0.5;
const mostLatest = 4;

export const element = (id) => document.getElementById(id);

/** Sets the text of an element or of an id, if it is another one. */
export function setText(place, text) {
  const found = typeof place === 'string' ? element(place) : place;
  if (found.textContent !== text) found.textContent = text;
}

export function setPressed(button, isPressed) {
  if (button.getAttribute('aria-pressed') !== String(isPressed)) button.setAttribute('aria-pressed', isPressed);
}

/** A new element: objects among the parts are its properties; texts and elements are its contents; what is false is left out. */
export function make(name, ...parts) {
  const made = document.createElement(name);
  for (const part of parts.filter(Boolean)) {
    if (typeof part === 'string' || part.nodeType) made.append(part);
    else Object.assign(made, part);
  }
  return made;
}

const sheets = new Map();

/** Adds the style sheet of what is loaded later, or another one, once; resolves to whether it is there. */
export function addSheet(name = 'later') {
  if (!sheets.has(name)) {
    sheets.set(name, new Promise((resolve) => {
      const sheet = make('link', { id: `${name}-style`, rel: 'stylesheet', href: `/${name}.css`, onload: () => resolve(true) });
      sheet.addEventListener('error', () => {
        // The next call tries again.
        sheet.remove();
        sheets.delete(name);
        resolve(false);
      });
      document.head.append(sheet);
    }));
  }
  return sheets.get(name);
}

// MARK: - Dialogs and tables

/** A dialog: a heading, and what else is in it. */
export function makeDialog(id, title, ...contents) {
  const dialog = make('dialog', { id }, make('h2', { id: `${id}-heading` }, title), ...contents);
  dialog.setAttribute('aria-labelledby', `${id}-heading`);
  document.body.append(dialog);
  return dialog;
}

/** A button that closes the dialog that it is in. */
export const closeButton = () => make('button', { onclick: ({ target }) => target.closest('dialog').close() }, 'Close');

/** Shows rows of texts in a table. Only the cells that changed are renewed, so that who reads it is not thrown out. */
export function showRows(body, rows) {
  while (body.rows.length > rows.length) body.lastElementChild.remove();
  for (const [index, texts] of rows.entries()) {
    const line = body.rows[index] ?? body.insertRow();
    for (const [column, text] of texts.entries()) {
      if (line.cells[column] === undefined) line.append(column === 0 ? make('th', { scope: 'row' }) : make('td'));
      setText(line.cells[column], text);
    }
  }
}

// MARK: - State and verdict

/** Sets a number, and its unit in small letters. */
function setNumber(id, { number, unit } = { number: unknown, unit: '' }) {
  const place = element(id);
  const key = `${number} ${unit}`;
  if (place.dataset.shown === key) return;
  place.dataset.shown = key;
  place.replaceChildren(number, ...(unit === '' ? [] : [make('small', ` ${unit}`)]));
}

/** How a position is written: in two lines, and in one. Another form is put here when it is chosen. */
export const notation = {
  lines: (known) => [latitudeText(known.lat), longitudeText(known.lon)],
  short: (known) => `${known.lat.toFixed(5)}, ${known.lon.toFixed(5)}`,
};

export function hasCourse(fix) {
  return fix?.course_deg !== undefined && fix.speed_mps >= leastSpeed;
}

export function showNow(receiver, said, system) {
  const body = document.body.dataset;
  for (const [name, value] of [['state', said.state], ['tone', said.tone], ['live', said.isLive], ['sky', said.isSkyLive]]) {
    if (body[name] !== String(value)) body[name] = value;
  }
  setText('state', said.words);
  setText('state-top', said.words);
  if (receiver === undefined && said.state === 'disconnected' && showEarly()) return;
  setText('quality', said.quality);
  element('quality').title = said.quality;
  showAge(said);
  const known = receiver?.known ?? null;
  setText('place-top', known === null ? '' : notation.short(known));
  element('place-copy').disabled = element('forms').disabled = known === null;
  const [first, second] = known === null ? ['No position yet', ''] : notation.lines(known);
  setText('latitude', first);
  setText('longitude', second);
  setNumber('accuracy', known?.h_acc_m === undefined ? undefined : accuracyText(known.h_acc_m, system));
  setNumber('altitude', known?.alt_msl_m === undefined ? undefined : heightText(known.alt_msl_m, system));
  // A speed, a course and a count of satellites are of now, or they are nothing.
  const fix = said.isLive ? receiver.fix : null;
  setNumber('speed', fix?.speed_mps === undefined ? undefined : speedText(fix.speed_mps, system));
  setNumber('course', hasCourse(fix) ? courseText(fix.course_deg) : undefined);
  const counted = said.isSkyLive ? receiver?.fix : null;
  const seen = counted?.sats_seen ?? (receiver?.sky ? receiver.satellites.length : undefined);
  setNumber('satellites', counted?.sats_used === undefined
    ? undefined : { number: String(counted.sats_used), unit: seen === undefined ? '' : `of ${seen}` });
  const time = seconds(receiver?.fix?.time);
  setText('utc', clockText(time));
  setText('local', localText(time));
}

/** Shows in the tab what is the case, in a word and a color; a page that is hidden and gets nothing says that it is paused. */
export function showTab(receiver, said, isPaused) {
  const title = isPaused ? 'Paused' : tabTitle(receiver, said);
  if (document.title !== title) document.title = title;
  const path = isPaused || said.tone === 'quiet' ? '/icon.svg' : `/${said.tone}.svg`;
  const icon = element('icon');
  if (icon.getAttribute('href') !== path) icon.setAttribute('href', path);
}

/** Shows the age alone, each second; of what is recorded the date. What is not live is never of now. */
export function showAge({ age, date, isLive }) {
  setText('age', date ?? (Number.isNaN(age) ? '' : ageText(isLive ? age : Math.max(1.5, age))));
}

/**
 * Shows a verdict; where the service is not reached, the page's own.
 *
 * @param page `{link, state, quiet, words, seeking}`: the link, the state of the receiver, the seconds without a record, what is
 *   said of a past day in its place, and the time that a recording is searched for
 */
export function showVerdict(receiver, page) {
  const verdict = page.words ?? verdictOf(receiver, page);
  const box = element('part-verdict');
  if (box.dataset.tone !== verdict.tone) box.dataset.tone = verdict.tone;
  setText('verdict-what', verdict.what);
  for (const name of ['why', 'do', 'expect']) {
    setText(`verdict-${name}`, verdict[name] ?? '');
    element(`verdict-${name}`).parentElement.hidden = !verdict[name];
  }
  element('token-form').hidden = page.link !== 'locked';
  element('to-live').hidden = page.link !== 'recorded';
  return verdict.what;
}

/** Shows a notice: what could not be done; without one, that of before ends. */
export function showNotice(notice) {
  const box = element('notice');
  putOnTop(box);
  box.hidden = !notice;
  box.dataset.tone = notice?.tone;
  for (const name of ['what', 'why', 'do']) setText(`notice-${name}`, notice?.[name] ?? '');
}

/** Beside an open dialog nothing can be pressed or is announced: an element that must be seen goes into it. */
export function putOnTop(box) {
  const place = document.querySelector('dialog[open]') ?? document.body;
  if (box.parentElement !== place) place.prepend(box);
}

const ownVerdicts = {
  unsupported: {
    what: 'This browser cannot follow the service.',
    why: 'It has no EventSource, with which a page receives live records.',
    do: 'Open /plain, a page without scripts, or use another browser.',
  },
  lost: {
    what: 'This page cannot reach the service.',
    do: 'Check whether gpsbridge still runs. The page reconnects by itself.',
  },
  locked: {
    what: 'The service asks for its token.',
    why: 'It was started with another one, or this browser was signed out.',
    do: 'Enter the token: it is the line in the file that --token-file names.',
  },
};

function verdictOf(receiver, { link, state, quiet, seeking }) {
  const why = `No data for ${spanText(Math.floor(quiet))}; the page shows the last state that it received.`;
  if (link in ownVerdicts) return { tone: 'bad', why, ...ownVerdicts[link] };
  if (seeking !== undefined) return { tone: 'quiet', what: `Looking for ${clockText(seeking)} UTC in the recording …` };
  const verdict = receiver?.verdict;
  if (receiver === undefined && link === 'live') {
    return { tone: 'bad', what: 'No receiver is known.', why: 'The service has reported none.', do: 'Plug one in; it appears by itself.' };
  }
  if (!verdict || link === 'connecting') return { tone: 'quiet', what: link === 'recorded' ? 'The recording has no verdict here.' : receiver?.fix ? 'There is no verdict yet.' : 'Nothing is known yet.' };
  // The service has judged the last epoch; the next one has not come.
  if (verdict.code === 'good' && ['aging', 'stale', 'lost'].includes(state)) {
    return { tone: 'warning', what: 'The next position is overdue.', why: `In the last epoch: ${verdict.what} ${verdict.why ?? ''}` };
  }
  // Where all is well there is nothing to do, and nothing else to expect.
  if (verdict.code === 'good') return { tone: 'good', what: verdict.what, why: verdict.why };
  return { ...verdict, tone: verdictTone(verdict.code) };
}

// MARK: - Events

const lines = new Map();
let linesOwner = null;

/** Shows the events of a receiver, the newest first. */
export function showEvents(events, owner) {
  const list = element('events');
  const wanted = new Set(linesOwner === owner ? events : []);
  linesOwner = owner;
  for (const [event, line] of lines) {
    if (wanted.has(event)) continue;
    line.remove();
    lines.delete(event);
  }
  const fresh = events.filter((event) => !lines.has(event));
  for (const event of fresh) lines.set(event, eventLine(event));
  if (fresh.length === 0 && wanted.size > 0) return;
  list.prepend(...fresh.map((event) => lines.get(event)));
  element('latest').replaceChildren(...events.slice(0, mostLatest).map(eventLine));
}

function eventLine(event) {
  const time = make('time', clockText(event.time));
  if (Number.isFinite(event.time)) time.dateTime = time.title = isoText(event.time);
  const title = event.text + (event.count > 1 ? `, ${event.count} times since ${clockText(event.first, 5)}` : '');
  return make('li', time, make('span', { title }, title));
}

// MARK: - Receivers

/** How a receiver is called where there is little room: by its port, or by its source where another one has the same. */
export function shortNameOf(receiver, all) {
  const port = receiver.path ?? receiver.device;
  return all.some((other) => other !== receiver && (other.path ?? other.device) === port) ? receiver.device : port;
}

export function nameOf(receiver, all) {
  return [receiver.product, shortNameOf(receiver, all)].filter(Boolean).join(' · ');
}

/** Shows the receivers: a name where there is one, tabs with the state of each where there are more. */
export function showReceivers(receivers, chosen, saidOf) {
  const bar = element('receivers');
  if (receivers.length < 2) {
    const name = receivers.length === 0 ? '' : nameOf(receivers[0], receivers);
    if (bar.children.length !== 1 || bar.firstElementChild.tagName !== 'SPAN') bar.replaceChildren(make('span'));
    setText(bar.firstElementChild, name);
    bar.firstElementChild.title = name;
    return;
  }
  if (bar.querySelectorAll('button').length !== receivers.length) {
    bar.replaceChildren(...receivers.map(() => make('button', { type: 'button' }, make('span'), make('small'))));
  }
  for (const [index, receiver] of receivers.entries()) {
    const button = bar.children[index];
    const said = saidOf(receiver);
    const [name, state] = button.children;
    setText(name, nameOf(receiver, receivers));
    name.title = name.textContent;
    setText(state, said.words);
    button.dataset.tone = said.tone;
    setPressed(button, receiver === chosen);
  }
}

// MARK: - The sky in words

/** Shows the counts, and the legend of the constellations with a shape for each. */
export function showSkyWords(satellites) {
  const { used, heard, known } = skyCounts(satellites);
  setText('sky-summary', known === 0 ? '' : `${used} used, ${heard} heard, ${known} known`);
  const groups = Object.keys(constellations)
    .map((word) => [word, satellites.filter((satellite) => satellite.gnss === word)])
    .filter(([, members]) => members.some((satellite) => satellite.cn0_dbhz > 0 || satellite.el_deg !== undefined));
  const list = element('constellations');
  const key = groups.map(([word]) => word).join(' ');
  if (list.dataset.shown !== key) {
    list.dataset.shown = key;
    list.replaceChildren(...groups.map(([word]) => {
      const shape = make('canvas', { ariaHidden: 'true' });
      shape.dataset.word = word;
      return make('li', shape, make('span', constellation(word).name), make('b'));
    }));
    drawLegend();
  }
  for (const [index, [, members]] of groups.entries()) {
    const count = skyCounts(members);
    setText(list.children[index].lastElementChild, count.heard > 0 ? `${count.used} of ${count.heard}` : 'none');
  }
}

/** Draws the shapes of the legend, anew when the theme changes. */
export function drawLegend() {
  const size = 14;
  const ratio = devicePixelRatio || 1;
  for (const canvas of element('constellations').querySelectorAll('canvas')) {
    canvas.width = canvas.height = size * ratio;
    const pen = canvas.getContext('2d');
    pen.scale(ratio, ratio);
    outline(pen, canvas.dataset.word, size / 2, size / 2, 5);
    fill(pen, colors[canvas.dataset.word] ?? colors.quiet);
  }
}
