extension ReceiverFacts {
  /// A fact that is known, or not: "unknown" is neither "no" nor zero.
  ///
  /// A rule must decide what "unknown" means to it, for there is no default value and no optional chaining:
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
    /// Something that was received, or a count of it, has this value.
    case known(Value)
    /// Nothing that was received has a value.
    case unknown

    /// Takes a value, or its absence.
    public init(_ value: Value?) {
      self = value.map { .known($0) } ?? .unknown
    }

    /// The value for an output that leaves out what is unknown; a rule should switch over the cases.
    public var value: Value? {
      if case .known(let value) = self { value } else { nil }
    }
  }
}

extension ReceiverFacts.Fact where Value == Bool {
  /// It is known to be the case.
  public static var yes: Self { .known(true) }
  /// It is known not to be the case.
  public static var no: Self { .known(false) }
}

extension ReceiverFacts.Fact where Value: Comparable {
  /// Whether it is known to be as large as a limit, or larger.
  public func isAtLeast(_ limit: Value) -> Bool {
    if case .known(let value) = self { value >= limit } else { false }
  }

  /// Whether it is known to be smaller than a limit.
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
  /// A known time of so many seconds.
  public static func seconds(_ seconds: some BinaryInteger) -> Self { .known(.seconds(seconds)) }
}

extension ReceiverFacts.Fact: ExpressibleByFloatLiteral where Value: ExpressibleByFloatLiteral {
  /// A known number.
  public init(floatLiteral value: Value.FloatLiteralType) { self = .known(Value(floatLiteral: value)) }
}
