/// A set of satellites as bits by constellation and number, for fast lookups.
struct SatelliteMarks {
  /// Four words for each of the eight constellations: numbers up to 255.
  private var words = InlineArray<32, UInt64>(repeating: 0)
  private(set) var count = 0

  /// The word and the bit of a satellite; the word is always one of the 32.
  @inline(__always)
  static func place(_ constellation: Constellation, _ number: Int16) -> (word: Int, bit: UInt64) {
    let number = UInt(truncatingIfNeeded: min(max(number, 0), 255))
    return (Int(constellation.rawValue & 7) &* 4 &+ Int(number &>> 6), 1 &<< UInt64(number & 63))
  }

  static func place(_ identity: SatelliteIdentity) -> (word: Int, bit: UInt64) {
    place(identity.constellation, Int16(truncatingIfNeeded: identity.number))
  }

  func contains(_ identity: SatelliteIdentity) -> Bool {
    let (word, bit) = Self.place(identity)
    // A span: the inline array would be copied.
    let words = words.span
    return words[word & 31] & bit != 0
  }

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

  mutating func removeAll() {
    // Avoid writing zeros to an empty set.
    if count > 0 { self = SatelliteMarks() }
  }
}
