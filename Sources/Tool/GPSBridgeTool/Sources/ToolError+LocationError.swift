internal import GPSBase
internal import GPSBridge
internal import SerialPorts

// Wording of the library's errors: what happened, why, what to do, and the exit code.

extension ToolError {
  init(_ error: LocationError, _ source: SourceName) {
    // The first line of an error of several lines, e.g. a list of ports, is its message.
    let lines = error.message.split(separator: "\n").map { line in
      VisibleText.escaped((line.hasSuffix(":") ? line.dropLast() : line).utf8)
    }
    let port = error.underlying
    self.init(
      code: error.code.rawValue, exit: ExitCode(error.code),
      message: port.map { VisibleText.escaped($0.found.utf8) } ?? lines.first ?? source.shown,
      reason: port.map(\.expected)?.map { "expected: \(VisibleText.escaped($0.utf8))" } ?? Self.reason(lines),
      remedy: (port?.remedy ?? error.remedy).map { VisibleText.escaped($0.utf8) }
        ?? Self.remedy(error.code, source))
  }

  private static func reason(_ lines: [String]) -> String? {
    lines.count > 1 ? lines.dropFirst().map(Self.trimmed).joined(separator: "; ") : nil
  }

  private static func trimmed(_ line: String) -> String { String(line.drop { $0 == " " }) }

  private static func remedy(_ code: LocationError.Code, _ source: SourceName) -> String {
    switch code {
    case .deviceNotFound: "plug it in; gpsbridge devices --all lists the ports that are there"
    case .notServed: "check that the server runs, and that it can be reached from here"
    case .deviceAmbiguous: "name one of them"
    case .malformedSource where source.device.hasPrefix("sim:multi"):
      "name one, such as sim:drive; gpsbridge monitor \(source.shown) shows all of them"
    case .malformedSource where source.isSimulated: "write it like sim:walk, or sim:walk?rate=5"
    case .malformedSource: "gpsbridge devices lists the ports and what selects them"
    case .unreadable: "name the port of a receiver; gpsbridge devices --all lists the ports"
    case .timedOut, .locationUnknown: "give it more time, or a wider view of the sky"
    default: "unplug the receiver, wait ten seconds and plug it in again"
    }
  }

  /// A copy with another reason before its own.
  func because(_ reason: String) -> ToolError {
    var complaint = self
    complaint.reason = Self.joined(reason, self.reason)
    return complaint
  }
}

extension ExitCode {
  init(_ code: LocationError.Code) {
    self =
      switch code {
      case .deviceNotFound: .notFound
      case .notServed: .unreachable
      case .deviceAmbiguous, .malformedSource: .usage
      case .permissionDenied: .permissionDenied
      case .deviceBusy, .foreignTerminal: .busy
      case .unreadable: .nothingKnown
      case .timedOut, .locationUnknown: .notInTime
      case .disconnected, .terminalGone: .lost
      case .settingRefused, .settingTimedOut: .refused
      default: .unexpected
      }
  }
}
