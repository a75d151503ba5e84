/// Shortens the long pauses of a recording during playback, because they show nothing.
///
/// Such pauses occur when a receiver sets its clock after a cold start, or while the device was unplugged. A
/// pause similar to others nearby is the receiver's reporting interval and is kept.
package struct PauseCut: Sendable {
  /// The longest pause that remains.
  package static let longest = Duration.seconds(5)
  /// Pauses are compared within this many bytes of the recording, before and after.
  static let reach = 65_536

  /// A pause counts as an interval if at least this many are alike, itself included.
  private static let often = 3
  private static let longestNanoseconds = longest.wholeNanoseconds
  /// The greatest number of pauses compared on each side.
  private static let most = 64

  private struct Pause {
    var length: Int64
    /// The position in the recording, in bytes, at which the pause ends.
    var place: Int
  }

  /// The pauses nearby, and the index of the next one to be played.
  private var pauses: [Pause] = []
  private var next = 0
  private var lastRead: Int64?
  private var lastPlayed: Int64?
  /// The nanoseconds left out up to now.
  private(set) var left: Int64 = 0

  /// Notes a piece that was read ahead.
  mutating func read(_ time: Int64, at place: Int) {
    if let lastRead, time - lastRead > Self.longestNanoseconds {
      pauses.append(Pause(length: time - lastRead, place: place))
    }
    lastRead = time
  }

  /// Decides on the pause before the next piece; returns how much of it to leave out.
  ///
  /// All pieces within ``reach`` of the pause must have been read already.
  mutating func play(_ time: Int64) -> Int64 {
    defer { lastPlayed = time }
    guard let lastPlayed, time - lastPlayed > Self.longestNanoseconds else { return 0 }
    let pause = pauses[next]
    let nearby = pauses[max(0, next - Self.most)..<min(pauses.count, next + Self.most + 1)]
    let alike = nearby.count {
      abs($0.place - pause.place) <= Self.reach
        && abs($0.length - pause.length) * 10 <= max($0.length, pause.length)
    }
    next += 1
    if next > 2 * Self.most {
      pauses.removeFirst(next - Self.most)
      next = Self.most
    }
    guard alike < Self.often else { return 0 }
    let over = pause.length - Self.longestNanoseconds
    left += over
    return over
  }
}
