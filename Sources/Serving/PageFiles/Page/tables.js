// The sky and the signals as tables, for those who read rather than look.
import { constellation, inOrder } from './canvas.js';
import { element, make, setText } from './panels.js';
import { unknown } from './formats.js';

/** A table that renews only the cells that changed, so that who reads it is not thrown out. */
class LiveTable {
  constructor(parent, caption, headings) {
    this.table = make('table');
    const title = make('caption', caption);
    title.className = 'unseen';
    const head = make('tr');
    for (const heading of headings) {
      const cell = make('th', heading);
      cell.scope = 'col';
      head.append(cell);
    }
    const top = make('thead');
    top.append(head);
    this.body = make('tbody');
    this.table.append(title, top, this.body);
    parent.append(this.table);
  }

  show(rows) {
    while (this.body.rows.length > rows.length) this.body.lastElementChild.remove();
    for (const [index, row] of rows.entries()) {
      const line = this.body.rows[index] ?? this.body.insertRow();
      for (const [column, text] of row.entries()) {
        let cell = line.cells[column];
        if (cell === undefined) {
          cell = make(column === 0 ? 'th' : 'td');
          if (column === 0) cell.scope = 'row';
          line.append(cell);
        }
        setText(cell, text);
      }
    }
  }
}

/** Lets a button put a table in the place of a canvas. `rows` makes the rows of the satellites. */
export class TableBeside {
  constructor(name, caption, headings, rows) {
    this.canvas = element(name);
    this.box = element(`${name}-table`);
    this.button = element(`${name}-table-button`);
    this.rows = rows;
    this.table = new LiveTable(this.box, caption, headings);
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
    if (this.isShown) this.table.show(this.rows(inOrder(satellites)));
  }
}

function nameOf(satellite) {
  return `${constellation(satellite.gnss).name} ${satellite.id}`;
}

function part(satellite) {
  if (satellite.used) return 'used';
  return satellite.cn0_dbhz > 0 ? 'heard' : 'known';
}

function number(value, unit) {
  return value === undefined ? unknown : `${Math.round(value)}${unit}`;
}

/** Rows of the table of the sky. */
export function skyRows(satellites) {
  return satellites.map((satellite) => [
    nameOf(satellite), number(satellite.el_deg, '°'), number(satellite.az_deg, '°'), part(satellite),
  ]);
}

/** Rows of the table of signals: one for each signal. */
export function signalRows(satellites) {
  return satellites.flatMap((satellite) =>
    (satellite.signals ?? [satellite])
      .filter((signal) => signal.cn0_dbhz > 0)
      .map((signal) => [nameOf(satellite), signal.signal ?? unknown, String(Math.round(signal.cn0_dbhz)), signal.used ? 'used' : 'heard']));
}
