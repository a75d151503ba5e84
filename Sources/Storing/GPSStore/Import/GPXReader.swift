package import GNSS
internal import GPSFormats

/// Reads the points of the tracks in a GPX file, piece by piece; it reads no other XML.
///
/// Routes and waypoints are no places where a receiver was. Memory does not grow with the file.
package struct GPXReader: Sendable {
  /// A point, or the end of a segment of a track.
  package enum Item: Sendable, Hashable {
    case point(Fix)
    case segmentEnd
  }

  /// Whether the file began as GPX.
  package private(set) var isGPX = false
  /// Whether the file ended as GPX.
  package private(set) var isWhole = false
  /// Points whose place or time can't be read.
  package private(set) var bad = 0
  /// The line in which the first of them begins.
  package private(set) var firstBadLine: Int?

  private enum State: Sendable {
    case text
    /// Between `<` and `>`; a quote mark hides a `>`.
    case tag(quote: UInt8?)
    case comment
  }

  private var state = State.text
  private var tag: [UInt8] = []
  private var text: [UInt8] = []
  /// Nil outside of a point.
  private var point: Fix?
  private var isBad = false
  private var (line, pointLine) = (1, 1)

  // A longer tag or text has nothing that a point needs.
  private static let (mostTag, mostText) = (4096, 128)

  /// Begins with the first byte.
  package init() {}

  /// Whether a file's first bytes may be XML.
  package static func mayBegin(with bytes: [UInt8]) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let rest = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
    return rest.first { !(0x09...0x0D ~= $0 || $0 == 0x20) } == UInt8(ascii: "<")
  }

  /// Reads the next bytes.
  package mutating func read(_ bytes: Span<UInt8>, _ take: (Item) -> Void) {
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\n") { line += 1 }
      switch state {
      case .text:
        if byte == UInt8(ascii: "<") {
          state = .tag(quote: nil)
          tag.removeAll(keepingCapacity: true)
        } else if point != nil, text.count < Self.mostText {
          text.append(byte)
        }
      case .tag(let quote):
        if let quote {
          if byte == quote { state = .tag(quote: nil) }
        } else if byte == UInt8(ascii: ">") {
          state = .text
          end(take)
          continue
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
          state = .tag(quote: byte)
        }
        if tag.count < Self.mostTag { tag.append(byte) }
        if tag.count == 3, tag.elementsEqual("!--".utf8) { state = .comment }
      case .comment:
        // The last two bytes before the end are hyphens.
        if byte == UInt8(ascii: ">"), tag.suffix(2).elementsEqual("--".utf8), tag.count > 3 { state = .text }
        tag.append(byte)
        if tag.count > 64 { tag.removeFirst(32) }
      }
    }
  }

  private mutating func end(_ take: (Item) -> Void) {
    let isEnd = tag.first == UInt8(ascii: "/")
    let isEmpty = tag.last == UInt8(ascii: "/")
    let name = Self.name(isEnd ? tag.dropFirst() : tag[...])
    switch (name, isEnd) {
    case ("gpx", false): isGPX = true
    case ("gpx", true): isWhole = true
    case ("trkpt", false):
      begin()
      if isEmpty { endPoint(take) }
    case ("trkpt", true): endPoint(take)
    case ("trkseg", true): take(.segmentEnd)
    case (_, true): if point != nil { set(name) }
    default: break
    }
    text.removeAll(keepingCapacity: true)
  }

  private mutating func begin() {
    var fix = Fix()
    fix.mode = .threeDimensional
    fix.coordinate = attribute("lat").flatMap { latitude in
      attribute("lon").flatMap { Coordinate(latitude: latitude, longitude: $0) }
    }
    (point, isBad, pointLine) = (fix, fix.coordinate == nil, line)
  }

  private mutating func endPoint(_ take: (Item) -> Void) {
    guard var fix = point, isGPX else { return }
    point = nil
    guard !isBad else {
      bad += 1
      firstBadLine = firstBadLine ?? pointLine
      return
    }
    if fix.altitude == nil, fix.mode == .threeDimensional { fix.mode = .twoDimensional }
    take(.point(fix))
  }

  private mutating func set(_ name: String) {
    let words = String(decoding: text, as: UTF8.self).split { $0.isWhitespace }
    guard words.count == 1, let word = words.first.map(String.init) else { return }
    switch name {
    case "time":
      point?.time = Self.time(word)
      if point?.time == nil { isBad = true }
    case "ele": point?.altitude = Self.number(word)
    case "geoidheight": point?.geoidSeparation = Self.number(word)
    case "speed": point?.speed = Self.number(word).flatMap { $0 >= 0 ? $0 : nil }
    case "course": point?.course = Self.number(word).flatMap { 0...360 ~= $0 ? $0 : nil }
    case "hdop": point?.dilution.horizontal = Self.number(word)
    case "vdop": point?.dilution.vertical = Self.number(word)
    case "sat": point?.satellitesUsed = Int(word).flatMap { 0...254 ~= $0 ? $0 : nil }
    case "fix":
      switch word {
      case "2d": point?.mode = .twoDimensional
      case "dgps": point?.quality = .differential
      case "pps": point?.quality = .precise
      case "none": isBad = true
      default: break
      }
    default: break
    }
  }

  // MARK: - Words

  /// The name of a tag without its prefix.
  private static func name(_ tag: ArraySlice<UInt8>) -> String {
    let whole = tag.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
    let begin = whole.lastIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? whole.startIndex
    return String(decoding: whole[begin...], as: UTF8.self)
  }

  /// The number of an attribute of the last tag.
  private func attribute(_ name: String) -> Double? {
    let wanted = Array(name.utf8)
    var place = 0
    while place + wanted.count < tag.count {
      // A name begins after a space, and ends at an equals sign.
      guard place > 0, tag[place - 1] <= 0x20, tag[place...].starts(with: wanted) else {
        place += 1
        continue
      }
      var rest = tag[(place + wanted.count)...].drop { $0 <= 0x20 }
      guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
      rest = rest.drop { $0 <= 0x20 }
      guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
        return nil
      }
      return Self.number(String(decoding: rest.prefix { $0 != quote }, as: UTF8.self))
    }
    return nil
  }

  private static func number(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0) }) else {
      return nil
    }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// A time such as `2026-11-20T07:08:02.5Z`, or one with an offset.
  private static func time(_ text: String) -> UTC? {
    let parts = text.split(separator: "T", maxSplits: 1)
    guard parts.count == 2, let date = DayText.parse(parts[0]) else { return nil }
    var clock = parts[1]
    var offset = 0
    if clock.last == "Z" {
      clock = clock.dropLast()
    } else if let sign = clock.lastIndex(where: { $0 == "+" || $0 == "-" }) {
      let digits = DayText.numbers(clock[clock.index(after: sign)...], ":", digits: [2, 2])
      guard digits.count == 2 else { return nil }
      offset = (digits[0] * 60 + digits[1]) * (clock[sign] == "-" ? -60 : 60)
      clock = clock[..<sign]
    }
    let halves = clock.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = DayText.numbers(halves[0], ":", digits: [2, 2, 2])
    guard numbers.count == 3, numbers[0] < 24, numbers[1] < 60, numbers[2] <= 60, halves.count <= 2 else {
      return nil
    }
    var nanoseconds: Int32 = 0
    if halves.count == 2 {
      guard !halves[1].isEmpty, halves[1].utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
      var unit: Int32 = 100_000_000
      for digit in halves[1].utf8.prefix(9) {
        nanoseconds += Int32(digit - 0x30) * unit
        unit /= 10
      }
    }
    let second = numbers[0] * 3600 + numbers[1] * 60 + min(numbers[2], 59)
    return UTC(
      secondsSince1970: Int64(date.daysSince1970) * 86_400 + Int64(second - offset), nanosecond: nanoseconds)
  }
}
