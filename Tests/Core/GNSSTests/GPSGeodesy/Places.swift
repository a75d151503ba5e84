import GNSS
import GPSGeodesy
import TestSupport

/// A place whose degrees have ten decimals, so that a text says it without loss.
struct DecimalPlace: Sendable, CustomStringConvertible {
  private static let scale = 10_000_000_000
  let coordinate: Coordinate
  /// As other programs read it: `48.1000000000 11.5000000000`.
  let description: String

  /// The nearest such place; latitudes stop at the poles, longitudes go round.
  init?(_ latitude: Double, _ longitude: Double) {
    let turned = longitude.remainder(dividingBy: 360)
    let numbers = [min(max(latitude, -90), 90), turned].map { Int(($0 * Double(Self.scale)).rounded()) }
    let values = numbers.map { Double($0) / Double(Self.scale) }
    guard let coordinate = Coordinate(latitude: values[0], longitude: values[1]) else { return nil }
    self.coordinate = coordinate
    description = numbers.map(Self.text).joined(separator: " ")
  }

  private static func text(_ number: Int) -> String {
    let decimals = String(number.magnitude % UInt(scale))
    let zeros = String(repeating: "0", count: 10 - decimals.count)
    return "\(number < 0 ? "-" : "")\(number.magnitude / UInt(scale)).\(zeros)\(decimals)"
  }
}

/// Kinds of pairs of places, the hard ones among them.
enum PairClass: String, CaseIterable, Sendable {
  case anywhere, close, nearlyAntipodal, besidePoles, onOneMeridian, onEquator, wholeDegrees, same

  /// A pair of this kind.
  func pair(_ random: inout SeededGenerator) -> (DecimalPlace, DecimalPlace)? {
    let latitude = Double.random(in: -90...90, using: &random)
    let longitude = Double.random(in: -180...180, using: &random)
    let other = Double.random(in: -90...90, using: &random)
    let turn = Double.random(in: -180...180, using: &random)
    let (a, b) = (Self.offset(&random), Self.offset(&random))
    let places: [(Double, Double)] =
      switch self {
      case .anywhere: [(latitude, longitude), (other, turn)]
      case .close: [(latitude, longitude), (latitude + a, longitude + b)]
      case .nearlyAntipodal: [(latitude, longitude), (-latitude + a, longitude + 180 + b)]
      case .besidePoles: [(90 - abs(a), longitude), (latitude < 0 ? 90 - abs(b) : -90 + abs(b), turn)]
      case .onOneMeridian: [(latitude, longitude), (other, turn < 0 ? longitude : longitude + 180)]
      case .onEquator: [(0, longitude), (turn < 0 ? 0 : a * 1e-3, longitude + 180 + b)]
      case .wholeDegrees:
        [
          (Self.whole(90, &random), Self.whole(180, &random)),
          (Self.whole(90, &random), Self.whole(180, &random)),
        ]
      case .same: [(latitude, longitude), (latitude, longitude)]
      }
    guard let first = DecimalPlace(places[0].0, places[0].1),
      let second = DecimalPlace(places[1].0, places[1].1)
    else { return nil }
    return (first, second)
  }

  /// Degrees of any size from a hundredth of a millimeter up.
  private static func offset(_ random: inout SeededGenerator) -> Double {
    var size = Double.random(in: 0.3...3, using: &random)
    for _ in 0..<Int.random(in: 0...10, using: &random) { size /= 10 }
    return Bool.random(using: &random) ? size : -size
  }

  /// Quarters, halves and wholes of the range more often than others.
  private static func whole(_ range: Int, _ random: inout SeededGenerator) -> Double {
    let special = [-range, -range / 2, 0, 0, range / 2, range]
    let any = Int.random(in: -range...range, using: &random)
    return Double(Bool.random(using: &random) ? special.randomElement(using: &random) ?? any : any)
  }
}
