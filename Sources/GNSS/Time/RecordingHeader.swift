internal import NMEA

/// The comment lines in front of a recording.
enum RecordingHeader {
  /// The day that a line like `# Date: 2015-03-10` names; nil for any other line.
  ///
  /// People write `Date:`, `Date =` and `Date :`, months and days with one digit, month names, and a time behind it.
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
    return CivilDate(year: year, month: month, day: day)
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

  /// Whether a word stands here, capitals and small letters alike; then it is passed over.
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
