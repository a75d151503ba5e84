/// A bar that grows to the right, in eighths of a cell.
enum Bar {
  private static let eighths: [Unicode.Scalar] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// The characters of a bar that fills a part (0 to 1) of a width.
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
  /// Draws a bar that fills a part (0 to 1) of a width.
  package mutating func bar(_ part: Double, x: Int, y: Int, width: Int, _ style: Style) {
    for (index, scalar) in Bar.scalars(part, width: width).enumerated() {
      plot(scalar, x: x + index, y: y, style)
    }
  }
}
