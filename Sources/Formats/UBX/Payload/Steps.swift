/// A value in its unit that the wire stores as a number of steps: 1000 to the unit for millimeters and meters.
///
/// The number stays as it came, so that reading costs nothing that no one asks for, and writing loses nothing.
@propertyWrapper
public struct Steps<
  Raw: FixedWidthInteger & BitwiseCopyable & Sendable, let perUnit: Int
>: Sendable, Hashable {
  /// The number of steps.
  public var raw: Raw = 0

  /// No steps.
  public init() {}

  /// Takes a value, as the nearest number of steps.
  public init(wrappedValue: Double) { raw = Self.raw(wrappedValue) }

  /// The value that the steps stand for; setting it takes the nearest number of steps.
  public var wrappedValue: Double {
    get { Self.value(raw) }
    set { raw = Self.raw(newValue) }
  }

  /// Divided, not multiplied by a fraction: this is the double nearest to the decimal number that was meant.
  static func value(_ raw: Raw) -> Double { Double(raw) / Double(perUnit) }

  /// The number nearest to a value: the outermost for values outside the range, 0 for NaN.
  static func raw(_ value: Double) -> Raw {
    let steps = value * Double(perUnit)
    guard !steps.isNaN else { return 0 }
    guard steps > Double(Raw.min) else { return .min }
    guard steps < Double(Raw.max) else { return .max }
    return Raw(steps + (steps < 0 ? -0.5 : 0.5))
  }
}

/// Steps one number of which means that the receiver does not know the value; −1 is all bits set.
@propertyWrapper
public struct SparseSteps<
  Raw: FixedWidthInteger & BitwiseCopyable & Sendable, let perUnit: Int, let missing: Int
>: Sendable, Hashable {
  /// The number of steps, or the one that means none.
  public var raw = SparseSteps.none

  /// No value.
  public init() {}

  /// Takes a value, as the nearest number of steps.
  public init(wrappedValue: Double?) { raw = Self.raw(wrappedValue) }

  /// The value that the steps stand for, or nil where the receiver does not know it.
  public var wrappedValue: Double? {
    get { raw == Self.none ? nil : Steps<Raw, perUnit>.value(raw) }
    set { raw = Self.raw(newValue) }
  }

  /// The number that means none.
  public static var none: Raw { Raw(truncatingIfNeeded: missing) }

  /// A value never becomes the number that means none.
  private static func raw(_ value: Double?) -> Raw {
    guard let value, !value.isNaN else { return none }
    let raw = Steps<Raw, perUnit>.raw(value)
    guard raw == none else { return raw }
    return raw == .min ? raw + 1 : raw - 1
  }
}
