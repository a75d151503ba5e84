// The serial line: its speed, and the damage caused by unequal speeds.

/// Bytes on their way out of the receiver, with the times at which they leave.
struct LineQueue: Sendable {
  /// Bytes as the receiver sends them.
  struct Words: Sendable {
    var bytes: [UInt8]
    /// Bits per second at which they are sent; nil on a line without a speed.
    var speed: Int?
  }

  /// Bytes that leave without a gap.
  private struct Burst {
    /// The bytes as sent, and as the host receives them.
    var words: Words
    var bytes: [UInt8]
    /// Nanoseconds: when the first byte begins to leave, and how long all of them take.
    var start: Int64
    var duration: Int64
    var sent = 0

    /// The bytes as sent that have not been drained yet.
    var rest: Words {
      let said = bytes.isEmpty ? 0 : words.bytes.count * sent / bytes.count
      return Words(bytes: said == 0 ? words.bytes : Array(words.bytes[said...]), speed: words.speed)
    }

    /// The time at which the first `count` bytes have left.
    func end(of count: Int) -> Int64 {
      bytes.isEmpty ? start : start + duration * Int64(count) / Int64(bytes.count)
    }
  }

  private var bursts: [Burst] = []
  /// When the line is free again.
  private(set) var freeAt: Int64 = 0
  /// The time before which nothing leaves, because the receiver has stalled.
  private var heldUntil: Int64 = 0

  var isEmpty: Bool { bursts.isEmpty }

  /// The number of bytes not drained yet.
  var count: Int { bursts.reduce(0) { $0 + $1.bytes.count - $1.sent } }

  /// Queues bytes at the end; `words` holds them as they were before a wrong speed changed them.
  mutating func append(_ bytes: [UInt8], of words: Words? = nil, at now: Int64, duration: Int64) {
    guard !bytes.isEmpty else { return }
    let start = max(now, freeAt, heldUntil)
    let taken = now < heldUntil ? 0 : duration
    bursts.append(Burst(words: words ?? Words(bytes: bytes), bytes: bytes, start: start, duration: taken))
    freeAt = start + taken
  }

  /// Queues bytes ahead of any that have not begun to leave by then.
  mutating func insert(_ bytes: [UInt8], of words: Words? = nil, at now: Int64, duration: Int64) {
    var place = bursts.count
    while place > 0, bursts[place - 1].sent == 0, bursts[place - 1].start > now { place -= 1 }
    guard place < bursts.count, now >= heldUntil else {
      return append(bytes, of: words, at: now, duration: duration)
    }
    let start = max(now, place > 0 ? bursts[place - 1].end(of: bursts[place - 1].bytes.count) : 0)
    let burst = Burst(words: words ?? Words(bytes: bytes), bytes: bytes, start: start, duration: duration)
    bursts.insert(burst, at: place)
    for index in bursts.indices.dropFirst(place + 1) {
      let end = bursts[index - 1].start + bursts[index - 1].duration
      bursts[index].start = max(bursts[index].start, end)
    }
    freeAt = bursts.last.map { $0.start + $0.duration } ?? freeAt
  }

  /// Holds back bytes that have not left, and releases them all at once at the end.
  mutating func hold(from now: Int64, until end: Int64) {
    heldUntil = max(heldUntil, end)
    for index in bursts.indices where bursts[index].end(of: bursts[index].bytes.count) > now {
      bursts[index].start = max(bursts[index].start, heldUntil)
      bursts[index].duration = 0
    }
    freeAt = max(freeAt, bursts.isEmpty ? 0 : heldUntil)
  }

  /// Changes the receiver's speed for bytes that have not left; `heard` returns what the host receives.
  mutating func change(
    to speed: Int, at now: Int64, nanosecondsPerByte: Int64, _ heard: (Words) -> [UInt8]
  ) {
    freeAt = max(now, heldUntil)
    for index in bursts.indices {
      let rest = Words(bytes: bursts[index].rest.bytes, speed: speed)
      let duration = Int64(rest.bytes.count) * nanosecondsPerByte
      let start = max(freeAt, bursts[index].start)
      bursts[index] = Burst(words: rest, bytes: heard(rest), start: start, duration: duration)
      freeAt = start + duration
    }
    bursts.removeAll { $0.bytes.isEmpty }
  }

  /// Changes the host's speed, which changes the bytes that the host receives, but not when they arrive.
  mutating func hear(_ heard: (Words) -> [UInt8]) {
    for index in bursts.indices where bursts[index].words.speed != nil {
      let burst = bursts[index]
      let start = burst.end(of: burst.sent)
      bursts[index] = Burst(
        words: burst.rest, bytes: heard(burst.rest), start: start,
        duration: burst.start + burst.duration - start)
    }
    bursts.removeAll { $0.bytes.isEmpty }
  }

  /// Removes up to `count` of the bytes that have waited longest, except for a burst that has begun to leave.
  mutating func removeOldest(_ count: Int) {
    var count = count
    var place = bursts.first.map { $0.sent > 0 } == true ? 1 : 0
    while count > 0, place < bursts.count {
      let burst = bursts[place]
      let removed = min(count, burst.bytes.count)
      count -= removed
      let kept = burst.bytes.count - removed
      if kept == 0 {
        bursts.remove(at: place)
      } else {
        let words = Words(bytes: Array(burst.words.bytes.suffix(kept)), speed: burst.words.speed)
        let duration = burst.duration * Int64(kept) / Int64(burst.bytes.count)
        bursts[place] = Burst(
          words: words, bytes: Array(burst.bytes.suffix(kept)), start: burst.start, duration: duration)
        place += 1
      }
    }
    // The bursts after the gap leave earlier.
    for index in bursts.indices.dropFirst() {
      bursts[index].start = bursts[index - 1].start + bursts[index - 1].duration
    }
    freeAt = bursts.last.map { $0.start + $0.duration } ?? freeAt
  }

  /// Discards the queue, because the cable was pulled.
  mutating func removeAll() {
    bursts.removeAll()
    freeAt = 0
    heldUntil = 0
  }

  /// When the next piece of a given length will have left; nil if the queue is empty.
  func nextDeparture(_ piece: Int) -> Int64? {
    bursts.first.map { $0.end(of: min($0.sent + piece, $0.bytes.count)) }
  }

  /// Removes the bytes that have left, with the time when the first began to and the last finished leaving.
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

  /// The number of bytes of a burst that have left completely.
  private static func left(_ start: Int64, _ duration: Int64, _ count: Int, _ now: Int64) -> Int {
    guard now > start, duration > 0 else { return 0 }
    var left = Int((now - start) * Int64(count) / duration)
    // The ends of bytes are rounded down, so one more may just have left.
    while left < count, start + duration * Int64(left + 1) / Int64(count) <= now { left += 1 }
    return left
  }
}

/// Samples a line bit by bit at the receiver's speed, as a real serial port does.
///
/// At equal speeds, and within about four percent, the bytes come through. At half the sender's speed, half
/// as many bytes arrive; at four times the speed, more than twice as many; all of them are garbage.
package struct UARTModel: Sendable, Hashable {
  /// The sender's bits per second.
  package var sender: Int
  /// The receiver's bits per second.
  package var receiver: Int

  /// Creates a line between two speeds, which are at least one.
  package init(sender: Int, receiver: Int) {
    self.sender = max(1, sender)
    self.receiver = max(1, receiver)
  }

  package struct Garbled: Sendable, Hashable {
    /// The bytes as the receiver reads them.
    package var bytes: [UInt8]
    /// The number of bytes without a stop bit; drivers deliver them by default.
    package var framingErrors: Int
  }

  /// Sends bytes over the line: 8 data bits, no parity, one stop bit, and silence after the last byte.
  package func garble(_ bytes: Span<UInt8>) -> Garbled {
    guard bytes.count > 0 else { return Garbled(bytes: [], framingErrors: 0) }
    let line = Levels(bytes)
    // One bit of the receiver, in bits of the sender.
    let bit = Double(sender) / Double(receiver)
    // A UART samples for a start bit sixteen times per bit, so it detects the edge a fraction of a tick late.
    let tick = min(1, bit) / 16
    var garbled = Garbled(bytes: [], framingErrors: 0)
    garbled.bytes.reserveCapacity(Int(Double(bytes.count) / bit) + 16)
    var time = 0.0
    while time < Double(line.count) {
      if line[time] {
        guard let edge = line.next(false, from: time) else { break }
        time = max(time, Double(edge)) + tick * 0.37
      }
      guard !line[time + 0.5 * bit] else {
        // Low for less than half a bit: not a start bit.
        time += bit / 16
        continue
      }
      var byte: UInt8 = 0
      for place in 0..<8 where line[time + (1.5 + Double(place)) * bit] { byte |= 1 << UInt8(place) }
      garbled.bytes.append(byte)
      let hasStop = line[time + 9.5 * bit]
      time += 9.5 * bit
      guard !hasStop else { continue }
      garbled.framingErrors += 1
      // No byte can begin until the line is high again.
      if let edge = line.next(true, from: time), Double(edge) > time {
        time += Double(Int((Double(edge) - time) / tick) + 1) * tick
      }
    }
    return garbled
  }
}

/// The levels of a line, bit by bit; high when idle.
private struct Levels {
  private let bits: [Bool]
  /// Idle bits after the last byte.
  private static let silence = 12

  init(_ bytes: Span<UInt8>) {
    var bits: [Bool] = []
    bits.reserveCapacity(bytes.count * 10 + Self.silence)
    for index in bytes.indices {
      bits.append(false)
      for place in 0..<8 { bits.append(bytes[index] >> UInt8(place) & 1 == 1) }
      bits.append(true)
    }
    bits.append(contentsOf: repeatElement(true, count: Self.silence))
    self.bits = bits
  }

  var count: Int { bits.count }

  /// The level at a time, in bits of the sender.
  subscript(time: Double) -> Bool { time < 0 || time >= Double(bits.count) || bits[Int(time)] }

  func next(_ level: Bool, from time: Double) -> Int? { bits.dropFirst(Int(time)).firstIndex(of: level) }
}
