import SimulatedGPS
import Testing

@testable import GPSBridgeTool
@testable import GPSFormats
@testable import TerminalKit

@Suite struct `Plain characters` {
  @Test(
    arguments: [
      ("│", "|"), ("─", "-"), ("┼", "+"), ("█", "#"), ("▌", "="), ("▏", "-"), ("●", "*"), ("○", "o"),
      ("±", "~"), ("−", "-"), ("→", ">"), ("′", "'"), ("″", "\""), ("×", "x"), ("…", "."), ("·", "."),
    ] as [(Unicode.Scalar, Unicode.Scalar)])
  func `look like what they stand for`(_ scalar: Unicode.Scalar, _ plain: Unicode.Scalar) {
    #expect(PlainGlyphs.scalar(for: scalar) == plain)
  }

  @Test func `leave ASCII as it is`() {
    for value in 0x20...0x7E as ClosedRange<UInt8> {
      #expect(PlainGlyphs.scalar(for: Unicode.Scalar(value)) == Unicode.Scalar(value))
    }
  }

  @Test(arguments: ["漢", "é", "😀", "ß"] as [Unicode.Scalar])
  func `say that there is something which they cannot show`(_ scalar: Unicode.Scalar) {
    #expect(PlainGlyphs.scalar(for: scalar) == "?")
  }

  @Test func `show the more ink for braille the more dots it has`() throws {
    for value in 0x2800...0x28FF as ClosedRange<UInt32> {
      let plain = PlainGlyphs.scalar(for: try #require(Unicode.Scalar(value)))
      let expected: [Unicode.Scalar] = [" ", ".", ".", ":", ":", "*", "*", "*", "*"]
      #expect(plain == expected[(value & 0xFF).nonzeroBitCount])
    }
  }

  @Test(arguments: 0...64) func `tell a longer bar from a shorter one by whole cells`(_ eighths: Int) {
    let bar = Bar.scalars(Double(eighths) / 64, width: 8).map { PlainGlyphs.scalar(for: $0) }
    #expect(bar.count { $0 == "#" } == eighths / 8 && bar.allSatisfy { ["#", "=", "-"].contains($0) })
  }

  /// What is drawn anywhere has a plain form: a question mark more would be something nobody thought of.
  @Test(arguments: MonitorView.Pane.allCases)
  func `leave nothing of the monitor out`(_ pane: MonitorView.Pane) {
    for scenario in [Scenario.drive, .tunnel, .coldStart, .unplug] {
      let run = MonitorRun(scenario).advance(by: .seconds(66)).show { $0.pane = pane }
      for coordinates in CoordinateStyle.allCases {
        run.show { $0.coordinates = coordinates }
        let usual = run.screen(100, 40)
        let plain = run.screen(100, 40, MonitorOptions(isPlain: true))
        #expect(marks(plain) == marks(usual), "sim:\(scenario.name) \(coordinates)")
        #expect(plain.lines.allSatisfy { $0.utf8.allSatisfy { 0x20...0x7E ~= $0 } })
      }
    }
  }

  private func marks(_ canvas: Canvas) -> Int { canvas.cells.count { $0.scalar == "?" } }
}

@Suite struct `A style` {
  @Test func `is a reset, then weight and reversal, then the ink`() {
    #expect(Style.plain.codes(isColored: true) == "0" && Style.title.codes(isColored: true) == "0;1;36")
    #expect(Style(ink: .bad, isBold: true, isReversed: true).codes(isColored: true) == "0;1;7;31")
  }

  @Test(arguments: Style.Ink.allCases)
  func `has no color where none is wanted, and keeps its weight`(_ ink: Style.Ink) {
    #expect(Style(ink: ink).codes(isColored: false) == "0")
    #expect(Style(ink: ink, isBold: true).codes(isColored: false) == "0;1")
  }

  @Test func `has an ink of its own for each meaning`() {
    let codes = Set(Style.Ink.allCases.map { Style(ink: $0).codes(isColored: true) })
    #expect(codes.count == Style.Ink.allCases.count)
  }
}
