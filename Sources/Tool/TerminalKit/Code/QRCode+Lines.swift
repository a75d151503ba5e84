package import GPSBase

extension QRCode {
  /// Light modules around a code, without which cameras don't find it; the second is for low terminals.
  package static let margins = [4, 2]

  /// Returns the columns and lines that the code needs with a margin; `isPlain` means that the terminal is
  /// limited to ASCII.
  package func room(isPlain: Bool, margin: Int) -> ScreenSize {
    let side = size + 2 * margin
    return isPlain
      ? ScreenSize(width: 2 * side, height: side) : ScreenSize(width: side, height: (side + 1) / 2)
  }

  /// The code as lines for a terminal, dark on light whatever the terminal's own colors are.
  ///
  /// A character shows two modules, one above the other, or half of one on a terminal that is limited to ASCII.
  package func lines(isPlain: Bool, margin: Int) -> [String] {
    let places = -margin..<(size + margin)
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
