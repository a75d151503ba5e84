import Testing

@testable import GPSBase
@testable import TerminalKit

/// QR codes, read by a reader of our own; the page's checks read them with zbar.
@Suite struct `QR codes` {
  /// The text of a code of one of the versions 1 to 10, by its modules alone.
  private func text(of code: QRCode) -> String? {
    let version = (code.size - 17) / 4
    let (correction, count, all) = QRBytes.shapes[version - 1]
    let format =
      (0..<6).reduce(0) { $0 | (code[8, $1] ? 1 << $1 : 0) }
      | (code[8, 7] ? 1 << 6 : 0) | (code[8, 8] ? 1 << 7 : 0) | (code[7, 8] ? 1 << 8 : 0)
      | (9..<15).reduce(0) { $0 | (code[14 - $1, 8] ? 1 << $1 : 0) }
    let mask = (format ^ 0x5412) >> 10 & 7
    var bits: [Bool] = []
    for right in stride(from: code.size - 1, to: 0, by: -2).map({ $0 <= 6 ? $0 - 1 : $0 }) where right > 0 {
      for step in 0..<code.size {
        let y = (right + 1) & 2 == 0 ? code.size - 1 - step : step
        for x in [right, right - 1] where !isPattern(x, y, code.size, version) {
          bits.append(code[x, y] != isInverted(x, y, mask))
        }
      }
    }
    guard bits.count >= all * 8 else { return nil }
    let bytes = (0..<all).map { index in
      bits[index * 8..<index * 8 + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
    }
    // The bytes of block 0, 1, … by turns; the longer blocks are the last ones.
    let short = count - all % count
    var blocks = Array(repeating: [UInt8](), count: count)
    var rest = bytes[...]
    let longest = all / count - correction + (all % count == 0 ? 0 : 1)
    for place in 0..<longest {
      for index in 0..<count where place < all / count - correction + (index < short ? 0 : 1) {
        blocks[index].append(rest.removeFirst())
      }
    }
    var whole = blocks
    for _ in 0..<correction { for index in 0..<count { whole[index].append(rest.removeFirst()) } }
    // Each block is a word of its Reed-Solomon code: its polynomial is 0 at all roots.
    for block in whole {
      var root: UInt8 = 1
      for _ in 0..<correction {
        guard block.reduce(UInt8(0), { QRBytes.product($0, root) ^ $1 }) == 0 else { return nil }
        root = QRBytes.product(root, 2)
      }
    }
    let halves = blocks.flatMap { $0 }.flatMap { [$0 >> 4, $0 & 15] }
    let head = version < 10 ? 1 : 3
    guard halves[0] == 4 else { return nil }
    let length = Int(halves[head]) << 4 | Int(halves[head + 1])
    let content = (0..<length).map { halves[head + 2 + 2 * $0] << 4 | halves[head + 3 + 2 * $0] }
    return String(validating: content, as: UTF8.self)
  }

  private func isPattern(_ x: Int, _ y: Int, _ size: Int, _ version: Int) -> Bool {
    let isCorner = x < 9 && y < 9 || x >= size - 8 && y < 9 || x < 9 && y >= size - 8
    if isCorner || x == 6 || y == 6 { return true }
    if version >= 7, x >= size - 11 && y < 6 || y >= size - 11 && x < 6 { return true }
    let last = size - 7
    let places = version == 1 ? [] : version < 7 ? [last] : [6, (6 + last) / 2, last]
    return places.contains { left in
      places.contains { top in
        !(left == 6 && (top == 6 || top == last) || left == last && top == 6)
          && abs(x - left) <= 2 && abs(y - top) <= 2
      }
    }
  }

  private func isInverted(_ x: Int, _ y: Int, _ mask: Int) -> Bool {
    let rules: [(Int, Int) -> Int] = [
      { ($0 + $1) % 2 }, { $1 % 2 }, { x, _ in x % 3 }, { ($0 + $1) % 3 }, { ($0 / 3 + $1 / 2) % 2 },
      { $0 * $1 % 2 + $0 * $1 % 3 }, { ($0 * $1 % 2 + $0 * $1 % 3) % 2 },
      { (($0 + $1) % 2 + $0 * $1 % 3) % 2 },
    ]
    return rules[mask](x, y) == 0
  }

  @Test func `a code of each length has its text, and a longer text has none`() {
    for length in 0...QRCode.longest {
      let letters = (0..<length).map { Unicode.Scalar(UInt8(33 + ($0 * 7 + length * 13) % 90)) }
      let wanted = String(String.UnicodeScalarView(letters))
      #expect(QRCode(wanted).flatMap(text) == wanted, "\(length) bytes")
    }
    #expect(QRCode.longest == 213 && QRCode(String(repeating: "x", count: 214)) == nil)
  }

  @Test func `lines of a terminal have the modules of the code inside a light margin`() throws {
    let code = try #require(QRCode("http://192.168.1.5:8947/"))
    for (isPlain, margin) in [(false, 4), (true, 4), (false, 2)] {
      let lines = code.lines(isPlain: isPlain, margin: margin)
      let shown = lines.map { cells(of: $0, isPlain: isPlain) }
      let rows = isPlain ? shown.map { $0.map(\.0) } : shown.flatMap { [$0.map(\.0), $0.map(\.1)] }
      #expect(rows.allSatisfy { $0.count == code.size + 2 * margin })
      let room = code.room(isPlain: isPlain, margin: margin)
      #expect(room.width == (code.size + 2 * margin) * (isPlain ? 2 : 1) && room.height == lines.count)
      for (y, row) in rows.enumerated() {
        for (x, isDark) in row.enumerated() { #expect(isDark == code[x - margin, y - margin], "\(x), \(y)") }
      }
      #expect(lines.allSatisfy { $0.hasSuffix("\u{1B}[0m") })
    }
  }

  /// The upper and the lower module of each cell of a line.
  private func cells(of line: String, isPlain: Bool) -> [(Bool, Bool)] {
    if isPlain {
      return line.split(separator: "\u{1B}[").dropLast().map { ($0.hasPrefix("40m"), false) }
    }
    return line.compactMap { character in
      switch character {
      case " ": (false, false)
      case "▀": (true, false)
      case "▄": (false, true)
      case "█": (true, true)
      default: nil
      }
    }
  }
}
