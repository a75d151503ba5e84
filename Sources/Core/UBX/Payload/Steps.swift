/// A value stored as an integer number of steps, such as 1000 per meter for millimeters.
///
/// The number is stored unconverted, so reading a message costs no conversion and writing it loses nothing.
@propertyWrapper
public struct Steps<
  Raw: FixedWidthInteger & BitwiseCopyable & Sendable, let perUnit: Int
>: Sendable, Hashable {
  /// The number of steps.
  public var raw: Raw = 0

  /// Makes a value of zero steps.
  public init() {}

  /// Makes a value, rounded to the nearest step.
  public init(wrappedValue: Double) { raw = Self.raw(wrappedValue) }

  /// The value in its unit; setting it rounds to the nearest step.
  public var wrappedValue: Double {
    get { Self.value(raw) }
    set { raw = Self.raw(newValue) }
  }

  /// Divides instead of multiplying by a fraction, to get the double nearest to the decimal number.
  static func value(_ raw: Raw) -> Double { Double(raw) / Double(perUnit) }

  /// The nearest number of steps, clamped to the range of the type; 0 for NaN.
  static func raw(_ value: Double) -> Raw {
    let steps = value * Double(perUnit)
    guard !steps.isNaN else { return 0 }
    guard steps > Double(Raw.min) else { return .min }
    guard steps < Double(Raw.max) else { return .max }
    return Raw(steps + (steps < 0 ? -0.5 : 0.5))
  }
}

/// A value stored as a number of steps, or as one number that means unknown; −1 is all bits set.
@propertyWrapper
public struct SparseSteps<
  Raw: FixedWidthInteger & BitwiseCopyable & Sendable, let perUnit: Int, let missing: Int
>: Sendable, Hashable {
  /// The number of steps, or the number that means unknown.
  public var raw = SparseSteps.none

  /// Makes an unknown value.
  public init() {}

  /// Makes a value, rounded to the nearest step, or an unknown one from nil.
  public init(wrappedValue: Double?) { raw = Self.raw(wrappedValue) }

  /// The value in its unit, or nil if unknown.
  public var wrappedValue: Double? {
    get { raw == Self.none ? nil : Steps<Raw, perUnit>.value(raw) }
    set { raw = Self.raw(newValue) }
  }

  /// The number that means unknown.
  public static var none: Raw { Raw(truncatingIfNeeded: missing) }

  /// Returns the number of steps; for a known value, this is never the number that means unknown.
  private static func raw(_ value: Double?) -> Raw {
    guard let value, !value.isNaN else { return none }
    let raw = Steps<Raw, perUnit>.raw(value)
    guard raw == none else { return raw }
    return raw == .min ? raw + 1 : raw - 1
  }
}

/// A value stored as a number of steps, which a flag elsewhere in the message declares valid.
@propertyWrapper
public struct FlaggedSteps<
  Raw: FixedWidthInteger & BitwiseCopyable & Sendable, let perUnit: Int
>: Sendable, Hashable {
  /// Whether the value is valid.
  public var isValid = false
  /// The number of steps.
  public var steps = Steps<Raw, perUnit>()

  /// Makes a value that is not valid.
  public init() {}

  /// The value in its unit, or nil if it is not valid.
  public var wrappedValue: Double? {
    get { isValid ? steps.wrappedValue : nil }
    set {
      steps.wrappedValue = newValue ?? 0
      isValid = newValue != nil
    }
  }
}
