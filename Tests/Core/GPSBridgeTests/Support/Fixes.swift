import FoundationEssentials
import GPSBridge

/// Values that tests begin with.
enum Sample {
  static let source = SourceInfo.accessory("usb-1.2")

  /// 20 November 2026, 12:00:00 UTC.
  static let noon = UTC(secondsSince1970: 1_795_176_000)

  /// A fix as a usual receiver has it: near Munich, 1 Hz, 3D.
  static func fix(epoch: Int = 1) -> Fix {
    var fix = Fix()
    fix.epoch = epoch
    fix.time = UTC(secondsSince1970: noon.secondsSince1970 + Int64(epoch - 1))
    fix.timeOfDay = fix.time?.timeOfDay
    fix.mode = .threeDimensional
    fix.quality = .autonomous
    fix.coordinate = Coordinate(latitude: 48.1173, longitude: 11.516_666_7)
    fix.altitude = 545.4
    fix.geoidSeparation = 46.9
    fix.ellipsoidalAltitude = 592.3
    fix.speed = 2.572
    fix.course = 84.4
    fix.climb = -0.1
    fix.dilution.horizontal = 0.9
    fix.dilution.vertical = 1.5
    fix.satellitesUsed = 8
    return fix
  }

  /// A location so many meters east of a place, with an accuracy.
  static func location(
    _ latitude: Double = 48.1173, _ longitude: Double = 11.5167, accuracy: Double = 5, second: Double = 0
  ) -> Location? {
    Coordinate(latitude: latitude, longitude: longitude).map {
      Location(
        coordinate: $0, horizontalAccuracy: accuracy, accuracySource: .dilution,
        timestamp: Date(timeIntervalSince1970: 1_795_176_000 + second), source: source)
    }
  }
}
