// The sky as it stands overhead, and the strength of each signal.
import {
  begin, circle, colors, constellation, fill, inOrder, label, outline, segment, setFont, stroke, textScale, write,
} from './canvas.js';

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

// MARK: - Signals: bars by constellation, side by side where a satellite is heard on several bands

const strongest = 55;
const needed = 30; // About this much is needed for a fix.
const bandNames = { 1: 'L1', 2: 'L2', 5: 'L5', 6: 'other bands' };

/** The band of a signal: 1 for what all receivers hear, 2 and 5 for the lower ones, 6 for the rest. */
export function bandOf(signal = 'L1CA') {
  if (/^(L1|E1|B1)/.test(signal)) return 1;
  if (/^(L5|E5|B2)/.test(signal)) return 5;
  return signal.startsWith('L2') ? 2 : 6;
}

/** The bars: for each satellite that is heard, its strength on each band; and all bands of the sky. */
export function barsOf(satellites) {
  const bands = new Set();
  const bars = inOrder(satellites.filter((satellite) => satellite.cn0_dbhz > 0)).map((satellite) => {
    const strengths = new Map();
    for (const { signal, cn0_dbhz: strength, used } of satellite.signals ?? [satellite]) {
      const band = bandOf(signal);
      if (!(strength > 0) || strengths.get(band)?.strength >= strength) continue;
      bands.add(band);
      strengths.set(band, { strength, used });
    }
    return { gnss: satellite.gnss, strengths, satellite };
  });
  return { bars, bands: [...bands].sort() };
}

/** The line beside the heading: how to read the bars. */
export function signalsSummary({ bars, bands }) {
  if (bars.length === 0) return '';
  return `dB-Hz, filled is used${bands.length > 1 ? `; ${bands.map((band) => bandNames[band]).join(' | ')}` : ''}`;
}

/** Draws the bars; `more` is called for each of them. */
export function drawSignals(canvas, satellites, none = 'No satellite is heard', more) {
  const { pen, width, height } = begin(canvas);
  const area = { left: 24 * textScale, top: 16 * textScale, right: width, bottom: height - 20 * textScale };
  const y = (strength) => area.bottom - ((area.bottom - area.top) * Math.min(strongest, strength)) / strongest;
  for (const strength of [0, 10, 20, needed, 40, 50]) {
    const place = Math.round(y(strength)) + 0.5;
    pen.beginPath();
    segment(pen, area.left, place, area.right, place);
    if (strength === needed) stroke(pen, colors.quiet, 1, [4, 3]);
    else stroke(pen, colors.line);
    write(pen, String(strength), area.left - 6, place, { align: 'right', base: 'middle' });
  }
  write(pen, `– – about ${needed} is needed`, width, 10 * textScale, { align: 'right' });
  const found = barsOf(satellites);
  if (found.bars.length === 0) {
    write(pen, none, (area.left + width) / 2, y(13), { size: 13, align: 'center' });
    label(canvas, 'Signals: none heard');
    return;
  }
  drawBars(pen, area, y, found, more);
  const best = Math.round(Math.max(...satellites.map((satellite) => satellite.cn0_dbhz ?? 0)));
  label(canvas, `Signals: ${found.bars.length} satellites heard, the strongest with ${best} dB-Hz; about ${needed} is needed`);
}

function drawBars(pen, area, y, { bars, bands }, more) {
  const between = 7;
  const groups = new Set(bars.map((bar) => bar.gnss)).size;
  const each = Math.min(30 * textScale, (area.right - area.left - 4 - between * (groups - 1)) / bars.length);
  const thickness = Math.max(1, (each - (each > 6 ? 2 : 1)) / bands.length);
  let x = area.left + 4;
  let begun = x;
  for (const [index, { gnss, strengths, satellite }] of bars.entries()) {
    const color = colors[gnss] ?? colors.quiet;
    for (const [place, band] of bands.entries()) {
      if (strengths.has(band)) drawBar(pen, color, strengths.get(band), x + place * thickness, thickness, y, place);
    }
    if (bands.length === 1 && each >= 16 * textScale) {
      const { strength } = strengths.get(bands[0]);
      write(pen, String(Math.round(strength)), x + (each - 2) / 2, y(strength) - 4, { color: colors.text, align: 'center' });
    }
    more?.bar(pen, satellite, x, each, area);
    x += each;
    if (bars[index + 1]?.gnss === gnss) continue;
    const { name, letter } = constellation(gnss);
    setFont(pen, 11);
    const fits = pen.measureText(name).width < x - begun + 4;
    write(pen, fits ? name : letter, (begun + x) / 2, area.bottom + 15 * textScale, { color, align: 'center' });
    x += between;
    begun = x;
  }
}

function drawBar(pen, color, { strength, used }, x, thickness, y, place) {
  const top = y(strength);
  const height = y(0) - top;
  const wide = thickness > 4 && place > 0 ? thickness - 1 : thickness;
  if (used) {
    // The second band is paler, so that the two bars of a satellite are told apart.
    pen.globalAlpha = place === 0 ? 1 : 0.6;
    pen.fillStyle = color;
    pen.fillRect(x, top, wide, height);
    pen.globalAlpha = 1;
  } else {
    pen.beginPath();
    pen.rect(x + 0.7, top + 0.7, Math.max(0.6, wide - 1.4), Math.max(0.6, height - 0.7));
    stroke(pen, color, Math.min(1.4, thickness / 3));
  }
}
