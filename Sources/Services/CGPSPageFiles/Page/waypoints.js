// Marks as files: GPX and GeoJSON, written and read. What a file says is text and nothing else. Loaded when it is asked for.
import { fileName, isoText } from './formats.js';
import { save } from './loading.js';
import { textOf } from './tiles.js';

const mostBytes = 5_000_000;

const escaped = (text) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** The marks as GPX 1.1. */
export function gpxOf(marks) {
  const points = marks.map(({ name, lat, lon, time }) =>
    `  <wpt lat="${lat.toFixed(7)}" lon="${lon.toFixed(7)}">${time ? `<time>${escaped(time)}</time>` : ''}<name>${escaped(name)}</name></wpt>\n`);
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="gpsbridge" xmlns="http://www.topografix.com/GPX/1/1">\n';
  return `${head}${points.join('')}</gpx>\n`;
}

/** The marks as GeoJSON of RFC 7946. */
export function geoJSONOf(marks) {
  const features = marks.map(({ name, lat, lon, time }) => ({
    type: 'Feature', properties: { name, time }, geometry: { type: 'Point', coordinates: [Number(lon.toFixed(7)), Number(lat.toFixed(7))] },
  }));
  return `${JSON.stringify({ type: 'FeatureCollection', features }, null, 1)}\n`;
}

export function saveMarks(marks, kind) {
  const day = isoText(Date.now() / 1000).slice(0, 10);
  if (kind === 'gpx') save(`gpsbridge-marks-${day}.gpx`, 'application/gpx+xml', gpxOf(marks));
  else save(`gpsbridge-marks-${day}.geojson`, 'application/geo+json', geoJSONOf(marks));
}

/** What stands between the first tag of a name and its end; undefined where one of them is missing. */
function inside(text, name) {
  const from = text.indexOf(`<${name}>`);
  const to = from < 0 ? -1 : text.indexOf(`</${name}`, from);
  return to < 0 ? undefined : text.slice(from + name.length + 2, to);
}

/** Each letter is read a few times at most, however damaged a file is: what has no end is searched for once. */
function fromGPX(text) {
  const points = [];
  for (let at = text.indexOf('<wpt'); at >= 0; at = text.indexOf('<wpt', at)) {
    const tagEnd = text.indexOf('>', at);
    if (tagEnd < 0) break;
    const attributes = text.slice(at + 4, tagEnd);
    at = tagEnd;
    if (/^[\w-]/.test(attributes)) continue;
    let inner = '';
    if (!attributes.endsWith('/')) {
      at = text.indexOf('</wpt', tagEnd);
      if (at < 0) break;
      inner = text.slice(tagEnd + 1, at);
    }
    const number = (name) => Number(new RegExp(`\\b${name}\\s*=\\s*["']([^"']+)["']`).exec(attributes)?.[1] ?? NaN);
    const written = inside(inner, 'name') ?? '';
    const verbatim = /^\s*<!\[CDATA\[(.*)\]\]>\s*$/s.exec(written)?.[1];
    points.push({ lat: number('lat'), lon: number('lon'), name: verbatim ?? textOf(written), time: inside(inner, 'time') });
  }
  return points;
}

function fromGeoJSON(text) {
  const value = JSON.parse(text);
  const features = value.type === 'FeatureCollection' ? value.features : [value];
  return features.filter((feature) => feature?.geometry?.type === 'Point').map(({ geometry, properties }) => ({
    lat: geometry.coordinates[1], lon: geometry.coordinates[0], name: properties?.name, time: properties?.time,
  }));
}

/** Reads the points of a file of GPX or GeoJSON; an error says why there are none. */
export async function readMarks(file) {
  if (file.size > mostBytes) throw new Error(`${fileName(file)} has more than 5 MB.`);
  const text = await file.text();
  let points = [];
  try {
    points = text.trimStart().startsWith('<') ? fromGPX(text) : fromGeoJSON(text);
  } catch {
    // Neither of the two.
  }
  if (points.length === 0) throw new Error(`${fileName(file)} has no points: waypoints of GPX and points of GeoJSON are read.`);
  return points;
}
