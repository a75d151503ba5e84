// The list of devices: all, or those that are late, offline or unknown; a part of a name is enough.
import { ageOf, isLate, presenceOf, spanText } from './devices.js';

const most = 100;

/** The element of an id. */
export const element = (id) => document.getElementById(id);

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

/** Says of a button whether it is pressed, if that is news. */
function press(button, isPressed) {
  if (button.getAttribute('aria-pressed') !== String(isPressed)) button.setAttribute('aria-pressed', isPressed);
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
    this.rows = new Map(); // Of the devices that are shown, by their numbers: what has the focus keeps its device.
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
      press(this.buttons[index], kind === this.kind);
    }
    const holds = kinds.find(([kind]) => kind === this.kind)[2];
    const found = all.filter((device) => holds(device, now) && device.title.includes(wanted));
    // What is late longest stands first; all others by their names.
    if (this.kind === 'late') found.sort((one, other) => ageOf(other, now) - ageOf(one, now));
    else found.sort((one, other) => (one.title < other.title ? -1 : 1));
    const shown = found.slice(0, most);
    for (const device of shown) {
      if (!this.rows.has(device.number)) this.rows.set(device.number, row());
      fill(this.rows.get(device.number), device, now, tenants.size > 1, device === chosen);
    }
    this.#order(shown);
    const rest = found.length - shown.length;
    say(element('more'), rest > 0 ? `and ${rest} more: search for a part of the name` : found.length === 0 ? 'No device' : '');
  }

  /** The button of a device; undefined where it is not in the list. */
  buttonOf(device) {
    return this.rows.get(device.number)?.button;
  }

  /** Puts the rows in the order of their devices, and takes the others away. */
  #order(shown) {
    const list = element('devices');
    const focused = list.contains(document.activeElement) ? document.activeElement : null;
    const numbers = new Set(shown.map((device) => device.number));
    for (const [number, { item }] of this.rows) {
      if (numbers.has(number)) continue;
      item.remove();
      this.rows.delete(number);
    }
    let next = list.firstChild;
    for (const { number } of shown) {
      const { item } = this.rows.get(number);
      if (item === next) next = next.nextSibling;
      else list.insertBefore(item, next);
    }
    // A row that is moved loses the focus, and one that is taken away leaves it to the kind of the list.
    if (focused === null || focused === document.activeElement) return;
    if (list.contains(focused)) focused.focus({ preventScroll: true });
    else this.buttons[kinds.findIndex(([kind]) => kind === this.kind)].focus({ preventScroll: true });
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
  press(button, isChosen);
  const late = isLate(device, now);
  mark.dataset.late = late ?? 'none';
  say(title, hasTenants ? `${device.tenant}/${device.name}` : device.name);
  say(age, `${late === null ? 'no position' : spanText(ageOf(device, now))} · ${presenceOf(device, now)}`);
}
