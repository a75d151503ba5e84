public import Foundation

// A receiver knows no addresses, and this package uses no network. The names are here so that the compiler can say so.

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
