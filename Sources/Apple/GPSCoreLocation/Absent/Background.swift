public import Foundation

// A phone's system suspends programs, and saves its battery behind their backs. Here a program runs until it ends.

/// Would keep a program running.
@available(*, unavailable, message: "A program here is never suspended; leave the session out.")
public final class CLBackgroundActivitySession: NSObject {
  /// Would end that.
  public func invalidate() {}
}

/// Would ask for permission for as long as it lives.
@available(*, unavailable, message: "Nobody is asked here; call requestWhenInUseAuthorization() instead.")
public final class CLServiceSession: NSObject {
  /// The permission to ask for.
  public enum AuthorizationRequirement: Int, Sendable {
    /// Nothing.
    case none = 0
    /// Locations while a program is in use.
    case whenInUse = 1
    /// Locations at any time.
    case always = 2
  }

  /// Would begin to ask.
  public init(authorization: AuthorizationRequirement) {}
  /// Would end that.
  public func invalidate() {}
}

extension CLLocationManager {
  /// Would let a suspended program be told.
  @available(*, unavailable, message: "A program here is never suspended; leave this line out.")
  public var allowsBackgroundLocationUpdates: Bool {
    get { false }
    set {}
  }

  /// Would show the owner that a program in the background is told.
  @available(*, unavailable, message: "There is no screen of a phone to show it on; leave this line out.")
  public var showsBackgroundLocationIndicator: Bool {
    get { false }
    set {}
  }

  /// Would let the system stop telling by itself.
  @available(*, unavailable, message: "Updates never pause by themselves here; leave this line out.")
  public var pausesLocationUpdatesAutomatically: Bool {
    get { false }
    set {}
  }

  /// Would collect locations and tell them late.
  @available(*, unavailable, message: "Nothing is deferred here; set distanceFilter to hear less often.")
  public func allowDeferredLocationUpdates(untilTraveled distance: CLLocationDistance, timeout: TimeInterval)
  {}

  /// Would end that.
  @available(*, unavailable, message: "Nothing is deferred here; set distanceFilter to hear less often.")
  public func disallowDeferredLocationUpdates() {}

  /// False: nothing is deferred here.
  public nonisolated static func deferredLocationUpdatesAvailable() -> Bool { false }
}
