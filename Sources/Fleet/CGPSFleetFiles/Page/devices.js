// The devices of a fleet as the database has them, and the questions that keep them up to date. No part of the page is known here.
import { xOf, yOf } from './geography.js';

const pause = 2000;
const oldest = 300_000; // After a longer time without an answer, all are asked for.
const leastLate = 10_000;
const mostRanges = 20;
const lookBack = 60_000; // Each minute, since a transaction may be slow.

/** How old a position is, in milliseconds; by its arrival if the device's clock is fast. NaN without a position. */
export const ageOf = (device, now) => Math.max(0, now - Math.min(device.time, device.received));

/** Whether a position is older than three messages of its device take; null without a position. */
export function isLate(device, now) {
  const age = ageOf(device, now);
  return age !== age ? null : age > Math.max(3 * device.pace, leastLate);
}

/** Whether batches of a device arrive; one that sends a backlog is online, but late. */
export function presenceOf(device, now) {
  const silence = now - device.received;
  if (silence !== silence) return 'unknown';
  return silence > Math.max(3 * device.pace, leastLate) ? 'offline' : 'online';
}

/** A span of time in its largest unit. */
export function spanText(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} d`;
}

/** A time of day in UTC, with its day unless that is today. */
export function timeText(time, now) {
  const text = new Date(time).toISOString();
  const today = new Date(now).toISOString().slice(0, 10);
  return `${text.slice(0, 10) === today ? '' : `${text.slice(0, 10)} `}${text.slice(11, 19)} UTC`;
}

/** What a day lacks, in words. */
export function faults({ missing, dropped, events }, now) {
  const found = [];
  for (const [ranges, words] of [[missing, 'have not arrived'], [dropped, 'were dropped by the device']]) {
    if (ranges.length === 0) continue;
    const count = ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
    const texts = ranges.slice(0, mostRanges).map(([first, last]) => (first === last ? first : `${first}–${last}`));
    const rest = ranges.length > mostRanges ? ', …' : '';
    found.push(count === 1 ? `1 number ${words.replace('have', 'has').replace('were', 'was')}: ${texts}` : `${count} numbers ${words}: ${texts.join(', ')}${rest}`);
  }
  const gaps = events.filter(([type, from, until]) => type === 'gap' && until !== null && until > from);
  for (const [, from, until, kind] of gaps.slice(0, mostRanges)) {
    found.push(`No position from ${timeText(from, now)} for ${spanText(until - from)}: ${kind.replaceAll('_', ' ')}`);
  }
  return found;
}

/** All devices that may be seen. */
export class Devices {
  constructor() {
    this.all = [];
    this.byNumber = new Map();
    this.offset = 0; // The database's clock less ours.
    this.tenants = new Set();
  }

  get now() {
    return Date.now() + this.offset;
  }

  /** Takes whole rows. */
  takeRows(rows) {
    for (const [number, tenant, name, ...rest] of rows) {
      let device = this.byNumber.get(number);
      if (device === undefined) {
        device = { number, tenant, name, title: `${tenant}/${name}`.toLowerCase() };
        this.byNumber.set(number, device);
        this.all.push(device);
        this.tenants.add(tenant);
      }
      place(device, rest);
    }
  }

  /** Takes changes; answers whether a device is not known yet. */
  takeChanges(moved) {
    let hasStranger = false;
    for (const [number, ...rest] of moved) {
      const device = this.byNumber.get(number);
      if (device === undefined) hasStranger = true;
      else place(device, rest);
    }
    return hasStranger;
  }
}

const orNaN = (value) => value ?? NaN;

function place(device, [time, received, latitude, longitude, speed, course, accuracy, pace]) {
  Object.assign(device, {
    time: orNaN(time), received: orNaN(received), latitude: orNaN(latitude) / 1e7, longitude: orNaN(longitude) / 1e7, speed: orNaN(speed) / 100,
    course: orNaN(course) / 100, accuracy: orNaN(accuracy) / 1000, pace: pace ?? 60_000,
  });
  device.x = xOf(device.longitude);
  device.y = yOf(device.latitude);
}

/** Asks the service; null if nothing has changed since the answer with a tag, and an error in the words of the service. */
export async function ask(path, parameters, tag = '') {
  const headers = tag === '' ? {} : { 'If-None-Match': tag };
  const answer = await fetch(`${path}?${new URLSearchParams(parameters)}`, { headers, cache: 'no-store' });
  if (answer.status === 304) return null;
  const isJSON = answer.headers.get('Content-Type')?.startsWith('application/json');
  if (!answer.ok && !isJSON) throw new Error((await answer.text()).trim());
  const found = await answer.json();
  if (!answer.ok) throw new Error(`${found.found}; expected: ${found.expected}. ${found.remedy}`);
  return { ...found, tag: answer.headers.get('ETag') ?? '' };
}

/** Keeps devices up to date: first the list of all, then what has changed, each two seconds while the page is seen. */
export class Poll {
  /** @param changed called after each answer with a text of what is wrong, empty if nothing is */
  constructor(devices, changed) {
    this.devices = devices;
    this.changed = changed;
    this.since = null; // In microseconds.
    this.tag = '';
    this.askedAt = -Infinity;
    this.lookedBackAt = 0;
    this.isAsking = false;
    document.addEventListener('visibilitychange', () => this.wake());
  }

  /** Whether all devices were listed. */
  get hasList() {
    return this.since !== null;
  }

  wake() {
    if (this.isAsking || document.hidden) return;
    clearTimeout(this.timer);
    this.#turn();
  }

  async #turn() {
    this.isAsking = true;
    let isFull = false;
    try {
      if (this.since === null || Date.now() - this.askedAt > oldest) await this.#list();
      else isFull = await this.#changes();
      this.askedAt = Date.now();
      this.changed('');
    } catch (error) {
      this.changed(error instanceof TypeError ? 'The service does not answer; expected: gpsbridge-collect --page. The page goes on by itself.' : error.message);
    }
    this.isAsking = false;
    if (!document.hidden) this.timer = setTimeout(() => this.wake(), isFull ? 0 : pause);
  }

  async #list() {
    let after = 0;
    let until = null;
    do {
      const answer = await ask('/fleet.json', { after });
      this.devices.offset = answer.now - Date.now();
      this.devices.takeRows(answer.devices);
      until ??= answer.until;
      after = answer.next;
      if (after !== null) this.changed('');
    } while (after !== null);
    [this.since, this.tag, this.lookedBackAt] = [until, '', Date.now()];
  }

  /** Answers whether more is waiting. */
  async #changes() {
    const looksBack = Date.now() - this.lookedBackAt > lookBack;
    if (looksBack) this.lookedBackAt = Date.now();
    const answer = await ask('/fleet.json', { since: this.since - (looksBack ? lookBack * 1000 : 0) }, looksBack ? '' : this.tag);
    if (answer === null) return false;
    this.devices.offset = answer.now - Date.now();
    const isStranger = this.devices.takeChanges(answer.moved);
    // A look back may end before what is known already.
    this.tag = looksBack ? '' : answer.tag;
    const goesOn = answer.more && answer.until > this.since;
    this.since = Math.max(this.since, answer.until);
    if (isStranger) this.since = null;
    return isStranger || goesOn;
  }
}
