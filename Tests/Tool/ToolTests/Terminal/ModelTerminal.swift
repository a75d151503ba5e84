@testable import GPSBridgeTool
@testable import TerminalKit

/// A terminal in software: it understands what the differ writes, and nothing else.
struct ModelTerminal {
  enum Misunderstood: Error, Hashable {
    case sequence(String)
    case outside(x: Int, y: Int)
  }

  private(set) var cells: [[Cell]]
  private(set) var written = 0
  private let size: ScreenSize
  private var x = 0
  private var y = 0
  private var codes = "0"

  init(_ size: ScreenSize) {
    self.size = size
    cells = Array(repeating: Array(repeating: .blank, count: size.width), count: size.height)
  }

  /// The characters of a row, the right halves of wide ones left out.
  var lines: [String] {
    cells.map { row in
      var line = String.UnicodeScalarView()
      for cell in row { if let scalar = cell.scalar { line.append(scalar) } }
      while line.last == " " { line.removeLast() }
      return String(line)
    }
  }

  /// The codes that each cell was written with.
  private(set) var looks: [[String]] = []

  mutating func take(_ bytes: [UInt8]) throws {
    written += bytes.count
    if looks.isEmpty {
      looks = Array(repeating: Array(repeating: "0", count: size.width), count: size.height)
    }
    var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "\u{1B}" { try obey(&rest) } else { try show(scalar) }
    }
  }

  private mutating func obey(_ rest: inout Substring.UnicodeScalarView) throws {
    var sequence = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      sequence.append(scalar)
      if scalar.properties.isAlphabetic { break }
    }
    let text = String(sequence)
    guard text.hasPrefix("[") else { throw Misunderstood.sequence(text) }
    let numbers = text.dropFirst().dropLast().split(separator: ";").compactMap { Int($0) }
    switch text.last {
    case "H":
      y = (numbers.first ?? 1) - 1
      x = (numbers.count > 1 ? numbers[1] : 1) - 1
    case "m": codes = String(text.dropFirst().dropLast())
    case "J" where text == "[2J":
      cells = Array(repeating: Array(repeating: .blank, count: size.width), count: size.height)
      looks = Array(repeating: Array(repeating: "0", count: size.width), count: size.height)
    case "h" where text == "[?2026h", "l" where text == "[?2026l": break
    default: throw Misunderstood.sequence(text)
    }
  }

  private mutating func show(_ scalar: Unicode.Scalar) throws {
    let width = CharacterWidth.of(scalar)
    guard width > 0, y >= 0, y < size.height, x >= 0, x + width <= size.width else {
      throw Misunderstood.outside(x: x, y: y)
    }
    // As terminals do: whoever writes over a half loses the other half.
    if cells[y][x].scalar == nil, x > 0 { cells[y][x - 1] = .blank }
    if x + width < size.width, cells[y][x + width].scalar == nil { cells[y][x + width] = .blank }
    cells[y][x] = Cell(scalar: scalar)
    looks[y][x] = codes
    if width == 2 {
      cells[y][x + 1] = Cell(scalar: nil)
      looks[y][x + 1] = codes
    }
    x += width
  }
}
