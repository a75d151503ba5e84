internal import GPSFormats

/// The last records of all receivers, as listeners get them: one memory for all, which never grows beyond its bounds.
///
/// A listener is a place in it. Who falls behind its oldest record has lost something, and learns that.
struct RecordRing: Sendable {
  /// A record in its frame, and what listeners choose by.
  struct Entry: Sendable {
    /// Counts from 1 over all receivers.
    let number: Int
    let type: RecordType
    /// The receiver, by its place.
    let receiver: Int
    /// The lines of the event stream: id, record, and the empty line behind them.
    let frame: [UInt8]
    fileprivate let came: ContinuousClock.Instant
  }

  /// How much is kept, and for how long, whichever is less.
  struct Bounds: Sendable, Hashable {
    var bytes = 8 << 20
    var age = Duration.seconds(600)
  }

  /// Four letters that tell this start of the program from others: its numbers mean nothing to the next one.
  let boot: String
  private let bounds: Bounds
  private var entries: [Entry] = []
  /// Entries before this place have gone; they are removed many at a time.
  private var head = 0
  private(set) var byteCount = 0
  /// The number that the next record gets.
  private(set) var next = 1

  /// What an entry costs beside its frame.
  private static let overhead = 96

  init(boot: String, bounds: Bounds = Bounds()) {
    (self.boot, self.bounds) = (boot, bounds)
  }

  /// The number of the oldest record that is still here; that of the next one where there is none.
  var oldest: Int { next - (entries.count - head) }

  /// Adds a record, which is a whole line.
  @discardableResult mutating func append(
    _ record: ReportRecord, from receiver: Int, at now: ContinuousClock.Instant
  ) -> Entry {
    var frame: [UInt8] = []
    frame.reserveCapacity(record.line.count + 32)
    frame += "id: \(boot)-\(next)\ndata: ".utf8
    frame += record.line.last == 0x0A ? record.line.dropLast() : record.line[...]
    frame += [0x0A, 0x0A]
    let entry = Entry(number: next, type: record.type, receiver: receiver, frame: frame, came: now)
    next += 1
    entries.append(entry)
    byteCount += frame.count + Self.overhead
    forget(at: now)
    return entry
  }

  /// The record of a number; nil if it has gone, or has not come yet.
  subscript(number: Int) -> Entry? {
    let place = entries.count - (next - number)
    return place >= head && place < entries.count ? entries[place] : nil
  }

  /// Lets go of what is too much or too old.
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
