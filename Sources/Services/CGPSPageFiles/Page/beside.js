// Two receivers of the service beside each other, and how they differ at the same times. Loaded when there are two.
import { constellation } from './canvas.js';
import { choice, keep } from './choices.js';
import { clockText, dateTimeText, isoText, latitudeText, longitudeText, seconds, spanText, unknown } from './formats.js';
import { readHistory } from './loading.js';
import { element, make, setText, shortNameOf, showRows } from './panels.js';
import { Pairing } from './pairing.js';
import { skyCounts } from './sky.js';
import { medianOf } from './state.js';
import { onTool, openTool, showTool } from './tools.js';
import { accuracyText, heightText, joined } from './units.js';

/** The history that is compared when the part is opened, in seconds. */
const before = 3600;
/** After so many seconds without positions of the same time there is a reason for it. */
const patience = 5;
/** A sky is of now for so many seconds, as that of one receiver is. */
const skyPatience = 15;
/** Times that are so many seconds apart are of two days, recordings or wrong clocks. */
const apart = 3600;

let view;
let pairing = new Pairing();
let devices = choice('compared') ?? []; // The names of the two, also while nothing is compared.
let isAway = choice('tool') === 'beside'; // Closed while there are no two.
let chosen = []; // The two receivers that are compared.
let last = [{}, {}]; // The records that were taken of each.
let matchedAt = -Infinity; // By this page's clock.
let skyMatchedAt = -Infinity;
let nowHead;
let reading = null; // Of the history.
const selects = [];
const cells = new Map();

// MARK: - What is compared

function compare(one, other) {
  chosen = [one, other];
  pairing = new Pairing();
  last = [{}, {}];
  matchedAt = skyMatchedAt = -Infinity;
  reading?.abort();
  const own = pairing;
  reading = new AbortController();
  const { signal } = reading;
  for (const [side, receiver] of isSame() ? [] : chosen.entries()) {
    const query = { device: receiver.device };
    // The service goes by the receiver's time, which may be behind its own.
    const { now, rooms } = view.model;
    if (!Number.isNaN(now)) query.from = isoText(now - before - Math.max(0, rooms.get(receiver)?.offset ?? 0));
    // Without an answer the comparison begins now.
    readHistory(query, (record) => own.takeFix(side, record), show, signal).catch(() => {});
  }
  heard();
  show();
}

const isSame = () => chosen[0] === chosen[1];

function heard() {
  if (openTool !== 'beside' || isSame()) return;
  for (const [side, receiver] of chosen.entries()) {
    const { fix, sky } = receiver;
    if (fix !== null && fix !== last[side].fix && pairing.takeFix(side, fix)) matchedAt = performance.now();
    if (sky !== null && sky !== last[side].sky && pairing.takeSky(side, sky)) skyMatchedAt = performance.now();
    last[side] = { fix, sky };
  }
}

/** Keeps the lists of receivers, and begins where two are there. What is recorded is not compared. */
function renew() {
  const { all } = view.model.receivers;
  const isPossible = all.length > 1 && view.link !== 'recorded';
  element('beside-tab').hidden = !isPossible;
  if (openTool !== 'beside' && openTool !== 'sky') isAway = false;
  if (isPossible && isAway) {
    isAway = false;
    showTool('beside');
  }
  if (!isPossible && openTool === 'beside') {
    isAway = true;
    showTool('sky');
    keep('tool', 'beside');
  }
  if (openTool !== 'beside') {
    reading?.abort();
    chosen = [];
    return;
  }
  if (chosen.length < 2 || !chosen.every((each) => all.includes(each))) {
    const known = devices.map((device) => view.model.receivers.named(device));
    compare(...(known.length === 2 && known.every(Boolean) ? known : all));
  }
  for (const [side, select] of selects.entries()) {
    const names = all.map((each) => shortNameOf(each, all));
    if (names.join('\n') === select.dataset.names && select.value === String(all.indexOf(chosen[side]))) continue;
    select.dataset.names = names.join('\n');
    select.replaceChildren(...names.map((name, index) => new Option(name, index)));
    select.value = String(all.indexOf(chosen[side]));
  }
}

/** Why there is no difference of now; undefined where there is one. */
function reason(isOld) {
  if (isSame()) return 'Choose two receivers: both are the same.';
  if (pairing.latest !== null && !isOld) {
    return pairing.isFar ? 'They are more than 10 km apart: these positions are not in the mean.' : undefined;
  }
  const said = chosen.map((each) => view.said(each));
  const troubles = chosen.flatMap((receiver, side) => {
    const name = 'AB'[side];
    if (!said[side].isLive) return [`${name}: ${said[side].words}${Number.isNaN(said[side].age) ? '' : `, ${spanText(Math.floor(said[side].age))}`}.`];
    if (receiver.fix.suspect !== undefined) return [`${name}: its position may be forged, and is not compared.`];
    return receiver.fix.time === undefined ? [`${name}: its positions have no date and time.`] : [];
  });
  if (troubles.length > 0) return troubles.join(' ');
  const times = chosen.map(({ fix }) => seconds(fix.time));
  if (Math.abs(times[1] - times[0]) >= apart) {
    return `A is of ${dateTimeText(times[0])}, B of ${dateTimeText(times[1])}: only positions of the same time are compared.`;
  }
  return pairing.latest === null ? 'No position of the same time yet.' : 'No newer position of the same time yet.';
}

// MARK: - What is shown

const signed = (number, digits) => `${number < -(0.5 * 10 ** -digits) ? '−' : '+'}${Math.abs(number).toFixed(digits)}`;
function lengthText(meters, isSigned = true) {
  const { factor, label } = view.system.length;
  if (Number.isNaN(meters)) return unknown;
  const value = meters * factor;
  const digits = Math.abs(value) < 99.995 ? 2 : 0;
  return `${isSigned ? signed(value, digits) : value.toFixed(digits)} ${label}`;
}

const sides = [
  ['state', 'State', (receiver) => view.said(receiver).words],
  ['latitude', 'Latitude', ({ fix }) => fix?.lat !== undefined && latitudeText(fix.lat)],
  ['longitude', 'Longitude', ({ fix }) => fix?.lon !== undefined && longitudeText(fix.lon)],
  ['accuracy', 'Accuracy', ({ fix }) => fix?.h_acc_m !== undefined && joined(accuracyText(fix.h_acc_m, view.system))],
  ['altitude', 'Altitude', ({ fix }) => fix?.alt_msl_m !== undefined && joined(heightText(fix.alt_msl_m, view.system))],
  ['used', 'Satellites', ({ satellites }) => {
    const { used, heard: count } = skyCounts(satellites);
    return satellites.length > 0 && `${used} of ${count}`;
  }],
  ['signal', 'C/N0', ({ satellites }) => {
    const median = medianOf(satellites.filter(({ cn0_dbhz: level }) => level > 0).map(({ cn0_dbhz: level }) => level));
    return median !== undefined && `${median} dB-Hz`;
  }],
];

function show() {
  if (openTool !== 'beside' || chosen.length < 2) return;
  for (const [side, receiver] of chosen.entries()) {
    const isLive = view.said(receiver).isLive;
    for (const [name, , text] of sides) {
      const cell = cells.get(`${name}-${side}`);
      setText(cell, (name === 'state' || receiver.fix !== null) && text(receiver) || unknown);
      cell.classList.toggle('quiet', !isLive && name !== 'state');
    }
  }
  const { latest, mean, medians, mover } = pairing;
  // The mean of a way is no offset.
  for (const [name, found] of [['now', latest], ['mean', mover === undefined ? mean : null]]) {
    const texts = found === null ? [] : [found.north, found.east, found.up].map((meters) => lengthText(meters));
    if (found !== null) texts.push(lengthText(Math.hypot(found.north, found.east), false));
    for (const [index, column] of ['north', 'east', 'up', 'distance'].entries()) setText(cells.get(`${column}-${name}`), texts[index] ?? unknown);
  }
  const isOld = latest !== null && (performance.now() - matchedAt) / 1000 >= patience;
  for (const column of ['north', 'east', 'up', 'distance']) cells.get(`${column}-now`).classList.toggle('quiet', isOld);
  setText(nowHead, isOld ? 'Last' : 'Now');
  setText('beside-reason', [reason(isOld), latest && `${isOld ? 'The last difference is of' : 'Now is'} ${clockText(latest.time)} UTC.`,
    mover !== undefined && `No mean: ${'AB'[mover]} moved and ${'BA'[mover]} did not.`].filter(Boolean).join(' '));
  setText('beside-count', isSame() ? unknown : pairing.count === 0 ? 'No position of the same time.' : `${pairing.count} positions of the same time in ${spanText(Math.round(pairing.to - pairing.from))}`);
  // Neither are skies from before the page was connected.
  const { clock } = view.model;
  const isSkyNow = skyMatchedAt >= view.liveAt && (performance.now() - skyMatchedAt) / 1000 < skyPatience
    && chosen.every((each) => view.said(each).isSkyLive && each.skyAt >= clock + view.liveAt / 1000);
  setText('beside-median', isSame() ? unknown : medians.mean === undefined ? 'No satellite that both receive.'
    : `C/N0, median: ${medians.now === undefined || !isSkyNow ? '' : `${signed(medians.now, 1)} dB-Hz of ${medians.count} now, `}${signed(medians.mean, 1)} of all`);
  showSignals(isSkyNow);
}

/** Lists the signals; what each receives only while that is of now. */
function showSignals(isSkyNow) {
  const signals = pairing.signals.sort((a, b) => (a.key < b.key ? -1 : 1) && a.key.localeCompare(b.key, 'en', { numeric: true }));
  showRows(element('beside-signals'), signals.map(({ key, difference, ...levels }) => {
    const { first, second } = isSkyNow ? levels : {};
    const [gnss, id] = key.split(' ');
    const now = first === undefined ? [unknown, unknown, unknown] : [String(first), String(second), signed(second - first, 0)];
    return [`${constellation(gnss).letter}${id.padStart(2, '0')}`, ...now, signed(difference, 1)];
  }));
}

// MARK: - The part

/** A table with a name, the heads of its columns and its rows `[id, name]`, whose cells are kept by their names. */
function tableOf(name, columns, rows) {
  const cellOf = (id, column) => {
    const cell = make('td', { id: `beside-${id}-${column}` }, unknown);
    cells.set(`${id}-${column}`, cell);
    return cell;
  };
  return make('table', make('caption', { className: 'unseen' }, name),
    make('thead', make('tr', make('td'), ...columns.map((column) => make('th', { scope: 'col' }, column)))),
    make('tbody', ...rows.map(([id, title, ...names]) =>
      make('tr', make('th', { scope: 'row' }, title), ...names.map((column) => cellOf(id, column))))));
}

function choose() {
  const receivers = selects.map((each) => view.model.receivers.all[Number(each.value)]);
  devices = receivers.map(({ device }) => device);
  keep('compared', devices);
  compare(...receivers);
}

function fillPart() {
  selects.push(...[0, 1].map(() => make('select', { onchange: choose })));
  const list = tableOf('Signals of the satellites that both receive, in dB-Hz', ['A', 'B', 'B − A', 'Mean'], []);
  list.lastElementChild.id = 'beside-signals';
  const differences = tableOf('B minus A', ['Now', 'Mean'], ['North', 'East', 'Up', 'Distance'].map((title) => [title.toLowerCase(), title, 'now', 'mean']));
  setText(differences.querySelector('thead td'), 'B − A');
  nowHead = differences.querySelector('thead th');
  element('part-beside').append(
    make('p', { className: 'choices' }, ...selects.map((select, side) => make('label', `${'AB'[side]} `, select))),
    tableOf('Both receivers', ['A', 'B'], sides.map(([id, title]) => [id, title, 0, 1])),
    differences,
    make('p', { id: 'beside-reason' }),
    make('p', { id: 'beside-count', className: 'quiet' }),
    make('p', { id: 'beside-median' }),
    make('div', { className: 'table', tabIndex: 0, role: 'region', ariaLabel: 'Signals of both' }, list));
}

/** Begins: its tab is there while there are two receivers. */
export function begin(context) {
  view = context;
  fillPart();
  const renewed = () => {
    renew();
    show();
  };
  onTool('beside', renewed);
  view.extras.push({ heard, second: renewed, show: () => (view.link === 'recorded' ? renewed() : show()) });
  renew();
}
