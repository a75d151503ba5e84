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
