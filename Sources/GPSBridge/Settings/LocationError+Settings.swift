internal import Delivery

extension LocationError: OneShotFailure {}

extension LocationError {
  /// The receiver said no.
  static func refused(_ what: String, why: String) -> LocationError {
    LocationError(.settingRefused, "the receiver refused \(what): \(why)")
  }

  /// The receiver said nothing that would confirm it.
  static func notConfirmed(_ what: String, within timeout: Duration, but found: String) -> LocationError {
    LocationError(.settingTimedOut, "\(what) was not confirmed within \(timeout): \(found)")
  }

  /// The device was opened again while it was being told something.
  static var openedAnew: LocationError {
    LocationError(.disconnected, "the device was closed and opened again before it had confirmed")
  }

  /// Nobody knows which commands this receiver understands.
  static var unknownDialect: LocationError {
    LocationError(
      .unsupported, "this receiver has not shown which commands it understands",
      remedy: "If you know its maker, name the dialect in ReceiverOptions.")
  }

  /// There is no line between the receiver and this machine that has a speed.
  static var noLineSpeed: LocationError {
    LocationError(
      .unsupported, "this receiver hangs on no line that has a speed",
      remedy: "Leave it as it is: on USB itself data comes as fast as it can.")
  }

  /// The dialect has no command for it.
  static func noCommand(_ dialect: ReceiverDialect, for what: String) -> LocationError {
    .unsupported("\(dialect.name) has no command for \(what)")
  }
}
