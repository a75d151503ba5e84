internal import GPSBase

/// A screen to draw on, as cells in memory.
///
/// All text is written with ``put(_:x:y:_:within:)``, which leaves out invisible characters, so that no text
/// can send escape sequences to the terminal.
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

  // MARK: - Text

  /// Writes text from a position to the right, as much as fits; returns the column after it.
  ///
  /// Text that does not fit ends with `…`.
  @discardableResult package mutating func put(
    _ text: String, x: Int, y: Int, _ style: Style = .plain, within limit: Int? = nil
  ) -> Int {
    let end = min(limit ?? width, width)
    guard y >= 0, y < height, x < end else { return x }
    let isCut = CharacterWidth.of(text) > end - x
    var column = x
    for scalar in text.unicodeScalars {
      // A zero-width character combines with the one before it, but a cell holds only one.
      let cells = VisibleText.isHarmless(scalar) ? CharacterWidth.of(scalar) : 0
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

  /// Writes text that ends before a column.
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

  /// Half of a wide character can't remain when the other half is overwritten.
  private mutating func breakWide(_ x: Int, _ y: Int) {
    if self[x, y].scalar == nil, x > 0 { self[x - 1, y].scalar = " " }
    if x + 1 < width, self[x + 1, y].scalar == nil { self[x + 1, y].scalar = " " }
  }

  /// Draws one character in one cell.
  package mutating func plot(_ scalar: Unicode.Scalar, x: Int, y: Int, _ style: Style = .plain) {
    guard contains(x, y) else { return }
    set(scalar, 1, x, y, style)
  }

  /// The screen as lines without trailing spaces.
  package var lines: [String] {
    (0..<height).map { y in
      var line = String.UnicodeScalarView()
      for x in 0..<width { if let scalar = self[x, y].scalar { line.append(scalar) } }
      while line.last == " " { line.removeLast() }
      return String(line)
    }
  }

  /// Replaces characters by others of the same width.
  package mutating func mapScalars(_ map: (Unicode.Scalar) -> Unicode.Scalar) {
    for index in cells.indices {
      // A wide character becomes two narrow ones.
      cells[index].scalar = cells[index].scalar.map(map) ?? " "
    }
  }
}

package struct Cell: Hashable, Sendable {
  /// The character; nil in the right half of a wide one.
  package var scalar: Unicode.Scalar?
  package var style = Style.plain

  package static let blank = Cell(scalar: " ")
}

extension Canvas {
  /// Draws a frame, which joins with lines that it meets.
  package mutating func frame(_ area: Area, _ style: Style = .quiet) {
    guard area.width >= 2, area.height >= 2 else { return }
    let (right, bottom) = (area.right - 1, area.bottom - 1)
    join([.east, .south], area.x, area.y, style)
    join([.west, .south], right, area.y, style)
    join([.east, .north], area.x, bottom, style)
    join([.west, .north], right, bottom, style)
    horizontal(y: area.y, from: area.x + 1, to: right - 1, style)
    horizontal(y: bottom, from: area.x + 1, to: right - 1, style)
    vertical(x: area.x, from: area.y + 1, to: bottom - 1, style)
    vertical(x: right, from: area.y + 1, to: bottom - 1, style)
  }

  /// Draws a line between two columns, inclusive.
  package mutating func horizontal(y: Int, from start: Int, to end: Int, _ style: Style = .quiet) {
    guard start <= end else { return }
    for x in start...end { join([.west, .east], x, y, style) }
  }

  /// Draws a line between two rows, inclusive.
  package mutating func vertical(x: Int, from start: Int, to end: Int, _ style: Style = .quiet) {
    guard start <= end else { return }
    for y in start...end { join([.north, .south], x, y, style) }
  }

  private mutating func join(_ arms: LineArms, _ x: Int, _ y: Int, _ style: Style) {
    guard contains(x, y) else { return }
    let present = self[x, y].scalar.flatMap(LineArms.init) ?? []
    plot(arms.union(present).scalar, x: x, y: y, style)
  }

  /// Writes a frame's title on its upper edge.
  package mutating func title(_ title: String, _ detail: String = "", x: Int, y: Int, within limit: Int) {
    var end = put(" \(title)", x: x, y: y, .title, within: limit)
    // A detail needs at least a space, a letter and the ellipsis.
    if !detail.isEmpty, end + 2 < limit { end = put(" \(detail)", x: end, y: y, .plain, within: limit) }
    // The space after it is left out at the limit.
    if end < limit { put(" ", x: end, y: y, within: limit) }
  }
}

/// The directions in which lines leave a cell.
struct LineArms: OptionSet, Hashable {
  let rawValue: UInt8

  static let north = LineArms(rawValue: 1)
  static let east = LineArms(rawValue: 2)
  static let south = LineArms(rawValue: 4)
  static let west = LineArms(rawValue: 8)

  /// Indexed by the raw value; a single arm looks like a full line.
  private static let scalars: [Unicode.Scalar] = [
    " ", "│", "─", "└", "│", "│", "┌", "├", "─", "┘", "─", "┴", "┐", "┤", "┬", "┼",
  ]

  var scalar: Unicode.Scalar { Self.scalars[Int(rawValue & 15)] }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The arms of a line-drawing character; nil for any other.
  init?(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "│": self = [.north, .south]
    case "─": self = [.east, .west]
    case "└": self = [.north, .east]
    case "┌": self = [.east, .south]
    case "├": self = [.north, .east, .south]
    case "┘": self = [.north, .west]
    case "┴": self = [.north, .east, .west]
    case "┐": self = [.south, .west]
    case "┤": self = [.north, .south, .west]
    case "┬": self = [.east, .south, .west]
    case "┼": self = [.north, .east, .south, .west]
    default: return nil
    }
  }
}

/// A bar that grows to the right in eighths of a cell.
enum Bar {
  private static let eighths: [Unicode.Scalar] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// The characters of a bar that fills a share (0 to 1) of a width.
  static func scalars(_ part: Double, width: Int) -> [Unicode.Scalar] {
    guard width > 0 else { return [] }
    let whole = part.isFinite ? min(max(part, 0), 1) : 0
    let units = Int((whole * Double(width * 8)).rounded())
    var scalars = [Unicode.Scalar](repeating: "█", count: units / 8)
    if units % 8 > 0 { scalars.append(eighths[units % 8]) }
    return scalars
  }
}

extension Canvas {
  /// Draws a bar that fills a share (0 to 1) of a width.
  package mutating func bar(_ part: Double, x: Int, y: Int, width: Int, _ style: Style) {
    for (index, scalar) in Bar.scalars(part, width: width).enumerated() {
      plot(scalar, x: x + index, y: y, style)
    }
  }
}
