import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './page.mjs';

globalThis.document = { getElementById: () => ({}), documentElement: {}, querySelector: () => null };
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
const { gpxOf, readMarks } = await page('waypoints');

const file = (text) => ({ name: 'marks.gpx', size: text.length, text: async () => text });
const gpx = (inner) => file(`<?xml version="1.0"?>\n<gpx version="1.1">${inner}</gpx>`);

test('waypoints of GPX are read as they were written', async () => {
  const marks = [{ name: 'Car & "more" <b>', lat: 48.1323021, lon: -11.5323201, time: '2026-11-27T10:00:00Z' }, { name: 'Two', lat: -1, lon: 2, time: undefined }];
  assert.deepEqual(await readMarks(file(gpxOf(marks))), marks);
});

test('waypoints of others are read: without a name, in CDATA, with other order and other tags', async () => {
  const inner = `<wptextension lat="9" lon="9"></wptextension><wpt lon='2' lat = '1'/>
    <wpt lat="3" lon="4"><ele>5</ele><name><![CDATA[a <b> ]] c]]></name ><time>2026-11-27T10:00:00Z</time></wpt ><wpt\nlat="5" lon="6"></wpt>`;
  assert.deepEqual(await readMarks(gpx(inner)), [
    { lat: 1, lon: 2, name: '', time: undefined }, { lat: 3, lon: 4, name: 'a <b> ]] c', time: '2026-11-27T10:00:00Z' },
    { lat: 5, lon: 6, name: '', time: undefined },
  ]);
});

test('a damaged file is read in a time that grows with its size alone', async () => {
  const many = (text) => text.repeat(Math.floor(1_500_000 / text.length));
  const begun = process.cpuUsage();
  for (const damaged of ['<wpt lat="1" lon="2">', '<wpt', '<wptx>', '<wpt lat="1" lat="']) await assert.rejects(readMarks(gpx(many(damaged))), /no points/);
  for (const inner of ['<name>', '<time>', '<name></name ', '<name><![CDATA[', ']]> ']) {
    assert.equal((await readMarks(gpx(`<wpt lat="1" lon="2">${many(inner)}</wpt>`))).length, 1);
  }
  // With a search of the whole rest from each tag it is minutes.
  assert.ok(process.cpuUsage(begun).user < 10e6);
});
