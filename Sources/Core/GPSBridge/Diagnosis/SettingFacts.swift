internal import GPSBase

/// Facts about the settings that a receiver should have.
public struct SettingFacts: Sendable, Hashable {
  /// A setting that the receiver does not have.
  public struct Missing: Sendable, Hashable {
    /// The requested value.
    public var value: SettingValue
    /// The error message that explains why the value is missing.
    public var reason: String

    /// Creates an entry for a setting that could not be restored.
    public init(_ value: SettingValue, reason: String) { (self.value, self.reason) = (value, reason) }
  }

  /// The settings that could not be restored since the receiver was opened, in that order.
  public var missing: [Missing] = []

  /// Creates facts without missing settings.
  public init() {}

  /// Adds a setting that could not be restored.
  mutating func miss(_ value: SettingValue, _ error: LocationError) {
    remove(value.kind)
    missing.append(Missing(value, reason: error.message))
  }

  /// Removes a missing setting whose value the receiver has now reported.
  mutating func take(_ value: SettingValue) { missing.removeAll { $0.value.resembles(value) } }

  /// Removes a setting that now has its requested value, which may have changed.
  mutating func remove(_ kind: SettingKind) { missing.removeAll { $0.value.kind == kind } }
}

/// The rule for a receiver that does not have the requested settings.
enum SettingRules {
  /// The most names that fit into one line.
  private static let mostNames = 3

  static let notAsSet: DiagnosisRule = { facts in
    guard let first = facts.settings.missing.first, facts.port.state != .gone else { return nil }
    let missing = facts.settings.missing
    let names = missing.prefix(mostNames).map { VisibleText.replaced("\($0.value)", limit: 40) }
    let more = missing.count > mostNames ? ", and \(missing.count - mostNames) more" : ""
    return Verdict(
      .notAsSet,
      what: "The receiver's settings differ from its profile: \(names.joined(separator: ", "))\(more).",
      why: reason(first.reason),
      remedy:
        "Request values that it supports, or remove the setting from its profile: gpsbridge config show --origin names the line.",
      expectation: "The program tries again at each plug-in and each restart of the receiver.",
      evidence: missing.prefix(mostNames).map {
        .init("setting \(VisibleText.replaced("\($0.value)", limit: 40))", reason($0.reason))
      })
  }

  /// The error as a sentence.
  private static func reason(_ message: String) -> String {
    let text = VisibleText.replaced(message, limit: 200)
    return text.isEmpty ? "It could not be restored." : Wording.sentence(text)
  }
}
