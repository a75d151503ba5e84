// Services of a phone that need a network, or that suspend programs to save power, don't exist here. Apple's
// names are declared here so that the compiler can explain this.

public import Foundation

// MARK: - Visits and significant changes

/// A visit to a place.
@available(*, unavailable, message: "gpsbridge does not detect visits; monitor places with CLMonitor.")
public final class CLVisit: NSObject {
  /// The place.
  public var coordinate: CLLocationCoordinate2D { kCLLocationCoordinate2DInvalid }
  /// The accuracy of the place in meters.
  public var horizontalAccuracy: CLLocationAccuracy { -1 }
  /// The start of the visit.
  public var arrivalDate: Date { .distantPast }
  /// The end of the visit.
  public var departureDate: Date { .distantFuture }
}

extension CLLocationManager {
  /// Starts reporting visits to places.
  @available(*, unavailable, message: "gpsbridge does not detect visits; monitor places with CLMonitor.")
  public func startMonitoringVisits() {}

  /// Stops reporting visits.
  @available(*, unavailable, message: "gpsbridge does not detect visits; monitor places with CLMonitor.")
  public func stopMonitoringVisits() {}

  /// Starts reporting significant changes of the location.
  @available(
    *, unavailable, message: "There are no cell towers to compare; set distanceFilter and start updating."
  )
  public func startMonitoringSignificantLocationChanges() {}

  /// Stops reporting significant changes.
  @available(
    *, unavailable, message: "There are no cell towers to compare; set distanceFilter and start updating."
  )
  public func stopMonitoringSignificantLocationChanges() {}

  /// Always false: updates never pause by themselves here.
  @available(*, deprecated, message: "Updates never pause by themselves on Linux; leave out this line.")
  public nonisolated var pausesLocationUpdatesAutomatically: Bool {
    get { false }
    set {}
  }

  /// Whether a suspended program receives locations.
  @available(*, unavailable, message: "Linux never suspends a program; leave out this line.")
  public var allowsBackgroundLocationUpdates: Bool {
    get { false }
    set {}
  }

  /// Whether the system indicates background updates to the user.
  @available(*, unavailable, message: "Linux has no status bar for the indicator; leave out this line.")
  public var showsBackgroundLocationIndicator: Bool {
    get { false }
    set {}
  }

  /// Collects locations and delivers them later.
  @available(
    *, unavailable, message: "Updates are never deferred on Linux; set distanceFilter to receive fewer."
  )
  public func allowDeferredLocationUpdates(untilTraveled distance: CLLocationDistance, timeout: TimeInterval)
  {}

  /// Stops deferring locations.
  @available(
    *, unavailable, message: "Updates are never deferred on Linux; set distanceFilter to receive fewer."
  )
  public func disallowDeferredLocationUpdates() {}

  /// Always returns false: deferred delivery does not exist here.
  public nonisolated static func deferredLocationUpdatesAvailable() -> Bool { false }
}

// MARK: - Addresses

/// Converts between coordinates and addresses.
@available(*, unavailable, message: "A GPS receiver has no addresses; use a geocoding service.")
public final class CLGeocoder: NSObject {
  /// Whether a request is in progress.
  public var isGeocoding: Bool { false }

  /// Finds the address of a location.
  public func reverseGeocodeLocation(_ location: CLLocation) async throws -> [CLPlacemark] { [] }

  /// Finds the address of a location.
  public func reverseGeocodeLocation(
    _ location: CLLocation, completionHandler: @escaping ([CLPlacemark]?, (any Error)?) -> Void
  ) {}

  /// Finds the location of an address.
  public func geocodeAddressString(_ address: String) async throws -> [CLPlacemark] { [] }

  /// Finds the location of an address.
  public func geocodeAddressString(
    _ address: String, completionHandler: @escaping ([CLPlacemark]?, (any Error)?) -> Void
  ) {}

  /// Cancels the current request.
  public func cancelGeocode() {}
}

/// An address.
@available(*, unavailable, message: "A GPS receiver has no addresses; use a geocoding service.")
public final class CLPlacemark: NSObject {
  /// The place.
  public var location: CLLocation? { nil }
  /// The name.
  public var name: String? { nil }
  /// The street.
  public var thoroughfare: String? { nil }
  /// The number in the street.
  public var subThoroughfare: String? { nil }
  /// The town.
  public var locality: String? { nil }
  /// The state or province.
  public var administrativeArea: String? { nil }
  /// The postal code.
  public var postalCode: String? { nil }
  /// The country.
  public var country: String? { nil }
  /// The two-letter country code.
  public var isoCountryCode: String? { nil }
}

// MARK: - Background

/// Keeps a program running in the background.
@available(*, unavailable, message: "Linux never suspends a program; leave out the session.")
public final class CLBackgroundActivitySession: NSObject {
  /// Ends the session.
  public func invalidate() {}
}

/// Requests permission while the session exists.
@available(
  *, unavailable,
  message: "Linux shows no authorization prompt; call requestWhenInUseAuthorization() instead."
)
public final class CLServiceSession: NSObject {
  /// The permission to request.
  public enum AuthorizationRequirement: Int, Sendable {
    /// No permission.
    case none = 0
    /// Permission for locations while the program is in use.
    case whenInUse = 1
    /// Permission for locations at any time.
    case always = 2
  }

  /// Starts a session that requests permission.
  public init(authorization: AuthorizationRequirement) {}
  /// Ends the session.
  public func invalidate() {}
}
