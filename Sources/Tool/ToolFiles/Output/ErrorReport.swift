internal import Glibc

/// Tells a complaint to whoever is there: a person, by a message, or a program, by a record.
struct ErrorReport {
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
    if !isAskedFor || output.failure != nil { Self.say(complaint.text) }
    return complaint.exit
  }

  /// Says lines to people; whatever got into them from outside, nothing in them steers a terminal.
  ///
  /// Where nobody listens, nothing is lost.
  static func say(_ text: String) {
    let talk = ByteOutput(STDERR_FILENO)
    let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    talk.write(text: lines.map { ShownText.of($0) }.joined(separator: "\n"))
    talk.flush()
  }
}
