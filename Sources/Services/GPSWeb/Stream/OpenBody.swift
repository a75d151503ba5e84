internal import GPSWebHost

/// A body that is being sent.
///
/// A class, so that serving thousands of listeners moves only their bytes.
final class OpenBody {
  enum Source {
    case events(EventCursor)
    case slices(SlicedBody)
    /// Indirect, since it is much larger than the others, and rare.
    indirect case playing(RecordingPlayer)
  }

  /// Nil while in use: the source is moved out, so that mutation does not copy it.
  private var source: Source?
  /// The holder of this place of a listener; nil if it does not count as one.
  let listener: Holder?

  init(_ source: Source, of listener: Holder?) { (self.source, self.listener) = (source, listener) }

  /// Writes the data available, as much as fits.
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

  /// Sends bytes to a listener that has received nothing since `moment`.
  ///
  /// - Returns: Whether they were added; false while a record is partly sent.
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
