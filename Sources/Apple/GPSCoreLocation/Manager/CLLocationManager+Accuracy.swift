internal import GPSBridge

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
