import Testing

@testable import GPSBridgeTool
@testable import TerminalKit

@Suite struct `An area of the screen` {
  private let area = Area(x: 3, y: 5, width: 10, height: 4)

  @Test func `ends behind its last column and its last row`() {
    #expect(area.right == 13)
    #expect(area.bottom == 9)
    #expect(area.row(3).bottom == area.bottom)
  }

  @Test func `has a frame of one cell on all four sides`() {
    #expect(area.inner == Area(x: 4, y: 6, width: 8, height: 2))
    #expect(area.inner.right == area.right - 1)
    #expect(area.inner.bottom == area.bottom - 1)
  }

  @Test func `is empty where its frame is all there is`() {
    #expect(!area.isEmpty)
    #expect(Area(x: 0, y: 0, width: 2, height: 9).inner.isEmpty)
    #expect(Area(x: 0, y: 0, width: 9, height: 1).inner.isEmpty)
    #expect(!Area(x: 0, y: 0, width: 3, height: 3).inner.isEmpty)
  }

  @Test func `is padded at both sides, and not above or below`() {
    #expect(area.padded(2) == Area(x: 5, y: 5, width: 6, height: 4))
    #expect(area.padded(5).isEmpty)
  }

  @Test func `counts its rows from its own top`() {
    #expect(area.row(0) == Area(x: 3, y: 5, width: 10, height: 1))
    #expect(area.row(2).y == 7)
  }
}

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
