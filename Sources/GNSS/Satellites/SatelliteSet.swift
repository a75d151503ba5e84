internal import NMEA

/// The satellites of one talker and one signal.
struct SatelliteSet {
  /// The key of a set.
  struct Key: Equatable {
    var talker: Talker
    /// `Int16.min` if the sentence has no value.
    var signal: Int16
    var system: Int16

    @inline(__always)
    init(_ gsv: GSV) {
      talker = gsv.talker
      signal = gsv.signal.map { Int16(truncatingIfNeeded: $0) } ?? .min
      system = gsv.system.map { Int16(truncatingIfNeeded: $0) } ?? .min
    }
  }

  let key: Key
  /// The last complete set.
  private(set) var complete: [SkyRow] = []
  /// The parts of the next set: `filled` rows with `taken` satellites; later rows are stale.
  private var growing: [SkyRow] = []
  private var filled = 0
  private var taken = 0
  private var nextPart = 1
  /// The epoch in which a part last arrived.
  private(set) var lastHeard = 0
  /// The epoch in which the set was last complete; nil if it never was.
  private var lastCompletion: Int?
  /// The number of epochs between complete sets.
  private(set) var period = usualPeriod

  /// The period that is assumed until two sets were complete: many receivers send the sky every fifth epoch.
  private static let usualPeriod = 5
  /// More satellites than any constellation has.
  private static let mostSatellites = 64

  let numbering: SatelliteNumbering

  init(_ key: Key) {
    self.key = key
    numbering = SatelliteNumbering(
      system: key.system == .min ? nil : Int(key.system), talker: key.talker)
  }

  /// Handles one part; returns true if it completes the set.
  mutating func take(_ gsv: GSV, number: Int, total: Int, epoch: Int) -> Bool {
    lastHeard = epoch
    if number == 1 {
      (filled, taken) = (0, 0)
      nextPart = 1
    }
    guard number == nextPart else { return false }
    nextPart += 1
    let row = SkyRow(
      gsv.stored, places: gsv.count, numbering, signal: key.signal, room: Self.mostSatellites &- taken)
    if row.count > 0 {
      if filled < growing.count { growing[filled] = row } else { growing.append(row) }
      filled &+= 1
      taken &+= Int(row.count)
    }
    guard number == total else { return false }
    finish(epoch)
    return true
  }

  private mutating func finish(_ epoch: Int) {
    if growing.count > filled { growing.removeLast(growing.count - filled) }
    // SiRF II without a fix sends 000 for every azimuth, although not all satellites are in the north.
    if taken > 1, !growing.contains(where: { $0.hasDirections }) {
      for index in growing.indices { growing[index].removeDirections() }
    }
    swap(&complete, &growing)
    (filled, taken) = (0, 0)
    nextPart = 1
    if let lastCompletion { period = max(1, epoch - lastCompletion) }
    lastCompletion = epoch
  }
}

/// A set of satellites as bits by constellation and number, for fast lookups.
struct SatelliteMarks {
  /// Four words for each of the eight constellations: numbers up to 255.
  private var words = InlineArray<32, UInt64>(repeating: 0)
  /// The number of satellites in the set.
  private(set) var count = 0

  /// The word and the bit of a satellite; the word is always one of the 32.
  @inline(__always)
  static func place(_ constellation: Constellation, _ number: Int16) -> (word: Int, bit: UInt64) {
    let number = UInt(truncatingIfNeeded: min(max(number, 0), 255))
    return (Int(constellation.rawValue & 7) &* 4 &+ Int(number &>> 6), 1 &<< UInt64(number & 63))
  }

  /// The word and the bit of a satellite.
  static func place(_ identity: SatelliteIdentity) -> (word: Int, bit: UInt64) {
    place(identity.constellation, Int16(truncatingIfNeeded: identity.number))
  }

  /// Whether a satellite is marked.
  func contains(_ identity: SatelliteIdentity) -> Bool {
    let (word, bit) = Self.place(identity)
    return words[word] & bit != 0
  }

  /// Marks a satellite.
  mutating func insert(_ identity: SatelliteIdentity) {
    let (word, bit) = Self.place(identity)
    insert(bit, at: word)
  }

  /// Adds the satellites with the given numbers; unused numbers are ignored.
  mutating func insert(_ numbers: Span<Int16>, _ numbering: SatelliteNumbering) {
    // A constellation's own numbers are in two words.
    let base = Int(numbering.home?.rawValue ?? 0) &* 4
    var (low, high) = (0, 0) as (UInt64, UInt64)
    var others = false
    for index in numbers.indices {
      var number = numbers[index]
      guard number > 0 else { continue }
      if number > numbering.shift { number &-= numbering.shift }
      if number > numbering.own {
        others = true
      } else if number < 64 {
        low |= 1 &<< UInt64(truncatingIfNeeded: number)
      } else {
        high = 1
      }
    }
    insert(low, at: base)
    insert(high, at: base &+ 1)
    guard others else { return }
    for index in numbers.indices {
      guard let identity = numbering.identity(of: Int(numbers[index])) else { continue }
      insert(identity)
    }
  }

  @inline(__always)
  private mutating func insert(_ bits: UInt64, at word: Int) {
    let known = words[word & 31]
    guard bits & ~known != 0 else { return }
    count += (bits & ~known).nonzeroBitCount
    words[word & 31] = known | bits
  }

  /// Removes all satellites.
  mutating func removeAll() {
    // Avoid writing zeros to an empty set.
    if count > 0 { self = SatelliteMarks() }
  }
}
