public import Foundation

// A receiver on a cable has no compass. The names are here so that the compiler can say so, and what to use.

/// The direction in which a device points.
@available(*, unavailable, message: "A receiver has no compass; CLLocation.course says where it moves.")
public final class CLHeading: NSObject {
  /// Degrees from magnetic north.
  public var magneticHeading: CLLocationDirection { -1 }
  /// Degrees from true north.
  public var trueHeading: CLLocationDirection { -1 }
  /// Degrees.
  public var headingAccuracy: CLLocationDirection { -1 }
  /// The time of the measurement.
  public var timestamp: Date { .distantPast }
}

/// How a device is held.
@available(*, unavailable, message: "A receiver has no compass; CLLocation.course says where it moves.")
public enum CLDeviceOrientation: Int32, Sendable {
  /// Not known.
  case unknown = 0
  /// Upright.
  case portrait = 1
}

extension CLLocationManager {
  /// Would tell in which direction the device points.
  @available(
    *, unavailable, message: "A receiver has no compass; CLLocation.course says where it moves."
  )
  public func startUpdatingHeading() {}

  /// Would end that.
  @available(
    *, unavailable, message: "A receiver has no compass; CLLocation.course says where it moves."
  )
  public func stopUpdatingHeading() {}

  /// Would take the hint for calibration away.
  @available(
    *, unavailable, message: "A receiver has no compass; CLLocation.course says where it moves."
  )
  public func dismissHeadingCalibrationDisplay() {}

  /// The last direction.
  @available(
    *, unavailable, message: "A receiver has no compass; CLLocation.course says where it moves."
  )
  public var heading: CLHeading? { nil }

  /// Degrees that it must turn before that is told.
  @available(
    *, unavailable, message: "A receiver has no compass; CLLocation.course says where it moves."
  )
  public var headingFilter: CLLocationDegrees {
    get { 0 }
    set {}
  }

  /// How the device is held.
  @available(
    *, unavailable, message: "A receiver has no compass; CLLocation.course says where it moves."
  )
  public var headingOrientation: CLDeviceOrientation {
    get { .unknown }
    set {}
  }
}
