/// Assigns times to bytes that have none, from the times of day in their sentences.
///
/// ```
/// $GPGGA,120000,…   ┐
/// $GPRMC,120000,A,… ┘ one piece, at 0 s
/// $GPGGA,120001,…   ┐
/// $GPRMC,120001,A,… ┘ one piece, at 1 s
/// ```
struct PlainTiming: Sendable {
  typealias Receive = (_ piece: [UInt8], _ nanoseconds: Int64) -> Void

  /// The maximum gap in nanoseconds; longer gaps of a log are shortened to it.
  private static let longestGap: Int64 = 60_000_000_000
  private static let day: Int64 = 86_400_000_000_000
  /// Bytes per tenth of a second at 9600 Bd; paces sentences without a time and very long moments.
  private static let withoutTime = 96
  private static let mostBytes = 1 << 16

  private var line: [UInt8] = []
  private var piece: [UInt8] = []
  private var now: Int64 = 0
  private var last: Int64?

  /// Reads the next bytes, which may be split anywhere.
  mutating func take(_ bytes: [UInt8], _ receive: Receive) {
    var rest = bytes[...]
    while let lineEnd = rest.prefix(Self.mostBytes - line.count).firstIndex(of: 0x0A) ?? endOfLongLine(rest) {
      if line.isEmpty {
        end(rest[...lineEnd], receive)
      } else {
        line += rest[...lineEnd]
        endLine(receive)
      }
      rest = rest[(lineEnd + 1)...]
    }
    line += rest
  }

  /// Ends the input.
  mutating func finish(_ receive: Receive) {
    endLine(receive)
    give(receive)
  }

  /// The index at which an overlong line is split.
  private func endOfLongLine(_ rest: ArraySlice<UInt8>) -> Int? {
    let room = Self.mostBytes - line.count
    return rest.count >= room ? rest.startIndex + room - 1 : nil
  }

  private mutating func endLine(_ receive: Receive) {
    let whole = line
    line = []
    end(whole[...], receive)
    line = whole
    line.removeAll(keepingCapacity: true)
  }

  private mutating func end(_ line: ArraySlice<UInt8>, _ receive: Receive) {
    if let time = Self.time(line) {
      if let last, time != last {
        give(receive)
        // Time of day wraps at midnight and jumps when a receiver sets its clock; our time must not go back.
        let step = (time - last + Self.day) % Self.day
        now += step > Self.day / 2 ? 0 : min(step, Self.longestGap)
      }
      last = time
    }
    piece += line
    guard last == nil || piece.count > Self.mostBytes else { return }
    var start = 0
    while piece.count - start >= Self.withoutTime {
      receive(Array(piece[start..<(start + Self.withoutTime)]), now)
      start += Self.withoutTime
      now += 100_000_000
    }
    piece.removeFirst(start)
  }

  private mutating func give(_ receive: Receive) {
    receive(piece, now)
    piece.removeAll(keepingCapacity: true)
  }

  /// Nanoseconds since midnight, for a sentence that contains a time.
  static func time(_ line: ArraySlice<UInt8>) -> Int64? {
    let end = line.suffix(199)
    guard let dollar = end.lastIndex(of: UInt8(ascii: "$")),
      let comma = end[dollar...].firstIndex(of: UInt8(ascii: ",")), comma - dollar >= 6
    else { return nil }
    var fields: Int
    switch (end[comma - 3], end[comma - 2], end[comma - 1]) {
    case (0x52, 0x4D, 0x43), (0x47, 0x47, 0x41), (0x47, 0x4E, 0x53), (0x5A, 0x44, 0x41), (0x47, 0x53, 0x54),
      (0x47, 0x42, 0x53):
      // RMC, GGA, GNS, ZDA, GST, GBS
      fields = 0
    case (0x47, 0x4C, 0x4C): fields = 4  // GLL
    default: return nil
    }
    var field = end[(comma + 1)...]
    while fields > 0 {
      guard let comma = field.firstIndex(of: UInt8(ascii: ",")) else { return nil }
      field = field[(comma + 1)...]
      fields -= 1
    }
    return clock(field.prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "*") })
  }

  /// Parses `hhmmss` with any number of decimals.
  private static func clock(_ field: ArraySlice<UInt8>) -> Int64? {
    let whole = field.prefix { $0 != UInt8(ascii: ".") }
    let decimals = field[whole.endIndex...].dropFirst()
    guard whole.count == 6, whole.allSatisfy(isDigit), decimals.allSatisfy(isDigit) else { return nil }
    let start = whole.startIndex
    func two(_ place: Int) -> Int64 {
      Int64(field[start + place]) * 10 + Int64(field[start + place + 1]) - 528
    }
    let (hour, minute, second) = (two(0), two(2), two(4))
    guard hour < 24, minute < 60, second < 61 else { return nil }
    var nanoseconds = ((hour * 60 + minute) * 60 + second) * 1_000_000_000
    var unit: Int64 = 100_000_000
    for digit in decimals.prefix(9) {
      nanoseconds += Int64(digit - 0x30) * unit
      unit /= 10
    }
    return nanoseconds
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}
