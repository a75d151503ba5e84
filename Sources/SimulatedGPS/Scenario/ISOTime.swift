internal import GPSBridge

/// Timestamps in ISO 8601 format: `2026-11-20T07:08:22.5Z`.
enum ISOTime {
  /// Parses a timestamp to seconds since 1970; returns nil if it is invalid.
  ///
  /// Without a time zone it is UTC.
  static func seconds(_ text: some StringProtocol) -> Double? {
    let bytes = Array(text.utf8).filter { $0 > 0x20 }
    guard bytes.count >= 19, let year = number(bytes, 0, 4), bytes[4] == UInt8(ascii: "-"),
      let month = number(bytes, 5, 2), bytes[7] == UInt8(ascii: "-"), let day = number(bytes, 8, 2),
      bytes[10] == UInt8(ascii: "T"), let date = CivilDate(year: year, month: month, day: day),
      let hour = number(bytes, 11, 2), hour < 24, bytes[13] == UInt8(ascii: ":"),
      let minute = number(bytes, 14, 2), minute < 60, bytes[16] == UInt8(ascii: ":"),
      let second = number(bytes, 17, 2), second <= 60
    else { return nil }
    let whole = ((date.daysSince1970 * 24 + hour) * 60 + minute) * 60 + second
    var place = 19
    var fraction = 0.0
    if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
      var weight = 0.1
      place += 1
      while place < bytes.count, let digit = number(bytes, place, 1) {
        fraction += Double(digit) * weight
        weight /= 10
        place += 1
      }
    }
    guard let offset = zone(Array(bytes[place...])) else { return nil }
    return Double(whole - offset) + fraction
  }

  /// Formats a time so that ``seconds(_:)`` can parse it.
  static func text(_ time: UTC) -> String {
    let date = time.date
    let clock = time.timeOfDay
    let parts = [date.month, date.day, Int(clock.hour), Int(clock.minute), Int(clock.second)].map {
      $0 < 10 ? "0\($0)" : "\($0)"
    }
    return "\(date.year)-\(parts[0])-\(parts[1])T\(parts[2]):\(parts[3]):\(parts[4])Z"
  }

  /// The offset from UTC in seconds, positive to the east.
  private static func zone(_ bytes: [UInt8]) -> Int? {
    if bytes.isEmpty || bytes == [UInt8(ascii: "Z")] { return 0 }
    guard let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      let hours = number(bytes, 1, 2), hours < 15
    else { return nil }
    var minutes = 0
    if bytes.count > 3 {
      let place = bytes[3] == UInt8(ascii: ":") ? 4 : 3
      guard let said = number(bytes, place, 2), said < 60, bytes.count == place + 2 else { return nil }
      minutes = said
    }
    return (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -60 : 60)
  }

  private static func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int? {
    guard place + count <= bytes.count else { return nil }
    var number = 0
    for byte in bytes[place..<(place + count)] {
      guard 48...57 ~= byte else { return nil }
      number = number * 10 + Int(byte - 48)
    }
    return number
  }
}
