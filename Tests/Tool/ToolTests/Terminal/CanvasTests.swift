import Testing

@testable import GPSBridgeTool
@testable import TerminalKit

@Suite struct `The size of a screen` {
  @Test(arguments: [
    (0, 0, 1, 1), (-5, 24, 1, 24), (80, 24, 80, 24), (65_535, 65_535, 1000, 1000), (1000, 1001, 1000, 1000),
  ]) func `is believed between one cell and a thousand`(
    width: Int, height: Int, shownWidth: Int, shownHeight: Int
  ) {
    let size = ScreenSize(width: width, height: height)
    #expect(size.width == shownWidth && size.height == shownHeight)
  }

  @Test func `gives a canvas as many cells`() {
    let canvas = Canvas(ScreenSize(width: 7, height: 3))
    #expect(canvas.cells.count == 21 && canvas.area == Area(x: 0, y: 0, width: 7, height: 3))
    #expect(canvas.lines == ["", "", ""])
  }
}

@Suite struct `A canvas` {
  private func canvas(_ width: Int = 20, _ height: Int = 4) -> Canvas {
    Canvas(ScreenSize(width: width, height: height))
  }

  @Test func `lets no escape through, wherever the text came from`() {
    var canvas = canvas(60)
    canvas.put("a\u{1B}[2Jb\u{7}c\u{9B}31md\r\ne\u{202E}f\u{200F}g", x: 0, y: 0)
    #expect(canvas.lines[0] == "a[2Jbc31mdefg")
  }

  @Test func `cuts text that is too long, and says so`() {
    var canvas = canvas(8)
    canvas.put("0123456789", x: 2, y: 0)
    #expect(canvas.lines[0] == "  01234…")
    canvas.put("012345", x: 2, y: 1)
    #expect(canvas.lines[1] == "  012345")
    canvas.put("012345", x: 2, y: 2, within: 5)
    #expect(canvas.lines[2] == "  01…")
  }

  @Test func `draws nothing outside`() {
    var canvas = canvas(4, 2)
    canvas.put("below", x: 0, y: 2)
    canvas.put("above", x: 0, y: -1)
    canvas.put("right", x: 4, y: 0)
    canvas.plot("x", x: -1, y: 0)
    canvas.frame(Area(x: -3, y: -3, width: 20, height: 20))
    #expect(canvas.lines == ["", ""])
  }

  @Test func `gives a wide character two cells, or none`() {
    var canvas = canvas(5)
    #expect(canvas.put("漢字", x: 0, y: 0) == 4 && canvas[1, 0].scalar == nil)
    canvas.put("漢字漢", x: 0, y: 1)
    #expect(canvas.lines[1] == "漢字…")
    // Half of one cannot stay.
    canvas.put("x", x: 1, y: 0)
    #expect(canvas.lines[0] == " x字")
  }

  @Test func `leaves out what has no width of its own`() {
    var canvas = canvas()
    #expect(canvas.put("e\u{301}a\u{200B}b", x: 0, y: 0) == 3 && canvas.lines[0] == "eab")
  }

  @Test func `joins the lines of frames that touch`() {
    var canvas = canvas(9, 5)
    canvas.frame(Area(x: 0, y: 0, width: 5, height: 3))
    canvas.frame(Area(x: 4, y: 0, width: 5, height: 3))
    canvas.frame(Area(x: 0, y: 2, width: 9, height: 3))
    #expect(canvas.lines == ["┌───┬───┐", "│   │   │", "├───┴───┤", "│       │", "└───────┘"])
  }

  @Test func `puts text in front of a column`() {
    var canvas = canvas(10, 1)
    canvas.put("abc", endingAt: 9, y: 0)
    #expect(canvas.lines[0] == "      abc")
  }

  @Test func `becomes ASCII without changing its shape`() {
    var canvas = canvas(12, 3)
    canvas.frame(Area(x: 0, y: 0, width: 12, height: 3))
    canvas.put("±3° ●○漢", x: 1, y: 1)
    canvas.mapScalars(PlainGlyphs.scalar)
    #expect(canvas.lines == ["+----------+", "|~3  *o?   |", "+----------+"])
  }
}

@Suite struct `A grid of dots` {
  @Test func `sets eight dots in a cell`() {
    var grid = DotGrid(columns: 1, rows: 1)
    #expect(grid.scalar(0, 0) == nil)
    grid.set(0, 0)
    #expect(grid.scalar(0, 0) == "⠁")
    grid.set(1, 3)
    #expect(grid.scalar(0, 0) == "⢁")
    for x in 0..<2 { for y in 0..<4 { grid.set(x, y) } }
    #expect(grid.scalar(0, 0) == "⣿")
  }

  @Test func `draws lines, and leaves out what is outside`() {
    var grid = DotGrid(columns: 2, rows: 1)
    grid.line(from: (0, 0), to: (3, 3))
    #expect(grid.scalar(0, 0) == "⠑" && grid.scalar(1, 0) == "⢄")
    grid.line(from: (-1_000_000_000, 0), to: (1_000_000_000, 0))
    grid.set(-1, 0)
    grid.set(4, 0)
    #expect(grid.scalar(1, 0) == "⢄")
  }
}
