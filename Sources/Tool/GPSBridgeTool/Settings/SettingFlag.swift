internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import UBX

/// A flag of `configure` that sets a value, and a key of the same name in settings files.
struct SettingFlag: Sendable {
  let kind: SettingKind
  let flag: Flag
  /// A value in a settings file, for an error message.
  let example: String
  /// Whether a settings file has a number as the value.
  let isNumber: Bool
  /// Whether a settings file may have a list as the value.
  let isList: Bool
  /// Parses the text of the flag, which is one of its choices if it has any.
  let value: @Sendable (Flag, String) throws(ToolError) -> SettingValue

  private init(
    _ kind: SettingKind, _ flag: Flag, example: String? = nil, isNumber: Bool = false, isList: Bool = false,
    _ value: @escaping @Sendable (Flag, String) throws(ToolError) -> SettingValue
  ) {
    (self.kind, self.flag) = (kind, flag)
    self.example = example ?? "'\(flag.choices.first ?? "")'"
    (self.isNumber, self.isList, self.value) = (isNumber, isList, value)
  }

  /// The flag of a setting; flags are listed and applied in the order of ``SettingKind``.
  static let all = SettingKind.allCases.map(row)

  private static func row(_ kind: SettingKind) -> SettingFlag {
    switch kind {
    case .updateRate:
      SettingFlag(
        kind, Flag(name: "rate", value: .text(placeholder: "HZ"), help: "fixes a second, such as 5 or 0.5"),
        example: "5", isNumber: true
      ) { flag, text throws(ToolError) in
        guard isDecimal(text), let rate = Double(text), 1.0 / 60 <= rate, rate <= 100 else {
          throw Usage.wrongForm(
            flag, text, expected: "fixes a second are a number from 0.02 to 100", "write it like --rate 5")
        }
        return .updateRate(.hertz(rate))
      }
    case .baudRate:
      SettingFlag(
        kind,
        Flag(
          name: "baud", value: .text(placeholder: "N"),
          help: "the speed of its line in bits a second; the port follows"), example: "38400", isNumber: true
      ) { flag, text throws(ToolError) in
        guard isDecimal(text), let baud = Int(text), 300...4_000_000 ~= baud else {
          throw Usage.wrongForm(
            flag, text, expected: "bits a second are a whole number from 300 to 4000000",
            "write it like --baud 38400")
        }
        return .baudRate(baud)
      }
    case .enabledSentences:
      list(
        kind, "sentences", OutputSentence.allCases, \.rawValue,
        help: { "sentences to send, separated by commas: \($0); the others are switched off" }
      ) { .enabledSentences($0) }
    case .enabledMessages:
      list(
        kind, "messages", MessageKind.selectable, \.word,
        help: {
          "binary messages that a u-blox sends, separated by commas: \($0); the others are switched off"
        }
      ) { .enabledMessages($0) }
    case .language:
      word(
        kind, "protocol", OutputLanguage.allCases, \.rawValue,
        help: { _ in
          "what it sends: nmea, ubx or both; messages that a fix needs are switched on with ubx and both"
        }
      ) { .language($0) }
    case .constellations:
      list(
        kind, "constellations", Constellation.allCases, \.word,
        help: { "constellations to use, separated by commas: \($0)" }
      ) { .constellations($0) }
    case .sbas: onOff(kind, "sbas", "whether augmentation satellites are used: on or off") { .sbas($0) }
    case .model:
      word(kind, "model", DynamicModel.allCases, \.name, help: { "how it moves: \($0)" }) { .model($0) }
    case .minimumElevation:
      whole(
        kind, "minimum-elevation", "DEGREES", "degrees above the horizon that a satellite needs, -90 to 90",
        -90...90
      ) { .minimumElevation($0) }
    case .minimumSignal:
      whole(kind, "minimum-signal", "DB", "the dB-Hz that a satellite needs, 0 to 99", 0...99) {
        .minimumSignal($0)
      }
    case .staticHold:
      whole(kind, "static-hold", "SPEED", "cm/s below which the position is held, 0 to 255", 0...255) {
        .staticHold($0)
      }
    case .power:
      word(
        kind, "power", PowerMode.allCases, \.rawValue,
        help: { _ in "full, or saving, with fixes that come late or are less exact" }
      ) { .power($0) }
    case .timePulse:
      SettingFlag(
        kind,
        Flag(
          name: "time-pulse", value: .text(placeholder: "PULSE"),
          help: "off, or the period of the pulse and its length, such as 1s,100ms"), example: "'1s,100ms'",
        isList: true
      ) { flag, text throws(ToolError) in .timePulse(try SettingText.pulse(text, flag)) }
    case .nmeaVersion:
      word(
        kind, "nmea-version", placeholder: "N", SentenceVersion.allCases, \.name,
        help: { "the NMEA version of its sentences: \($0)" }
      ) { .nmeaVersion($0) }
    case .highPrecision:
      onOff(kind, "high-precision", "whether positions in sentences have more decimals: on or off") {
        .highPrecision($0)
      }
    case .watchAntenna:
      onOff(kind, "watch-antenna", "whether it looks for a short circuit or a missing antenna: on or off") {
        .watchAntenna($0)
      }
    case .watchJamming:
      onOff(kind, "watch-jamming", "whether it looks for interference: on or off") { .watchJamming($0) }
    case .surveyedPlace:
      SettingFlag(
        kind,
        Flag(
          name: "place", value: .text(placeholder: "PLACE"),
          help:
            "for a clock's antenna: off, survey:300s,2.5m, or the place as LATITUDE,LONGITUDE,HEIGHT,ERROR in meters"
        ), example: "'survey:300s,2.5m'", isList: true
      ) { flag, text throws(ToolError) in .surveyedPlace(try SettingText.place(text, flag)) }
    }
  }

  // MARK: - Forms

  private static func isDecimal(_ text: String) -> Bool {
    text.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2E }
  }

  private static func onOff(
    _ kind: SettingKind, _ name: String, _ help: String, _ wrap: @escaping @Sendable (Bool) -> SettingValue
  ) -> SettingFlag { word(kind, name, [true, false], { $0 ? "on" : "off" }, help: { _ in help }, wrap) }

  private static func whole(
    _ kind: SettingKind, _ name: String, _ placeholder: String, _ help: String, _ range: ClosedRange<Int>,
    _ wrap: @escaping @Sendable (Int) -> SettingValue
  ) -> SettingFlag {
    SettingFlag(
      kind, Flag(name: name, value: .text(placeholder: placeholder), help: help), example: "10",
      isNumber: true
    ) { flag, text throws(ToolError) in
      guard let number = Int(text), range.contains(number) else {
        throw Usage.wrongForm(
          flag, text, expected: "a whole number from \(range.lowerBound) to \(range.upperBound) is expected",
          "write it like --\(flag.name) \((range.lowerBound + range.upperBound) / 2 + 5)")
      }
      return wrap(number)
    }
  }

  private static func word<Value: Sendable>(
    _ kind: SettingKind, _ name: String, placeholder: String = "WORD", _ values: [Value],
    _ text: (Value) -> String, help: (String) -> String, _ wrap: @escaping @Sendable (Value) -> SettingValue
  ) -> SettingFlag {
    let choices = values.map(text)
    let flag = Flag(
      name: name, value: .word(placeholder: placeholder, choices: choices),
      help: help(choices.joined(separator: ", ")))
    return SettingFlag(kind, flag) { flag, text throws(ToolError) in
      guard let place = choices.firstIndex(of: text) else { throw Usage.unknownWord(Argument(text), flag) }
      return wrap(values[place])
    }
  }

  private static func list<Value: Sendable & Hashable>(
    _ kind: SettingKind, _ name: String, _ values: [Value], _ text: (Value) -> String,
    help: (String) -> String, _ wrap: @escaping @Sendable (Set<Value>) -> SettingValue
  ) -> SettingFlag {
    let choices = values.map(text)
    let flag = Flag(
      name: name, value: .list(placeholder: "LIST", choices: choices),
      help: help(choices.joined(separator: ", ")))
    return SettingFlag(kind, flag, example: "['\(choices[0])', '\(choices[1])']", isList: true) {
      flag, text throws(ToolError) in
      var chosen: Set<Value> = []
      for word in ArgumentParser.words(text) {
        guard let place = choices.firstIndex(of: word) else { throw Usage.unknownWord(Argument(word), flag) }
        chosen.insert(values[place])
      }
      return wrap(chosen)
    }
  }
}
