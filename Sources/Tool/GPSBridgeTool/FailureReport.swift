internal import CommandLineTable
internal import GPSFormats
internal import Glibc
internal import Texts
internal import ToolFiles

/// Tells a complaint to whoever is there: a person, by a message, or a program, by a record.
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
    // Without a format a terminal gets the message only: a person sits there.
    let isUsual = format == nil && parsed.command?.printsRecords == true
    isRecords = isAskedFor || isUsual && isatty(STDOUT_FILENO) == 0
  }

  func tell(_ complaint: Complaint) -> ExitCode {
    guard output.failure != EPIPE else { return .done }
    if isRecords {
      output.write(NDJSONFormat.error(complaint))
      output.flush()
      if output.failure == EPIPE { return .done }
    }
    if !isAskedFor || output.failure != nil { ErrorReport.say(complaint.text) }
    return complaint.exit
  }
}

extension NDJSONFormat {
  /// What could not be done.
  static func error(_ complaint: Complaint) -> [UInt8] {
    line(.error) { json in
      json.member("code", complaint.code)
      json.member("exit", Int(complaint.exit.rawValue))
      json.member("message", [complaint.message, complaint.reason].compactMap { $0 }.joined(separator: "; "))
      json.member("hint", complaint.hint)
    }
  }
}
