/// The satellites of one sentence as raw numbers, converted only on access.
struct SkyRow: Sendable {
  /// Number, elevation, azimuth and carrier-to-noise density of up to eight satellites; values out of range
  /// are unknown.
  private var numbers: InlineArray<32, Int16>
  /// The constellation that the sentence is about, if there is only one, and the signal number.
  private let home: Constellation?
  private let signal: Int16
  /// A bit for each position in the sentence whose number is a satellite.
  private let known: UInt8
  let count: UInt8
  /// The number of satellites in the rows before this one, once it is part of a sky.
  var first: UInt16 = 0

  /// Stores a sentence of a set; satellites that exceed the room are dropped.
  @inline(__always)
  init(
    _ numbers: InlineArray<32, Int16>, places: Int, _ numbering: SatelliteNumbering, signal: Int16, room: Int
  ) {
    self.numbers = numbers
    home = numbering.home
    self.signal = signal
    // Spans, here and below: an inline array would be copied at each index.
    let all = numbers.span
    var isPlain = places <= room
    for place in 0..<places where isPlain {
      // One comparison for both ends of the range. The mask replaces the bounds check.
      isPlain = UInt16(bitPattern: all[(4 &* place) & 31] &- 1) < SatelliteNumbering.always
    }
    if isPlain {
      known = UInt8(truncatingIfNeeded: (1 &<< places) &- 1)
      count = UInt8(truncatingIfNeeded: places)
    } else {
      (known, count) = Self.known(all, places, numbering, room)
    }
  }

  /// The positions with a satellite and their number, if some positions may have none.
  @inline(never)
  private static func known(
    _ numbers: Span<Int16>, _ places: Int, _ numbering: SatelliteNumbering, _ room: Int
  ) -> (UInt8, count: UInt8) {
    var known: UInt8 = 0
    var count = 0
    for place in 0..<places where count < room && numbering.identity(of: Int(numbers[4 * place])) != nil {
      known |= 1 << UInt8(place)
      count += 1
    }
    return (known, UInt8(count))
  }

  /// Whether any satellite has an azimuth that is not north.
  var hasDirections: Bool {
    let numbers = numbers.span
    for place in 0..<8 where known & (1 &<< UInt8(place)) != 0 && 1...359 ~= numbers[4 * place + 2] {
      return true
    }
    return false
  }

  mutating func removeDirections() {
    for place in 0..<8 {
      numbers[4 * place + 1] = .min
      numbers[4 * place + 2] = .min
    }
  }

  /// The highest carrier-to-noise density; 0 if no signal is received.
  var loudest: Int16 {
    let numbers = numbers.span
    var loudest: Int16 = 0
    for place in 0..<8 where known & (1 &<< UInt8(place)) != 0 {
      let level = numbers[4 * place + 3]
      if level > loudest, level <= Satellite.mostCarrierToNoise { loudest = level }
    }
    return loudest
  }

  /// Calls `body` with the carrier-to-noise density of each signal that is received.
  func forEachLevel(_ body: (Int) -> Void) {
    let numbers = numbers.span
    for place in 0..<8 where known & (1 &<< UInt8(place)) != 0 {
      let level = numbers[4 * place + 3]
      if level > 0, level <= Satellite.mostCarrierToNoise { body(Int(level)) }
    }
  }

  /// Calls `body` with each signal that is received; `used` are the satellites in use.
  @inline(__always)
  func forEachReceived(_ used: SatelliteMarks, _ body: (ReceivedSignal) -> Void) {
    let numbering = SatelliteNumbering(home)
    let numbers = numbers.span
    for place in 0..<8 where known & (1 &<< UInt8(place)) != 0 {
      let level = numbers[4 &* place &+ 3]
      guard level > 0, level <= Satellite.mostCarrierToNoise,
        let identity = numbering.identity(of: Int(numbers[4 &* place]))
      else { continue }
      body(ReceivedSignal(identity.constellation, Int(level), isUsed: used.contains(identity)))
    }
  }

  /// Adds the satellites of this row to a set.
  func mark(in marks: inout SatelliteMarks) {
    let numbering = SatelliteNumbering(home)
    let numbers = numbers.span
    for place in 0..<8 where known & (1 &<< UInt8(place)) != 0 {
      if let identity = numbering.identity(of: Int(numbers[4 * place])) { marks.insert(identity) }
    }
  }

  func satellite(_ index: Int, _ used: SatelliteMarks) -> Satellite {
    precondition(0..<Int(count) ~= index, "there is no satellite at this index")
    var rest = known
    for _ in 0..<index { rest &= rest &- 1 }
    return satellite(at: rest.trailingZeroBitCount, SatelliteNumbering(home), used)
  }

  /// Calls `body` with each satellite, in order.
  @inline(__always)
  func forEach(_ used: SatelliteMarks, _ body: (Satellite) -> Void) {
    let numbering = SatelliteNumbering(home)
    for place in 0..<8 where known & (1 &<< UInt8(place)) != 0 { body(satellite(at: place, numbering, used)) }
  }

  @inline(__always)
  private func satellite(
    at place: Int, _ numbering: SatelliteNumbering, _ used: SatelliteMarks
  ) -> Satellite {
    let numbers = numbers.span
    guard let identity = numbering.identity(of: Int(numbers[4 * place])) else {
      preconditionFailure("every known place has a satellite")
    }
    var satellite = Satellite(
      identity, Signal(number: signal == .min ? nil : Int(signal), of: identity.constellation),
      elevation: numbers[4 * place + 1], azimuth: numbers[4 * place + 2],
      carrierToNoise: numbers[4 * place + 3])
    satellite.isUsed = satellite.carrierToNoise != nil && used.contains(identity)
    return satellite
  }
}

/// A received signal of a sky, with the values that statistics need.
package struct ReceivedSignal {
  package var constellation: Constellation
  /// Its carrier-to-noise density in dB-Hz.
  package var carrierToNoise: Int
  package var isUsed: Bool

  init(_ constellation: Constellation, _ carrierToNoise: Int, isUsed: Bool) {
    (self.constellation, self.carrierToNoise, self.isUsed) = (constellation, carrierToNoise, isUsed)
  }
}

/// A sky from sentences, shared by all copies of a fix.
final class SentenceSky: Sendable {
  let rows: [SkyRow]
  private let used: SatelliteMarks
  let spread: SignalSpread?

  /// Creates a sky from the rows of all sets, in order.
  init(_ rows: [SkyRow], _ used: SatelliteMarks) {
    (self.rows, self.used) = (rows, used)
    spread = SignalSpread { for index in rows.indices { rows[index].forEachLevel($0) } }
  }

  var count: Int { rows.last.map { Int($0.first) + Int($0.count) } ?? 0 }

  /// The highest carrier-to-noise density; nil if no signal is received.
  var loudest: Int? {
    var loudest: Int16 = 0
    for index in rows.indices { loudest = max(loudest, rows[index].loudest) }
    return loudest > 0 ? Int(loudest) : nil
  }

  /// The number of satellites, each counted once regardless of its signals.
  var identityCount: Int {
    var marks = SatelliteMarks()
    for index in rows.indices { rows[index].mark(in: &marks) }
    return marks.count
  }

  /// Calls `body` with each signal that is received, in order.
  func forEachReceived(_ body: (ReceivedSignal) -> Void) {
    for index in rows.indices { rows[index].forEachReceived(used, body) }
  }

  /// Calls `body` with each satellite, in order.
  func forEach(_ body: (Satellite) -> Void) {
    for index in rows.indices { rows[index].forEach(used, body) }
  }

  func satellite(_ index: Int) -> Satellite {
    // A binary search, which takes at most ten steps.
    var (row, end) = (0, rows.count)
    while end - row > 1 {
      let middle = (row + end) / 2
      if Int(rows[middle].first) <= index { row = middle } else { end = middle }
    }
    return rows[row].satellite(index - Int(rows[row].first), used)
  }
}
