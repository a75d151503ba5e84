// Recordings: a time that is their "now", which plays, pauses and is dragged. Those of the service are told by it; a
// file of records that was dropped onto the page is played from memory.
import { isoText, seconds } from './formats.js';
import { moreQuery, readHistory } from './loading.js';
import { medianSignal, satellitesOf } from './state.js';

/** Rewinding looks back so far for the last sky. */
const lookBack = 5000;
const mostRecorded = 50;
/** A look at one time takes what comes as fast as it can. */
const lookPace = 1000;
/** Who drags the slider wants no stream at each of its places. */
const seekDelay = 100;
const millisecond = 0.001;

export class Player {
  /** @param page `{begin(), history(record), take(record), moved()}` */
  constructor(page) {
    this.page = page;
    this.close();
  }

  close() {
    this.stopPlaying();
    this.name = undefined;
    this.lines = null; // Of a file: each record's line, and its time.
    this.times = [];
    this.from = NaN;
    this.to = NaN;
    this.position = NaN;
    this.pace = 10;
    this.hasArrivals = undefined; // Whether it goes by the times at which its records came; told by its first time.
    this.early = []; // Fixes before that.
    this.seeking = undefined; // The time that the service is asked for, until its first record is there.
    this.opening?.abort(); // Answers for an earlier recording are dropped.
    this.opening = new AbortController();
  }

  get isOpen() {
    return this.name !== undefined;
  }

  async openNamed(name) {
    const signal = this.#begin(name);
    await readHistory({ recording: name, ...moreQuery }, (record) => signal.aborted || this.#history(record), () => this.page.moved(), signal);
    if (!signal.aborted) this.#loaded();
  }

  /**
   * Opens a file.
   *
   * @param name the file's name
   * @param read reads its records: called with functions that take a record and its line, and that show how far it is, and
   *   with a signal that ends it
   */
  async openFile(name, read) {
    const signal = this.#begin(name);
    this.lines = [];
    let last = NaN;
    let strength = NaN; // Of the last sky.
    const take = (record, line) => {
      if (signal.aborted || typeof record?.type !== 'string') return;
      if (record.type === 'sky') strength = medianSignal(satellitesOf(record));
      if (record.type === 'fix') this.#history({ ...record, cn0_dbhz: record.cn0_dbhz ?? (isNaN(strength) ? undefined : strength) });
      const time = this.#timeOf(record);
      // What tells no time happened when the record before it did.
      if (!isNaN(time)) last = time;
      this.lines.push(line);
      this.times.push(last);
    };
    await read(take, () => this.page.moved(), signal);
    if (signal.aborted) return;
    if (isNaN(this.from) && this.early.length === 0) throw new Error(`${name} has no positions with a time.`);
    this.#loaded();
  }

  #begin(name) {
    this.close();
    this.name = name;
    this.page.begin();
    return this.opening.signal;
  }

  #loaded() {
    // It never had a time of its own.
    if (this.hasArrivals === undefined) this.#goBy(true);
    this.seek(this.from);
  }

  /** The time of a record: the same that the history goes by. */
  #timeOf({ received, time, at }) {
    return seconds(this.hasArrivals === false ? time ?? at : received ?? time ?? at);
  }

  #history(record) {
    if (this.hasArrivals === undefined) {
      if (record.time === undefined) {
        this.early.push(record);
        return;
      }
      this.#goBy(record.received !== undefined);
    }
    const time = this.#timeOf(record);
    // Nobody knows when it was.
    if (isNaN(time)) return;
    if (!(this.from <= time)) this.from = time;
    if (!(this.to >= time)) this.to = time;
    this.page.history(record);
  }

  /** A recording has the receiver's times or those of their coming; where a receiver's clock is wrong, they are years apart. */
  #goBy(hasArrivals) {
    this.hasArrivals = hasArrivals;
    const { early } = this;
    this.early = [];
    if (hasArrivals) for (const record of early) this.#history(record);
    else this.times.fill(NaN);
  }

  // MARK: - Playing

  get isPlaying() {
    return this.willPlay || this.source !== undefined || this.frame !== undefined;
  }

  play() {
    if (!this.isOpen || this.isPlaying) return;
    if (this.position >= this.to) this.seek(this.from);
    if (this.lines === null) this.#listen(this.pace);
    else this.#run();
    this.page.moved();
  }

  pause() {
    this.stopPlaying();
    this.page.moved();
  }

  stopPlaying() {
    clearTimeout(this.waiting);
    this.willPlay = false;
    this.source?.close();
    this.look?.close();
    this.source = this.look = undefined;
    if (this.frame !== undefined) cancelAnimationFrame(this.frame);
    this.frame = undefined;
  }

  setPace(pace) {
    this.pace = pace;
    if (!this.isPlaying) return;
    this.stopPlaying();
    this.play();
  }

  seek(time) {
    const wasPlaying = this.isPlaying;
    this.stopPlaying();
    this.position = Math.max(this.from, Math.min(this.to, time));
    this.page.rewound(this.position);
    if (this.lines === null) {
      this.seeking = this.position;
      this.willPlay = wasPlaying;
      // Who does not play takes one look at that time: the sky is in no history.
      this.waiting = setTimeout(() => this.#listen(wasPlaying ? this.pace : lookPace, !wasPlaying), seekDelay);
    } else {
      this.#tellUpTo(this.position);
      if (wasPlaying) this.#run();
    }
    this.page.moved();
  }

  #listen(pace, isLook = false) {
    clearTimeout(this.waiting);
    this.willPlay = false;
    const query = new URLSearchParams({ recording: this.name, from: isoText(this.position), speed: String(pace) });
    const source = new EventSource(`/events?${query}`);
    if (!isLook) this.source = source;
    this.look?.close();
    this.look = isLook ? source : undefined;
    source.addEventListener('message', ({ data }) => {
      const record = JSON.parse(data);
      if (['hello', 'tick', 'missed'].includes(record.type)) return;
      this.seeking = undefined;
      const time = this.#timeOf(record);
      if (isLook) {
        const isLater = time > this.position + millisecond;
        // The sky of that time is the last of it.
        if (isLater || (record.type === 'sky' && time > this.position - millisecond)) source.close();
        if (isLater) return;
      } else if (time > this.position) {
        this.position = Math.min(this.to, time);
      }
      this.page.take(record);
      this.page.moved();
    });
    source.addEventListener('error', () => {
      // Its end, not a fault: there is nothing to come back to.
      source.close();
      if (this.seeking !== undefined) {
        this.seeking = undefined;
        this.page.moved();
      }
      if (source === this.source) this.pause();
    });
  }

  // MARK: - From memory

  #run() {
    const begun = performance.now();
    const start = this.position;
    const step = () => {
      const time = Math.min(this.to, start + ((performance.now() - begun) / 1000) * this.pace);
      while (this.next < this.lines.length && !(this.times[this.next] > time)) this.page.take(JSON.parse(this.lines[this.next++]));
      this.position = time;
      this.frame = time < this.to ? requestAnimationFrame(step) : undefined;
      this.page.moved();
    };
    this.frame = requestAnimationFrame(step);
  }

  /** Tells what holds at a time: the last fix, sky, verdict and device of each receiver, and the events before. */
  #tellUpTo(time) {
    let end = this.lines.length;
    for (let low = 0; low < end;) {
      const middle = (low + end) >> 1;
      if (this.times[middle] > time) end = middle;
      else low = middle + 1;
    }
    const told = new Set();
    const chosen = [];
    let events = 0;
    for (let index = end - 1; index >= 0 && index >= end - lookBack; index -= 1) {
      const record = JSON.parse(this.lines[index]);
      const key = `${record.type} ${record.device}`;
      if (record.type === 'event' ? (events += 1) > mostRecorded : told.has(key)) continue;
      told.add(key);
      chosen.push(record);
    }
    for (const record of chosen.reverse()) this.page.take(record);
    this.next = end;
  }
}
