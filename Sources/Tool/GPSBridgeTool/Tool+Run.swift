internal import GPSBase
internal import Glibc
internal import SerialPorts
internal import SimulatedGPS
internal import TerminalKit

extension Tool {
  /// The whole program: arguments in, exit code out.
  package static func run(_ arguments: [Argument]) -> ExitCode {
    // A reader that closes the pipe is a normal end, reported by `write`; the signal would just kill us.
    _ = signal(SIGPIPE, SIG_IGN)
    // A file over the limit of `ulimit -f` is an error of `write`, too.
    _ = signal(SIGXFSZ, SIG_IGN)
    Interrupts.beforeEnd(SerialPort.leaveAllAsFound)
    var parsed = ArgumentParser().parse(arguments)
    let output = ByteOutput(STDOUT_FILENO)
    do throws(ToolError) {
      if let command = parsed.command, Configuration.isUsed(by: command, .gpsbridge) {
        try Configuration.load(.gpsbridge).fill(&parsed)
      }
      if parsed.problem == nil, !parsed.has(.help) { ReadingRules.take(parsed) }
      let code = try answer(parsed, output)
      output.flush()
      try output.check()
      return code
    } catch { return FailureReport(parsed, output).tell(error) }
  }

  private static func answer(_ parsed: ParsedArguments, _ output: ByteOutput) throws(ToolError) -> ExitCode {
    // Help about an unknown verb would print the overview and return 0.
    if parsed.command == nil, let problem = parsed.problem { throw problem }
    if parsed.has(.help) {
      output.write(text: HelpPage(.gpsbridge).text(about: parsed.command))
      return .done
    }
    if parsed.has(.version) || parsed.command?.verb == .version && parsed.problem == nil {
      output.write(text: ProgramVersion.line(of: "gpsbridge"))
      return .done
    }
    if let problem = parsed.problem { throw problem }
    // Makes every command usable without a receiver.
    Simulation.register()
    switch parsed.command?.verb {
    case .watch: return try WatchCommand(parsed, output).run()
    case .monitor: return try MonitorCommand(parsed, output).run()
    case .fix: return try FixCommand(parsed, output).run()
    case .wait: return try WaitCommand(parsed).run()
    case .devices: return try DevicesCommand(parsed, output).run()
    case .record: return try RecordCommand(parsed).run()
    case .replay: return try ReplayCommand(parsed).run()
    case .serve: return try ServeCommand(parsed).run()
    case .simulate: return try SimulateCommand(parsed, output).run()
    case .export: return try ExportCommand(parsed).run()
    case .stats: return try StatsCommand(parsed, output).run()
    case .survey: return try SurveyCommand(parsed, output).run()
    case .compare: return try CompareCommand(parsed, output).run()
    case .importing: return try ImportCommand(parsed, output).run()
    case .track: return try TrackCommand(parsed, output).run()
    case .publish: return try PublishCommand(parsed, output).run()
    case .doctor: return try DoctorCommand(parsed, output).run()
    case .configure: return try ConfigureCommand(parsed, output).run()
    case .memory: return try MemoryCommand(parsed, output).run()
    case .config:
      return try ConfigCommand(parsed, output) { settings throws(ToolError) in
        try PublishCommand.check(settings.publish)
      }.run()
    case .completions:
      output.write(text: Completions(.gpsbridge).script(for: parsed.operand(0)?.text ?? ""))
      return .done
    case .manual: return try ManualCommand(parsed).run()
    case .version, nil: throw Usage.noVerb
    }
  }
}

extension CommandTable {
  /// The commands of this program.
  package static let gpsbridge = CommandTable(
    summary: "a GPS receiver becomes a location service",
    commands: Command.Verb.allCases.map(\.listed),
    commonFlags: [.help, .version])
}

extension Command.Verb {
  /// The command as it is in the table.
  var listed: Command { command.withReadingRules }
}

extension Command {
  static let version = Command(
    verb: .version, summary: "show the version", operands: [], flags: [], exitCodes: [.done, .usage],
    examples: [Example("gpsbridge version", "the same as gpsbridge --version")])
}

extension Command {
  static let completions = Command(
    verb: .completions,
    summary: "print the completions of a shell for this program",
    operands: [
      Operand(
        placeholder: "SHELL", help: "bash, zsh or fish", choices: Completions.Shell.allCases.map(\.rawValue))
    ],
    flags: [],
    exitCodes: [.done, .usage],
    examples: [
      Example(
        "gpsbridge completions bash > /etc/bash_completion.d/gpsbridge", "for bash, from the next shell on"),
      Example("gpsbridge completions zsh > ~/.zfunc/_gpsbridge", "for zsh, with ~/.zfunc in fpath"),
      Example("gpsbridge completions fish > ~/.config/fish/completions/gpsbridge.fish", "for fish"),
    ])
}

extension Completions {
  /// Includes the simulated receivers among the sources, for completion after `sim:`.
  init(_ table: CommandTable) {
    self.init(table, sources: ScenarioList.summaries.map { "sim:\($0.name)" } + ["sim:multi"])
  }
}
