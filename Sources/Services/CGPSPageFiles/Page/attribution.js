// Whose a map is: the text of a file of tiles, and no mark of HTML but its links to the web.
import { make } from './panels.js';

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

/** Shows whose map it is. */
export function showAttribution(place, html) {
  place.replaceChildren(...attributionParts(html).map(({ text, href }) =>
    (href ? make('a', { href, rel: 'noopener noreferrer' }, text) : make('span', text))));
  place.hidden = place.textContent.trim() === '';
}
