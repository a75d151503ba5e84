// The map by the course: up is where the receiver goes. Loaded when it is asked for.
import { choice, keep } from './choices.js';
import { colors, setFont, textScale, write } from './canvas.js';
import { linesOf, viewOf } from './map.js';
import { element, hasCourse, make, setPressed, setText } from './panels.js';

/** A recording that goes on by more seconds at once went to another time. */
const jump = 10;

let view;
let owner; // The receiver whose course it is.
let course; // The last one at which it moved, in degrees.
let time; // That a recording played when it was looked at last; NaN while it is read, and without one.
let isMoving = false;
let northUp; // What a map has that is not turned.
let line;
let northward;
let words;

const turnedBy = (x, y, degrees) => {
  const [sine, cosine] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return [x * cosine - y * sine, x * sine + y * cosine];
};

const sideOf = ({ width, height }) => Math.ceil(Math.hypot(width, height));

/**
 * The view that is drawn on to be turned: a square that has all corners of the window in it.
 *
 * @param seen the view of the window
 */
export function groundOf(seen, x, y, turn) {
  const side = sideOf(seen);
  const ground = viewOf(side, side, x, y, seen.scale);
  ground.turn = turn;
  const [cosine, sine] = turnedBy(1, 0, turn).map(Math.abs);
  ground.sees = ({ x: left, y: top, side: size }) => {
    const [right, down] = turnedBy(left + size / 2 - side / 2, top + size / 2 - side / 2, -turn);
    const reach = (size * (cosine + sine)) / 2;
    return Math.abs(right) < seen.width / 2 + reach && Math.abs(down) < seen.height / 2 + reach;
  };
  return ground;
}

/** Takes the course of a receiver that moves; at rest the last one holds, unless a recording goes to another time. */
function show(said = view.said()) {
  const receiver = view.model.chosen;
  if (receiver !== owner || !receiver?.known) {
    owner = receiver;
    course = undefined;
  }
  const fix = receiver?.fix;
  const now = view.player.position;
  if (!(Number.isNaN(now) ? Number.isNaN(time) : now >= time && now <= time + jump)) course = undefined;
  time = now;
  isMoving = said.isLive && fix.suspect === undefined && hasCourse(fix);
  if (isMoving) course = fix.course_deg;
}

function wordsFor(isFar, { follows }) {
  if (course === undefined) return 'North up: no course is known yet';
  if (isFar) return 'North up: seen from afar';
  if (!follows) return `${turner.turn === 0 ? 'North' : 'Course'} up: held while moved by hand`;
  return isMoving ? 'Course up' : 'Course up: the last course';
}

/** Turns the map, in place of the hooks of a map that is north-up. */
const turner = {
  turn: undefined, // By which the map is turned, in degrees; undefined until it was.
  words: '',

  /** A way in pixels of the window, in those of the ground. */
  back: (x, y) => turnedBy(x, y, turner.turn ?? 0),

  /** What draws on the ground: with a pen that is turned. */
  ground(pen, seen) {
    const { width, height, scale } = seen;
    const { map } = view;
    const side = sideOf(seen);
    const isFar = scale <= side;
    // A map that was north-up when it was moved by hand, or fitted to a track, stays so.
    if (isFar || course === undefined) turner.turn = 0;
    else if (map.follows) turner.turn = course;
    else turner.turn ??= course;
    const { turn } = turner;
    const text = wordsFor(isFar, map);
    turner.words = `, ${text}`;
    setText(words, text);
    northward.style.rotate = `${-turn}deg`;
    if (turn === 0) return (draw) => draw(seen);
    const ground = groundOf(seen, map.x, map.y, turn);
    seen.turn = turn;
    seen.turned = ([x, y]) => {
      const [right, down] = turnedBy(x - width / 2, y - height / 2, -turn);
      return [right + width / 2, down + height / 2];
    };
    seen.onGround = (draw) => {
      pen.save();
      pen.translate(width / 2, height / 2);
      pen.rotate((-turn * Math.PI) / 180);
      pen.translate(-side / 2, -side / 2);
      draw(ground);
      pen.restore();
      pen.fontSet = '';
    };
    seen.ground = ground;
    return seen.onGround;
  },
};

/** Writes what the lines of a turned graticule are, upright, where they meet the left or the upper edge. */
function drawLabels(pen, seen) {
  const { ground, width, height } = seen;
  if (!ground) return;
  const { meridians, parallels } = linesOf(ground);
  const [east, south] = [turnedBy(1, 0, -seen.turn), turnedBy(0, 1, -seen.turn)];
  const lines = [
    ...meridians.map(([x, text]) => [text, seen.turned([x + (width - ground.width) / 2, height / 2]), south]),
    ...parallels.map(([y, text]) => [text, seen.turned([width / 2, y + (height - ground.height) / 2]), east]),
  ];
  const high = 14 * textScale;
  const taken = [];
  setFont(pen, 11);
  for (const [text, [x, y], [right, down]] of lines) {
    const wide = pen.measureText(text).width;
    // The buttons stand at the right, the scale and the legend below.
    const places = [[4, y + ((4 - x) / right) * down + high], [x + ((4 - y) / down) * right + 4, high]];
    const isFree = ([left, base], index) => {
      const isInside = index === 0 ? base > 2.2 * high && base < height - Math.max(62 * textScale, seen.lift) : left > 4 && left + wide < width - 64 * textScale;
      return isInside && taken.every((other) => Math.abs(other[1] - base) > high || left > other[2] + 6 || left + wide + 6 < other[0]);
    };
    const place = places.find(isFree);
    if (!place) continue;
    taken.push([place[0], place[1], place[0] + wide]);
    write(pen, text, ...place, { halo: colors.water });
  }
}

function apply() {
  const isOn = Boolean(choice('course'));
  setPressed(element('course-up'), isOn);
  line.hidden = !isOn;
  if (isOn) show();
  view.map.turner = isOn ? turner : northUp;
  turner.turn = undefined;
  view.mark('map');
}

export function toggle() {
  keep('course', !choice('course'));
  apply();
  const { canvas: { clientWidth, clientHeight }, scale } = view.map;
  const isFar = scale <= sideOf({ width: clientWidth, height: clientHeight });
  setText('note', choice('course') ? wordsFor(isFar, view.map) : 'North up');
}

export function begin(context) {
  view = context;
  northUp = view.map.turner;
  northward = make('span', { ariaHidden: 'true' });
  words = make('span');
  line = make('p', { id: 'map-up', hidden: true }, northward, words);
  document.querySelector('.map-buttons').append(line);
  view.extras.push({ show, marks: drawLabels });
  apply();
}
