package import GNSS
internal import GPSBase
internal import GPSBridge
internal import GPSFormats
internal import Glibc
internal import SerialPorts
internal import SimulatedGPS
internal import TerminalKit

/// A verb of the program: its entry in the table, and its action.
package struct Verb: Sendable {
  package typealias Example = Command.Example
  package typealias Operand = Command.Operand

  package let name: String
  /// Makes its command; the name is added here.
  let command: @Sendable () -> Command
  let run: @Sendable (ParsedArguments, ByteOutput) throws(ToolError) -> ExitCode

  package init(
    _ name: String, command: @escaping @Sendable () -> Command,
    run: @escaping @Sendable (ParsedArguments, ByteOutput) throws(ToolError) -> ExitCode
  ) { (self.name, self.command, self.run) = (name, command, run) }

  package init<Run: VerbRun>(_ name: String, _: Run.Type, command: @escaping @Sendable () -> Command) {
    self.init(name, command: command) { (parsed, output) throws(ToolError) in try Run(parsed, output).run() }
  }

  package var listed: Command {
    var command = command().withReadingRules
    command.name = name
    return command
  }
}

/// A run of a verb, from its command line to its exit code.
package protocol VerbRun: SendableMetatype {
  init(_ parsed: ParsedArguments, _ output: ByteOutput) throws(ToolError)
  func run() throws(ToolError) -> ExitCode
}

/// The program: its verbs, and the settings that files may have.
package struct Tool: Sendable {
  package static let version = ProgramVersion.text
  /// The program's name and version, for files.
  package static let program = "gpsbridge \(version)"

  /// The time by this machine's clock.
  package static var now: UTC { LiveMoment(SystemTime()).time }

  private let verbs: [Verb]
  package let table: CommandTable

  /// Creates a program.
  ///
  /// - Parameters:
  ///   - verbs: The verbs; the help keeps their order in each group.
  ///   - groups: The groups of settings, in the order of listings.
  package init(_ verbs: [Verb], settings groups: [SettingsGroup] = []) {
    self.verbs = verbs
    table = CommandTable(
      summary: "turn a GPS receiver into a location service",
      commands: verbs.map { verb in (verb.name, { verb.listed }) }, commonFlags: [.help, .version],
      groups: groups)
  }

  /// A whole run: arguments in, exit code out.
  package func run(_ arguments: [Argument]) -> ExitCode {
    // A reader that closes the pipe is a normal end, reported by `write`; the signal would just kill us.
    _ = signal(SIGPIPE, SIG_IGN)
    // A file over the limit of `ulimit -f` is an error of `write`, too.
    _ = signal(SIGXFSZ, SIG_IGN)
    Interrupts.beforeEnd(SerialPort.leaveAllAsFound)
    var parsed = table.parse(arguments)
    let output = ByteOutput(STDOUT_FILENO)
    do throws(ToolError) {
      if let command = parsed.command, Configuration.isUsed(by: command) {
        try Configuration.load(table).fill(&parsed)
      }
      if parsed.problem == nil, !parsed.has(.help) { ReadingRules.take(parsed) }
      let code = try answer(parsed, output)
      output.flush()
      try output.check()
      return code
    } catch { return FailureReport(parsed, output).tell(error) }
  }

  private func answer(_ parsed: ParsedArguments, _ output: ByteOutput) throws(ToolError) -> ExitCode {
    // Help about an unknown verb would print the overview and return 0.
    if parsed.command == nil, let problem = parsed.problem { throw problem }
    if parsed.has(.help) {
      output.write(text: table.page(about: parsed.command).help)
      return .done
    }
    if parsed.has(.version) { return try Verb.version.run(parsed, output) }
    if let problem = parsed.problem { throw problem }
    guard let verb = verbs.first(where: { $0.name == parsed.command?.name }) else { throw Usage.noVerb }
    // Makes every command usable without a receiver.
    Simulation.register()
    return try verb.run(parsed, output)
  }
}

extension Verb {
  /// The verbs of a receiver, in the order of the help.
  package static func core(_ doors: Doors = Doors()) -> [Verb] {
    [
      doctor(doors), devices, monitor(doors), fix, watch(doors), wait, record(doors), replay(doors),
      stats(doors), configure, memory, config, completions, version, manual, compare, simulate(doors),
    ]
  }

  static let version = Verb("version") {
    Command(
      .setUp, summary: "show the version",
      description: "Prints the name of the program and its version in one line.", operands: [], flags: [],
      exitCodes: [.done, .usage], examples: [Example("gpsbridge version", "the same as gpsbridge --version")])
  } run: { (_, output) in
    output.write(text: ProgramVersion.line(of: "gpsbridge"))
    return .done
  }
}
