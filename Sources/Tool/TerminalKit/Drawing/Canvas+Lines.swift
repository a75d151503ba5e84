extension Canvas {
  /// Draws a frame; where it meets lines that are there already, they join.
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

  /// Draws a line between two columns, both included.
  package mutating func horizontal(y: Int, from start: Int, to end: Int, _ style: Style = .quiet) {
    guard start <= end else { return }
    for x in start...end { join([.west, .east], x, y, style) }
  }

  /// Draws a line between two rows, both included.
  package mutating func vertical(x: Int, from start: Int, to end: Int, _ style: Style = .quiet) {
    guard start <= end else { return }
    for y in start...end { join([.north, .south], x, y, style) }
  }

  private mutating func join(_ arms: LineArms, _ x: Int, _ y: Int, _ style: Style) {
    guard contains(x, y) else { return }
    let present = self[x, y].scalar.flatMap(LineArms.init) ?? []
    plot(arms.union(present).scalar, x: x, y: y, style)
  }

  /// A frame's title, in its upper edge.
  package mutating func title(_ title: String, _ detail: String = "", x: Int, y: Int, within limit: Int) {
    var end = put(" \(title)", x: x, y: y, .title, within: limit)
    // A blank, a letter and the mark of a cut are the least that says anything.
    if !detail.isEmpty, end + 2 < limit { end = put(" \(detail)", x: end, y: y, .plain, within: limit) }
    // The blank behind it needs no mark where there is no room for it.
    if end < limit { put(" ", x: end, y: y, within: limit) }
  }
}

/// In which directions lines leave a cell.
struct LineArms: OptionSet, Hashable {
  let rawValue: UInt8

  static let north = LineArms(rawValue: 1)
  static let east = LineArms(rawValue: 2)
  static let south = LineArms(rawValue: 4)
  static let west = LineArms(rawValue: 8)

  /// In the order of the raw value; a single arm looks like a line through.
  private static let scalars: [Unicode.Scalar] = [
    " ", "│", "─", "└", "│", "│", "┌", "├", "─", "┘", "─", "┴", "┐", "┤", "┬", "┼",
  ]

  var scalar: Unicode.Scalar { Self.scalars[Int(rawValue & 15)] }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The arms of a character that lines are drawn with; nil for any other.
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
