// What all canvases share: sharp pixels, colors of the present theme, and a shape for each constellation.

const root = document.documentElement;
const names = [
  'text', 'quiet', 'line', 'grid', 'coast', 'border', 'water', 'card', 'accent', 'good', 'warning', 'bad', 'bad-ground', 'other',
  'gps', 'glonass', 'galileo', 'beidou', 'qzss', 'sbas', 'navic', 'imes',
];

/** Colors by name, and the eight steps of the track's color; read again when the theme changes. */
export const colors = { ramp: [] };

/** The size of text, 1 for 16 pixels: the user may want larger text, and a wall needs it. */
export let textScale = 1;
let family = 'sans-serif';

/** Reads colors and sizes from the style sheets, where alone they stand. */
export function readStyle() {
  const style = getComputedStyle(root);
  for (const name of names) colors[name] = style.getPropertyValue(`--${name}`).trim();
  colors.ramp = style.getPropertyValue('--ramp').trim().split(/\s*,\s*/);
  textScale = parseFloat(style.fontSize) / 16;
  family = getComputedStyle(document.body).fontFamily;
}

/** The constellations in the order of the bars: a name, the letter of their satellites, and a shape, for a color alone
 * says nothing to many. */
export const constellations = {
  gps: { name: 'GPS', letter: 'G', shape: 'circle' },
  glonass: { name: 'GLONASS', letter: 'R', shape: 'triangle' },
  galileo: { name: 'Galileo', letter: 'E', shape: 'square' },
  beidou: { name: 'BeiDou', letter: 'C', shape: 'diamond' },
  qzss: { name: 'QZSS', letter: 'J', shape: 'pentagon' },
  sbas: { name: 'SBAS', letter: 'S', shape: 'bar' },
  navic: { name: 'NavIC', letter: 'I', shape: 'hexagon' },
  imes: { name: 'IMES', letter: 'M', shape: 'bar' },
};

const order = Object.keys(constellations);

export function inOrder(satellites) {
  return [...satellites].sort((a, b) => order.indexOf(a.gnss) - order.indexOf(b.gnss) || a.id - b.id);
}

/** The constellation of a record's word; one of a newer version is shown by its word. */
export function constellation(word) {
  return constellations[word] ?? { name: word, letter: '?', shape: 'bar' };
}

/**
 * Writes a text: `{size, weight, color, align, base, halo}`; sizes grow with the text of the page, and a halo of a color lets it be read
 * on any ground.
 */
export function write(pen, text, x, y, { size = 11, weight = 400, color = colors.quiet, align = 'start', base = 'alphabetic', halo } = {}) {
  setFont(pen, size, weight);
  pen.textAlign = align;
  pen.textBaseline = base;
  if (halo) {
    pen.lineJoin = 'round';
    pen.lineWidth = 4;
    pen.strokeStyle = halo;
    pen.strokeText(text, x, y);
  }
  pen.fillStyle = color;
  pen.fillText(text, x, y);
}

/** Sets the font, for measuring. */
export function setFont(pen, size, weight = 400) {
  const font = `${weight} ${Math.round(size * textScale * 10) / 10}px ${family}`;
  // A font costs more to set than a text to draw.
  if (pen.fontSet !== font) pen.font = font;
  pen.fontSet = font;
}

export function stroke(pen, color, thickness = 1, dashes = []) {
  pen.strokeStyle = color;
  pen.lineWidth = thickness;
  pen.setLineDash(dashes);
  pen.stroke();
  pen.setLineDash([]);
}

export function fill(pen, color) {
  pen.fillStyle = color;
  pen.fill();
}

export function polyline(pen, ...points) {
  pen.beginPath();
  for (const [x, y] of points) pen.lineTo(x, y);
}

export function circle(pen, x, y, radius) {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 7);
}

export function segment(pen, x, y, endX, endY) {
  pen.moveTo(x, y);
  pen.lineTo(endX, endY);
}

/** Makes a canvas as large as it is shown, and clears it: `{pen, width, height}` in pixels of the page. */
export function begin(canvas) {
  const { clientWidth: width, clientHeight: height, ratio = devicePixelRatio } = canvas;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const pen = canvas.getContext('2d');
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.fontSet = '';
  return { pen, width, height };
}

export function isShown(canvas) {
  return canvas.clientWidth > 0 && canvas.clientHeight > 0;
}

export function outline(pen, word, x, y, radius) {
  pen.beginPath();
  switch (constellation(word).shape) {
    case 'circle': pen.arc(x, y, radius, 0, 7); break;
    case 'square': pen.rect(x - radius * 0.88, y - radius * 0.88, radius * 1.76, radius * 1.76); break;
    case 'triangle': polygon(pen, 3, x, y + radius * 0.2, radius * 1.25); break;
    case 'diamond': polygon(pen, 4, x, y, radius * 1.25); break;
    case 'pentagon': polygon(pen, 5, x, y, radius * 1.15); break;
    case 'hexagon': polygon(pen, 6, x, y, radius * 1.1); break;
    default: pen.rect(x - radius * 1.1, y - radius * 0.45, radius * 2.2, radius * 0.9);
  }
}

function polygon(pen, corners, x, y, radius) {
  for (let corner = 0; corner < corners; corner += 1) {
    const angle = (corner / corners) * 2 * Math.PI;
    pen.lineTo(x + radius * Math.sin(angle), y - radius * Math.cos(angle));
  }
  pen.closePath();
}

/** What counts as the words of a label: all but its numbers, of which a zero says something else than any other. */
const wordsOf = (text) => text.replace(/\d*[1-9]\d*/g, '');

/** Renews the label of a canvas for a screen reader: other words at once, other numbers each five seconds at most. */
export function label(canvas, text) {
  const now = performance.now();
  const before = canvas.ariaLabel ?? '';
  const hasOtherWords = wordsOf(before) !== wordsOf(text);
  if (before === text || (!hasOtherWords && now - (canvas.labelledAt ?? -1e9) < 5000)) return;
  canvas.labelledAt = now;
  canvas.setAttribute('aria-label', text);
}
