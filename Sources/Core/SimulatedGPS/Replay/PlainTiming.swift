internal import GNSS

/// Assigns times to bytes that have none, from the times of day in their sentences and binary messages.
///
/// ```
/// $GPGGA,120000,…   ┐
/// $GPRMC,120000,A,… ┘ one piece, at 0 s
/// $GPGGA,120001,…   ┐
/// $GPRMC,120001,A,… ┘ one piece, at 1 s
/// ```
///
/// The times of UBX, SiRF and CASIC are used until a sentence has one, since their week begins some leap seconds
/// earlier.
struct PlainTiming: Sendable {
  typealias Receive = (_ piece: [UInt8], _ nanoseconds: Int64) -> Void

  /// The maximum gap in nanoseconds; longer gaps of a log are shortened to it.
  private static let longestGap: Int64 = 60_000_000_000
  private static let day: Int64 = 86_400_000_000_000
  /// Bytes per tenth of a second at 9600 Bd; paces sentences without a time and very long moments.
  private static let withoutTime = 96
  private static let mostBytes = 1 << 16

  /// The incomplete line or message, and the number of its bytes searched for its end.
  private var rest: [UInt8] = []
  private var searched = 0
  private var piece: [UInt8] = []
  private var now: Int64 = 0
  private var last: (time: Int64, isOfSentence: Bool)?

  /// Reads the next bytes, which may be split anywhere.
  mutating func take(_ bytes: [UInt8], _ receive: Receive) {
    rest += bytes
    split(isFinal: false, receive)
  }

  mutating func finish(_ receive: Receive) {
    split(isFinal: true, receive)
    give(receive)
  }

  /// Splits bytes into lines and binary messages.
  private mutating func split(isFinal: Bool, _ receive: Receive) {
    // Swapped out, so that its parts are no copies.
    var bytes: [UInt8] = []
    swap(&bytes, &rest)
    var (start, place) = (0, searched)
    search: while place < bytes.count {
      switch bytes[place] {
      case 0x0A:
        place += 1
        end(bytes[start..<place], receive)
        start = place
      case 0xB5, 0xA0, 0xBA:
        let found = bytes.span.extracting(place...)
        switch FrameTime.recognize(found) {
        case .needsMore where !isFinal: break search
        case .frame(let length):
          let time = FrameTime.milliseconds(of: found.extracting(first: length))
          add(bytes[start..<place], receive)
          take(time.map { Int64($0) * 1_000_000 % Self.day }, isOfSentence: false, receive)
          (start, place) = (place + length, place + length)
          add(bytes[(place - length)..<place], receive)
        default: place += 1
        }
      default: place += 1
      }
      guard place - start >= Self.mostBytes else { continue }
      end(bytes[start..<place], receive)
      start = place
    }
    if isFinal {
      end(bytes[start...], receive)
      (start, place) = (bytes.count, bytes.count)
    }
    bytes.removeFirst(start)
    searched = place - start
    swap(&bytes, &rest)
  }

  private mutating func end(_ line: ArraySlice<UInt8>, _ receive: Receive) {
    take(Self.time(line), isOfSentence: true, receive)
    add(line, receive)
  }

  /// Begins a piece at another time.
  private mutating func take(_ time: Int64?, isOfSentence: Bool, _ receive: Receive) {
    guard let time, isOfSentence || last?.isOfSentence != true else { return }
    if let last, time != last.time {
      give(receive)
      // Time of day wraps at midnight and jumps when a receiver sets its clock; our time must not go back.
      let step = (time - last.time + Self.day) % Self.day
      let isKnown = last.isOfSentence == isOfSentence && step <= Self.day / 2
      now += isKnown ? min(step, Self.longestGap) : 0
    }
    last = (time, isOfSentence)
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>, _ receive: Receive) {
    piece += bytes
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
