internal import Glibc
internal import GPSBridge

/// Shows a receiver: as a screen, as lines, or once.
struct MonitorCommand {
  private let settings: MonitorSettings
  private let name: SourceName
  private let output: ByteOutput

  init(_ parsed: ParsedArguments, _ output: ByteOutput) throws(Complaint) {
    settings = try MonitorSettings(parsed)
    name = try SourceName(parsed.operand(0))
    self.output = output
  }

  func run() throws(Complaint) -> ExitCode {
    let queue = EventQueue<MonitorEvent>()
    // Before anything that starts a thread.
    let interrupts = Interrupts(
      settings.isLine || settings.isOnce ? .ending : .screen, lastWill: { EmergencyExit.restore() },
      { queue.interrupt($0) })
    let feed = MonitorFeed(name, queue)
    return try withExtendedLifetime(interrupts) { () throws(Complaint) -> ExitCode in
      if settings.isOnce { return try MonitorOnce(settings, feed, output).run() }
      if !settings.isLine, let session = TerminalSession() {
        return try MonitorLoop(settings, feed, session).run()
      }
      return try MonitorLineLoop(settings, feed, output).run()
    }
  }
}
