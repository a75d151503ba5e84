/// The size of a screen in cells.
package struct ScreenSize: Hashable, Sendable {
  package var width: Int
  package var height: Int

  /// More than any screen has; larger reported sizes are not trusted.
  package static let largest = 1000
  /// The size to assume if a terminal does not report its size.
  package static let usual = ScreenSize(width: 80, height: 24)

  package init(width: Int, height: Int) {
    self.width = min(max(width, 1), Self.largest)
    self.height = min(max(height, 1), Self.largest)
  }
}

/// A rectangle of cells.
package struct Area: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(
    x: Int, y: Int, width: Int, height: Int
  ) { (self.x, self.y, self.width, self.height) = (x, y, width, height) }

  package var right: Int { x + width }
  package var bottom: Int { y + height }
  package var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The area inside a frame of this size.
  package var inner: Area { Area(x: x + 1, y: y + 1, width: width - 2, height: height - 2) }

  /// The area without this many columns on both sides.
  package func padded(_ columns: Int) -> Area {
    Area(x: x + columns, y: y, width: width - 2 * columns, height: height)
  }

  /// A row, counted from 0.
  package func row(_ index: Int) -> Area { Area(x: x, y: y + index, width: width, height: 1) }
}
