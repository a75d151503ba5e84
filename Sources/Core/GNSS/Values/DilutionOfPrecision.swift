/// The factors by which the satellite geometry multiplies measurement errors.
public struct DilutionOfPrecision: Sendable, Hashable {
  /// The position dilution (PDOP), in three dimensions.
  public var position: Double?
  /// The horizontal dilution (HDOP).
  public var horizontal: Double?
  /// The vertical dilution (VDOP).
  public var vertical: Double?
  /// The time dilution (TDOP).
  public var time: Double?

  /// Creates unknown dilutions.
  public init() {}

  /// Sets valid values that are not known yet.
  mutating func fill(position: Double?, horizontal: Double?, vertical: Double?, time: Double?) {
    self.position = self.position ?? Self.meaningful(position)
    self.horizontal = self.horizontal ?? Self.meaningful(horizontal)
    self.vertical = self.vertical ?? Self.meaningful(vertical)
    self.time = self.time ?? Self.meaningful(time)
  }

  /// A valid value; nil for 0, 50, 99.9 and similar values that receivers send for "unknown".
  static func meaningful(_ value: Double?) -> Double? {
    guard let value, value > 0, value < 50 else { return nil }
    return value
  }
}
