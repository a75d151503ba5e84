/// Says when the next frame is due: soon after something has changed, and never too often.
///
/// A hundred changes of the window's size, or of anything else, in a moment make one frame.
struct FramePacer: Sendable {
  /// What comes together is shown together.
  static let gathering = Duration.milliseconds(15)

  /// The shortest time from one frame to the next.
  let shortest: Duration
  /// The longest, where nothing happens but that time goes on.
  let longest: Duration

  private var last: ContinuousClock.Instant?
  private var firstChange: ContinuousClock.Instant?

  init(shortest: Duration, longest: Duration) {
    self.shortest = shortest
    self.longest = max(longest, shortest)
  }

  /// Something has changed.
  mutating func change(at now: ContinuousClock.Instant) { firstChange = firstChange ?? now }

  /// When a frame is due; the past for the first one.
  func due(at now: ContinuousClock.Instant) -> ContinuousClock.Instant {
    guard let last else { return now }
    guard let firstChange else { return last + longest }
    return max(firstChange + Self.gathering, last + shortest)
  }

  /// A frame was drawn.
  mutating func drew(at now: ContinuousClock.Instant) {
    last = now
    firstChange = nil
  }
}
