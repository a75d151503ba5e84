// A GPS receiver has no compass and no radio for beacons. Apple's names are declared here so that the
// compiler can explain this and suggest a replacement.

public import Foundation

// MARK: - Compass

/// The direction in which a device points.
@available(
  *, unavailable, message: "A GPS receiver has no compass; CLLocation.course is the direction of motion."
)
public final class CLHeading: NSObject {
  /// The heading in degrees from magnetic north.
  public var magneticHeading: CLLocationDirection { -1 }
  /// The heading in degrees from true north.
  public var trueHeading: CLLocationDirection { -1 }
  /// The accuracy of the heading in degrees.
  public var headingAccuracy: CLLocationDirection { -1 }
  /// The time of the measurement.
  public var timestamp: Date { .distantPast }
}

/// The orientation of a device.
@available(
  *, unavailable, message: "A GPS receiver has no compass; CLLocation.course is the direction of motion."
)
public enum CLDeviceOrientation: Int32, Sendable {
  /// The orientation is unknown.
  case unknown = 0
  /// The device is upright.
  case portrait = 1
}

@available(
  *, unavailable, message: "A GPS receiver has no compass; CLLocation.course is the direction of motion."
)
extension CLLocationManager {
  /// Starts heading updates.
  public func startUpdatingHeading() {}

  /// Stops heading updates.
  public func stopUpdatingHeading() {}

  /// Dismisses the calibration display.
  public func dismissHeadingCalibrationDisplay() {}

  /// The last heading.
  public var heading: CLHeading? { nil }

  /// The change of heading, in degrees, that causes an update.
  public var headingFilter: CLLocationDegrees {
    get { 0 }
    set {}
  }

  /// The orientation of the device.
  public var headingOrientation: CLDeviceOrientation {
    get { .unknown }
    set {}
  }
}

@available(*, unavailable, message: "A GPS receiver has no beacon radio; monitor a CLCircularRegion.")
extension CLLocationManager {
  /// Starts measuring the distance to beacons.
  public func startRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {}

  /// Stops measuring the distance to beacons.
  public func stopRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {}
}

// MARK: - Beacons

/// The identity of one or more beacons.
@available(*, unavailable, message: "A GPS receiver has no beacon radio; monitor a CLCircularRegion.")
public final class CLBeaconIdentityConstraint: NSObject {
  /// Creates a constraint for all beacons with a UUID.
  public init(uuid: UUID) {}
  /// Creates a constraint for the beacons with a UUID and a major value.
  public init(uuid: UUID, major: UInt16) {}
  /// Creates a constraint for a single beacon.
  public init(uuid: UUID, major: UInt16, minor: UInt16) {}
}

/// The area around one or more beacons.
@available(*, unavailable, message: "A GPS receiver has no beacon radio; monitor a CLCircularRegion.")
public final class CLBeaconRegion: CLRegion {
  /// Creates a region for all beacons with a UUID.
  public init(uuid: UUID, identifier: String) { super.init(identifier: identifier) }
  /// Creates a region for the beacons that satisfy a constraint.
  public init(beaconIdentityConstraint: CLBeaconIdentityConstraint, identifier: String) {
    super.init(identifier: identifier)
  }
}

/// A nearby beacon.
@available(*, unavailable, message: "A GPS receiver has no beacon radio; monitor a CLCircularRegion.")
public final class CLBeacon: NSObject {
  /// The UUID of the beacon.
  public var uuid: UUID { UUID() }
  /// The accuracy of the distance in meters.
  public var accuracy: CLLocationAccuracy { -1 }
}

@available(*, unavailable, message: "A GPS receiver has no beacon radio; use CircularGeographicCondition.")
extension CLMonitor {
  /// Monitors a beacon.
  public func add(
    _ condition: BeaconIdentityCondition, identifier: String, assuming state: Event.State = .unknown
  ) async {}

  /// A condition that a beacon is nearby.
  public struct BeaconIdentityCondition: CLCondition, Hashable {
    /// Creates a condition for all beacons with a UUID.
    public init(uuid: UUID) {}
    /// Creates a condition for the beacons with a UUID and a major value.
    public init(uuid: UUID, major: UInt16) {}
    /// Creates a condition for a single beacon.
    public init(uuid: UUID, major: UInt16, minor: UInt16) {}
  }
}
