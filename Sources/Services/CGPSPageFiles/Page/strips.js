// The strips of the history that are chosen, and what further ones need: climb, dilution, age of the corrections, and how far the
// clock of the service is ahead. Loaded when they are asked for.
import { choice, keep } from './choices.js';
import { strips } from './charts.js';
import { moreQuery, readHistory } from './loading.js';
import { addSheet, closeButton, make, makeDialog } from './panels.js';
import { seconds } from './formats.js';
import { Column, series } from './store.js';

/** Where records and rows are of one moment, in seconds. */
const near = 0.3;

const usual = [...strips];
const further = [
  { name: 'climb', title: 'Climb', least: 1, unit: ({ length }) => ({ factor: length.factor, label: `${length.label}/s` }), of: (record) => record.climb_mps },
  { name: 'hdop', title: 'HDOP', fromZero: true, least: 2, unit: () => ({ factor: 1, label: '' }), of: (record) => record.hdop },
  { name: 'correction', title: 'Corrections', fromZero: true, least: 5, unit: () => ({ factor: 1, label: 's old' }), of: (record) => record.diff_age_s },
  { name: 'lag', title: 'Clock', least: 0.2, digits: 2, unit: () => ({ factor: 1, label: 's ahead' }), of: ({ lag_s: lag, received, time }) => lag ?? seconds(received) - seconds(time) },
];
const all = [...usual, ...further];
const words = {
  used: 'Satellites in use', hdop: 'HDOP (horizontal dilution)', correction: 'Age of the corrections',
  lag: 'Clock of the service, ahead of the receiver’s',
};

let view;
let act;
let dialog;
const boxes = new Map();
/** The receivers whose history was read before the further values were asked for. */
const older = new WeakSet();
let isFilling = false;
/** The receiver whose older rows could not be had. */
let failed;

function emptied(column) {
  for (const numbers of [column.raw, ...column.floors.flatMap(({ low, high }) => [low, high])]) numbers.fill(NaN);
  return column;
}

/** Gives all histories the columns of the further strips; what is not known of older rows is filled in. */
function addColumns() {
  if (series.includes(further[0].name)) return;
  for (const { name } of further) {
    series.push(name);
    for (const { store } of [{ store: view.model.full }, ...view.model.rooms.values()]) {
      store.columns[name] ??= emptied(new Column(store.capacity));
    }
  }
  view.model.more = (record) => Object.fromEntries(further.map(({ name, of }) => [name, of(record) ?? NaN]));
  moreQuery.more = 'yes';
  for (const receiver of view.model.receivers.all) older.add(receiver);
}

/** Fills the values in for rows that came before they were asked for. */
async function fill() {
  const { link, model, player } = view;
  const { chosen, full } = model;
  const isThere = link === 'recorded' ? !Number.isNaN(player.position) : link === 'live';
  if (!isThere || chosen !== failed) failed = undefined;
  if (!isThere || failed || isFilling || !older.has(chosen) || model.isHolding || full.count === 0) return;
  isFilling = true;
  const ending = new AbortController();
  const take = (record) => {
    if (model.chosen !== chosen) {
      ending.abort();
      return;
    }
    // A file may have several receivers.
    if ((model.receivers.named(record.device) ?? chosen) !== chosen) return;
    const { time, ...row } = model.rowOf(chosen, record);
    const sequence = full.nearest(time);
    if (sequence < 0 || Math.abs(full.timeOf(sequence) - time) > near) return;
    for (const { name } of further) full.columns[name].put(sequence % full.capacity, row[name]);
    full.edition += 1;
  };
  const { day } = act.recordings;
  try {
    // A file is at hand.
    if (player.lines && !day) await act.recordings.fixes(take);
    else {
      const query = day?.rows ?? (player.isOpen ? { recording: player.name } : { device: chosen.device });
      await readHistory({ ...query, ...moreQuery }, take, () => {}, ending.signal);
    }
    older.delete(chosen);
  } catch {
    // What is not known is drawn as a gap, until there is a service again or another choice.
    failed = chosen;
  }
  isFilling = false;
  view.mark('history');
}

/** The names of the strips that are shown; those that are usual where nothing sound was chosen. */
function chosenNames() {
  const kept = choice('strips');
  const found = Array.isArray(kept) ? all.filter(({ name }) => kept.includes(name)) : [];
  return (found.length > 0 ? found : usual).map(({ name }) => name);
}

function show() {
  const names = chosenNames();
  strips.splice(0, strips.length, ...all.filter(({ name }) => names.includes(name)));
  for (const [name, box] of boxes) {
    box.checked = names.includes(name);
    // One is left.
    box.disabled = box.checked && names.length === 1;
  }
  if (further.some(({ name }) => names.includes(name))) {
    addColumns();
    failed = undefined;
    fill();
  }
  view.mark('history');
}

function fillDialog() {
  const lines = all.map(({ name, title }) => {
    const box = make('input', { type: 'checkbox' });
    box.addEventListener('change', () => {
      const names = chosenNames();
      keep('strips', box.checked ? [...names, name] : names.filter((other) => other !== name));
      show();
    });
    boxes.set(name, box);
    return make('label', box, words[name] ?? title);
  });
  dialog = makeDialog('strips-dialog', 'Strips of the history', ...lines, closeButton());
}

export async function ask() {
  // A list that moves when its style comes would take a click for another strip.
  await addSheet();
  if (!dialog) fillDialog();
  if (dialog.open) return;
  show();
  dialog.showModal();
}

export function begin(context, deeds) {
  view = context;
  act = deeds;
  view.extras.push({ second: fill });
  show();
}
