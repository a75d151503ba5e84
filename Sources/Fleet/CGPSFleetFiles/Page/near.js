// Who was near: the devices within a distance of a place, between two times.
import { ask, timeText } from './devices.js';
import { element, make, say } from './lists.js';

const hour = 3_600_000;
const inputText = (time) => new Date(time).toISOString().slice(0, 16);
const timeOf = (id) => Date.parse(`${element(id).value}Z`);

export class Near {
  constructor(devices, middle, { choose, changed }) {
    this.devices = devices;
    this.changed = changed;
    this.circle = null;
    const details = element('part-near').firstElementChild;
    details.addEventListener('toggle', () => {
      if (details.open && element('near-from').value === '') this.#suggest(middle());
      this.circle = details.open ? this.circle : null;
      changed();
    });
    element('near-middle').addEventListener('click', () => this.#place(middle()));
    element('near-go').addEventListener('click', () => this.search());
    element('part-near').addEventListener('keydown', (event) => event.key === 'Enter' && event.target.tagName === 'INPUT' && this.search());
    element('near-found').addEventListener('click', (event) => {
      const row = event.target.closest('button');
      if (row?.device !== undefined) choose(row.device);
    });
  }

  #suggest(place) {
    const { now } = this.devices;
    element('near-from').value = inputText(now - hour);
    element('near-until').value = inputText(now + 60_000);
    this.#place(place);
  }

  #place({ latitude, longitude }) {
    element('near-lat').value = latitude.toFixed(6);
    element('near-lon').value = longitude.toFixed(6);
  }

  async search() {
    const words = element('near-words');
    element('near-found').replaceChildren();
    const [since, until] = [timeOf('near-from'), timeOf('near-until')];
    if (since !== since || until !== until) return say(words, 'Both times are needed');
    const [lat, lon, meters] = ['near-lat', 'near-lon', 'near-meters'].map((id) => element(id).value.trim());
    say(words, 'Searching …');
    try {
      const { found, more } = await ask('/near.json', { lat, lon, meters, since, until });
      this.circle = { latitude: Number(lat), longitude: Number(lon), meters: Number(meters) };
      say(words, `${found.length}${more ? ' or more' : ''} ${found.length === 1 ? 'device was' : 'devices were'} near`);
      element('near-found').replaceChildren(...found.map((row) => this.#row(row)));
    } catch (error) {
      say(words, error.message);
    }
    return this.changed();
  }

  #row([number, first, last, points]) {
    const { now } = this.devices;
    const [item, button] = [make('li'), make('button')];
    button.device = this.devices.byNumber.get(number);
    const title = button.device === undefined ? `device ${number}` : `${button.device.tenant}/${button.device.name}`;
    const times = first === last ? timeText(first, now) : `${timeText(first, now)} – ${timeText(last, now)}`;
    button.append(make('span', title), make('small', `${points} ${points === 1 ? 'position' : 'positions'}`), make('small', times));
    item.append(button);
    return item;
  }
}
