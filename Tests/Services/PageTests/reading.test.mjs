import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './page.mjs';

globalThis.document ??= { documentElement: {} };
const { readFile } = await page('reading');
const { attributionParts } = await page('attribution');

function sentence(body) {
  let sum = 0;
  for (const letter of body) sum ^= letter.charCodeAt(0);
  return `$${body}*${sum.toString(16).padStart(2, '0').toUpperCase()}\r\n`;
}

async function recordsOf(name, text) {
  const records = [];
  await (await readFile(new File([text], name)))((record, line) => {
    assert.deepEqual(JSON.parse(line), JSON.parse(JSON.stringify(record)));
    records.push(record);
  }, () => {});
  return records;
}

test('sentences become one fix and one sky for each time', async () => {
  const epoch = (clock, minutes) =>
    sentence(`GPRMC,${clock},A,4807.${minutes},N,01131.000,W,010.0,084.4,230326,,,A`) +
    sentence(`GPGGA,${clock},4807.${minutes},N,01131.000,W,1,08,0.9,545.4,M,46.9,M,,`) +
    sentence('GPGSA,A,3,04,05,,,,,,,,,,,1.8,0.9,1.5') +
    sentence('GPGSV,1,1,02,04,40,083,46,07,17,308,');
  const records = await recordsOf('walk.nmea', `noise\n${epoch('101112.00', '038')}${epoch('101113.00', '098')}`);
  assert.deepEqual(records.map((record) => record.type), ['sky', 'fix', 'sky', 'fix']);
  const [sky, fix] = records;
  assert.deepEqual([fix.time, fix.mode, fix.sats_used, fix.alt_msl_m, fix.course_deg],
    ['2026-03-23T10:11:12.000Z', '3d', 8, 545.4, 84.4]);
  assert.ok(Math.abs(fix.lat - 48.1173) < 1e-4 && Math.abs(fix.lon + 11.516667) < 1e-4 && Math.abs(fix.speed_mps - 5.14444) < 1e-4);
  assert.deepEqual(sky.satellites.map(({ id, used, cn0_dbhz: signal }) => [id, used, signal]), [[4, true, 46], [7, false, undefined]]);
});

test('a sentence that came damaged, or says that it has no fix, gives no position', async () => {
  const [fix] = await recordsOf('a.nmea',
    sentence('GPRMC,101112.00,V,,,,,,,230326,,,N') + '$GPGGA,101112.00,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*00\r\n');
  assert.deepEqual([fix.mode, fix.lat, fix.time], ['none', undefined, '2026-03-23T10:11:12.000Z']);
});

test('the points of a GPX file are fixes, and a point without a place is none', async () => {
  const records = await recordsOf('a.gpx', `<?xml version="1.0"?><gpx version="1.1"><trk><trkseg>
    <trkpt lon="-11.5" lat="48.1"><ele>545.5</ele><time>2026-03-23T10:11:12Z</time></trkpt>
    <trkpt lat="oops" lon="1"/></trkseg></trk></gpx>`);
  assert.deepEqual(records.map(({ lat, lon, alt_msl_m: height, time }) => [lat, lon, height, time]),
    [[48.1, -11.5, 545.5, '2026-03-23T10:11:12.000Z']]);
});

test('points of GPX that have no place or no end are counted', async () => {
  const of = async (text) => (await readFile(new File([`<gpx><trk>${text}`], 'a.gpx'), false))(() => {}, () => {});
  assert.equal(await of('<trkpt lat="1" lon="1"/><trkpt lat="2" lon="1"></trkpt>'), 0);
  assert.equal(await of('<trkpt lat="1" lon="1"/><trkpt lat="x" lon="1"/><trkpt lat="2" lon="1"><trkpt lat="3" lon="1"></trkpt><trkpt lat="4"'), 3);
  assert.equal(await of('<trkpt lat="1" lon="1"><time>'), 1);
});

test('points of GPX come with the number of their segment', async () => {
  const point = (lat) => `<trkpt lat="${lat}" lon="1"><time>2026-03-23T10:1${lat}:00Z</time></trkpt>`;
  const of = async (text) => {
    const segments = [];
    await (await readFile(new File([`<gpx><trk>${text}</trk></gpx>`], 'a.gpx'), false))((_, line, segment) => segments.push(line ?? segment), () => {});
    return segments;
  };
  assert.deepEqual(await of(`<trkseg>${point(1)}${point(3)}</trkseg><trkseg/></trk><trk><trkseg>${point(4)}</trkseg>`), [1, 1, 3]);
  assert.deepEqual(await of(point(1) + point(3)), [0, 0]);
});

test('a damaged GPX file takes no longer than a sound one', async () => {
  const point = '<trkpt lat="1" lon="2"><ele>3</ele></trkpt>';
  for (const noise of ['<trkpt a>', '<trkpt ', '<trkpt a><ele>', '<trkseg>', '<trkpt lat="1" lon="2"><ele>   ']) {
    const begun = performance.now();
    const records = await recordsOf('a.gpx', `<gpx>${point}${noise.repeat(540_000 / noise.length)}${point}</gpx>`);
    assert.ok(records.length >= 1 && performance.now() - begun < 3000, `${noise}: ${records.length} in ${performance.now() - begun} ms`);
  }
});

test('a file of another kind is refused with what it begins with', async () => {
  await assert.rejects(recordsOf('a.zip', 'PK\u0003\u0004 something'), /a\.zip .*begins with "PK·· something"/);
});

test('an attribution keeps its links to the web and its signs, and no other mark', () => {
  assert.deepEqual(
    attributionParts('&copy; <a href="https://osm.org/copyright">Open &amp; free</a> <b>all</b>&#33;<script>alert(1)</script>'
      + '<a href="javascript:alert(1)">no</a>'),
    [
      { text: '© ', href: undefined }, { text: 'Open & free', href: 'https://osm.org/copyright' }, { text: ' ', href: undefined },
      { text: 'all', href: undefined }, { text: '!', href: undefined }, { text: 'no', href: undefined }]);
});
