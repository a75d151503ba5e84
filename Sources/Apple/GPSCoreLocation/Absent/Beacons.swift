public import Foundation

// A receiver of satellites has no radio for beacons.

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
