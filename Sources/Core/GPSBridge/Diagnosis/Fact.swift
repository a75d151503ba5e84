extension ReceiverFacts {
  /// A fact that is either known or unknown: "unknown" is neither "no" nor zero.
  ///
  /// A rule must decide how to treat "unknown", since there is no default value and no optional chaining:
  ///
  /// ```swift
  /// switch facts.sky.heard {
  /// case .known(0): print("no satellite is heard")
  /// case .known(let count): print("\(count) satellites are heard")
  /// case .unknown: print("the receiver sends no GSV")
  /// }
  /// if facts.fix.hasFix == .yes { print("there is a fix") }
  /// ```
  public enum Fact<Value: Sendable & Hashable>: Sendable, Hashable {
    /// The receiver's output shows this value, or a count of that output is this value.
    case known(Value)
    /// The receiver's output does not show the value.
    case unknown

    /// Creates a fact from a value, or an unknown fact from nil.
    public init(_ value: Value?) { self = value.map { .known($0) } ?? .unknown }

    /// The value, for output that omits unknown facts; rules should switch over the cases.
    public var value: Value? { if case .known(let value) = self { value } else { nil } }
  }
}

extension ReceiverFacts.Fact where Value == Bool {
  /// Known to be true.
  public static var yes: Self { .known(true) }
  /// Known to be false.
  public static var no: Self { .known(false) }
}

extension ReceiverFacts.Fact where Value: Comparable {
  /// Whether the value is known to be at least a limit.
  public func isAtLeast(_ limit: Value) -> Bool {
    if case .known(let value) = self { value >= limit } else { false }
  }

  /// Whether the value is known to be less than a limit.
  public func isBelow(_ limit: Value) -> Bool {
    if case .known(let value) = self { value < limit } else { false }
  }
}

extension ReceiverFacts.Fact: ExpressibleByBooleanLiteral where Value == Bool {
  /// A known answer.
  public init(booleanLiteral value: Bool) { self = .known(value) }
}

extension ReceiverFacts.Fact: ExpressibleByIntegerLiteral
where Value: ExpressibleByIntegerLiteral {
  /// A known number.
  public init(integerLiteral value: Value.IntegerLiteralType) { self = .known(Value(integerLiteral: value)) }
}

extension ReceiverFacts.Fact: ExpressibleByUnicodeScalarLiteral, ExpressibleByExtendedGraphemeClusterLiteral,
  ExpressibleByStringLiteral
where Value == String {
  /// A known text.
  public init(stringLiteral value: String) { self = .known(value) }
}

extension ReceiverFacts.Fact where Value == Duration {
  /// A known duration in seconds.
  public static func seconds(_ seconds: some BinaryInteger) -> Self { .known(.seconds(seconds)) }
}

extension ReceiverFacts.Fact: ExpressibleByFloatLiteral where Value: ExpressibleByFloatLiteral {
  /// A known number.
  public init(floatLiteral value: Value.FloatLiteralType) { self = .known(Value(floatLiteral: value)) }
}
