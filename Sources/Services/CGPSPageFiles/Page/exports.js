// The files that the page itself writes: loaded when somebody wants one.
import { isoText, seconds } from './formats.js';
import { save } from './loading.js';

/** Columns of the CSV file, in order: the keys of a `fix` record. */
export const columns = ['time', 'lat', 'lon', 'alt_msl_m', 'speed_mps', 'course_deg', 'h_acc_m', 'sats_used', 'mode', 'cn0_dbhz', 'device'];

/** A row of CSV of a `fix` record; what is unknown is empty. */
export function csvRow(record) {
  return columns.map((column) => csvField(record[column])).join(',');
}

function csvField(value) {
  if (value === undefined) return '';
  const text = String(value);
  // A name that a spreadsheet would take for a formula is a text.
  const harmless = typeof value === 'string' && /^[=+@-]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export function csv(records) {
  return `${[columns.join(','), ...records.map(csvRow)].join('\r\n')}\r\n`;
}

export function ndjson(records) {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** A name for a file of a receiver's track that all systems accept. */
export function fileName(device, time, ending) {
  const name = device.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-+|-+$/g, '') || 'track';
  return `gpsbridge-${name}-${isoText(time).slice(0, 10)}.${ending}`;
}

const kinds = { csv: ['text/csv', csv], ndjson: ['application/x-ndjson', ndjson] };

export async function exportRecords(ending, view, recordings) {
  const device = view.model.chosen?.device;
  if (device === undefined) return;
  // A day is named by itself.
  const time = seconds(recordings.day?.day) || Date.now() / 1000;
  const records = [];
  const [type, write] = kinds[ending];
  try {
    await recordings.fixes((record) => records.push(record));
  } catch (error) {
    view.notify({ tone: 'warning', what: 'The track was not exported.', why: error.message });
    return;
  }
  save(fileName(device, time, ending), type, write(records));
}
