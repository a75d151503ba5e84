/// Breaks text into lines at blanks.
package enum TextFolding {
  /// Lines of at most so many cells; a word that is longer is cut into pieces.
  ///
  /// If more lines are needed than allowed, the last one ends with `…`.
  package static func lines(_ text: String, width: Int, most: Int = .max) -> [String] {
    guard width > 0, most > 0 else { return [] }
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      for piece in pieces(String(word), width) {
        if !line.isEmpty, CharacterWidth.of(line) + 1 + CharacterWidth.of(piece) > width {
          lines.append(line)
          line = ""
        }
        line += (line.isEmpty ? "" : " ") + piece
      }
    }
    if !line.isEmpty { lines.append(line) }
    guard lines.count > most else { return lines }
    lines.removeLast(lines.count - most)
    lines[most - 1] = ended(lines[most - 1], width)
    return lines
  }

  /// A line with `…` at its end, within the width.
  private static func ended(_ line: String, _ width: Int) -> String {
    var line = line
    while CharacterWidth.of(line) > width - 1, !line.isEmpty { line.removeLast() }
    return line + "…"
  }

  private static func pieces(_ word: String, _ width: Int) -> [String] {
    guard CharacterWidth.of(word) > width else { return [word] }
    var pieces = [""]
    var room = width
    for character in word {
      let cells = CharacterWidth.of(String(character))
      if cells > room {
        pieces.append("")
        room = width
      }
      pieces[pieces.count - 1].append(character)
      room -= cells
    }
    return pieces
  }
}
