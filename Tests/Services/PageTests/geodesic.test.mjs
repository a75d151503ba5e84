import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page } from './page.mjs';

// The modules touch a page only once they are used there.
globalThis.document = { getElementById: () => ({}), documentElement: {}, querySelector: () => null };
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
const { wayBetween } = await page('geodesic');
const { gpxOf, geoJSONOf, readMarks } = await page('waypoints');

/** Distances and bearings of GeographicLib (GeodSolve -i), on WGS 84. */
const ways = [
  [[40.64, -73.78], [1.36, 103.99], 15_347_512.9, 3.309],
  [[-90, 0], [90, 0], 20_003_931.459, undefined],
  [[0, 0], [0, 1], 111_319.491, 90],
  [[0, 179.5], [0, -179.5], 111_319.491, 90],
  [[48, 11], [48, 11], 0, 0],
];

test('distances and bearings are those of the ellipsoid', () => {
  for (const [[lat, lon], [toLat, toLon], meters, bearing] of ways) {
    const found = wayBetween({ lat, lon }, { lat: toLat, lon: toLon });
    assert.ok(Math.abs(found.meters - meters) <= Math.max(0.01, meters * 1e-6), `${found.meters} for ${meters}`);
    if (bearing !== undefined) assert.ok(Math.abs(found.bearing - bearing) < 0.01, `${found.bearing} for ${bearing}`);
  }
});

test('almost opposite on the globe it is right to 0.6 %', () => {
  const found = wayBetween({ lat: 0, lon: 0 }, { lat: 0.5, lon: 179.7 });
  assert.ok(Math.abs(found.meters / 19_944_127.4 - 1) < 0.006, String(found.meters));
});

const names = ['Car', '<script>alert(1)</script>', 'a & "b" \'c\'', ']]></name><wpt>', 'Ä 漢 🚗', '&lt;b&gt;'];
const marks = names.map((name, index) => ({ id: index + 1, name, lat: 48 + index / 7, lon: -11.5 - index / 3, time: '2026-11-27T10:00:00.000Z' }));
const file = (text, name) => Object.assign(new Blob([text]), { name });

test('marks that are written are read again, whatever they are called', async () => {
  for (const [text, name] of [[gpxOf(marks), 'marks.gpx'], [geoJSONOf(marks), 'marks.geojson']]) {
    const read = await readMarks(file(text, name));
    assert.deepEqual(read.map((mark) => mark.name), names);
    for (const [index, mark] of read.entries()) {
      assert.ok(Math.abs(mark.lat - marks[index].lat) < 1e-7 && Math.abs(mark.lon - marks[index].lon) < 1e-7);
      assert.equal(mark.time, marks[index].time);
    }
  }
});

test('GPX of other programs is read, and a file without points is refused with a reason', async () => {
  const gpx = "<?xml version='1.0'?><gpx><wpt lon='9.5' lat='47.25'><ele>4</ele><name><![CDATA[Harbor & <pier>]]></name></wpt><wpt lat=\"1\" lon=\"2\"/></gpx>";
  assert.deepEqual((await readMarks(file(gpx, 'a.gpx'))).map(({ lat, lon, name }) => [lat, lon, name]), [[47.25, 9.5, 'Harbor & <pier>'], [1, 2, '']]);
  for (const text of ['', '{', '[]', 'null', '<gpx></gpx>', '{"type":"FeatureCollection"}']) {
    await assert.rejects(readMarks(file(text, 'b.gpx')), /b\.gpx has no points/);
  }
});
