internal import GNSS
internal import GPSBase

/// Finds steps of a receiver's time, over all openings: they are reported, and the time itself stays as it was sent.
struct TimeSteps: Sendable {
  private var last: UTC?
  /// The arrival of the last epoch, where that was a present one with a position.
  @KeptIfAny private var arrival: ContinuousClock.Instant?

  /// Seconds by which a time may go further than its arrivals.
  private static let most = 2.0

  /// Takes the time of an epoch; the event, if it has stepped.
  ///
  /// A step forwards is certain only between two present epochs: what was held back, or came before a fix, shows none.
  mutating func take(_ fix: Fix, at now: ContinuousClock.Instant, delay: Duration?) -> ReceiverEvent.Kind? {
    guard let time = fix.time else { return nil }
    let isPresent = delay == nil && fix.hasUsablePosition
    defer { (last, arrival) = (time, isPresent ? now : nil) }
    guard let last else { return nil }
    if time < last { return .timeWentBack(by: .seconds(last.seconds(since: time))) }
    guard isPresent, let arrival else { return nil }
    let ahead = time.seconds(since: last) - arrival.duration(to: now) / .seconds(1)
    return ahead > Self.most ? .timeWentAhead(by: .seconds(ahead)) : nil
  }
}
