package import GNSS
internal import GPSBase
package import GPSFormats

/// The form of a flag's text.
///
/// The parser refuses a text of another form, and so do the settings of files, which add their line. A command then reads
/// its values without errors: `parsed.duration(of: .timeout)`.
package struct Form: Sendable {
  /// A text of this form.
  package let example: String
  /// The complaint about a flag's text; nil if it has this form.
  package let complaint: @Sendable (_ text: String, _ flag: Flag) -> ToolError?

  package init(example: String, complaint: @escaping @Sendable (_ text: String, _ flag: Flag) -> ToolError?) {
    (self.example, self.complaint) = (example, complaint)
  }

  /// Creates the form of texts that a closure can parse.
  ///
  /// - Parameters:
  ///   - expected: The expected texts, in words.
  ///   - example: A text of this form.
  ///   - read: Returns the value of a text; nil if it has another form.
  package init<Value>(_ expected: String, example: String, _ read: @escaping @Sendable (String) -> Value?) {
    self.init(example: example) { text, flag in
      read(text) == nil ? Usage.wrongForm(flag, text, expected: expected) : nil
    }
  }

  /// A duration of a millisecond to a year.
  package static let duration = Form(DurationText.forms, example: "90s") { DurationText.parse($0) }
  /// A duration, or zero.
  package static let durationOrZero = Form(DurationText.forms, example: "90s") {
    DurationText.parse($0, orNone: true)
  }

  /// A duration within limits, which `words` describe.
  package static func duration(_ limits: ClosedRange<Duration>, _ words: String, example: String) -> Form {
    Form(example: example) { text, flag in
      let time = DurationText.parse(text)
      if let time, limits.contains(time) { return nil }
      return Usage.wrongForm(flag, text, expected: time == nil ? DurationText.forms : "\(words) is expected")
    }
  }

  package static func whole(_ range: ClosedRange<Int>, example: Int) -> Form {
    let end = range.upperBound == .max ? "" : " to \(range.upperBound)"
    return Form("a whole number from \(range.lowerBound)\(end) is expected", example: "\(example)") { text in
      guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return Int?.none }
      return Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  package static let count = whole(1...Int.max, example: 10)
  /// A distance above zero.
  package static let meters = Form("a number of meters is expected", example: "10") { text in
    Measure.meters(text).flatMap { $0 > 0 ? $0 : nil }
  }
  /// A distance, which may be zero.
  package static let distance = Form("a number and a unit are expected", example: "2m", Measure.meters)
  package static let size = Form("a number and a unit are expected", example: "2G", Measure.bytes)

  package static let day = Form(example: "2026-11-20") { text, flag in
    guard DayText.parse(text) == nil else { return nil }
    let expected = DayText.isFormed(text) ? "the calendar has no such day" : DayText.form
    return Usage.wrongForm(flag, text, expected: expected)
  }
  /// A day, a moment or a time of day.
  package static let moment = Form(TimeWindow.Bound.forms, example: "2026-11-20T10:30:00Z") {
    TimeWindow.Bound($0, isEnd: false)
  }

  package static let place = Form(example: "48.1173,11.5167") { (text) throws(PlaceTextError) in
    try Coordinate(reading: text)
  }
  package static let circle = Form(example: "48.1173,11.5167,100m") { (text) throws(PlaceTextError) in
    try CircleText(reading: text)
  }

  /// The form of a place, whose errors say what is wrong with it.
  private init<Value>(example: String, _ read: @escaping @Sendable (String) throws(PlaceTextError) -> Value) {
    self.init(example: example) { text, flag in
      do throws(PlaceTextError) { _ = try read(text) } catch {
        return Usage.wrongForm(flag, text, expected: error.description)
      }
      return nil
    }
  }
}

extension ParsedArguments {
  /// The duration given with a flag; nil without the flag.
  package func duration(of flag: Flag) -> Duration? {
    value(of: flag).flatMap { DurationText.parse($0, orNone: true) }
  }

  /// The whole number given with a flag; nil without the flag.
  package func whole(of flag: Flag) -> Int? { value(of: flag).flatMap { Int($0) } }

  /// The distance given with a flag; nil without the flag.
  package func meters(of flag: Flag) -> Double? { value(of: flag).flatMap(Measure.meters) }

  /// The day given with a flag; nil without the flag.
  package func day(of flag: Flag) -> CivilDate? { value(of: flag).flatMap { DayText.parse($0) } }

  /// The place given with a flag; nil without the flag.
  package func place(of flag: Flag) -> Coordinate? {
    value(of: flag).flatMap { try? Coordinate(reading: $0) }
  }

  /// The circle given with a flag; nil without the flag.
  package func circle(of flag: Flag) -> CircleText? {
    value(of: flag).flatMap { try? CircleText(reading: $0) }
  }
}

// MARK: - Rules

/// A condition that combinations of a command's flags must meet.
package struct Rule: Sendable {
  private enum Kind {
    case needs
    case excludes
    case replaces
  }

  private let kind: Kind
  private let flags: [Flag]
  private let others: [Flag]
  /// The values of the other flag that are excluded; empty for any.
  private let values: [String]
  /// Why they exclude each other, in place of the usual text.
  private let reason: String?

  private init(
    _ kind: Kind, _ flags: [Flag], _ others: [Flag], _ values: [String] = [], _ reason: String? = nil
  ) {
    (self.kind, self.flags, self.others, self.values, self.reason) = (kind, flags, others, values, reason)
  }

  /// Each of the flags requires one of the others.
  package static func each(of flags: Flag..., needs others: Flag...) -> Rule { Rule(.needs, flags, others) }

  /// Each of the flags excludes all of the others, or these values of them.
  package static func each(
    of flags: Flag..., excludes others: Flag..., values: [String] = [], because reason: String? = nil
  ) -> Rule { Rule(.excludes, flags, others, values, reason) }

  /// The flags exclude each other, and one on the command line overrides a setting for the other.
  package static func either(_ one: Flag, or other: Flag) -> Rule { Rule(.replaces, [one], [other]) }

  /// Whether this command line overrides a setting for a flag.
  func ignores(_ flag: Flag, given parsed: ParsedArguments) -> Bool {
    guard kind == .replaces, let pair = (flags + others).firstIndex(of: flag) else { return false }
    return parsed.has((flags + others)[1 - pair])
  }

  /// The complaint about a command line; nil if it meets the condition.
  func complaint(_ parsed: ParsedArguments) -> ToolError? {
    for flag in flags where parsed.has(flag) {
      let other = others.first { other in
        parsed.has(other) && (values.isEmpty || values.contains(parsed.value(of: other) ?? ""))
      }
      if kind == .needs, other == nil {
        let names = others.map { "--\($0.name)" }.joined(separator: " or ")
        return parsed.blaming(
          Usage.contradiction(
            "--\(flag.name) needs \(names)", "leave it out, or add \(others[0].longSynopsis)"), flag)
      } else if kind != .needs, let other {
        let value = values.isEmpty ? "" : " \(parsed.value(of: other) ?? "")"
        return parsed.blaming(
          Usage.contradiction(
            reason ?? "--\(flag.name) can't be combined with --\(other.name)\(value)", "leave one of them out"
          ),
          flag, other)
      }
    }
    return nil
  }
}
