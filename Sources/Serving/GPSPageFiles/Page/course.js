// The map by the course: up is where the receiver goes. Loaded when it is asked for.
import { choice, keep } from './choices.js';
import { colors, setFont, textScale } from './canvas.js';
import { degreesText, graticule, latitudeOf, longitudeOf, xOf, yOf } from './geography.js';
import { viewOf } from './map.js';
import { addSheet, element, hasCourse, make, setPressed, setText } from './panels.js';

let view;
let owner; // The receiver whose course it is.
let course; // The last one at which it moved, in degrees.
let isMoving = false;
let northUp; // What a map has that is not turned.
let line;
let northward;
let words;

const turnedBy = (x, y, degrees) => {
  const [sine, cosine] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return [x * cosine - y * sine, x * sine + y * cosine];
};

/** Takes the course of a receiver that moves; at rest the last one holds. */
function show(said = view.said()) {
  const receiver = view.model.chosen;
  if (receiver !== owner || !receiver?.known) {
    owner = receiver;
    course = undefined;
  }
  const fix = receiver?.fix;
  isMoving = said.isLive && fix.suspect === undefined && hasCourse(fix);
  if (isMoving) course = fix.course_deg;
}

function wordsFor(isFar, { follows }) {
  if (course === undefined) return 'North up: no course is known yet';
  if (isFar) return 'North up: seen from afar';
  if (!follows) return 'Course up: held while moved by hand';
  return isMoving ? 'Course up' : 'Course up: the last course';
}

/** Turns the map, in place of the hooks of a map that is north-up. */
const turner = {
  turn: 0, // By which the map is turned, in degrees.
  words: '',

  /** A way in pixels of the window, in those of the ground. */
  back: (x, y) => turnedBy(x, y, turner.turn),

  /** What draws on the ground: with a pen that is turned, in a view that has all corners of the window in it. */
  ground(pen, seen) {
    const { width, height, scale } = seen;
    const { map } = view;
    const side = Math.ceil(Math.hypot(width, height));
    const isFar = scale <= side;
    if (course === undefined || isFar) turner.turn = 0;
    else if (map.follows || turner.turn === 0) turner.turn = course;
    const { turn } = turner;
    const text = wordsFor(isFar, map);
    turner.words = `, ${text}`;
    setText(words, text);
    northward.style.rotate = `${-turn}deg`;
    if (turn === 0) return (draw) => draw(seen);
    const ground = viewOf(side, side, map.x, map.y, scale);
    ground.turn = turn;
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
  const { ground, width, height, scale } = seen;
  if (!ground) return;
  const room = (90 * textScale * 360) / scale;
  const meridians = graticule(longitudeOf(ground.west), longitudeOf(ground.east), room, 540);
  const parallels = graticule(latitudeOf(ground.south), latitudeOf(ground.north), room, 85);
  const [east, south] = [turnedBy(1, 0, -seen.turn), turnedBy(0, 1, -seen.turn)];
  const lines = [
    ...meridians.places.map((degrees) => [degreesText(degrees, meridians.digits, 'EW'), seen.turned([xOf(degrees) * scale + seen.left, height / 2]), south]),
    ...parallels.places.map((degrees) => [degreesText(degrees, parallels.digits, 'NS'), seen.turned([width / 2, yOf(degrees) * scale + seen.top]), east]),
  ];
  const high = 14 * textScale;
  const taken = [];
  setFont(pen, 11);
  pen.lineJoin = 'round';
  pen.lineWidth = 4;
  for (const [text, [x, y], [right, down]] of lines) {
    const wide = pen.measureText(text).width;
    // The buttons stand at the right above, the scale and the legend below.
    const places = [[4, y + ((4 - x) / right) * down + high], [x + ((4 - y) / down) * right + 4, high]];
    const isFree = ([left, base], index) => {
      const isInside = index === 0 ? base > 2.2 * high && base < height - 62 * textScale : left > 4 && left + wide < width - 560 * textScale;
      return isInside && taken.every((other) => Math.abs(other[1] - base) > high || left > other[2] + 6 || left + wide + 6 < other[0]);
    };
    const place = places.find(isFree);
    if (!place) continue;
    taken.push([place[0], place[1], place[0] + wide]);
    pen.strokeStyle = colors.water;
    pen.strokeText(text, ...place);
    pen.fillStyle = colors.quiet;
    pen.fillText(text, ...place);
  }
}

function apply() {
  const isOn = Boolean(choice('course'));
  setPressed(element('course-up'), isOn);
  line.hidden = !isOn;
  if (isOn) show();
  view.map.turner = isOn ? turner : northUp;
  turner.turn = 0;
  view.mark('map');
}

/** Turns the map by the course, or north-up again. */
export function toggle() {
  keep('course', !choice('course'));
  apply();
  setText('note', choice('course') ? wordsFor(false, view.map) : 'North up');
}

/** Begins with what was chosen. */
export function begin(context) {
  view = context;
  northUp = view.map.turner;
  addSheet();
  line = make('p');
  line.id = 'map-up';
  line.hidden = true;
  northward = make('span');
  northward.setAttribute('aria-hidden', 'true');
  words = make('span');
  line.append(northward, words);
  document.querySelector('.map-buttons').append(line);
  view.extras.push({ show, marks: drawLabels });
  apply();
}
