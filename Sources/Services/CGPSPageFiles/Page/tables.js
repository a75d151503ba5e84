// The sky and the signals as tables, for those who read rather than look: loaded when one is asked for.
import { constellation, inOrder } from './canvas.js';
import { addSheet, element, make, showRows } from './panels.js';
import { unknown } from './formats.js';

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
export function tableOf(name) {
  addSheet();
  if (name === 'sky') {
    return new TableBeside(name, 'Satellites', ['Satellite', 'Elevation', 'Azimuth', 'State'], (satellites) => satellites.map((satellite) =>
      [nameOf(satellite), number(satellite.el_deg, '°'), number(satellite.az_deg, '°'), stateOf(satellite)]));
  }
  return new TableBeside(name, 'Signals', ['Satellite', 'Signal', 'dB-Hz', 'State'], (satellites) => satellites.flatMap((satellite) =>
    (satellite.signals ?? [satellite]).filter((signal) => signal.cn0_dbhz > 0).map((signal) =>
      [nameOf(satellite), signal.signal ?? unknown, String(Math.round(signal.cn0_dbhz)), stateOf(signal)])));
}
