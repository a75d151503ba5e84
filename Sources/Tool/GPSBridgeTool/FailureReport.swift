internal import GPSFormats
internal import Glibc
internal import GPSBase

/// Reports a complaint: as a message for a person, or as a record for a program.
struct FailureReport {
  private let output: ByteOutput
  /// Whether records were requested explicitly.
  private let isAskedFor: Bool
  /// Whether the output is records, requested or by default.
  private let isRecords: Bool

  init(_ parsed: ParsedArguments, _ output: ByteOutput) {
    self.output = output
    let format = parsed.value(named: "format")
    isAskedFor = format == OutputFormat.ndjson.rawValue || parsed.has(.json)
    // Without --format, a terminal gets only the message, for a person.
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
    // Only a person can switch the receiver's protocol, so print the message in addition to the record.
    let isForPerson = complaint.code == "binary_mode"
    if !isAskedFor || isForPerson || output.failure != nil { ErrorReport.say(complaint.text) }
    return complaint.exit
  }
}

extension NDJSONFormat {
  static func error(_ complaint: ToolError) -> [UInt8] {
    line(.error) { json in
      json.member("code", complaint.code)
      json.member("exit", Int(complaint.exit.rawValue))
      json.member("message", ToolError.joined(complaint.message, complaint.reason))
      json.member("hint", complaint.remedy)
    }
  }
}
