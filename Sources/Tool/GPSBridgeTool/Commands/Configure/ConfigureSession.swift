internal import GPSBridge
internal import GPSEventRuntime
internal import GPSFormats
internal import GPSSystemCalls
internal import SerialPorts
internal import TerminalKit
internal import UBX

/// A receiver whose settings are changed while its reports are followed.
///
/// The library's settings are `async`, but a command is one waiting thread: a task on that thread's loop changes
/// the settings, and its result arrives as an event.
final class ConfigureSession {
  private enum SessionEvent: Sendable {
    case heard(Report, bytes: Int)
    /// The task with this number has finished and stored its result.
    case finished(Int)
  }

  let receiver: Receiver
  private(set) var watch = SettingWatch()
  /// The latest reported outcome of each setting.
  private(set) var outcomes: [SettingKind: SettingChange.Outcome] = [:]
  /// The first proof of each setting.
  private(set) var proofs: [SettingKind: SettingProof] = [:]
  /// Settings that were restored in the meantime, after the receiver restarted.
  private(set) var restorings: [SettingRestoring] = []
  private var troubles: LiveTroubles
  private let timeout: Duration?
  private let queue = EventQueue<SessionEvent>()
  private let interrupts: Interrupts
  private var tasks = 0
  private var listening: ReceiverListening?
  private let time: any TimeSource = SystemTime()
  /// The signal that was received.
  private(set) var signal: CInt?

  /// How long to wait until the receiver is understood: trying all speeds takes 20 s.
  private static let patience = Duration.seconds(30)
  /// The longest time to observe a change; the library gives up slightly earlier.
  private static let longestLook = Duration.seconds(65)

  init(_ source: SourceName, _ dialect: ReceiverDialect?, timeout: Duration?) throws(ToolError) {
    self.timeout = timeout
    troubles = LiveTroubles(source, .configure, lostTimeout: .seconds(3))
    // Block the signals before any thread starts.
    interrupts = Interrupts { [queue] in queue.interrupt($0) }
    receiver = try LiveSource.open(source, dialect)
    listening = receiver.onReport { [queue, weak receiver] report in
      queue.put(.heard(report, bytes: receiver?.counts.bytes ?? 0))
    }
  }

  deinit { withExtendedLifetime(interrupts) { listening?.cancel() } }

  /// Waits until the receiver is understood.
  func listen() throws(ToolError) {
    let patience = timeout ?? Self.patience
    var hasSpoken = false
    try wait(until: time.now + patience) { happening in
      if case .heard(let report, _) = happening { hasSpoken = hasSpoken || Self.isWord(report) }
      return hasSpoken
    }
    guard signal == nil, !hasSpoken else { return }
    throw troubles.complaint(after: patience, receiver.condition, at: time.now)
  }

  /// Whether a report shows that we understand the receiver: one whose messages are off has no epochs.
  private static func isWord(_ report: Report) -> Bool {
    switch report {
    case .epoch: true
    case .event(let event):
      if case .state(.binary(let language)) = event.kind { language.isRead } else { false }
    default: false
    }
  }

  /// Finds out which commands the receiver understands, with queries if necessary.
  func identify() throws(ToolError) -> Result<ReceiverDialect, LocationError>? {
    try listen()
    guard signal == nil else { return nil }
    return try run { receiver, timeout throws(LocationError) in try await receiver.identify(timeout: timeout)
    }
  }

  /// Runs asynchronous work while following reports; nil if a signal came.
  func run<Answer: Sendable>(
    _ work: @escaping @Sendable (Receiver, Duration?) async throws(LocationError) -> Answer
  ) throws(ToolError) -> Result<Answer, LocationError>? {
    guard signal == nil else { return nil }
    let box = Guarded<Result<Answer, LocationError>?>(nil)
    tasks += 1
    // On the loop, which this thread runs while it waits: no other thread has a part in it.
    let task = Task(executorPreference: EventLoop.shared.tasks) {
      [receiver, queue, timeout, number = tasks] in
      let result: Result<Answer, LocationError>
      do throws(LocationError) {
        result = .success(try await work(receiver, timeout))
      } catch {
        result = .failure(error)
      }
      box.withLock { $0 = result }
      queue.put(.finished(number))
    }
    // Earlier reports are in the queue before the end of the task.
    try wait(until: nil) { [tasks] happening in
      if case .finished(tasks) = happening { true } else { false }
    }
    if signal != nil { task.cancel() }
    return box.withLock { $0 }
  }

  /// Follows reports until the settings are known, or waiting longer is useless.
  func learn(_ kinds: Set<SettingKind>) throws(ToolError) {
    watch.begin()
    // Only CASIC receivers report their constellations.
    let visible = kinds.filter { $0.showsByItself || $0 == .constellations && receiver.dialect == .casic }
    // A receiver with native USB has no line speed.
    let wanted = visible.filter { $0 != .baudRate || receiver.place?.speed != .meaningless }
    try wait(until: time.now + .seconds(20)) { _ in
      wanted.allSatisfy { self.watch.values[$0] != nil } || self.watch.epochs > SettingWatch.mostEpochs
    }
  }

  /// Queries settings; returns the ones without an answer, with the reason.
  func ask(_ kinds: [SettingKind]) throws(ToolError) -> [SettingKind: LocationError] {
    var silent: [SettingKind: LocationError] = [:]
    for kind in kinds {
      let result = try run { receiver, timeout throws(LocationError) in
        try await receiver.ask(kind, timeout: timeout)
      }
      if case .failure(let error) = result { silent[kind] = error }
      if signal != nil { break }
    }
    return silent
  }

  /// Plans values, one after the other.
  func plan(_ values: [SettingValue]) throws(ToolError) -> [Result<SettingsPlan, LocationError>] {
    var plans: [Result<SettingsPlan, LocationError>] = []
    for value in values {
      guard
        let plan = try run({ receiver, timeout throws(LocationError) in
          try await receiver.plan(value, timeout: timeout)
        })
      else { return plans }
      plans.append(plan)
    }
    return plans
  }

  /// The stored data of this receiver, by serial number, or by place if it has none.
  ///
  /// A simulated receiver ends with this program and has no store.
  var store: SettingStore? {
    guard let place = storeByPlace else { return nil }
    return receiver.identity?.number.flatMap { SettingStore($0.description) } ?? place
  }

  /// The stored answers of the receiver in this place.
  var storeByPlace: SettingStore? {
    guard let place = receiver.place, !place.isSimulated else { return nil }
    return SettingStore(place.key)
  }

  /// The stored data of the last receiver in this place, found without querying it.
  var rememberedStore: SettingStore? {
    guard let answers = storeByPlace?.answers, let number = ReceiverIdentity(answers)?.number else {
      return storeByPlace
    }
    return SettingStore(number.description)
  }

  /// Stores the port and its last working speed.
  func remember() {
    if let note = PortMemory.remember(receiver, at: time.utcSeconds) { ErrorReport.say(note) }
  }

  /// Follows reports until the library knows whether acknowledged values really took effect.
  func observe() throws(ToolError) {
    guard isObserved else { return }
    try wait(until: time.now + Self.longestLook) { _ in !self.isObserved }
  }

  private var isObserved: Bool {
    outcomes.contains { kind, outcome in
      switch outcome {
      case .confirmed(by: .answer): true
      case .confirmed(by: .readBack): kind.showsByItself
      default: false
      }
    }
  }

  /// Takes events until `isEnough` is satisfied, the time is over, or a signal comes.
  private func wait(
    until deadline: ContinuousClock.Instant?, _ isEnough: (SessionEvent) -> Bool
  ) throws(ToolError) {
    while signal == nil {
      switch queue.take(until: [deadline, troubles.deadline].compactMap { $0 }.min()) {
      case .event(let happening):
        try hear(happening)
        if isEnough(happening) { return }
      case .interrupt(.end(let number)): signal = number
      case .interrupt: break
      case .deadline:
        if let complaint = troubles.lost(at: time.now) { throw complaint }
        if let deadline, deadline <= time.now { return }
      }
    }
  }

  private func hear(_ happening: SessionEvent) throws(ToolError) {
    guard case .heard(let report, let bytes) = happening else { return }
    if case .setting(let change) = report {
      outcomes[change.value.kind] = change.outcome
      if case .confirmed(let proof) = change.outcome { proofs[change.value.kind] = proof }
    }
    if case .event(let event) = report, let restoring = SettingRestoring(event.kind) {
      restorings.append(restoring)
    }
    watch.take(report, bytes: bytes)
    for answer in troubles.take(report) {
      switch answer {
      case .note(let line): ErrorReport.say(line)
      case .end(let complaint): throw complaint
      }
    }
  }
}
