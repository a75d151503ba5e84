// Web Mercator: the world is a square, x and y from 0 to 1, from the north-west. In Float64, for Float32 is 2.4 m at the
// equator.

const equator = 40075016.68557849;
/** The map ends here, and in the south as well. */
export const northmost = 85.05;

export function xOf(longitude) {
  return longitude / 360 + 0.5;
}

/** The y of a latitude; beyond 85.05° it is cut. */
export function yOf(latitude) {
  const sine = Math.sin((Math.max(-northmost, Math.min(northmost, latitude)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

/** The copy of an x that is nearest to another: the world goes on behind 180°. */
export function nearestCopy(x, middle) {
  return x - Math.round(x - middle);
}

export function longitudeOf(x) {
  return (x - 0.5) * 360;
}

export function latitudeOf(y) {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
}

/** One meter at a latitude, in units of the world. */
export function meterAt(latitude) {
  return 1 / (equator * Math.cos((Math.max(-northmost, Math.min(northmost, latitude)) * Math.PI) / 180));
}

/** One meter at a y, in units of the world. */
export function meterAtY(y) {
  return Math.cosh(Math.PI * (1 - 2 * y)) / equator;
}

export const emptyBox = () => ({ west: Infinity, north: Infinity, east: -Infinity, south: -Infinity });

export function widen(box, x, y) {
  box.west = Math.min(box.west, x);
  box.east = Math.max(box.east, x);
  box.north = Math.min(box.north, y);
  box.south = Math.max(box.south, y);
}

/**
 * Reads lines of a coast: Natural Earth 1:110m, which is in the public domain, by its countries. An edge of two countries
 * is a border, an edge of one is coast. For each line its count of points, then their differences in steps of 0.1°, all
 * in zigzag numbers of seven bits a byte, and deflated.
 */
export async function readLines(stream) {
  const step = 0.1;
  const plain = stream.pipeThrough(new DecompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(plain).arrayBuffer());
  const lines = [];
  let place = 0;
  let longitude = 0;
  let latitude = 0;
  const next = () => {
    let number = 0;
    let shift = 0;
    let byte;
    do {
      byte = bytes[place];
      place += 1;
      number |= (byte & 127) << shift;
      shift += 7;
    } while (byte > 127);
    return number & 1 ? -(number >>> 1) - 1 : number >>> 1;
  };
  while (place < bytes.length) {
    const count = next();
    const points = new Float64Array(2 * count);
    const box = emptyBox();
    for (let index = 0; index < count; index += 1) {
      longitude += next();
      latitude += next();
      points[2 * index] = xOf(longitude * step);
      points[2 * index + 1] = yOf(latitude * step);
      widen(box, points[2 * index], points[2 * index + 1]);
    }
    lines.push({ points, box });
  }
  return lines;
}

const steps = [30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001, 0.00005, 0.00002, 0.00001];

/** The lines of a graticule that leave room for their labels: `{places, digits}`, where a place is a number of degrees. */
export function graticule(from, to, room, most) {
  const step = steps.findLast((candidate) => candidate >= room) ?? steps[0];
  const places = [];
  for (let number = Math.ceil(from / step); number * step <= to; number += 1) {
    if (Math.abs(number * step) <= most) places.push(number * step);
  }
  return { places, digits: Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)) };
}

/** Degrees with the side that they are on; the circles at 0° and 180° have none. */
export function degreesText(angle, digits, sides) {
  const degrees = Math.abs(angle) > 180 ? angle - Math.sign(angle) * 360 : angle;
  const text = `${Math.abs(degrees).toFixed(digits)}°`;
  if (Number(Math.abs(degrees).toFixed(digits)) % 180 === 0) return text;
  return text + sides[degrees < 0 ? 1 : 0];
}
