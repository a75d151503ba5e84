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
