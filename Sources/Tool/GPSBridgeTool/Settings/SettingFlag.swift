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

  private init<Value>(
    _ setting: Setting<Value>, _ name: String, _ form: Flag.Value, help: String, example: String? = nil,
    isNumber: Bool = false, isList: Bool = false,
    _ value: @escaping @Sendable (Flag, String) throws(ToolError) -> Value
  ) {
    (kind, flag) = (setting.kind, Flag(name, form, help: help))
    self.example = example ?? "'\(flag.choices.first ?? "")'"
    (self.isNumber, self.isList) = (isNumber, isList)
    self.value = { flag, text throws(ToolError) in setting(try value(flag, text)) }
  }

  /// The flag of each setting, in the order in which the settings are listed and applied: that of ``SettingKind``.
  static let all: [SettingFlag] = [
    SettingFlag(
      .baudRate, "baud", "N", help: "the speed of the serial line in bits per second; the port follows",
      example: "38400", isNumber: true
    ) { flag, text throws(ToolError) in
      guard isDecimal(text), let baud = Int(text), 300...4_000_000 ~= baud else {
        throw Usage.wrongForm(
          flag, text, expected: "bits a second are a whole number from 300 to 4000000",
          "write it like --baud 38400")
      }
      return baud
    },
    list(.enabledSentences, "sentences", OutputSentence.allCases, \.rawValue) {
      "the sentences to send, separated by commas: \($0); all others are switched off"
    },
    list(.enabledMessages, "messages", MessageKind.selectable, \.word) {
      "the binary messages for a u-blox to send, separated by commas: \($0); all others are switched off"
    },
    word(.language, "protocol", OutputLanguage.allCases, \.rawValue) { _ in
      "the protocol to send: nmea, ubx or both; the last two switch on the messages that a fix needs"
    },
    list(.constellations, "constellations", Constellation.allCases, \.word) {
      "the constellations to use, separated by commas: \($0)"
    },
    onOff(.sbas, "sbas", "use augmentation satellites: on or off"),
    word(.model, "model", DynamicModel.allCases, \.name) { "the motion to expect: \($0)" },
    whole(
      .minimumElevation, "minimum-elevation", "DEGREES",
      "ignore satellites below this elevation in degrees, -90 to 90", -90...90),
    whole(
      .minimumSignal, "minimum-signal", "DB",
      "ignore satellites with a weaker signal than this in dB-Hz, 0 to 99", 0...99),
    whole(
      .staticHold, "static-hold", "SPEED", "hold the position below this speed in cm/s, 0 to 255", 0...255),
    word(.power, "power", PowerMode.allCases, \.rawValue) { _ in
      "full, or saving, which makes fixes later or less exact"
    },
    SettingFlag(
      .timePulse, "time-pulse", "PULSE",
      help: "off, or the period and the length of the pulse, such as 1s,100ms", example: "'1s,100ms'",
      isList: true
    ) { flag, text throws(ToolError) in try SettingText.pulse(text, flag) },
    word(.nmeaVersion, "nmea-version", placeholder: "N", SentenceVersion.allCases, \.name) {
      "the NMEA version of the sentences: \($0)"
    },
    onOff(.highPrecision, "high-precision", "more decimals of positions in sentences: on or off"),
    onOff(.watchAntenna, "watch-antenna", "detect a short circuit or a missing antenna: on or off"),
    onOff(.watchJamming, "watch-jamming", "detect interference: on or off"),
    SettingFlag(
      .surveyedPlace, "place", "PLACE",
      help:
        "the antenna of a timing receiver: off, survey:300s,2.5m, or its place as LATITUDE,LONGITUDE,HEIGHT,ERROR in meters",
      example: "'survey:300s,2.5m'", isList: true
    ) { flag, text throws(ToolError) in try SettingText.place(text, flag) },
    SettingFlag(
      .updateRate, "rate", "HZ", help: "fixes per second, such as 5 or 0.5", example: "5", isNumber: true
    ) { flag, text throws(ToolError) in
      guard isDecimal(text), let rate = Double(text), 1.0 / 60 <= rate, rate <= 100 else {
        throw Usage.wrongForm(
          flag, text, expected: "fixes a second are a number from 0.02 to 100", "write it like --rate 5")
      }
      return .hertz(rate)
    },
  ]

  // MARK: - Forms

  private static func isDecimal(_ text: String) -> Bool {
    text.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2E }
  }

  private static func onOff(_ setting: Setting<Bool>, _ name: String, _ help: String) -> SettingFlag {
    word(setting, name, [true, false], { $0 ? "on" : "off" }, help: { _ in help })
  }

  private static func whole(
    _ setting: Setting<Int>, _ name: String, _ placeholder: String, _ help: String, _ range: ClosedRange<Int>
  ) -> SettingFlag {
    SettingFlag(setting, name, .text(placeholder: placeholder), help: help, example: "10", isNumber: true) {
      flag, text throws(ToolError) in
      guard let number = Int(text), range.contains(number) else {
        throw Usage.wrongForm(
          flag, text, expected: "a whole number from \(range.lowerBound) to \(range.upperBound) is expected",
          "write it like --\(flag.name) \((range.lowerBound + range.upperBound) / 2 + 5)")
      }
      return number
    }
  }

  private static func word<Value>(
    _ setting: Setting<Value>, _ name: String, placeholder: String = "WORD", _ values: [Value],
    _ text: (Value) -> String, help: (String) -> String
  ) -> SettingFlag {
    let choices = values.map(text)
    return SettingFlag(
      setting, name, .word(placeholder: placeholder, choices: choices),
      help: help(choices.joined(separator: ", "))
    ) { flag, text throws(ToolError) in
      guard let place = choices.firstIndex(of: text) else { throw Usage.unknownWord(Argument(text), flag) }
      return values[place]
    }
  }

  private static func list<Value>(
    _ setting: Setting<Set<Value>>, _ name: String, _ values: [Value], _ text: (Value) -> String,
    help: (String) -> String
  ) -> SettingFlag where Value: Sendable {
    let choices = values.map(text)
    return SettingFlag(
      setting, name, .list(placeholder: "LIST", choices: choices),
      help: help(choices.joined(separator: ", ")), example: "['\(choices[0])', '\(choices[1])']", isList: true
    ) { flag, text throws(ToolError) in
      var chosen: Set<Value> = []
      for word in ArgumentParser.words(text) {
        guard let place = choices.firstIndex(of: word) else { throw Usage.unknownWord(Argument(word), flag) }
        chosen.insert(values[place])
      }
      return chosen
    }
  }
}
