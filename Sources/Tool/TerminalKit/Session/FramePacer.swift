/// Says when the next frame is due: soon after something has changed, and never too often; after a key at once.
///
/// A hundred changes of the window's size, or of anything else, in a moment make one frame.
package struct FramePacer: Sendable {
  /// Changes that come together are shown together.
  static let gathering = Duration.milliseconds(15)

  /// The shortest time from one frame to the next.
  package let shortest: Duration
  /// The longest pause, while only time goes on.
  package let longest: Duration

  private var last: ContinuousClock.Instant?
  private var firstChange: ContinuousClock.Instant?
  /// A key was pressed since the last frame.
  private var isPressed = false

  package init(shortest: Duration, longest: Duration) {
    self.shortest = shortest
    self.longest = max(longest, shortest)
  }

  /// Something has changed.
  package mutating func change(at now: ContinuousClock.Instant) { firstChange = firstChange ?? now }

  /// A key was pressed, and its effect is awaited: a tenth of a second is felt.
  ///
  /// No hand is so quick that this would be too often, and all waiting input is taken as one.
  package mutating func press() { isPressed = true }

  /// When a frame is due; the past for the first one.
  package func due(at now: ContinuousClock.Instant) -> ContinuousClock.Instant {
    guard let last, !isPressed else { return now }
    guard let firstChange else { return last + longest }
    return max(firstChange + Self.gathering, last + shortest)
  }

  /// A frame was drawn.
  package mutating func drew(at now: ContinuousClock.Instant) {
    last = now
    firstChange = nil
    isPressed = false
  }
}
