/// A QR code of a text, for the camera of a phone.
package struct QRCode {
  /// The number of modules of a side.
  package private(set) var size: Int
  private var dark: [Bool]
  /// Whether a module belongs to the pattern and not to the data.
  private var isFixed: [Bool]

  /// The longest text, in bytes.
  package static let longest = QRBytes.longest

  /// Draws a code of UTF-8 text; nil if the text is longer than ``longest``.
  package init?(_ text: String) {
    guard let content = QRBytes(Array(text.utf8)) else { return nil }
    size = content.version * 4 + 17
    dark = Array(repeating: false, count: size * size)
    isFixed = dark
    drawPattern(content.version)
    drawData(content.bytes)
    let plain = self
    let masked = (0..<8).map { number in
      var code = plain
      code.mask(number)
      return code
    }
    self = masked.min { $0.penalty < $1.penalty } ?? plain
  }

  /// Whether a module is dark; those outside of the code are light.
  package subscript(x: Int, y: Int) -> Bool { isInside(x, y) && dark[y * size + x] }

  private func isInside(_ x: Int, _ y: Int) -> Bool { 0..<size ~= x && 0..<size ~= y }

  // MARK: - The pattern

  private mutating func set(_ x: Int, _ y: Int, _ isDark: Bool) {
    guard isInside(x, y) else { return }
    dark[y * size + x] = isDark
    isFixed[y * size + x] = true
  }

  private mutating func drawRings(_ left: Int, _ top: Int, reach: Int, light: Set<Int>) {
    for y in -reach...reach {
      for x in -reach...reach { set(left + x, top + y, !light.contains(max(abs(x), abs(y)))) }
    }
  }

  private mutating func drawPattern(_ version: Int) {
    for index in 0..<size {
      set(6, index, index % 2 == 0)
      set(index, 6, index % 2 == 0)
    }
    for (left, top) in [(3, 3), (size - 4, 3), (3, size - 4)] {
      drawRings(left, top, reach: 4, light: [2, 4])
    }
    let last = size - 7
    let places = version == 1 ? [] : version < 7 ? [6, last] : [6, (6 + last) / 2, last]
    for y in places {
      for x in places where !(x == 6 && (y == 6 || y == last)) && !(x == last && y == 6) {
        drawRings(x, y, reach: 2, light: [1])
      }
    }
    drawFormat(0)
    guard version >= 7 else { return }
    let bits = Self.protected(version, count: 12, by: 0x1F25)
    for index in 0..<18 {
      let (far, near) = (size - 11 + index % 3, index / 3)
      set(far, near, bits >> index & 1 == 1)
      set(near, far, bits >> index & 1 == 1)
    }
  }

  /// Draws the level of correction, which is 0 for M, and the mask, both twice.
  private mutating func drawFormat(_ mask: Int) {
    let bits = Self.protected(mask, count: 10, by: 0x537) ^ 0x5412
    for index in 0..<15 {
      let isDark = bits >> index & 1 == 1
      switch index {
      case ..<6: set(8, index, isDark)
      case ..<8: set(8, index + 1, isDark)
      case 8: set(7, 8, isDark)
      default: set(14 - index, 8, isDark)
      }
      if index < 8 { set(size - 1 - index, 8, isDark) } else { set(8, size - 15 + index, isDark) }
    }
    set(8, size - 8, true)
  }

  /// Appends the remainder of a division to bits.
  private static func protected(_ bits: Int, count: Int, by divisor: Int) -> Int {
    var rest = bits
    for _ in 0..<count { rest = rest << 1 ^ (rest >> (count - 1)) * divisor }
    return bits << count | rest
  }

  // MARK: - The data

  /// Draws bytes in columns of two, from the lower right corner, up and down in turn.
  private mutating func drawData(_ bytes: [UInt8]) {
    var bit = 0
    var right = size - 1
    while right > 0 {
      // The column of the timing pattern is passed over.
      if right == 6 { right = 5 }
      for step in 0..<size {
        let y = (right + 1) & 2 == 0 ? size - 1 - step : step
        for x in [right, right - 1] where !isFixed[y * size + x] {
          let byte = bit >> 3
          dark[y * size + x] = byte < bytes.count && bytes[byte] >> UInt8(7 - bit & 7) & 1 == 1
          bit += 1
        }
      }
      right -= 2
    }
  }

  private mutating func mask(_ number: Int) {
    for y in 0..<size {
      for x in 0..<size where !isFixed[y * size + x] && Self.isInverted(x, y, by: number) {
        dark[y * size + x].toggle()
      }
    }
    drawFormat(number)
  }

  private static func isInverted(_ x: Int, _ y: Int, by mask: Int) -> Bool {
    switch mask {
    case 0: (x + y) % 2 == 0
    case 1: y % 2 == 0
    case 2: x % 3 == 0
    case 3: (x + y) % 3 == 0
    case 4: (x / 3 + y / 2) % 2 == 0
    case 5: x * y % 2 + x * y % 3 == 0
    case 6: (x * y % 2 + x * y % 3) % 2 == 0
    default: ((x + y) % 2 + x * y % 3) % 2 == 0
    }
  }

  /// A count of patterns that confuse a reader: runs, blocks, corner-like parts, and too much of one color.
  private var penalty: Int {
    var found = 0
    for line in 0..<size {
      found += Self.penalty(of: (0..<size).map { dark[line * size + $0] })
      found += Self.penalty(of: (0..<size).map { dark[$0 * size + line] })
    }
    for y in 1..<size {
      for x in 1..<size {
        let place = y * size + x
        let isBlock = [place - 1, place - size, place - size - 1].allSatisfy { dark[$0] == dark[place] }
        if isBlock { found += 3 }
      }
    }
    let share = Double(dark.count { $0 } * 20) / Double(size * size)
    return found + Int(abs(share - 10)) * 10
  }

  private static func penalty(of line: [Bool]) -> Int {
    var (found, run, pattern) = (0, 0, 0)
    for (index, isDark) in line.enumerated() {
      run = index > 0 && line[index - 1] == isDark ? run + 1 : 1
      if run >= 5 { found += run == 5 ? 3 : 1 }
      // The last eleven modules, as bits.
      pattern = (pattern << 1 | (isDark ? 1 : 0)) & 0x7FF
      if index >= 10, pattern == 0b000_0101_1101 || pattern == 0b101_1101_0000 { found += 40 }
    }
    return found
  }

  /// The code as a picture with one unit per module, dark on white, with the margin that cameras require.
  package var svg: String {
    var path = ""
    for y in 0..<size {
      for x in 0..<size where self[x, y] { path += "M\(x + 4) \(y + 4)h1v1h-1z" }
    }
    let side = size + 8
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
      <path fill="#fff" d="M0 0h\(side)v\(side)H0z"/><path d="\(path)"/></svg>

      """
  }
}
