#!/usr/bin/env python3
"""Draws the screen of a terminal as an SVG, and stores its text.

    tmux capture-pane -e -p | terminal-svg.py TITLE OUT.svg OUT.txt

Supports the colors and weights that `gpsbridge monitor` uses; any other escape is an error, so that no picture lacks something.
"""

import html
import re
import sys
import unicodedata

CELL, LINE, MARGIN = 8.4, 17, 12
PAPER, INK = "#14181f", "#d7dce2"
# The sixteen named colors as dark terminals show them.
COLOURS = [
    "#3b4048", "#e06c75", "#7bc96f", "#e0b35c", "#61a5e8", "#c382dd", "#4fc1c9", "#d7dce2",
    "#7c8594", "#ff8a93", "#98e08c", "#f2cb7c", "#86bef5", "#daa3ef", "#74dce3", "#ffffff",
]
ESCAPE = re.compile(r"\x1b\[([0-9;]*)m")


def runs(line, style):
    """The pieces of a line, each with its style: (color, background, is bold)."""
    place, column, found = 0, 0, []
    while place < len(line):
        match = ESCAPE.match(line, place)
        if match:
            style = changed(style, match.group(1))
            place = match.end()
            continue
        end = line.find("\x1b", place)
        text = line[place : len(line) if end < 0 else end]
        if not text:
            sys.exit(f"terminal-svg.py: unknown escape: {line[place:place + 12]!r}")
        if any(unicodedata.east_asian_width(letter) in "WF" for letter in text):
            sys.exit(f"terminal-svg.py: a character of double width in {text!r}")
        found.append((column, text, style))
        column += len(text)
        place += len(text)
    return found, style


def changed(style, codes):
    color, ground, bold = style
    numbers = [int(code or 0) for code in codes.split(";")]
    for code in numbers:
        if code == 0:
            color, ground, bold = None, None, False
        elif code == 1:
            bold = True
        elif code == 22:
            bold = False
        elif 30 <= code <= 37:
            color = code - 30
        elif 90 <= code <= 97:
            color = code - 90 + 8
        elif 40 <= code <= 47:
            ground = code - 40
        elif 100 <= code <= 107:
            ground = code - 100 + 8
        elif code == 39:
            color = None
        elif code == 49:
            ground = None
        else:
            sys.exit(f"terminal-svg.py: unknown code {code}")
    return color, ground, bold


def drawn(lines, title):
    """The SVG."""
    width = max(len(ESCAPE.sub("", line)) for line in lines) * CELL + 2 * MARGIN
    height = len(lines) * LINE + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" '
        f'height="{height}" role="img" aria-label="{html.escape(title)}">',
        f"<title>{html.escape(title)}</title>",
        f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>',
        # Browsers have a rule of their own for text, which goes before what it inherits.
        "<style>text{white-space:pre}</style>",
        f'<g fill="{INK}" font-size="14" xml:space="preserve" '
        "font-family=\"'DejaVu Sans Mono','Liberation Mono',Menlo,Consolas,ui-monospace,monospace\">",
    ]
    style = (None, None, False)
    for number, line in enumerate(lines):
        found, style = runs(line, style)
        for column, text, (color, ground, bold) in found:
            x, y, length = MARGIN + column * CELL, MARGIN + number * LINE, len(text) * CELL
            if ground is not None:
                parts.append(f'<rect x="{x:.1f}" y="{y}" width="{length:.1f}" height="{LINE}" fill="{COLOURS[ground]}"/>')
            if not text.strip():
                continue
            # Each run has the width of its cells in any font.
            kind = "".join([f' fill="{COLOURS[color]}"' if color is not None else "", ' font-weight="bold"' if bold else ""])
            parts.append(
                f'<text x="{x:.1f}" y="{y + 13}" textLength="{length:.1f}" lengthAdjust="spacingAndGlyphs"{kind}>'
                f"{html.escape(text, quote=False)}</text>"
            )
    return "\n".join(parts + ["</g>", "</svg>", ""])


def main(title, picture, text):
    lines = sys.stdin.read().rstrip("\n").split("\n")
    with open(picture, "w", encoding="utf-8") as file:
        file.write(drawn(lines, title))
    with open(text, "w", encoding="utf-8") as file:
        file.writelines(ESCAPE.sub("", line).rstrip() + "\n" for line in lines)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
