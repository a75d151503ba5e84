internal import GPSBase

/// The pending writes in order; a plain value without a clock, a lock or a descriptor.
///
/// A write leaves it finished, expired, canceled or failed, always with the number of bytes written.
struct WriteQueue<Completion> {
  struct Left {
    var completion: Completion
    var progress: WriteProgress
  }

  private struct Waiting {
    var ticket: Int
    var bytes: [UInt8]
    var written = 0
    @StoredInstant var deadline: ContinuousClock.Instant
    var completion: Completion

    var left: Left {
      Left(completion: completion, progress: WriteProgress(written: written, of: bytes.count))
    }
  }

  private var waiting: [Waiting] = []
  /// The index of the first write; removing elements at the front of an array would move all others.
  private var first = 0
  private(set) var waitingBytes = 0
  private let limits: ConnectionLimits

  init(limits: ConnectionLimits) { self.limits = limits }

  var count: Int { waiting.count - first }
  var isEmpty: Bool { count == 0 }

  /// Appends a write; returns false if that would exceed the limits.
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

  /// The bytes of the first write, and the number already written.
  var head: (ticket: Int, bytes: [UInt8], written: Int)? {
    isEmpty ? nil : (waiting[first].ticket, waiting[first].bytes, waiting[first].written)
  }

  /// Adds to the number of bytes written; removes and returns the first write when it is complete.
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

  /// The earliest deadline.
  var deadline: ContinuousClock.Instant? { waiting[first...].map(\.deadline).min() }

  mutating func expire(at now: ContinuousClock.Instant) -> [Left] { take { $0.deadline <= now } }

  mutating func cancel(_ ticket: Int) -> Left? { take { $0.ticket == ticket }.first }

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

/// Limits on the memory of a connection.
public struct ConnectionLimits: Sendable, Hashable {
  /// The maximum number of bytes per read; after it, other work on the loop gets a turn.
  public var chunkSize: Int
  /// The maximum number of bytes in the write queue.
  public var waitingBytes: Int
  /// The maximum number of queued writes, however short.
  public var waitingWrites: Int

  /// Creates limits; unreasonable values are clamped.
  public init(chunkSize: Int = 4096, waitingBytes: Int = 1 << 20, waitingWrites: Int = 1024) {
    self.chunkSize = min(max(chunkSize, 1), 1 << 20)
    self.waitingBytes = max(waitingBytes, 1)
    self.waitingWrites = max(waitingWrites, 1)
  }
}
