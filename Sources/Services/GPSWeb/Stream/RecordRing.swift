internal import GPSFormats

/// The latest records of all receivers, as listeners get them: one bounded buffer for all listeners.
///
/// A listener is a position in the ring; it is notified if records there were dropped before it got them.
struct RecordRing: Sendable {
  /// A record in its frame, and the fields that listeners select by.
  struct Entry: Sendable {
    /// Counts from 1 over all receivers.
    let number: Int
    let type: RecordType
    let receiver: Int
    /// The lines of the event stream: the id, the record, and an empty line.
    let frame: [UInt8]
    fileprivate let came: ContinuousClock.Instant
  }

  /// How much is kept and for how long; both limits apply.
  struct Bounds: Sendable, Hashable {
    var bytes = 8 << 20
    var age = Duration.seconds(600)
  }

  /// Four letters that identify this start of the program; its numbers are meaningless in any other.
  let boot: String
  private let bounds: Bounds
  private var entries: [Entry] = []
  /// Entries before this index have been dropped; they are removed in batches.
  private var head = 0
  private(set) var byteCount = 0
  private(set) var next = 1

  /// The memory of an entry besides its frame.
  private static let overhead = 96

  init(boot: String, bounds: Bounds = Bounds()) { (self.boot, self.bounds) = (boot, bounds) }

  /// The number of the oldest record kept; that of the next record if the ring is empty.
  var oldest: Int { next - (entries.count - head) }

  /// Adds a record, which is one complete line.
  @discardableResult mutating func append(
    _ record: ReportRecord, from receiver: Int, at now: ContinuousClock.Instant
  ) -> Entry {
    let frame = frame(record.line, next)
    let entry = Entry(number: next, type: record.type, receiver: receiver, frame: frame, came: now)
    next += 1
    entries.append(entry)
    byteCount += frame.count + Self.overhead
    forget(at: now)
    return entry
  }

  /// The lines of the event stream for a record.
  func frame(_ line: [UInt8], _ number: Int) -> [UInt8] {
    var frame: [UInt8] = []
    frame.reserveCapacity(line.count + 32)
    frame += "id: \(boot)-\(number)\ndata: ".utf8
    frame += line.last == 0x0A ? line.dropLast() : line[...]
    return frame + [0x0A, 0x0A]
  }

  /// The record with this number; nil if it was dropped or does not exist yet.
  subscript(number: Int) -> Entry? {
    let place = entries.count - (next - number)
    return place >= head && place < entries.count ? entries[place] : nil
  }

  /// Drops records that are too old or exceed the size.
  private mutating func forget(at now: ContinuousClock.Instant) {
    while head < entries.count - 1,
      byteCount > bounds.bytes || entries[head].came.duration(to: now) > bounds.age
    {
      byteCount -= entries[head].frame.count + Self.overhead
      head += 1
    }
    guard head >= 256, head * 2 >= entries.count else { return }
    entries.removeFirst(head)
    head = 0
  }
}
