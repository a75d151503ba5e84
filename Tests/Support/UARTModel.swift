/// What a serial receiver hears of bytes that were sent at another speed: the bits, sampled again.
///
/// Both sides use eight data bits, no parity and one stop bit. At equal speeds, within about four per cent, the bytes
/// come through.
///
/// ```
///   idle ──┐     ┌───┐ ┌─ … ─┐  ┌── idle       1
///          └─────┘   └─┘     └──┘              0
///          start  b0  b1  …   b7  stop
/// ```
public struct UARTModel: Sendable {
  /// The speed of the sender in bits a second.
  public var sender: Double
  /// The speed of the receiver in bits a second.
  public var receiver: Double

  /// What was heard.
  public struct Heard: Sendable, Equatable {
    /// The bytes, right or wrong.
    public var bytes: [UInt8] = []
    /// How many of them had no stop bit where one should be.
    public var framingErrors = 0
  }

  /// Makes a line between two sides.
  public init(sender: UInt32, receiver: UInt32) {
    self.sender = Double(sender)
    self.receiver = Double(receiver)
  }

  /// What the receiver hears of these bytes; nothing if one of the speeds is zero.
  public func hear(_ bytes: [UInt8]) -> Heard {
    var heard = Heard()
    guard !bytes.isEmpty, sender > 0, receiver > 0 else { return heard }
    let levels = Self.levels(of: bytes)
    let end = Double(levels.count)
    // Times are in bits of the sender; one bit of the receiver lasts this long.
    let bit = sender / receiver
    // Real ones look sixteen times a bit for the edge of a start bit.
    let tick = min(1, bit) / 16
    func isHigh(_ time: Double) -> Bool { time < 0 || time >= end || levels[Int(time)] }
    var time = 0.0
    while time < end {
      if isHigh(time) {
        guard let edge = levels[Int(time)...].firstIndex(of: false) else { break }
        // The edge is noticed at the next look.
        time = max(time, Double(edge)) + tick * 0.37
      }
      // High again in the middle of the start bit: that was none.
      if isHigh(time + 0.5 * bit) {
        time += bit / 16
        continue
      }
      var byte: UInt8 = 0
      for place in 0..<8 where isHigh(time + (1.5 + Double(place)) * bit) { byte |= 1 << UInt8(place) }
      heard.bytes.append(byte)
      let hasStop = isHigh(time + 9.5 * bit)
      time += 9.5 * bit
      if !hasStop {
        heard.framingErrors += 1
        // Nothing begins before the line has been at rest.
        while time < end, !isHigh(time) { time += tick }
      }
    }
    return heard
  }

  /// The levels on the line, one for each bit of the sender, with a rest at the end.
  private static func levels(of bytes: [UInt8]) -> [Bool] {
    var levels: [Bool] = []
    levels.reserveCapacity(bytes.count * 10 + 12)
    for byte in bytes {
      levels.append(false)
      for place in 0..<UInt8(8) { levels.append(byte >> place & 1 == 1) }
      levels.append(true)
    }
    return levels + Array(repeating: true, count: 12)
  }
}
