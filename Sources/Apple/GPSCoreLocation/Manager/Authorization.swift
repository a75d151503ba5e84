// Apple's authorization API: whether the port may be opened, how accurate a location may be, and which
// services are available.

internal import GPSBridge

/// Whether this user may open the receiver's port, with the names of Apple's API.
///
/// The user is not asked: the kernel decides. The status is ``authorizedAlways`` after the port was opened,
/// and ``denied`` after the kernel refused it. Before the first attempt, and without a receiver, it is
/// ``notDetermined``.
public enum CLAuthorizationStatus: Int32, Sendable, Hashable, CaseIterable {
  /// The receiver's port has not been opened yet, or is missing.
  case notDetermined = 0
  /// Never used: there are no restrictions here.
  case restricted = 1
  /// This user may not open the port; the accompanying error has the remedy.
  case denied = 2
  /// The port was opened.
  case authorizedAlways = 3
  /// Never used: programs here are always in use.
  case authorizedWhenInUse = 4

  // The receiver's state shows whether its port may be opened.

  /// Derives the status from a receiver's state; nil if the state does not show it.
  init?(_ state: ReceiverState) {
    switch state {
    case .waitingToRetry(let error), .failed(let error):
      guard error.code == .permissionDenied else { return nil }
      self = .denied
    // An open port was permitted.
    case .detectingSpeed, .silent, .binary, .noFix, .fix, .lost: self = .authorizedAlways
    case .idle, .waitingForDevice: return nil
    }
  }

  /// Derives the status from an event; nil if the event does not show it.
  init?(_ event: ReceiverEvent.Kind) {
    switch event {
    case .opened: self = .authorizedAlways
    case .openFailed(let error) where error.code == .permissionDenied: self = .denied
    // For the best of several receivers, only the state of the newly chosen one shows it.
    case .state(let state): self.init(state)
    default: return nil
    }
  }
}

/// Whether a program may receive the exact location.
public enum CLAccuracyAuthorization: Int, Sendable, Hashable, CaseIterable {
  /// The program receives the exact location.
  case fullAccuracy = 0
  /// Never used: locations are never made less accurate here.
  case reducedAccuracy = 1
}

/// How a receiver is carried, with Apple's raw values.
public enum CLActivityType: Int, Sendable, Hashable, CaseIterable {
  /// No specific use.
  case other = 1
  /// A car, on roads.
  case automotiveNavigation = 2
  /// A person on foot or on a bicycle.
  case fitness = 3
  /// A different vehicle, such as a boat or a train.
  case otherNavigation = 4
  /// An aircraft.
  case airborne = 5
}

extension CLLocationManager {
  /// Always full: locations are never made less accurate here.
  public var accuracyAuthorization: CLAccuracyAuthorization { .fullAccuracy }

  /// Returns immediately: the accuracy is always full.
  public func requestTemporaryFullAccuracyAuthorization(withPurposeKey purposeKey: String) async throws {}

  /// Calls `completion` without an error: the accuracy is always full.
  public func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String, completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
  ) { Task { completion?(nil) } }

  /// Returns whether this user may open the default receiver's port, as far as known; does not open it.
  @available(*, deprecated, message: "Read the property authorizationStatus of a manager.")
  public nonisolated class func authorizationStatus() -> CLAuthorizationStatus {
    CLAuthorizationStatus(Receiver.default.state) ?? .notDetermined
  }

  /// Always returns true: there is no system setting that disables location services.
  ///
  /// It does not depend on a receiver: a program that gives up on false would miss a receiver that is plugged
  /// in later. `Receiver.isDevicePresent` shows whether one is present.
  public nonisolated static func locationServicesEnabled() -> Bool { true }

  /// Always returns false: a receiver knows the course of movement, but not where the device points.
  public nonisolated static func headingAvailable() -> Bool { false }

  /// Always returns false: there are no cell towers that would show a significant change.
  public nonisolated static func significantLocationChangeMonitoringAvailable() -> Bool { false }

  /// Always returns false: a GPS receiver has no radio for beacons.
  public nonisolated static func isRangingAvailable() -> Bool { false }

  /// Returns whether regions of a class can be monitored; circles can.
  public nonisolated static func isMonitoringAvailable(for regionClass: AnyClass) -> Bool {
    regionClass is CLCircularRegion.Type
  }
}
