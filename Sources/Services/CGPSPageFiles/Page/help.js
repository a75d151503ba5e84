// The list of keys: loaded when it is asked for.
import { make } from './panels.js';
import { addSheet } from './parts.js';

/** What the list of keys says, in its order. */
const help = [
  ['F', 'follow the position'],
  ['+ −', 'zoom the map, or the history, if it has the focus'],
  ['Arrows', 'move the map, or step through time, whichever has the focus'],
  ['[ ]', 'step through time'],
  ['1 … 5', 'go to now, the map, the sky, the history, the events'],
  ['M', 'mark this place'],
  ['O', 'man overboard: mark this place, and show the way back'],
  ['A', 'alarms'],
  ['R', 'distance rings'],
  ['N', 'course up or north up'],
  ['W', 'the map on the whole screen'],
  ['Shift W', 'large letters for a wall'],
  ['Q', 'QR codes of the position and of this page'],
  ['C', 'color of the track'],
  ['S', 'strips of the history'],
  ['U', 'units'],
  ['X', 'form of the position'],
  ['T', 'light or dark'],
  ['0', 'the whole world'],
  ['P', 'hold the history still; play or pause a recording'],
  ['Tab', 'receivers and buttons'],
  ['Esc', 'close the tool; back to now'],
  ['?', 'this list'],
];

const services = [['/fix.json', 'Fix'], ['/healthz', 'Health'], ['/metrics', 'Metrics'], ['/api.json', 'API']];

/** Fills the list of keys at first, and shows it. */
export function fillKeys(dialog) {
  addSheet();
  const list = dialog.querySelector('dl');
  if (list.children.length === 0) {
    for (const [key, meaning] of help) list.append(make('dt', key), make('dd', meaning));
    const line = make('p', 'For programs: ');
    for (const [path, name] of services) {
      const link = make('a', name);
      link.href = path;
      line.append(link, ' ');
    }
    list.after(line);
    dialog.querySelector('button').addEventListener('click', () => dialog.close());
  }
  dialog.showModal();
}
