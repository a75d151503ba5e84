// All that is known, without a page: the receivers, and the history of each. The chosen receiver has its
// whole history, the others one row a second, for a history of a day at 10 Hz takes 60 MB.
import { seconds } from './formats.js';
import { meterAt, meterAtY, xOf, yOf } from './geography.js';
import { ownTime } from './time.js';
import { medianSignal, Receivers } from './state.js';
import { verdictTone } from './words.js';
import { fullCapacity, Store, thinCapacity } from './store.js';

/** A clock that is behind by less than this was slow, and not set back. */
const leastStep = 1.5;
const mostBands = 200;

export class Model {
  constructor() {
    this.clock = NaN; // The server's UTC less this page's own time, in seconds.
    this.newest = { time: NaN, own: NaN }; // The newest time of the server that was received, and when by this page's own.
    this.full = new Store(fullCapacity);
    this.reset();
  }

  reset() {
    this.receivers = new Receivers();
    this.rooms = new Map();
    this.isHolding = false; // Whether rows wait until older ones were fetched.
    this.chosen = undefined;
    this.full.clear();
  }

  /** Now, by the server's clock: a phone's own may be wrong. */
  get now() {
    return ownTime() + this.clock;
  }

  /** What belongs to a receiver beside its state: `{store, pending, offset, bands}`; a band is a time with a bad verdict. */
  room(receiver) {
    let room = this.rooms.get(receiver);
    if (room === undefined) {
      room = { store: null, pending: this.isHolding ? [] : null, offset: 0, bands: [] };
      this.rooms.set(receiver, room);
      if (this.chosen === undefined) {
        this.chosen = receiver;
        room.store = this.full;
      } else {
        room.store = new Store(thinCapacity);
      }
    }
    return room;
  }

  /** Takes a record; answers what it changed, as `Receivers.take`. */
  take(record) {
    this.#setClock(record);
    const known = this.receivers.named(record.device);
    const before = seconds(known?.fix?.received);
    // A later epoch that came earlier: the clock of the service was set back meanwhile.
    if (record.type === 'fix' && record.epoch > known?.fix?.epoch && before - seconds(record.received) > leastStep) {
      this.#shift(seconds(record.received) - before - known.interval);
    }
    const { receiver, parts } = this.receivers.take(record, this.now);
    const { all } = this.receivers;
    for (const each of all) this.room(each);
    if (record.type === 'hello' && all.length > 0) {
      if (!all.includes(this.chosen)) this.choose(all[0]);
      for (const each of this.rooms.keys()) if (!all.includes(each)) this.rooms.delete(each);
    }
    if (receiver === undefined) return { receiver, parts };
    const room = this.room(receiver);
    if (record.type === 'fix' && record.mode !== undefined) {
      const came = seconds(record.received);
      const said = seconds(record.time);
      if (!Number.isNaN(came - said)) room.offset = came - said;
      const row = this.rowOf(receiver, record);
      if (room.pending === null) this.add(room, row);
      else room.pending.push(row);
    }
    if (record.type === 'verdict') this.#band(room, record);
    return { receiver, parts };
  }

  #setClock(record) {
    const own = ownTime();
    if (record.type === 'hello' || record.type === 'tick') {
      const { time, own: then } = this.newest;
      const now = seconds(record.now);
      if (now < time - leastStep) this.#shift(now - time - (own - then));
      this.clock = now - own;
      this.newest = { time: now, own };
    } else if (record.type === 'fix' && record.received !== undefined) {
      // What is told again is old: it never turns the clock back.
      const came = seconds(record.received);
      if (!(came <= this.newest.time)) this.newest = { time: came, own };
      const least = came - own;
      if (!(this.clock >= least) && !Number.isNaN(this.clock)) this.clock = least;
    }
  }

  /** Keeps the history where the clock of the service was set back: what was before is as long ago as it was. */
  #shift(by) {
    this.clock += by;
    this.newest.time += by;
    for (const room of new Set(this.rooms.values())) {
      room.store.shift(by);
      for (const row of room.pending ?? []) row.time += by;
      for (const band of room.bands) {
        band.from += by;
        band.to += by;
      }
    }
    this.receivers.shift(by);
  }

  #band({ bands }, { code, at }) {
    const last = bands.at(-1);
    const time = seconds(at);
    if (last?.code === code && last.to === Infinity) return;
    if (last?.to === Infinity) last.to = time;
    if (verdictTone(code) === 'bad') bands.push({ code, from: time, to: Infinity });
    if (bands.length > mostBands) bands.shift();
  }

  /** A row of the history. Its time is when the record came, for a receiver's own clock may be wrong; where that is not
   * known, the receiver's time and what its clock was off last. */
  rowOf(receiver, record) {
    const room = this.room(receiver);
    const came = seconds(record.received);
    const time = Number.isNaN(came) ? seconds(record.time) + room.offset : came;
    const hasPlace = record.lat !== undefined && record.mode !== 'none' && record.suspect === undefined;
    return {
      time,
      x: hasPlace ? xOf(record.lon) : NaN,
      y: hasPlace ? yOf(record.lat) : NaN,
      meter: hasPlace ? meterAt(record.lat) : 0,
      speed: hasPlace ? record.speed_mps ?? NaN : NaN,
      altitude: hasPlace ? record.alt_msl_m ?? NaN : NaN,
      accuracy: hasPlace ? record.h_acc_m ?? NaN : NaN,
      used: record.sats_used ?? NaN,
      signal: record.cn0_dbhz ?? medianSignal(receiver.satellites),
      ...this.more?.(record), // What was asked for beside these.
    };
  }

  /**
   * Adds a row that was fetched. Where the clock of the service was set back behind the one before it, what is older moves
   * along, so that it stays as long ago as it was.
   *
   * @param before the time of the row that was fetched before it; NaN for the first
   * @returns the time of this one
   */
  addFetched(receiver, record, before) {
    const room = this.room(receiver);
    const row = this.rowOf(receiver, record);
    const step = row.time - before;
    if (step < -leastStep) room.store.shift(step - receiver.interval);
    this.add(room, row);
    return Number.isNaN(row.time) ? before : row.time;
  }

  /** Adds a row to a history; a thin one takes one a second. */
  add(room, row) {
    if (room.store !== this.full && row.time - room.store.newest < 0.95) return;
    room.store.add(row);
  }

  /** Holds rows back while older ones are fetched: a history only grows at its end. */
  hold() {
    this.isHolding = true;
    for (const room of this.rooms.values()) room.pending ??= [];
  }

  release() {
    this.isHolding = false;
    for (const room of this.rooms.values()) {
      for (const row of room.pending ?? []) this.add(room, row);
      room.pending = null;
    }
  }

  /** Chooses the receiver whose history is kept in full: the one of before keeps a row a second. */
  choose(receiver) {
    if (receiver === this.chosen) return;
    const from = this.room(this.chosen);
    const to = this.room(receiver);
    const thin = new Store(thinCapacity);
    thin.addAll(this.full, 0.95, meterAtY);
    from.store = thin;
    this.full.clear();
    this.full.addAll(to.store, 0, meterAtY);
    to.store = this.full;
    this.chosen = receiver;
  }
}
