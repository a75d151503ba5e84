public import Foundation
internal import GPSBridge

extension CLLocation: NSSecureCoding, NSCopying {
  /// Always true: only requested classes are decoded.
  public static var supportsSecureCoding: Bool { true }

  /// Returns the object itself, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Encodes all values, and the receiver's own location.
  public func encode(with coder: NSCoder) {
    for (key, number) in numbers { coder.encode(number, forKey: key) }
    if let source = sourceInformation {
      coder.encode(source.isSimulatedBySoftware, forKey: Key.isSimulated)
      coder.encode(source.isProducedByAccessory, forKey: Key.isAccessory)
    }
    if let origin, let data = try? JSONEncoder().encode(origin) {
      coder.encode(data as NSData, forKey: Key.origin)
    }
  }

  /// Decodes a location; nil if the archive has none.
  public convenience init?(coder: NSCoder) {
    guard coder.containsValue(forKey: Key.latitude), coder.containsValue(forKey: Key.time) else { return nil }
    func number(_ key: String) -> Double { coder.decodeDouble(forKey: key) }
    let source =
      coder.containsValue(forKey: Key.isSimulated)
      ? CLLocationSourceInformation(
        softwareSimulationState: coder.decodeBool(forKey: Key.isSimulated),
        andExternalAccessoryState: coder.decodeBool(forKey: Key.isAccessory)) : nil
    // Check first, because decoding a missing value would count as an error in the archive.
    let data =
      coder.containsValue(forKey: Key.origin)
      ? coder.decodeObject(of: NSData.self, forKey: Key.origin) : nil
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: number(Key.latitude), longitude: number(Key.longitude)),
      horizontalAccuracy: number(Key.horizontalAccuracy), altitude: number(Key.altitude),
      ellipsoidalAltitude: number(Key.ellipsoidalAltitude), verticalAccuracy: number(Key.verticalAccuracy),
      speed: number(Key.speed), speedAccuracy: number(Key.speedAccuracy), course: number(Key.course),
      courseAccuracy: number(Key.courseAccuracy),
      timestamp: Date(timeIntervalSinceReferenceDate: number(Key.time)), sourceInformation: source,
      origin: data.flatMap { try? JSONDecoder().decode(Location.self, from: $0 as Data) })
  }

  private var numbers: [(String, Double)] {
    [
      (Key.latitude, coordinate.latitude), (Key.longitude, coordinate.longitude),
      (Key.horizontalAccuracy, horizontalAccuracy), (Key.altitude, altitude),
      (Key.ellipsoidalAltitude, ellipsoidalAltitude), (Key.verticalAccuracy, verticalAccuracy),
      (Key.speed, speed), (Key.speedAccuracy, speedAccuracy), (Key.course, course),
      (Key.courseAccuracy, courseAccuracy), (Key.time, timestamp.timeIntervalSinceReferenceDate),
    ]
  }

  private enum Key {
    static let latitude = "latitude"
    static let longitude = "longitude"
    static let horizontalAccuracy = "horizontalAccuracy"
    static let altitude = "altitude"
    static let ellipsoidalAltitude = "ellipsoidalAltitude"
    static let verticalAccuracy = "verticalAccuracy"
    static let speed = "speed"
    static let speedAccuracy = "speedAccuracy"
    static let course = "course"
    static let courseAccuracy = "courseAccuracy"
    static let time = "timestamp"
    static let isSimulated = "isSimulatedBySoftware"
    static let isAccessory = "isProducedByAccessory"
    static let origin = "receiver"
  }
}
