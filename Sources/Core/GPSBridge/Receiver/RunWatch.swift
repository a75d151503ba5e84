internal import GPSBase

/// Detects that this program did not run for a while: it was stopped, or the computer slept.
///
/// The evidence is a timer that fires late. Timers use a clock that stops while the computer sleeps, which
/// distinguishes the two causes.
struct RunWatch: Sendable {
  private var last: Moment?
  private var asleep = Duration.zero

  /// The most that a busy computer delays a timer.
  private static let most = Duration.seconds(2)

  /// Notes that the program is running now.
  ///
  /// - Parameters:
  ///   - now: The current time.
  ///   - due: The time of the timer that was set; nil without one.
  ///   - asleep: The time that the computer has slept since its start.
  /// - Returns: The interruption that ended just now, if there was one.
  mutating func turn(
    at now: Moment, due: Moment?, asleep: Duration
  ) -> Interruption? {
    let before = (last: last, asleep: self.asleep)
    (last, self.asleep) = (now, asleep)
    guard let due, let last = before.last, due.duration(to: now) > Self.most else { return nil }
    let slept = asleep - before.asleep
    return slept > Self.most
      ? Interruption(.computerSlept, for: slept) : Interruption(.programStopped, for: last.duration(to: now))
  }
}
