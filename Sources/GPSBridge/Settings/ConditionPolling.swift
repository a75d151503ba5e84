internal import GPSBase
internal import UBX

/// When a receiver is asked how it is: a u-blox says of its antenna and of interference only what it is asked for.
struct ConditionPolling: Sendable {
  let interval: Duration
  @KeptIfAny private(set) var due: ContinuousClock.Instant?

  init(interval: Duration) { self.interval = interval }

  /// Whether it is time to ask; then the next time is noted.
  mutating func takeTurn(at now: ContinuousClock.Instant) -> Bool {
    if let due, due > now { return false }
    due = now + interval
    return true
  }

  /// The questions that a generation knows.
  static func questions(_ generation: ReceiverGeneration) -> [UInt8] {
    let kinds: [MessageKind] =
      generation.hasSIG ? [.monRF, .secSIG, .monCOMMS] : generation.hasSAT ? [.monHW, .navSTATUS] : [.monHW]
    return kinds.flatMap { (try? Message.unknown($0, payload: []).encoded()) ?? [] }
  }
}

extension SettingExchange {
  /// The next time to ask, while there is somebody to be asked.
  var pollingDeadline: ContinuousClock.Instant? { current == nil && canAsk ? polling?.due : nil }

  /// Whether it is a u-blox that takes questions, or may be one and was not asked yet.
  var canAsk: Bool {
    guard known.isHeard, case .ready = condition else { return false }
    switch known.dialect {
    case .ubx: return true
    case .uBlox, nil: return !known.isAskedForUBX
    case .mediaTek, .casic, .siRF: return false
    }
  }

  /// Asks when it is time, and when nothing else is to be done.
  mutating func planPolling(at now: ContinuousClock.Instant) {
    guard current == nil, queue.isEmpty, canAsk, polling?.takeTurn(at: now) == true else { return }
    numbers += 1
    queue.append(SettingErrand(number: numbers, wish: .poll, timeout: nil, isRestoring: true))
  }
}
