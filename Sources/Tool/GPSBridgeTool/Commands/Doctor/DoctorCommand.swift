internal import GPSBridge
internal import GPSFormats
internal import Glibc
internal import SerialPorts
internal import TerminalKit
internal import GPSBase

/// `gpsbridge doctor`: examines this computer and its receiver, and reports problems with remedies.
///
/// From a recording it can judge only the receiver: the recording may be from another computer.
struct DoctorCommand {
  private let options: DoctorOptions
  private let files: MachineFiles
  private let output: ByteOutput
  private let doors: Doors

  init(
    _ parsed: ParsedArguments, _ output: ByteOutput, _ doors: Doors, _ files: MachineFiles = .here
  ) throws(ToolError) {
    options = try DoctorOptions(parsed)
    (self.files, self.output, self.doors) = (files, output, doors)
  }

  func run() throws(ToolError) -> ExitCode {
    guard options.source.isLive else {
      var facts = HostFacts()
      facts.target = .recording(options.source.shown)
      facts.heard = try RecordedHearing.hear(options.source)
      if options.store != nil { facts.examination = try examination }
      return try tell(facts)
    }
    let memory = PortMemory.load()
    var facts = HostFacts(
      files, source: options.source, memory: memory,
      isRemote: UserFolders.environment("SSH_CONNECTION") != nil)
    facts.starts = RememberedStarts(.ofUser)
    facts.examination = try examination
    // Check early whether the file can be written, although its contents come later.
    try options.bundle?.check()
    if facts.mayListen {
      switch try listen(facts, memory) {
      case .heard(let heard): facts.heard = heard
      case .signal(let number):
        Interrupts.end(by: number)
        return .unexpected
      }
    }
    return try tell(facts)
  }

  private var examination: Examination {
    get throws(ToolError) {
      try doors.store?.examine(options.store, options.table, Tool.now) ?? Examination()
    }
  }

  func tell(_ facts: HostFacts) throws(ToolError) -> ExitCode {
    let report = DoctorReport(Checks.findings(facts), isStrict: options.isStrict)
    let time = Tool.now
    output.write(
      options.isRecord ? report.record(facts, source: options.source, at: time) : Array(report.text.utf8))
    output.flush()
    if let bundle = options.bundle {
      let text = SupportBundle(
        facts, report, options.source, at: time, version: Tool.version, isWithRaw: options.isWithRaw,
        isWithPosition: options.isWithPosition)
      try bundle.write(Array(text.text.utf8))
      ErrorReport.say("note: wrote \(bundle.shown)\(options.isWithPosition ? ", with the position" : "")\n")
    }
    return report.exit
  }

  private func listen(_ facts: HostFacts, _ memory: PortMemory) throws(ToolError) -> DoctorListening.End {
    let receiver: Receiver
    if let port = facts.port {
      var how = ReceiverOptions()
      how.ports = memory
      if options.asks { how.conditionInterval = LiveSource.conditionInterval }
      receiver = Receiver(SerialDevice(.node(port.node)), options: how)
    } else {
      receiver = try LiveSource.open(options.source, options.table, may: options.asks ? .asking : [])
    }
    if isatty(STDERR_FILENO) != 0 {
      let time =
        options.duration.map { "for \(DurationText.of($0))" }
        ?? "for \(DurationText.of(Hearing.most)) at most"
      ErrorReport.say("listening to \(facts.port?.words ?? options.source.shown) \(time) ...\n")
    }
    return DoctorListening.run(receiver, duration: options.duration, keepsBytes: options.isWithRaw)
  }
}

struct DoctorOptions {
  private let parsed: ParsedArguments
  let source: SourceName
  let bundle: BundleFile?

  init(_ parsed: ParsedArguments) throws(ToolError) {
    (self.parsed, source) = (parsed, try parsed.source(live: .listenFor, .bundle))
    bundle = try parsed.argument(of: .bundle).map { name throws(ToolError) in
      try BundleFile(name, isForced: parsed.has(.force))
    }
  }

  var table: CommandTable { parsed.table }
  /// The track store to look at; nil for the one of the settings.
  var store: [UInt8]? { parsed.argument(of: .examinedStore)?.bytes }
  var isRecord: Bool { parsed.has(.json) }
  var isStrict: Bool { parsed.has(.strict) }
  /// Whether to query a u-blox for its condition.
  var asks: Bool { !parsed.has(.noQuestions) }
  /// How long to listen: with raw data a minute, which has the rare sentences; nil for as long as needed.
  var duration: Duration? { parsed.duration(of: .listenFor) ?? (isWithRaw ? .seconds(60) : nil) }
  var isWithRaw: Bool { parsed.has(.withRaw) }
  var isWithPosition: Bool { parsed.has(.withPosition) }
}

// MARK: - Command line

extension Verb {
  static func doctor(_ doors: Doors) -> Verb {
    Verb("doctor") {
      Command(
        .find, summary: "find out what keeps a receiver from working, and what to do",
        description: """
          Checks the ports, permissions and services of this computer, and listens to the receiver. Each \
          problem is printed with its reason and a remedy. For a recording, it prints the problems that the \
          receiver had.
          """,
        operands: [.source],
        flags: [.json, .strict, .listenFor, .noQuestions] + (doors.store == nil ? [] : [.examinedStore])
          + [.bundle, .withRaw, .withPosition, .force],
        rules: [.each(of: .withRaw, .force, needs: .bundle), .each(of: .withPosition, needs: .withRaw)],
        exitCodes: [
          .done, .unexpected, .usage, .notFound, .permissionDenied, .nothingKnown, .needsYou, .onlyWarnings,
        ],
        examples: [
          Example("gpsbridge doctor", "the receiver that is plugged in, and this computer"),
          Example("gpsbridge doctor /dev/ttyUSB0 --duration 30s", "listen to this port for half a minute"),
          Example("gpsbridge doctor walk.nmea", "the problems at the time of a recording"),
          Example(
            "gpsbridge doctor --json --strict", "for a program: status 12 for failures, 13 for warnings"),
          Example("gpsbridge doctor --bundle report.txt", "a report for other people, without your position"),
        ])
    } run: { (parsed, output) throws(ToolError) in
      try DoctorCommand(parsed, output, doors).run()
    }
  }
}

extension Flag {
  static let strict = Flag("strict", help: "end with status 13 if there are only warnings")
  static let listenFor = Flag(
    "duration", "TIME", form: .duration,
    help: "listen for this time, such as 10s; by default 5 s to 40 s, as needed")
  static let examinedStore = Flag(
    "store", "FILE|auto",
    help: "the track store to examine; by default the one in the settings, or else that of this user")
  static let bundle = Flag(
    "bundle", "FILE", help: "also write a report for other people, without serial numbers and positions")
  static let withRaw = Flag("with-raw", help: "with --bundle: include a minute of received data")
  static let withPosition = Flag("with-position", help: "with --with-raw: do not remove positions from it")
}
