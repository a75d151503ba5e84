// Texts of numbers and times, and the files that the page itself can write. All of it pure.

/** What stands where a value is not known. */
export const unknown = '–';

/** A latitude with six digits, and its side instead of a sign. */
export function latitudeText(degrees) {
  return `${Math.abs(degrees).toFixed(6)}° ${degrees < 0 ? 'S' : 'N'}`;
}

export function longitudeText(degrees) {
  return `${Math.abs(degrees).toFixed(6)}° ${degrees < 0 ? 'W' : 'E'}`;
}

const points = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'];

/** A course in three digits, and its compass point. */
export function courseText(degrees) {
  const whole = ((Math.round(degrees) % 360) + 360) % 360;
  return { number: `${String(whole).padStart(3, '0')}°`, unit: points[Math.round(whole / 45) % 8] };
}

/** A span as the screen writes it: `2.0 s`, `41 s`, `5 min 20 s`, `2 h`. */
export function spanText(seconds) {
  const time = Math.max(0, seconds);
  if (!Number.isFinite(time) || time >= 1e10) return 'a long time';
  if (time < 9.95 && time !== Math.round(time)) return `${time.toFixed(1)} s`;
  const whole = Math.floor(time);
  if (whole < 120) return `${whole} s`;
  if (whole < 7200) return two(Math.floor(whole / 60), 'min', whole % 60, 's');
  if (whole < 172_800) return two(Math.floor(whole / 3600), 'h', Math.floor((whole % 3600) / 60), 'min');
  return two(Math.floor(whole / 86_400), 'd', Math.floor((whole % 86_400) / 3600), 'h');
}

function two(large, largeUnit, small, smallUnit) {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

/** An age in whole seconds: `now` for what has just come, else `36 s ago`. */
export function ageText(seconds) {
  return seconds < 1.5 ? 'now' : `${spanText(Math.floor(seconds))} ago`;
}

/** Seconds since 1970 of a time in a record; NaN where it is absent or nonsense. */
export function seconds(text) {
  return text === undefined ? NaN : Date.parse(text) / 1000;
}

/** The time of day in UTC, `10:02:11`. */
export function clockText(time, length = 8) {
  return Number.isFinite(time) && Math.abs(time) < 8.64e12 ? isoText(time).slice(11, 11 + length) : unknown;
}

/** A date and a time where the browser is, `2026-11-20 08:10:02 UTC+1`. */
export function localText(time) {
  if (clockText(time) === unknown) return unknown;
  const minutes = -new Date(time * 1000).getTimezoneOffset();
  const rest = Math.abs(minutes % 60);
  const zone = `${minutes < 0 ? '−' : '+'}${Math.floor(Math.abs(minutes) / 60)}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
  return `${dateTimeText(time + minutes * 60)} UTC${zone}`;
}

/** A date and a time in UTC, `2026-11-20 07:10:02`. */
export function dateTimeText(time) {
  return isoText(time).slice(0, 19).replace('T', ' ');
}

/** The first and the last time of a span, `2026-11-20 12:00:00 to 12:05:00 UTC (5 min)`. */
export function timesText(from, to) {
  const [first, last] = [dateTimeText(from), dateTimeText(to)];
  return `${first} to ${first.slice(0, 10) === last.slice(0, 10) ? last.slice(11) : last} UTC (${spanText(Math.round(to - from))})`;
}

/** A time as records write it. */
export function isoText(time) {
  return new Date(Math.round(time * 1000)).toISOString();
}

/**
 * A name as it is shown: without controls, line ends, direction marks and other characters that cannot be seen, except the one
 * that joins emoji.
 *
 * @param otherwise what is shown where nothing is left
 */
export function shownName(name, otherwise, length = 60) {
  const seen = String(name ?? '').replace(/[\p{Z}\p{Cc}\p{Cs}\ufffe\uffff]+/gu, ' ').replace(/(?!\u200d)\p{Cf}/gu, '').trim();
  // Half of a character is none.
  return seen.slice(0, length).replace(/\p{Cs}/gu, '') || otherwise;
}

export const fileName = (file) => shownName(file.name, 'The file', 120);
