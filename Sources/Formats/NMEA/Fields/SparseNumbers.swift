/// A number that the receiver may have left out, stored in eight bytes.
///
/// `@SparseDecimal var speed: Double?` reads and writes as an ordinary optional; inside, "not said" is a NaN. An
/// `Optional<Double>` in every field would cost a third of the parser's speed.
@propertyWrapper
public struct SparseDecimal: Sendable {
  /// The number, or NaN.
  @usableFromInline var raw: Double

  /// Nothing said.
  @inlinable public init() { raw = .nan }

  /// A number, or nothing.
  @inlinable public init(wrappedValue: Double?) { raw = wrappedValue ?? .nan }

  /// The number, or nil where the receiver did not say.
  @inlinable public var wrappedValue: Double? {
    get { raw.isNaN ? nil : raw }
    set { raw = newValue ?? .nan }
  }
}

extension SparseDecimal: Hashable {
  /// Two numbers are equal as numbers, and "not said" equals "not said".
  public static func == (a: SparseDecimal, b: SparseDecimal) -> Bool {
    a.wrappedValue == b.wrappedValue
  }

  /// Hashes the optional number.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

/// A whole number that the receiver may have left out, stored in the bytes of `Raw`.
///
/// `@SparseInteger<Int16> var azimuth: Int?` reads and writes as an ordinary optional; inside, "not said" is the
/// smallest value of `Raw`, which no field of any sentence can hold.
@propertyWrapper
public struct SparseInteger<Raw: FixedWidthInteger & SignedInteger & Sendable>: Sendable, Hashable {
  /// The number, or `Raw.min`.
  @usableFromInline var raw: Raw

  /// Nothing said.
  @inlinable public init() { raw = .min }

  /// A number, or nothing.
  @inlinable public init(wrappedValue: Int?) {
    raw = .min
    self.wrappedValue = wrappedValue
  }

  /// Takes a number as it is stored, if it lies in a range.
  @inlinable package init(stored: Raw, in range: ClosedRange<Raw>) {
    raw = range.lowerBound <= stored && stored <= range.upperBound ? stored : .min
  }

  /// The number, or nil where the receiver did not say, or where it does not fit.
  @inlinable public var wrappedValue: Int? {
    get { raw == .min ? nil : Int(raw) }
    set { raw = newValue.flatMap { Raw(exactly: $0) } ?? .min }
  }
}

/// A row of small whole numbers, any of which the receiver may have left out.
public struct SparseIntegers<let capacity: Int>: Sendable {
  /// The numbers; `Int16.min` where nothing is said.
  @usableFromInline var raw = InlineArray<capacity, Int16>(repeating: .min)

  /// Nothing said.
  @inlinable public init() {}

  /// The numbers as they are stored, for callers that look at all of them.
  @inlinable
  package var stored: InlineArray<capacity, Int16> { raw }

  /// The number at a place, or nil where the receiver did not say, or behind the end.
  @inlinable public subscript(index: Int) -> Int? {
    get {
      guard 0..<capacity ~= index, raw[index] != .min else { return nil }
      return Int(raw[index])
    }
    set { raw[index] = newValue.flatMap { Int16(exactly: $0) } ?? .min }
  }
}

extension SparseIntegers: Hashable {
  /// Equal in all places.
  public static func == (a: SparseIntegers, b: SparseIntegers) -> Bool {
    for index in 0..<capacity where a.raw[index] != b.raw[index] { return false }
    return true
  }

  /// Hashes all places.
  public func hash(into hasher: inout Hasher) {
    for index in 0..<capacity { hasher.combine(raw[index]) }
  }
}
