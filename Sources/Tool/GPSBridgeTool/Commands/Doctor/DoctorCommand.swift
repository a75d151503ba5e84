internal import CommandLineTable
internal import Doctor
internal import GPSBridge
internal import Glibc
internal import SerialPorts
internal import TerminalKit
internal import Texts
internal import ToolFiles
internal import ToolSources

/// `gpsbridge doctor`: looks at this computer and its receiver, says what is the matter, and what to do.
///
/// Of a recording it only says what the receiver was like: that may have been on another computer.
struct DoctorCommand {
  private let options: DoctorOptions
  private let files: MachineFiles
  private let output: ByteOutput

  init(_ parsed: ParsedArguments, _ output: ByteOutput, _ files: MachineFiles = .here) throws(Complaint) {
    options = try DoctorOptions(parsed)
    self.files = files
    self.output = output
  }

  func run() throws(Complaint) -> ExitCode {
    guard options.source.isLive else {
      var facts = HostFacts()
      facts.target = .recording(options.source.shown)
      facts.heard = try RecordedHearing.hear(options.source)
      return try tell(facts)
    }
    let memory = PortMemory.load()
    var facts = HostFacts(
      files, source: options.source, memory: memory,
      isRemote: UserFolders.environment("SSH_CONNECTION") != nil)
    // What is written cannot be known before; that it can be written at all, can.
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

  /// Says what follows from the facts.
  func tell(_ facts: HostFacts) throws(Complaint) -> ExitCode {
    let report = DoctorReport(Checks.findings(facts), isStrict: options.isStrict)
    let now = LiveMoment(SystemTime())
    let time = now.utc(now.instant)
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

  private func listen(_ facts: HostFacts, _ memory: PortMemory) throws(Complaint) -> DoctorListening.End {
    let receiver: Receiver
    if let port = facts.port {
      var options = ReceiverOptions()
      options.ports = memory
      receiver = Receiver(SerialDevice(.node(port.node)), options: options)
    } else {
      receiver = try LiveSource.open(options.source)
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
