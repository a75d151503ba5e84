// How to get a map: three lines for a service that has no tiles. Loaded where that is so.
import { addSheet, element, make } from './panels.js';

const lines = [
  'gdal_translate -of MBTILES region.tif region.mbtiles',
  'gdaladdo -r average region.mbtiles 2 4 8 16 32',
  'gpsbridge serve --http 8947 --tiles region.mbtiles',
];
let dialog;

function open() {
  if (!dialog) {
    dialog = make('dialog');
    dialog.id = 'mapping';
    dialog.setAttribute('aria-labelledby', 'mapping-heading');
    const heading = make('h2', 'A map of your own');
    heading.id = 'mapping-heading';
    const code = make('pre', lines.join('\n'));
    code.tabIndex = 0;
    const close = make('button', 'Close');
    close.addEventListener('click', () => dialog.close());
    dialog.append(
      heading, make('p', 'A picture of a region with its coordinates (GeoTIFF) becomes a map under the track, also offline:'),
      code, make('p', 'QGIS writes such a file, too: “Generate XYZ tiles (MBTiles)”.'), close);
    document.body.append(dialog);
  }
  dialog.showModal();
}

/** Begins: offers the three lines in the map. */
export function begin() {
  addSheet();
  const button = make('button', 'No map: how to get one');
  button.className = 'link';
  button.addEventListener('click', open);
  element('attribution').append(button);
  // Without its style it would lie over others.
  const sheet = element('later-style');
  const show = () => { element('attribution').hidden = false; };
  if (sheet.sheet) show();
  else sheet.addEventListener('load', show);
}
