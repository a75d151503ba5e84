internal import Texts

/// A screen to draw on: cells, and nothing that leaves it.
///
/// All text goes through ``put(_:x:y:_:within:)``, which leaves out whatever is no visible character: no text, wherever
/// it came from, gets an escape onto the terminal.
package struct Canvas: Hashable, Sendable {
  package let size: ScreenSize
  package private(set) var cells: [Cell]

  package init(_ size: ScreenSize) {
    self.size = size
    cells = [Cell](repeating: .blank, count: size.width * size.height)
  }

  package var width: Int { size.width }
  package var height: Int { size.height }
  package var area: Area { Area(x: 0, y: 0, width: width, height: height) }

  package subscript(x: Int, y: Int) -> Cell {
    get { cells[y * width + x] }
    set { cells[y * width + x] = newValue }
  }

  package func contains(_ x: Int, _ y: Int) -> Bool { x >= 0 && x < width && y >= 0 && y < height }

  // MARK: Text

  /// Writes text from a place to the right, as far as there is room; answers the column behind it.
  ///
  /// Text that is too long ends with `…`.
  @discardableResult
  package mutating func put(_ text: String, x: Int, y: Int, _ style: Style = .plain, within limit: Int? = nil)
    -> Int
  {
    let end = min(limit ?? width, width)
    guard y >= 0, y < height, x < end else { return x }
    let isCut = CharacterWidth.of(text) > end - x
    var column = x
    for scalar in text.unicodeScalars {
      // A character without a width stands on the one before it; a cell has room for one.
      let cells = ShownText.isHarmless(scalar) ? CharacterWidth.of(scalar) : 0
      guard cells > 0 else { continue }
      guard column + cells <= end - (isCut ? 1 : 0) else { break }
      set(scalar, cells, column, y, style)
      column += cells
    }
    if isCut, column < end {
      set("…", 1, column, y, style)
      column += 1
    }
    return column
  }

  /// Writes text so that it ends before a column.
  package mutating func put(
    _ text: String, endingAt end: Int, y: Int, _ style: Style = .plain, from start: Int = 0
  ) {
    let x = max(start, end - CharacterWidth.of(text))
    put(text, x: x, y: y, style, within: end)
  }

  private mutating func set(_ scalar: Unicode.Scalar, _ cells: Int, _ x: Int, _ y: Int, _ style: Style) {
    guard x >= 0, x + cells <= width else { return }
    breakWide(x, y)
    self[x, y] = Cell(scalar: scalar, style: style)
    guard cells == 2 else { return }
    breakWide(x + 1, y)
    self[x + 1, y] = Cell(scalar: nil, style: style)
  }

  /// Half of a wide character cannot stay when the other half goes.
  private mutating func breakWide(_ x: Int, _ y: Int) {
    if self[x, y].scalar == nil, x > 0 { self[x - 1, y].scalar = " " }
    if x + 1 < width, self[x + 1, y].scalar == nil { self[x + 1, y].scalar = " " }
  }

  /// One character of one cell.
  package mutating func plot(_ scalar: Unicode.Scalar, x: Int, y: Int, _ style: Style = .plain) {
    guard contains(x, y) else { return }
    set(scalar, 1, x, y, style)
  }

  /// The screen as lines, without what is blank at their ends.
  package var lines: [String] {
    (0..<height).map { y in
      var line = String.UnicodeScalarView()
      for x in 0..<width { if let scalar = self[x, y].scalar { line.append(scalar) } }
      while line.last == " " { line.removeLast() }
      return String(line)
    }
  }

  /// Maps each character to another one of the same width.
  package mutating func mapScalars(_ map: (Unicode.Scalar) -> Unicode.Scalar) {
    for index in cells.indices {
      // A wide character becomes two narrow ones.
      cells[index].scalar = cells[index].scalar.map(map) ?? " "
    }
  }
}

/// One place of the screen.
package struct Cell: Hashable, Sendable {
  /// The character; the right half of a wide one has none.
  package var scalar: Unicode.Scalar?
  package var style = Style.plain

  package static let blank = Cell(scalar: " ")
}
