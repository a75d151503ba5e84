// From records to what is said: pure, without a page, a clock or a net. A receiver's state is what its records told;
// `describe` says what that means at a time, so that a page that nothing reaches any more still tells the truth.
import { clockText, seconds, spanText } from './formats.js';
import { states, faults, modes, portFaults, qualities, eventText, missedText, settingText, verdictTone } from './words.js';

const mostEvents = 200;
/** Two events of one cause come within this time. */
const sameCause = 1.5;
/** Less than this is the way of a record, and no fault of a clock. */
const clockTolerance = 10;
/** Pairs of events that say the same: the second is left out, whichever comes first. */
const pairs = [['disconnected', 'detached'], ['back', 'first_fix']];

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

/** The middle of numbers, or the mean of the two in the middle; undefined without any. */
export function medianOf(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted.length === 0 ? undefined : (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

/** The median strength of the signals that take part, or of all that are heard where none does; the service counts so, too. */
export function medianSignal(satellites) {
  const heard = satellites.flatMap((satellite) => satellite.signals ?? [satellite]).filter((signal) => signal.cn0_dbhz > 0);
  const used = heard.filter((signal) => signal.used);
  return medianOf((used.length > 0 ? used : heard).map((signal) => signal.cn0_dbhz)) ?? NaN;
}

class Receiver {
  constructor(device) {
    this.device = device;
    // The last records; `known` is the last with a position.
    this.forget();
    this.skyAt = NaN;
    this.freshness = undefined; // As the last record or event said.
    this.interval = 1; // Seconds from fix to fix.
    this.port = null; // The last device record.
  }

  /** Forgets all that was said, as for another time of a recording. */
  forget() {
    this.fix = this.known = this.good = this.sky = this.verdict = this.condition = null;
    this.satellites = [];
    this.isGone = this.isSilent = false;
    this.since = NaN; // When the verdict got its code.
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
      // The page's own, of what no record of the service reports.
      case 'alarm': return this.#note(record.device, record.at, record.what, record);
      case 'missed': return this.#note(undefined, now, missedText(record), record);
      default: return { parts: [] };
    }
  }

  #hello({ isNew, receivers = [] }) {
    // A service that was started again has not judged yet what was judged before.
    if (isNew) for (const one of this.all) one.verdict = one.condition = null;
    // `auto` is no name.
    if (isNew && receivers.length > 0 && receivers[0].device !== 'auto') {
      const kept = receivers.map((one) => this.named(one.device));
      this.aliases = new Map([...this.aliases].filter(([, one]) => kept.includes(one)));
      this.all = [...new Set(this.aliases.values())];
    }
    for (const told of receivers) {
      const receiver = this.#receiver(told.device);
      receiver.product = told.product ?? receiver.product;
      receiver.rate = told.rate_hz ?? receiver.rate;
    }
    return { parts: ['receivers', 'now'] };
  }

  #fix(record, now) {
    const receiver = this.#receiver(record.device);
    // Nothing in that epoch reports on the fix: what is known holds, and grows old.
    if (record.mode === undefined) return { receiver, parts: [] };
    const step = seconds(record.received ?? record.time) - seconds(receiver.fix?.received ?? receiver.fix?.time);
    if (step > 0 && step < 30) receiver.interval += (step - receiver.interval) * 0.2;
    receiver.fix = record;
    receiver.freshness = record.state;
    // What is told again of a receiver that is gone does not bring it back.
    if (now - seconds(record.received) < 1.5) receiver.isGone = false;
    receiver.device = record.device;
    receiver.isSilent = false;
    if (record.lat !== undefined) {
      receiver.known = record;
      if (record.suspect === undefined) receiver.good = record;
    }
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
      receiver.isSilent = record.event === 'silent' || (receiver.isSilent && record.event !== 'speaking');
      if (record.event === 'silent') this.#forgetSky(receiver);
    }
    this.#note(record.device, record.at, eventText(record), record);
    return { receiver, parts: ['events', 'now', 'map', 'sky', 'signals'] };
  }

  #keep(record, name) {
    const receiver = this.#receiver(record.device);
    if (name === 'verdict' && receiver.verdict?.code !== record.code) {
      receiver.since = seconds(record.at);
      // Of a port that gives nothing the events say so themselves.
      if (isNews(record.code) || isNews(receiver.verdict?.code)) this.#note(record.device, record.at, record.what, record);
    }
    receiver[name] = record;
    // The state and the verdict are drawn together.
    return { receiver, parts: [name, 'events', 'receivers', 'history'] };
  }

  #note(device, at, text, record) {
    if (text === undefined) return { parts: [] };
    const time = typeof at === 'string' ? seconds(at) : at;
    this.#addEvent({ device, time, text, record, count: record.count ?? 1, first: time });
    if (this.events.length > mostEvents) this.events.length = mostEvents;
    return { receiver: this.named(device), parts: ['events'] };
  }

  #addEvent(event) {
    const { record, device, time } = event;
    // A new stream repeats the events of before.
    const isSame = (known) => known.device === device && known.record.event === record.event && known.record.code === record.code;
    if (['event', 'verdict'].includes(record.type) && this.events.some((known) => isSame(known) && known.first <= time && time <= known.time)) return;
    if (['event', 'alarm'].includes(record.type)) {
      const owner = this.named(device);
      const index = this.events.findIndex((known) => known.record.type === record.type && this.named(known.device) === owner);
      const last = this.events[index];
      // What is repeated is one line, with the count and the time of the first one.
      const mayRepeat = record.event === 'open_failed' || record.type === 'alarm';
      if (mayRepeat && last !== undefined && last.record.event === record.event && last.text === event.text) {
        this.events.splice(index, 1);
        event.count = Math.max(record.count ?? 0, last.count + 1);
        event.first = last.first;
      }
      if (last !== undefined && Math.abs(time - last.time) < sameCause) {
        for (const [kept, other] of pairs) {
          if (last.record.event === kept && record.event === other) return;
          if (last.record.event === other && record.event === kept) this.events.splice(index, 1);
        }
      }
    }
    this.events.unshift(event);
  }

  /** Moves what happened before the service's clock was set back, so that it stays before what comes now. */
  shift(seconds) {
    for (const event of this.events) event.time += seconds;
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

/** The limits of an age, in seconds: those of `FreshnessThresholds` in the library, and a second for the way of the record. */
function limitsOf({ interval }) {
  return { stale: Math.max(2.5 * interval, 2) + 1, lost: Math.max(10 * interval, 5) + 1 };
}

/** The freshness at an age, where nothing newer came. */
function agedFreshness(receiver, age) {
  const { stale, lost } = limitsOf(receiver);
  if (age > lost) return 'lost';
  if (age > stale && receiver.freshness !== 'lost') return 'stale';
  return receiver.freshness;
}

/** Seconds until an age changes the state of a receiver by itself; NaN where it does not. */
export function secondsToChange(receiver, now) {
  const age = now - (receiver?.knownAt ?? NaN);
  const left = receiver === undefined ? [] : Object.values(limitsOf(receiver)).map((limit) => limit - age).filter((time) => time >= 0);
  return left.length > 0 ? Math.min(...left) : NaN;
}

/** The code of what keeps a receiver from giving anything; undefined where it gives something. */
function faultOf(receiver) {
  const { verdict, port, isGone, isSilent, device } = receiver;
  if (isGone) return verdict?.code === 'not_served' || device.includes('://') ? 'not_served' : 'device_gone';
  if (Object.hasOwn(faults, verdict?.code ?? '')) return verdict.code;
  return isSilent ? 'no_data' : portFaults[port?.state];
}

/** Whether the beginning and the end of a verdict are events of their own. */
function isNews(code) {
  return code !== undefined && verdictTone(code) === 'bad' && !Object.hasOwn(faults, code);
}

/** By how much a receiver's clock is wrong, in words; empty where right or unknown. */
export function clockWords(fix) {
  const behind = seconds(fix?.received) - seconds(fix?.time);
  if (!(Math.abs(behind) >= clockTolerance)) return '';
  // The larger unit is enough.
  return `clock ${spanText(Math.abs(behind)).split(' ').slice(0, 2).join(' ')} ${behind > 0 ? 'behind' : 'ahead'}`;
}

/**
 * What is to be said of a receiver at a time.
 *
 * @param receiver the receiver, or undefined where there is none
 * @param context `{now, link}`: seconds by the server's clock; `connecting`, `live`, `lost` or `recorded`
 * @returns `{state, words, tone, quality, age, date, isLive, isSkyLive}`; the age is NaN where there is none, and a date
 *   or the beginning of a fault stands in its place
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
  const { fix } = receiver;
  const since = Number.isNaN(receiver.since) ? undefined : `since ${clockText(receiver.since, 5)}`;
  const freshness = agedFreshness(receiver, age);
  const fault = faultOf(receiver);
  if (receiver.isGone || (fault !== undefined && freshness !== 'live' && freshness !== 'aging')) {
    return said(fault === 'device_gone' ? 'unplugged' : 'fault', 'unplugged', faults[fault], { date: Number.isNaN(age) ? since : undefined });
  }
  // A sky is told again to who comes later: it is no newer than the receiver's last word.
  const oldest = now - Math.max(15, 10 * receiver.interval);
  const isSkyLive = !(receiver.skyAt < oldest) && !(seconds(fix?.received) < oldest);
  if (fix?.suspect !== undefined && freshness !== 'lost') return said('lost', 'spoofed', states.spoofed[0], { isSkyLive, date: since });
  if (fix === null && receiver.sky === null) return said('waiting');
  const worst = receiver.verdict === null ? 'good' : verdictTone(receiver.verdict.code);
  const quality = [qualities[fix?.quality], clockWords(fix)].filter(Boolean).join(', ');
  const searching = (words) => said('searching', 'searching', words, { isSkyLive, tone: worst === 'bad' ? 'bad' : 'warning' });
  const hadFix = receiver.known !== null || fix?.age_s !== undefined;
  if (fix === null || freshness === undefined || (freshness === 'lost' && !hadFix)) return searching(states.searching[0]);
  if (freshness !== 'live') return said(freshness, freshness, states[freshness][0], { isSkyLive });
  // Only the time is known, or it says itself that it has no fix.
  if (fix.mode === 'none' || fix.lat === undefined) return searching(modes[fix.mode] ?? modes.none);
  const isReckoned = fix.quality === 'dead_reckoning';
  const live = said('live', isReckoned ? 'reckoned' : 'live', isReckoned ? states.reckoned[0] : modes[fix.mode] ?? modes.none, { isSkyLive, isLive: true, quality });
  return worst === 'bad' ? { ...live, tone: 'warning' } : live;
}

/**
 * What goes with a position of a receiver wherever it is copied, marked or drawn as a code; empty where it is live and nothing
 * speaks against it.
 */
export function doubtOf(receiver, place, said, now) {
  if (said.state === 'recorded') return 'recorded';
  if (place.suspect !== undefined) return 'may be forged';
  if (said.isLive && place === receiver.fix) return '';
  const age = Math.max(0, now - seconds(place.received ?? place.time));
  return `last known, ${Number.isNaN(age) ? 'of an unknown time' : `${spanText(Math.floor(age))} old`}`;
}

/** Verdicts that a tab names in place of the state. */
const urgent = { jammed: 'Jammed', spoofed: states.spoofed[0] };

/** The title of the page: where a live receiver is, or since when it is not known. */
export function tabTitle(receiver, { state, words, age, isLive }) {
  if (state === 'recorded' || state === 'disconnected') return words;
  const code = receiver?.verdict?.code;
  if (Object.hasOwn(urgent, code ?? '')) return urgent[code];
  if (isLive) return `${words.replace(/ fix$/, '')} · ${receiver.known.lat.toFixed(5)}, ${receiver.known.lon.toFixed(5)}`;
  const isAged = ['aging', 'stale', 'lost'].includes(state) && !Number.isNaN(age);
  return isAged ? `${words} ${spanText(Math.floor(age))}` : words;
}
