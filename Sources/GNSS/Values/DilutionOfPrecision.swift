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

  /// A value if it means something: receivers write 0, 50, 99.9 and their like for "none".
  static func meaningful(_ value: Double?) -> Double? {
    guard let value, value > 0, value < 50 else { return nil }
    return value
  }
}
