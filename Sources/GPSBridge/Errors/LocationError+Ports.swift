internal import SerialPorts

extension LocationError {
  /// The error of a serial port.
  init(_ error: SerialPortError) {
    let code: Code =
      switch error.code {
      case .noSuchDevice: .deviceNotFound
      case .permissionDenied: .permissionDenied
      case .busy: .deviceBusy
      case .vanished: .disconnected
      case .notATerminal: .unreadable
      case .unsupported: .unsupported
      case .timedOut: .timedOut
      case .cancelled: .cancelled
      default: .portFailed
      }
    let found = error.expected.map { "\(error.found); expected: \($0)" } ?? error.found
    self.init(code, found, remedy: error.remedy, underlying: error)
  }

  /// Why no port could be chosen, with those that may have been meant.
  init(_ error: SerialPortSelectionError) {
    let code: Code =
      switch error.code {
      case .malformed: .malformedSource
      case .ambiguous: .deviceAmbiguous
      case .notAPort: .unreadable
      default: .deviceNotFound
      }
    self.init(code, error.description)
  }
}
