// Files that a user opens on the page: records of `gpsbridge watch`, NMEA and GPX, all of them made into records.
import { fileName, isoText, seconds } from './formats.js';
import { readRecords, readTextLines } from './loading.js';

const headLength = 4096;
const knots = 0.514444;
/** Milliseconds of work after which a browser may draw. */
const mostTime = 8;
/** Talkers of sentences by the word of their constellation; GN names several. */
const talkers = { GP: 'gps', GL: 'glonass', GA: 'galileo', GB: 'beidou', BD: 'beidou', GQ: 'qzss', GI: 'navic' };
const modes = { 1: 'none', 2: '2d', 3: '3d' };
/** The systems of a GSA sentence that names its own. */
const systems = { 1: 'gps', 2: 'glonass', 3: 'galileo', 4: 'beidou', 5: 'qzss', 6: 'navic' };

/** Looks at the head of a file, and answers what reads it: a function as `Player.openFile` takes it; of GPX without lines if they are not kept. */
export async function readFile(file, keepsLines = true) {
  const head = (await file.slice(0, headLength).text()).trimStart();
  if (/^(<\?xml[^>]*>\s*)?(<!--[^]*?-->\s*)*<gpx/i.test(head)) return async (take) => readGPX(await file.text(), fileName(file), take, keepsLines);
  // Records first: a word of theirs may look like a sentence.
  if (head.startsWith('{')) return (take, progress) => readRecords(file.stream(), take, progress);
  if (/\$(G[A-Z]|BD)[A-Z]{3},/.test(head)) {
    const reader = new SentenceReader(fileName(file));
    return async (take, progress) => {
      reader.take = take;
      await readTextLines(file.stream(), (line) => reader.line(line), progress);
      reader.end();
    };
  }
  throw new Error(`${fileName(file)} is not a file that this page reads; it begins with "${head.slice(0, 24).replace(/[^ -~]/g, '·')}".`);
}

/** A record and its line. */
function give(take, record) {
  take(record, JSON.stringify(record));
}

/**
 * Reads the points of a GPX file, without the browser's reader of XML: a file of a day has a hundred thousand. Each letter is read
 * a few times at most, however damaged a file is. What takes a record is given the number of its segment, 0 where there is none.
 * Answers how many points were left out.
 */
async function readGPX(text, name, take, keepsLines) {
  const value = (body, tag) => new RegExp(`<(?:\\w+:)?${tag}>([^<]*)<`).exec(body)?.[1].trim();
  let epoch = 0;
  let left = 0;
  let segment = 0;
  let segmentAt = text.indexOf('<trkseg');
  let since = performance.now();
  for (let at = text.indexOf('<trkpt'); at >= 0; at = text.indexOf('<trkpt', at)) {
    for (; segmentAt >= 0 && segmentAt < at; segmentAt = text.indexOf('<trkseg', segmentAt + 1)) segment += 1;
    const end = text.indexOf('>', at);
    if (end < 0) return left + 1;
    const attributes = text.slice(at + 6, end);
    let body = '';
    at = end;
    if (!/^\s/.test(attributes)) continue;
    if (!attributes.endsWith('/')) {
      at = text.indexOf('</trkpt', end);
      if (at < 0) return left + 1;
      // A point without its end is none.
      const nested = text.lastIndexOf('<trkpt', at);
      if (nested > end) {
        at = nested;
        left += 1;
        continue;
      }
      body = text.slice(end + 1, at);
    }
    if (performance.now() - since > mostTime) {
      await new Promise((resume) => setTimeout(resume));
      since = performance.now();
    }
    const degrees = (side) => Number(new RegExp(`\\b${side}=["']([^"']*)`).exec(attributes)?.[1] ?? NaN);
    const known = (tag) => numberOf(value(body, tag));
    const time = seconds(value(body, 'time'));
    if (Number.isNaN(degrees('lat') + degrees('lon'))) {
      left += 1;
      continue;
    }
    epoch += 1;
    const record = {
      type: 'fix', v: 1, device: name, epoch, state: 'recorded', mode: known('ele') === undefined ? '2d' : '3d',
      time: Number.isNaN(time) ? undefined : isoText(time), lat: degrees('lat'), lon: degrees('lon'), alt_msl_m: known('ele'),
      speed_mps: known('speed'), course_deg: known('course'), sats_used: known('sat'), hdop: known('hdop'),
    };
    take(record, keepsLines ? JSON.stringify(record) : undefined, segment);
  }
  return left;
}

function numberOf(text) {
  return text === undefined || text === '' || Number.isNaN(Number(text)) ? undefined : Number(text);
}

/** Makes records of NMEA sentences: RMC, GGA, GSA and GSV. What comes between two times is one epoch. */
class SentenceReader {
  constructor(device) {
    this.device = device;
    this.epoch = 0;
    this.day = undefined;
    this.begin(undefined);
    this.skies = new Map();
  }

  begin(clock) {
    this.clock = clock;
    this.fix = {};
    this.used = new Set();
  }

  line(line) {
    const text = /\$((?:G[A-Z]|BD)[A-Z]{3},[^*]*)(?:\*([0-9A-Fa-f]{2}))?\s*$/.exec(line);
    if (text === null) return;
    let sum = 0;
    for (let index = 0; index < text[1].length; index += 1) sum ^= text[1].charCodeAt(index);
    if (text[2] !== undefined && sum !== parseInt(text[2], 16)) return;
    const [name, ...fields] = text[1].split(',');
    const kind = name.slice(2);
    if (kind === 'RMC' || kind === 'GGA') {
      if (fields[0] !== '' && fields[0] !== this.clock) {
        this.end();
        this.begin(fields[0]);
      }
      if (kind === 'RMC') this.#rmc(fields);
      else this.#gga(fields);
    } else if (kind === 'GSA') {
      this.fix.mode = modes[fields[1]];
      const system = talkers[name.slice(0, 2)] ?? systems[fields[17]];
      for (const id of fields.slice(2, 14)) if (id !== '') this.used.add(`${system ?? (Number(id) > 64 ? 'glonass' : 'gps')} ${Number(id)}`);
    } else if (kind === 'GSV') {
      this.#gsv(name.slice(0, 2), fields);
    }
  }

  #place(latitude, north, longitude, east) {
    const degrees = (text, digits) => Number(text.slice(0, digits)) + Number(text.slice(digits)) / 60;
    if (latitude === '' || longitude === '') return;
    this.fix.lat = degrees(latitude, 2) * (north === 'S' ? -1 : 1);
    this.fix.lon = degrees(longitude, 3) * (east === 'W' ? -1 : 1);
  }

  #rmc([, status, latitude, north, longitude, east, speed, course, day]) {
    if (/^\d{6}$/.test(day ?? '')) this.day = `20${day.slice(4)}-${day.slice(2, 4)}-${day.slice(0, 2)}`;
    if (status !== 'A') return;
    this.#place(latitude, north, longitude, east);
    const value = numberOf(speed);
    if (value !== undefined) this.fix.speed_mps = value * knots;
    this.fix.course_deg = numberOf(course);
  }

  #gga([, latitude, north, longitude, east, quality, used, dilution, height]) {
    this.fix.sats_used = numberOf(used);
    if (quality === '0' || quality === '') return;
    this.#place(latitude, north, longitude, east);
    this.fix.hdop = numberOf(dilution);
    this.fix.alt_msl_m = numberOf(height);
    this.fix.mode ??= '3d';
  }

  #gsv(talker, [, number, , ...fields]) {
    // An NMEA 4.1 sentence ends with its signal.
    const signal = fields.length % 4 === 1 ? fields.at(-1) : '';
    const key = talker + signal;
    const satellites = number === '1' ? [] : this.skies.get(key) ?? [];
    for (let index = 0; index + 3 < fields.length; index += 4) {
      const id = numberOf(fields[index]);
      if (id === undefined) continue;
      satellites.push({
        gnss: talkers[talker] ?? 'gps', id, used: false,
        el_deg: numberOf(fields[index + 1]), az_deg: numberOf(fields[index + 2]), cn0_dbhz: numberOf(fields[index + 3]),
      });
    }
    this.skies.set(key, satellites);
  }

  /** Ends an epoch. */
  end() {
    const { clock, fix, device } = this;
    if (clock === undefined) return;
    this.epoch += 1;
    const time = seconds(`${this.day}T${clock.slice(0, 2)}:${clock.slice(2, 4)}:${clock.slice(4)}Z`);
    const text = Number.isNaN(time) ? undefined : isoText(time);
    const satellites = [...this.skies.values()].flat().map((each) => ({ ...each, used: this.used.has(`${each.gnss} ${each.id}`) }));
    if (satellites.length > 0) give(this.take, { type: 'sky', v: 1, device, time: text, satellites });
    const mode = fix.lat === undefined ? 'none' : fix.mode === 'none' ? '2d' : fix.mode ?? '2d';
    give(this.take, { type: 'fix', v: 1, device, epoch: this.epoch, state: 'recorded', ...fix, mode, time: text });
  }
}
