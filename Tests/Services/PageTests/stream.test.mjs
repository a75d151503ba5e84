import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './page.mjs';

const { Stream } = await page('stream');

/** A source that the test speaks through. */
class Source {
  constructor(address) {
    this.address = address;
    this.listeners = {};
    Source.last = this;
  }

  addEventListener(name, listener) {
    this.listeners[name] = listener;
  }

  say(record, id = '') {
    this.listeners.message({ data: JSON.stringify(record), lastEventId: id });
  }

  close() {
    this.isClosed = true;
  }
}

globalThis.EventSource = Source;

function opened() {
  const heard = [];
  const links = [];
  const stream = new Stream((record) => heard.push(record), (link) => links.push(link));
  stream.open();
  return { stream, heard, links, hello: (more) => Source.last.say({ type: 'hello', v: 1, boot: 'abcd', next: 57, ...more }) };
}

const missed = (heard) => heard.filter((record) => record.type === 'missed').map(({ from, to }) => [from, to]);

test('a stream without gaps tells of none, also when what was said before is told first', () => {
  const { heard, hello } = opened();
  hello();
  Source.last.say({ type: 'event' }, 'abcd-12');
  Source.last.say({ type: 'event' }, 'abcd-40');
  Source.last.say({ type: 'fix' }, 'abcd-57');
  Source.last.say({ type: 'fix' }, 'abcd-58');
  assert.deepEqual(missed(heard), []);
});

test('a number that is left out is told', () => {
  const { heard, hello } = opened();
  hello();
  Source.last.say({ type: 'fix' }, 'abcd-57');
  Source.last.say({ type: 'fix' }, 'abcd-61');
  assert.deepEqual(missed(heard), [[58, 60]]);
});

test('it comes back behind the last record, and what the service names is not told twice', () => {
  const { stream, heard, hello } = opened();
  hello();
  Source.last.say({ type: 'fix' }, 'abcd-57');
  stream.open();
  assert.equal(Source.last.address, '/events?last=abcd-57');
  hello({ next: 900 });
  Source.last.say({ type: 'missed', from: 58, to: 700 });
  Source.last.say({ type: 'fix' }, 'abcd-701');
  assert.deepEqual(missed(heard), [[58, 700]]);
});

test('another start of the service is no gap of its numbers', () => {
  const { stream, heard } = opened();
  Source.last.say({ type: 'hello', boot: 'abcd', next: 57 });
  Source.last.say({ type: 'fix' }, 'abcd-57');
  stream.open();
  Source.last.say({ type: 'hello', boot: 'efgh', next: 80 });
  Source.last.say({ type: 'missed' });
  Source.last.say({ type: 'event' }, 'efgh-3');
  Source.last.say({ type: 'fix' }, 'efgh-80');
  assert.deepEqual(missed(heard), [[undefined, undefined]]);
  assert.equal(stream.lastId, 'efgh-80');
  stream.open();
  Source.last.say({ type: 'hello', boot: 'efgh', next: 81 });
  assert.deepEqual(heard.filter(({ type }) => type === 'hello').map(({ isNew }) => isNew), [false, true, false]);
});

test('an error is a lost link at once, and a word of an old source is not heard', () => {
  const { stream, heard, links, hello } = opened();
  hello();
  const old = Source.last;
  old.listeners.error();
  assert.deepEqual(links, ['live', 'lost']);
  assert.equal(old.isClosed, true);
  stream.open();
  old.say({ type: 'fix' }, 'abcd-57');
  assert.equal(heard.length, 1);
});

test('a line that is no record is passed over', () => {
  const { heard } = opened();
  Source.last.listeners.message({ data: 'nonsense', lastEventId: '' });
  assert.equal(heard.length, 0);
});
