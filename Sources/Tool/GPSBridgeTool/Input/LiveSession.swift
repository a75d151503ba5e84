internal import CommandLineTable
internal import Dispatch
internal import GPSBridge
internal import TerminalKit
internal import ToolFiles
internal import ToolSources

/// A receiver and the world around it, heard by a command until something ends it.
///
/// ```swift
/// let session = try LiveSession(options.source, .watch, timeout: .seconds(30))
/// let end = try session.run { news throws(ToolError) in
///   if case .heard(let report) = news { show(report) }
///   return .goOn
/// }
/// ```
///
/// It says on standard error what it waits for, and throws what makes waiting useless.
final class LiveSession {
  /// What a command is told.
  enum News {
    /// The receiver has told something.
    case heard(Report)
    /// A second has passed.
    case tick
    /// Somebody asks how things stand.
    case statsWanted
    /// So much was lost, since the command was too slow for it.
    case dropped(Int)
  }

  enum Step { case goOn, end }

  /// Why it ended.
  enum End {
    /// The command had enough.
    case done
    /// The time was over; the complaint says why nothing else can be said, if nothing came.
    case timeout(ToolError)
    /// A signal came; ``Interrupts/end(by:)`` is the way out.
    case signal(CInt)
  }

  let receiver: Receiver
  private(set) var troubles: LiveTroubles
  private let time: any TimeSource
  private let timeout: Duration?
  private let queue = EventQueue<Report>()
  private let interrupts: Interrupts
  private var hasRemembered = false
  private let memory = DispatchQueue(label: "gpsbridge.memory")

  /// Opens a source; from now on signals come to this session.
  init(
    _ source: SourceName, _ verb: Command.Verb, timeout: Duration? = nil, lostTimeout: Duration? = nil,
    waitsForPort: Bool = false, time: any TimeSource = SystemTime()
  ) throws(ToolError) {
    self.time = time
    self.timeout = timeout
    troubles = LiveTroubles(source, verb, lostTimeout: lostTimeout)
    troubles.waitsForPort = waitsForPort
    // Before anything that starts a thread.
    interrupts = Interrupts { [queue] in queue.interrupt($0) }
    receiver = try LiveSource.open(source)
  }

  /// Now.
  var now: LiveMoment { LiveMoment(time) }

  /// Hears until the command has enough, the time is over, or a signal comes.
  ///
  /// - Parameters:
  ///   - extras: Reports that are made on demand only.
  ///   - ticks: Whether the command is told each second.
  ///   - witness: Called on the receiver's queue with all that is told, also with what the command is too slow for. With a
  ///     listening of its own the device would be opened before the command hears, which then misses what is told at once.
  ///   - take: The command.
  /// - Returns: Why it ended.
  /// - Throws: What the command throws, and what makes waiting useless.
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
      // What was learned is kept, however soon the command has enough.
      memory.sync {}
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

  /// Keeps in mind a port that has spoken, once each time it was opened.
  ///
  /// On a queue of its own: to look at all ports takes a small machine half a second, and what comes meanwhile is told in time.
  private func remember(_ report: Report) {
    switch report {
    case .event(let event): if case .opened = event.kind { hasRemembered = false }
    case .epoch where !hasRemembered:
      hasRemembered = true
      memory.async { [place = receiver.place, dialect = receiver.dialect, seconds = time.utcSeconds] in
        if let note = PortMemory.remember(place, dialect, at: seconds) { ErrorReport.say(note) }
      }
    default: break
    }
  }
}
