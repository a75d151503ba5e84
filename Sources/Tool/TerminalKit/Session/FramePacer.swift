/// Computes when the next frame is due: soon after a change but not too often, and at once after a key.
///
/// A burst of changes, e.g. of the window's size, results in one frame.
package struct FramePacer: Sendable {
  /// The maximum time that a change waits for others to be drawn with it.
  static let gathering = Duration.milliseconds(15)

  /// The minimum time between two frames.
  package let shortest: Duration
  /// The maximum time between two frames, while only the clock changes.
  package let longest: Duration

  private var last: ContinuousClock.Instant?
  private var firstChange: ContinuousClock.Instant?
  /// Whether a key was pressed since the last frame.
  private var isPressed = false

  package init(shortest: Duration, longest: Duration) {
    self.shortest = shortest
    self.longest = max(longest, shortest)
  }

  package mutating func change(at now: ContinuousClock.Instant) { firstChange = firstChange ?? now }

  /// Notes a key press, whose effect should appear at once: a delay of 0.1 s is noticeable.
  ///
  /// Key presses are never too frequent for that, and all pending input is handled together.
  package mutating func press() { isPressed = true }

  /// When the next frame is due; at once for the first one.
  ///
  /// If it is quiet, no other change waits to be taken, so a frame now shows all of them.
  package func due(at now: ContinuousClock.Instant, isQuiet: Bool = false) -> ContinuousClock.Instant {
    guard let last, !isPressed else { return now }
    guard let firstChange else { return last + longest }
    return max(isQuiet ? firstChange : firstChange + Self.gathering, last + shortest)
  }

  /// Notes that a frame was drawn.
  package mutating func drew(at now: ContinuousClock.Instant) {
    last = now
    firstChange = nil
    isPressed = false
  }
}
