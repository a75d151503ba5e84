/// A body that is being sent, and how far it is.
///
/// It is an object, so that what each of thousands of listeners gets moves no more than its bytes.
final class OpenBody {
  /// What the body is of.
  enum Source {
    case events(EventCursor)
    /// Slices, and what of the last one is not out yet.
    case slices(any WebSlices, rest: [UInt8], sent: Int)
    /// Kept elsewhere: it is many times as large as the others, and there are few.
    indirect case playing(RecordingPlayer)
  }

  /// What came of asking for more.
  enum Step: Sendable, Hashable {
    /// So many bytes were written.
    case wrote(Int)
    /// There is no news.
    case wait
    /// Nothing yet, but others should have their turn before more is made.
    case later
    /// The next record is due in this time.
    case waitFor(Duration)
    case end
    case broken
    /// Records that a listener should have had are gone: it was too slow.
    case leftBehind
  }

  private var source: Source

  init(_ source: Source) { self.source = source }

  /// Whether it counts as a listener.
  var isListener: Bool {
    switch source {
    case .events, .playing: true
    case .slices: false
    }
  }

  /// Writes what there is, as far as it fits.
  func fill(
    _ room: UnsafeMutableRawBufferPointer, from ring: RecordRing, _ history: TrackHistory,
    at now: ContinuousClock.Instant
  ) -> Step {
    switch source {
    case .events(var cursor):
      let step = unsafe cursor.fill(room, from: ring, at: now)
      source = .events(cursor)
      return switch step {
      case .wrote(let count): .wrote(count)
      case .wait: .wait
      case .leftBehind: .leftBehind
      }
    case .slices(var slices, var rest, var sent):
      var step: Step?
      if sent == rest.count {
        let next = slices.next(history)
        (rest, sent) = (next ?? [], 0)
        if rest.isEmpty { step = next != nil ? .later : slices.isBroken ? .broken : .end }
      }
      let count = min(room.count, rest.count - sent)
      unsafe rest.withUnsafeBytes { bytes in
        unsafe room.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[sent..<(sent + count)]))
      }
      source = .slices(slices, rest: rest, sent: sent + count)
      return step ?? .wrote(count)
    case .playing(var player):
      let step = unsafe player.fill(room, at: now)
      source = .playing(player)
      return switch step {
      case .wrote(let count): .wrote(count)
      case .later: .later
      case .wait(let duration): .waitFor(duration)
      case .end: .end
      case .broken: .broken
      }
    }
  }

  /// Says something to a listener that has heard nothing since a moment.
  ///
  /// - Returns: Whether it was said: not within a record that is half out.
  func hears(_ bytes: [UInt8], ifSilentSince moment: ContinuousClock.Instant) -> Bool {
    switch source {
    case .events(var cursor) where cursor.told <= moment && cursor.say(bytes):
      source = .events(cursor)
    case .playing(var player) where player.told <= moment:
      player.say(bytes)
      source = .playing(player)
    default: return false
    }
    return true
  }
}
