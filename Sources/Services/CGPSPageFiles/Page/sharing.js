// Pages of one browser share one stream: a browser opens six connections for each host, and a stream holds one. The
// oldest visible page reads, and tells the others; hidden pages close theirs after a minute.
import { ownTime } from './time.js';

const silence = 5; // Seconds after which a page that says nothing is taken for closed.
const hiddenTime = 60;
const greetingTime = 150;

/** The stream of this page: its own, or that of another page. */
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
