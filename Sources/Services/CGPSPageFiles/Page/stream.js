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

// MARK: - Pages of one browser

const silence = 5; // Seconds after which a page that says nothing is taken for closed.
const hiddenTime = 60;
const greetingTime = 150;

/**
 * The stream of this page: its own, or that of another page. A browser opens six connections for each host, and a stream holds one:
 * the oldest visible page reads, and sends the others what comes; hidden pages close theirs after a minute.
 */
export class SharedStream {
  /**
   * @param stream the own one
   * @param page `{take(record, id), changed(link), summary()}`: what to do with what comes, and what a newcomer is told
   */
  constructor(stream, page) {
    this.stream = stream;
    this.page = page;
    this.name = `${performance.timeOrigin}-${Math.random()}`;
    this.since = performance.timeOrigin + Math.random() / 1000;
    this.peers = new Map();
    this.isReading = false;
    this.isKept = false; // Whether it goes on when it is hidden.
    this.isAway = false; // Whether this page shows something else.
    this.isKnowing = false; // Whether it knows what a listener is told at first.
    this.hiddenAt = NaN;
    this.toldAt = 0;
    this.channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('gpsbridge');
    this.channel?.addEventListener('message', ({ data }) => this.#hear(data));
    document.addEventListener('visibilitychange', () => {
      this.hiddenAt = document.hidden ? ownTime() : NaN;
      this.#tell('here');
      this.#decide();
    });
    addEventListener('pagehide', () => {
      this.#stop();
      this.#tell('gone');
    });
    addEventListener('pageshow', (event) => event.persisted && this.#decide());
  }

  get #isVisible() {
    return (!document.hidden || this.isKept) && !this.isAway;
  }

  /** Whether this page is hidden, and nothing comes to it. */
  get isPaused() {
    return document.hidden && !this.isAway && !this.isReading && !(ownTime() - this.toldAt <= silence + 1.5 && this.toldAt > 0);
  }

  /** Begins: who is there already answers at once. */
  start() {
    this.isAway = false;
    this.isKnowing = false;
    this.stream.lastId = undefined;
    if (document.hidden) this.hiddenAt = ownTime();
    this.#tell('ask');
    setTimeout(() => this.#decide(true), this.channel === null ? 0 : greetingTime);
  }

  /** Leaves the stream to others while this page shows a recording. */
  leave() {
    this.isAway = true;
    this.#stop();
    this.#tell('here');
  }

  /** To be called once a second. */
  check() {
    if (this.isAway) return;
    const now = ownTime();
    for (const [name, peer] of this.peers) if (now - peer.heardAt > silence) this.peers.delete(name);
    if (this.isReading) {
      if (now - this.hiddenAt > hiddenTime && !this.isKept) this.#stop();
      else this.stream.check();
    } else if (this.toldAt > 0 && now - this.toldAt > silence + 1.5) {
      this.page.changed('lost');
    }
    this.#decide();
    this.#tell('here');
  }

  #stop() {
    if (!this.isReading) return;
    this.isReading = false;
    this.stream.close();
  }

  #decide(isFirst = false) {
    if (this.isAway) return;
    const visible = [...this.peers.values()].filter((peer) => peer.isVisible);
    const isOlder = visible.some((peer) => peer.since < this.since);
    if (this.#isVisible && !isOlder) this.#read();
    else if (this.isReading && visible.length > 0) this.#stop();
    // Opened in the background: the first picture is fetched all the same.
    else if (isFirst && visible.length === 0) this.#read();
    else if (!this.isKnowing) this.#tell('ask');
  }

  #read() {
    if (this.isReading) return;
    this.isReading = true;
    this.#connect();
  }

  #connect() {
    this.stream.link = 'connecting';
    this.page.changed('connecting');
    this.stream.open();
  }

  /** After a sleep: what the connection still brings is of before, and it may be dead. */
  wake() {
    if (this.isReading) this.#connect();
    else this.page.changed('connecting');
  }

  take(record, id) {
    this.isKnowing = true;
    this.page.take(record, id);
    this.#tell('record', { record, id });
  }

  changed(link) {
    this.page.changed(link);
    this.#tell('here');
  }

  #tell(kind, more = {}) {
    const link = this.isReading ? this.stream.link : undefined;
    this.channel?.postMessage({ kind, from: this.name, since: this.since, isVisible: this.#isVisible, isReading: this.isReading, link, ...more });
  }

  #hear(message) {
    const now = ownTime();
    if (message.kind === 'gone') {
      this.peers.delete(message.from);
      this.#decide();
      return;
    }
    this.peers.set(message.from, { since: message.since, isVisible: message.isVisible, heardAt: now });
    if (message.kind === 'ask' && this.isReading && this.isKnowing) {
      this.#tell('state', { to: message.from, records: this.page.summary(), id: this.stream.lastId });
    }
    if (this.isReading || this.isAway) {
      this.#decide();
      return;
    }
    if (message.kind === 'state' && message.to === this.name && !this.isKnowing) {
      this.isKnowing = true;
      this.stream.lastId = message.id;
      for (const record of message.records) this.page.take(record, undefined);
    }
    if (message.kind === 'record' && this.isKnowing) {
      if (message.id !== undefined) this.stream.lastId = message.id;
      this.page.take(message.record, message.id);
    }
    if (message.isReading && this.isKnowing && message.link !== undefined) {
      this.toldAt = now;
      if (message.link !== 'connecting') this.page.changed(message.link);
    }
  }
}
