/// The number of cells that a character occupies on a terminal: zero, one or two.
///
/// It follows `wcwidth`, but with our own table, because the C library's depends on the locale.
package enum CharacterWidth {
  package static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return value < 0x20 || 0x7F...0x9F ~= value || value == 0xAD ? 0 : 1 }
    // Most of the drawing is box drawing, blocks and braille.
    if 0x2500...0x25FF ~= value || 0x2800...0x28FF ~= value { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .surrogate: return 0
    default: break
    }
    // The second and third parts of a Korean syllable combine with the first.
    if 0x1160...0x11FF ~= value || 0xD7B0...0xD7FF ~= value { return 0 }
    return isWide(value) ? 2 : 1
  }

  /// The number of cells of a text.
  package static func of(_ text: String) -> Int {
    // Most text is ASCII, where cells equal bytes.
    if text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return text.utf8.count }
    return text.unicodeScalars.reduce(0) { $0 + of($1) }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    // Find the first range that does not end before the value.
    var low = 0
    var high = wide.count
    while low < high {
      let middle = (low + high) / 2
      if wide[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < wide.count && wide[low].contains(value)
  }

  /// East Asian wide and full-width characters, and pictographs that occupy two cells; sorted.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0, 0x23F3...0x23F3,
    0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F, 0x2693...0x2693, 0x26A1...0x26A1, 0x26AA...0x26AB,
    0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA, 0x26F2...0x26F3,
    0x26F5...0x26F5, 0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B, 0x2728...0x2728,
    0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797, 0x27B0...0x27B0,
    0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55, 0x2E80...0x303E, 0x3041...0x33FF,
    0x3400...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x16FE4, 0x17000...0x18CD5,
    0x1AFF0...0x1B2FB, 0x1F004...0x1F004, 0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A,
    0x1F200...0x1F320, 0x1F32D...0x1F335, 0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA,
    0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E, 0x1F440...0x1F440,
    0x1F442...0x1F4FC, 0x1F4FF...0x1F53D, 0x1F54B...0x1F54E, 0x1F550...0x1F567, 0x1F57A...0x1F57A,
    0x1F595...0x1F596, 0x1F5A4...0x1F5A4, 0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC,
    0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6D7, 0x1F6DC...0x1F6DF, 0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC,
    0x1F7E0...0x1F7EB, 0x1F7F0...0x1F7F0, 0x1F90C...0x1F93A, 0x1F93C...0x1F945, 0x1F947...0x1F9FF,
    0x1FA70...0x1FAFF, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}

/// Breaks text into lines at spaces.
package enum TextFolding {
  /// Lines of at most `width` cells; longer words are split.
  ///
  /// If the text needs more lines than allowed, the last one ends with `…`.
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
