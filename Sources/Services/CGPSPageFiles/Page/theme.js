// Light or dark: the system's, until somebody chooses. The dark colors are a style sheet of their own, which is on or off,
// so that each color stands once and the first picture is right before any script runs.
import { choice, keep } from './choices.js';

const dark = matchMedia('(prefers-color-scheme: dark)');
const sheet = document.getElementById('dark-style');

export function isDark() {
  const chosen = choice('theme');
  return chosen === undefined ? dark.matches : chosen === 'dark';
}

/** Applies the theme, and calls back at once and whenever it changes. */
export function watchTheme(changed) {
  const apply = () => {
    if (choice('theme') !== undefined) sheet.media = isDark() ? 'all' : 'not all';
    changed();
  };
  dark.addEventListener('change', apply);
  matchMedia('(forced-colors: active)').addEventListener('change', apply);
  apply();
}

export function switchTheme(changed) {
  keep('theme', isDark() ? 'light' : 'dark');
  sheet.media = isDark() ? 'all' : 'not all';
  changed();
}
