/// A row of small whole numbers, any of which the receiver may have left out.
public struct SparseIntegers<let capacity: Int>: Sendable {
  /// The numbers; `Int16.min` where nothing is said.
  @usableFromInline var raw = InlineArray<capacity, Int16>(repeating: .min)

  /// Nothing said.
  @inlinable public init() {}

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
