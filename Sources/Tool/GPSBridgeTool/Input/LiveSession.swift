internal import CommandLineTable
internal import GPSBridge
internal import TerminalKit
internal import ToolFiles
internal import ToolSources

/// A receiver with its timeouts and signals, followed by a command until something ends it.
///
/// ```swift
/// let session = try LiveSession(options.source, .watch, timeout: .seconds(30))
/// let end = try session.run { news throws(ToolError) in
///   if case .heard(let report) = news { show(report) }
///   return .goOn
/// }
/// ```
///
/// It reports on standard error while it waits, and throws when waiting is useless.
final class LiveSession {
  /// News for a command.
  enum News {
    /// A report of the receiver.
    case heard(Report)
    /// A second has passed.
    case tick
    /// A signal asks for statistics.
    case statsWanted
    /// So many reports were lost, since the command was too slow.
    case dropped(Int)
  }

  enum Step { case goOn, end }

  /// The reason why it ended.
  enum End {
    /// The command had enough.
    case done
    /// The time is over; the complaint tells why, in case nothing came.
    case timeout(ToolError)
    /// A signal came; end with ``Interrupts/end(by:)``.
    case signal(CInt)
  }

  let receiver: Receiver
  private(set) var troubles: LiveTroubles
  private let time: any TimeSource
  private let timeout: Duration?
  private let queue = EventQueue<Report>()
  private let interrupts: Interrupts
  private var hasRemembered = false
  private let memory = OrderedWork()

  /// Opens a source, and takes over the signals.
  ///
  /// The receiver gets its profile at each plug-in, and is asked nothing, unless the command allows otherwise.
  init(
    _ source: SourceName, _ verb: Command.Verb, may allowance: LiveSource.Allowance = .puttingBack,
    timeout: Duration? = nil, lostTimeout: Duration? = nil, waitsForPort: Bool = false,
    time: any TimeSource = SystemTime()
  ) throws(ToolError) {
    self.time = time
    self.timeout = timeout
    troubles = LiveTroubles(source, verb, lostTimeout: lostTimeout)
    troubles.waitsForPort = waitsForPort
    // Before anything that starts a thread.
    interrupts = Interrupts { [queue] in queue.interrupt($0) }
    receiver = try LiveSource.open(source, may: allowance)
  }

  /// Now.
  var now: LiveMoment { LiveMoment(time) }

  /// Passes news to the command until it has enough, the time is over, or a signal comes.
  ///
  /// - Parameters:
  ///   - extras: Reports that are made on demand only.
  ///   - ticks: Whether the command gets news each second.
  ///   - witness: Called on the receiver's loop with every report, also with those that the command is too slow for. A
  ///     listener of its own would open the device before the command listens, and the command would miss the first
  ///     reports.
  ///   - take: The command.
  /// - Returns: The reason why it ended.
  /// - Throws: The command's own errors, and a complaint when waiting is useless.
  func run(
    including extras: Report.Extras = [], ticks: Bool = false,
    witness: (@Sendable (Report) -> Void)? = nil, _ take: (News) throws(ToolError) -> Step
  ) throws(ToolError) -> End {
    let deadline = timeout.map { time.now + $0 }
    var nextTick = ticks ? time.now + .seconds(1) : nil
    let listening = receiver.onReport(including: extras) { [queue] report in
      witness?(report)
      queue.put(report)
    }
    defer {
      listening.cancel()
      // Ports are remembered even if the command ends at once.
      memory.finish()
    }
    while true {
      var step = Step.goOn
      switch queue.take(until: [deadline, nextTick, troubles.deadline].compactMap { $0 }.min()) {
      case .event(let heard): step = try hear(heard, take)
      case .interrupt(.end(let signal)): return .signal(signal)
      case .interrupt(.statsWanted): step = try take(.statsWanted)
      case .interrupt, .deadline: break
      }
      let now = time.now
      if step == .goOn, let tick = nextTick, tick <= now {
        nextTick = now + .seconds(1)
        step = try take(.tick)
      }
      guard step == .goOn else { return .done }
      if let complaint = troubles.lost(at: now) { throw complaint }
      if let timeout, let deadline, deadline <= now {
        return .timeout(troubles.complaint(after: timeout, receiver.condition, at: now))
      }
    }
  }

  private func hear(_ report: Report, _ take: (News) throws(ToolError) -> Step) throws(ToolError) -> Step {
    let dropped = queue.takeDropped()
    if dropped > 0, try take(.dropped(dropped)) == .end { return .end }
    remember(report)
    for answer in troubles.take(report) {
      switch answer {
      case .note(let line): ErrorReport.say(line)
      case .end(let complaint): throw complaint
      }
    }
    return try take(.heard(report))
  }

  /// Remembers a port that has spoken, once after each opening.
  ///
  /// On a helper thread: listing all ports takes a small machine half a second, and reports must not wait for it.
  private func remember(_ report: Report) {
    switch report {
    case .event(let event): if case .opened = event.kind { hasRemembered = false }
    case .epoch where !hasRemembered:
      hasRemembered = true
      memory.add { [place = receiver.place, dialect = receiver.dialect, seconds = time.utcSeconds] in
        if let note = PortMemory.remember(place, dialect, at: seconds) { ErrorReport.say(note) }
      }
    default: break
    }
  }
}
