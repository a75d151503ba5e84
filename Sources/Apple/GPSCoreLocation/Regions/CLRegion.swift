public import Foundation
internal import GPSBridge

/// An area that can be entered and left; see ``CLCircularRegion``.
///
/// Two regions are equal if they have the same class, identifier and extent.
open class CLRegion: NSObject {
  /// The identifier of the region.
  public let identifier: String
  /// Whether to report entries.
  open var notifyOnEntry = true
  /// Whether to report exits.
  open var notifyOnExit = true

  init(identifier: String) {
    self.identifier = identifier
    super.init()
  }

  /// Returns whether another region is equal.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? CLRegion).map { $0.identifier == identifier && $0.circle == circle } ?? false
  }

  /// A hash value that is equal for equal regions.
  open override var hash: Int { identifier.hashValue }

  /// The circle to monitor; nil if it is invalid.
  var circle: CircularRegion? { nil }
}

/// A circular area that can be entered and left.
open class CLCircularRegion: CLRegion {
  /// The center of the circle.
  public let center: CLLocationCoordinate2D
  /// The radius in meters.
  public let radius: CLLocationDistance

  /// Creates a region; an invalid circle is reported when monitoring starts.
  public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
    (self.center, self.radius) = (center, radius)
    super.init(identifier: identifier)
  }

  /// Returns whether a coordinate is inside the circle or on its border; false if either is invalid.
  open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
    guard let place = Coordinate(coordinate) else { return false }
    return circle?.contains(place) ?? false
  }

  override var circle: CircularRegion? {
    Coordinate(center).flatMap { CircularRegion(identifier: identifier, center: $0, radius: radius) }
  }
}

/// Whether the receiver is in a region.
public enum CLRegionState: Int, Sendable, Hashable, CaseIterable {
  /// There has been no location yet, or none accurate enough.
  case unknown = 0
  /// The receiver is inside the region.
  case inside = 1
  /// The receiver is outside the region.
  case outside = 2

  init(_ state: RegionState?) {
    switch state {
    case .inside: self = .inside
    case .outside: self = .outside
    case .unknown, nil: self = .unknown
    }
  }
}

extension CLLocationManager {
  /// The monitored regions, shared by all managers of one receiver.
  public var monitoredRegions: Set<CLRegion> { regionWatch.regions }

  /// The maximum radius of a region: unlimited.
  public var maximumRegionMonitoringDistance: CLLocationDistance { CLLocationDistanceMax }

  /// Starts monitoring a region, in place of any region with the same identifier.
  ///
  /// The delegates of all managers of this receiver are called when it enters or leaves the region. Being
  /// inside at the start is not an entry: use ``requestState(for:)``. The receiver is open while a region is
  /// monitored. Monitoring ends when any manager stops it, or with the last manager of the receiver.
  public func startMonitoring(for region: CLRegion) {
    let isPossible = regionWatch.add(region)
    tell {
      if isPossible {
        $0.locationManager($1, didStartMonitoringFor: region)
      } else {
        $0.locationManager($1, monitoringDidFailFor: region, withError: CLError(.regionMonitoringFailure))
      }
    }
  }

  /// Stops monitoring the region with this identifier.
  public func stopMonitoring(for region: CLRegion) { regionWatch.remove(region.identifier) }

  /// Requests the state of a region; the delegate's `didDetermineState` receives it once known.
  ///
  /// The region need not be monitored. If the state requires a new location, the receiver is open until then,
  /// and repeated requests have no effect. For an invalid circle, the unknown state is reported immediately.
  public func requestState(for region: CLRegion) {
    guard let state = regionWatch.state(of: region, for: self) else { return }
    tell { $0.locationManager($1, didDetermineState: state, for: region) }
  }

  /// Calls the delegate asynchronously: never from within the method that caused the call.
  private func tell(
    _ body: @escaping @MainActor (any CLLocationManagerDelegate, CLLocationManager) -> Void
  ) {
    Task { [weak self] in
      if let self, let delegate { body(delegate, self) }
    }
  }
}
