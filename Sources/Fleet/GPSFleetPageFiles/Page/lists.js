// The list of devices: all, or those that are late, offline or unknown; a part of a name is enough.
import { ageOf, isLate, presenceOf, spanText } from './devices.js';

const most = 100;

/** The element of an id. */
export function element(id) {
  return document.getElementById(id);
}

/** An element with a text; texts of devices are never HTML. */
export function make(tag, text = '') {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

/** Sets a text if it is another one: a page for screen readers must not change each second. */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

const kinds = [
  ['all', 'All', () => true],
  ['late', 'Late', (device, now) => isLate(device, now) === true],
  ['offline', 'Offline', (device, now) => presenceOf(device, now) === 'offline'],
  ['unknown', 'Unknown', (device, now) => presenceOf(device, now) === 'unknown'],
];

export class List {
  constructor(devices, choose) {
    this.devices = devices;
    this.kind = 'all';
    this.rows = [];
    this.counts = { all: 0, late: 0, offline: 0, unknown: 0 };
    this.buttons = kinds.map(([kind]) => {
      const button = make('button');
      button.addEventListener('click', () => {
        this.kind = kind;
        this.draw(this.chosen);
      });
      element('kinds').append(button);
      return button;
    });
    element('search').addEventListener('input', () => this.draw(this.chosen));
    element('devices').addEventListener('click', (event) => {
      const row = event.target.closest('button');
      if (row !== null) choose(row.device);
    });
  }

  draw(chosen) {
    this.chosen = chosen;
    const { all, now, tenants } = this.devices;
    const wanted = element('search').value.trim().toLowerCase();
    for (const [kind, , holds] of kinds) this.counts[kind] = all.reduce((sum, device) => sum + (holds(device, now) ? 1 : 0), 0);
    for (const [index, [kind, title]] of kinds.entries()) {
      say(this.buttons[index], `${title} ${this.counts[kind]}`);
      this.buttons[index].ariaPressed = String(kind === this.kind);
    }
    const holds = kinds.find(([kind]) => kind === this.kind)[2];
    const found = all.filter((device) => holds(device, now) && device.title.includes(wanted));
    // What is late longest stands first; all others by their names.
    if (this.kind === 'late') found.sort((one, other) => ageOf(other, now) - ageOf(one, now));
    else found.sort((one, other) => (one.title < other.title ? -1 : 1));
    const shown = found.slice(0, most);
    while (this.rows.length < shown.length) this.rows.push(row());
    for (const [index, device] of shown.entries()) fill(this.rows[index], device, now, tenants.size > 1, device === chosen);
    const list = element('devices');
    while (list.children.length > shown.length) list.lastChild.remove();
    while (list.children.length < shown.length) list.append(this.rows[list.children.length].item);
    const rest = found.length - shown.length;
    say(element('more'), rest > 0 ? `and ${rest} more: search for a part of the name` : found.length === 0 ? 'No device' : '');
  }
}

function row() {
  const [item, button, mark, title, age] = [make('li'), make('button'), make('i'), make('span'), make('small')];
  button.append(mark, title, age);
  item.append(button);
  return { item, button, mark, title, age };
}

function fill({ button, mark, title, age }, device, now, hasTenants, isChosen) {
  button.device = device;
  button.ariaPressed = String(isChosen);
  const late = isLate(device, now);
  mark.dataset.late = late ?? 'none';
  say(title, hasTenants ? `${device.tenant}/${device.name}` : device.name);
  say(age, `${late === null ? 'no position' : spanText(ageOf(device, now))} · ${presenceOf(device, now)}`);
}
