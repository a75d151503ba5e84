public import Foundation
public import GPSBridge

/// The domain of ``CLError`` where it is seen as an `NSError`.
public let kCLErrorDomain = "kCLErrorDomain"

/// Why there is no location, in the codes of Apple's interface.
///
/// ```swift
/// func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
///   guard let error = error as? CLError else { return }
///   switch error.code {
///   case .locationUnknown: break                          // for the moment: the manager goes on trying
///   case .denied: show(error.localizedDescription)        // … Add yourself to the group dialout …
///   default: show("\(error)")
///   }
/// }
/// ```
///
/// There are two of them that a receiver on a cable brings about. What it said in its own words is in ``underlying``.
public struct CLError: Error, Sendable, Hashable {
  /// The kind of trouble.
  public let code: Code
  /// The receiver's own error, with its cause and its remedy.
  public let underlying: LocationError?

  /// Names trouble.
  public init(_ code: Code, underlying: LocationError? = nil) {
    self.code = code
    self.underlying = underlying
  }

  /// Says in Apple's codes what a receiver said.
  ///
  /// A port that this user may not open is ``Code/denied``; everything else may pass, so it is ``Code/locationUnknown``.
  public init(_ error: LocationError) {
    self.init(error.code == .permissionDenied ? .denied : .locationUnknown, underlying: error)
  }
}

extension CLError: CustomNSError, LocalizedError {
  /// The domain where it is seen as an `NSError`.
  public static var errorDomain: String { kCLErrorDomain }

  /// The code where it is seen as an `NSError`.
  public var errorCode: Int { code.rawValue }

  /// The entries of an `NSError` beside its code.
  public var errorUserInfo: [String: Any] {
    var information: [String: Any] = [NSLocalizedDescriptionKey: message]
    information[NSLocalizedRecoverySuggestionErrorKey] = underlying?.remedy
    information[NSUnderlyingErrorKey] = underlying
    return information
  }

  /// The cause and the remedy.
  public var errorDescription: String? { message }

  /// The remedy.
  public var recoverySuggestion: String? { underlying?.remedy }

  private var message: String { underlying?.description ?? "The operation couldn't be completed: \(code)." }
}

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
