internal import Texts

extension ParsedArguments {
  /// The span of time behind a flag; nil if the flag was not given.
  ///
  /// `orNone`: whether it may also be no time at all.
  package func duration(of flag: Flag, orNone: Bool = false) throws(Complaint) -> Duration? {
    guard let text = value(of: flag) else { return nil }
    if let duration = DurationText.parse(text, orNone: orNone) { return duration }
    throw Usage.wrongForm(flag, text, expected: DurationText.forms, "write it like --\(flag.name) 90s")
  }

  /// A measure with its unit; nil if the flag was not given.
  package func measure<Value>(
    _ flag: Flag, _ hint: String, _ read: (String) -> Value?
  ) throws(Complaint) -> Value? {
    guard let text = value(of: flag) else { return nil }
    if let value = read(text) { return value }
    throw Usage.wrongForm(flag, text, expected: "a number and a unit are expected", hint)
  }

  /// The count behind a flag, from 1; nil if the flag was not given.
  package func count(of flag: Flag) throws(Complaint) -> Int? {
    guard let text = value(of: flag) else { return nil }
    guard let count = Int(text), count > 0, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      throw Usage.wrongForm(
        flag, text, expected: "a whole number from 1 is expected", "write it like --\(flag.name) 10")
    }
    return count
  }

  /// The metres behind a flag, more than none; nil if the flag was not given.
  package func metres(of flag: Flag) throws(Complaint) -> Double? {
    guard let text = value(of: flag) else { return nil }
    guard let metres = Measure.metres(text), metres > 0 else {
      throw Usage.wrongForm(
        flag, text, expected: "a number of metres is expected", "write it like --\(flag.name) 10")
    }
    return metres
  }
}
