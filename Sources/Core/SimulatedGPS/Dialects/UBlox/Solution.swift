internal import GPSBridge
internal import UBX

/// Values shared by several messages of an epoch.
struct Solution {
  let epoch: SimulatedEpoch
  /// The time; while it is unknown, a clock that counts from power-on.
  let time: GPSTime
  /// Whether the time of the week is known.
  let knowsTime: Bool
  /// Whether the week is known as well.
  let knowsWeek: Bool
  let fixType: NavPVT.FixType
  /// Whether the fix passes the output filters for accuracy and dilution.
  let isFixOK: Bool
  /// Meters; nil without a fix.
  let horizontalAccuracy: Double?
  let verticalAccuracy: Double?
  /// Meters per second; nil without a fix.
  let speedAccuracy: Double?
  /// Degrees; nil if the course is not measured.
  let headingAccuracy: Double?
  /// Degrees; the last measured one.
  let heading: Double

  init(_ epoch: SimulatedEpoch, _ time: GPSTime, isFixOK: Bool, heading: Double, isFused: Bool) {
    (self.epoch, self.time) = (epoch, time)
    self.isFixOK = isFixOK && epoch.hasFix
    self.heading = heading
    knowsTime = epoch.timeOfDay != nil
    knowsWeek = epoch.timeOfDay != nil && epoch.date != nil
    fixType =
      switch epoch.mode {
      case .none, .time: .none
      case .twoDimensional: epoch.isEstimated ? .deadReckoning : .twoDimensional
      case .threeDimensional: isFused ? .combined : .threeDimensional
      }
    // An extrapolated position degrades; receivers then report about fifty meters.
    horizontalAccuracy = epoch.hasFix ? epoch.horizontalDeviation ?? 50 : nil
    // The accuracy of a fixed altitude is unknown.
    let vertical = epoch.deviation.flatMap { $0.z > 0 ? $0.z : nil }
    verticalAccuracy = epoch.hasFix ? vertical ?? 100 : nil
    speedAccuracy = epoch.hasFix ? max(0.02, (epoch.geometry?.position ?? 10) * 0.04) : nil
    headingAccuracy =
      !epoch.hasFix
      ? nil : epoch.motion.speed < 0.3 ? 180 : min(180, 57.3 * 0.04 / epoch.motion.speed + 0.1)
  }

  var timeOfWeek: UInt32 { UInt32(time.milliseconds) }

  /// The position that the receiver reports; nil before the first one.
  var position: NavPVT.Position? {
    guard epoch.hasPlace || epoch.hasFix else { return nil }
    return NavPVT.Position(
      latitude: epoch.motion.latitude, longitude: epoch.motion.longitude,
      height: epoch.motion.altitude + epoch.geoidSeparation, altitude: epoch.motion.altitude)
  }

  /// The Earth-centered position, with the local directions.
  var horizon: Horizon? {
    position.map { Horizon(latitude: $0.latitude, longitude: $0.longitude, height: $0.height) }
  }

  /// Meters per second east, north and up; zero without a fix.
  var velocity: Vector {
    epoch.hasFix ? Vector(epoch.motion.east, epoch.motion.north, epoch.motion.up) : Vector(0, 0, 0)
  }

  /// Meters per second along Earth-fixed axes.
  var earthVelocity: Vector {
    guard let horizon else { return Vector(0, 0, 0) }
    return horizon.east * velocity.x + horizon.north * velocity.y + horizon.up * velocity.z
  }

  /// The deviation of the three-dimensional position, in meters.
  var positionAccuracy: Double? {
    guard let horizontalAccuracy, let verticalAccuracy else { return nil }
    return (horizontalAccuracy * horizontalAccuracy + verticalAccuracy * verticalAccuracy).squareRoot()
  }

  var date: NavPVT.CalendarDate? {
    epoch.date.flatMap { NavPVT.CalendarDate(year: $0.year, month: $0.month, day: $0.day) }
  }

  var timeOfDay: NavPVT.TimeOfDay? {
    epoch.timeOfDay.flatMap {
      NavPVT.TimeOfDay(
        hour: Int($0.hour), minute: Int($0.minute), second: Int($0.second), nanosecond: Int($0.nanosecond))
    }
  }

  /// The possible error of the time, in seconds.
  var timeAccuracy: Double? { knowsTime ? (epoch.hasFix ? 25e-9 : 0.001) : nil }
}
