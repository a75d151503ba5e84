internal import GPSFormats

/// The records a listener requests, and where it continues.
struct EventFilter: Sendable, Hashable {
  /// The requested kinds, or nil for all.
  var types: Set<RecordType>?
  /// The requested receiver by index, or nil for all.
  var receiver: Int?
  /// The last id that the listener received, as it sent it.
  var last: String?

  init() {}
}

/// The position of one listener in the event stream: a pure value that returns bytes as they fit.
struct EventCursor: Sendable {
  private let filter: EventFilter
  /// Bytes for this listener only, sent before the next record.
  private var own: [UInt8]
  private var ownSent = 0
  /// The number of the next record that was not sent completely.
  private(set) var next: Int
  /// How much of that record was sent.
  private var sent = 0
  /// When the listener last received something.
  private(set) var told: ContinuousClock.Instant

  /// - Parameters:
  ///   - filter: The requested records.
  ///   - greeting: The bytes to send first.
  ///   - next: The number of the first record after the greeting.
  ///   - now: The current time.
  init(_ filter: EventFilter, greeting: [UInt8], next: Int, at now: ContinuousClock.Instant) {
    self.filter = filter
    (own, self.next, told) = (greeting, next, now)
  }

  /// Writes the data available, as much as fits.
  mutating func fill(
    _ room: UnsafeMutableRawBufferPointer, from ring: RecordRing, at now: ContinuousClock.Instant
  ) -> BodyStep {
    var count = 0
    while count < room.count {
      if ownSent < own.count {
        count += unsafe room.take(own, &ownSent, at: count)
        continue
      }
      if !own.isEmpty { (own, ownSent) = ([], 0) }
      guard next < ring.next else { break }
      guard let entry = ring[next] else { return count > 0 ? .wrote(count) : .leftBehind }
      guard sent > 0 || isWanted(entry) else {
        next += 1
        continue
      }
      count += unsafe room.take(entry.frame, &sent, at: count)
      if sent == entry.frame.count { (next, sent) = (next + 1, 0) }
    }
    guard count > 0 else { return .wait }
    told = now
    return .wrote(count)
  }

  /// Adds bytes for this listener only, unless a record is partly sent.
  ///
  /// - Returns: Whether they were added.
  mutating func say(_ bytes: [UInt8]) -> Bool {
    guard sent == 0 else { return false }
    own += bytes
    return true
  }

  private func isWanted(_ entry: RecordRing.Entry) -> Bool {
    filter.types?.contains(entry.type) ?? true && filter.receiver.map { $0 == entry.receiver } ?? true
  }
}
