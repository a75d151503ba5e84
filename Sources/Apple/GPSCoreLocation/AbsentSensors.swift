// A receiver on a cable has no compass and no radio for beacons. Apple's names are here so that the compiler can say so,
// and what to use.

public import Foundation

// MARK: - Compass

/// The direction in which a device points.
@available(*, unavailable, message: "A receiver has no compass; CLLocation.course says where it moves.")
public final class CLHeading: NSObject {
  /// Degrees from magnetic north.
  public var magneticHeading: CLLocationDirection { -1 }
  /// Degrees from true north.
  public var trueHeading: CLLocationDirection { -1 }
  /// Degrees.
  public var headingAccuracy: CLLocationDirection { -1 }
  /// The time of the measurement.
  public var timestamp: Date { .distantPast }
}

/// How a device is held.
@available(*, unavailable, message: "A receiver has no compass; CLLocation.course says where it moves.")
public enum CLDeviceOrientation: Int32, Sendable {
  /// Not known.
  case unknown = 0
  /// Upright.
  case portrait = 1
}

extension CLLocationManager {
  /// Would tell in which direction the device points.
  @available(
    *, unavailable, message: "A receiver has no compass; CLLocation.course says where it moves."
  )
  public func startUpdatingHeading() {}

  /// Would end that.
  @available(
    *, unavailable, message: "A receiver has no compass; CLLocation.course says where it moves."
  )
  public func stopUpdatingHeading() {}

  /// Would take the hint for calibration away.
  @available(
    *, unavailable, message: "A receiver has no compass; CLLocation.course says where it moves."
  )
  public func dismissHeadingCalibrationDisplay() {}

  /// The last direction.
  @available(
    *, unavailable, message: "A receiver has no compass; CLLocation.course says where it moves."
  )
  public var heading: CLHeading? { nil }

  /// Degrees that it must turn before that is told.
  @available(
    *, unavailable, message: "A receiver has no compass; CLLocation.course says where it moves."
  )
  public var headingFilter: CLLocationDegrees {
    get { 0 }
    set {}
  }

  /// How the device is held.
  @available(
    *, unavailable, message: "A receiver has no compass; CLLocation.course says where it moves."
  )
  public var headingOrientation: CLDeviceOrientation {
    get { .unknown }
    set {}
  }
}

// MARK: - Beacons

/// Which beacons are meant.
@available(*, unavailable, message: "A receiver has no radio for beacons; watch a CLCircularRegion.")
public final class CLBeaconIdentityConstraint: NSObject {
  /// Means all beacons of a company.
  public init(uuid: UUID) {}
  /// Means some of them.
  public init(uuid: UUID, major: UInt16) {}
  /// Means one of them.
  public init(uuid: UUID, major: UInt16, minor: UInt16) {}
}

/// The surroundings of beacons.
@available(*, unavailable, message: "A receiver has no radio for beacons; watch a CLCircularRegion.")
public final class CLBeaconRegion: CLRegion {
  /// Means all beacons of a company.
  public init(uuid: UUID, identifier: String) { super.init(identifier: identifier) }
  /// Means those that a constraint names.
  public init(beaconIdentityConstraint: CLBeaconIdentityConstraint, identifier: String) {
    super.init(identifier: identifier)
  }
}

/// A beacon that is near.
@available(*, unavailable, message: "A receiver has no radio for beacons; watch a CLCircularRegion.")
public final class CLBeacon: NSObject {
  /// Its company.
  public var uuid: UUID { UUID() }
  /// Meters.
  public var accuracy: CLLocationAccuracy { -1 }
}

extension CLLocationManager {
  /// Would measure how far beacons are.
  @available(*, unavailable, message: "A receiver has no radio for beacons; watch a CLCircularRegion.")
  public func startRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {}

  /// Would end that.
  @available(*, unavailable, message: "A receiver has no radio for beacons; watch a CLCircularRegion.")
  public func stopRangingBeacons(satisfying constraint: CLBeaconIdentityConstraint) {}
}

extension CLMonitor {
  /// A beacon is near.
  @available(*, unavailable, message: "A receiver has no radio for beacons; use CircularGeographicCondition.")
  public struct BeaconIdentityCondition: CLCondition, Hashable {
    /// Means all beacons of a company.
    public init(uuid: UUID) {}
    /// Means some of them.
    public init(uuid: UUID, major: UInt16) {}
    /// Means one of them.
    public init(uuid: UUID, major: UInt16, minor: UInt16) {}
  }
}
