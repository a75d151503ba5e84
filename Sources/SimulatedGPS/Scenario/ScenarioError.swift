/// Why a text names no scenario.
public struct ScenarioError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of reason.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The word for it.
    public var rawValue: String
    /// Makes a kind of its word.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The text does not begin with `sim:`.
    public static let notScenario = Code(rawValue: "not_scenario")
    /// There is no scenario of that name.
    public static let unknownName = Code(rawValue: "unknown_name")
    /// There is no setting of that key.
    public static let unknownKey = Code(rawValue: "unknown_key")
    /// A setting has a value that it cannot have.
    public static let badValue = Code(rawValue: "bad_value")
    /// A setting is there twice.
    public static let repeatedKey = Code(rawValue: "repeated_key")
    /// The name stands for several receivers, and one is wanted.
    public static let severalReceivers = Code(rawValue: "several_receivers")
    /// A route is named that could not be had.
    public static let badRoute = Code(rawValue: "bad_route")
  }

  /// The kind of reason.
  public var code: Code
  /// A sentence that says what was found, what was expected, and what to do.
  public var description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
