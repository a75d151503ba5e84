/// Updates a terminal from one screen to the next by writing only the changes.
package struct ScreenDiffer: Sendable {
  /// The cells that the terminal shows; nil if unknown.
  private var shown: Canvas?
  private let isColored: Bool

  package init(isColored: Bool) { self.isColored = isColored }

  /// Forces a full redraw, because another program has written to the terminal.
  package mutating func forget() { shown = nil }

  /// The bytes that draw a screen; empty if it is shown already.
  package mutating func bytes(for canvas: Canvas) -> [UInt8] {
    var pen = Pen(isColored: isColored)
    let before = shown?.size == canvas.size ? shown : nil
    if before == canvas { return [] }
    if before == nil { pen.clear() }
    for y in 0..<canvas.height { Self.write(canvas, y, before, &pen) }
    shown = canvas
    return pen.finished
  }

  /// Gaps shorter than this are cheaper to rewrite than to skip.
  private static let shortGap = 4

  private static func write(_ canvas: Canvas, _ y: Int, _ before: Canvas?, _ pen: inout Pen) {
    let old = before ?? Canvas(canvas.size)
    let row = y * canvas.width
    let range = row..<row + canvas.width
    if canvas.cells[range] == old.cells[range] { return }
    var x = 0
    while x < canvas.width {
      guard canvas.cells[row + x] != old.cells[row + x] else {
        x += 1
        continue
      }
      // The right half of a wide character is drawn with the left one.
      if canvas.cells[row + x].scalar == nil, x > 0 { x -= 1 }
      var end = x + 1
      var same = 0
      var place = x + 1
      while place < canvas.width, same < shortGap {
        if canvas.cells[row + place] == old.cells[row + place] {
          same += 1
        } else {
          same = 0
          end = place + 1
        }
        place += 1
      }
      // Overwriting one half of a wide character removes all of it.
      while end < canvas.width, canvas.cells[row + end].scalar == nil || old.cells[row + end].scalar == nil {
        end += 1
      }
      pen.move(x, y)
      for column in x..<end { pen.write(canvas.cells[row + column]) }
      x = end
    }
  }
}

/// Writes cells as bytes for a terminal, without repeating styles.
private struct Pen {
  private let isColored: Bool
  private var bytes: [UInt8] = []
  private var style = Style.plain

  /// Synchronized output: terminals that support it draw the frame at once, others ignore it.
  private static let begin = "\u{1B}[?2026h\u{1B}[0m"
  private static let end = "\u{1B}[0m\u{1B}[?2026l"

  init(isColored: Bool) { self.isColored = isColored }

  var finished: [UInt8] { bytes.isEmpty ? [] : Array(Self.begin.utf8) + bytes + Array(Self.end.utf8) }

  mutating func clear() { append("\u{1B}[H\u{1B}[2J") }

  mutating func move(_ x: Int, _ y: Int) { append("\u{1B}[\(y + 1);\(x + 1)H") }

  mutating func write(_ cell: Cell) {
    guard let scalar = cell.scalar else { return }
    if cell.style != style {
      let codes = cell.style.codes(isColored: isColored)
      if codes != style.codes(isColored: isColored) { append("\u{1B}[\(codes)m") }
      style = cell.style
    }
    guard !scalar.isASCII else { return bytes.append(UInt8(ascii: scalar)) }
    bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
}
