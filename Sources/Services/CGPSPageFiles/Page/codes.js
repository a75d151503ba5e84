// QR codes of the position and of the page's address, for the camera of a phone. Loaded when they are asked for.
import { isoText, seconds, unknown } from './formats.js';
import { geoURI } from './grids.js';
import { element, make, setText } from './panels.js';
import { makeDialog } from './parts.js';
import { codeOf, mostBytes } from './qr.js';

const pixels = 8;
const margin = 4;
const isHere = () => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname);

let view;
let dialog;
let place; // The position when the codes were opened, and its time.
let address;
let token;

function addressWith(origin, token) {
  const base = `${origin.trim().replace(/\/+$/, '')}/`;
  return token.trim() === '' ? base : `${base}?token=${encodeURIComponent(token.trim())}`;
}

/** Dark on white in each theme: many cameras read nothing else. */
function draw(rows) {
  const canvas = element('code');
  canvas.width = canvas.height = (rows.length + 2 * margin) * pixels;
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#000';
  for (const [y, row] of rows.entries()) {
    for (const [x, isDark] of row.entries()) if (isDark) pen.fillRect((x + margin) * pixels, (y + margin) * pixels, pixels, pixels);
  }
}

function show() {
  const isPage = element('code-page').checked;
  element('code-fields').hidden = !isPage;
  const text = isPage ? addressWith(address.value, token.value) : place.text;
  const rows = codeOf(text);
  element('code').hidden = rows === undefined;
  if (rows) draw(rows);
  setText('code-text', text);
  element('code').setAttribute('aria-label', `QR code: ${text}`);
  if (!rows) setText('code-note', `This text is too long: a code holds ${mostBytes} bytes.`);
  else if (!isPage) setText('code-note', `The position of ${place.time} UTC.${place.isSuspect ? ' It may be forged.' : ''}`);
  else if (isHere()) setText('code-note', 'This address is for this machine only. For a phone, type an address of the network.');
  else setText('code-note', 'Anyone with the token can see the position.');
}

function field(id, title, value) {
  const label = make('label', `${title} `);
  const input = make('input');
  input.id = id;
  input.value = value;
  input.autocomplete = 'off';
  input.spellcheck = false;
  input.addEventListener('input', show);
  label.append(input);
  element('code-fields').append(label);
  return input;
}

function fillDialog() {
  const { heading, close, ...made } = makeDialog('codes', 'QR code');
  dialog = made.dialog;
  const kinds = make('p');
  for (const [id, title] of [['code-place', 'Position'], ['code-page', 'This page']]) {
    const label = make('label');
    const radio = make('input');
    radio.type = 'radio';
    radio.name = 'code';
    radio.id = id;
    radio.addEventListener('change', show);
    label.append(radio, ` ${title} `);
    kinds.append(label);
  }
  const canvas = make('canvas');
  canvas.id = 'code';
  canvas.setAttribute('role', 'img');
  const [fields, text, note] = ['div', 'output', 'p'].map((name) => make(name));
  [fields.id, text.id, note.id] = ['code-fields', 'code-text', 'code-note'];
  note.setAttribute('role', 'status');
  // The token stays nowhere.
  dialog.addEventListener('close', () => {
    token.value = '';
    show();
  });
  dialog.append(heading, kinds, fields, canvas, text, note, close);
  address = field('code-address', 'Address', location.origin);
  token = field('code-token', 'Token, if there is one', '');
}

/** Opens the codes: first that of the position as it is then, where there is one. */
export function openCodes() {
  if (!dialog) fillDialog();
  const known = view.model.chosen?.known;
  place = known ? { text: geoURI(known), time: known.time ? isoText(seconds(known.time)).slice(0, 19).replace('T', ' ') : unknown, isSuspect: known.suspect !== undefined } : undefined;
  element('code-place').disabled = !place;
  element(place ? 'code-place' : 'code-page').checked = true;
  show();
  dialog.showModal();
}

/** Begins. */
export function begin(context) {
  view = context;
}
