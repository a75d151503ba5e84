// What the modules that are loaded later make: dialogs and tables.
import { make, setText } from './panels.js';

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
