import GPSCoreLocation

final class AddressFinder {
  private let geocoder = CLGeocoder()

  func town(at location: CLLocation, _ completion: @escaping (String?) -> Void) {
    geocoder.reverseGeocodeLocation(location) { placemarks, error in
      completion(placemarks?.first?.locality)
    }
  }
}
