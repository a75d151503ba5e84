/// A failure: what happened, why, and what to do about it.
package struct ToolError: Error, Hashable {
  /// A stable word in snake case, for programs.
  package var code: String
  package var exit: ExitCode
  /// The failure, in one line.
  package var message: String
  /// Why, in one line: the sentences of a verdict, or a clause.
  package var reason: String?
  /// The remedy, in one line: the sentences of a verdict, a clause, or a command.
  package var remedy: String

  package init(code: String, exit: ExitCode, message: String, reason: String? = nil, remedy: String) {
    (self.code, self.exit, self.message, self.reason, self.remedy) = (code, exit, message, reason, remedy)
  }

  /// The text for people: at most three lines.
  package var text: String {
    let why = reason.map { "  \($0)\n" } ?? ""
    return "error: \(message)\n\(why)  try: \(remedy)\n"
  }

  /// Joins two texts into one line: with a period where one of them is a sentence, else with a semicolon.
  static func joined(_ first: String?, _ second: String?) -> String? {
    guard let first, let second else { return first ?? second }
    if first.hasSuffix(".") { return "\(first) \(second)" }
    return "\(first)\(second.hasSuffix(".") ? "." : ";") \(second)"
  }
}

/// The exit codes: one table for all commands.
package enum ExitCode: Int32, CaseIterable, Sendable {
  case done = 0
  case unexpected = 1
  case usage = 2
  case notFound = 3
  case permissionDenied = 4
  case busy = 5
  case nothingKnown = 6
  case notInTime = 7
  case lost = 8
  case dataProblems = 9
  case unreachable = 10
  case refused = 11
  case needsYou = 12
  case onlyWarnings = 13

  /// The first exit codes of each verb that opens a port or a file.
  package static let opening: [ExitCode] = [
    .done, .unexpected, .usage, .notFound, .permissionDenied, .busy,
  ]

  /// Its description in the manual.
  var meaning: String {
    switch self {
    case .done: "success, also if the reader of the output has ended"
    case .unexpected: "an unexpected failure, such as of reading or writing"
    case .usage: "the command line is wrong"
    case .notFound: "no such device, or no such file"
    case .permissionDenied: "permission denied"
    case .busy: "the device is busy"
    case .nothingKnown: "the device is silent, or the file empty, or all data is unknown"
    case .notInTime: "the condition was not met in time"
    case .lost: "the device was lost and did not come back"
    case .dataProblems: "finished, but the data has problems"
    case .unreachable: "the server is unreachable, or refused the connection"
    case .refused: "the receiver refused a setting or did not keep it"
    case .needsYou: "a problem was found that needs your attention"
    case .onlyWarnings: "only warnings were found, and --strict was given"
    }
  }
}
