import Testing

@testable import GPSBridgeTool
@testable import TerminalKit

@Suite struct `A bar` {
  @Test(arguments: [
    (0.0, ""), (0.02, "▏"), (0.5, "██"), (0.625, "██▌"), (0.99, "████"), (1, "████"), (-1, ""), (2, "████"),
  ]) func `of four cells is full by eighths`(_ part: Double, _ text: String) {
    var shown = String.UnicodeScalarView()
    shown.append(contentsOf: Bar.scalars(part, width: 4))
    #expect(String(shown) == text)
  }

  @Test(arguments: [0, -1, -100])
  func `without room is empty`(_ width: Int) { #expect(Bar.scalars(1, width: width).isEmpty) }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `of what is no number is empty`(_ part: Double) { #expect(Bar.scalars(part, width: 4).isEmpty) }

  @Test func `never shrinks as its part grows, and never leaves its width`() {
    func units(_ scalars: [Unicode.Scalar]) -> Int {
      scalars.reduce(0) { $0 + ($1 == "█" ? 8 : 0x2590 - Int($1.value)) }
    }
    for width in 1...20 {
      var before = 0
      for step in 0...200 {
        let scalars = Bar.scalars(Double(step) / 200, width: width)
        #expect(scalars.count <= width && units(scalars) >= before)
        before = units(scalars)
      }
      #expect(before == 8 * width)
    }
  }

  @Test func `leaves what stands behind it`() {
    var canvas = Canvas(ScreenSize(width: 6, height: 1))
    canvas.put("abcdef", x: 0, y: 0)
    canvas.bar(0.5, x: 1, y: 0, width: 4, .plain)
    #expect(canvas.lines == ["a██def"])
  }
}

@Suite struct `A line of dots` {
  private func dots(_ grid: DotGrid) -> Int {
    var count = 0
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        count += grid.scalar(column, row).map { ($0.value & 0xFF).nonzeroBitCount } ?? 0
      }
    }
    return count
  }

  @Test(arguments: [(0, 0), (19, 0), (0, 19), (19, 19), (3, 17), (19, 5)])
  func `has one dot for each step of its longer side`(_ x: Int, _ y: Int) {
    var there = DotGrid(columns: 10, rows: 5)
    there.line(from: (0, 0), to: (x, y))
    #expect(dots(there) == max(x, y) + 1)
    // To the left and up as to the right and down: one dot for each step, and both ends are there.
    var back = DotGrid(columns: 10, rows: 5)
    back.line(from: (x, y), to: (0, 0))
    #expect(dots(back) == max(x, y) + 1 && (back.scalar(0, 0)?.value ?? 0) & 1 == 1)
  }

  @Test func `needs a grid that is there`() {
    let grid = DotGrid(columns: -3, rows: 0)
    #expect(grid.width == 0 && grid.height == 0)
    var canvas = Canvas(ScreenSize(width: 2, height: 1))
    canvas.draw(grid, x: 0, y: 0, .plain)
    #expect(canvas.lines == [""])
  }

  @Test func `leaves cells alone that it does not touch`() {
    var grid = DotGrid(columns: 3, rows: 1)
    grid.set(0, 0)
    var canvas = Canvas(ScreenSize(width: 3, height: 1))
    canvas.put("abc", x: 0, y: 0)
    canvas.draw(grid, x: 0, y: 0, .plain)
    #expect(canvas.lines == ["⠁bc"])
  }
}
