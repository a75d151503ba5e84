// What the page explains: its keys, and how to get a map. Loaded when the list of keys is asked for, or there are no tiles.
import { addSheet, closeButton, element, make, makeDialog } from './panels.js';

const help = [
  ['F', 'follow the position'],
  ['+ −', 'zoom the map, or the history, if it has the focus'],
  ['Arrows', 'move the map, or step through time, whichever has the focus'],
  ['[ ]', 'step through time'],
  ['1 … 5', 'go to now, the map, the sky, the history, the events'],
  ['M', 'mark this place'],
  ['O', 'man overboard: mark this place, and show the way back'],
  ['A', 'alarms'],
  ['R', 'distance rings'],
  ['N', 'course up or north up'],
  ['W', 'the map on the whole screen'],
  ['Shift W', 'large letters for a wall'],
  ['Q', 'QR codes of the position and of this page'],
  ['C', 'color of the track'],
  ['S', 'strips of the history'],
  ['U', 'units'],
  ['X', 'form of the position'],
  ['T', 'light or dark'],
  ['0', 'the whole world'],
  ['P', 'hold the history still; play or pause a recording'],
  ['Tab', 'receivers and buttons'],
  ['Esc', 'close the tool; back to now'],
  ['?', 'this list'],
];

const mapLines = [
  'gdal_translate -of MBTILES region.tif region.mbtiles',
  'gdaladdo -r average region.mbtiles 2 4 8 16 32',
  'gpsbridge serve --http 8947 --tiles region.mbtiles',
];

export function showKeys() {
  const dialog = element('keys') ?? makeDialog('keys', 'Keys',
    make('dl', ...help.flatMap(([key, meaning]) => [make('dt', key), make('dd', meaning)])),
    make('p', 'For programs: ', ...[['/fix.json', 'Fix'], ['/healthz', 'Health'], ['/metrics', 'Metrics'], ['/api.json', 'API']]
      .flatMap(([href, name]) => [make('a', { href }, name), ' '])), closeButton());
  dialog.showModal();
}

function showMapping() {
  const dialog = element('mapping') ?? makeDialog('mapping', 'A map of your own',
    make('p', 'A picture of a region with its coordinates (GeoTIFF) becomes a map under the track, also offline:'),
    make('pre', { tabIndex: 0 }, mapLines.join('\n')),
    make('p', 'QGIS writes such a file, too: “Generate XYZ tiles (MBTiles)”.'), closeButton());
  dialog.showModal();
}

/** Offers in the map to show how to get one. */
export async function offerMapping() {
  element('attribution').append(make('button', { className: 'link', onclick: showMapping }, 'Get a map…'));
  // Without its style it would lie over others.
  element('attribution').hidden = !(await addSheet());
}
