// QR codes of the position and of the page's address, for the camera of a phone. Loaded when they are asked for.
import { isoText, seconds, unknown } from './formats.js';
import { geoURI } from './grids.js';
import { element, make, setText } from './panels.js';
import { makeDialog } from './parts.js';

/** As many bytes as a code of the service holds. */
const mostBytes = 213;
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

function show() {
  const isPage = element('code-page').checked;
  element('code-fields').hidden = !isPage;
  const text = isPage ? addressWith(address.value, token.value) : place.text;
  const isTooLong = new TextEncoder().encode(text).length > mostBytes;
  const code = element('code');
  code.hidden = isTooLong;
  code.alt = `QR code: ${text}`;
  code.src = isTooLong ? '' : `/code.svg?text=${encodeURIComponent(text)}`;
  setText('code-text', text);
  if (isTooLong) setText('code-note', `This text is too long: a code holds ${mostBytes} bytes.`);
  else if (!isPage) setText('code-note', `The position of ${place.time} UTC${place.doubt && `: ${place.doubt}`}.`);
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
  const code = make('img');
  code.id = 'code';
  code.addEventListener('error', () => code.hidden || setText('code-note', 'The service, which draws the code, cannot be reached.'));
  const [fields, text, note] = ['div', 'output', 'p'].map((name) => make(name));
  [fields.id, text.id, note.id] = ['code-fields', 'code-text', 'code-note'];
  note.setAttribute('role', 'status');
  // The token stays nowhere.
  dialog.addEventListener('close', () => {
    token.value = '';
    show();
  });
  dialog.append(heading, kinds, fields, code, text, note, close);
  address = field('code-address', 'Address', location.origin);
  token = field('code-token', 'Token, if there is one', '');
}

/** Opens the codes: first that of the position as it is then, where there is one. */
export function openCodes() {
  if (!dialog) fillDialog();
  const known = view.model.chosen?.known;
  place = known ? { text: geoURI(known), time: known.time ? isoText(seconds(known.time)).slice(0, 19).replace('T', ' ') : unknown, doubt: view.doubt(known) } : undefined;
  element('code-place').disabled = !place;
  element(place ? 'code-place' : 'code-page').checked = true;
  show();
  dialog.showModal();
}

/** Begins. */
export function begin(context) {
  view = context;
}
