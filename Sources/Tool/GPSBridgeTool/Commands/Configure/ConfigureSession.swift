internal import CommandLineTable
internal import GPSBridge
internal import SerialPorts
internal import TerminalKit
internal import ToolFiles
internal import ToolSources

/// A receiver that gets its settings and is listened to meanwhile.
///
/// The library's settings are `async`, and a command is one thread that waits: a task sets them, and its results are
/// events like any other.
final class ConfigureSession {
  private enum Happening: Sendable {
    case heard(Report, bytes: Int)
    case identified(Result<ReceiverDialect, LocationError>)
    case told(Int, Result<Void, LocationError>)
  }

  let receiver: Receiver
  private(set) var watch = SettingWatch()
  /// The latest reported outcome of each setting.
  private(set) var outcomes: [SettingKind: SettingChange.Outcome] = [:]
  private var troubles: LiveTroubles
  private let timeout: Duration?
  private let queue = EventQueue<Happening>()
  private let interrupts: Interrupts
  private var listening: ReceiverListening?
  private let time: any TimeSource = SystemTime()
  /// The signal that came.
  private(set) var signal: CInt?

  /// How long a receiver may take to be there and understood: a search through all speeds takes 20 s.
  private static let patience = Duration.seconds(30)
  /// The library gives up a little earlier.
  private static let longestLook = Duration.seconds(65)

  init(_ source: SourceName, _ dialect: ReceiverDialect?, timeout: Duration?) throws(ToolError) {
    self.timeout = timeout
    troubles = LiveTroubles(source, .configure, lostTimeout: .seconds(3))
    // Before anything that starts a thread.
    interrupts = Interrupts { [queue] in queue.interrupt($0) }
    receiver = try LiveSource.open(source, dialect)
    listening = receiver.onReport { [queue, weak receiver] report in
      queue.put(.heard(report, bytes: receiver?.counts.bytes ?? 0))
    }
  }

  deinit { withExtendedLifetime(interrupts) { listening?.cancel() } }

  /// Waits until the receiver speaks and has shown its dialect.
  func identify() throws(ToolError) -> Result<ReceiverDialect, LocationError>? {
    let patience = timeout ?? Self.patience
    var hasSpoken = false
    try wait(until: time.now + patience) { happening in
      if case .heard(.epoch, _) = happening { hasSpoken = true }
      return hasSpoken
    }
    guard signal == nil else { return nil }
    guard hasSpoken else { throw troubles.complaint(after: patience, receiver.condition, at: time.now) }
    var answer: Result<ReceiverDialect, LocationError>?
    let task = Task { [receiver, queue, timeout] in
      do throws(LocationError) {
        queue.put(.identified(.success(try await receiver.identify(timeout: timeout))))
      } catch {
        queue.put(.identified(.failure(error)))
      }
    }
    try wait(until: nil) { happening in
      if case .identified(let result) = happening { answer = result }
      return answer != nil
    }
    if answer == nil { task.cancel() }
    return answer
  }

  /// Listens until some settings are known, or waiting longer is no use.
  func learn(_ kinds: Set<SettingKind>) throws(ToolError) {
    watch.begin()
    // Only CASIC receivers show their constellations.
    let visible = kinds.subtracting(receiver.dialect == .casic ? [] : [.constellations])
    // A receiver with its own USB has no line speed.
    let wanted = visible.filter { $0 != .baudRate || receiver.place?.speed != .meaningless }
    try wait(until: time.now + .seconds(20)) { _ in
      wanted.allSatisfy { self.watch.values[$0] != nil } || self.watch.epochs > SettingWatch.mostEpochs
    }
  }

  /// Sets one value after the other, and returns the result of each.
  func tell(_ wishes: [SettingValue]) throws(ToolError) -> [Int: Result<Void, LocationError>] {
    var results: [Int: Result<Void, LocationError>] = [:]
    let task = Task { [receiver, queue, timeout] in
      for (index, wish) in wishes.enumerated() {
        do throws(LocationError) {
          try await receiver.set(wish, timeout: timeout)
          queue.put(.told(index, .success(())))
        } catch {
          queue.put(.told(index, .failure(error)))
        }
      }
    }
    try wait(until: nil) { happening in
      if case .told(let index, let result) = happening { results[index] = result }
      return results.count == wishes.count
    }
    if signal != nil { task.cancel() }
    return results
  }

  /// Remembers the port, and the speed at which it was last understood.
  func remember() {
    if let note = PortMemory.remember(receiver, at: time.utcSeconds) { ErrorReport.say(note) }
  }

  /// Listens on until the library knows whether the receiver keeps values that it has only answered to.
  func observe() throws(ToolError) {
    guard isObserved else { return }
    try wait(until: time.now + Self.longestLook) { _ in !self.isObserved }
  }

  private var isObserved: Bool { outcomes.values.contains(.confirmed(by: .answer)) }

  /// Takes events until they are enough, the time is over, or a signal comes.
  private func wait(
    until deadline: ContinuousClock.Instant?, _ isEnough: (Happening) -> Bool
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

  private func hear(_ happening: Happening) throws(ToolError) {
    guard case .heard(let report, let bytes) = happening else { return }
    if case .setting(let change) = report { outcomes[change.value.kind] = change.outcome }
    watch.take(report, bytes: bytes)
    for answer in troubles.take(report) {
      switch answer {
      case .note(let line): ErrorReport.say(line)
      case .end(let complaint): throw complaint
      }
    }
  }
}
