// What the user chose, kept in this browser. A browser that keeps nothing, as in a private window, loses nothing but that.

const key = 'gpsbridge';
/** What the browser does not keep: it holds until the page is closed. */
const unkept = {};

function all() {
  try {
    return { ...JSON.parse(localStorage.getItem(key)), ...unkept };
  } catch {
    return unkept;
  }
}

export function choice(name) {
  return all()[name];
}

export function keep(name, value) {
  unkept[name] = value;
  try {
    localStorage.setItem(key, JSON.stringify(all()));
    delete unkept[name];
  } catch {
    // It stays there.
  }
}
