internal import Foundation
internal import GPSBridge

// Overrides may stand in an extension only where there is an Objective-C runtime: these are called by the class.

extension CLLocation {
  /// All that one can ask of a location.
  struct Value: Hashable {
    let coordinate: CLLocationCoordinate2D
    let numbers: [Double]
    let timestamp: Date
    let sourceInformation: CLLocationSourceInformation?
    let origin: Location?
  }

  var value: Value {
    Value(
      coordinate: coordinate,
      numbers: [
        horizontalAccuracy, altitude, ellipsoidalAltitude, verticalAccuracy, speed, speedAccuracy, course,
        courseAccuracy,
      ], timestamp: timestamp, sourceInformation: sourceInformation, origin: origin)
  }

  /// One line for a person, in the manner of Apple's: `<+48.11730000,+11.51666667> +/- 4.00m (speed 2.57 mps / …`.
  var line: String {
    let moment = timestamp.formatted(.iso8601)
    let place = "<\(signed(coordinate.latitude)),\(signed(coordinate.longitude))>"
    let motion = "(speed \(rounded(speed)) mps / course \(rounded(course)))"
    return "\(place) +/- \(rounded(horizontalAccuracy))m \(motion) @ \(moment)"
  }

  private func signed(_ degrees: Double) -> String { String(format: "%+.8f", degrees) }
  private func rounded(_ number: Double) -> String { String(format: "%.2f", number) }
}
