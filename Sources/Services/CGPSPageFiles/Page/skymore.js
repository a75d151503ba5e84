// More of the sky: the median strength from each direction, and what is pointed at, in the sky and among the signals. Loaded some
// seconds after the first position.
import { circle, colors, constellation, inOrder, setFont, stroke, textScale, write } from './canvas.js';
import { bandOf } from './signals.js';
import { chartPlace, Sky } from './sky.js';
import { choice, keep } from './choices.js';
import { make, setPressed, setText } from './panels.js';
import { Heat, heatCells } from './heat.js';

const reach = 16;
const [weak, strong] = [20, 50];

let view;
let named = null; // `{gnss, id}` of the satellite that is pointed at or chosen by keys.
let isPinned = false; // By a key or a finger: it stays until another is chosen.
const places = { sky: [], signals: [] };
const heats = new WeakMap();
let button;
let line;

const isNamed = ({ gnss, id }) => named !== null && gnss === named.gnss && id === named.id;

function heatOf(sky) {
  if (!heats.has(sky)) heats.set(sky, new Heat());
  return heats.get(sky);
}

/** The sky of the chosen receiver. */
const shownSky = () => (view.model.chosen ? view.model.room(view.model.chosen).sky : null);

// MARK: - Drawing

/** Draws below the rings of the sky the strength of each direction; answers which ways are drawn then, if others than usual. */
function under(pen, at, radius) {
  const sky = shownSky();
  if (!choice('heat') || !sky) return undefined;
  const heat = heatOf(sky);
  const [x, y] = at(0, 0);
  for (const cell of heatCells) {
    const median = heat.median(cell.index);
    if (median === undefined) continue;
    const [outer, inner] = [cell.low, cell.high].map((elevation) => (radius * (90 - elevation)) / 90);
    const [from, to] = [cell.west - 90, cell.east - 90].map((degrees) => (degrees * Math.PI) / 180);
    pen.beginPath();
    pen.arc(x, y, outer, from, to);
    pen.arc(x, y, inner, to, from, true);
    pen.closePath();
    pen.globalAlpha = 0.55;
    pen.fillStyle = colorOf(median);
    pen.fill();
  }
  pen.globalAlpha = 1;
  drawScale(pen, x + radius + 8 * textScale, y + radius + 10 * textScale);
  return new Map();
}

function colorOf(strength) {
  const steps = colors.ramp.length;
  return colors.ramp[Math.max(0, Math.min(steps - 1, Math.floor(((strength - weak) / (strong - weak)) * steps)))];
}

/** What the rings stand for, beside the line to the north. */
function drawDegrees(pen, at) {
  pen.lineJoin = 'round';
  for (const elevation of [30, 60]) {
    const [x, y] = at(0, elevation - 90);
    const place = [x + 11 * textScale, y + 1];
    write(pen, '', ...place, { size: 10, align: 'center', base: 'middle' });
    pen.strokeStyle = colors.card;
    pen.lineWidth = 4;
    pen.strokeText(`${elevation}°`, ...place);
    write(pen, `${elevation}°`, ...place, { size: 10, align: 'center', base: 'middle' });
  }
}

/** The eight colors in the corner at the right. */
function drawScale(pen, right, bottom) {
  const wide = 7 * textScale;
  const left = right - wide * colors.ramp.length;
  for (const [index, color] of colors.ramp.entries()) {
    pen.fillStyle = color;
    pen.fillRect(left + index * wide, bottom - 4, wide, 6);
  }
  write(pen, `${weak} to ${strong} dB-Hz`, right, bottom - 8, { align: 'end' });
}

/** Draws above the satellites: a ring around the one that is named. */
function over(pen, at, satellites) {
  places.sky = [];
  drawDegrees(pen, at);
  for (const satellite of satellites) {
    if (satellite.el_deg === undefined || satellite.az_deg === undefined) continue;
    const [x, y] = at(...chartPlace(satellite.az_deg, satellite.el_deg));
    places.sky.push({ satellite, x, y });
    if (!isNamed(satellite)) continue;
    circle(pen, x, y, 12 * textScale);
    stroke(pen, colors.card, 5);
    stroke(pen, colors.text, 2.5);
  }
  showName(satellites);
}

/** Called for each bar, from the left: notes where it is, and marks the one that is named. */
function bar(pen, satellite, left, wide, area) {
  if (left === area.left + 4) places.signals = [];
  places.signals.push({ satellite, left, right: left + wide });
  if (!isNamed(satellite)) return;
  pen.beginPath();
  pen.rect(left - 2.5, area.top - 3, wide + 3, area.bottom - area.top + 4);
  stroke(pen, colors.text, 2);
  setFont(pen, 11, 600);
  write(pen, `${constellation(satellite.gnss).letter}${String(satellite.id).padStart(2, '0')}`, Math.max(area.left + 12, Math.min(area.right - 16, left + wide / 2)), area.top - 6, { color: colors.text, align: 'center', weight: 600 });
}

/** The words of a satellite: `Galileo 26 · E1 41 dB-Hz · 32° up, 285° · used`. */
export function satelliteText(satellite, median) {
  const { name } = constellation(satellite.gnss);
  const signals = (satellite.signals ?? []).filter((signal) => signal.cn0_dbhz > 0).map((signal) => `${signal.signal ?? `L${bandOf()}`} ${Math.round(signal.cn0_dbhz)}`);
  const strengths = signals.length > 0 ? `${signals.join(', ')} dB-Hz` : satellite.cn0_dbhz > 0 ? `${Math.round(satellite.cn0_dbhz)} dB-Hz` : 'not heard';
  const where = satellite.el_deg === undefined || satellite.az_deg === undefined ? 'direction not known' : `${Math.round(satellite.el_deg)}° up, ${Math.round(satellite.az_deg)}°`;
  const parts = [`${name} ${satellite.id}`, strengths, where, satellite.used ? 'used' : satellite.cn0_dbhz > 0 ? 'not used' : 'known'];
  if (median !== undefined) parts.push(`median there ${median} dB-Hz`);
  return parts.join(' · ');
}

function showName(satellites) {
  const satellite = satellites.find(isNamed);
  // Without it nothing is said of it.
  line.hidden = satellite === undefined;
  if (satellite === undefined) return;
  const sky = shownSky();
  const median = choice('heat') && sky && satellite.el_deg !== undefined && satellite.az_deg !== undefined ? heatOf(sky).medianAt(satellite.az_deg, satellite.el_deg) : undefined;
  setText(line, satelliteText(satellite, median));
}

// MARK: - Pointing

function name(satellite, pins = false) {
  const next = satellite ? { gnss: satellite.gnss, id: satellite.id } : null;
  isPinned = pins && next !== null;
  if (next?.gnss === named?.gnss && next?.id === named?.id) return;
  named = next;
  view.mark('sky', 'signals');
}

function nearest(x, y) {
  let found;
  let least = reach * textScale;
  for (const place of places.sky) {
    const away = Math.hypot(place.x - x, place.y - y);
    if (away < least) [least, found] = [away, place.satellite];
  }
  return found;
}

/** Lets a pointer, a finger or the arrows choose on a canvas. */
function listen(canvas, satelliteAt, order) {
  canvas.tabIndex = 0;
  canvas.addEventListener('pointermove', (event) => {
    if (event.pointerType !== 'touch' && !isPinned) name(satelliteAt(event.offsetX, event.offsetY));
  });
  canvas.addEventListener('pointerdown', (event) => name(satelliteAt(event.offsetX, event.offsetY), true));
  canvas.addEventListener('pointerleave', () => isPinned || name(null));
  canvas.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape' && named) name(null);
    else if (step) {
      const all = order();
      const at = all.findIndex(isNamed);
      if (all.length > 0) name(all[at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length], true);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  canvas.addEventListener('blur', () => name(null));
}

function toggleHeat() {
  keep('heat', !choice('heat'));
  setPressed(button, Boolean(choice('heat')));
  view.mark('sky');
}

/** Begins with what was chosen. */
export function begin(context) {
  view = context;
  const { sky, signals } = view;
  const sheet = make('link');
  sheet.rel = 'stylesheet';
  sheet.href = '/evaluation.css';
  document.head.append(sheet);
  button = make('button', 'Heat');
  button.id = 'heat';
  button.title = 'Median strength from each direction, since this page was opened';
  setPressed(button, Boolean(choice('heat')));
  button.addEventListener('click', toggleHeat);
  line = make('p');
  line.id = 'satellite';
  line.setAttribute('role', 'status');
  line.hidden = true;
  sky.after(button, line);
  listen(sky, nearest, () => inOrder(places.sky.map(({ satellite }) => satellite)));
  listen(signals, (x) => places.signals.find(({ left, right }) => x >= left && x < right)?.satellite, () => places.signals.map(({ satellite }) => satellite));
  Sky.taken = (taken, satellites) => heatOf(taken).add(satellites);
  view.skyMore = { under, over, bar };
  view.mark('sky', 'signals');
}
