// Alarms: a red band, a sound, and a notification where the browser allows one. Loaded when the bell is pressed, or armed.
import { choice, keep } from './choices.js';
import { spanText } from './formats.js';
import { circleWords, isCircleLeft } from './marks.js';
import { closeButton, element, make, makeDialog, putOnTop, setPressed, setText } from './panels.js';
import { ownTime } from './time.js';

const unreachableTime = 10;
const soundEvery = 3000;
const testTime = 3000;
const wakingTime = 3;
/** Milliseconds in which a sound begins where the browser lets it out. */
const muteTime = 500;
const pauseWords = 'Alarms pause while a recording is shown';

/** The causes in the order in which they are named: their words in the list, and in the band. */
const causes = {
  lost: ['Fix lost', 'Fix lost'],
  jammed: ['Jammed', 'The signals are jammed'],
  forged: ['Forged position', 'The position may be forged'],
  unreachable: ['Service unreachable for 10 s', 'The service cannot be reached'],
  circle: ['Watched circle left', 'The watched circle was left'],
  speed: ['Faster than', 'Too fast'],
};

/** The causes that no record of the service reports: each alarm of one is a line in the events. */
const pageCauses = ['unreachable', 'circle', 'speed'];

let view;
let shared;
let settings = {};
let dialog;
let audio;
let isMute = false; // Whether a sound was due that the browser did not let out.
let soundedAt = -Infinity;
let testEnd = -Infinity;
let active = new Set();
let silenced = new Set();
let isPaused = false; // Whether a recording or a past day is shown: nothing is watched.
let pausedAt = NaN;

/**
 * What holds of the causes.
 *
 * @param now `{said, receiver, link, quiet, isOutside, limit, before}`: quiet are the seconds without a record; before, what held
 */
export function causesOf({ said, receiver, link, quiet, isOutside, limit, before }) {
  const found = new Set();
  if (link === 'recorded') return found;
  if (link !== 'live') {
    if (quiet >= unreachableTime) found.add('unreachable');
    // What the receiver does meanwhile is not known: what held before holds.
    for (const cause of before) if (cause !== 'unreachable') found.add(cause);
    return found;
  }
  const code = receiver?.verdict?.code;
  const isForged = receiver?.fix?.suspect !== undefined || code === 'spoofed';
  if (isForged) found.add('forged');
  else if (['lost', 'unplugged', 'fault'].includes(said.state)) found.add('lost');
  if (code === 'jammed') found.add('jammed');
  if (isOutside) found.add('circle');
  if (said.isLive && receiver.fix.speed_mps > limit) found.add('speed');
  return found;
}

/** The bell is pressed only while something is watched, and names it. */
function showBell() {
  const wasPaused = isPaused;
  isPaused = settings.armed && view.link === 'recorded';
  setPressed(element('bell'), settings.armed && !isPaused);
  const title = isPaused ? pauseWords : `Alarms (A)${settings.armed ? `: ${watchWords()}` : ''}`;
  if (element('bell').title !== title) element('bell').title = title;
  if (isPaused === wasPaused) return;
  if (dialog) setText('alarms-pause', isPaused ? `${pauseWords}.` : '');
  if (isPaused) {
    pausedAt = ownTime();
    view.notify({ tone: 'warning', what: `${pauseWords}.`, why: 'Nothing is watched until the page shows what is live again.' });
  } else if (settings.armed) view.note(`Alarms were paused for ${spanText(Math.round(ownTime() - pausedAt))}`);
}

function watchWords() {
  const names = { speed: `faster than ${Math.round(settings.speed * view.system.speed.factor)} ${view.system.speed.label}`, circle: circleWords() };
  const words = Object.keys(causes).filter((cause) => !settings.off.includes(cause)).map((cause) => (cause in names ? names[cause] : causes[cause][0].toLowerCase()));
  return words.filter(Boolean).join(', ') || 'nothing is chosen';
}

function check() {
  const now = performance.now();
  const said = view.said();
  showBell();
  // After a sleep the first answer may take a moment; it is missing once a try has failed, too.
  const isWaking = view.link === 'connecting' && ownTime() - view.wokeAt < wakingTime;
  const found = settings.armed ? causesOf({
    said, receiver: view.model.chosen, link: view.link, quiet: isWaking ? 0 : ownTime() - view.heardAt, isOutside: isCircleLeft(said), limit: settings.speed, before: active,
  }) : new Set();
  for (const cause of settings.off) found.delete(cause);
  const fresh = [...found].filter((cause) => !active.has(cause));
  for (const cause of fresh.filter((cause) => pageCauses.includes(cause))) view.note(`Alarm: ${causes[cause][1]}`);
  active = found;
  silenced = new Set([...silenced].filter((cause) => found.has(cause)));
  if (fresh.length > 0) notify(fresh.map((cause) => causes[cause][1]).join('. '));
  const isTest = now < testEnd;
  const isCalm = !isTest && [...found].every((cause) => silenced.has(cause));
  const isLoud = settings.sound && !isCalm;
  const words = Object.keys(causes).filter((cause) => found.has(cause)).map((cause) => `${causes[cause][1]}${silenced.has(cause) ? ' (silenced)' : ''}`);
  if (isTest) words.push('Test of the alarm');
  if (isLoud && isMute) words.push('no sound until you press something here');
  show(words.join(' · '), isCalm);
  if (isLoud && now - soundedAt >= soundEvery) {
    soundedAt = now;
    sound();
  }
}

function show(words, isCalm) {
  const band = element('alarm-band');
  putOnTop(band);
  setText('alarm-words', words);
  band.dataset.calm = isCalm;
  element('silence').hidden = isCalm;
  band.hidden = words === '';
}

/** Shows a notification; answers whether the browser took it. */
async function notify(words) {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return false;
  const note = ['gpsbridge', { body: words, tag: 'gpsbridge-alarm', renotify: true, icon: '/bad.svg' }];
  try {
    // Phones show those of a worker alone.
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker?.active) await worker.showNotification(...note);
    else new Notification(...note);
    return true;
  } catch {
    return false;
  }
}

/** Lets the sound out as soon as the browser allows it: after somebody has pressed something in the page. */
function wake() {
  // Safari lets out only what was begun by a press.
  if (settings.armed && settings.sound) makeAudio();
  if (audio !== undefined && audio.state !== 'running') audio.resume().catch(() => {});
}

/** A sound of a page that was loaded again may have to wait for a press. */
function warnOfMute() {
  if (audio === undefined || audio.state === 'running') return;
  isMute = true;
  view.notify({ tone: 'warning', what: 'Alarms have no sound yet.', why: 'The browser lets a page sound once something was pressed in it.', do: 'Press anywhere in this page.' });
}

function makeAudio() {
  if (audio !== undefined || typeof AudioContext === 'undefined') return;
  audio = new AudioContext();
  audio.addEventListener('statechange', () => {
    if (audio.state !== 'running' || !isMute) return;
    isMute = false;
    soundedAt = -Infinity;
    check();
  });
}

/** Three tones. While the browser lets none out the clock of tones stands still: they would all sound at once later. */
function sound() {
  makeAudio();
  if (audio === undefined) return;
  wake();
  isMute = audio.state !== 'running';
  if (isMute) return;
  for (const [index, pitch] of [880, 660, 880].entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = 'square';
    tone.frequency.value = pitch;
    volume.gain.value = 0.2;
    tone.connect(volume).connect(audio.destination);
    const start = audio.currentTime + index * 0.3;
    tone.start(start);
    tone.stop(start + 0.22);
  }
}

/** What the browser kept, as far as it is sound. */
function read() {
  const kept = choice('alarms');
  return {
    armed: kept?.armed === true, off: Array.isArray(kept?.off) ? kept.off.filter((cause) => Object.hasOwn(causes, cause)) : ['speed'],
    speed: kept?.speed > 0 ? Number(kept.speed) : 30, sound: kept?.sound !== false, screen: kept?.screen === true,
  };
}

/** Changes one thing: what another tab has changed meanwhile stays. */
function change(more) {
  keep('alarms', { ...read(), ...more });
  adopt();
}

/** Takes what this tab or another one has chosen. */
function adopt(where = '') {
  const { armed, screen } = settings;
  settings = read();
  if (screen !== settings.screen && navigator.wakeLock) keepScreen();
  if (armed !== settings.armed) view.note(`${settings.armed ? 'Alarms armed' : 'Alarms disarmed'}${where}`);
  // A page that watches goes on when it is hidden.
  shared.isKept = settings.armed;
  check();
}

function checkbox(text, checked, changes) {
  const box = make('input', { type: 'checkbox', checked, onchange: () => change(changes(box.checked)) });
  return make('label', box, ` ${text}`);
}

/** The speed from which on the alarm of speed rings; `box` is its own. */
function limitOf(box) {
  const { factor, label } = view.system.speed;
  const limit = make('input', {
    id: 'alarm-speed', type: 'number', min: '1', value: String(Math.round(settings.speed * factor)), ariaLabel: `Speed in ${label}`,
  });
  limit.addEventListener('change', () => {
    change({ speed: Math.max(0.1, Number(limit.value) || 100) / factor });
    // A limit is entered to be watched.
    if (limit.value !== '' && !box.checked) box.click();
  });
  return [' ', limit, ` ${label}`];
}

function test() {
  testEnd = performance.now() + testTime;
  soundedAt = -Infinity;
  notify('Test of the alarm');
  check();
  setTimeout(check, testTime + 20);
  setText('alarms-note', 'Is it to be heard?');
}

async function allow() {
  const answer = await Notification.requestPermission();
  const isShown = await notify('Notifications are allowed.');
  setText('alarms-note', isShown ? 'Notifications are allowed.'
    : answer === 'granted' ? 'The browser allows notifications, but shows none of this page.' : 'The browser does not allow notifications.');
}

function fillDialog() {
  const lines = Object.entries(causes).map(([cause, [words]]) => checkbox(words, !settings.off.includes(cause), (isOn) => ({
    off: read().off.filter((other) => other !== cause).concat(isOn ? [] : [cause]),
  })));
  const speed = lines.at(-1);
  speed.append(...limitOf(speed.firstElementChild));
  const canNotify = isSecureContext && typeof Notification !== 'undefined';
  dialog = makeDialog('alarms', 'Alarms',
    make('p', { id: 'alarms-pause' }, isPaused && `${pauseWords}.`),
    checkbox('Armed', settings.armed, (armed) => ({ armed })),
    make('fieldset', make('legend', 'When'), ...lines),
    checkbox('With a sound', settings.sound, (sound) => ({ sound })),
    navigator.wakeLock && checkbox('Keep the screen on', settings.screen, (screen) => ({ screen })),
    make('p', 'Leave this page open; the circle is the one of the marks. An alarm without an open page: ',
      make('code', 'gpsbridge wait --outside LAT,LON,30m --exec ./alarm')),
    make('p', { id: 'alarms-note', role: 'status' }, !canNotify
      && 'Browsers allow notifications, keeping the screen on and a page on the home screen only over https and on this machine.'),
    make('p', make('button', { onclick: test }, 'Test'), ' ',
      canNotify && make('button', { onclick: allow }, 'Notifications…'), canNotify && ' ', closeButton()));
  dialog.className = 'alarms';
}

let lock;

/** Keeps the screen on while the page is seen; a browser lets it go whenever the page is hidden. */
async function keepScreen() {
  if (!settings.screen) await lock?.release();
  else if (!document.hidden) lock = await navigator.wakeLock.request('screen').catch(() => undefined);
}

function makeBand() {
  const silence = () => {
    silenced = new Set(active);
    testEnd = -Infinity;
    check();
  };
  const band = make('div', { id: 'alarm-band', hidden: true },
    make('strong', { id: 'alarm-words', role: 'alert' }), make('button', { id: 'silence', onclick: silence }, 'Silence'));
  document.body.prepend(band);
  let room = 0;
  new ResizeObserver(() => {
    const more = band.offsetHeight - room;
    room += more;
    document.documentElement.style.setProperty('--band', `${room}px`);
    // Lines on the screen stay in place.
    if (scrollY > 0) scrollBy({ top: more, behavior: 'instant' });
  }).observe(band);
}

export function openAlarms() {
  if (!dialog) fillDialog();
  dialog.showModal();
}

export function begin(context, deeds, stream) {
  view = context;
  shared = stream;
  settings = { ...read(), screen: false };
  makeBand();
  view.extras.push({ heard: check, second: check, woke: (seconds) => settings.armed && view.note(`This page slept for ${spanText(Math.round(seconds))}: nothing was watched`) });
  // One state for all tabs.
  addEventListener('storage', () => {
    if (JSON.stringify(read()) === JSON.stringify(settings)) return;
    adopt(' in another tab');
    const isOpen = dialog?.open;
    dialog?.close();
    for (const id of ['alarm-band', 'notice']) putOnTop(element(id));
    dialog?.remove();
    dialog = undefined;
    if (isOpen) openAlarms();
  });
  // Of a finger only the end counts as pressing.
  for (const kind of ['pointerdown', 'pointerup', 'keydown']) addEventListener(kind, wake);
  if (navigator.wakeLock) document.addEventListener('visibilitychange', keepScreen);
  adopt();
  wake();
  setTimeout(warnOfMute, muteTime);
}
