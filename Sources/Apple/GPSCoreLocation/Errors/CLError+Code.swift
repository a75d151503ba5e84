extension CLError {
  /// A kind of trouble, with Apple's numbers.
  ///
  /// All of Apple's are here, so that a `switch` that names them compiles; most of them never come.
  public enum Code: Int, Sendable, Hashable, CaseIterable {
    /// No location at this moment; the manager goes on trying.
    case locationUnknown = 0
    /// This user may not open the receiver's port.
    case denied = 1
    /// The network failed; nothing here uses one.
    case network = 2
    /// No heading can be had; nothing here tells one.
    case headingFailure = 3
    /// Regions may not be watched; nothing here forbids it.
    case regionMonitoringDenied = 4
    /// A region cannot be watched: there is no such circle.
    case regionMonitoringFailure = 5
    /// A region is watched later; nothing here waits.
    case regionMonitoringSetupDelayed = 6
    /// A region is told about late; nothing here is.
    case regionMonitoringResponseDelayed = 7
    /// There is no such address; nothing here looks for any.
    case geocodeFoundNoResult = 8
    /// There is half of such an address; nothing here looks for any.
    case geocodeFoundPartialResult = 9
    /// The search for an address was called off; nothing here looks for any.
    case geocodeCanceled = 10
    /// Nothing could be deferred; nothing here is.
    case deferredFailed = 11
    /// Nothing could be deferred while stopped; nothing here is.
    case deferredNotUpdatingLocation = 12
    /// Nothing could be deferred at that accuracy; nothing here is.
    case deferredAccuracyTooLow = 13
    /// Nothing could be deferred with a filter; nothing here is.
    case deferredDistanceFiltered = 14
    /// Deferring was called off; nothing here is deferred.
    case deferredCanceled = 15
    /// There is no radio to measure with; nothing here uses one.
    case rangingUnavailable = 16
    /// The radio failed; nothing here uses one.
    case rangingFailure = 17
    /// A person said no; nothing here asks.
    case promptDeclined = 18
    /// The past could not be had; nothing here keeps it.
    case historicalLocationError = 19

    /// Whether an error is one of this kind, so that `catch CLError.denied` can be written.
    public static func ~= (code: Code, error: any Error) -> Bool { (error as? CLError)?.code == code }
  }
}

// `CLError.denied` names a code, too.

extension CLError {
  /// No location at this moment; the manager goes on trying.
  public static var locationUnknown: Code { .locationUnknown }
  /// This user may not open the receiver's port.
  public static var denied: Code { .denied }
  /// The network failed; nothing here uses one.
  public static var network: Code { .network }
  /// No heading can be had; nothing here tells one.
  public static var headingFailure: Code { .headingFailure }
  /// Regions may not be watched; nothing here forbids it.
  public static var regionMonitoringDenied: Code { .regionMonitoringDenied }
  /// A region cannot be watched: there is no such circle.
  public static var regionMonitoringFailure: Code { .regionMonitoringFailure }
  /// A region is watched later; nothing here waits.
  public static var regionMonitoringSetupDelayed: Code { .regionMonitoringSetupDelayed }
  /// A region is told about late; nothing here is.
  public static var regionMonitoringResponseDelayed: Code { .regionMonitoringResponseDelayed }
  /// There is no such address; nothing here looks for any.
  public static var geocodeFoundNoResult: Code { .geocodeFoundNoResult }
  /// There is half of such an address; nothing here looks for any.
  public static var geocodeFoundPartialResult: Code { .geocodeFoundPartialResult }
  /// The search for an address was called off; nothing here looks for any.
  public static var geocodeCanceled: Code { .geocodeCanceled }
  /// Nothing could be deferred; nothing here is.
  public static var deferredFailed: Code { .deferredFailed }
  /// Nothing could be deferred while stopped; nothing here is.
  public static var deferredNotUpdatingLocation: Code { .deferredNotUpdatingLocation }
  /// Nothing could be deferred at that accuracy; nothing here is.
  public static var deferredAccuracyTooLow: Code { .deferredAccuracyTooLow }
  /// Nothing could be deferred with a filter; nothing here is.
  public static var deferredDistanceFiltered: Code { .deferredDistanceFiltered }
  /// Deferring was called off; nothing here is deferred.
  public static var deferredCanceled: Code { .deferredCanceled }
  /// There is no radio to measure with; nothing here uses one.
  public static var rangingUnavailable: Code { .rangingUnavailable }
  /// The radio failed; nothing here uses one.
  public static var rangingFailure: Code { .rangingFailure }
  /// A person said no; nothing here asks.
  public static var promptDeclined: Code { .promptDeclined }
  /// The past could not be had; nothing here keeps it.
  public static var historicalLocationError: Code { .historicalLocationError }
}
