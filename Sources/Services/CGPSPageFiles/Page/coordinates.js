// Copying the position, showing it in other forms, and further values of the fix: loaded at the first use.
import { choice, keep } from './choices.js';
import { degrees, geoURI, line, maidenhead, mgrs, sexagesimal, utm } from './grids.js';
import { unknown } from './formats.js';
import { closeButton, element, make, makeDialog, notation, setText } from './panels.js';
import { accuracyText, heightText, joined } from './units.js';

const { lines: shown, short } = notation;
const said = 2000;

/** The forms in the order of key X: what they are called, their lines on the page, and their text. */
const forms = {
  dd: ['Degrees', shown, (place) => degrees(place).join(', ')],
  dms: ['Degrees, minutes, seconds', sexagesimal, (place) => sexagesimal(place).join('  ')],
  utm: ['UTM', utm, (place) => utm(place).join(utm(place)[0].includes('°') ? '  ' : ' ')],
  mgrs: ['MGRS', mgrs, (place) => mgrs(place).join(' ')],
  maidenhead: ['Locator', maidenhead, (place) => maidenhead(place)[0]],
};
let view;
let deeds;
let dialog;
let ending;
const rows = new Map();

const current = () => (Object.hasOwn(forms, choice('coords') ?? '') ? choice('coords') : 'dd');
const known = () => view.model.chosen?.known ?? null;
/** The line for others has the words of what speaks against the position. */
function lineOf(place) {
  const doubt = view.doubt(place);
  return doubt === '' ? line(place) : `${line(place)} (${doubt})`;
}

const others = { geo: ['geo: URI', geoURI], line: ['With accuracy and time', lineOf] };

/** Puts a text into the clipboard: by a selection where the page may not write there, as over plain http. */
async function copyText(text, host) {
  if (await navigator.clipboard?.writeText(text).then(() => true, () => false)) return true;
  const focus = document.activeElement;
  const area = make('textarea', { className: 'unseen', readOnly: true }, text);
  host.append(area);
  area.select();
  let isCopied = false;
  try {
    isCopied = document.execCommand('copy');
  } catch {
    // Then it is not copied.
  }
  area.remove();
  focus?.focus({ preventScroll: true });
  return isCopied;
}

async function copyForm(name, button) {
  const place = known();
  if (place === null) return;
  const isCopied = await copyText((forms[name]?.[2] ?? others[name][1])(place), dialog?.open ? dialog : document.body);
  const doubt = view.doubt(place);
  const words = !isCopied ? 'Not copied' : doubt === '' ? 'Copied' : `Copied: ${doubt}`;
  setText(button, words);
  setText(dialog?.open ? 'forms-note' : 'note', isCopied ? words : 'Not copied: select the text, and press Control and C.');
  if (!isCopied && !dialog?.open) {
    view.notify({
      tone: 'warning', what: 'The position was not copied.', why: 'This browser does not let the page write to the clipboard.',
      do: 'Select the position, and press Control and C.',
    });
  }
  clearTimeout(ending);
  ending = setTimeout(() => {
    for (const { copy } of rows.values()) setText(copy, 'Copy');
    setText('forms', 'Copy as…');
    setText('note', '');
    if (dialog) setText('forms-note', '');
  }, said);
}

export function copyShown() {
  return copyForm(current(), element('forms'));
}

function choose(name) {
  keep('coords', name);
  notation.lines = forms[name][1];
  notation.short = name === 'dd' ? short : (place) => forms[name][1](place).join(' ');
  for (const [key, { radio }] of rows) if (radio) radio.checked = key === name;
  view.showWords();
}

export function nextForm() {
  const names = Object.keys(forms);
  const name = names[(names.indexOf(current()) + 1) % names.length];
  choose(name);
  setText('note', forms[name][0]);
}

function makeRow(name, title) {
  const radio = Object.hasOwn(forms, name) && make('input', { type: 'radio', name: 'form', value: name, onchange: () => choose(name) });
  const value = make('output');
  const copy = make('button', { ariaLabel: `Copy: ${title}`, onclick: () => copyForm(name, copy) }, 'Copy');
  rows.set(name, { radio, value, copy });
  return make('div', make('label', radio, ` ${title}`), value, copy);
}

function fillDialog() {
  // Who closes the system's own menu has shared nothing, and needs no word.
  const share = () => navigator.share({ text: lineOf(known()) }).catch(() => {});
  dialog = makeDialog('forms-dialog', 'Position',
    make('p', { id: 'forms-doubt', className: 'doubt' }),
    make('div', { className: 'forms' }, ...Object.entries({ ...forms, ...others }).map(([name, [title]]) => makeRow(name, title))),
    make('p', 'The chosen form is shown on the page (key X).'),
    make('p', { id: 'forms-note', role: 'status' }),
    make('p', navigator.share && make('button', { onclick: share }, 'Share…'), navigator.share && ' ',
      make('button', { title: 'QR codes (Q)', onclick: deeds.openCodes }, 'QR code…'), ' ', closeButton()));
  choose(current());
}

export function openForms() {
  if (!dialog) fillDialog();
  showValues();
  dialog.showModal();
}

function showValues() {
  const place = known();
  if (place === null || rows.size === 0) return;
  for (const [name, { value }] of rows) setText(value, (forms[name]?.[2] ?? others[name][1])(place));
  const doubt = view.doubt(place);
  setText('forms-doubt', doubt && `This position: ${doubt}.`);
}

// MARK: - Further values of the fix

/** Below this rate of climb a receiver at rest is meant. */
const leastClimb = 0.05;

const values = new Map();

function climbText(climb, { length }) {
  const sign = Math.abs(climb) < leastClimb ? '' : climb > 0 ? '+' : '−';
  return `${sign}${(Math.abs(climb) * length.factor).toFixed(1)} ${length.label}/s`;
}

const lines = [
  ['Above the sea', (fix, system) => fix.alt_msl_m !== undefined && joined(heightText(fix.alt_msl_m, system))],
  ['Above the ellipsoid', (fix, system) => fix.alt_hae_m !== undefined && joined(heightText(fix.alt_hae_m, system))],
  ['Height accuracy', (fix, system) => fix.v_acc_m !== undefined && joined(accuracyText(fix.v_acc_m, system))],
  ['Climb', (fix, system) => fix.climb_mps !== undefined && climbText(fix.climb_mps, system)],
  ['PDOP', (fix) => fix.pdop?.toFixed(2)],
  ['HDOP', (fix) => fix.hdop?.toFixed(2)],
  ['VDOP', (fix) => fix.vdop?.toFixed(2)],
  ['Rate', (fix, system, receiver) => `${Number((receiver.rate ?? 1 / receiver.interval).toFixed(1))} Hz`],
];

function showMore() {
  if (element('more').hidden) return;
  const receiver = view.model.chosen;
  const fix = view.said().isLive ? receiver?.fix : null;
  for (const [name, text] of lines) setText(values.get(name), (fix && text(fix, view.system, receiver)) || unknown);
}

export function toggleMore() {
  const isShown = element('more').hidden;
  keep('more', isShown);
  element('more').hidden = !isShown;
  element('more-button').setAttribute('aria-expanded', String(isShown));
  showMore();
}

// MARK: - Beginning

export function begin(context, all) {
  view = context;
  deeds = all;
  view.extras.push({ show: () => dialog?.open && showValues() }, { show: showMore });
  for (const [name] of lines) {
    values.set(name, make('dd', unknown));
    element('more').append(make('div', make('dt', name), values.get(name)));
  }
  if (choice('coords') !== undefined) choose(current());
}
