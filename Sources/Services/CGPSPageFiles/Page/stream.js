// The stream of records: opening, resuming, noticing that nothing comes any more, and naming what is missing.
import { ownTime } from './time.js';

/** A tick comes within 5.5 s without other news; who hears nothing for longer is not connected. */
const quietTime = 5.8;
/** After this long without a word the connection is taken for dead, and opened anew. */
const deadTime = 12;
const retryTime = 1.8;

/** One `EventSource` at a time, and the place in the stream. */
export class Stream {
  /**
   * @param take called with a record and its id, undefined where it has none
   * @param changed called with `live`, `lost`, or `locked` where the service wants its token
   */
  constructor(take, changed) {
    this.take = take;
    this.changed = changed;
    this.lastId = undefined;
    this.source = null;
    this.isWanted = false;
    this.heardAt = 0;
    this.retryAt = 0;
    this.expected = undefined; // The number that the next record should have.
    this.link = 'connecting';
  }

  /** Opens the stream behind the last record that came. */
  open() {
    this.isWanted = true;
    this.source?.close();
    const query = this.lastId === undefined ? '' : `?last=${encodeURIComponent(this.lastId)}`;
    this.expected = numberOf(this.lastId) + 1 || undefined;
    const source = new EventSource(`/events${query}`);
    this.source = source;
    this.heardAt = ownTime();
    source.addEventListener('message', (message) => {
      if (source === this.source) this.#heard(message);
    });
    // Reconnecting by hand keeps `last` true; the browser would repeat the address of the first time.
    source.addEventListener('error', () => {
      if (source === this.source) this.#lose();
    });
  }

  /** Closes the stream and keeps the place. */
  close() {
    this.isWanted = false;
    this.source?.close();
    this.source = null;
  }

  #heard(message) {
    this.heardAt = ownTime();
    this.#say('live');
    let record;
    try {
      record = JSON.parse(message.data);
    } catch {
      return; // A line that is no record is passed over, as others do who read them.
    }
    const id = message.lastEventId === '' || record.type === 'hello' || record.type === 'tick' ? undefined : message.lastEventId;
    if (record.type === 'hello') this.#hello(record);
    if (record.to !== undefined) this.expected = record.to + 1;
    if (id !== undefined) this.#follow(id);
    this.take(record, id);
  }

  #hello(record) {
    // Of another start of the service: its numbers begin anew, and it says itself what is missing.
    record.isNew = this.lastId !== undefined && bootOf(this.lastId) !== record.boot;
    if (record.isNew) this.expected = undefined;
    // All that was missed comes now, in full: the history of one fix a second would stand in its way.
    record.isResumed = this.expected !== undefined && !(this.expected < record.oldest);
    if (this.expected === undefined) this.expected = record.next;
  }

  #follow(id) {
    const number = numberOf(id);
    // What a new listener is told first is older than the next record.
    if (number > this.expected) this.take({ type: 'missed', v: 1, from: this.expected, to: number - 1 }, undefined);
    if (!(number < this.expected)) this.expected = number + 1;
    if (bootOf(this.lastId) !== bootOf(id) || !(number < numberOf(this.lastId))) this.lastId = id;
  }

  #lose() {
    this.source?.close();
    this.source = null;
    this.retryAt = ownTime() + retryTime;
    // A stream that was refused does not report why.
    if (this.link !== 'locked') this.#say('lost');
    this.#askWhy();
  }

  /** Whether the service wants its token: it has another one since, or this browser was signed out. */
  async #askWhy() {
    if (this.isAsking) return;
    this.isAsking = true;
    const answer = await fetch('/fix.json', { cache: 'no-store' }).catch(() => undefined);
    this.isAsking = false;
    if (this.link === 'lost' && answer?.status === 401) this.#say('locked');
    else if (this.link === 'locked' && answer?.status !== 401) this.#say('lost');
  }

  #say(link) {
    if (this.link === link) return;
    this.link = link;
    this.changed(link);
  }

  /** To be called once a second. */
  check() {
    if (!this.isWanted) return;
    const now = ownTime();
    if (this.source === null) {
      if (now >= this.retryAt) this.open();
      return;
    }
    const quiet = now - this.heardAt;
    if (quiet > deadTime) this.#lose();
    else if (quiet > quietTime && this.link !== 'locked') this.#say('lost');
  }
}

function bootOf(id) {
  return id?.slice(0, id.lastIndexOf('-'));
}

function numberOf(id) {
  return id === undefined ? NaN : Number(id.slice(id.lastIndexOf('-') + 1));
}
