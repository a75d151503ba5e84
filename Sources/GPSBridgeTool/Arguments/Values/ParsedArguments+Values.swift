extension ParsedArguments {
  /// The span of time behind a flag; nil if the flag was not given.
  func duration(of flag: Flag) throws(Complaint) -> Duration? {
    guard let text = value(of: flag) else { return nil }
    guard let duration = DurationText.parse(text) else {
      throw Usage.wrongForm(
        flag, text, expected: "a span is a number and a unit: 30s, 5m, 2h, 500ms",
        "write it like --\(flag.name) 30s")
    }
    return duration
  }

  /// The count behind a flag, from 1; nil if the flag was not given.
  func count(of flag: Flag) throws(Complaint) -> Int? {
    guard let text = value(of: flag) else { return nil }
    guard let count = Int(text), count > 0, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      throw Usage.wrongForm(
        flag, text, expected: "a whole number from 1 is expected", "write it like --\(flag.name) 10")
    }
    return count
  }

  /// The metres behind a flag, more than none; nil if the flag was not given.
  func metres(of flag: Flag) throws(Complaint) -> Double? {
    guard let text = value(of: flag) else { return nil }
    let number = text.hasSuffix("m") ? String(text.dropLast()) : text
    guard number.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == 0x2E }), let metres = Double(number),
      metres > 0,
      metres.isFinite
    else {
      throw Usage.wrongForm(
        flag, text, expected: "a number of metres is expected", "write it like --\(flag.name) 10")
    }
    return metres
  }
}
