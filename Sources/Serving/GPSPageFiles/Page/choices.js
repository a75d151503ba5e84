// What the user chose, kept in this browser. A browser that keeps nothing, as in a private window, loses nothing but that.

const key = 'gpsbridge';

function all() {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}

/** A choice; undefined if none was made. */
export function choice(name) {
  return all()[name];
}

/** Keeps a choice. */
export function keep(name, value) {
  try {
    localStorage.setItem(key, JSON.stringify({ ...all(), [name]: value }));
  } catch {
    // The choice holds until the page is closed.
  }
}
