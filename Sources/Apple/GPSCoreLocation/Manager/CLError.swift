public import Foundation
public import GPSBridge

/// The domain of a ``CLError`` as an `NSError`.
public let kCLErrorDomain = "kCLErrorDomain"

/// The reason for a missing location, with the codes of Apple's API.
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
/// A missing location causes only these two codes; ``underlying`` is the original error. A region with an
/// invalid circle causes ``Code/regionMonitoringFailure``.
public struct CLError: Error, Sendable, Hashable, CustomNSError, LocalizedError {
  /// The error code.
  public let code: Code
  /// The receiver's own error, with cause and remedy.
  public let underlying: LocationError?

  /// Creates an error from a code.
  public init(_ code: Code, underlying: LocationError? = nil) {
    (self.code, self.underlying) = (code, underlying)
  }

  /// Creates an error from a receiver's.
  ///
  /// A port that this user may not open is ``Code/denied``; all other errors are ``Code/locationUnknown``.
  public init(_ error: LocationError) {
    self.init(error.code == .permissionDenied ? .denied : .locationUnknown, underlying: error)
  }

  /// The domain of the error as an `NSError`.
  public static var errorDomain: String { kCLErrorDomain }

  /// The code of the error as an `NSError`.
  public var errorCode: Int { code.rawValue }

  /// The user info of the error as an `NSError`.
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

  /// An error code, with Apple's raw values.
  ///
  /// All of Apple's codes are declared, so that a `switch` over them compiles; most of them never occur.
  public enum Code: Int, Sendable, Hashable, CaseIterable {
    /// The location is unknown at the moment; the manager keeps trying.
    case locationUnknown = 0
    /// This user may not open the receiver's port.
    case denied = 1
    /// The network failed; never used here.
    case network = 2
    /// The heading can't be determined; never used here.
    case headingFailure = 3
    /// Regions may not be monitored; never used here.
    case regionMonitoringDenied = 4
    /// A region can't be monitored because its circle is invalid.
    case regionMonitoringFailure = 5
    /// Monitoring of a region starts later; never used here.
    case regionMonitoringSetupDelayed = 6
    /// Events of a region are delayed; never used here.
    case regionMonitoringResponseDelayed = 7
    /// An address was not found; never used here.
    case geocodeFoundNoResult = 8
    /// Only a part of an address was found; never used here.
    case geocodeFoundPartialResult = 9
    /// The search for an address was canceled; never used here.
    case geocodeCanceled = 10
    /// Locations can't be deferred; never used here.
    case deferredFailed = 11
    /// Locations can't be deferred without updates; never used here.
    case deferredNotUpdatingLocation = 12
    /// Locations can't be deferred at this accuracy; never used here.
    case deferredAccuracyTooLow = 13
    /// Locations can't be deferred with a distance filter; never used here.
    case deferredDistanceFiltered = 14
    /// Deferred delivery was canceled; never used here.
    case deferredCanceled = 15
    /// Ranging is unavailable; never used here.
    case rangingUnavailable = 16
    /// Ranging failed; never used here.
    case rangingFailure = 17
    /// The user declined the prompt; never used here.
    case promptDeclined = 18
    /// Historical locations are unavailable; never used here.
    case historicalLocationError = 19

    /// Returns whether an error has this code, so that `catch CLError.denied` works.
    public static func ~= (code: Code, error: any Error) -> Bool { (error as? CLError)?.code == code }
  }

  // Members that let `CLError.denied` name a code.

  /// The location is unknown at the moment; the manager keeps trying.
  public static var locationUnknown: Code { .locationUnknown }
  /// This user may not open the receiver's port.
  public static var denied: Code { .denied }
  /// The network failed; never used here.
  public static var network: Code { .network }
  /// The heading can't be determined; never used here.
  public static var headingFailure: Code { .headingFailure }
  /// Regions may not be monitored; never used here.
  public static var regionMonitoringDenied: Code { .regionMonitoringDenied }
  /// A region can't be monitored because its circle is invalid.
  public static var regionMonitoringFailure: Code { .regionMonitoringFailure }
  /// Monitoring of a region starts later; never used here.
  public static var regionMonitoringSetupDelayed: Code { .regionMonitoringSetupDelayed }
  /// Events of a region are delayed; never used here.
  public static var regionMonitoringResponseDelayed: Code { .regionMonitoringResponseDelayed }
  /// An address was not found; never used here.
  public static var geocodeFoundNoResult: Code { .geocodeFoundNoResult }
  /// Only a part of an address was found; never used here.
  public static var geocodeFoundPartialResult: Code { .geocodeFoundPartialResult }
  /// The search for an address was canceled; never used here.
  public static var geocodeCanceled: Code { .geocodeCanceled }
  /// Locations can't be deferred; never used here.
  public static var deferredFailed: Code { .deferredFailed }
  /// Locations can't be deferred without updates; never used here.
  public static var deferredNotUpdatingLocation: Code { .deferredNotUpdatingLocation }
  /// Locations can't be deferred at this accuracy; never used here.
  public static var deferredAccuracyTooLow: Code { .deferredAccuracyTooLow }
  /// Locations can't be deferred with a distance filter; never used here.
  public static var deferredDistanceFiltered: Code { .deferredDistanceFiltered }
  /// Deferred delivery was canceled; never used here.
  public static var deferredCanceled: Code { .deferredCanceled }
  /// Ranging is unavailable; never used here.
  public static var rangingUnavailable: Code { .rangingUnavailable }
  /// Ranging failed; never used here.
  public static var rangingFailure: Code { .rangingFailure }
  /// The user declined the prompt; never used here.
  public static var promptDeclined: Code { .promptDeclined }
  /// Historical locations are unavailable; never used here.
  public static var historicalLocationError: Code { .historicalLocationError }
}
