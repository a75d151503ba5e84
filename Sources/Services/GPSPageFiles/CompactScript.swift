/// Shortens a line of a script by the spaces, comment and line end that browsers do not need.
///
/// A space stays between two words, and between two operators that would merge. A line end stays where a
/// statement may end without a semicolon. Strings, templates and regular expressions are unchanged; each must
/// fit on one line.
struct CompactScript {
  private let line: [UInt8]
  private var place = 0
  private var kept: [UInt8] = []

  /// Returns a compact line of a script, with a line end if that is needed.
  static func compact(_ line: some Sequence<UInt8>) -> [UInt8] {
    var script = CompactScript(line: Array(line))
    script.readAll()
    while script.kept.last == UInt8(ascii: " ") { script.kept.removeLast() }
    guard let last = script.kept.last, !";{,([".utf8.contains(last) else { return script.kept }
    return script.kept + [UInt8(ascii: "\n")]
  }

  /// Returns a compact line of a style sheet, without spaces around `{};,` and after colons, and without a
  /// semicolon that ends a rule.
  static func compactStyle(_ line: some Sequence<UInt8>) -> [UInt8] {
    var kept: [UInt8] = []
    for byte in line {
      if byte == UInt8(ascii: " "), let last = kept.last, "{};,: ".utf8.contains(last) { continue }
      if "{};,".utf8.contains(byte), kept.last == UInt8(ascii: " ") { kept.removeLast() }
      if byte == UInt8(ascii: "}"), kept.last == UInt8(ascii: ";") { kept.removeLast() }
      kept.append(byte)
    }
    guard let last = kept.last, !"{};,".utf8.contains(last) else { return kept }
    return kept + [UInt8(ascii: "\n")]
  }

  private init(line: [UInt8]) {
    self.line = line
    kept.reserveCapacity(line.count)
  }

  private mutating func readAll() {
    while place < line.count {
      let byte = line[place]
      if line[place...].starts(with: "//".utf8) { return }
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): keep(to: endOfText(place))
      case UInt8(ascii: "/") where isExpressionExpected: keep(to: endOfExpression)
      case UInt8(ascii: " "):
        if isSpaceNeeded { kept.append(byte) }
        place += 1
      default:
        kept.append(byte)
        place += 1
      }
    }
  }

  private mutating func keep(to end: Int) {
    kept += line[place..<min(end, line.count)]
    place = end
  }

  /// A slash that can't be a division begins a regular expression.
  private var isExpressionExpected: Bool { kept.last.map { "(,=:[!&|?{};>".utf8.contains($0) } ?? true }

  private var isSpaceNeeded: Bool {
    guard let before = kept.last, place + 1 < line.count else { return false }
    let after = line[place + 1]
    if Self.isWord(before), Self.isWord(after) { return true }
    return before == after && (before == UInt8(ascii: "+") || before == UInt8(ascii: "-"))
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  /// Returns the index after a string that begins at an index.
  private func endOfText(_ start: Int) -> Int {
    let quote = line[start]
    var end = start + 1
    while end < line.count {
      switch line[end] {
      case UInt8(ascii: "\\"): end += 2
      case quote: return end + 1
      case UInt8(ascii: "$")
      where quote == UInt8(ascii: "`") && end + 1 < line.count && line[end + 1] == UInt8(ascii: "{"):
        end = endOfPart(end + 2)
      default: end += 1
      }
    }
    return end
  }

  /// Returns the index after a template's computed part.
  private func endOfPart(_ start: Int) -> Int {
    var (end, depth) = (start, 1)
    while end < line.count {
      switch line[end] {
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
        end = endOfText(end)
        continue
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      default: break
      }
      end += 1
      if depth == 0 { break }
    }
    return end
  }

  /// The index after the regular expression that begins at the current place.
  private var endOfExpression: Int {
    var (end, isInClass) = (place + 1, false)
    while end < line.count, isInClass || line[end] != UInt8(ascii: "/") {
      switch line[end] {
      case UInt8(ascii: "\\"): end += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      default: break
      }
      end += 1
    }
    return end + 1
  }
}
