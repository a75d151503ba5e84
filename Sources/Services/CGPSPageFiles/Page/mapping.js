// How to get a map: three lines for a service that has no tiles. Loaded where that is so.
import { element, make } from './panels.js';
import { addSheet, makeDialog } from './parts.js';

const lines = [
  'gdal_translate -of MBTILES region.tif region.mbtiles',
  'gdaladdo -r average region.mbtiles 2 4 8 16 32',
  'gpsbridge serve --http 8947 --tiles region.mbtiles',
];
let dialog;

function open() {
  if (!dialog) {
    const { heading, close, ...made } = makeDialog('mapping', 'A map of your own');
    dialog = made.dialog;
    const code = make('pre', lines.join('\n'));
    code.tabIndex = 0;
    dialog.append(
      heading, make('p', 'A picture of a region with its coordinates (GeoTIFF) becomes a map under the track, also offline:'),
      code, make('p', 'QGIS writes such a file, too: “Generate XYZ tiles (MBTiles)”.'), close);
  }
  dialog.showModal();
}

/** Begins: offers the three lines in the map. */
export function begin() {
  addSheet();
  const button = make('button', 'Get a map…');
  button.className = 'link';
  button.addEventListener('click', open);
  element('attribution').append(button);
  // Without its style it would lie over others.
  const sheet = element('later-style');
  const show = () => { element('attribution').hidden = false; };
  if (sheet.sheet) show();
  else sheet.addEventListener('load', show);
}
