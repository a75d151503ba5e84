/// The characters for a terminal that is limited to ASCII.
///
/// The finished screen is mapped cell by cell, so that no character is missed and the layout is the same.
package enum PlainGlyphs {
  package static func scalar(for scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case _ where scalar.isASCII: scalar
    case "│": "|"
    case "─": "-"
    case "└", "┌", "├", "┘", "┴", "┐", "┤", "┬", "┼": "+"
    case "█": "#"
    case "▉", "▊", "▋", "▌": "="
    case "▍", "▎", "▏": "-"
    case "●", "◆": "*"
    case "○": "o"
    case "·", "…": "."
    case "±": "~"
    case "−", "–": "-"
    case "→", "▸": ">"
    case "←": "<"
    case "↑", "▲": "^"
    case "↓", "▼": "v"
    case "°": " "
    case "′": "'"
    case "″": "\""
    case "×": "x"
    case "≤": "<"
    case "≥": ">"
    default: braille(scalar) ?? "?"
    }
  }

  private static func braille(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard 0x2800...0x28FF ~= scalar.value else { return nil }
    return switch (scalar.value & 0xFF).nonzeroBitCount {
    case 0: " "
    case 1...2: "."
    case 3...4: ":"
    default: "*"
    }
  }
}
