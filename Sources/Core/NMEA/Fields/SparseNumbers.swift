/// An optional number, stored in eight bytes.
///
/// `@SparseDecimal var speed: Double?` works like an ordinary optional; internally, a missing value is a NaN.
/// An `Optional<Double>` in every field would cost a third of the parser's speed.
@propertyWrapper
public struct SparseDecimal: Sendable, Hashable {
  /// The number, or NaN.
  @usableFromInline var raw: Double

  /// Makes a missing value.
  @inlinable public init() { raw = .nan }

  /// Makes a value from an optional number.
  @inlinable public init(wrappedValue: Double?) { raw = wrappedValue ?? .nan }

  /// The number, or nil if the receiver left it out.
  @inlinable public var wrappedValue: Double? {
    get { raw.isNaN ? nil : raw }
    set { raw = newValue ?? .nan }
  }

  /// Returns whether both numbers are equal, or both are missing.
  public static func == (a: SparseDecimal, b: SparseDecimal) -> Bool { a.wrappedValue == b.wrappedValue }

  /// Hashes the optional number.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

/// An optional integer, stored in the bytes of `Raw`.
///
/// `@SparseInteger<Int16> var azimuth: Int?` works like an ordinary optional; internally, a missing value is
/// `Raw.min`, which no field of any sentence can contain.
@propertyWrapper
public struct SparseInteger<Raw: FixedWidthInteger & SignedInteger & Sendable>: Sendable, Hashable {
  /// The number, or `Raw.min`.
  @usableFromInline var raw: Raw

  /// Makes a missing value.
  @inlinable public init() { raw = .min }

  /// Makes a value from an optional number.
  @inlinable public init(wrappedValue: Int?) {
    raw = .min
    self.wrappedValue = wrappedValue
  }

  /// Makes a value from a stored number, if the number is in range.
  @inlinable package init(stored: Raw, in range: ClosedRange<Raw>) {
    raw = range.lowerBound <= stored && stored <= range.upperBound ? stored : .min
  }

  /// The number, or nil if the receiver left it out; a number that does not fit becomes nil.
  @inlinable public var wrappedValue: Int? {
    get { raw == .min ? nil : Int(raw) }
    set { raw = newValue.flatMap { Raw(exactly: $0) } ?? .min }
  }
}

/// An optional choice that is sent as a number from 0 to 255 or from -128 to 127, stored in two bytes.
@propertyWrapper
public struct SparseCode<Code: RawRepresentable>: Sendable, Hashable where Code.RawValue: FixedWidthInteger {
  /// The number, if any.
  var number = SparseInteger<Int16>()

  /// Makes a missing value.
  public init() {}

  /// The choice, or nil if the receiver left it out.
  public var wrappedValue: Code? {
    get { number.wrappedValue.flatMap { Code(rawValue: Code.RawValue($0)) } }
    set { number.wrappedValue = newValue.map { Int($0.rawValue) } }
  }
}

/// A fixed-size array of small optional integers.
public struct SparseIntegers<let capacity: Int>: Sendable, Hashable {
  /// The numbers; missing values are `Int16.min`.
  @usableFromInline var raw = InlineArray<capacity, Int16>(repeating: .min)

  /// Makes an array of missing values.
  @inlinable public init() {}

  /// The stored numbers, for callers that process all of them.
  @inlinable
  package var stored: InlineArray<capacity, Int16> { raw }

  /// The number at an index, or nil if it is missing or past the end.
  @inlinable public subscript(index: Int) -> Int? {
    get {
      guard 0..<capacity ~= index, raw[index] != .min else { return nil }
      return Int(raw[index])
    }
    set { raw[index] = newValue.flatMap { Int16(exactly: $0) } ?? .min }
  }

  /// Returns whether all numbers are equal.
  public static func == (a: SparseIntegers, b: SparseIntegers) -> Bool {
    for index in 0..<capacity where a.raw[index] != b.raw[index] { return false }
    return true
  }

  /// Hashes all numbers.
  public func hash(into hasher: inout Hasher) { for index in 0..<capacity { hasher.combine(raw[index]) } }
}
