/// How many cells a screen has.
struct ScreenSize: Hashable, Sendable {
  var width: Int
  var height: Int

  /// More than any screen has: what a terminal claims beyond it is not believed.
  static let largest = 1000
  /// What a terminal has that does not say.
  static let usual = ScreenSize(width: 80, height: 24)

  init(width: Int, height: Int) {
    self.width = min(max(width, 1), Self.largest)
    self.height = min(max(height, 1), Self.largest)
  }
}

/// A rectangle of cells.
struct Area: Hashable, Sendable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  var right: Int { x + width }
  var bottom: Int { y + height }
  var isEmpty: Bool { width <= 0 || height <= 0 }

  /// What is within a frame of this size.
  var inner: Area { Area(x: x + 1, y: y + 1, width: width - 2, height: height - 2) }

  /// With so many blank columns on both sides.
  func padded(_ columns: Int) -> Area {
    Area(x: x + columns, y: y, width: width - 2 * columns, height: height)
  }

  /// One of its rows, counted from 0.
  func row(_ index: Int) -> Area { Area(x: x, y: y + index, width: width, height: 1) }
}
