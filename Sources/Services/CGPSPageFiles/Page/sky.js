// The sky as it stands overhead.
import { begin, circle, colors, fill, label, outline, segment, setFont, stroke, textScale, write } from './canvas.js';

const radians = Math.PI / 180;

/** A place on the chart, in degrees from its middle, which is the zenith. */
export function chartPlace(azimuth, elevation) {
  const distance = 90 - Math.max(0, elevation);
  return [distance * Math.sin(azimuth * radians), -distance * Math.cos(azimuth * radians)];
}

export function skyCounts(satellites) {
  const used = satellites.filter((satellite) => satellite.used).length;
  const heard = satellites.filter((satellite) => satellite.cn0_dbhz > 0).length;
  return { used, heard, known: satellites.length };
}

/** Draws the sky; `more` draws above the rest. */
export function drawSky(canvas, satellites, none = 'No satellites yet', more) {
  const { pen, width, height } = begin(canvas);
  const margin = 17 * textScale;
  const radius = Math.max(10, Math.min(width / 2 - margin - 3, height / 2 - margin));
  const at = (x, y) => [width / 2 + (x * radius) / 90, height / 2 + (y * radius) / 90];
  const letters = drawRings(pen, width / 2, height / 2, radius);
  drawMarks(pen, satellites, at, height, letters);
  more?.over(pen, at, satellites);
  if (!satellites.some((satellite) => satellite.el_deg !== undefined)) {
    notice(pen, satellites.length > 0 ? 'Their directions are not known yet' : none, width / 2, height / 2);
  }
  const { used, heard, known } = skyCounts(satellites);
  label(canvas, known === 0 ? 'Sky: no satellites' : `Sky: ${used} satellites used, ${heard} heard, ${known} known`);
}

/** Draws the chart, and answers where its letters stand. */
function drawRings(pen, x, y, radius) {
  for (const elevation of [0, 30, 60]) {
    circle(pen, x, y, (radius * (90 - elevation)) / 90);
    stroke(pen, colors.line);
  }
  pen.beginPath();
  segment(pen, x - radius, y, x + radius, y);
  segment(pen, x, y - radius, x, y + radius);
  stroke(pen, colors.line);
  const out = radius + 9 * textScale;
  const places = [['N', x, y - out], ['E', x + out, y], ['S', x, y + out + 1], ['W', x - out, y]];
  for (const [text, left, top] of places) write(pen, text, left, top, { size: 12, align: 'center', base: 'middle' });
  return places.map(([, left, top]) => boxAround(left, top, 6 * textScale, 6 * textScale));
}

function drawMarks(pen, satellites, at, height, letters) {
  // Those that take part are drawn last, above the others.
  const ranks = [[], [], []];
  for (const satellite of satellites) {
    if (satellite.el_deg === undefined || satellite.az_deg === undefined) continue;
    const [x, y] = at(...chartPlace(satellite.az_deg, satellite.el_deg));
    const strength = Math.max(0, Math.min(1, ((satellite.cn0_dbhz ?? 0) - 20) / 30));
    const rank = satellite.used ? 2 : satellite.cn0_dbhz > 0 ? 1 : 0;
    ranks[rank].push({ satellite, x, y, radius: (rank === 0 ? 2.5 : 4.5 + 3 * strength) * Math.sqrt(textScale) });
  }
  for (const [rank, marks] of ranks.entries()) {
    for (const { satellite, x, y, radius } of marks) {
      const color = colors[satellite.gnss] ?? colors.quiet;
      outline(pen, satellite.gnss, x, y, radius);
      pen.globalAlpha = rank === 0 ? 0.55 : 1;
      fill(pen, rank === 1 ? colors.card : color);
      pen.globalAlpha = 1;
      if (rank > 0) stroke(pen, rank === 2 ? colors.card : color, rank === 2 ? 1 : 1.8);
    }
  }
  drawNumbers(pen, [...ranks[2], ...ranks[1]], height, letters);
}

/** A number stands where it covers no mark and no other number: above, right, left, below, or not at all. */
function drawNumbers(pen, marks, height, letters) {
  const taken = [...letters, ...marks.map(({ x, y, radius }) => boxAround(x, y, radius, radius))];
  setFont(pen, 11);
  const half = 5 * textScale;
  for (const { satellite, x, y, radius } of marks) {
    const text = String(satellite.id);
    const reach = pen.measureText(text).width / 2;
    const aside = radius + 2 + reach;
    const away = radius + half + 1;
    const spot = [[x, y - away], [x + aside, y], [x - aside, y], [x, y + away]].find(([left, top]) => {
      const box = boxAround(left, top, reach, half);
      return box.north >= 0 && box.south <= height
        && !taken.some(({ west, north, east, south }) => box.west < east && box.east > west && box.north < south && box.south > north);
    });
    if (spot === undefined) continue;
    write(pen, text, ...spot, { color: colors.text, align: 'center', base: 'middle' });
    taken.push(boxAround(...spot, reach, half));
  }
}

function boxAround(x, y, reachX, reachY) {
  return { west: x - reachX, north: y - reachY, east: x + reachX, south: y + reachY };
}

function notice(pen, text, x, y) {
  setFont(pen, 13);
  const reach = pen.measureText(text).width / 2 + 8;
  pen.fillStyle = colors.card;
  pen.fillRect(x - reach, y - 13 * textScale, 2 * reach, 26 * textScale);
  write(pen, text, x, y, { size: 13, align: 'center', base: 'middle' });
}
