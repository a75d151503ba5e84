internal import GPSBridge
internal import GPSFormats
internal import GPSBase

/// The units for people; records always use SI units.
enum Units: String, CaseIterable, Sendable {
  case metric, imperial, nautical

  var next: Units {
    switch self {
    case .metric: .imperial
    case .imperial: .nautical
    case .nautical: .metric
    }
  }

  /// The default units: `GPSBRIDGE_UNITS`, or else by the country of the locale.
  static func usual(_ environment: (String) -> String?) -> Units {
    if let named = environment("GPSBRIDGE_UNITS").flatMap(Units.init) { return named }
    func said(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    let locale = said("LC_ALL") ?? said("LC_MEASUREMENT") ?? said("LANG") ?? ""
    // The three countries that do not use the metric system.
    return ["_US", "_LR", "_MM"].contains { locale.holds($0) } ? .imperial : .metric
  }
}

extension Units {
  /// Formats a speed in meters per second.
  func speed(_ metersPerSecond: Double) -> String {
    switch self {
    case .metric: NumberText.of(metersPerSecond * 3.6, decimals: 1) + " km/h"
    case .imperial: NumberText.of(metersPerSecond * 3600 / 1609.344, decimals: 1) + " mph"
    case .nautical: NumberText.of(metersPerSecond * 3600 / 1852, decimals: 1) + " kn"
    }
  }

  /// Formats a height or an accuracy in meters, without `±` and without its unit.
  func length(_ meters: Double) -> String {
    let value = self == .imperial ? meters / 0.3048 : meters
    // Centimeters only for small values.
    return NumberText.of(value, decimals: abs(value) < 0.995 ? 2 : abs(value) < 9999 ? 1 : 0)
  }

  /// Formats an accuracy in meters, with its unit; above a hundred without decimals.
  func accuracy(_ meters: Double) -> String {
    let value = self == .imperial ? meters / 0.3048 : meters
    let decimals = value < 99.5 ? PositionDigits.ofMeters(value) : 0
    return "\(NumberText.of(value, decimals: decimals)) \(lengthUnit)"
  }

  var lengthUnit: String { self == .imperial ? "ft" : "m" }

  /// Formats a distance in meters.
  func distance(_ meters: Double) -> String {
    switch self {
    case .metric: meters < 999.5 ? NumberText.of(meters, decimals: 0) + " m" : far(meters / 1000) + " km"
    case .imperial:
      meters < 304.8 ? NumberText.of(meters / 0.3048, decimals: 0) + " ft" : far(meters / 1609.344) + " mi"
    case .nautical: meters < 926 ? NumberText.of(meters, decimals: 0) + " m" : far(meters / 1852) + " NM"
    }
  }

  private func far(_ value: Double) -> String { NumberText.of(value, decimals: value < 99.995 ? 2 : 0) }

  /// The longest round length for a scale up to a limit, in meters, with its text.
  func scale(upTo meters: Double) -> (meters: Double, text: String)? {
    let small = self == .imperial ? 0.3048 : 1.0
    let large = self == .imperial ? 1609.344 : self == .nautical ? 1852.0 : 1000
    let (unit, word) =
      meters >= large
      ? (large, self == .imperial ? "mi" : self == .nautical ? "NM" : "km") : (small, lengthUnit)
    guard meters.isFinite, meters >= unit else { return nil }
    let value = Self.steps.last { $0 * unit <= meters } ?? 1
    return (value * unit, "\(NumberText.of(value, decimals: 0)) \(word)")
  }

  private static let steps = [1.0, 10, 100, 1000, 10_000, 100_000].flatMap { [$0, $0 * 2, $0 * 5] }
}
