internal import NMEA

/// The comment lines at the start of a recording.
enum RecordingHeader {
  /// The day in a line such as `# Date: 2015-03-10`; nil for any other line.
  ///
  /// Accepts `Date:`, `Date =` and `Date :`, one-digit months and days, names of months, and a time at the
  /// end.
  static func date(in line: Span<UInt8>) -> CivilDate? {
    var index = 1
    skipBlanks(line, &index)
    guard matches(line, &index, "date") else { return nil }
    skipBlanks(line, &index)
    guard index < line.count, line[index] == UInt8(ascii: ":") || line[index] == UInt8(ascii: "=") else {
      return nil
    }
    index += 1
    skipBlanks(line, &index)
    guard let year = number(line, &index), dash(line, &index), let month = month(line, &index),
      dash(line, &index), let day = number(line, &index)
    else { return nil }
    // No recording is older than GPS.
    return year >= 1980 ? CivilDate(year: year, month: month, day: day) : nil
  }

  private static func skipBlanks(_ line: Span<UInt8>, _ index: inout Int) {
    while index < line.count, line[index] == 0x20 || line[index] == 0x09 { index += 1 }
  }

  private static func dash(_ line: Span<UInt8>, _ index: inout Int) -> Bool {
    guard index < line.count, line[index] == UInt8(ascii: "-") else { return false }
    index += 1
    return true
  }

  private static func number(_ line: Span<UInt8>, _ index: inout Int) -> Int? {
    var value: Int?
    while index < line.count, line[index] &- 48 < 10, (value ?? 0) < 10_000 {
      value = (value ?? 0) * 10 + Int(line[index] - 48)
      index += 1
    }
    return value
  }

  private static func month(_ line: Span<UInt8>, _ index: inout Int) -> Int? {
    if let number = number(line, &index) { return number }
    let names: [StaticString] = [
      "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    for (place, name) in names.enumerated() where matches(line, &index, name) { return place + 1 }
    return nil
  }

  /// Skips a word if it is at this index, ignoring case; returns whether it is.
  private static func matches(_ line: Span<UInt8>, _ index: inout Int, _ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard index + length <= line.count else { return false }
    let start = index
    let isSame = word.withUTF8Buffer { letters in
      for offset in letters.indices where line[start + offset] | 0x20 != (unsafe letters[offset]) {
        return false
      }
      return true
    }
    if isSame { index += length }
    return isSame
  }
}
