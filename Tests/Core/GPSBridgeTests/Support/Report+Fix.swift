import GNSS

@testable import GPSBridge

extension Report {
  /// An epoch of which only the fix matters.
  static func fix(_ fix: Fix, received: ContinuousClock.Instant = .now) -> Report {
    let update = LocationUpdate(lastKnown: nil, freshness: .lost, age: nil)
    return .epoch(Epoch(fix, update, received: received))
  }
}

extension StreamTotals {
  /// The counts of a receiver that speaks.
  static var spoken: StreamTotals {
    var counts = StreamTotals()
    (counts.sentences, counts.epochs, counts.bytes) = (100, 40, 9000)
    return counts
  }
}

extension Fix {
  /// A fix of so many satellites; one in space has a height, and its mode was reported.
  static func used(_ count: Int?, _ mode: FixMode = .threeDimensional) -> Fix {
    var fix = Fix()
    (fix.mode, fix.satellitesUsed) = (mode, count)
    fix.coordinate = Coordinate(latitude: 48, longitude: 11)
    if mode == .threeDimensional { (fix.altitude, fix.isModeReported) = (400, true) }
    return fix
  }
}

extension Satellites {
  /// Satellites of GPS with such levels, of which the first ones are in use.
  static func gps(_ levels: [Int?], used: Int = 0) -> Satellites {
    Satellites(
      levels.enumerated().map { index, level in
        var satellite = Satellite(SatelliteIdentity(.gps, index + 1))
        satellite.carrierToNoise = level
        satellite.isUsed = index < used
        return satellite
      })
  }
}

extension ReceiverCondition {
  /// What is known of a receiver that was opened at a moment.
  static func opened(at start: ContinuousClock.Instant) -> ReceiverCondition {
    var condition = ReceiverCondition()
    let place = DevicePlace(key: "k", node: "/dev/ttyUSB0", speed: .unknown)
    let opening = ReceiverEvent(.opened(place, speed: nil), at: start)
    condition.take(.event(opening), counts: StreamTotals(), at: start)
    return condition
  }

  /// The verdict after an epoch, so many seconds after the start.
  mutating func verdict(_ fix: Fix, _ second: Int, _ start: ContinuousClock.Instant) -> Verdict {
    let now = start + .seconds(second)
    take(.fix(fix, received: now), counts: .spoken, at: now)
    return verdict(at: now)
  }
}
