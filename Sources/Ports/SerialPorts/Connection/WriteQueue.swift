internal import GPSBase

/// The writes that wait, in order; a plain value without a clock, a lock or a descriptor.
///
/// A write leaves it finished, expired, cancelled or failed, and always with the count of bytes that went out.
struct WriteQueue<Completion> {
  /// A write that has left.
  struct Left {
    var completion: Completion
    var progress: WriteProgress
  }

  private struct Waiting {
    var ticket: Int
    var bytes: [UInt8]
    var written = 0
    @Kept var deadline: ContinuousClock.Instant
    var completion: Completion

    var left: Left {
      Left(completion: completion, progress: WriteProgress(written: written, of: bytes.count))
    }
  }

  private var waiting: [Waiting] = []
  /// The place of the first one: taking from the front of an array would move all others each time.
  private var first = 0
  private(set) var waitingBytes = 0
  private let limits: ConnectionLimits

  init(limits: ConnectionLimits) { self.limits = limits }

  var count: Int { waiting.count - first }
  var isEmpty: Bool { count == 0 }

  /// Puts a write at the end; false if that would be more than allowed.
  mutating func append(
    _ bytes: [UInt8], ticket: Int, deadline: ContinuousClock.Instant, completion: Completion
  ) -> Bool {
    guard count < limits.waitingWrites, bytes.count <= limits.waitingBytes - waitingBytes else {
      return false
    }
    waitingBytes += bytes.count
    waiting.append(Waiting(ticket: ticket, bytes: bytes, deadline: deadline, completion: completion))
    return true
  }

  /// The bytes of the first write, and how many of them are written.
  var head: (ticket: Int, bytes: [UInt8], written: Int)? {
    isEmpty ? nil : (waiting[first].ticket, waiting[first].bytes, waiting[first].written)
  }

  /// Counts bytes of the first write as written, and takes it out if that were the last.
  mutating func advance(_ ticket: Int, by count: Int) -> Left? {
    guard !isEmpty, waiting[first].ticket == ticket else { return nil }
    waiting[first].written += count
    waitingBytes -= count
    guard waiting[first].written == waiting[first].bytes.count else { return nil }
    let left = waiting[first].left
    first += 1
    if first == waiting.count || first > 64 {
      waiting.removeFirst(first)
      first = 0
    }
    return left
  }

  /// When the first of them must be done.
  var deadline: ContinuousClock.Instant? { waiting[first...].map(\.deadline).min() }

  /// Takes out those whose time is over.
  mutating func expire(at now: ContinuousClock.Instant) -> [Left] { take { $0.deadline <= now } }

  /// Removes a cancelled write.
  mutating func cancel(_ ticket: Int) -> Left? { take { $0.ticket == ticket }.first }

  /// Takes out all.
  mutating func takeAll() -> [Left] { take { _ in true } }

  private mutating func take(_ isTaken: (Waiting) -> Bool) -> [Left] {
    let taken = waiting[first...].filter(isTaken)
    guard !taken.isEmpty else { return [] }
    waiting = waiting[first...].filter { !isTaken($0) }
    first = 0
    waitingBytes = waiting.reduce(0) { $0 + $1.bytes.count - $1.written }
    return taken.map(\.left)
  }
}

/// How much a connection holds, so that nothing grows without bound.
public struct ConnectionLimits: Sendable, Hashable {
  /// Bytes that are read at once, at most; then others on the same loop have their turn.
  public var chunkSize: Int
  /// Bytes that may wait to be written.
  public var waitingBytes: Int
  /// Writes that may wait, however short.
  public var waitingWrites: Int

  /// Makes limits; what is out of reason is brought into it.
  public init(chunkSize: Int = 4096, waitingBytes: Int = 1 << 20, waitingWrites: Int = 1024) {
    self.chunkSize = min(max(chunkSize, 1), 1 << 20)
    self.waitingBytes = max(waitingBytes, 1)
    self.waitingWrites = max(waitingWrites, 1)
  }
}
