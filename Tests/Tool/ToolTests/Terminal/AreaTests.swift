import Testing

@testable import GPSBridgeTool
@testable import TerminalKit

@Suite struct `The size of a screen` {
  @Test(
    arguments: [
      (0, 0, 1, 1), (-5, 24, 1, 24), (80, 24, 80, 24), (65_535, 65_535, 1000, 1000), (1000, 1001, 1000, 1000),
    ])
  func `is believed between one cell and a thousand`(
    width: Int, height: Int, shownWidth: Int, shownHeight: Int
  ) {
    let size = ScreenSize(width: width, height: height)
    #expect(size.width == shownWidth)
    #expect(size.height == shownHeight)
  }

  @Test func `gives a canvas as many cells`() {
    let canvas = Canvas(ScreenSize(width: 7, height: 3))
    #expect(canvas.cells.count == 21)
    #expect(canvas.area == Area(x: 0, y: 0, width: 7, height: 3))
    #expect(canvas.lines == ["", "", ""])
  }
}
