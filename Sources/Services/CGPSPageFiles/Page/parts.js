// What the modules that are loaded later make: parts of the page, dialogs, and the style of both.
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

/** A part of the page behind the marks, hidden: `{part, heading}`. A button closes it where that has words, and calls back. */
export function makePart(name, title, closing, closed) {
  const part = make('section');
  part.id = `part-${name}`;
  part.tabIndex = -1;
  part.hidden = true;
  const row = make('div');
  row.className = 'row';
  const heading = headingOf(part, name, title);
  row.append(heading);
  part.append(row);
  if (closing) {
    const close = make('button', 'Close');
    close.setAttribute('aria-label', closing);
    close.addEventListener('click', () => {
      closed();
      element(`${name}-button`).focus();
    });
    row.append(close);
  }
  // The other parts are put in order at each change of the width, before this one.
  const order = () => element('part-marks').after(part);
  matchMedia('(min-width: 56.25em)').addEventListener('change', order);
  order();
  return { part, heading };
}

function headingOf(place, name, title) {
  const heading = make('h2', title);
  heading.id = `${name}-heading`;
  place.setAttribute('aria-labelledby', heading.id);
  return heading;
}
