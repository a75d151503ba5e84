import GPSSystemCalls
package import NMEA

/// The rule for sentences in this run of the program, set by `--no-checksum`.
///
/// The rule is global, like standard output, and is set before anything is read.
package enum ReadingRules {
  private static let rule = Guarded(Strictness.standard)

  package static var strictness: Strictness { rule.withLock { $0 } }

  /// Sets the rule from a command line, and prints a note about its effect.
  static func take(_ parsed: ParsedArguments) {
    guard parsed.has(.noChecksum) else { return }
    rule.withLock { $0 = .lenient }
    ErrorReport.say(
      "note: sentences without a checksum are accepted; nothing shows whether they are complete\n")
  }
}

extension Flag {
  package static let noChecksum = Flag(
    "no-checksum", help: "also accept sentences without a checksum; a wrong checksum is still rejected")
}

extension Command {
  /// The command with the common flags of all commands that read a receiver or a recording.
  var withReadingRules: Command {
    guard operands.contains(where: { ["SOURCE", "FILE|-"].contains($0.placeholder) }) else { return self }
    var command = self
    command.flags.append(.noChecksum)
    return command
  }
}
