// Days of the track store: which there are, and the one that is shown. Fetched where the service keeps a store.
import { element, make } from './panels.js';
import { clockText, seconds, spanText } from './formats.js';
import { moreQuery, readHistory, readJSON } from './loading.js';

/** More rows than this take longer to load than a user waits: a whole day has one each four seconds. */
const mostRows = 21_600;
/** Arrow keys go through a closed list a day at a time: only the one that they stay at is opened. */
const keyPause = 300;
/** A list that could not be had is asked for again, in milliseconds. */
const againAfter = 5000;

/** The picker of days, beside the heading of the history. */
class Days {
  constructor(recordings) {
    this.recordings = recordings;
    recordings.days = this;
    this.view = recordings.view;
    this.all = [];
    this.until = NaN; // When today ends: there is another day then.
    this.select = make('select', { id: 'days', ariaLabel: 'Day', title: 'A past day', hidden: true });
    let isByKeys = false;
    for (const name of ['keydown', 'pointerdown']) {
      this.select.addEventListener(name, () => { isByKeys = name === 'keydown'; });
    }
    this.select.addEventListener('change', () => {
      clearTimeout(this.waiting);
      this.picked = this.all[this.select.value] ?? null; // Null is what is live.
      if (isByKeys) this.waiting = setTimeout(() => this.#choose(), keyPause);
      else this.#choose();
    });
    this.select.addEventListener('blur', () => this.#choose());
    this.select.addEventListener('focus', () => recordings.model.now <= this.until || this.list());
    element('history-heading').after(this.select);
  }

  async list() {
    clearTimeout(this.again);
    const answer = await readJSON('/days.json');
    if (answer === undefined) {
      // Only a picker that is shown gets the focus.
      if (this.all.length === 0) this.again = setTimeout(() => this.list(), againAfter);
      return;
    }
    // Today is what is live.
    this.all = answer.days.filter(({ day }) => day !== answer.today).reverse();
    for (const each of this.all) {
      each.query = { device: each.device, day: each.day };
      const step = Math.ceil(each.known_s / mostRows);
      each.rows = step > 1 ? { ...each.query, step: String(step) } : each.query; // What is asked for to show it.
    }
    this.until = seconds(answer.until);
    this.show();
  }

  show() {
    const { day, player } = this.recordings;
    this.#mark(day);
    const isOne = new Set(this.all.map(({ device }) => device)).size < 2;
    const options = this.all.map((each, index) =>
      new Option([each.day, this.#length(each), isOne ? '' : each.device].filter(Boolean).join(' · '), String(index)));
    this.select.replaceChildren(new Option('Live', ''), ...options);
    const index = this.all.findIndex((each) => each.day === day?.day && each.device === day.device);
    this.select.value = index < 0 ? '' : String(index);
    // A recording is no day, and is not live.
    this.select.hidden = this.all.length === 0 || (player.isOpen && !day);
  }

  /** Says that what is shown is not now; it is as pale as what is not live. */
  #mark(day) {
    this.view.dayWords = day && this.#words(day);
    document.body.dataset.day = day !== null;
    if (day) {
      // The service has the track of a day, and not that of a recording.
      for (const name of ['gpx', 'geojson']) element(`export-${name}`).hidden = false;
      element('export-words').hidden = true;
    }
    this.view.markAll();
  }

  /** Opens what was picked last, if it is not shown. */
  #choose() {
    clearTimeout(this.waiting);
    const { picked } = this;
    this.picked = undefined;
    if (picked === null && this.recordings.day) this.recordings.backToLive();
    else if (picked && picked !== this.recordings.day) this.#open(picked);
  }

  #open(day) {
    const read = (...to) => readHistory({ ...day.rows, ...moreQuery }, ...to);
    this.recordings.open(() => this.recordings.player.openFile(day.day, read), day);
  }

  #length({ distance_m: meters }) {
    const { factor, label } = this.view.system.far;
    return `${(meters * factor).toFixed(1)} ${label}`;
  }

  #words(day) {
    const times = `${clockText(seconds(day.first), 5)} to ${clockText(seconds(day.last), 5)} UTC`;
    return {
      tone: 'quiet', what: `This is ${day.day}, not now.`,
      why: `${this.#length(day)}, from ${times}; the position is known for ${spanText(Math.round(day.known_s))} of it.`,
      do: 'Go back to live to see what is now.',
      none: 'Not kept of past days',
    };
  }
}

/** Lists the days; the first call makes the picker. */
export async function listDays(recordings) {
  await (recordings.days ?? new Days(recordings)).list();
}
