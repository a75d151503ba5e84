/// Numbers the sentences of a receiver's bursts: each name, and each further sentence of that name, has a bit.
///
/// A burst has some two dozen sentences. When all 64 numbers are taken, one is reused that no burst in memory has.
struct SentenceKeys {
  private var names = InlineArray<64, UInt32>(repeating: 0)
  /// How many of that name come before it in a burst.
  private var ordinals = InlineArray<64, UInt8>(repeating: 0)
  private var used = 0

  /// The sentences that tell of satellites.
  var satellites: UInt64 {
    var bits: UInt64 = 0
    for index in 0..<used where names[index] == Name.gsa || Name.isGSV(names[index]) {
      bits |= 1 &<< UInt64(truncatingIfNeeded: index)
    }
    return bits
  }

  /// The bit of the first sentence of a name; 0 where it has none.
  func first(of name: UInt32) -> UInt64 {
    for index in 0..<used where names[index] == name && ordinals[index] == 0 {
      return 1 &<< UInt64(truncatingIfNeeded: index)
    }
    return 0
  }

  /// The bit of the next sentence of a name in a burst; nil where it has none yet.
  func next(of name: UInt32, in burst: UInt64) -> UInt64? {
    let before = count(of: name, in: burst)
    for index in 0..<used where names[index] == name && ordinals[index] == before {
      return 1 &<< UInt64(truncatingIfNeeded: index)
    }
    return nil
  }

  /// Gives the next sentence of a name in a burst a bit; 0 if none is left.
  ///
  /// `kept` are the sentences of all bursts that are still remembered.
  mutating func add(_ name: UInt32, in burst: UInt64, kept: UInt64) -> UInt64 {
    guard let index = free(kept: burst | kept) else { return 0 }
    ordinals[index] = count(of: name, in: burst)
    names[index] = name
    return 1 &<< UInt64(truncatingIfNeeded: index)
  }

  private func count(of name: UInt32, in burst: UInt64) -> UInt8 {
    var count: UInt8 = 0
    for index in 0..<used where names[index] == name {
      if burst & (1 &<< UInt64(truncatingIfNeeded: index)) != 0 { count &+= 1 }
    }
    return count
  }

  private mutating func free(kept: UInt64) -> Int? {
    if used < 64 {
      used += 1
      return used - 1
    }
    let free = (~kept).trailingZeroBitCount
    return free < 64 ? free : nil
  }
}
