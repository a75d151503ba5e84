// One device: where it is, whether it sends, the track of a day, and which numbers are missing or were dropped.
import { ageOf, ask, faults, isLate, presenceOf, spanText, timeText } from './devices.js';
import { pathOf } from './dots.js';
import { element, make, say } from './lists.js';
import { accuracyText, joined, speedText } from './units.js';

const day = 86_400_000;

export class Card {
  constructor(devices, changed) {
    this.devices = devices;
    this.changed = changed;
    this.device = null;
    this.path = null;
    this.step = 100;
    element('day').addEventListener('change', () => this.load());
    element('day-before').addEventListener('click', () => this.#turn(-1));
    element('day-after').addEventListener('click', () => this.#turn(1));
  }

  /** Shows a device, and the day of its last position; null closes the card. */
  open(device, step) {
    this.device = device;
    this.step = step;
    this.path = null;
    element('part-card').hidden = device === null;
    if (device === null) return this.changed();
    say(element('card-name'), `${device.tenant}/${device.name}`);
    const last = device.time === device.time ? device.time : this.devices.now;
    element('day').value = new Date(last).toISOString().slice(0, 10);
    return this.load();
  }

  #turn(days) {
    const begin = Date.parse(element('day').value);
    element('day').value = new Date((begin === begin ? begin : this.devices.now) + days * day).toISOString().slice(0, 10);
    this.load();
  }

  /** Loads the track of the day that is chosen. */
  async load() {
    const { device } = this;
    const since = Date.parse(element('day').value);
    this.path = null;
    this.changed();
    element('track-faults').replaceChildren();
    if (device === null || since !== since) return;
    const words = element('track-words');
    say(words, 'Loading the track …');
    try {
      const track = await ask('/track.json', { device: device.number, since, until: since + day, step: this.step });
      // Another one was chosen meanwhile.
      if (this.device !== device || Date.parse(element('day').value) !== since) return;
      this.path = pathOf(track);
      const { now } = this.devices;
      say(words, track.points === 0 ? 'No position on this day'
        : `${track.points} positions from ${timeText(track.t[0], now)} to ${timeText(track.t.at(-1), now)}`);
      element('track-faults').replaceChildren(...faults(track, now).map((text) => make('li', text)));
    } catch (error) {
      if (this.device === device) say(words, error.message);
    }
    this.changed();
  }

  draw(system) {
    const { device } = this;
    if (device === null) return;
    const { now } = this.devices;
    const presence = element('card-presence');
    const word = presenceOf(device, now);
    presence.dataset.tone = { online: 'good', offline: 'bad', unknown: 'warning' }[word];
    say(presence, presenceText(device, word, now));
    const facts = [];
    if (device.time === device.time) {
      const late = isLate(device, now) ? ', late: ' : ', ';
      facts.push(['Position', `${degrees(device.latitude, 'NS')} ${degrees(device.longitude, 'EW')}`]);
      facts.push(['Age', `${spanText(ageOf(device, now))}${late}a message each ${spanText(Math.max(1000, device.pace))}`]);
      if (device.accuracy === device.accuracy) facts.push(['Accuracy', joined(accuracyText(device.accuracy, system))]);
      if (device.speed === device.speed) facts.push(['Speed', joined(speedText(device.speed, system))]);
    } else facts.push(['Position', 'none yet']);
    const list = element('card-facts');
    while (list.children.length < 2 * facts.length) list.append(make('dt'), make('dd'));
    while (list.children.length > 2 * facts.length) list.lastChild.remove();
    for (const [index, [title, text]] of facts.entries()) {
      say(list.children[2 * index], title);
      say(list.children[2 * index + 1], text);
    }
  }
}

function presenceText(device, word, now) {
  if (word === 'unknown') return 'Unknown: no position has arrived';
  return `${word === 'online' ? 'Online' : 'Offline'}: the last batch came at ${timeText(device.received, now)}`;
}

const degrees = (angle, sides) => `${Math.abs(angle).toFixed(6)}° ${sides[angle < 0 ? 1 : 0]}`;
