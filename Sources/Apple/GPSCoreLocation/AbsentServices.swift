// A phone's system follows its owner by networks, looks addresses up, and suspends programs to save its battery. Here a
// program runs until it ends, and uses no network. Apple's names are here so that the compiler can say so.

public import Foundation

// MARK: - Visits and significant changes

/// A stay at a place.
@available(*, unavailable, message: "Nothing here follows a day; watch places with CLMonitor.")
public final class CLVisit: NSObject {
  /// The place.
  public var coordinate: CLLocationCoordinate2D { kCLLocationCoordinate2DInvalid }
  /// Meters.
  public var horizontalAccuracy: CLLocationAccuracy { -1 }
  /// The beginning.
  public var arrivalDate: Date { .distantPast }
  /// The end.
  public var departureDate: Date { .distantFuture }
}

extension CLLocationManager {
  /// Would tell of stays at places.
  @available(
    *, unavailable, message: "Nothing here follows a day; watch places with CLMonitor."
  )
  public func startMonitoringVisits() {}

  /// Would end that.
  @available(
    *, unavailable, message: "Nothing here follows a day; watch places with CLMonitor."
  )
  public func stopMonitoringVisits() {}

  /// Would tell when the place has changed much.
  @available(
    *, unavailable, message: "There are no cell towers to tell by; set distanceFilter and start updating."
  )
  public func startMonitoringSignificantLocationChanges() {}

  /// Would end that.
  @available(
    *, unavailable, message: "There are no cell towers to tell by; set distanceFilter and start updating."
  )
  public func stopMonitoringSignificantLocationChanges() {}
}

// MARK: - Addresses

/// Would find addresses for coordinates, and coordinates for addresses.
@available(*, unavailable, message: "A receiver knows no addresses; ask a geocoding service.")
public final class CLGeocoder: NSObject {
  /// Whether it is at work.
  public var isGeocoding: Bool { false }

  /// Would find the address of a place.
  public func reverseGeocodeLocation(_ location: CLLocation) async throws -> [CLPlacemark] { [] }

  /// Would find the address of a place.
  public func reverseGeocodeLocation(
    _ location: CLLocation, completionHandler: @escaping ([CLPlacemark]?, (any Error)?) -> Void
  ) {}

  /// Would find the place of an address.
  public func geocodeAddressString(_ address: String) async throws -> [CLPlacemark] { [] }

  /// Would find the place of an address.
  public func geocodeAddressString(
    _ address: String, completionHandler: @escaping ([CLPlacemark]?, (any Error)?) -> Void
  ) {}

  /// Would end the search.
  public func cancelGeocode() {}
}

/// An address.
@available(*, unavailable, message: "A receiver knows no addresses; ask a geocoding service.")
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
  /// The country in two letters.
  public var isoCountryCode: String? { nil }
}

// MARK: - Background

/// Would keep a program running.
@available(*, unavailable, message: "A program here is never suspended; leave the session out.")
public final class CLBackgroundActivitySession: NSObject {
  /// Would end that.
  public func invalidate() {}
}

/// Would ask for permission for as long as it lives.
@available(*, unavailable, message: "Nobody is asked here; call requestWhenInUseAuthorization() instead.")
public final class CLServiceSession: NSObject {
  /// The permission to ask for.
  public enum AuthorizationRequirement: Int, Sendable {
    /// Nothing.
    case none = 0
    /// Locations while a program is in use.
    case whenInUse = 1
    /// Locations at any time.
    case always = 2
  }

  /// Would begin to ask.
  public init(authorization: AuthorizationRequirement) {}
  /// Would end that.
  public func invalidate() {}
}

extension CLLocationManager {
  /// False: updates never pause by themselves here, whatever is set.
  @available(*, deprecated, message: "Updates never pause by themselves here; leave this line out.")
  public nonisolated var pausesLocationUpdatesAutomatically: Bool {
    get { false }
    set {}
  }
}

extension CLLocationManager {
  /// Would let a suspended program be told.
  @available(*, unavailable, message: "A program here is never suspended; leave this line out.")
  public var allowsBackgroundLocationUpdates: Bool {
    get { false }
    set {}
  }

  /// Would show the owner that a program in the background is told.
  @available(*, unavailable, message: "There is no screen of a phone to show it on; leave this line out.")
  public var showsBackgroundLocationIndicator: Bool {
    get { false }
    set {}
  }

  /// Would collect locations and tell them late.
  @available(*, unavailable, message: "Nothing is deferred here; set distanceFilter to hear less often.")
  public func allowDeferredLocationUpdates(untilTraveled distance: CLLocationDistance, timeout: TimeInterval)
  {}

  /// Would end that.
  @available(*, unavailable, message: "Nothing is deferred here; set distanceFilter to hear less often.")
  public func disallowDeferredLocationUpdates() {}

  /// False: nothing is deferred here.
  public nonisolated static func deferredLocationUpdatesAvailable() -> Bool { false }
}
