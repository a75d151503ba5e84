internal import Glibc

/// The whole program: arguments in, an exit code out.
enum Tool {
  static let version = "0.1.0"

  static func run(_ arguments: [Argument]) -> ExitCode {
    // A reader that goes away is a normal end, which `write` tells; the signal would kill us without a word.
    _ = signal(SIGPIPE, SIG_IGN)
    let parsed = ArgumentParser(table: .gpsbridge).parse(arguments)
    let output = ByteOutput(STDOUT_FILENO)
    do throws(Complaint) {
      let code = try answer(parsed, output)
      output.flush()
      try output.check()
      return code
    } catch {
      return ErrorReport(parsed, output).tell(error)
    }
  }

  private static func answer(_ parsed: ParsedArguments, _ output: ByteOutput) throws(Complaint) -> ExitCode {
    if parsed.has(.help) {
      output.write(text: HelpPage(.gpsbridge).text(about: parsed.command))
      return .done
    }
    if parsed.has(.version) {
      output.write(text: "gpsbridge \(version)\n")
      return .done
    }
    if let problem = parsed.problem { throw problem }
    switch parsed.command?.verb {
    case .watch: return try WatchCommand(parsed, output).run()
    case .export: return try ExportCommand(parsed).run()
    case .record: return try RecordCommand(parsed).run()
    case nil: throw Usage.noVerb
    }
  }
}
