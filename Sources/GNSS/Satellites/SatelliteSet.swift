internal import NMEA

/// One talker's satellites of one signal.
struct SatelliteSet {
  /// The key of a set.
  struct Key: Hashable {
    var talker: Talker
    var signal: Int?
    var system: Int?
  }

  let key: Key
  /// The set that came last as a whole.
  private(set) var complete: [Satellite] = []
  /// The parts that have come of the next one.
  private var growing: [Satellite] = []
  private var nextPart = 1
  /// The epoch in which any part came last.
  private(set) var lastHeard = 0
  /// The epoch in which it was last complete; nil if it never was.
  private var lastCompletion: Int?
  /// Epochs from one whole set to the next.
  private(set) var period = usualPeriod

  /// Until two whole sets have come: many receivers tell their sky with every fifth epoch.
  private static let usualPeriod = 5
  /// More than any constellation has.
  private static let mostSatellites = 64

  private let numbering: SatelliteNumbering
  private let homeSignal: Signal?

  init(_ key: Key) {
    self.key = key
    numbering = SatelliteNumbering(system: key.system, talker: key.talker)
    homeSignal = numbering.home.flatMap { Signal(number: key.signal, of: $0) }
  }

  /// Takes one part; true if it was the last one, and all before it have come.
  mutating func take(_ gsv: GSV, number: Int, total: Int, epoch: Int) -> Bool {
    lastHeard = epoch
    if number == 1 {
      growing.removeAll(keepingCapacity: true)
      nextPart = 1
    }
    guard number == nextPart else { return false }
    nextPart += 1
    let stored = gsv.stored
    // By a span: an inline array would be copied for each index.
    let numbers = stored.span
    for index in 0..<gsv.count {
      // The mask takes the place of a check that the index is in bounds.
      let place = (4 &* index) & 31
      guard growing.count < Self.mostSatellites, numbers[place] > 0,
        let identity = numbering.identity(of: Int(numbers[place]))
      else { continue }
      let signal =
        identity.constellation == numbering.home
        ? homeSignal : Signal(number: key.signal, of: identity.constellation)
      growing.append(
        Satellite(
          identity, signal, elevation: numbers[(place &+ 1) & 31], azimuth: numbers[(place &+ 2) & 31],
          carrierToNoise: numbers[(place &+ 3) & 31]))
    }
    guard number == total else { return false }
    finish(epoch)
    return true
  }

  private mutating func finish(_ epoch: Int) {
    if !hasDirections {
      for index in growing.indices {
        growing[index].azimuth = nil
        growing[index].elevation = nil
      }
    }
    swap(&complete, &growing)
    nextPart = 1
    if let lastCompletion { period = max(1, epoch - lastCompletion) }
    lastCompletion = epoch
  }

  /// SiRF-II without a fix writes 000 for every azimuth: not all satellites stand in the north.
  private var hasDirections: Bool {
    growing.count < 2 || growing.contains { ($0.azimuth ?? 0) != 0 }
  }
}

/// A mark for each satellite there can be: a bit by constellation and number, so that asking costs nothing.
struct SatelliteMarks {
  /// Three words for each of the eight constellations: numbers up to 191.
  private var words = InlineArray<24, UInt64>(repeating: 0)
  /// How many satellites are marked.
  private(set) var count = 0

  @inline(__always)
  private func place(_ identity: SatelliteIdentity) -> (word: Int, bit: UInt64) {
    let number = UInt(bitPattern: min(max(identity.number, 0), 191))
    return (Int(identity.constellation.rawValue) &* 3 &+ Int(number &>> 6), 1 &<< UInt64(number & 63))
  }

  /// Marks a satellite.
  mutating func insert(_ identity: SatelliteIdentity) {
    let (word, bit) = place(identity)
    if words[word] & bit == 0 { count += 1 }
    words[word] |= bit
  }

  /// Whether a satellite is marked.
  @inline(__always)
  func contains(_ identity: SatelliteIdentity) -> Bool {
    let (word, bit) = place(identity)
    return words[word] & bit != 0
  }

  /// Takes all marks away.
  mutating func removeAll() { self = SatelliteMarks() }
}
