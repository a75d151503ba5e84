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
