import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './page.mjs';

/** An element that the page makes or finds: its listeners are called by the test. */
class Element {
  constructor() {
    Object.assign(this, { dataset: {}, listeners: {}, options: [], hidden: false, value: '' });
  }

  addEventListener(type, listen) {
    (this.listeners[type] ??= []).push(listen);
  }

  fire(type) {
    for (const listen of this.listeners[type] ?? []) listen({ type, target: this });
  }

  replaceChildren(...children) {
    this.options = children;
  }

  add(option, index) {
    this.options.splice(index, 0, option);
  }

  after(element) {
    elements.set(element.id, element);
  }

  setAttribute() {}
}

const elements = new Map();
globalThis.Option = class {
  constructor(textContent, value) {
    Object.assign(this, { textContent, value });
  }
};
globalThis.document = {
  documentElement: {}, body: new Element(), createElement: () => new Element(),
  getElementById: (id) => elements.get(id) ?? elements.set(id, new Element()).get(id),
};
globalThis.EventSource = class {
  addEventListener() {}

  close() {}
};

const { Model } = await page('model');
const { Recordings } = await page('recordings');
const { listDays } = await page('days');
const { systemNamed } = await page('units');

const days = ['2026-11-20', '2026-11-19', '2026-11-18'];
const list = {
  v: 1, today: '2026-11-21', until: '2026-11-21T23:59:59.999Z',
  days: [...days].reverse().map((day) => ({ day, device: 'a', first: `${day}T07:00:00Z`, last: `${day}T07:00:01Z`, known_s: 43_200, distance_m: 5 })),
};
const rows = (day) => ['00', '01'].map((second) => (
  { type: 'fix', v: 1, device: 'a', time: `${day}T07:00:${second}.000Z`, lat: 48, lon: 11, mode: '3d' }));
const body = (records) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** A page with a picker of days. The test answers its requests: `{path, query, signal, answer(text), fail(error)}`. */
async function picker(answers = [list]) {
  elements.clear();
  const asked = [];
  const found = { asked, notices: [], joined: 0 };
  found.lists = 0;
  globalThis.fetch = (url, { signal } = {}) => {
    if (url === '/days.json') {
      const answer = answers[Math.min(found.lists++, answers.length - 1)];
      return Promise.resolve(answer ? Response.json(answer) : new Response('busy\n', { status: 503 }));
    }
    return new Promise((resolve, fail) => {
      const [path, query] = url.split('?');
      const answer = (text, status = 200) => resolve(new Response(text, { status }));
      asked.push({ path, query: Object.fromEntries(new URLSearchParams(query)), signal, fail, answer });
      signal?.addEventListener('abort', () => fail(signal.reason));
    });
  };
  const model = new Model();
  const view = {
    model, charts: {}, map: {}, link: 'live', system: systemNamed('metric'), endNotice() {}, markAll() {}, markNews() {}, mark() {}, fitSpan() {},
    notify: (notice) => found.notices.push(notice.what),
  };
  const recordings = new Recordings(view, { leave() {}, join: () => { found.joined += 1; } });
  await listDays(recordings);
  const { open } = recordings;
  const openings = [];
  recordings.open = (...all) => openings.push(open.apply(recordings, all)) && openings.at(-1);
  /** Waits until all that was opened is there, or has failed. */
  found.settled = () => Promise.all(openings);
  const { list: again } = recordings.days;
  recordings.days.list = () => (found.listing = again.call(recordings.days));
  const select = elements.get('days');
  const choose = (index, key) => {
    select.fire(key ? 'keydown' : 'pointerdown');
    select.value = index === null ? '' : String(index);
    select.fire('change');
  };
  const exports = () => ['gpx', 'geojson'].map((name) => elements.get(`export-${name}`).href);
  return Object.assign(found, { model, view, recordings, select, choose, exports });
}

test('keys go through the days, and only the one that they stay at is opened', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { asked, choose, recordings } = await picker();
  for (const index of [0, 1, 2]) {
    choose(index, true);
    t.mock.timers.tick(200);
  }
  assert.deepEqual([asked.length, recordings.day], [0, null]);
  t.mock.timers.tick(100);
  assert.deepEqual(asked.map(({ query }) => query.day), [days[2]]);
  choose(0);
  assert.deepEqual(asked.map(({ query }) => query.day), [days[2], days[0]], 'a pointer waits for nothing');
});

test('who leaves the list opens the day at once, and once', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { asked, choose, select, recordings } = await picker();
  choose(1, true);
  select.fire('blur');
  t.mock.timers.tick(1000);
  select.fire('blur');
  assert.deepEqual(asked.map(({ query }) => query.day), [days[1]]);
  choose(0, true);
  choose(1, true);
  t.mock.timers.tick(1000);
  assert.equal(asked.length, 1, 'it is shown already');
  assert.equal(recordings.day.day, days[1]);
});

test('another day ends the request of the one before, without a word', async () => {
  const found = await picker();
  const { asked, choose, recordings, notices, model } = found;
  choose(0);
  choose(1);
  assert.deepEqual(asked.map(({ signal }) => signal.aborted), [true, false]);
  asked[1].answer(body(rows(days[1])));
  await found.settled();
  assert.deepEqual([recordings.day.day, recordings.player.name, model.full.count, notices, found.joined], [days[1], days[1], 2, [], 0]);
  choose(null);
  assert.ok(asked[1].signal.aborted);
});

test('a late failure of an earlier opening changes nothing', async () => {
  const found = await picker();
  const { recordings, notices } = found;
  recordings.all = [{ name: 'b.gbr' }];
  let fail;
  const first = recordings.open(() => {
    recordings.player.openFile('a.nmea', () => new Promise(() => {}));
    return new Promise((_, reject) => { fail = reject; });
  });
  recordings.open(() => recordings.player.openNamed('b.gbr'));
  fail(new Error('not a file that this page reads'));
  await first;
  assert.deepEqual([recordings.player.name, [...recordings.refused], notices, found.joined], ['b.gbr', [], [], 0]);
  recordings.backToLive();
  await found.settled();
  assert.deepEqual([recordings.player.isOpen, [...recordings.refused], notices, found.joined], [false, [], [], 1]);
});

test('a file that is read late does not take the place of what was chosen meanwhile', async () => {
  const { recordings, asked, choose, settled } = await picker();
  recordings.openFile(Object.assign(new Blob([body(rows('2026-11-01'))]), { name: 'a.ndjson' }));
  choose(0);
  asked[0].answer(body(rows(days[0])));
  await settled();
  assert.equal(recordings.player.name, days[0]);
  assert.equal(recordings.player.times[0], Date.parse(`${days[0]}T07:00:00Z`) / 1000);
});

test('a day that is refused leads back to what is live, and says why', async () => {
  const found = await picker();
  found.choose(0);
  found.asked[0].answer('too many days are read\n', 503);
  await found.settled();
  assert.deepEqual([found.notices, found.joined, found.recordings.day, found.select.value], [[`${days[0]} was not opened.`], 1, null, '']);
});

test('the tracks of the service go with the choice at once', async () => {
  const { choose, exports, model, recordings } = await picker();
  model.take({ ...rows('2026-11-21')[0], device: 'live', epoch: 1 });
  recordings.setExports();
  assert.deepEqual(exports(), ['/track.gpx?device=live', '/track.geojson?device=live']);
  choose(2);
  assert.deepEqual(exports(), ['gpx', 'geojson'].map((name) => `/track.${name}?device=a&day=${days[2]}`));
  choose(null);
  assert.ok(exports().every((path) => !path.includes('day')), exports().join());
});

test('a day is drawn in steps, and exported in full', async () => {
  const { choose, asked, recordings, settled } = await picker();
  choose(0);
  assert.deepEqual(asked[0].query, { device: 'a', day: days[0], step: '2' });
  asked[0].answer(body(rows(days[0]).slice(0, 1)));
  await settled();
  const taken = [];
  const reading = recordings.fixes((record) => taken.push(record));
  assert.deepEqual(asked[1].query, { device: 'a', day: days[0] });
  asked[1].answer(body(rows(days[0])));
  await reading;
  assert.equal(taken.length, 2);
});

test('a list that fails once keeps the days, and is asked for again where there are none', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const failing = await picker([null, null, list, null]);
  assert.deepEqual([failing.lists, failing.select.hidden], [1, true]);
  for (const lists of [2, 3]) {
    t.mock.timers.tick(5000);
    await failing.listing;
    assert.equal(failing.lists, lists);
  }
  assert.deepEqual([failing.select.hidden, failing.select.options.length], [false, 4]);
  t.mock.timers.tick(60_000);
  assert.equal(failing.lists, 3, 'it was answered');
  await listDays(failing.recordings);
  assert.deepEqual([failing.lists, failing.select.hidden, failing.select.options.length], [4, false, 4]);
});

test('the list is asked for again where nobody knows when its day ends', async () => {
  const found = await picker([{ ...list, until: undefined }]);
  found.select.fire('focus');
  assert.equal(found.lists, 2);
  const known = await picker();
  known.model.take({ type: 'hello', v: 1, now: '2026-11-21T10:00:00Z', receivers: [] });
  known.select.fire('focus');
  assert.equal(known.lists, 1);
});
