package import NMEA

/// The types of sentences whose checksums are always wrong, or that are always refused for a field.
///
/// A bad line damages sentences of all types. If a type has never had a valid checksum while other types
/// have, its sender computes the checksum wrongly.
package struct FailingTypes: Sendable, Hashable {
  /// A type, such as `GPRMC`, and the number of its failures.
  package struct Entry: Sendable, Hashable {
    // Not a `String`: comparing strings needs Unicode tables, too large for a microcontroller.
    fileprivate var tag: UInt64
    /// The number of sentences with a wrong checksum, or of refused ones.
    package var count: Int
    /// Why the first of them was refused; nil if their checksums are wrong.
    package var refusal: Refusal?

    package var name: String { FailingTypes.name(tag) }
  }

  /// An impossible field, or too few of them.
  package struct Refusal: Sendable, Hashable {
    package var reason: SentenceError
    /// The beginning of the field; empty if there are too few.
    fileprivate var field: [UInt8]

    /// The beginning of the field, with a question mark for each byte that is not ASCII.
    package var text: String { String(decoding: field, as: UTF8.self) }

    fileprivate static let longest = 20
  }

  private struct Count: Sendable, Hashable {
    var tag: UInt64
    var failed = 0
    /// The number of sentences that were refused, and why the first one was.
    var refused = 0
    var refusal: Refusal?
    /// The number of valid sentences of all types before the first failure of this type.
    var passedBefore: Int
  }

  // Empty while all sentences are valid: a copy of the counts, as for each epoch, costs no more for its entries.
  private var counts: [Count] = []
  private static let most = 16
  /// Fewer failures in a row, or fewer valid sentences of other types, may be coincidence.
  private static let least = 8

  /// The number of sentences with a valid checksum.
  private var passed = 0
  /// Hash table of the types that have been valid at least once, by tag; 0 is an empty slot.
  private var seen: [UInt64] = []
  private var seenCount = 0
  private static let slots = 64
  /// The table is full at this size; then any type may have been valid.
  private static let mostSeen = 48

  package init() {}

  /// The types that have always failed while others were valid, the most frequent first.
  package var always: [Entry] {
    counts.filter { $0.failed >= Self.least && passed - $0.passedBefore >= Self.least && !hasPassed($0.tag) }
      .sorted { $0.failed > $1.failed }.map { Entry(tag: $0.tag, count: $0.failed) }
  }

  /// The types that have always been refused, the most frequent first.
  package var refused: [Entry] {
    counts.filter { $0.refused > 0 && !hasPassed($0.tag) }.sorted { $0.refused > $1.refused }
      .map { Entry(tag: $0.tag, count: $0.refused, refusal: $0.refusal) }
  }

  /// Counts a sentence with a wrong checksum.
  mutating func fail(_ bytes: Span<UInt8>) {
    if let index = place(ofFailed: bytes) { counts[index].failed += 1 }
  }

  /// Counts a sentence with a valid checksum that is refused, from its `$` to the end of its last field.
  mutating func refuse(_ bytes: Span<UInt8>, _ reason: SentenceError) {
    guard let index = place(ofFailed: bytes) else { return }
    counts[index].refused += 1
    guard counts[index].refusal == nil else { return }
    var field: [UInt8] = []
    if case .field(let fault) = reason {
      var number = 0
      for place in bytes.indices {
        let byte = bytes[place]
        if byte == UInt8(ascii: ",") {
          number += 1
        } else if number == fault.field, field.count < Refusal.longest {
          field.append(0x20..<0x7F ~= byte ? byte : UInt8(ascii: "?"))
        }
      }
    }
    counts[index].refusal = Refusal(reason: reason, field: field)
  }

  /// The entry of the type of a failed sentence, which may be new; nil without a type.
  private mutating func place(ofFailed bytes: Span<UInt8>) -> Int? {
    let tag = Self.tag(bytes, 0)
    guard tag != 0 else { return nil }
    if let index = counts.firstIndex(where: { $0.tag == tag }) { return index }
    let new = Count(tag: tag, passedBefore: passed)
    if counts.count < Self.most {
      counts.append(new)
      return counts.count - 1
    }
    // Replaces the rarest type: damaged names occur only once.
    let rarest = counts.indices.min {
      counts[$0].failed + counts[$0].refused < counts[$1].failed + counts[$1].refused
    }
    if let rarest { counts[rarest] = new }
    return rarest
  }

  /// Counts a valid sentence at an index; allocates only with the first one.
  mutating func pass(_ bytes: Span<UInt8>, _ place: Int) {
    passed &+= 1
    let quick = Self.fiveLetters(bytes, place)
    let slot = Self.slot(quick)
    if slot < seen.count, quick != 0, seen[slot] == quick { return }
    note(Self.tag(bytes, place))
  }

  /// Whether a line without a checksum was cut off.
  ///
  /// Vendors send some sentences without a checksum; such a type has never been valid.
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

  /// The slot of a tag, or the empty slot where it belongs.
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

  /// Whether a type has been valid, or may have been.
  private func hasPassed(_ tag: UInt64) -> Bool {
    if seenCount == Self.mostSeen { return true }
    guard let slot = place(of: tag) else { return false }
    return seen[slot] == tag
  }

  /// Adds the counts of another part of the stream.
  package mutating func add(_ other: FailingTypes) {
    guard self != FailingTypes() else { return self = other }
    for count in other.counts {
      if let index = counts.firstIndex(where: { $0.tag == count.tag }) {
        counts[index].failed += count.failed
        counts[index].refused += count.refused
        counts[index].refusal = counts[index].refusal ?? count.refusal
      } else if counts.count < Self.most {
        counts.append(count)
        counts[counts.count - 1].passedBefore += passed
      }
    }
    passed += other.passed
    for tag in other.seen { note(tag) }
  }

  /// The counts since an earlier time; a type that was valid before then remains valid.
  package func since(_ earlier: FailingTypes) -> FailingTypes {
    var news = self
    news.passed -= earlier.passed
    for index in news.counts.indices {
      news.counts[index].passedBefore = max(0, news.counts[index].passedBefore - earlier.passed)
      if let count = earlier.counts.first(where: { $0.tag == news.counts[index].tag }) {
        news.counts[index].failed -= count.failed
        news.counts[index].refused -= count.refused
      }
    }
    return news
  }

  /// The tag of a type with five letters, as most have, computed without a loop; 0 for other lengths.
  ///
  /// The bytes may not be letters, or may reach into the next line; such a tag does not match any stored one.
  static func fiveLetters(_ bytes: Span<UInt8>, _ place: Int) -> UInt64 {
    guard bytes.count &- place > 6, bytes[place &+ 6] == UInt8(ascii: ",") else { return 0 }
    var tag: UInt64 = 0
    for index in 1...5 { tag = tag << 8 | UInt64(bytes[place &+ index]) }
    return tag
  }

  /// The tag of up to eight capital letters and digits before the first comma; 0 for anything else.
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

extension FailingTypes.Refusal {
  /// `latitude '-3003.1914'`, or `4 of 10 fields`.
  package var words: String {
    switch reason {
    case .field(let fault):
      let name =
        switch fault.reason {
        case .notALatitude: "latitude"
        case .notALongitude: "longitude"
        case .notAHemisphere: "hemisphere"
        case .otherUnit: "unit"
        default: "field \(fault.field)"
        }
      return "\(name) '\(text)'"
    case .tooFewFields(let found, let expected): return "\(found) of \(expected) fields"
    default: return "no fields"
    }
  }
}
