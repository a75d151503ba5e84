import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { page } from './page.mjs';

const { eventText, missedText, settingText, verdictTone } = await page('words');
const formats = await page('formats');
const exports = await page('exports');
const { accuracyText, heightText, nextSystem, roundLength, speedText, systemNamed, systems } = await page('units');

const schema = JSON.parse(readFileSync(new URL('../../../docs/records.schema.json', import.meta.url), 'utf8'));

test('each event of the schema has words of its own', () => {
  const names = schema.$defs.event.properties.event.enum;
  assert.ok(names.length > 20);
  const texts = names.map((event) => eventText({ event, device: 'x', after_s: 2, gap_s: 3, by_s: 4, ttff_s: 5, speed_baud: 9600, count: 1 }));
  for (const [index, text] of texts.entries()) {
    assert.doesNotMatch(text, /undefined|NaN|_/);
    assert.notEqual(text, '', names[index]);
  }
  assert.equal(new Set(texts).size, texts.length);
});

test('events have the words of the screen', () => {
  assert.equal(eventText({ event: 'first_fix', what: 'first fix after 2.0 s', after_s: 2.041 }), 'First fix after 2.0 s');
  assert.equal(eventText({ event: 'detached', what: 'sim/ttyACM0 is gone', detail: 'sim/ttyACM0' }), 'sim/ttyACM0 is gone');
  assert.equal(eventText({ event: 'correction', what: 'date corrected by 1024 weeks', detail: 'rollover+1024w' }), 'Date corrected by 1024 weeks');
});

test('one missed record is not "1 records"', () => {
  assert.equal(missedText({ from: 4, to: 4 }), '1 record was missed');
});

test('only settings that were put back, or could not be, are events', () => {
  assert.equal(settingText({ setting: 'update_rate', state: 'restored', rate_hz: 5 }), 'Restored: update rate 5 Hz');
  assert.equal(settingText({ setting: 'model', state: 'known', value: 'sea' }), undefined);
});

test('only what is good is green', () => {
  assert.deepEqual(['good', 'jammed', 'few_satellites', 'a_new_one'].map(verdictTone), ['good', 'bad', 'warning', 'warning']);
});

test('latitudes and longitudes have six digits and a side', () => {
  assert.equal(formats.latitudeText(-33.8568), '33.856800° S');
  assert.equal(formats.longitudeText(-0.0000001), '0.000000° W');
  assert.equal(formats.longitudeText(151.2153), '151.215300° E');
});

test('a course has three digits and a compass point, and 360° is 000°', () => {
  assert.deepEqual(formats.courseText(359.8), { number: '000°', unit: 'N' });
  assert.deepEqual(formats.courseText(44.5), { number: '045°', unit: 'NE' });
});

test('spans are those of the screen', () => {
  const texts = [0, 2.04, 9.96, 41, 119.9, 320, 7200, 200_000, Infinity].map(formats.spanText);
  assert.deepEqual(texts, ['0 s', '2.0 s', '9 s', '41 s', '119 s', '5 min 20 s', '2 h', '2 d 7 h', 'a long time']);
});

test('an age below a second and a half is now', () => {
  assert.deepEqual([0.2, 1.4, 1.6, 36.9].map(formats.ageText), ['now', 'now', '1 s ago', '36 s ago']);
});

test('a CSV row has all columns, and nothing that a spreadsheet would compute', () => {
  const row = exports.csvRow({ time: 't', lat: 1, lon: -2, mode: '3d', device: '=cmd("x")' });
  assert.equal(row, `t,1,-2,,,,,,3d,,"'=cmd(""x"")"`);
  assert.equal(row.split(',').length, exports.columns.length);
});

test('NDJSON is one record a line', () => {
  assert.equal(exports.ndjson([{ a: 1 }, { b: 'x\ny' }]), '{"a":1}\n{"b":"x\\ny"}\n');
});

test('a file has a name that all systems take', () => {
  assert.equal(exports.fileName('/dev/ttyACM0', 0, 'csv'), 'gpsbridge-dev-ttyACM0-1970-01-01.csv');
});

test('the units go round, and a name that is not known is metric', () => {
  assert.equal(nextSystem(nextSystem(nextSystem(systems[0]))), systems[0]);
  assert.equal(systemNamed('furlongs'), systems[0]);
});

test('speeds, heights and accuracies are converted', () => {
  const [metric, imperial, nautical] = systems;
  assert.deepEqual(speedText(15, metric), { number: '54', unit: 'km/h' });
  assert.deepEqual(speedText(1.19, metric), { number: '4.3', unit: 'km/h' });
  assert.deepEqual(speedText(10, nautical), { number: '19', unit: 'kn' });
  assert.deepEqual(heightText(-0.3, metric), { number: '0', unit: 'm' });
  assert.deepEqual(heightText(-12.6, metric), { number: '−13', unit: 'm' });
  assert.deepEqual(heightText(100, imperial), { number: '328', unit: 'ft' });
  assert.deepEqual(accuracyText(1.68, metric), { number: '±1.7', unit: 'm' });
});

test('the scale bar has a round length that is not longer than its room', () => {
  for (const system of systems) {
    for (const most of [0.07, 3, 42, 999, 1500, 2e4, 7e6]) {
      const { meters, text } = roundLength(most, system);
      assert.ok(meters <= most * 1.000001 && meters > most / 2.6, `${most} m: ${text}`);
      assert.match(text, /^(0\.0*)?[125]0* /);
    }
  }
});
