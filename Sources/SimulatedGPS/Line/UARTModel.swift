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
