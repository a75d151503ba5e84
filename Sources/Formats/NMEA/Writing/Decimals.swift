/// How many decimals the next numbers of a sentence get, in their order: a row of nibbles.
struct Decimals {
  private var nibbles: UInt64
  /// What stands for "as the sentence has it by itself".
  private static let own: UInt64 = 15

  /// The first few, each 0 to 14; those behind them are as the sentence has them.
  @inline(__always)
  init(_ places: Int...) {
    nibbles = .max
    var shift: UInt64 = 0
    for place in places {
      nibbles = nibbles & ~(15 &<< shift) | UInt64(min(max(place, 0), 14)) &<< shift
      shift &+= 4
    }
  }

  /// The next number's decimals.
  @inline(__always)
  mutating func next(own: Int) -> Int {
    let nibble = nibbles & 15
    nibbles = nibbles &>> 4 | Decimals.own &<< 60
    return nibble == Decimals.own ? own : Int(nibble)
  }
}
