internal import GPSBase
package import GPSBridge
internal import GPSEventRuntime
package import GPSFormats
internal import GPSSystemCalls
internal import TerminalKit

/// One or more receivers, with timeouts and signals, followed by a command until something ends it.
///
/// ```swift
/// let session = try LiveReports([options.source], parsed, timeout: .seconds(30))
/// let end = try session.run { news throws(ToolError) in
///   if case .heard(let report) = news { show(report) }
///   return .goOn
/// }
/// ```
///
/// It prints notes on standard error while it waits, and throws when waiting is useless.
package final class LiveReports {
  /// An event for a command.
  package enum News {
    case heard(Report)
    /// About a second has passed.
    case tick
    /// A signal requests statistics.
    case statsWanted
    /// The service manager requests a reload of the settings.
    case reloadWanted
    /// This many reports were lost, because the command was too slow.
    case dropped(Int)
  }

  package enum Step { case goOn, end }

  package enum End {
    /// The command had enough.
    case done
    /// The time is over; the complaint explains why nothing came.
    case timeout(ToolError)
    /// A signal came; end with ``Interrupts/end(by:)``.
    case signal(CInt)
  }

  /// A receiver and the notes about it.
  private struct Life {
    let receiver: Receiver
    var troubles: LiveTroubles
  }

  private final class Event: Sendable {
    /// The report of a receiver; nil if the work of ``perform(_:_:)`` has ended.
    let report: Report?
    let index: Int

    init(_ report: Report? = nil, index: Int = 0) { (self.report, self.index) = (report, index) }
  }

  private var lives: [Life] = []
  /// The receiver whose report is being passed to the command.
  package private(set) var index = 0
  private let time: any TimeSource
  private let timeout: Duration?
  private let queue = EventRing()
  private let interrupts: Interrupts
  private var listenings: [ReceiverListening] = []
  /// Stores ports that work; nil for `configure`, which stores the speed that it has set.
  private var memory: WorkingPorts?
  private(set) var signal: CInt?

  /// Opens one or more sources, and takes over the signals.
  ///
  /// By default, a receiver gets its profile each time it is plugged in, and is not queried.
  package init(
    _ sources: [SourceName], _ parsed: ParsedArguments, _ dialect: ReceiverDialect? = nil,
    may allowance: LiveSource.Allowance = .puttingBack, timeout: Duration? = nil,
    lostTimeout: Duration? = nil, waitsForPort: Bool = false, isService: Bool = false,
    storesPorts: Bool = true, time: any TimeSource = SystemTime()
  ) throws(ToolError) {
    (self.time, self.timeout) = (time, timeout)
    memory = storesPorts ? WorkingPorts { ErrorReport.say($0) } : nil
    // Block the signals before any thread starts.
    interrupts = Interrupts(isService ? .service : .ending) { [queue] in queue.interrupt($0) }
    for source in sources {
      var troubles = LiveTroubles(source, parsed.command?.name ?? "", lostTimeout: lostTimeout)
      troubles.waitsForPort = waitsForPort
      let receiver = try LiveSource.open(source, parsed.table, dialect, may: allowance)
      lives.append(Life(receiver: receiver, troubles: troubles))
    }
  }

  /// The first or only receiver.
  package var receiver: Receiver { lives[0].receiver }
  /// All receivers, in the order of their sources.
  package var receivers: [Receiver] { lives.map(\.receiver) }

  /// Whether a signal that ends the command is waiting to be taken.
  var isEnding: Bool { queue.isEnding }

  package var now: LiveMoment { LiveMoment(time) }

  deinit { stopListening() }

  /// Passes events to the command until it has enough, the time is over, or a signal comes.
  ///
  /// - Parameters:
  ///   - extras: Reports that are made only on demand.
  ///   - ticks: Whether the command gets an event at least each second, with a report if one comes in time.
  ///   - witness: Called on the receiver's loop with every report, including ones that the command is too
  ///     slow for. A separate listener would open the device before the command listens, so the command would
  ///     miss the first reports.
  ///   - take: The command.
  /// - Returns: Why it ended.
  /// - Throws: The command's own errors, and a complaint when waiting is useless.
  package func run(
    including extras: Report.Extras = [], ticks: Bool = false,
    witness: (@Sendable (Report) -> Void)? = nil, _ take: (News) throws(ToolError) -> Step
  ) throws(ToolError) -> End {
    listen(including: extras, witness)
    defer { stopListening() }
    if let end = try follow(until: timeout.map { time.now + $0 }, ticks: ticks, take) { return end }
    return .timeout(complaint(after: timeout ?? .zero))
  }

  /// Why nothing came in time.
  func complaint(after timeout: Duration) -> ToolError {
    lives[0].troubles.complaint(after: timeout, receiver.condition, at: time.now)
  }

  /// Listens to the receivers until this session is released, for a command that follows them several times.
  func listen(including extras: Report.Extras = [], _ witness: (@Sendable (Report) -> Void)? = nil) {
    listenings = receivers.enumerated().map { index, receiver in
      receiver.onReport(including: extras) { [queue] report in
        witness?(report)
        queue.put(Event(report, index: index))
      }
    }
  }

  private func stopListening() {
    for listening in listenings { listening.cancel() }
    listenings = []
    // Ports are stored even if the command ends at once.
    memory?.finish()
  }

  /// Passes events to the command until it has enough, a signal comes, or the deadline, which returns nil.
  func follow(
    until deadline: ContinuousClock.Instant?, ticks: Bool = false, _ take: (News) throws(ToolError) -> Step
  ) throws(ToolError) -> End? {
    let deadline = deadline.map(Moment.init)
    var nextTick = ticks ? Moment(time.now) + Self.tick : nil
    while signal == nil {
      var step = Step.goOn
      var end = Moment.earliest(deadline, nextTick.map { $0 + Self.tickDelay })
      for index in lives.indices { end = .earliest(end, lives[index].troubles.due) }
      switch queue.take(until: end?.instant) {
      case .event(let box):
        guard let event = box as? Event, let report = event.report else { return .done }
        step = try hear(report, event.index, take)
      case .interrupt(.end(let number)):
        signal = number
        continue
      case .interrupt(.statsWanted): step = try take(.statsWanted)
      case .interrupt(.reloadWanted): step = try take(.reloadWanted)
      case .interrupt, .deadline: break
      }
      // The clock is read only for what was asked for.
      if step == .goOn, let tick = nextTick, tick <= Moment(time.now) {
        nextTick = Moment(time.now) + Self.tick
        step = try take(.tick)
      }
      guard step == .goOn else { return .done }
      for index in lives.indices { if let lost = lives[index].troubles.lost(at: time.now) { throw lost } }
      if let deadline, deadline <= Moment(time.now) { return nil }
    }
    return signal.map { .signal($0) }
  }

  /// Runs asynchronous work while the command gets events; returns its result, or nil if a signal came.
  ///
  /// The work runs on the loop, which the command's thread runs while it waits: no other thread is involved.
  func perform<Answer: Sendable>(
    _ work: @escaping @Sendable () async throws(LocationError) -> Answer,
    _ take: (News) throws(ToolError) -> Step
  ) throws(ToolError) -> Result<Answer, LocationError>? {
    guard signal == nil else { return nil }
    let box = Guarded<Result<Answer, LocationError>?>(nil)
    let task = Task(executorPreference: EventLoop.shared.tasks) { [queue] in
      let result: Result<Answer, LocationError>
      do throws(LocationError) { result = .success(try await work()) } catch { result = .failure(error) }
      box.withLock { $0 = result }
      // Earlier reports are in the queue before the end of the work.
      queue.put(Event())
    }
    if case .signal = try follow(until: nil, take) { task.cancel() }
    return box.withLock { $0 }
  }

  /// The time after which a report triggers the next tick.
  private static let tick = Duration.milliseconds(800)
  /// How long a tick waits for a report, since a wake-up of its own costs more than the tick.
  private static let tickDelay = Duration.milliseconds(200)

  private func hear(
    _ report: Report, _ index: Int, _ take: (News) throws(ToolError) -> Step
  ) throws(ToolError) -> Step {
    self.index = index
    let dropped = queue.takeDropped()
    if dropped > 0, try take(.dropped(dropped)) == .end { return .end }
    memory?.take(report, of: lives[index].receiver, index, at: time.utcSeconds)
    for answer in lives[index].troubles.take(report) {
      switch answer {
      case .note(let line): ErrorReport.say(line)
      case .end(let complaint): throw complaint
      }
    }
    return try take(.heard(report))
  }
}
