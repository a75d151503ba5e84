import Testing

@testable import GPSBridgeTool
@testable import TerminalKit

@Suite struct `The arms of a line` {
  private static let drawn: [Unicode.Scalar] = ["│", "─", "└", "┌", "├", "┘", "┴", "┐", "┤", "┬", "┼"]

  @Test(arguments: drawn)
  func `are those of the character that they are drawn with`(_ scalar: Unicode.Scalar) throws {
    #expect(try #require(LineArms(scalar)).scalar == scalar)
  }

  @Test(arguments: ["a", " ", "█", "·", "╬", "⣿"] as [Unicode.Scalar])
  func `are none of any other character`(_ scalar: Unicode.Scalar) { #expect(LineArms(scalar) == nil) }

  @Test(arguments: 0..<16 as Range<UInt8>)
  func `have a character for each direction that a line can leave in`(_ raw: UInt8) {
    let arms = LineArms(rawValue: raw)
    #expect(arms.scalar != " " || arms.isEmpty)
    // A single arm looks like a line through; all others are read back as they were.
    if raw.nonzeroBitCount > 1 { #expect(LineArms(arms.scalar) == arms) }
  }

  @Test func `are joined where lines cross, in whichever order they are drawn`() {
    let size = ScreenSize(width: 5, height: 3)
    var first = Canvas(size)
    first.horizontal(y: 1, from: 0, to: 4)
    first.vertical(x: 2, from: 0, to: 2)
    var second = Canvas(size)
    second.vertical(x: 2, from: 0, to: 2)
    second.horizontal(y: 1, from: 0, to: 4)
    #expect(first.lines == ["  │", "──┼──", "  │"] && first == second)
  }

  @Test func `replace a letter that stands in the way`() {
    var canvas = Canvas(ScreenSize(width: 3, height: 1))
    canvas.put("abc", x: 0, y: 0)
    canvas.horizontal(y: 0, from: 1, to: 1)
    #expect(canvas.lines == ["a─c"])
  }

  @Test func `are drawn in no direction where a line ends before it begins`() {
    var canvas = Canvas(ScreenSize(width: 3, height: 3))
    canvas.horizontal(y: 1, from: 2, to: 1)
    canvas.vertical(x: 1, from: 2, to: 1)
    #expect(canvas.lines == ["", "", ""])
  }

  @Test(arguments: [(1, 5), (5, 1), (0, 0), (-3, 4)])
  func `make no frame that is less than two cells wide and high`(_ width: Int, _ height: Int) {
    var canvas = Canvas(ScreenSize(width: 8, height: 8))
    canvas.frame(Area(x: 1, y: 1, width: width, height: height))
    #expect(canvas == Canvas(ScreenSize(width: 8, height: 8)))
  }

  @Test func `make a frame of four corners at its smallest`() {
    var canvas = Canvas(ScreenSize(width: 2, height: 2))
    canvas.frame(canvas.area)
    #expect(canvas.lines == ["┌┐", "└┘"])
  }
}

@Suite struct `A frame's title` {
  private func edge(_ width: Int, _ title: String, _ detail: String = "") -> String {
    var canvas = Canvas(ScreenSize(width: width, height: 2))
    canvas.frame(canvas.area)
    canvas.title(title, detail, x: 1, y: 0, within: width - 1)
    return canvas.lines[0]
  }

  @Test func `stands in the upper edge, with a blank on both sides`() {
    #expect(edge(14, "SKY") == "┌ SKY ───────┐" && edge(14, "SKY", "11 used") == "┌ SKY 11 used┐")
    #expect(edge(16, "SKY", "11 used") == "┌ SKY 11 used ─┐")
  }

  @Test func `leaves the corners alone however long it is`() {
    #expect(edge(8, "DIAGNOSIS") == "┌ DIAG…┐" && edge(9, "SKY", "11 used · 16 heard") == "┌ SKY 1…┐")
  }
}
