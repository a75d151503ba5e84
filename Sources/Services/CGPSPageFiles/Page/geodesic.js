// The shortest way on WGS 84 between two places, by Vincenty's formula, accurate to a millimeter. Loaded with the marks.

export const radians = Math.PI / 180;
const a = 6378137;
const f = 1 / 298.257223563;
const b = a * (1 - f);
const meanRadius = 6371008.8;

/** Meters for a degree east and north on the ellipsoid. */
export function metersAt(latitude) {
  const squared = f * (2 - f);
  const root = Math.sqrt(1 - squared * Math.sin(latitude * radians) ** 2);
  const degree = a * radians;
  return { east: (degree / root) * Math.max(Math.cos(latitude * radians), 1e-9), north: (degree * (1 - squared)) / root ** 3 };
}

const direction = (y, x) => ((Math.atan2(y, x) / radians) + 360) % 360;

/** Where the formula does not converge, almost opposite on the globe: a sphere, to 0.6 %. */
function onSphere(from, to) {
  const [north, other] = [from.lat * radians, to.lat * radians];
  const east = (to.lon - from.lon) * radians;
  const haversine = Math.sin((other - north) / 2) ** 2 + Math.cos(north) * Math.cos(other) * Math.sin(east / 2) ** 2;
  const y = Math.sin(east) * Math.cos(other);
  const x = Math.cos(north) * Math.sin(other) - Math.sin(north) * Math.cos(other) * Math.cos(east);
  return { meters: 2 * meanRadius * Math.asin(Math.min(1, Math.sqrt(haversine))), bearing: direction(y, x) };
}

/** The length in meters of the way from one place to another, and the true bearing at its beginning; of the same place 0. */
export function wayBetween(from, to) {
  const first = Math.atan((1 - f) * Math.tan(from.lat * radians));
  const second = Math.atan((1 - f) * Math.tan(to.lat * radians));
  const [sin1, cos1, sin2, cos2] = [Math.sin(first), Math.cos(first), Math.sin(second), Math.cos(second)];
  const apart = ((((to.lon - from.lon + 180) % 360) + 360) % 360 - 180) * radians;
  let lambda = apart;
  for (let round = 0; round < 100; round += 1) {
    const [sine, cosine] = [Math.sin(lambda), Math.cos(lambda)];
    const y = cos2 * sine;
    const x = cos1 * sin2 - sin1 * cos2 * cosine;
    const sinSigma = Math.hypot(y, x);
    if (sinSigma === 0) return Math.abs(from.lat - to.lat) < 1 ? { meters: 0, bearing: 0 } : onSphere(from, to);
    const cosSigma = sin1 * sin2 + cos1 * cos2 * cosine;
    const sigma = Math.atan2(sinSigma, cosSigma);
    const sinAlpha = (cos1 * cos2 * sine) / sinSigma;
    const cosSquared = 1 - sinAlpha ** 2;
    const middle = cosSquared === 0 ? 0 : cosSigma - (2 * sin1 * sin2) / cosSquared;
    const c = (f / 16) * cosSquared * (4 + f * (4 - 3 * cosSquared));
    const before = lambda;
    lambda = apart + (1 - c) * f * sinAlpha * (sigma + c * sinSigma * (middle + c * cosSigma * (2 * middle ** 2 - 1)));
    if (!(Math.abs(lambda) <= Math.PI + 1e-9)) break;
    if (Math.abs(lambda - before) > 1e-12) continue;
    const u = (cosSquared * (a ** 2 - b ** 2)) / b ** 2;
    const p = 1 + (u / 16384) * (4096 + u * (-768 + u * (320 - 175 * u)));
    const q = (u / 1024) * (256 + u * (-128 + u * (74 - 47 * u)));
    const cubic = (q / 6) * middle * (4 * sinSigma ** 2 - 3) * (4 * middle ** 2 - 3);
    const delta = q * sinSigma * (middle + (q / 4) * (cosSigma * (2 * middle ** 2 - 1) - cubic));
    return { meters: b * p * (sigma - delta), bearing: direction(y, x) };
  }
  return onSphere(from, to);
}
