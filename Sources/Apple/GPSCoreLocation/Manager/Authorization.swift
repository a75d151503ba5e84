// Permission in Apple's words: whether the port may be opened, how exactly a place may be known, and what can be asked
// for at all.

internal import GPSBridge

/// Whether this user may open the receiver's port, in the words of Apple's interface.
///
/// Nobody is asked and nobody answers: the kernel knows. A port that was opened is ``authorizedAlways``, one that was
/// refused is ``denied``; before anybody has tried, or where there is no receiver, it is ``notDetermined``.
public enum CLAuthorizationStatus: Int32, Sendable, Hashable, CaseIterable {
  /// The receiver's port was not opened yet, or there is none.
  case notDetermined = 0
  /// Never comes: nothing here restricts.
  case restricted = 1
  /// This user may not open the port; the error that comes with it says what to do.
  case denied = 2
  /// The port was opened.
  case authorizedAlways = 3
  /// Never comes: a program on a desk is always in use.
  case authorizedWhenInUse = 4
}

// The state of a receiver says whether it may be opened.

extension CLAuthorizationStatus {
  /// Reads permission from a state; nil if it tells nothing.
  init?(_ state: ReceiverState) {
    switch state {
    case .waitingToRetry(let error), .failed(let error):
      guard error.code == .permissionDenied else { return nil }
      self = .denied
    // A port that could be opened was permitted.
    case .detectingSpeed, .silent, .binary, .noFix, .fix, .lost: self = .authorizedAlways
    case .idle, .waitingForDevice: return nil
    }
  }

  /// Reads permission from an event; nil if it tells nothing.
  init?(_ event: ReceiverEvent.Kind) {
    switch event {
    case .opened: self = .authorizedAlways
    case .openFailed(let error) where error.code == .permissionDenied: self = .denied
    // Of several receivers, the one that counts now tells only what it is doing.
    case .state(let state): self.init(state)
    default: return nil
    }
  }
}

/// Whether a program may know the place exactly.
public enum CLAccuracyAuthorization: Int, Sendable, Hashable, CaseIterable {
  /// It may.
  case fullAccuracy = 0
  /// Never comes: nothing here blurs a place.
  case reducedAccuracy = 1
}

/// A way to carry a receiver, with Apple's numbers.
public enum CLActivityType: Int, Sendable, Hashable, CaseIterable {
  /// Anything.
  case other = 1
  /// A car, on roads.
  case automotiveNavigation = 2
  /// A person on foot or on a bicycle.
  case fitness = 3
  /// Another vehicle, such as a boat or a train.
  case otherNavigation = 4
  /// An aircraft.
  case airborne = 5
}

extension CLLocationManager {
  /// Full: nothing here blurs a place.
  public var accuracyAuthorization: CLAccuracyAuthorization { .fullAccuracy }

  /// Returns at once: the accuracy is full already.
  public func requestTemporaryFullAccuracyAuthorization(withPurposeKey purposeKey: String) async throws {}

  /// Calls back without an error: the accuracy is full already.
  public func requestTemporaryFullAccuracyAuthorization(
    withPurposeKey purposeKey: String, completion: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
  ) {
    Task { completion?(nil) }
  }

  /// Whether this user may open the port of the receiver that a program has unless it says otherwise, as far as it is known
  /// now; opens none.
  @available(*, deprecated, message: "Ask a manager: authorizationStatus is a property of it.")
  public nonisolated class func authorizationStatus() -> CLAuthorizationStatus {
    CLAuthorizationStatus(Receiver.default.state) ?? .notDetermined
  }
}

extension CLLocationManager {
  /// True: on a phone this is a switch in the settings, and there is none here.
  ///
  /// It does not depend on a receiver: code that returns early where this is false would never see one that is plugged in
  /// later. Whether one is there now says `Receiver.isDevicePresent`.
  public nonisolated static func locationServicesEnabled() -> Bool { true }

  /// False: where a receiver moves to is its course, and where a device points to no receiver knows.
  public nonisolated static func headingAvailable() -> Bool { false }

  /// False: there are no cell towers here to tell a significant change by.
  public nonisolated static func significantLocationChangeMonitoringAvailable() -> Bool { false }

  /// False: a receiver of satellites has no radio for beacons.
  public nonisolated static func isRangingAvailable() -> Bool { false }

  /// Whether regions of a class can be watched: circles can.
  public nonisolated static func isMonitoringAvailable(for regionClass: AnyClass) -> Bool {
    regionClass is CLCircularRegion.Type
  }
}
