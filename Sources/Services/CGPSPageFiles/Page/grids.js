// The forms of a position, letter by letter those of `gpsbridge fix --format`. All of it pure, and loaded when it is asked for.

const radians = Math.PI / 180;
const flattening = 1 / 298.257223563;
const equatorial = 6378137;
const eccentricity = Math.sqrt(flattening * (2 - flattening));
const n = flattening / (2 - flattening);
/** Krüger's series to the fourth order of the third flattening: below a millimeter within a zone. */
const terms = [
  n / 2 - (2 / 3) * n ** 2 + (5 / 16) * n ** 3 + (41 / 180) * n ** 4, (13 / 48) * n ** 2 - (3 / 5) * n ** 3 + (557 / 1440) * n ** 4,
  (61 / 240) * n ** 3 - (103 / 140) * n ** 4, (49561 / 161280) * n ** 4,
];
const meridian = ((0.9996 * equatorial) / (1 + n)) * (1 + n ** 2 / 4 + n ** 4 / 64);
const polarFactor = Math.sqrt((1 + eccentricity) ** (1 + eccentricity) * (1 - eccentricity) ** (1 - eccentricity));
const polarOrigin = 2_000_000;
const bands = 'CDEFGHJKLMNPQRSTUVWX';
const side = 100_000;

/** The decimals whose last one is at most a third of an accuracy, where a unit has so many meters. */
function decimals(unit, least, most, accuracy) {
  let count = least;
  if (accuracy > 0) while (unit / 10 ** count > accuracy / 3 && count < most) count += 1;
  return count;
}

const degreeDigits = (accuracy) => decimals(111_320, 6, 9, accuracy);
const gridDigits = (accuracy) => (accuracy < 1 ? decimals(1, 0, 3, accuracy) : 0);

function meterDigits(accuracy) {
  if (accuracy === undefined) return 1;
  if (accuracy < 0.0995) return 3;
  return accuracy < 0.995 ? 2 : 1;
}

/** An accuracy that is never overstated. */
function roundedUp(accuracy) {
  const power = 10 ** meterDigits(accuracy);
  return (Math.max(1, Math.ceil(accuracy * power - 1e-6)) / power).toFixed(meterDigits(accuracy));
}

/** Degrees with decimals, `48.117300, 11.516667`. */
export function degrees({ lat, lon, h_acc_m: accuracy }) {
  const digits = degreeDigits(accuracy);
  return [lat.toFixed(digits), lon.toFixed(digits)];
}

/** Degrees, minutes and seconds, `48° 07′ 02.28″ N`. */
export function sexagesimal({ lat, lon, h_acc_m: accuracy }) {
  const digits = decimals(30.92, 2, 5, accuracy);
  const unit = 10 ** digits;
  const text = (angle, width, sides) => {
    // In units of the last digit, so that 59.999 seconds carry over to the next minute.
    const units = Math.round(Math.abs(angle) * 3600 * unit);
    const minutes = Math.floor(units / (60 * unit));
    const rest = units - minutes * 60 * unit;
    const padded = (number, count) => String(number).padStart(count, '0');
    const seconds = `${padded(Math.floor(rest / unit), 2)}.${padded(rest % unit, digits)}`;
    return `${padded(Math.floor(minutes / 60), width)}° ${padded(minutes % 60, 2)}′ ${seconds}″ ${sides[angle < 0 ? 1 : 0]}`;
  };
  return [text(lat, 2, 'NS'), text(lon, 3, 'EW')];
}

/** The tangent of the latitude on the sphere that both grids project from. */
function conformal(latitude) {
  const tangent = Math.tan(latitude * radians);
  const secant = Math.hypot(1, tangent);
  const stretch = Math.sinh(eccentricity * Math.atanh((eccentricity * tangent) / secant));
  return tangent * Math.hypot(1, stretch) - stretch * secant;
}

function zoneOf(latitude, longitude) {
  if (latitude >= 56 && latitude < 64 && longitude >= 3 && longitude < 12) return 32;
  // Svalbard has wider zones.
  if (latitude >= 72 && longitude >= 0 && longitude < 42) return 31 + 2 * [9, 21, 33].filter((edge) => longitude >= edge).length;
  return Math.min(Math.floor((longitude + 180) / 6), 59) + 1;
}

/** UTM: `{zone, band, easting, northing}`; undefined around the poles. */
export function utmOf(latitude, longitude) {
  if (latitude < -80 || latitude > 84) return undefined;
  const zone = zoneOf(latitude, longitude);
  const tangent = conformal(latitude);
  const angle = (longitude - (zone * 6 - 183)) * radians;
  const east = Math.asinh(Math.sin(angle) / Math.hypot(tangent, Math.cos(angle)));
  const north = Math.atan2(tangent, Math.cos(angle));
  let x = east;
  let y = north;
  for (const [index, factor] of terms.entries()) {
    const turn = 2 * (index + 1);
    x += factor * Math.cos(turn * north) * Math.sinh(turn * east);
    y += factor * Math.sin(turn * north) * Math.cosh(turn * east);
  }
  const band = bands[Math.min(Math.floor((latitude + 80) / 8), 19)];
  return { zone, band, easting: 500_000 + meridian * x, northing: meridian * y + (latitude < 0 ? 1e7 : 0) };
}

/** A UTM position, `32U 687321` and `5332503`; in degrees around the poles. */
export function utm(place) {
  const found = utmOf(place.lat, place.lon);
  const digits = gridDigits(place.h_acc_m);
  if (found === undefined) {
    const count = degreeDigits(place.h_acc_m);
    return [`${Math.abs(place.lat).toFixed(count)}° ${place.lat < 0 ? 'S' : 'N'}`, `${Math.abs(place.lon).toFixed(count)}° ${place.lon < 0 ? 'W' : 'E'}`];
  }
  const meters = (number, count) => {
    const units = String(Math.floor(Math.max(0, number) * 10 ** digits)).padStart(count + digits, '0');
    return digits === 0 ? units : `${units.slice(0, -digits)}.${units.slice(-digits)}`;
  };
  return [`${found.zone}${found.band} ${meters(found.easting, 6)}`, meters(found.northing, 7)];
}

function polarSquare(latitude, longitude) {
  const tangent = conformal(Math.abs(latitude));
  const distance = Math.abs(latitude) === 90 ? 0 : (2 * 0.994 * equatorial) / polarFactor / (Math.hypot(1, tangent) + tangent);
  const isNorth = latitude > 0;
  const x = polarOrigin + distance * Math.sin(longitude * radians);
  const y = polarOrigin + (isNorth ? -distance : distance) * Math.cos(longitude * radians);
  const isEast = x >= polarOrigin;
  const half = isNorth ? 7 : 12;
  const columns = isEast ? 'ABCFGHJKLPQR'.slice(0, half) : 'JKLPQRSTUXYZ'.slice(-half);
  const south = polarOrigin - half * side;
  const column = columns[Math.floor((x - (isEast ? polarOrigin : south)) / side)];
  const row = 'ABCDEFGHJKLMNPQRSTUVWXYZ'[Math.floor((y - south) / side)];
  return [`${isNorth ? (isEast ? 'Z' : 'Y') : (isEast ? 'B' : 'A')} ${column}${row}`, x % side, y % side];
}

function zoneSquare(latitude, longitude) {
  const { zone, band, easting, northing } = utmOf(latitude, longitude);
  // A place just south of the equator may be projected onto it.
  const north = band < 'N' ? Math.min(northing, 9_999_999.999999) : northing;
  const column = ['ABCDEFGH', 'JKLMNPQR', 'STUVWXYZ'][(zone - 1) % 3][Math.min(Math.max(Math.floor(easting / side) - 1, 0), 7)];
  const row = 'ABCDEFGHJKLMNPQRSTUV'[(Math.floor(north / side) + (zone % 2 === 0 ? 5 : 0)) % 20];
  return [`${String(zone).padStart(2, '0')}${band} ${column}${row}`, easting % side, north % side];
}

/** An MGRS position, `32U PU` and `87299 32401`. */
export function mgrs({ lat, lon, h_acc_m: accuracy }) {
  const [square, easting, northing] = lat < 84 && lat >= -80 ? zoneSquare(lat, lon) : polarSquare(lat, lon);
  const digits = 5 + gridDigits(accuracy);
  const text = (meters) => String(Math.floor((meters * 10 ** digits) / side)).padStart(digits, '0');
  return [square, `${text(easting)} ${text(northing)}`];
}

/** The locator of radio amateurs, `JN58sc84`. */
export function maidenhead({ lat, lon }) {
  const most = 18 * 10 * 24 * 10 - 1;
  const east = Math.min(Math.floor((lon + 180) * 120 + 1e-9), most);
  const north = Math.min(Math.floor((lat + 90) * 240 + 1e-9), most);
  const letters = (size, count, first) =>
    [east, north].map((cell) => String.fromCharCode(first.charCodeAt(0) + (Math.floor(cell / size) % count))).join('');
  const digits = (size) => [east, north].map((cell) => Math.floor(cell / size) % 10).join('');
  return [letters(2400, 18, 'A') + digits(240) + letters(10, 24, 'a') + digits(1), ''];
}

/** A URI of RFC 5870: heights are above the ellipsoid, and the uncertainty is a radius in meters. */
export function geoURI(place) {
  const { lat, lon, alt_hae_m: height, h_acc_m: accuracy, v_acc_m: vertical } = place;
  // A pole has every longitude; the RFC requires 0.
  const [north, east] = degrees({ ...place, lon: Math.abs(lat) === 90 ? 0 : lon });
  const up = height === undefined ? '' : `,${height.toFixed(meterDigits(vertical))}`;
  return `geo:${north},${east}${up}${accuracy === undefined ? '' : `;u=${roundedUp(accuracy)}`}`;
}

/** A line for a message, `48.117300, 11.516667 ±3.2 m 2026-11-24T09:30:00.000Z`. */
export function line(place) {
  const accuracy = place.h_acc_m === undefined ? '' : ` ±${roundedUp(place.h_acc_m)} m`;
  return `${degrees(place).join(', ')}${accuracy} ${place.time ?? 'at an unknown time'}`;
}
