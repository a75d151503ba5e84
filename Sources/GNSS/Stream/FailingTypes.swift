/// The types of sentences of which all have a wrong checksum.
///
/// A bad line damages sentences of all types. Where a type has never passed and the other types go on passing, its sender
/// computes the checksum wrongly.
public struct FailingTypes: Sendable, Hashable {
  /// A type, as `GPRMC`, and how many of its sentences failed.
  public struct Entry: Sendable, Hashable {
    // Not text: strings compare by Unicode, whose tables a chip has no room for.
    fileprivate var tag: UInt64
    /// Sentences with a wrong checksum.
    public var count: Int

    /// The talker and the type.
    public var name: String { FailingTypes.name(tag) }
  }

  private struct Count: Sendable, Hashable {
    var tag: UInt64
    var failed = 0
    /// Sentences of all types that had passed before the first of these failed.
    var passedBefore: Int
  }

  // Empty as long as no checksum is wrong.
  private var counts: [Count] = []
  private static let most = 16
  /// Fewer failures in a row may be chance, and so may fewer sentences of other types that pass.
  private static let least = 8

  /// Sentences with a right checksum.
  private var passed = 0
  /// The types that have passed once, in slots by their tags; 0 is an empty slot.
  private var seen: [UInt64] = []
  private var seenCount = 0
  private static let slots = 64
  /// More types may have passed than were noted.
  private static let mostSeen = 48

  /// Nothing yet.
  public init() {}

  /// The types that have always failed while others passed, the most frequent first.
  public var always: [Entry] {
    counts.filter { $0.failed >= Self.least && passed - $0.passedBefore >= Self.least && !hasPassed($0.tag) }
      .sorted { $0.failed > $1.failed }.map { Entry(tag: $0.tag, count: $0.failed) }
  }

  /// A sentence failed.
  mutating func fail(_ bytes: Span<UInt8>) {
    let tag = Self.tag(bytes, 0)
    guard tag != 0 else { return }
    if let index = counts.firstIndex(where: { $0.tag == tag }) {
      counts[index].failed += 1
    } else if counts.count < Self.most {
      counts.append(Count(tag: tag, failed: 1, passedBefore: passed))
    } else if let rarest = counts.indices.min(by: { counts[$0].failed < counts[$1].failed }) {
      // Damaged names come once.
      counts[rarest] = Count(tag: tag, failed: 1, passedBefore: passed)
    }
  }

  /// A sentence at a place passed; memory is asked for with the first one only.
  mutating func pass(_ bytes: Span<UInt8>, _ place: Int) {
    passed &+= 1
    let quick = Self.fiveLetters(bytes, place)
    let slot = Self.slot(quick)
    if slot < seen.count, quick != 0, seen[slot] == quick { return }
    note(Self.tag(bytes, place))
  }

  /// Whether a line that ends without a checksum was cut.
  ///
  /// Makers send some sentences of their own without one: such a type never passes.
  func isCut(_ line: Span<UInt8>) -> Bool {
    let tag = Self.tag(line, 0)
    guard tag != 0 else { return true }
    let hasFiveLetters = tag >> 32 != 0 && tag >> 40 == 0
    let isMakers = !hasFiveLetters || line[1] == UInt8(ascii: "P")
    return !isMakers || hasPassed(tag)
  }

  @inline(never)
  private mutating func note(_ tag: UInt64) {
    guard tag != 0 else { return }
    if seen.isEmpty { seen = [UInt64](repeating: 0, count: Self.slots) }
    guard let slot = place(of: tag), seen[slot] != tag, seenCount < Self.mostSeen else { return }
    seen[slot] = tag
    seenCount += 1
  }

  /// The slot of a tag, or the empty one where it belongs.
  private func place(of tag: UInt64) -> Int? {
    var slot = Self.slot(tag)
    for _ in 0..<seen.count {
      if seen[slot] == tag || seen[slot] == 0 { return slot }
      slot = (slot + 1) % Self.slots
    }
    return nil
  }

  private static func slot(_ tag: UInt64) -> Int {
    Int(truncatingIfNeeded: (tag &* 0x9E37_79B9_7F4A_7C15) >> 58)
  }

  /// Whether a type has passed, or may have.
  private func hasPassed(_ tag: UInt64) -> Bool {
    if seenCount == Self.mostSeen { return true }
    guard let slot = place(of: tag) else { return false }
    return seen[slot] == tag
  }

  /// The same of another part of the stream added.
  package mutating func add(_ other: FailingTypes) {
    for count in other.counts {
      if let index = counts.firstIndex(where: { $0.tag == count.tag }) {
        counts[index].failed += count.failed
      } else if counts.count < Self.most {
        counts.append(Count(tag: count.tag, failed: count.failed, passedBefore: passed + count.passedBefore))
      }
    }
    passed += other.passed
    for tag in other.seen { note(tag) }
  }

  /// What came after an earlier moment; a type that passed before that has passed.
  package func since(_ earlier: FailingTypes) -> FailingTypes {
    var news = self
    news.passed -= earlier.passed
    for index in news.counts.indices {
      news.counts[index].passedBefore = max(0, news.counts[index].passedBefore - earlier.passed)
      if let count = earlier.counts.first(where: { $0.tag == news.counts[index].tag }) {
        news.counts[index].failed -= count.failed
      }
    }
    return news
  }

  /// The tag of a type with five letters, which most have, without a loop; 0 for another length.
  ///
  /// The bytes may be no letters, or reach into the next line: such a tag is equal to none that was noted.
  private static func fiveLetters(_ bytes: Span<UInt8>, _ place: Int) -> UInt64 {
    guard bytes.count &- place > 6, bytes[place &+ 6] == UInt8(ascii: ",") else { return 0 }
    var tag: UInt64 = 0
    for index in 1...5 { tag = tag << 8 | UInt64(bytes[place &+ index]) }
    return tag
  }

  /// Up to eight capital letters and digits between the dollar and the first comma; 0 for anything else.
  private static func tag(_ bytes: Span<UInt8>, _ place: Int) -> UInt64 {
    var tag: UInt64 = 0
    for index in 1..<min(max(bytes.count - place, 1), 10) {
      let byte = bytes[place + index]
      if byte == UInt8(ascii: ",") { return index > 3 ? tag : 0 }
      guard byte &- 0x41 < 26 || byte &- 0x30 < 10, index < 9 else { return 0 }
      tag = tag << 8 | UInt64(byte)
    }
    return 0
  }

  fileprivate static func name(_ tag: UInt64) -> String {
    var bytes: [UInt8] = []
    for shift in stride(from: 56, through: 0, by: -8) {
      let byte = UInt8(truncatingIfNeeded: tag >> UInt64(shift))
      if byte != 0 { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
