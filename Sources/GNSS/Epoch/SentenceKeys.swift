/// Numbers the sentences of a receiver's bursts: each name, and each further sentence of that name, has a bit.
///
/// A burst has some two dozen sentences. When all 64 numbers are taken, one is reused that no burst in memory has.
struct SentenceKeys {
  private struct Key {
    var name: UInt32
    /// How many of that name come before it in a burst.
    var ordinal: Int
    /// The bits of all keys that have this name.
    var namesakes: UInt64 = 0
  }

  /// On the heap, since an inline array that is a member of a value is copied as often as it is looked at.
  private var keys: [Key] = []
  private static let most = 64
  /// The latest burst that was looked up: bursts are alike.
  private var lookedUp = (burst: 0 as UInt64, sources: Fix.Sources())

  /// The sentences that tell of satellites.
  var satellites: UInt64 {
    var bits: UInt64 = 0
    for index in keys.indices where keys[index].name == Name.gsa || Name.isGSV(keys[index].name) {
      bits |= Self.bit(index)
    }
    return bits
  }

  /// The kinds of sentences and messages of a burst.
  mutating func sources(of burst: UInt64) -> Fix.Sources {
    if burst == lookedUp.burst { return lookedUp.sources }
    var sources = Fix.Sources()
    for index in keys.indices where burst & Self.bit(index) != 0 {
      sources.formUnion(Fix.Sources(named: keys[index].name))
    }
    lookedUp = (burst, sources)
    return sources
  }

  /// The bit of the first sentence of a name; 0 where it has none.
  func first(of name: UInt32) -> UInt64 {
    let index = keys.firstIndex { $0.name == name && $0.ordinal == 0 }
    return index.map(Self.bit) ?? 0
  }

  /// The bit of the next sentence of a name in a burst; nil where it has none yet.
  ///
  /// Bursts are alike, so the one that is numbered behind the last one is asked first.
  func next(of name: UInt32, in burst: UInt64, behind last: UInt64) -> UInt64? {
    let guess = 64 &- last.leadingZeroBitCount
    if guess < keys.count, isNext(keys[guess], name, burst) { return Self.bit(guess) }
    return keys.firstIndex { isNext($0, name, burst) }.map(Self.bit)
  }

  private func isNext(_ key: Key, _ name: UInt32, _ burst: UInt64) -> Bool {
    key.name == name && (burst & key.namesakes).nonzeroBitCount == key.ordinal
  }

  /// Gives the next sentence of a name in a burst a bit; 0 if none is left.
  ///
  /// `kept` are the sentences of all bursts that are still remembered.
  mutating func add(_ name: UInt32, in burst: UInt64, kept: UInt64) -> UInt64 {
    let key = Key(name: name, ordinal: (burst & bits(of: name)).nonzeroBitCount)
    var place = keys.count
    lookedUp = (0, [])
    if place < Self.most {
      keys.append(key)
    } else {
      place = (~(burst | kept)).trailingZeroBitCount
      guard place < Self.most else { return 0 }
      keys[place] = key
    }
    for index in keys.indices { keys[index].namesakes = bits(of: keys[index].name) }
    return Self.bit(place)
  }

  private func bits(of name: UInt32) -> UInt64 {
    var bits: UInt64 = 0
    for index in keys.indices where keys[index].name == name { bits |= Self.bit(index) }
    return bits
  }

  private static func bit(_ index: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: index) }
}
