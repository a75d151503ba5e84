public import Foundation

// A phone's system follows its owner's days by cell towers and networks. Here there is nothing that could.

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
