// The last position before the rest of the page is there, which takes seconds over a slow line. It comes with the page,
// is of the receiver that is named beside it, and has its age: nothing of it is called live.
import { ageText, clockText, latitudeText, longitudeText, seconds } from './formats.js';

/** `{fix, received}`: the fix, and when it was received by the page's own clock, in seconds; absent without a position. */
export const early = {};

/** Shows it; answers whether there is one. */
export function showEarly() {
  const { fix, received } = early;
  if (fix === undefined) return false;
  const texts = {
    quality: fix.device, age: ageText(Math.max(1.5, performance.now() / 1000 - received)),
    latitude: latitudeText(fix.lat), longitude: longitudeText(fix.lon), utc: clockText(seconds(fix.time)),
  };
  for (const [id, text] of Object.entries(texts)) document.getElementById(id).textContent = text;
  return true;
}

const asked = performance.now() / 1000;
// That the service is not reached is noticed by the stream.
fetch('/fix.json').then((answer) => (answer.ok ? answer.json() : {})).catch(() => ({})).then((fix) => {
  if (early.isOver || fix.lat === undefined || fix.age_s === undefined || fix.suspect !== undefined) return;
  // It was sent before the page could ask for its age: the whole time of the request counts, which may have begun before this file came.
  const entry = performance.getEntriesByName(new URL('/fix.json', location).href)[0];
  Object.assign(early, { fix, received: Math.min(asked, entry ? entry.startTime / 1000 : asked) - fix.age_s });
  showEarly();
  // Until the page does so itself.
  if (!early.isLeft) early.timer = setInterval(showEarly, 1000);
});

/** Leaves the age to the page. */
export function leaveEarly() {
  early.isLeft = true;
  clearInterval(early.timer);
}
