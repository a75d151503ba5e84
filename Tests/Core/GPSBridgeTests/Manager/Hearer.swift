@testable import GPSBridge

/// A delegate that notes what it is told.
@MainActor final class Hearer: LocationManagerDelegate {
  /// The arrays as they came.
  private(set) var batches: [[Location]] = []
  private(set) var errors: [LocationError] = []
  private(set) var states: [ReceiverState] = []
  private(set) var events: [ReceiverEvent.Kind] = []
  /// Runs behind each array, in the middle of the delivery.
  var onLocations: (LocationManager, [Location]) -> Void = { _, _ in }
  /// Runs behind each error.
  var onError: (LocationManager) -> Void = { _ in }

  nonisolated init() {}

  var locations: [Location] { batches.flatMap(\.self) }
  var latitudes: [Double] { locations.map(\.coordinate.latitude) }

  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    batches.append(locations)
    onLocations(manager, locations)
  }

  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {
    errors.append(error)
    onError(manager)
  }

  func locationManager(_ manager: LocationManager, didChangeState state: ReceiverState) {
    states.append(state)
  }

  func locationManager(_ manager: LocationManager, didReceiveEvent event: ReceiverEvent) {
    events.append(event.kind)
  }
}
