import TestSupport
import Testing

@testable import GPSBridgeTool
@testable import TerminalKit

@Suite struct `The differ of screens` {
  private var differ = ScreenDiffer(isColored: true)
  private static let letters: [Unicode.Scalar] = [
    "a", "b", "█", "│", "⣿", "漢", "字", "😀", "°", "±", " ", " ", " ", "e",
  ]
  private static let styles: [Style] = [
    .plain, .quiet, .bold, Style(ink: .good), Style(ink: .bad, isBold: true),
    Style(ink: .warning, isReversed: true),
  ]

  private func scribble(_ canvas: inout Canvas, _ random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...9, using: &random) {
        text.append(Self.letters.randomElement(using: &random) ?? "x")
      }
      canvas.put(
        String(text), x: Int.random(in: -2..<canvas.width, using: &random),
        y: Int.random(in: -1...canvas.height, using: &random),
        Self.styles.randomElement(using: &random) ?? .plain)
    }
  }

  /// Whether a terminal shows what is on a canvas: characters everywhere, looks wherever there is something to see.
  private func shows(_ terminal: ModelTerminal, _ canvas: Canvas) -> Bool {
    for y in 0..<canvas.height {
      for x in 0..<canvas.width {
        guard terminal.cells[y][x].scalar == canvas[x, y].scalar else { return false }
        if canvas[x, y].scalar != nil, terminal.looks[y][x] != canvas[x, y].style.codes(isColored: true) {
          return false
        }
      }
    }
    return true
  }

  @Test(arguments: 0..<20) mutating func `brings any screen to any other one`(_ round: UInt64) throws {
    let seed = 20_261_120 + round
    var random = SeededGenerator(seed: seed)
    let size = ScreenSize(
      width: Int.random(in: 1...40, using: &random), height: Int.random(in: 1...12, using: &random))
    var terminal = ModelTerminal(size)
    var canvas = Canvas(size)
    for step in 0..<30 {
      if Int.random(in: 0..<8, using: &random) == 0 { canvas = Canvas(size) }
      scribble(&canvas, &random)
      try terminal.take(differ.bytes(for: canvas))
      #expect(shows(terminal, canvas), "seed \(seed), step \(step)")
      guard shows(terminal, canvas) else { return }
    }
  }

  @Test mutating func `writes nothing where nothing has changed`() {
    var canvas = Canvas(.usual)
    canvas.put("still", x: 3, y: 3)
    #expect(!differ.bytes(for: canvas).isEmpty && differ.bytes(for: canvas).isEmpty)
  }

  @Test mutating func `writes a changed digit, and not the screen`() {
    var canvas = Canvas(.usual)
    for y in 0..<24 { canvas.put(String(repeating: "x", count: 80), x: 0, y: y) }
    let whole = differ.bytes(for: canvas).count
    canvas.put("7", x: 40, y: 12)
    let bytes = differ.bytes(for: canvas)
    #expect(whole > 1900 && bytes.count < 40)
    #expect(String(decoding: bytes, as: UTF8.self).contains("\u{1B}[13;41H7"))
  }

  @Test mutating func `writes the whole screen for another size, and when it was told to forget`() throws {
    var canvas = Canvas(.usual)
    canvas.put("here", x: 0, y: 0)
    _ = differ.bytes(for: canvas)
    differ.forget()
    #expect(String(decoding: differ.bytes(for: canvas), as: UTF8.self).contains("\u{1B}[2J"))
    var larger = Canvas(ScreenSize(width: 100, height: 30))
    larger.put("here", x: 0, y: 0)
    let bytes = differ.bytes(for: larger)
    var terminal = ModelTerminal(larger.size)
    try terminal.take(bytes)
    #expect(terminal.lines[0] == "here")
  }

  @Test func `writes no color where none is wanted`() {
    var differ = ScreenDiffer(isColored: false)
    var canvas = Canvas(ScreenSize(width: 20, height: 2))
    canvas.put("bad", x: 0, y: 0, Style(ink: .bad, isBold: true))
    let text = String(decoding: differ.bytes(for: canvas), as: UTF8.self)
    #expect(text.contains("\u{1B}[0;1mbad") && !text.contains(";31"))
  }
}
