/// Learns which sentence ends a receiver's burst, so that a fix can be given out before the next burst begins.
///
/// A sentence is known by its name and by how many of that name came before it in the epoch. It is trusted after it
/// was the last one in every epoch for three seconds; any other ending starts the lesson again. So one cut burst
/// teaches nothing false, and a sentence that comes each second at ten epochs a second is noticed.
struct EpochEnd {
  /// A sentence's place in its epoch.
  struct Key: Hashable {
    /// The name of the sentence.
    var name: UInt32
    /// How many of that name came before it.
    var ordinal: UInt8
  }

  /// The sentence that may be the last.
  private var candidate: Key?
  /// When it first was, in nanoseconds of the day.
  private var since: Int64 = 0
  /// Whether it was long enough.
  private var isTrusted = false
  /// The time between the last two epochs.
  private(set) var interval: Int64?
  private var lastTime: Int64?

  private static let lesson: Int64 = 3_000_000_000
  private static let day: Int64 = 86_400_000_000_000

  /// Whether the epoch ends here, as far as is known.
  func isEnd(_ key: Key) -> Bool { isTrusted && key == candidate }

  /// Takes note of how an epoch ended, and when it was.
  mutating func learn(_ last: Key?, at time: Int64?) {
    guard let last, let time else { return forget() }
    if let lastTime {
      let step = (time - lastTime + Self.day) % Self.day
      if step > 0, step < 60_000_000_000 { interval = step }
    }
    lastTime = time
    guard last == candidate else {
      candidate = last
      since = time
      isTrusted = false
      return
    }
    if (time - since + Self.day) % Self.day >= Self.lesson { isTrusted = true }
  }

  /// Starts the lesson again: something came after the end.
  mutating func forget() {
    candidate = nil
    isTrusted = false
  }
}
