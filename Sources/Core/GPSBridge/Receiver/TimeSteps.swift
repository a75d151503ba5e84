internal import GNSS
internal import GPSBase

/// Detects steps of a receiver's time, across all openings, and reports them without correcting the time.
struct TimeSteps: Sendable {
  private var last: UTC?
  /// The arrival of the last epoch, if that was a current one with a position.
  private var arrival: Moment?

  /// Seconds by which the receiver's time may advance more than the arrival times.
  private static let most = 2.0

  /// Notes the time of an epoch; returns an event if the time has stepped.
  ///
  /// A step forward is certain only between two current epochs, neither delayed nor without a fix.
  mutating func take(_ fix: Fix, at now: Moment, delay: Duration?) -> ReceiverEvent.Kind? {
    guard let time = fix.steadyTime else { return nil }
    // A steady time is an estimate.
    let isPresent = delay == nil && fix.hasUsablePosition && !fix.timeCorrections.isCoarse
    defer { (last, arrival) = (time, isPresent ? now : nil) }
    guard let last else { return nil }
    if time < last { return .timeWentBack(by: .seconds(last.seconds(since: time))) }
    guard isPresent, let arrival else { return nil }
    let ahead = time.seconds(since: last) - arrival.duration(to: now).inSeconds
    return ahead > Self.most ? .timeWentAhead(by: .seconds(ahead)) : nil
  }
}
