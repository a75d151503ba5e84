import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './page.mjs';

const { Player } = await page('player');
const { readRecords } = await page('loading');

/** A page that keeps what it is told. */
function listener() {
  const told = { rows: [], records: [], rewound: [] };
  const player = new Player({
    begin: () => {}, moved: () => {}, history: (record) => told.rows.push(record), take: (record) => told.records.push(record),
    rewound: (position) => {
      told.rewound.push(position);
      told.records.length = 0;
    },
  });
  return { player, told };
}

/** Reads records as from a file. */
function file(...records) {
  const text = new Blob([records.map((record) => `${JSON.stringify(record)}\n`).join('')]);
  return (take, progress) => readRecords(text.stream(), take, progress);
}

const day = '2026-11-20T';
const fix = (clock, more = {}) => ({ type: 'fix', v: 1, device: 'a', time: `${day}${clock}Z`, lat: 48, lon: 11, mode: '3d', ...more });
const at = (clock) => Date.parse(`${day}${clock}Z`) / 1000;

/** Answers `/history` with lines, and lets `/events` be told by the test. */
function serve(lines) {
  const sources = [];
  globalThis.fetch = async () => new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  globalThis.EventSource = class {
    constructor(path) {
      Object.assign(this, { query: new URLSearchParams(path.split('?')[1]), listeners: {}, isOpen: true });
      sources.push(this);
    }

    addEventListener(name, listen) {
      this.listeners[name] = listen;
    }

    close() {
      this.isOpen = false;
    }

    tell(...records) {
      for (const record of records) if (this.isOpen) this.listeners.message({ data: JSON.stringify(record) });
    }
  };
  return sources;
}

/** Lets the test move time; on a busy machine no reading pauses meanwhile. */
function holdTime(t) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  t.mock.method(performance, 'now', () => 0);
}

test('what came before the first fix does not stretch a recording by the clock of the computer', async () => {
  serve([{ type: 'fix', device: 'a', received: '2026-11-23T13:36:22Z', mode: 'none' }, fix('07:08:02'), fix('07:10:02')]);
  const { player, told } = listener();
  await player.openNamed('a.gbr');
  assert.deepEqual([player.from, player.to], [at('07:08:02'), at('07:10:02')]);
  assert.equal(told.rows.length, 2);
});

test('a recording without any fix goes by the times at which it came', async () => {
  serve(['10', '11'].map((second) => ({ type: 'fix', device: 'a', received: `${day}07:00:${second}Z`, mode: 'none' })));
  const { player, told } = listener();
  await player.openNamed('a.gbr');
  assert.deepEqual([player.from, player.to, told.rows.length], [at('07:00:10'), at('07:00:11'), 2]);
});

test('a file of live records goes by the times at which they came', async () => {
  const { player, told } = listener();
  await player.openFile('drive.ndjson', file(
    { type: 'fix', device: 'a', received: `${day}09:00:00Z`, mode: 'none' }, fix('07:00:01', { received: `${day}09:00:01Z` }),
    fix('07:00:02', { received: `${day}09:00:02Z` })));
  assert.deepEqual([player.from, player.to, told.rows.length], [at('09:00:00'), at('09:00:02'), 3]);
});

test('a look at a recording that was left tells nothing more', async (t) => {
  holdTime(t);
  const sources = serve([fix('07:00:00'), fix('07:00:01')]);
  const { player, told } = listener();
  await player.openNamed('a.gbr');
  t.mock.timers.tick(150);
  sources[0].tell(fix('07:00:00'));
  assert.equal(told.records.length, 1);
  player.close();
  sources[0].tell(fix('07:00:00'));
  assert.equal(told.records.length, 1);
  assert.equal(sources[0].isOpen, false);
});

test('seeking looks until the sky of that time, and no further', async (t) => {
  holdTime(t);
  const sources = serve([fix('07:00:00'), fix('07:00:01'), fix('07:00:02')]);
  const { player, told } = listener();
  await player.openNamed('a.gbr');
  player.seek(at('07:00:02'));
  player.seek(at('07:00:01'));
  t.mock.timers.tick(150);
  assert.equal(sources.length, 1, 'there is one look for a slider that is dragged');
  const look = sources[0];
  assert.equal(look.query.get('from'), `${day}07:00:01.000Z`);
  const sky = (clock) => ({ type: 'sky', device: 'a', time: `${day}${clock}Z`, satellites: [] });
  const event = { type: 'event', device: 'a', at: `${day}06:59:00Z`, event: 'first_fix' };
  // As a service tells them: first what was known before, then what is wanted.
  look.tell({ type: 'verdict', device: 'a', code: 'good' }, sky('07:00:00'), fix('07:00:00'), event);
  assert.ok(look.isOpen);
  look.tell(fix('07:00:01'), sky('07:00:01'), fix('07:00:02'));
  assert.ok(!look.isOpen);
  assert.deepEqual(told.records.map((record) => record.time ?? record.at ?? record.code), [
    'good', `${day}07:00:00Z`, `${day}07:00:00Z`, `${day}06:59:00Z`, `${day}07:00:01Z`, `${day}07:00:01Z`]);
  assert.equal(player.position, at('07:00:01'));
});

test('a look at a recording without skies ends before the next fix', async (t) => {
  holdTime(t);
  const sources = serve([fix('07:00:00'), fix('07:00:01'), fix('07:00:02')]);
  const { player, told } = listener();
  await player.openNamed('a.gbr');
  t.mock.timers.tick(150);
  sources.at(-1).tell(fix('07:00:00'), fix('07:00:01'));
  assert.ok(!sources.at(-1).isOpen);
  assert.equal(told.records.at(-1).time, `${day}07:00:00Z`);
});

test('who drags the slider while it plays opens one stream, and hears from there', async (t) => {
  holdTime(t);
  const sources = serve(['00', '01', '02', '03'].map((second) => fix(`07:00:${second}`)));
  const { player } = listener();
  await player.openNamed('a.gbr');
  player.play();
  const opened = sources.length;
  for (const second of ['03', '02', '01']) player.seek(at(`07:00:${second}`));
  assert.ok(player.isPlaying && !sources.at(-1).isOpen);
  t.mock.timers.tick(150);
  assert.equal(sources.length, opened + 1);
  assert.deepEqual([sources.at(-1).query.get('from'), sources.at(-1).query.get('speed')], [`${day}07:00:01.000Z`, '10']);
  sources.at(-1).tell(fix('07:00:02'));
  assert.equal(player.position, at('07:00:02'));
  player.seek(at('07:00:00'));
  player.pause();
  t.mock.timers.tick(150);
  assert.deepEqual([player.isPlaying, sources.length], [false, opened + 1]);
});

test('playing ends with the recording, and begins anew from there', async () => {
  const sources = serve([fix('07:00:00'), fix('07:00:01')]);
  const { player } = listener();
  await player.openNamed('a.gbr');
  player.play();
  const first = sources.at(-1);
  assert.equal(first.query.get('speed'), '10');
  first.tell(fix('07:00:00'), fix('07:00:01'));
  assert.equal(player.position, player.to);
  first.listeners.error();
  assert.equal(player.isPlaying, false);
  player.play();
  assert.equal(sources.at(-1).query.get('from'), `${day}07:00:00.000Z`);
});

test('an answer for a recording that was left says nothing', async () => {
  serve([fix('07:00:00')]);
  const { player, told } = listener();
  const opening = player.openNamed('a.gbr');
  player.close();
  await opening;
  assert.deepEqual([told.rows.length, told.rewound.length], [0, 0]);
});
