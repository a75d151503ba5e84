// Pictures under the map, where the service has a file of them, and whose they are. A tile that the file lacks is shown by a coarser one.
import { make } from './panels.js';

const size = 256;
const least = 256; // Tiles that are kept at least.
const coarsest = 4; // Levels that a coarser tile may stand in for.

/** The tiles that were fetched, and those that are on their way. */
export class Tiles {
  /**
   * @param about what the service says of them: `minzoom`, `maxzoom`, `attribution`, all optional
   * @param arrived called when a picture has come
   */
  constructor(about, arrived) {
    this.least = about.minzoom ?? 0;
    this.greatest = about.maxzoom ?? 19;
    this.arrived = arrived;
    this.pictures = new Map();
    this.most = least;
  }

  /** Asks anew for what did not come, as when the service is back. */
  forgetMissing() {
    for (const [path, picture] of this.pictures) if (picture.complete && picture.naturalWidth === 0) this.pictures.delete(path);
  }

  /** Draws what is there; answers whether anything was. */
  draw(pen, view) {
    const wanted = Math.round(Math.log2(view.scale / size));
    const level = Math.max(this.least, Math.min(this.greatest, wanted));
    const count = 2 ** level;
    const side = view.scale / count;
    // Far out a tile would be a dot.
    if (side < size / 8) return false;
    const isOnce = view.scale <= view.width;
    const west = isOnce ? 0 : Math.floor(view.west * count);
    const east = isOnce ? count - 1 : Math.floor(view.east * count);
    const north = Math.max(0, Math.floor(view.north * count));
    const south = Math.min(count - 1, Math.floor(view.south * count));
    const seen = [];
    for (let row = north; row <= south; row += 1) {
      for (let column = west; column <= east; column += 1) {
        const box = { x: column * side + view.left, y: row * side + view.top, side };
        // Behind 180° the world goes on.
        if (view.sees?.(box) ?? true) seen.push([((column % count) + count) % count, row, box]);
      }
    }
    // All of a picture are kept, and the coarser ones of those that lack: a third as many, and some at the edges.
    this.most = Math.max(least, 2 * seen.length);
    let hasDrawn = false;
    for (const [column, row, box] of seen) if (this.#drawTile(pen, level, column, row, box)) hasDrawn = true;
    return hasDrawn;
  }

  #drawTile(pen, level, column, row, { x, y, side }) {
    for (let up = 0; up <= coarsest && level - up >= this.least; up += 1) {
      const picture = this.#picture(level - up, column >> up, row >> up);
      if (picture === null) continue;
      const part = picture.naturalWidth / 2 ** up;
      const fromX = (column % 2 ** up) * part;
      const fromY = (row % 2 ** up) * part;
      // Half a pixel more, or seams would be seen between tiles.
      pen.drawImage(picture, fromX, fromY, part, part, x, y, side + 0.5, side + 0.5);
      return true;
    }
    return false;
  }

  /** A picture that is there; null for one that is not, which is fetched. */
  #picture(level, column, row) {
    const path = `/tiles/${level}/${column}/${row}`;
    const known = this.pictures.get(path);
    if (known !== undefined) {
      // The one that was used last goes last.
      this.pictures.delete(path);
      this.pictures.set(path, known);
      return known.naturalWidth > 0 ? known : null;
    }
    const picture = new Image();
    picture.addEventListener('load', this.arrived);
    picture.src = path;
    this.pictures.set(path, picture);
    while (this.pictures.size > this.most) this.pictures.delete(this.pictures.keys().next().value);
    return null;
  }
}

// MARK: - Whose they are: the text of a file, and no mark of HTML but its links to the web

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", copy: '©', nbsp: ' ' };

/** A text of HTML without its entities. */
export function textOf(html) {
  return html.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (all, decimal, hexadecimal, name) => {
    const code = decimal ? Number(decimal) : parseInt(hexadecimal, 16);
    if (name) return entities[name.toLowerCase()] ?? all;
    return code > 31 && code < 0x110000 ? String.fromCodePoint(code) : '';
  });
}

/** The parts of an attribution: texts, and links to the web with their texts. Other marks of HTML are left out. */
export function attributionParts(html) {
  const parts = [];
  let href;
  for (const [, mark, text] of html.replace(/<(script|style)\b.*?<\/\1\s*>|<!--.*?-->/gis, '').matchAll(/<([^>]*)>|([^<]+)/g)) {
    if (text) parts.push({ text: textOf(text), href });
    else if (/^\/?a\b/i.test(mark ?? '')) href = /^a\b.*?\bhref\s*=\s*["']?(https?:\/\/[^"'\s>]+)/i.exec(mark)?.[1];
  }
  return parts.map((part) => ({ ...part, href: part.href && textOf(part.href) }));
}

export function showAttribution(place, html) {
  place.replaceChildren(...attributionParts(html).map(({ text, href }) =>
    (href ? make('a', { href, rel: 'noopener noreferrer' }, text) : make('span', text))));
  place.hidden = place.textContent.trim() === '';
}
