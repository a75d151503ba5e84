internal import CommandLineTable
internal import GPSFormats
internal import Glibc
internal import GPSBridge
internal import TerminalKit
internal import ToolFiles
internal import ToolSources

/// Shows a receiver: as a screen, as lines, or once.
struct MonitorCommand {
  private let settings: MonitorSettings
  private let name: SourceName
  /// What `watch` would be asked for; nil where people look.
  private let records: WatchOptions?
  private let output: ByteOutput

  init(_ parsed: ParsedArguments, _ output: ByteOutput) throws(Complaint) {
    name = try SourceName(parsed.operand(0))
    settings = try MonitorSettings(parsed, name)
    records = parsed.has(.json) ? try Self.records(parsed, name) : nil
    self.output = output
  }

  /// For a program: all that the screen is made of.
  private static func records(_ parsed: ParsedArguments, _ name: SourceName) throws(Complaint) -> WatchOptions
  {
    for flag in [Flag.once, .line] where parsed.has(flag) {
      throw Usage.contradiction("--json prints records, and --\(flag.name) does not", "leave out one of them")
    }
    guard name.isLive else {
      throw Usage.contradiction(
        "--json goes with a receiver, and \(name.shown) is a recording", "gpsbridge watch \(name.shown)")
    }
    var options = try WatchOptions(parsed)
    options.types = [.fix, .sky, .event, .verdict, .device]
    return options
  }

  func run() throws(Complaint) -> ExitCode {
    if let records { return try LiveWatch(records, output).run() }
    let queue = EventQueue<MonitorEvent>()
    // Before anything that starts a thread.
    let interrupts = Interrupts(
      settings.isLine || settings.isOnce ? .ending : .screen, lastWill: { EmergencyExit.restore() },
      { queue.interrupt($0) })
    let feed = MonitorFeed(name, settings, queue)
    return try withExtendedLifetime(interrupts) { () throws(Complaint) -> ExitCode in
      let code = try show(feed)
      output.flush()
      try feed.finish()
      if let signal = feed.signal { Interrupts.end(by: signal) }
      return code
    }
  }

  private func show(_ feed: MonitorFeed) throws(Complaint) -> ExitCode {
    if settings.isOnce { return try MonitorOnce(settings, feed, output).run() }
    if !settings.isLine, let session = TerminalSession() {
      return try MonitorLoop(settings, feed, session).run()
    }
    return try MonitorLineLoop(settings, feed, output).run()
  }
}
