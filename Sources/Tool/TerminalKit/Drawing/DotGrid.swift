/// A grid of dots, two across and four down per cell, drawn as braille.
package struct DotGrid {
  package let columns: Int
  package let rows: Int
  private var patterns: [UInt8]

  /// Creates a grid for a number of cells.
  package init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    patterns = [UInt8](repeating: 0, count: self.columns * self.rows)
  }

  /// The number of dots across and down.
  package var width: Int { columns * 2 }
  package var height: Int { rows * 4 }

  /// Sets a dot, counted from the upper left; ignored outside the grid.
  package mutating func set(_ x: Int, _ y: Int) {
    guard x >= 0, x < width, y >= 0, y < height else { return }
    patterns[(y / 4) * columns + x / 2] |= Self.bits[(y % 4) * 2 + x % 2]
  }

  /// Sets the dots of a straight line.
  package mutating func line(from start: (x: Int, y: Int), to end: (x: Int, y: Int)) {
    let steps = max(abs(end.x - start.x), abs(end.y - start.y))
    // A line longer than any screen is a mistake, and would take very long.
    guard steps > 0, steps < 100_000 else { return set(start.x, start.y) }
    for step in 0...steps {
      set(
        start.x + Self.share(step, of: end.x - start.x, in: steps),
        start.y + Self.share(step, of: end.y - start.y, in: steps))
    }
  }

  /// The distance covered after some of the steps, rounded symmetrically for both directions.
  private static func share(_ step: Int, of way: Int, in steps: Int) -> Int {
    let far = (abs(way) * step * 2 + steps) / (2 * steps)
    return way < 0 ? -far : far
  }

  /// The bits of the eight dots in a cell, row by row, as Unicode numbers them.
  private static let bits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

  /// The character of a cell; nil without dots.
  package func scalar(_ column: Int, _ row: Int) -> Unicode.Scalar? {
    let pattern = patterns[row * columns + column]
    return pattern == 0 ? nil : Unicode.Scalar(0x2800 + UInt32(pattern))
  }
}

extension Canvas {
  /// Draws a grid with its upper left cell at a position; cells without dots remain.
  package mutating func draw(_ grid: DotGrid, x: Int, y: Int, _ style: Style) {
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        if let scalar = grid.scalar(column, row) { plot(scalar, x: x + column, y: y + row, style) }
      }
    }
  }
}
