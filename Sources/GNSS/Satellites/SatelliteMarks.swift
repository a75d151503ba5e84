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
