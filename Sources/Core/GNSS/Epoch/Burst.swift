/// The sentences of a burst and their order: one bit for each, numbered by ``SentenceKeys``.
struct Burst {
  private(set) var all: UInt64 = 0
  /// The first and the last sentence, each a single bit.
  private(set) var first: UInt64 = 0
  private(set) var last: UInt64 = 0
  /// Whether a sentence arrived for which no number is left.
  private(set) var isOverfull = false
  /// The numbers in order of arrival.
  private var order = InlineArray<32, UInt8>(repeating: 0)
  private var count = 0

  /// Adds a sentence that has just arrived.
  mutating func add(_ bit: UInt64) {
    include(bit)
    last = bit
    if first == 0 { first = bit }
  }

  /// Adds sentences that arrived before the burst and belong to it, without affecting its first sentence.
  mutating func include(_ bits: UInt64) {
    if bits == 0 { isOverfull = true }
    var rest = bits & ~all
    all |= bits
    while rest != 0 {
      guard count < 32 else { return isOverfull = true }
      order[count] = UInt8(truncatingIfNeeded: rest.trailingZeroBitCount)
      count += 1
      rest &= rest &- 1
    }
  }

  /// Whether another burst has the same sentences in the same order.
  func isEqual(to other: Burst) -> Bool {
    all == other.all && count == other.count && hasBeginning(of: other)
  }

  /// Whether another burst has the same last sentence and the same order, and only lacks some of `extra`.
  func isEqual(to other: Burst, withMore extra: UInt64) -> Bool {
    guard last == other.last, other.all & ~all == 0, all & ~other.all & ~extra == 0 else { return false }
    var place = 0
    for index in 0..<count where other.all & (1 &<< UInt64(order[index])) != 0 {
      guard order[index] == other.order[place] else { return false }
      place += 1
    }
    return true
  }

  /// Whether another burst begins with all of this one, and continues.
  func isBeginning(of other: Burst) -> Bool { count < other.count && hasBeginning(of: other) }

  /// Whether one sentence came before another; nil unless both are present.
  func isBefore(_ bit: UInt64, _ other: UInt64) -> Bool? {
    guard bit != other, all & bit != 0, all & other != 0 else { return nil }
    for index in 0..<count where 1 &<< UInt64(order[index]) & (bit | other) != 0 {
      return 1 &<< UInt64(order[index]) == bit
    }
    return nil
  }

  private func hasBeginning(of other: Burst) -> Bool {
    for index in 0..<count where order[index] != other.order[index] { return false }
    return true
  }
}

/// A burst that a receiver has sent, and how often.
struct BurstShape {
  var burst = Burst()
  var count = 0
  /// The number of the latest burst with this shape.
  var latest = 0

  func isShape(of other: Burst) -> Bool { count > 0 && other.isEqual(to: burst) }

  /// Counts a burst with this shape and this number.
  mutating func came(as number: Int) {
    count += 1
    latest = number
  }
}

/// The sentences of the last emitted epoch that may still arrive.
enum BurstTail {
  /// None: the line was quiet, or the next epoch has begun.
  case none
  /// The end was guessed or marked by a message, and nothing has arrived since.
  case guessed
  /// More of the epoch arrived after that end.
  case cut
}
