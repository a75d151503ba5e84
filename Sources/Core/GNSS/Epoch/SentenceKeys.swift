/// Numbers the sentences of a receiver's bursts: each name, and each repetition of that name, has a bit.
///
/// A burst has about two dozen sentences. If all 64 numbers are in use, one without a stored burst is reused.
struct SentenceKeys {
  private struct Key {
    var name: UInt32
    /// The number of sentences with that name before it in a burst.
    var ordinal: Int
    /// The bits of all keys with this name.
    var namesakes: UInt64 = 0
  }

  /// Allocated on the heap: an inline array in a value would be copied at each access.
  private var keys: [Key] = []
  private static let most = 64
  /// The result of the latest lookup, cached because bursts are alike.
  private var lookedUp = (burst: 0 as UInt64, sources: Fix.Sources())

  var satellites: UInt64 {
    var bits: UInt64 = 0
    for index in keys.indices where keys[index].name == SourceKey.gsa || SourceKey.isGSV(keys[index].name) {
      bits |= Self.bit(index)
    }
    return bits
  }

  /// The kinds of sentences and messages in a burst.
  mutating func sources(of burst: UInt64) -> Fix.Sources {
    if burst == lookedUp.burst { return lookedUp.sources }
    var sources = Fix.Sources()
    for index in keys.indices where burst & Self.bit(index) != 0 {
      sources.formUnion(Fix.Sources(named: keys[index].name))
    }
    lookedUp = (burst, sources)
    return sources
  }

  /// The bit of the first sentence with a name; 0 if there is no such key.
  func first(of name: UInt32) -> UInt64 {
    let index = keys.firstIndex { $0.name == name && $0.ordinal == 0 }
    return index.map(Self.bit) ?? 0
  }

  /// The bit of the next sentence with a name in a burst; nil if there is no such key.
  ///
  /// Bursts are alike, so the key numbered after the last sentence is tried first.
  func next(of name: UInt32, in burst: UInt64, behind last: UInt64) -> UInt64? {
    let guess = 64 &- last.leadingZeroBitCount
    if guess < keys.count, isNext(keys[guess], name, burst) { return Self.bit(guess) }
    return keys.firstIndex { isNext($0, name, burst) }.map(Self.bit)
  }

  private func isNext(_ key: Key, _ name: UInt32, _ burst: UInt64) -> Bool {
    key.name == name && (burst & key.namesakes).nonzeroBitCount == key.ordinal
  }

  /// Assigns a bit to the next sentence with a name in a burst; 0 if none is left.
  ///
  /// `kept` are the sentences of all stored bursts.
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
