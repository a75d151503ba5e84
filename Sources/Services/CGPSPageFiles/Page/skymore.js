// More of the sky: what is pointed at, in it and among the signals. Loaded some seconds after the first position.
import { circle, colors, constellation, inOrder, setFont, stroke, textScale, write } from './canvas.js';
import { bandOf, chartPlace } from './sky.js';
import { element, make, setText, showRows } from './panels.js';
import { unknown } from './formats.js';

const reach = 16;

let view;
let named = null; // `{gnss, id}` of the satellite that is pointed at or chosen by keys.
let isPinned = false; // By a key or a finger: it stays until another is chosen.
const places = { sky: [], signals: [] };
let line;

const isNamed = ({ gnss, id }) => named !== null && gnss === named.gnss && id === named.id;

// MARK: - Drawing

/** Draws above the satellites: what the rings stand for, beside the line to the north, and a ring around the one that is named. */
function over(pen, at, satellites) {
  places.sky = [];
  for (const elevation of [30, 60]) {
    const [x, y] = at(0, elevation - 90);
    write(pen, `${elevation}°`, x + 11 * textScale, y + 1, { size: 10, align: 'center', base: 'middle', halo: colors.card });
  }
  for (const satellite of satellites) {
    if (satellite.el_deg === undefined || satellite.az_deg === undefined) continue;
    const [x, y] = at(...chartPlace(satellite.az_deg, satellite.el_deg));
    places.sky.push({ satellite, x, y });
    if (!isNamed(satellite)) continue;
    circle(pen, x, y, 12 * textScale);
    stroke(pen, colors.card, 5);
    stroke(pen, colors.text, 2.5);
  }
  const found = satellites.find(isNamed);
  line.hidden = found === undefined;
  if (found !== undefined) setText(line, satelliteText(found));
}

/** Called for each bar, from the left: notes where it is, and marks the one that is named. */
function bar(pen, satellite, left, wide, area) {
  if (left === area.left + 4) places.signals = [];
  places.signals.push({ satellite, left, right: left + wide });
  if (!isNamed(satellite)) return;
  pen.beginPath();
  pen.rect(left - 2.5, area.top - 3, wide + 3, area.bottom - area.top + 4);
  stroke(pen, colors.text, 2);
  setFont(pen, 11, 600);
  write(pen, nameOf(satellite), Math.max(area.left + 12, Math.min(area.right - 16, left + wide / 2)), area.top - 6, { color: colors.text, align: 'center', weight: 600 });
}

/** The words of a satellite: `Galileo 26 · E1 41 dB-Hz · 32° up, 285° · used`. */
export function satelliteText(satellite) {
  const { name } = constellation(satellite.gnss);
  const signals = (satellite.signals ?? []).filter((signal) => signal.cn0_dbhz > 0).map((signal) => `${signal.signal ?? `L${bandOf()}`} ${Math.round(signal.cn0_dbhz)}`);
  const strengths = signals.length > 0 ? `${signals.join(', ')} dB-Hz` : satellite.cn0_dbhz > 0 ? `${Math.round(satellite.cn0_dbhz)} dB-Hz` : 'not heard';
  const where = satellite.el_deg === undefined || satellite.az_deg === undefined ? 'direction not known' : `${Math.round(satellite.el_deg)}° up, ${Math.round(satellite.az_deg)}°`;
  return [`${name} ${satellite.id}`, strengths, where, satellite.used ? 'used' : satellite.cn0_dbhz > 0 ? 'not used' : 'known'].join(' · ');
}

// MARK: - Pointing

function name(satellite, pins = false) {
  const next = satellite ? { gnss: satellite.gnss, id: satellite.id } : null;
  isPinned = pins && next !== null;
  if (next?.gnss === named?.gnss && next?.id === named?.id) return;
  named = next;
  view.mark('sky', 'signals');
}

function nearest(x, y) {
  let found;
  let least = reach * textScale;
  for (const place of places.sky) {
    const away = Math.hypot(place.x - x, place.y - y);
    if (away < least) [least, found] = [away, place.satellite];
  }
  return found;
}

/** Lets a pointer, a finger or the arrows choose on a canvas. */
function listen(canvas, satelliteAt, order) {
  canvas.tabIndex = 0;
  canvas.addEventListener('pointermove', (event) => {
    if (event.pointerType !== 'touch' && !isPinned) name(satelliteAt(event.offsetX, event.offsetY));
  });
  canvas.addEventListener('pointerdown', (event) => name(satelliteAt(event.offsetX, event.offsetY), true));
  canvas.addEventListener('pointerleave', () => isPinned || name(null));
  canvas.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape' && named) name(null);
    else if (step) {
      const all = order();
      const at = all.findIndex(isNamed);
      if (all.length > 0) name(all[at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length], true);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  canvas.addEventListener('blur', () => name(null));
}

// MARK: - Tables, to be read rather than looked at

/** A table that a button puts in the place of a canvas. */
class TableBeside {
  constructor(name, caption, headings, rowsOf) {
    this.canvas = element(name);
    this.box = element(`${name}-table`);
    this.button = element(`${name}-table-button`);
    this.rowsOf = rowsOf;
    this.rows = [];
    this.sorted = undefined; // The column that it goes by, and its direction.
    this.head = make('tr', ...headings.map((heading, column) => make('th', { scope: 'col' },
      make('button', { type: 'button', className: 'link', onclick: () => this.#sort(column) }, heading))));
    this.body = make('tbody');
    this.box.append(make('table', make('caption', { className: 'unseen' }, caption), make('thead', this.head), this.body));
  }

  #sort(column) {
    this.sorted = { column, way: this.sorted?.column === column ? -this.sorted.way : 1 };
    for (const [index, cell] of [...this.head.cells].entries()) {
      if (index === column) cell.ariaSort = this.sorted.way > 0 ? 'ascending' : 'descending';
      else cell.removeAttribute('aria-sort');
    }
    this.#showRows();
  }

  get isShown() {
    return !this.box.hidden;
  }

  toggle() {
    this.box.hidden = !this.box.hidden;
    this.canvas.hidden = !this.box.hidden;
    this.button.setAttribute('aria-expanded', String(this.isShown));
    this.button.textContent = this.isShown ? 'Picture' : 'Table';
  }

  show(satellites) {
    if (!this.isShown) return;
    this.rows = this.rowsOf(inOrder(satellites));
    this.#showRows();
  }

  #showRows() {
    const { rows, sorted: { column, way } = {} } = this;
    showRows(this.body, column === undefined ? rows : rows.toSorted((one, other) =>
      way * one[column].localeCompare(other[column], 'en', { numeric: true })));
  }
}

/** A satellite as lists of them name it, `G03`: sorted by it, it is in order. */
function nameOf({ gnss, id }) {
  return constellation(gnss).letter + String(id).padStart(2, '0');
}

const stateOf = ({ used, cn0_dbhz: strength }) => (used ? 'used' : strength > 0 ? 'heard' : 'known');

function number(value, unit) {
  return value === undefined ? unknown : `${Math.round(value)}${unit}`;
}

/** The table of the sky, or of the signals with a row for each. */
function tableOf(name) {
  if (name === 'sky') {
    return new TableBeside(name, 'Satellites', ['Satellite', 'Elevation', 'Azimuth', 'State'], (satellites) => satellites.map((satellite) =>
      [nameOf(satellite), number(satellite.el_deg, '°'), number(satellite.az_deg, '°'), stateOf(satellite)]));
  }
  return new TableBeside(name, 'Signals', ['Satellite', 'Signal', 'dB-Hz', 'State'], (satellites) => satellites.flatMap((satellite) =>
    (satellite.signals ?? [satellite]).filter((signal) => signal.cn0_dbhz > 0).map((signal) =>
      [nameOf(satellite), signal.signal ?? unknown, String(Math.round(signal.cn0_dbhz)), stateOf(signal)])));
}

/** Puts the table of the sky or of the signals in the place of its picture, or back. */
export function toggleTable(name) {
  view.tables[name] ??= tableOf(name);
  view.tables[name].toggle();
  view.mark(name);
}

export function begin(context) {
  view = context;
  const { sky, signals } = view;
  line = make('p', { id: 'satellite', role: 'status', hidden: true });
  sky.after(line);
  listen(sky, nearest, () => inOrder(places.sky.map(({ satellite }) => satellite)));
  listen(signals, (x) => places.signals.find(({ left, right }) => x >= left && x < right)?.satellite, () => places.signals.map(({ satellite }) => satellite));
  view.skyMore = { over, bar };
  view.mark('sky', 'signals');
}
