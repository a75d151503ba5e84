/// Bytes on their way out of the receiver, and the time at which each of them has left.
struct LineQueue: Sendable {
  /// Bytes that leave one behind the other.
  private struct Burst {
    var bytes: [UInt8]
    /// Nanoseconds: when the first begins to leave, and how long all of them take.
    var start: Int64
    var duration: Int64
    var sent = 0

    /// The time at which some of them have left.
    func end(of count: Int) -> Int64 {
      bytes.isEmpty ? start : start + duration * Int64(count) / Int64(bytes.count)
    }
  }

  private var bursts: [Burst] = []
  /// When the line is free again.
  private(set) var freeAt: Int64 = 0
  /// Nothing leaves before this: the receiver has stopped in the middle of it.
  private var heldUntil: Int64 = 0

  /// Whether nothing is on its way.
  var isEmpty: Bool { bursts.isEmpty }

  /// How many bytes have not been taken yet.
  var count: Int { bursts.reduce(0) { $0 + $1.bytes.count - $1.sent } }

  /// Puts bytes on the line, behind those that are on it.
  mutating func append(_ bytes: [UInt8], at now: Int64, duration: Int64) {
    guard !bytes.isEmpty else { return }
    let start = max(now, freeAt, heldUntil)
    let taken = now < heldUntil ? 0 : duration
    bursts.append(Burst(bytes: bytes, start: start, duration: taken))
    freeAt = start + taken
  }

  /// Holds back what has not left, and lets it out in one go at the end.
  mutating func hold(from now: Int64, until end: Int64) {
    heldUntil = max(heldUntil, end)
    for index in bursts.indices where bursts[index].end(of: bursts[index].bytes.count) > now {
      bursts[index].start = max(bursts[index].start, heldUntil)
      bursts[index].duration = 0
    }
    freeAt = max(freeAt, bursts.isEmpty ? 0 : heldUntil)
  }

  /// The cable is out: what has not left never will.
  mutating func removeAll() {
    bursts.removeAll()
    freeAt = 0
    heldUntil = 0
  }

  /// When the next piece of some length has left; nil if nothing is on its way.
  func nextDeparture(_ piece: Int) -> Int64? {
    bursts.first.map { $0.end(of: min($0.sent + piece, $0.bytes.count)) }
  }

  /// Takes what has left by now: bytes, when the first of them began to, and when the last of them had.
  mutating func drain(until now: Int64, _ take: (_ bytes: [UInt8], _ start: Int64, _ end: Int64) -> Void) {
    var done = 0
    while done < bursts.count {
      let burst = bursts[done]
      let count = burst.bytes.count
      let left = now >= burst.end(of: count) ? count : Self.left(burst.start, burst.duration, count, now)
      if left > burst.sent {
        let piece = burst.sent == 0 && left == count ? burst.bytes : Array(burst.bytes[burst.sent..<left])
        take(piece, burst.end(of: burst.sent), burst.end(of: left))
        bursts[done].sent = left
      }
      guard left == count else { break }
      done += 1
    }
    bursts.removeFirst(done)
  }

  /// How many bytes of a burst have wholly left.
  private static func left(_ start: Int64, _ duration: Int64, _ count: Int, _ now: Int64) -> Int {
    guard now > start, duration > 0 else { return 0 }
    var left = Int((now - start) * Int64(count) / duration)
    // The ends of bytes are rounded down, so that one more may just have left.
    while left < count, start + duration * Int64(left + 1) / Int64(count) <= now { left += 1 }
    return left
  }
}
