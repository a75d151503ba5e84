package import GPSBase
internal import NMEA

/// The units for people; records always use SI units.
package enum Units: String, CaseIterable, Sendable {
  case metric, imperial, nautical

  package var next: Units {
    switch self {
    case .metric: .imperial
    case .imperial: .nautical
    case .nautical: .metric
    }
  }

  /// The default units: `GPSBRIDGE_UNITS`, or else by the country of the locale.
  package static func usual(_ environment: (String) -> String?) -> Units {
    if let named = environment("GPSBRIDGE_UNITS").flatMap(Units.init) { return named }
    func said(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    let locale = said("LC_ALL") ?? said("LC_MEASUREMENT") ?? said("LANG") ?? ""
    // The three countries that do not use the metric system.
    return ["_US", "_LR", "_MM"].contains { locale.holds($0) } ? .imperial : .metric
  }

  /// Formats a speed in meters per second.
  package func speed(_ metersPerSecond: Double) -> String {
    let (unit, word) =
      switch self {
      case .metric: (1 / 3.6, "km/h")
      case .imperial: (Self.mile / 3600, "mph")
      case .nautical: (Knots.inMetersPerSecond, "kn")
      }
    return "\(NumberText.of(metersPerSecond / unit, decimals: 1)) \(word)"
  }

  /// Formats a height or an accuracy in meters, without `±` and without its unit.
  package func length(_ meters: Double) -> String {
    let value = meters / near
    // Centimeters only for small values.
    return NumberText.of(value, decimals: abs(value) < 0.995 ? 2 : abs(value) < 9999 ? 1 : 0)
  }

  /// Formats an accuracy in meters, with its unit; above a hundred without decimals.
  package func accuracy(_ meters: Double) -> String {
    let value = meters / near
    let decimals = value < 99.5 ? PositionDigits.ofMeters(value) : 0
    return "\(NumberText.of(value, decimals: decimals)) \(lengthUnit)"
  }

  package var lengthUnit: String { self == .imperial ? "ft" : "m" }
  /// The unit of short distances, in meters.
  package var near: Double { self == .imperial ? Feet.inMeters : 1 }
  /// The unit of long distances.
  private var far: (meters: Double, word: String) {
    switch self {
    case .metric: (1000, "km")
    case .imperial: (Self.mile, "mi")
    case .nautical: (NauticalMiles.inMeters, "NM")
    }
  }
  private static let mile = 1609.344

  /// Formats a distance in meters, from a kilometer on with three digits: `840 m`, `3.42 km`, `38.4 km`, `384 km`.
  package func distance(_ meters: Double) -> String {
    // A value that rounds up to the next unit is formatted in that unit.
    let mostNear = self == .metric ? 999.5 : self == .imperial ? 304.8 : 926
    guard meters >= mostNear else { return "\(NumberText.of(meters / near, decimals: 0)) \(lengthUnit)" }
    let value = meters / far.meters
    return "\(NumberText.of(value, decimals: value < 9.995 ? 2 : value < 99.95 ? 1 : 0)) \(far.word)"
  }

  /// The longest round length for a scale up to a limit, in meters, with its text.
  package func scale(upTo meters: Double) -> (meters: Double, text: String)? {
    let (unit, word) = meters >= far.meters ? far : (near, lengthUnit)
    guard meters.isFinite, meters >= unit else { return nil }
    let value = Self.steps.last { $0 * unit <= meters } ?? 1
    return (value * unit, "\(NumberText.of(value, decimals: 0)) \(word)")
  }

  private static let steps = [1.0, 10, 100, 1000, 10_000, 100_000].flatMap { [$0, $0 * 2, $0 * 5] }
}

extension HumanText {
  package static func distance(_ meters: Double) -> String { Units.metric.distance(meters) }

  /// Formats meters or meters per second, with more decimals for small values: `0.014`, `0.26`, `3.6`.
  package static func length(_ value: Double) -> String {
    fixed(value, value == 0 ? 1 : PositionDigits.ofMeters(value.magnitude))
  }
}
