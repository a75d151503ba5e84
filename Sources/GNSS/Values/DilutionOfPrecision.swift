/// How the geometry of the satellites multiplies an error of measurement.
public struct DilutionOfPrecision: Sendable, Hashable {
  /// Of the position in space.
  public var position: Double?
  /// Of latitude and longitude.
  public var horizontal: Double?
  /// Of the altitude.
  public var vertical: Double?
  /// Of the time.
  public var time: Double?

  /// Nothing known.
  public init() {}

  /// Adds what is not known yet, if it means something.
  mutating func fill(position: Double?, horizontal: Double?, vertical: Double?, time: Double?) {
    self.position = self.position ?? Self.meaningful(position)
    self.horizontal = self.horizontal ?? Self.meaningful(horizontal)
    self.vertical = self.vertical ?? Self.meaningful(vertical)
    self.time = self.time ?? Self.meaningful(time)
  }

  /// A value if it means something: receivers write 0, 50, 99.9 and their like for "none".
  static func meaningful(_ value: Double?) -> Double? {
    guard let value, value > 0, value < 50 else { return nil }
    return value
  }
}
