internal import CommandLineTable
internal import Doctor
internal import GPSBridge
internal import GPSFormats
internal import Glibc
internal import SerialPorts
internal import GPSBase
internal import ToolFiles
internal import ToolSources

/// Reports a complaint: to a person by a message, to a program by a record.
struct FailureReport {
  private let output: ByteOutput
  /// Whether records were asked for by name.
  private let isAskedFor: Bool
  /// Whether the data are records, asked for or not.
  private let isRecords: Bool

  init(_ parsed: ParsedArguments, _ output: ByteOutput) {
    self.output = output
    let format = parsed.value(named: "format")
    isAskedFor = format == OutputFormat.ndjson.rawValue || parsed.has(.json)
    // Without a format, a terminal gets the message only: a person reads it.
    let isUsual = format == nil && parsed.command?.printsRecords == true
    isRecords = isAskedFor || isUsual && isatty(STDOUT_FILENO) == 0
  }

  func tell(_ complaint: ToolError) -> ExitCode {
    guard output.failure != EPIPE else { return .done }
    if isRecords {
      output.write(NDJSONFormat.error(complaint))
      output.flush()
      if output.failure == EPIPE { return .done }
    }
    // A receiver in another language is for a person to switch over, whatever program reads the records.
    let isForPerson = complaint.code == "binary_mode"
    if !isAskedFor || isForPerson || output.failure != nil { ErrorReport.say(complaint.text) }
    return complaint.exit
  }
}

extension NDJSONFormat {
  /// The record of an error.
  static func error(_ complaint: ToolError) -> [UInt8] {
    line(.error) { json in
      json.member("code", complaint.code)
      json.member("exit", Int(complaint.exit.rawValue))
      json.member("message", [complaint.message, complaint.reason].compactMap { $0 }.joined(separator: "; "))
      json.member("hint", complaint.hint)
    }
  }
}

// The library's errors in this program's words: what, why, what to do, and the exit code.

extension ToolError {
  /// Translates an error of the library.
  init(_ error: LocationError, _ source: SourceName) {
    // An error of several lines, such as one that lists ports, has its message in the first.
    let lines = error.message.split(separator: "\n").map { line in
      VisibleText.escaped((line.hasSuffix(":") ? line.dropLast() : line).utf8)
    }
    let port = error.underlying
    self.init(
      code: error.code.rawValue, exit: ExitCode(error.code),
      message: port.map { VisibleText.escaped($0.found.utf8) } ?? lines.first ?? source.shown,
      reason: port.map(\.expected)?.map { "expected: \(VisibleText.escaped($0.utf8))" } ?? Self.reason(lines),
      hint: (port?.remedy ?? error.remedy).map { Finding.clause(VisibleText.escaped($0.utf8)) }
        ?? Self.hint(error.code, source))
  }

  private static func reason(_ lines: [String]) -> String? {
    lines.count > 1 ? lines.dropFirst().map(Self.trimmed).joined(separator: "; ") : nil
  }

  private static func trimmed(_ line: String) -> String { String(line.drop { $0 == " " }) }

  private static func hint(_ code: LocationError.Code, _ source: SourceName) -> String {
    switch code {
    case .deviceNotFound: "plug it in; gpsbridge devices --all lists the ports that are there"
    case .notServed: "see that the server runs, and that it can be reached from here"
    case .deviceAmbiguous: "name one of them"
    case .malformedSource where source.device.hasPrefix("sim:multi"):
      "name one, as sim:drive; gpsbridge monitor \(source.shown) shows all of them"
    case .malformedSource where source.isSimulated: "write it like sim:walk, or sim:walk?rate=5"
    case .malformedSource: "gpsbridge devices lists the ports and what selects them"
    case .unreadable: "name the port of a receiver; gpsbridge devices --all lists the ports"
    case .timedOut, .locationUnknown: "give it more time, or more of the sky"
    default: "unplug the receiver, wait ten seconds and plug it in again"
    }
  }

  /// The same, with another reason before its own.
  func because(_ reason: String) -> ToolError {
    var complaint = self
    complaint.reason = [reason, self.reason].compactMap { $0 }.joined(separator: "; ")
    return complaint
  }
}

extension ExitCode {
  /// The exit code for an error of the library.
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
