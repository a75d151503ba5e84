// What the modules that are loaded later make: dialogs, and their style.
import { make, setText } from './panels.js';

const sheets = new Map();

/** Adds the style sheet of what is loaded later, or another one, once; resolves to whether it is there. */
export function addSheet(name = 'later') {
  if (!sheets.has(name)) {
    sheets.set(name, new Promise((resolve) => {
      const sheet = make('link', { id: `${name}-style`, rel: 'stylesheet', href: `/${name}.css`, onload: () => resolve(true) });
      sheet.addEventListener('error', () => {
        // The next call tries again.
        sheet.remove();
        sheets.delete(name);
        resolve(false);
      });
      document.head.append(sheet);
    }));
  }
  return sheets.get(name);
}

/** A dialog: a heading, and what else is in it. */
export function makeDialog(id, title, ...contents) {
  const dialog = make('dialog', { id }, make('h2', { id: `${id}-heading` }, title), ...contents);
  dialog.setAttribute('aria-labelledby', `${id}-heading`);
  document.body.append(dialog);
  return dialog;
}

/** A button that closes the dialog that it is in. */
export const closeButton = () => make('button', { onclick: ({ target }) => target.closest('dialog').close() }, 'Close');

/** Shows rows of texts in a table. Only the cells that changed are renewed, so that who reads it is not thrown out. */
export function showRows(body, rows) {
  while (body.rows.length > rows.length) body.lastElementChild.remove();
  for (const [index, texts] of rows.entries()) {
    const line = body.rows[index] ?? body.insertRow();
    for (const [column, text] of texts.entries()) {
      if (line.cells[column] === undefined) line.append(column === 0 ? make('th', { scope: 'row' }) : make('td'));
      setText(line.cells[column], text);
    }
  }
}
