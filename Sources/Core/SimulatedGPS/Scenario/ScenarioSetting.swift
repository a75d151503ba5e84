internal import GPSBridge
internal import NMEA

/// One setting of a scenario's text form: its key, how to read it, and how to write it.
struct ScenarioSetting: Sendable {
  let key: String
  /// The expected form of a value, for error messages.
  let expected: String
  /// Sets the value; returns false if the text is invalid.
  let set: @Sendable (inout Scenario, String) -> Bool
  /// Returns the value as text; nil if it need not be written.
  let get: @Sendable (Scenario) -> String?

  /// All settings, in the order in which they are applied and written.
  static let all: [ScenarioSetting] = [
    seed, dialect, language, faults, nmea, quirks, rate,
    whole("gsv", "epochs from one sky to the next", 1...1000, \.skyPeriod),
    whole("speed", "bits per second", 300...4_000_000, \.speed),
    whole("hostspeed", "bits per second", 300...4_000_000, \.hostSpeed), overflow, start, obeys, time,
    number("lat", "degrees", -90...90, \.place.latitude),
    number("lon", "degrees", -180...180, \.place.longitude),
    number("alt", "meters above the sea", -1000...100_000, \.place.altitude),
    number("geoid", "meters", -120...120, \.place.geoidSeparation), journey, pace, device,
  ]

  private static let seed = ScenarioSetting(
    key: "seed", expected: "a whole number from 0 to 18446744073709551615",
    set: { scenario, text in take(UInt64(text)) { scenario.seed = $0 } }, get: { "\($0.seed)" })

  private static let dialect = ScenarioSetting(
    key: "dialect", expected: "one of " + Dialect.all.map(\.name).joined(separator: " "),
    set: { scenario, text in take(Dialect(named: text)) { scenario.dialect = $0 } }, get: { $0.dialect.name })

  private static let language = ScenarioSetting(
    key: "language", expected: "nmea, and for a u-blox also ubx or both",
    set: { scenario, text in
      let isUBlox = scenario.dialect.chip != nil
      return take(Scenario.Language(rawValue: text).flatMap { $0 == .nmea || isUBlox ? $0 : nil }) {
        scenario.language = $0
      }
    },
    get: { $0.language == .nmea ? nil : $0.language.rawValue })

  private static let faults = ScenarioSetting(
    key: "faults",
    expected: "words joined by +, for a u-blox: "
      + Scenario.ReceiverFault.allCases.map(\.rawValue).joined(separator: " "),
    set: { scenario, text in
      let words = text.split(separator: "+").map(String.init)
      let faults = words.compactMap(Scenario.ReceiverFault.init)
      guard scenario.dialect.chip != nil, !words.isEmpty, faults.count == words.count else { return false }
      scenario.receiverFaults = Set(faults)
      return true
    },
    get: { scenario in
      let faults = Scenario.ReceiverFault.allCases.filter(scenario.receiverFaults.contains)
      return faults.isEmpty ? nil : faults.map(\.rawValue).joined(separator: "+")
    })

  private static let editions: [(String, Revision)] = [
    ("2.1", .v2_0), ("2.3", .v2_3), ("3.0", .v3_0), ("4.0", .v4_0), ("4.1", .v4_1), ("4.10", .v4_10),
    ("4.11", .v4_11),
  ]

  private static let nmea = ScenarioSetting(
    key: "nmea", expected: "one of " + editions.map(\.0).joined(separator: " "),
    set: { scenario, text in
      take(editions.first { $0.0 == text }?.1) { scenario.dialect.revision = $0 }
    },
    get: { scenario in
      // The dialect's default revision is not written.
      let usual = Dialect(named: scenario.dialect.name)?.revision
      return scenario.dialect.revision == usual
        ? nil : editions.first { $0.1 == scenario.dialect.revision }?.0
    })

  private static let quirks = ScenarioSetting(
    key: "quirks",
    expected: "numbers joined by +, from "
      + Dialect.Quirk.allCases.map { "\($0.rawValue)" }.joined(separator: " "),
    set: { scenario, text in
      let numbers = text.split(separator: "+").map { Int($0) ?? -1 }
      let quirks = Dialect.Quirks(numbers: numbers)
      guard !numbers.isEmpty, Set(quirks.all.map(\.rawValue)) == Set(numbers) else { return false }
      scenario.dialect.quirks = quirks
      return true
    },
    get: { scenario in
      scenario.dialect.quirks.isEmpty
        ? nil : scenario.dialect.quirks.all.map { "\($0.rawValue)" }.joined(separator: "+")
    })

  private static let rate = ScenarioSetting(
    key: "rate", expected: "fixes a second, one of " + Scenario.rates.map(short).joined(separator: " "),
    set: { scenario, text in
      take(Scenario.rates.first { short($0) == text || "\($0)" == text }) { scenario.rate = $0 }
    },
    get: { $0.rate.map(short) })

  private static let overflow = ScenarioSetting(
    key: "overflow",
    expected: "one of " + Scenario.Overflow.allCases.map(\.rawValue).joined(separator: " "),
    set: { scenario, text in take(Scenario.Overflow(rawValue: text)) { scenario.overflow = $0 } },
    get: { $0.overflow?.rawValue })

  private static let start = ScenarioSetting(
    key: "start", expected: "one of " + Scenario.PowerUp.allCases.map(\.rawValue).joined(separator: " "),
    set: { scenario, text in take(Scenario.PowerUp(rawValue: text)) { scenario.powerUp = $0 } },
    get: { $0.powerUp.rawValue })

  private static let obeys = ScenarioSetting(
    key: "commands",
    expected: "one of " + Scenario.CommandSupport.allCases.map(\.rawValue).joined(separator: " "),
    set: { scenario, text in take(Scenario.CommandSupport(rawValue: text)) { scenario.commandSupport = $0 } },
    get: { $0.commandSupport.rawValue })

  private static let time = ScenarioSetting(
    key: "time", expected: "now, or a time in the years 1980 to 2200, such as 2026-11-20T07:08:00Z",
    set: { scenario, text in
      if text == "now" {
        scenario.start = nil
        return true
      }
      guard let time = UTC(iso8601: text, offsets: true), Scenario.years.contains(time.secondsSince1970)
      else { return false }
      scenario.start = UTC(secondsSince1970: time.secondsSince1970)
      return true
    },
    get: { $0.start?.iso8601 ?? "now" })

  private static let journey = ScenarioSetting(
    key: "journey", expected: "one of still walk drive boat flight",
    set: { scenario, text in take(Scenario.Journey(word: text)) { scenario.journey = $0 } },
    get: { $0.journey.word })

  private static let pace = ScenarioSetting(
    key: "pace", expected: "meters per second along a route, 0.01 to 10000",
    set: { scenario, text in take(number(text, 0.01...10_000)) { scenario.pace = $0 } },
    get: { $0.pace.map { "\($0)" } })

  private static let device = ScenarioSetting(
    key: "device", expected: "a name without slashes",
    set: { scenario, text in
      guard !text.isEmpty, text.utf8.count < 64, !text.contains("/") else { return false }
      scenario.device = text
      return true
    },
    get: { $0.device })

  private static func take<Value>(_ value: Value?, _ set: (Value) -> Void) -> Bool {
    guard let value else { return false }
    set(value)
    return true
  }

  /// A whole number in a range, if it is set.
  private static func whole(
    _ key: String, _ expected: String, _ range: ClosedRange<Int>,
    _ value: any WritableKeyPath<Scenario, Int?> & Sendable
  ) -> ScenarioSetting {
    ScenarioSetting(
      key: key, expected: "\(expected), \(range.lowerBound) to \(range.upperBound)",
      set: { scenario, text in
        take(Int(text).flatMap { range.contains($0) ? $0 : nil }) { scenario[keyPath: value] = $0 }
      },
      get: { $0[keyPath: value].map { "\($0)" } })
  }

  /// A number in a range.
  private static func number(
    _ key: String, _ expected: String, _ range: ClosedRange<Double>,
    _ value: any WritableKeyPath<Scenario, Double> & Sendable
  ) -> ScenarioSetting {
    ScenarioSetting(
      key: key, expected: "\(expected), \(short(range.lowerBound)) to \(short(range.upperBound))",
      set: { scenario, text in take(number(text, range)) { scenario[keyPath: value] = $0 } },
      get: { "\($0[keyPath: value])" })
  }

  private static func number(_ text: String, _ range: ClosedRange<Double>) -> Double? {
    Double(text).flatMap { range.contains($0) ? $0 : nil }
  }

  /// Formats whole numbers without decimals: `1`, not `1.0`.
  private static func short(_ number: Double) -> String {
    number == Double(Int(number)) ? "\(Int(number))" : "\(number)"
  }
}

extension Scenario.Journey {
  /// Returns the journey with the given name, or nil.
  init?(word: String) {
    let named: [Self] = [.still, .walk, .drive, .boat, .flight]
    guard let journey = named.first(where: { $0.word == word }) else { return nil }
    self = journey
  }

  /// The name of the journey; nil if it has none.
  var word: String? {
    switch self {
    case .still: "still"
    case .walk: "walk"
    case .drive: "drive"
    case .boat: "boat"
    case .flight: "flight"
    case .greatCircle, .route, .custom: nil
    }
  }
}
