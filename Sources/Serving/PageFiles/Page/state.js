// From records to what is said: pure, without a page, a clock or a net. A receiver's state is what its records told;
// `describe` says what that means at a time, so that a page that nothing reaches any more still tells the truth.
import { seconds } from './formats.js';
import { states, modes, qualities, eventText, missedText, settingText } from './words.js';

const mostEvents = 200;

/** A satellite that is heard through several signals stands once, with its strongest. */
export function satellitesOf(sky) {
  const found = new Map();
  for (const signal of sky?.satellites ?? []) {
    const key = `${signal.gnss} ${signal.id}`;
    const known = found.get(key);
    if (known === undefined) {
      found.set(key, { ...signal, signals: [signal] });
      continue;
    }
    known.signals.push(signal);
    known.used ||= signal.used;
    if (!(known.cn0_dbhz >= signal.cn0_dbhz)) known.cn0_dbhz = signal.cn0_dbhz ?? known.cn0_dbhz;
    known.el_deg ??= signal.el_deg;
    known.az_deg ??= signal.az_deg;
  }
  return [...found.values()];
}

/** The median strength of what takes part, or of all that is heard where nothing does. */
export function medianSignal(satellites) {
  const heard = satellites.filter((satellite) => satellite.cn0_dbhz > 0);
  const used = heard.filter((satellite) => satellite.used);
  const sorted = (used.length > 0 ? used : heard).map((satellite) => satellite.cn0_dbhz).sort((a, b) => a - b);
  return sorted.length > 0 ? sorted[sorted.length >> 1] : NaN;
}

/** What is known of one receiver. */
class Receiver {
  constructor(device) {
    this.device = device;
    this.path = undefined;
    this.product = undefined;
    this.rate = undefined;
    // The last records; `known` is the last with a position.
    this.forget();
    this.skyAt = NaN;
    this.freshness = undefined; // As the last record or event said.
    this.interval = 1; // Seconds from fix to fix.
    this.port = null; // The last device record.
  }

  /** Forgets all that was said, as for another time of a recording. */
  forget() {
    this.fix = this.known = this.sky = this.verdict = this.condition = null;
    this.satellites = [];
    this.isGone = false;
  }

  /** When the last known position came, by the server's clock; NaN if there is none, or it is recorded. */
  get knownAt() {
    if (this.known !== null) return seconds(this.known.received);
    return seconds(this.fix?.received) - (this.fix?.age_s ?? NaN);
  }
}

/** All receivers, in the order in which they were named first, and what happened. */
export class Receivers {
  constructor() {
    this.all = [];
    this.events = []; // The newest first.
    this.aliases = new Map();
  }

  /** The receiver of a name, also one that it had before it was plugged in again. */
  named(device) {
    return this.aliases.get(device);
  }

  #receiver(device) {
    const known = this.aliases.get(device);
    if (known !== undefined) return known;
    const receiver = new Receiver(device);
    this.all.push(receiver);
    this.aliases.set(device, receiver);
    return receiver;
  }

  /** Takes a record; answers what it changed: `{receiver, parts}`, where parts are names of what to draw anew. */
  take(record, now = NaN) {
    switch (record.type) {
      case 'hello': return this.#hello(record);
      case 'fix': return this.#fix(record, now);
      case 'sky': return this.#sky(record, now);
      case 'device': return this.#device(record);
      case 'event': return this.#event(record);
      case 'verdict': return this.#keep(record, 'verdict');
      case 'condition': return this.#keep(record, 'condition');
      case 'setting': return this.#note(record.device, record.at, settingText(record), record);
      case 'missed': return this.#note(undefined, now, missedText(record), record);
      default: return { parts: [] };
    }
  }

  #hello(record) {
    for (const told of record.receivers ?? []) {
      const receiver = this.#receiver(told.device);
      receiver.product = told.product ?? receiver.product;
      receiver.rate = told.rate_hz ?? receiver.rate;
    }
    return { parts: ['receivers', 'now'] };
  }

  #fix(record, now) {
    const receiver = this.#receiver(record.device);
    const step = seconds(record.received ?? record.time) - seconds(receiver.fix?.received ?? receiver.fix?.time);
    if (step > 0 && step < 30) receiver.interval += (step - receiver.interval) * 0.2;
    receiver.fix = record;
    receiver.freshness = record.state;
    // What is told again of a receiver that is gone does not bring it back.
    if (now - seconds(record.received) < 1.5) receiver.isGone = false;
    receiver.device = record.device;
    if (record.lat !== undefined) receiver.known = record;
    return { receiver, parts: ['now', 'map', 'history'] };
  }

  #sky(record, now) {
    const receiver = this.#receiver(record.device);
    receiver.sky = record;
    receiver.skyAt = now;
    receiver.satellites = satellitesOf(record);
    return { receiver, parts: ['now', 'sky', 'signals'] };
  }

  #device(record) {
    // A receiver that is plugged in again comes back by another path, and is named by it from then on; and one that was
    // named by its source is later named by its path.
    const other = this.aliases.get(record.path);
    if (other !== undefined && !other.isGone && !this.aliases.has(record.device)) this.aliases.set(record.device, other);
    const receiver = this.#receiver(record.device);
    if (record.path !== undefined && other === undefined) this.aliases.set(record.path, receiver);
    receiver.path = record.path ?? receiver.path;
    receiver.product = record.product ?? receiver.product;
    receiver.rate = record.rate_hz ?? receiver.rate;
    receiver.port = record;
    if (record.state === 'gone') this.#gone(receiver);
    if (record.state === 'present' || record.state === 'opened') receiver.isGone = false;
    return { receiver, parts: ['receivers', 'now', 'map', 'sky', 'signals'] };
  }

  #gone(receiver) {
    receiver.isGone = true;
    this.#forgetSky(receiver);
  }

  /** Satellites of a receiver that says nothing any more would look as if they were heard now. */
  #forgetSky(receiver) {
    receiver.sky = null;
    receiver.satellites = [];
  }

  #event(record) {
    const receiver = this.named(record.device);
    if (receiver !== undefined) {
      if (['aging', 'stale', 'lost'].includes(record.event)) receiver.freshness = record.event;
      if (record.event === 'detached') this.#gone(receiver);
      if (record.event === 'attached' || record.event === 'opened') receiver.isGone = false;
      if (record.event === 'silent') this.#forgetSky(receiver);
    }
    this.#note(record.device, record.at, eventText(record), record);
    return { receiver, parts: ['events', 'now', 'map', 'sky', 'signals'] };
  }

  #keep(record, name) {
    const receiver = this.#receiver(record.device);
    receiver[name] = record;
    return { receiver, parts: [name] };
  }

  #note(device, at, text, record) {
    if (text === undefined) return { parts: [] };
    const time = typeof at === 'string' ? seconds(at) : at;
    this.events.unshift({ device, time, text, record });
    if (this.events.length > mostEvents) this.events.length = mostEvents;
    return { receiver: this.named(device), parts: ['events'] };
  }

  /** The events of a receiver, and those that belong to none that is shown. */
  eventsOf(receiver) {
    return this.events.filter((event) => {
      const owner = this.named(event.device);
      return owner === undefined || owner === receiver;
    });
  }

  /** What a page that comes later is told, so that it knows what this one knows. */
  summary() {
    return this.all.flatMap((receiver) =>
      [receiver.port, receiver.known, receiver.fix, receiver.sky, receiver.verdict, receiver.condition].filter(
        (record) => record !== null));
  }
}

/** The age at which a fix is no longer what its record said, where nothing newer came: the thresholds of the service, and
 * a second for the way. */
function agedFreshness(freshness, age, interval) {
  if (age > Math.max(10, 10 * interval) + 1) return 'lost';
  if (age > 2.5 * interval + 1 && freshness !== 'lost') return 'stale';
  return freshness;
}

/**
 * What is to be said of a receiver at a time.
 *
 * @param receiver the receiver, or undefined where there is none
 * @param context `{now, link}`: seconds by the server's clock; `connecting`, `live`, `lost` or `recorded`
 * @returns `{state, words, tone, quality, age, date, isLive, isSkyLive}`; the age is NaN where there is none, and a date
 *   stands in its place for what is recorded
 */
export function describe(receiver, { now, link }) {
  const age = Math.max(0, now - (receiver?.knownAt ?? NaN));
  const said = (state, key = state, words = states[key][0], more = {}) => ({
    state, words, tone: states[key]?.[1] ?? 'good', quality: '', age, isLive: false, isSkyLive: false, ...more,
  });
  if (link === 'recorded') {
    const fix = receiver?.fix;
    const found = fix?.lat === undefined ? 'no fix' : [fix.mode?.toUpperCase(), qualities[fix.quality]].filter(Boolean).join(', ');
    const date = (fix?.time ?? fix?.received)?.slice(0, 10);
    return said('recorded', 'recorded', states.recorded[0], { age: NaN, date, isLive: fix?.lat !== undefined, isSkyLive: true, quality: fix ? found : '' });
  }
  if (link === 'connecting') return said('disconnected', 'connecting');
  if (link !== 'live') return said('disconnected');
  if (receiver === undefined) return said('unplugged', 'noReceiver');
  if (receiver.isGone) return said('unplugged');
  const fix = receiver.fix;
  // A sky is told again to who comes later: it is no newer than the receiver's last word.
  const oldest = now - Math.max(15, 10 * receiver.interval);
  const isSkyLive = !(receiver.skyAt < oldest) && !(seconds(fix?.received) < oldest);
  if (fix?.suspect !== undefined) return said('lost', 'spoofed', states.spoofed[0], { isSkyLive });
  const freshness = agedFreshness(receiver.freshness, age, receiver.interval);
  if (fix === null || freshness === undefined || (freshness === 'lost' && !everHadFix(receiver))) {
    return said('searching', 'searching', states.searching[0], { isSkyLive });
  }
  if (freshness !== 'live') return said(freshness, freshness, states[freshness][0], { isSkyLive });
  const quality = qualities[fix.quality] ?? '';
  if (fix.mode === 'none' || fix.lat === undefined) {
    // Only the time is known, or it says itself that it has no fix.
    return said('searching', 'searching', modes[fix.mode] ?? modes.none, { isSkyLive });
  }
  if (fix.quality === 'dead_reckoning') {
    return said('live', 'reckoned', states.reckoned[0], { isSkyLive, isLive: true, quality });
  }
  return said('live', 'live', modes[fix.mode] ?? modes.none, { isLive: true, isSkyLive, quality });
}

function everHadFix(receiver) {
  return receiver.known !== null || receiver.fix?.age_s !== undefined;
}
