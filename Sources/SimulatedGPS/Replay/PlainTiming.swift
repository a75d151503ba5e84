/// Gives times to bytes that came without: by the times of day in their sentences.
///
/// ```
/// $GPGGA,120000,…   ┐
/// $GPRMC,120000,A,… ┘ one piece, at 0 s
/// $GPGGA,120001,…   ┐
/// $GPRMC,120001,A,… ┘ one piece, at 1 s
/// ```
struct PlainTiming: Sendable {
  typealias Receive = (_ piece: [UInt8], _ nanoseconds: Int64) -> Void

  /// A gap in a log is not waited out for longer.
  private static let longestGap: Int64 = 60_000_000_000
  private static let day: Int64 = 86_400_000_000_000
  /// The bytes that a line carries in a tenth of a second, for sentences without a time and for very long moments.
  private static let withoutTime = 96
  private static let mostBytes = 1 << 16

  private var line: [UInt8] = []
  private var piece: [UInt8] = []
  private var now: Int64 = 0
  private var last: Int64?

  /// Takes bytes, cut anywhere.
  mutating func take(_ bytes: [UInt8], _ receive: Receive) {
    for byte in bytes {
      line.append(byte)
      if byte == 0x0A || line.count >= Self.mostBytes { endLine(receive) }
    }
  }

  /// Everything was taken.
  mutating func finish(_ receive: Receive) {
    endLine(receive)
    give(receive)
  }

  private mutating func endLine(_ receive: Receive) {
    if let time = Self.time(line) {
      if let last, time != last {
        give(receive)
        // Midnight, or a receiver that is set: time goes on, or stands still.
        let step = (time - last + Self.day) % Self.day
        now += step > Self.day / 2 ? 0 : min(step, Self.longestGap)
      }
      last = time
    }
    piece += line
    line.removeAll(keepingCapacity: true)
    guard last == nil || piece.count > Self.mostBytes else { return }
    while piece.count >= Self.withoutTime {
      receive(Array(piece.prefix(Self.withoutTime)), now)
      piece.removeFirst(Self.withoutTime)
      now += 100_000_000
    }
  }

  private mutating func give(_ receive: Receive) {
    receive(piece, now)
    piece.removeAll(keepingCapacity: true)
  }

  /// Nanoseconds since midnight, of a sentence that tells them.
  static func time(_ line: [UInt8]) -> Int64? {
    guard let dollar = line.lastIndex(of: UInt8(ascii: "$")), line.count - dollar < 200 else { return nil }
    let fields = line[dollar...].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard let tag = fields.first, tag.count >= 6 else { return nil }
    let place: Int
    switch Array(tag.suffix(3)) {
    case Array("RMC".utf8), Array("GGA".utf8), Array("GNS".utf8), Array("ZDA".utf8), Array("GST".utf8),
      Array("GBS".utf8):
      place = 1
    case Array("GLL".utf8): place = 5
    default: return nil
    }
    return fields.count > place ? clock(fields[place]) : nil
  }

  /// `hhmmss` with any decimals, which may be followed by a checksum.
  private static func clock(_ field: ArraySlice<UInt8>) -> Int64? {
    var digits: [Int64] = []
    var decimals: [Int64]?
    for byte in field {
      switch byte {
      case 0x30...0x39:
        if decimals == nil { digits.append(Int64(byte - 0x30)) } else { decimals?.append(Int64(byte - 0x30)) }
      case UInt8(ascii: ".") where decimals == nil: decimals = []
      case UInt8(ascii: "*"): break
      default: return nil
      }
      if byte == UInt8(ascii: "*") { break }
    }
    guard digits.count == 6 else { return nil }
    let hour = digits[0] * 10 + digits[1]
    let minute = digits[2] * 10 + digits[3]
    let second = digits[4] * 10 + digits[5]
    guard hour < 24, minute < 60, second < 61 else { return nil }
    var nanoseconds = ((hour * 60 + minute) * 60 + second) * 1_000_000_000
    var unit: Int64 = 100_000_000
    for digit in (decimals ?? []).prefix(9) {
      nanoseconds += digit * unit
      unit /= 10
    }
    return nanoseconds
  }
}
