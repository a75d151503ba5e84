// The time of this page, in seconds, which goes on while a computer or a phone sleeps: `performance.now()` stands still meanwhile
// in most browsers, so that all ages would be too small by the length of the sleep.

/** Two clocks that part by less than this drift, or are set. */
const leastSleep = 2;

let slept = 0;
let [own, wall] = [performance.now(), Date.now()];
let woken = () => {};

/** Now; looks for a sleep first. */
export function ownTime() {
  const [ownNow, wallNow] = [performance.now(), Date.now()];
  const ahead = (wallNow - wall - (ownNow - own)) / 1000;
  [own, wall] = [ownNow, wallNow];
  // A clock that was set ahead looks the same: until the next record the page knows nothing of now then, either.
  if (ahead > leastSleep) {
    slept += ahead;
    woken(ahead);
  }
  return ownNow / 1000 + slept;
}

/** Calls a function with the seconds of each sleep, before anything of now is shown. */
export function onWaking(deed) {
  woken = deed;
}
