/// A cell of a table.
public struct Coordinate: Hashable, Sendable {
  /// The column.
  public var x: Int
  /// The row.
  public var y: Int

  /// Makes a cell.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// A repair.
public struct Fix: Hashable, Sendable {
  /// The number of what was broken.
  public var ticket: Int

  /// Makes a repair.
  public init(ticket: Int) { self.ticket = ticket }
}
