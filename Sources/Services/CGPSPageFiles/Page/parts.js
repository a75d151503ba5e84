// What the modules that are loaded later make: dialogs, and their style.
import { element, make } from './panels.js';

/** Adds the style sheet of what is loaded later. */
export function addSheet() {
  if (element('later-style')) return;
  const sheet = make('link');
  // Where it fails, the next call tries again.
  Object.assign(sheet, { id: 'later-style', rel: 'stylesheet', href: '/marks.css', onerror: () => sheet.remove() });
  document.head.append(sheet);
}

/** A dialog without contents: `{dialog, heading, close}`, a heading and a button that closes it, which are not in it yet. */
export function makeDialog(id, title) {
  const dialog = make('dialog');
  dialog.id = id;
  const close = make('button', 'Close');
  close.addEventListener('click', () => dialog.close());
  document.body.append(dialog);
  return { dialog, heading: headingOf(dialog, id, title), close };
}

function headingOf(place, name, title) {
  const heading = make('h2', title);
  heading.id = `${name}-heading`;
  place.setAttribute('aria-labelledby', heading.id);
  return heading;
}
