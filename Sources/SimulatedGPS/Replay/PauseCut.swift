/// Cuts the long pauses of a recording short while it is read: a minute without data shows nothing.
///
/// They come about when a receiver sets its clock at a cold start, or when the device was unplugged. A pause that has
/// others like it nearby is the interval of that receiver's reports, and stays.
package struct PauseCut: Sendable {
  /// A pause lasts no longer than this.
  package static let longest = Duration.seconds(5)
  /// Pauses are compared within so many bytes of the recording, before and after.
  static let reach = 65_536

  /// A pause is an interval if so many are alike, itself included.
  private static let often = 3
  private static let longestNanoseconds = longest.wholeNanoseconds
  /// Pauses that are compared on each side at most.
  private static let most = 64

  private struct Pause {
    var length: Int64
    /// The byte of the recording that ends it.
    var place: Int
  }

  /// The pauses nearby, and which of them is the next to be played.
  private var pauses: [Pause] = []
  private var next = 0
  private var lastRead: Int64?
  private var lastPlayed: Int64?
  /// Nanoseconds that were left out so far.
  private(set) var left: Int64 = 0

  /// Notes a piece that was read ahead.
  mutating func read(_ time: Int64, at place: Int) {
    if let lastRead, time - lastRead > Self.longestNanoseconds {
      pauses.append(Pause(length: time - lastRead, place: place))
    }
    lastRead = time
  }

  /// Decides about the pause before the next piece to be played; returns how much of it is left out.
  ///
  /// Pieces that lie within ``reach`` of it must have been read.
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
