import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { page } from './page.mjs';

const { Receivers, describe, doubtOf, medianSignal, satellitesOf, secondsToChange, tabTitle } = await page('state');
const { faults, verdictTone } = await page('words');

const device = 'sim/ttyACM0';
const start = Date.parse('2026-11-23T10:00:00.000Z') / 1000;
const at = (seconds) => new Date((start + seconds) * 1000).toISOString();
const fix = (seconds, more = {}) => ({
  type: 'fix', v: 1, device, epoch: 1, state: 'live', mode: '3d', lat: 48.1, lon: 11.5, received: at(seconds), time: at(seconds), ...more,
});
const noFix = (seconds, state, age) => ({ type: 'fix', v: 1, device, epoch: 2, state, mode: 'none', age_s: age, received: at(seconds) });
const event = (seconds, name, more = {}) => ({ type: 'event', v: 1, device, at: at(seconds), event: name, ...more });

function told(...records) {
  const receivers = new Receivers();
  for (const record of records) receivers.take(record, start);
  return receivers;
}

function said(receivers, seconds, link = 'live') {
  return describe(receivers.all[0], { now: start + seconds, link });
}

test('a live fix is said by its mode, with its age by the clock of the service', () => {
  const { state, words, tone, age, isLive } = said(told(fix(0)), 1);
  assert.deepEqual({ state, words, tone, age, isLive }, { state: 'live', words: '3D fix', tone: 'good', age: 1, isLive: true });
});

test('a position that is forged, old or recorded has words that go with it, and a live one has none', () => {
  const forged = told(fix(0), fix(1, { suspect: 'spoofed' }));
  // The records, whether the last good place is asked for, the time, the link, and the words.
  for (const [receivers, isGood, time, link, words] of [
    [told(fix(0)), false, 1, 'live', ''], [told(fix(0)), false, 35, 'live', 'last known, 35 s old'],
    [told(fix(0), event(0.5, 'lost')), false, 95.5, 'live', 'last known, 95 s old'],
    [told(fix(0)), false, 60, 'connecting', 'last known, 60 s old'], [told(fix(0)), false, 5, 'lost', 'last known, 5 s old'],
    [told(fix(0)), false, 5, 'locked', 'last known, 5 s old'], [forged, false, 1, 'live', 'may be forged'],
    [forged, true, 8, 'live', 'last known, 8 s old'], [told(fix(0)), false, 1, 'recorded', 'recorded'],
    [told(fix(0, { received: undefined, time: undefined })), false, 5, 'lost', 'last known, of an unknown time'],
  ]) {
    const [receiver] = receivers.all;
    const place = isGood ? receiver.good : receiver.known;
    assert.equal(doubtOf(receiver, place, said(receivers, time, link), start + time), words);
  }
});

test('a fix that nothing newer follows does not stay live', () => {
  const receivers = told(fix(0));
  assert.equal(said(receivers, 3).state, 'live');
  assert.equal(said(receivers, 4).state, 'stale');
  assert.equal(said(receivers, 12).state, 'lost');
  assert.equal(said(receivers, 12).isLive, false);
});

const thresholds = Object.fromEntries([...readFileSync(new URL('../../../Sources/Core/GPSBridge/Reports/Freshness.swift', import.meta.url), 'utf8')
  .matchAll(/public var (\w+) = (?:Duration\.seconds\()?([\d.]+)/g)].map(([, name, value]) => [name, Number(value)]));

test('a fix that nothing newer follows is stale and lost a second after the library calls it so, at each rate', () => {
  for (const interval of [0.1, 0.2, 1, 2, 5]) {
    const end = 60 * interval;
    const receivers = told(...Array.from({ length: 61 }, (_, index) => fix(index * interval)));
    const stale = 1 + Math.max(thresholds.stale * interval, thresholds.earliestStale);
    const lost = 1 + Math.max(thresholds.lost * interval, thresholds.earliestLost);
    const states = [stale - 0.01, stale + 0.01, lost - 0.01, lost + 0.01].map((age) => said(receivers, end + age).state);
    assert.deepEqual(states, ['live', 'stale', 'stale', 'lost'], `${interval} s`);
  }
});

test('aging, stale and lost are said when an event says so, and the age counts from the last position', () => {
  const receivers = told(fix(0), noFix(2, 'aging', 2));
  assert.equal(said(receivers, 2).words, 'Fix is aging');
  receivers.take(event(3, 'stale'), start + 3);
  assert.equal(said(receivers, 3).words, 'Fix is stale');
  receivers.take(event(10, 'lost'), start + 10);
  const { words, age, tone } = said(receivers, 36);
  assert.deepEqual({ words, age, tone }, { words: 'Fix lost', age: 36, tone: 'bad' });
});

test('who never had a fix searches, and has no age', () => {
  const { state, words, age } = said(told({ ...noFix(0, 'lost'), age_s: undefined }), 5);
  assert.deepEqual([state, words], ['searching', 'No fix yet']);
  assert.ok(Number.isNaN(age));
});

test('a page that is opened when the fix is lost knows how old it is', () => {
  const { words, age } = said(told(noFix(0, 'lost', 20)), 5);
  assert.deepEqual([words, age], ['Fix lost', 25]);
});

test('an unplugged receiver is neither live nor has satellites, and what is told again does not bring it back', () => {
  const gone = { type: 'device', v: 1, device, path: device, state: 'gone' };
  const sky = { type: 'sky', v: 1, device, satellites: [{ gnss: 'gps', id: 1, cn0_dbhz: 40, used: true }] };
  const receivers = told(fix(-8), sky, gone);
  assert.equal(said(receivers, 1).state, 'unplugged');
  assert.equal(receivers.all[0].satellites.length, 0);
  receivers.take(fix(-8), start + 1);
  assert.equal(said(receivers, 1).state, 'unplugged');
  receivers.take(fix(20), start + 20);
  assert.equal(said(receivers, 20).state, 'live');
});

test('a receiver that comes back by another path is the same one', () => {
  const receivers = told(fix(0),
    { type: 'device', v: 1, device, path: device, state: 'gone' },
    { type: 'device', v: 1, device, path: 'sim/ttyACM1', state: 'present' },
    fix(10, { device: 'sim/ttyACM1' }));
  assert.equal(receivers.all.length, 1);
  assert.equal(receivers.all[0].device, 'sim/ttyACM1');
});

test('a receiver that was named by its source is the one of its path', () => {
  const receivers = told(fix(0), { type: 'device', v: 1, device: 'sim:tunnel', path: device, state: 'present' });
  assert.equal(receivers.all.length, 1);
});

test('two receivers stay two', () => {
  assert.equal(told(fix(0), fix(0, { device: 'sim/ttyACM1' })).all.length, 2);
});

test('without the service nothing is live, and the age counts on', () => {
  const { state, words, age, isLive, isSkyLive } = said(told(fix(0)), 9, 'lost');
  assert.deepEqual({ state, words, age, isLive, isSkyLive },
    { state: 'disconnected', words: 'Not connected', age: 9, isLive: false, isSkyLive: false });
});

test('what is recorded says so, and has no age', () => {
  const { state, words, age } = said(told(fix(0, { state: 'recorded' })), 9, 'recorded');
  assert.deepEqual([state, words], ['recorded', 'Recorded']);
  assert.ok(Number.isNaN(age));
});

test('a position that is suspect is not live, however new it is', () => {
  const { words, isLive, tone } = said(told(fix(0, { suspect: 'spoofed' })), 0);
  assert.deepEqual([words, isLive, tone], ['Forged?', false, 'bad']);
});

test('a sky of a receiver that says nothing any more is not live', () => {
  const receivers = told(fix(0), { type: 'sky', v: 1, device, satellites: [] });
  assert.equal(said(receivers, 10).isSkyLive, true);
  assert.equal(said(receivers, 30).isSkyLive, false);
});

test('the newest event stands first, and no more than 200 are kept', () => {
  const receivers = told(fix(0), ...Array.from({ length: 250 }, (_, index) => event(index, 'silent', { what: `silent for ${index} s` })));
  assert.equal(receivers.events.length, 200);
  assert.equal(receivers.events[0].text, 'Silent for 249 s');
});

test('missed records are told in the list', () => {
  const receivers = told(fix(0), { type: 'missed', v: 1, from: 5, to: 8 }, { type: 'missed', v: 1 });
  assert.deepEqual(receivers.events.map((each) => each.text),
    ['The service restarted; its earlier records are gone', '4 records were missed']);
});

test('a record of a kind or an event of a newer version harms nothing', () => {
  const receivers = told(fix(0), { type: 'aura', v: 1, device }, event(1, 'antenna_open', { detail: 'L5' }));
  assert.equal(receivers.events[0].text, 'Antenna open: L5');
  assert.equal(said(receivers, 1).state, 'live');
});

test('what one page knows makes another one say the same', () => {
  const verdict = { type: 'verdict', v: 1, device, code: 'good', what: 'a', why: 'b', do: 'c' };
  const first = told(fix(0), noFix(3, 'aging', 3), verdict);
  const second = told(...first.summary());
  assert.equal(said(second, 3).words, said(first, 3).words);
  assert.equal(second.all[0].verdict, verdict);
});

test('the signals of a satellite are one satellite, as strong as its strongest', () => {
  const satellites = satellitesOf({ satellites: [
    { gnss: 'gps', id: 3, signal: 'L1CA', cn0_dbhz: 40, used: false, el_deg: 10, az_deg: 20 },
    { gnss: 'gps', id: 3, signal: 'L5Q', cn0_dbhz: 44, used: true },
    { gnss: 'galileo', id: 3, signal: 'E1BC', used: false }] });
  assert.equal(satellites.length, 2);
  assert.deepEqual([satellites[0].cn0_dbhz, satellites[0].used, satellites[0].signals.length], [44, true, 2]);
});

test('the median signal is of those that take part, and unknown without any', () => {
  assert.equal(medianSignal([{ cn0_dbhz: 30, used: true }, { cn0_dbhz: 40, used: true }, { cn0_dbhz: 44, used: true }, { cn0_dbhz: 9 }]), 40);
  assert.ok(Number.isNaN(medianSignal([{ used: false }])));
});

test('the median signal counts each signal, and is between the two in the middle, as in the history of the service', () => {
  const satellites = satellitesOf({ satellites: [
    { gnss: 'gps', id: 3, signal: 'L1CA', cn0_dbhz: 40, used: true }, { gnss: 'gps', id: 3, signal: 'L5Q', cn0_dbhz: 31, used: true },
    { gnss: 'gps', id: 4, signal: 'L1CA', cn0_dbhz: 38, used: true }, { gnss: 'gps', id: 5, signal: 'L1CA', cn0_dbhz: 44, used: true }] });
  assert.equal(medianSignal(satellites), 39);
});

const verdict = (code, seconds = 0) => ({ type: 'verdict', v: 1, device, at: at(seconds), code, what: 'a', why: 'b', do: 'c' });

test('a receiver that gives nothing has the state of its verdict, and is never said to search', () => {
  for (const [code, words] of [
    ['no_device', 'No receiver'], ['port_busy', 'Port in use'], ['permission_denied', 'No permission'], ['no_data', 'Silent'],
    ['not_served', 'No server'], ['wrong_speed', 'Wrong speed'], ['not_a_gps', 'No GPS'], ['binary_mode', 'Not readable']]) {
    const found = said(told(verdict(code)), 5);
    assert.deepEqual([found.words, found.tone, found.isLive, found.date], [words, 'bad', false, 'since 10:00']);
  }
});

test('a server that has ended is not unplugged', () => {
  const gone = { type: 'event', v: 1, device: 'gpsd://127.0.0.1:2947', at: at(3), event: 'detached' };
  const receivers = told(fix(0, { device: 'gpsd://127.0.0.1:2947' }), gone);
  assert.equal(said(receivers, 4).words, 'No server');
});

test('a receiver that has sent nothing yet waits, and does not search', () => {
  assert.equal(said(told({ type: 'hello', v: 1, now: at(0), receivers: [{ device }] }), 1).words, 'Waiting');
});

test('no state is green beside a bad verdict, nor amber while it searches', () => {
  assert.equal(said(told(fix(0), verdict('stuck_time')), 1).tone, 'warning');
  assert.equal(said(told({ ...noFix(0, 'lost'), age_s: undefined }, verdict('jammed')), 1).tone, 'bad');
});

test('the last good position stays known beside a forged one', () => {
  const [receiver] = told(fix(0), fix(1, { suspect: 'spoofed', lat: 10 })).all;
  assert.deepEqual([receiver.good.lat, receiver.known.lat], [48.1, 10]);
});

test('a receiver whose clock is wrong says by how much', () => {
  assert.equal(said(told(fix(0, { time: at(-50_400) })), 1).quality, 'clock 14 h behind');
  assert.equal(said(told(fix(0, { time: at(37) })), 1).quality, 'clock 37 s ahead');
  assert.equal(said(told(fix(0, { time: at(-1) })), 1).quality, '');
});

test('a fault that is repeated is one line with its count, and what a new stream repeats is not counted', () => {
  const failed = (seconds) => event(seconds, 'open_failed', { what: 'in use by gpsd' });
  const receivers = told(failed(0), failed(5), failed(10), failed(5));
  assert.deepEqual(receivers.events.map(({ text, count, first }) => [text, count, first]), [['In use by gpsd', 3, start]]);
});

test('an alarm is a line among the events, and one that comes again is the same line', () => {
  const alarm = (seconds, what) => ({ type: 'alarm', device, at: at(seconds), what });
  const receivers = told(fix(0), alarm(1, 'Alarm: Too fast'), event(2, 'lost', { what: 'fix lost' }), alarm(3, 'Alarm: Too fast'), alarm(4, 'Alarm: The circle was left'));
  assert.deepEqual(receivers.events.map(({ text, count, first, time }) => [text, count, first - start, time - start]), [
    ['Alarm: The circle was left', 1, 4, 4], ['Alarm: Too fast', 2, 1, 3], ['Fix lost', 1, 2, 2]]);
});

test('two events of one cause are one line', () => {
  const texts = (...events) => told(fix(0), ...events).events.map((each) => each.text);
  const unplugged = { what: 'It was unplugged', detail: 'It was unplugged' };
  assert.deepEqual(texts(event(1, 'detached'), event(1.2, 'disconnected', unplugged)), ['It was unplugged']);
  assert.deepEqual(texts(event(1, 'disconnected', unplugged), event(1, 'detached')), ['It was unplugged']);
  assert.deepEqual(texts(event(1, 'first_fix', { what: 'first fix after 2 s' }), event(1, 'back', { what: 'fix back after 12 s' })), ['Fix back after 12 s']);
  assert.equal(texts(event(1, 'detached'), event(60, 'disconnected')).length, 2);
});

test('the next change of a state by its age alone is known', () => {
  const receivers = told(fix(0));
  assert.ok(Math.abs(secondsToChange(receivers.all[0], start + 3) - 0.5) < 1e-6);
  assert.ok(Math.abs(secondsToChange(receivers.all[0], start + 4) - 7) < 1e-6);
  assert.ok(Number.isNaN(secondsToChange(receivers.all[0], start + 60)));
});

const source = readFileSync(new URL('../../../Sources/Core/GPSBridge/Reports/Verdict.swift', import.meta.url), 'utf8');
const codes = [...source.matchAll(/static let \w+ = Self\(rawValue: "(\w+)"\)/g)].map(([, code]) => code);

test('state and verdict agree for each code that there is, whatever the fix is', () => {
  assert.ok(codes.length > 30);
  for (const code of Object.keys(faults)) assert.ok(codes.includes(code), code);
  const fixes = {
    none: [], never: [{ ...noFix(0, 'lost'), age_s: undefined }], live: [fix(0)], aging: [fix(0), noFix(1, 'aging', 1)],
    stale: [fix(0), event(1, 'stale')], lost: [fix(0), event(1, 'lost')], forged: [fix(0, { suspect: 'spoofed' })],
    'forged, then lost': [fix(0, { suspect: 'spoofed' }), event(1, 'lost')],
  };
  for (const code of codes) {
    for (const [name, records] of Object.entries(fixes)) {
      const { state, words, tone, isLive } = said(told(...records, verdict(code)), 1);
      const what = `${code}, ${name}: ${words}, ${tone}`;
      const isFault = Object.hasOwn(faults, code);
      const counts = ['live', 'aging'].includes(name);
      assert.equal(isLive, name === 'live', what);
      assert.ok(!(verdictTone(code) === 'bad' && tone === 'good'), what);
      assert.equal(words === 'Forged?', name === 'forged', what);
      // A port that gives nothing has its own word as soon as the position does not count any more.
      if (isFault && !counts && name !== 'forged') assert.equal(words, faults[code], what);
      if (!isFault && name === 'never') assert.deepEqual([state, words], ['searching', 'No fix yet'], what);
      if (!isFault && ['stale', 'lost'].includes(name)) assert.equal(words, `Fix ${name === 'lost' ? '' : 'is '}${name}`, what);
      if (!isFault && name === 'forged, then lost') assert.equal(words, 'Fix lost', what);
    }
  }
});

test('the beginning and the end of what a verdict calls bad are events, unless the port says so itself', () => {
  const say = (code, seconds, what) => ({ ...verdict(code, seconds), what });
  const receivers = told(fix(0), say('good', 0, 'It knows.'), say('spoofed', 5, 'Forged.'), say('spoofed', 6, 'Forged!'), say('good', 20, 'It knows.'));
  assert.deepEqual(receivers.events.map(({ text, time }) => [text, time - start]), [['It knows.', 20], ['Forged.', 5]]);
  assert.deepEqual(told(fix(0), say('good', 0, 'a'), say('device_gone', 5, 'b'), say('good', 9, 'c')).events, []);
  // Who comes later is told again, and has it once.
  receivers.take(say('spoofed', 5, 'Forged.'), start);
  assert.equal(receivers.events.length, 2);
});

test('a repeated fault has the count of the service, also where only the first and the last are told', () => {
  const failed = (seconds, count) => event(seconds, 'open_failed', { what: 'in use by gpsd', count });
  const receivers = told(failed(0), failed(1000, 200));
  assert.deepEqual(receivers.events.map(({ count, first }) => [count, first]), [[200, start]]);
});

test('the title of the page is the verdict that must not be overlooked, the position, or the age', () => {
  const receivers = new Receivers();
  receivers.take({ type: 'fix', v: 1, device: 'x', state: 'live', mode: '3d', lat: 48.132296, lon: -11.5323, received: '2026-11-27T10:00:00.000Z' });
  const [receiver] = receivers.all;
  const now = Date.parse('2026-11-27T10:00:00.000Z') / 1000;
  const title = (later, link = 'live') => tabTitle(receiver, describe(receiver, { now: now + later, link }));
  assert.equal(title(0.4), '3D · 48.13230, -11.53230');
  assert.equal(title(5), 'Fix is stale 5 s');
  assert.equal(title(36.9), 'Fix lost 36 s');
  assert.equal(title(300), 'Fix lost 5 min');
  assert.equal(title(300, 'lost'), 'Not connected');
  receivers.take({ type: 'verdict', v: 1, device: 'x', code: 'jammed', what: 'It is.', at: '2026-11-27T10:00:01.000Z' });
  assert.equal(title(36.9), 'Jammed');
  assert.equal(title(36.9, 'lost'), 'Not connected');
  receivers.take({ type: 'verdict', v: 1, device: 'x', code: 'no_signal', what: 'It is.', at: '2026-11-27T10:00:01.000Z' });
  assert.equal(title(36.9), 'Fix lost 36 s');
});
