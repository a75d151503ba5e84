internal import GPSBase
internal import UBX

/// When to poll a receiver for its condition: a u-blox reports its antenna and interference only on request.
struct ConditionPolling: Sendable {
  let interval: Duration
  @StoredInstantIfAny private(set) var due: ContinuousClock.Instant?

  init(interval: Duration) { self.interval = interval }

  /// Returns true if a poll is due, and schedules the next one.
  mutating func takeTurn(at now: ContinuousClock.Instant) -> Bool {
    if let due, due > now { return false }
    due = now + interval
    return true
  }

  /// The polls that receivers of a generation answer.
  static func questions(_ generation: ReceiverGeneration) -> [UInt8] {
    let kinds: [MessageKind] =
      generation.hasSIG ? [.monRF, .secSIG, .monCOMMS] : generation.hasSAT ? [.monHW, .navSTATUS] : [.monHW]
    return kinds.flatMap { (try? Message.unknown($0, payload: []).encoded()) ?? [] }
  }
}
