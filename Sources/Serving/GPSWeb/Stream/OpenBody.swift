/// A body that is being sent, and how far it is.
///
/// It is an object, so that what each of thousands of listeners gets moves no more than its bytes.
final class OpenBody {
  /// What the body is of.
  enum Source {
    case events(EventCursor)
    case slices(SlicedBody)
    /// Kept elsewhere: it is many times as large as the others, and there are few.
    indirect case playing(RecordingPlayer)
  }

  /// Nil while it is being worked on: whoever takes it out has it alone, and nothing of it is copied.
  private var source: Source?
  /// Whether it counts as a listener.
  let isListener: Bool

  init(_ source: Source) {
    self.source = source
    isListener =
      switch source {
      case .events, .playing: true
      case .slices: false
      }
  }

  /// Writes what there is, as far as it fits.
  func fill(
    _ room: UnsafeMutableRawBufferPointer, from ring: RecordRing, _ history: TrackHistory,
    at now: ContinuousClock.Instant
  ) -> BodyStep {
    switch source.take() {
    case .events(var cursor):
      defer { source = .events(cursor) }
      return unsafe cursor.fill(room, from: ring, at: now)
    case .slices(var slices):
      defer { source = .slices(slices) }
      return unsafe slices.fill(room, history)
    case .playing(var player):
      defer { source = .playing(player) }
      return unsafe player.fill(room, at: now)
    case nil: return .end
    }
  }

  /// Says something to a listener that has heard nothing since a moment.
  ///
  /// - Returns: Whether it was said: not within a record that is half out.
  func hears(_ bytes: [UInt8], ifSilentSince moment: ContinuousClock.Instant) -> Bool {
    switch source.take() {
    case .events(var cursor):
      defer { source = .events(cursor) }
      return cursor.told <= moment && cursor.say(bytes)
    case .playing(var player):
      defer { source = .playing(player) }
      guard player.told <= moment else { return false }
      player.say(bytes)
      return true
    case let other:
      source = other
      return false
    }
  }
}
