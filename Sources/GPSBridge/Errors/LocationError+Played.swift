internal import Glibc
internal import SerialPorts

extension LocationError {
  /// The error that a real port would give, with the same parts, for a port that is simulated.
  ///
  /// - Parameters:
  ///   - code: The failure: the device is not found, disconnected, busy, or may not be opened.
  ///   - path: The name of the port.
  ///   - words: The reason, as a real port would give it.
  ///   - remedy: The advice, as a real port would give it.
  /// - Returns: An error that reads like the one of a real port.
  package static func failedPort(
    _ code: Code, _ path: String, _ words: String, remedy: String
  ) -> LocationError {
    let (port, number): (SerialPortError.Code, CInt) =
      switch code {
      case .disconnected: (.vanished, EIO)
      case .permissionDenied: (.permissionDenied, EACCES)
      case .deviceBusy: (.busy, EBUSY)
      default: (.noSuchDevice, ENOENT)
      }
    let found = code == .disconnected ? "\(path) \(words)" : "cannot open \(path): \(words)"
    return LocationError(
      SerialPortError(code: port, path: path, errno: number, found: found, remedy: remedy))
  }
}
