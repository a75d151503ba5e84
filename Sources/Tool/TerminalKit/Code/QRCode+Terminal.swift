extension QRCode {
  /// Light modules around a code, without which cameras don't find it.
  private static let margin = 4

  /// Returns the columns that the code needs; `isPlain` means that the terminal is limited to ASCII.
  package func columns(isPlain: Bool) -> Int { (size + 2 * Self.margin) * (isPlain ? 2 : 1) }

  /// The code as lines for a terminal, dark on light whatever the terminal's own colors are.
  ///
  /// A character shows two modules, one above the other, or half of one on a terminal that is limited to ASCII.
  package func lines(isPlain: Bool) -> [String] {
    let places = -Self.margin..<(size + Self.margin)
    if isPlain {
      return places.map { y in
        places.map { x in self[x, y] ? "\u{1B}[40m  " : "\u{1B}[47m  " }.joined() + "\u{1B}[0m"
      }
    }
    return stride(from: places.lowerBound, to: places.upperBound, by: 2).map { y in
      let modules = places.map { x in
        switch (self[x, y], self[x, y + 1]) {
        case (false, false): " "
        case (true, false): "▀"
        case (false, true): "▄"
        case (true, true): "█"
        }
      }
      return "\u{1B}[30;47m" + modules.joined() + "\u{1B}[0m"
    }
  }
}
