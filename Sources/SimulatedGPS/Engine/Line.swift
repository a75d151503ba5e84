// The serial line: its pace, and the damage that a wrong speed does.

/// Bytes on their way out of the receiver, and the time at which each of them has left.
struct LineQueue: Sendable {
  /// Bytes as the receiver says them.
  struct Words: Sendable {
    var bytes: [UInt8]
    /// Bits per second at which they are said; nil where there is no such thing.
    var speed: Int?
  }

  /// Bytes that leave one behind the other.
  private struct Burst {
    /// What is said, and what the host hears of it.
    var words: Words
    var bytes: [UInt8]
    /// Nanoseconds: when the first begins to leave, and how long all of them take.
    var start: Int64
    var duration: Int64
    var sent = 0

    /// What is said behind that which has been taken.
    var rest: Words {
      let said = bytes.isEmpty ? 0 : words.bytes.count * sent / bytes.count
      return Words(bytes: said == 0 ? words.bytes : Array(words.bytes[said...]), speed: words.speed)
    }

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

  /// Puts bytes on the line, behind those that are on it; `words` are what they were before a wrong speed.
  mutating func append(_ bytes: [UInt8], of words: Words? = nil, at now: Int64, duration: Int64) {
    guard !bytes.isEmpty else { return }
    let start = max(now, freeAt, heldUntil)
    let taken = now < heldUntil ? 0 : duration
    bursts.append(Burst(words: words ?? Words(bytes: bytes), bytes: bytes, start: start, duration: taken))
    freeAt = start + taken
  }

  /// Puts bytes on the line in front of those that have not begun to leave by then.
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

  /// Holds back what has not left, and lets it out in one go at the end.
  mutating func hold(from now: Int64, until end: Int64) {
    heldUntil = max(heldUntil, end)
    for index in bursts.indices where bursts[index].end(of: bursts[index].bytes.count) > now {
      bursts[index].start = max(bursts[index].start, heldUntil)
      bursts[index].duration = 0
    }
    freeAt = max(freeAt, bursts.isEmpty ? 0 : heldUntil)
  }

  /// The receiver's speed changes: what has not left goes at the new one, as the host will hear it.
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

  /// The host's speed changes: it hears what has not left in another way, and at the same time as before.
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

/// The bytes that a serial port reads from a line at another speed, sampled bit by bit as a real port does.
///
/// At equal speeds, and within some four per cent, the bytes come through. At half the speed half as many come, at four
/// times the speed more than twice as many, and none of them means anything.
package struct UARTModel: Sendable, Hashable {
  /// Bits per second of the one who speaks.
  package var sender: Int
  /// Bits per second of the one who listens.
  package var receiver: Int

  /// Makes a line between two speeds; a speed below one is taken for one.
  package init(sender: Int, receiver: Int) {
    self.sender = max(1, sender)
    self.receiver = max(1, receiver)
  }

  /// The bytes that came through.
  package struct Garbled: Sendable, Hashable {
    /// The bytes.
    package var bytes: [UInt8]
    /// How many of them had no stop bit; a driver delivers them all the same, unless it is told otherwise.
    package var framingErrors: Int
  }

  /// Sends bytes over the line: 8 data bits, no parity, one stop bit, and silence behind the last.
  package func garble(_ bytes: Span<UInt8>) -> Garbled {
    guard bytes.count > 0 else { return Garbled(bytes: [], framingErrors: 0) }
    let line = Levels(bytes)
    // One bit of the listener in bits of the speaker.
    let bit = Double(sender) / Double(receiver)
    // A start bit is looked for sixteen times a bit, and found a part of such a tick too late.
    let tick = min(1, bit) / 16
    var garbled = Garbled(bytes: [], framingErrors: 0)
    garbled.bytes.reserveCapacity(Int(Double(bytes.count) / bit) + 16)
    var time = 0.0
    while time < Double(line.count) {
      if line[time] {
        guard let edge = line.nextLow(from: time) else { break }
        time = max(time, Double(edge)) + tick * 0.37
      }
      guard !line[time + 0.5 * bit] else {
        // Low for less than half a bit: no start bit.
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
      // Until the line is quiet again nothing can begin.
      if let edge = line.nextHigh(from: time), Double(edge) > time {
        time += Double(Int((Double(edge) - time) / tick) + 1) * tick
      }
    }
    return garbled
  }
}

/// The levels of a line, bit by bit: high when it is quiet.
private struct Levels {
  private let bits: [Bool]
  /// Bits of silence behind the last byte.
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

  /// The level at a time in bits of the speaker.
  subscript(time: Double) -> Bool { time < 0 || time >= Double(bits.count) || bits[Int(time)] }

  func nextHigh(from time: Double) -> Int? {
    var index = Int(time)
    while index < bits.count, !bits[index] { index += 1 }
    return index < bits.count ? index : nil
  }

  func nextLow(from time: Double) -> Int? {
    var index = Int(time)
    while index < bits.count, bits[index] { index += 1 }
    return index < bits.count ? index : nil
  }
}
