internal import Glibc
internal import SerialPorts

extension LocationError {
  /// How a port can fail that somebody plays.
  package enum PlayedFailure: Sendable, Hashable, CaseIterable {
    /// There is no such name.
    case gone
    /// It was open, and the cable was pulled.
    case unplugged
    /// The user may not open it.
    case permissionDenied
    /// Another program has it.
    case busy
  }

  /// The error that a real port would give, with the same parts, for a port that is played.
  package static func failedPort(
    _ failure: PlayedFailure, _ path: String, _ words: String, remedy: String
  ) -> LocationError {
    let (code, number): (SerialPortError.Code, CInt) =
      switch failure {
      case .gone: (.noSuchDevice, ENOENT)
      case .unplugged: (.vanished, EIO)
      case .permissionDenied: (.permissionDenied, EACCES)
      case .busy: (.busy, EBUSY)
      }
    let found = failure == .unplugged ? "\(path) \(words)" : "cannot open \(path): \(words)"
    return LocationError(
      SerialPortError(code: code, path: path, errno: number, found: found, remedy: remedy))
  }
}
