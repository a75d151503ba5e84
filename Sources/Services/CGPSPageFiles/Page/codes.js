// QR codes of the position and of the page's address, for the camera of a phone, and links to share. Loaded when they are asked for.
import { clockText, dateTimeText, seconds, unknown } from './formats.js';
import { geoURI } from './grids.js';
import { readJSON } from './loading.js';
import { closeButton, element, make, makeDialog, setText } from './panels.js';

/** As many bytes as a code of the service holds. */
const mostBytes = 213;
/** Whether an address is one of this machine alone. */
const isHere = (address) => /^\w+:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|\/|$)/.test(address.trim());
const hereWords = 'This address is for this machine only. For a phone, type an address of the network.';

let view;
let dialog;
let place; // The position when the codes were opened, and its time.
let address;
let token;
let hours;
let link; // `{path, until, of}`: the last link to share, and what it is of; undefined while there is none.

function addressWith(origin, token) {
  const base = `${origin.trim().replace(/\/+$/, '')}/`;
  return token.trim() === '' ? base : `${base}?token=${encodeURIComponent(token.trim())}`;
}

function show() {
  const [isPage, isShared] = ['code-page', 'code-share'].map((id) => element(id).checked);
  element('code-fields').hidden = !isPage && !isShared;
  token.parentElement.hidden = isShared;
  element('code-sharing').hidden = !isShared;
  const shared = link ? `${addressWith(address.value, '')}${link.path.slice(1)}` : '';
  const text = isShared ? shared : isPage ? addressWith(address.value, token.value) : place.text;
  const isTooLong = new TextEncoder().encode(text).length > mostBytes;
  const code = element('code');
  code.hidden = isTooLong || text === '';
  code.alt = `QR code: ${text}`;
  code.src = code.hidden ? '' : `/code.svg?text=${encodeURIComponent(text)}`;
  setText('code-text', text);
  if (isTooLong) setText('code-note', `This text is too long: a code holds ${mostBytes} bytes.`);
  else if (isShared && !link) setText('code-note', 'A link shows what you choose, without the token and nothing else. It ends with its time, with the service, or here.');
  else if (isShared) setText('code-note', `Anyone with this link sees ${link.of} until ${link.until.slice(0, 10)} ${clockText(seconds(link.until))} UTC. ${isHere(address.value) ? hereWords : ''}`);
  else if (!isPage) setText('code-note', `The position of ${place.time} UTC${place.doubt && `: ${place.doubt}`}.`);
  else if (isHere(address.value)) setText('code-note', hereWords);
  else setText('code-note', 'Anyone with the token can see the position.');
}

/** Asks for a link to a receiver or to the position; `of` is what it shows. */
async function share(query, of) {
  const made = await readJSON(`/share.json?${new URLSearchParams({ ...query, hours: hours.value })}`);
  if (made) link = { ...made, of };
  show();
  if (!made) setText('code-note', 'No link was made: the service refused it, or cannot be reached.');
}

async function endLinks() {
  const isDone = await readJSON('/share.json?end=all');
  if (isDone) link = undefined;
  show();
  setText('code-note', isDone ? 'All links have ended.' : 'The links have not ended: the service refused it, or cannot be reached.');
}

const button = (id, text, onclick) => make('button', { id, onclick }, text);
const kind = (id, title) => make('label', make('input', { type: 'radio', name: 'code', id, onchange: show }), ` ${title} `);
const field = (id, value) => make('input', { id, value, autocomplete: 'off', spellcheck: false, oninput: show });

function fillDialog() {
  hours = make('select', { ariaLabel: 'How long' }, ...[1, 4, 24, 168].map((count) => new Option(count === 168 ? '7 days' : `${count} h`, count)));
  [address, token] = [field('code-address', location.origin), field('code-token', '')];
  const code = make('img', { id: 'code' });
  code.addEventListener('error', () => code.hidden || setText('code-note', 'The service, which draws the code, cannot be reached.'));
  dialog = makeDialog('codes', 'QR code',
    make('p', kind('code-place', 'Position'), kind('code-page', 'This page'), kind('code-share', 'A link to share')),
    make('p', { id: 'code-sharing' }, hours, ' ', button('share-receiver', 'Link to the receiver', () => share({ device: view.model.chosen.device }, `where ${view.model.chosen.device} is,`)), ' ',
      button('share-place', 'Link to this position', () => share({ position: place.shared }, 'this position')), ' ', button('share-end', 'End all links', endLinks)),
    make('div', { id: 'code-fields' }, make('label', 'Address ', address), make('label', 'Token, if there is one ', token)),
    make('p', { id: 'code-note', role: 'status' }), code, make('output', { id: 'code-text' }), closeButton());
  // The token stays nowhere.
  dialog.addEventListener('close', () => {
    token.value = '';
    show();
  });
}

/** Opens the codes: first that of the position as it is then, where there is one. */
export function openCodes() {
  if (!dialog) fillDialog();
  const known = view.model.chosen?.known;
  place = known ? { text: geoURI(known), time: known.time ? dateTimeText(seconds(known.time)) : unknown, doubt: view.doubt(known), shared: known.time && `${known.lat},${known.lon},${Math.floor(seconds(known.time))}` } : undefined;
  element('share-place').disabled = !place?.shared || place.doubt !== '';
  element('share-place').title = place?.doubt ?? 'There is no position yet.';
  element('share-receiver').disabled = !view.model.chosen || view.link === 'recorded';
  element('code-place').disabled = !place;
  element(place ? 'code-place' : 'code-page').checked = true;
  show();
  dialog.showModal();
}

export function begin(context) {
  view = context;
}
