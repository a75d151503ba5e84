public import Foundation
internal import GPSBridge

/// Something on the ground that can be entered and left: a circle, see ``CLCircularRegion``.
///
/// Two are equal when they are of one class and have the same identifier and extent.
open class CLRegion: NSObject {
  /// Names the region among others.
  public let identifier: String
  /// Whether coming in is told.
  open var notifyOnEntry = true
  /// Whether going out is told.
  open var notifyOnExit = true

  init(identifier: String) {
    self.identifier = identifier
    super.init()
  }

  /// Whether another region is the same.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? CLRegion).map { $0.identifier == identifier && $0.circle == circle } ?? false
  }

  /// The same for regions that are the same.
  open override var hash: Int { identifier.hashValue }

  /// The circle to watch; nil if there is no such circle.
  var circle: CircularRegion? { nil }
}

/// A circle on the ground that can be entered and left.
open class CLCircularRegion: CLRegion {
  /// The middle.
  public let center: CLLocationCoordinate2D
  /// Metres.
  public let radius: CLLocationDistance

  /// Makes a region; whether there is such a circle shows when it is to be watched.
  public init(center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String) {
    self.center = center
    self.radius = radius
    super.init(identifier: identifier)
  }

  /// Whether a place lies within, its border included; false if one of both is no place.
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
  /// No location has told yet, or none was accurate enough.
  case unknown = 0
  /// It is within.
  case inside = 1
  /// It is not.
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
  /// The regions that are watched; all managers of one receiver share them.
  public var monitoredRegions: Set<CLRegion> { regionWatch.regions }

  /// No circle is too large.
  public var maximumRegionMonitoringDistance: CLLocationDistance { CLLocationDistanceMax }

  /// Begins to watch a region; one of the same identifier is replaced.
  ///
  /// The delegates of all managers of this receiver are told when the receiver enters or leaves it. That it is inside at
  /// first is no entry: ask ``requestState(for:)``. While a region is watched, the receiver is open. It is watched until it
  /// is stopped, by whichever manager, or until the last manager of the receiver goes.
  public func startMonitoring(for region: CLRegion) {
    let isPossible = regionWatch.add(region)
    tell {
      if isPossible {
        $0.locationManager($1, didStartMonitoringFor: region)
      } else {
        $0.locationManager(
          $1, monitoringDidFailFor: region, withError: CLError(.regionMonitoringFailure))
      }
    }
  }

  /// Stops watching the region of this identifier.
  public func stopMonitoring(for region: CLRegion) { regionWatch.remove(region.identifier) }

  /// Asks whether the receiver is in a region; the delegate's `didDetermineState` tells it as soon as it is known.
  ///
  /// The region need not be watched. Where locations must be waited for, the receiver is open until then, and asking again
  /// changes nothing. Of what is no circle nothing can become known: that is told at once.
  public func requestState(for region: CLRegion) {
    guard let state = regionWatch.state(of: region, for: self) else { return }
    tell { $0.locationManager($1, didDetermineState: state, for: region) }
  }

  /// Calls the delegate later, as is promised of these methods: never from within the call that asks.
  private func tell(
    _ body: @escaping @MainActor (any CLLocationManagerDelegate, CLLocationManager) -> Void
  ) {
    Task { [weak self] in
      if let self, let delegate { body(delegate, self) }
    }
  }
}
