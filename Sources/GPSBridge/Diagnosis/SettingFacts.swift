internal import GPSBase

/// Facts about settings that somebody wants a receiver to have.
public struct SettingFacts: Sendable, Hashable {
  /// A setting that the receiver does not have.
  public struct Missing: Sendable, Hashable {
    /// The value that it should have.
    public var value: SettingValue
    /// Why it has not, as the error says it.
    public var reason: String

    /// Notes a setting that could not be put back.
    public init(_ value: SettingValue, reason: String) {
      self.value = value
      self.reason = reason
    }
  }

  /// What could not be put back since the receiver was opened, in that order.
  public var missing: [Missing] = []

  /// Nothing is missing.
  public init() {}

  /// A setting could not be put back.
  mutating func miss(_ value: SettingValue, _ error: LocationError) {
    settle(value.kind)
    missing.append(Missing(value, reason: error.message))
  }

  /// The receiver has told a value; it may be the one that was missing.
  mutating func take(_ value: SettingValue) { missing.removeAll { $0.value.resembles(value) } }

  /// A setting is as somebody wants it, perhaps otherwise than before.
  mutating func settle(_ kind: SettingKind) { missing.removeAll { $0.value.kind == kind } }
}

/// The rule about a receiver that works otherwise than it was to be set.
enum SettingRules {
  /// More names than this do not fit into a line.
  private static let mostNames = 3

  static let notAsSet: DiagnosisRule = { facts in
    guard let first = facts.settings.missing.first, facts.port.state != .gone else { return nil }
    let missing = facts.settings.missing
    let names = missing.prefix(mostNames).map { VisibleText.replaced("\($0.value)", limit: 40) }
    let more = missing.count > mostNames ? ", and \(missing.count - mostNames) more" : ""
    return Verdict(
      .notAsSet,
      what: "The receiver is not set as it should be: \(names.joined(separator: ", "))\(more).",
      why: reason(first.reason),
      advice:
        "Ask for what it can do, or take that out of its profile: gpsbridge config show --origin names the line.",
      expectation: "It is tried again at each plug-in and each restart of the receiver.",
      evidence: missing.prefix(mostNames).map {
        .init("setting \(VisibleText.replaced("\($0.value)", limit: 40))", reason($0.reason))
      })
  }

  /// The error as a sentence: the position is right, whatever it says.
  private static func reason(_ message: String) -> String {
    let text = VisibleText.replaced(message, limit: 200)
    guard let first = text.first else { return "It could not be put back." }
    let sentence = first.uppercased() + text.dropFirst()
    return sentence.hasSuffix(".") ? sentence : sentence + "."
  }
}
