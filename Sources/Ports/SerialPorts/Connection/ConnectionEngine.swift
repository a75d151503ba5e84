import Dispatch
import Locking

/// What runs behind a ``SerialConnection``: it waits for events, and owns the descriptor.
///
/// The sources of Dispatch hold it, and not the connection: who drops the connection ends it. All of its state is one
/// value under one lock, which is never held while the kernel or the user's code runs.
final class ConnectionEngine: Sendable {
  typealias Bytes = @Sendable (Span<UInt8>, ContinuousClock.Instant) -> Void
  typealias End = @Sendable (SerialConnectionEnd) -> Void
  typealias Completion = @Sendable (Result<Void, SerialPortError>) -> Void

  struct State {
    var lifetime = ConnectionLifetime()
    var writes: WriteQueue<Completion>
    var onBytes: Bytes?
    var onEnd: End?
    var waiters: [@Sendable () -> Void] = []
    var reading: (any DispatchSourceRead)?
    var writing: (any DispatchSourceWrite)?
    var timer: (any DispatchSourceTimer)?
    /// Whether the kernel takes no more bytes, and ``writing`` waits for it to.
    var isBlocked = false
    /// Whether a call of ``pump()`` runs or is on its way.
    var isPumping = false
    var tickets = 0
  }

  let line: SerialLine
  let queue: DispatchQueue
  let limits: ConnectionLimits
  let state: Guarded<State>

  init(line: SerialLine, queue: DispatchQueue, limits: ConnectionLimits) {
    self.line = line
    self.queue = queue
    self.limits = limits
    state = Guarded(State(writes: WriteQueue(limits: limits)))
  }

  /// Why nothing can be done with the connection any more.
  func refusal(_ lifetime: ConnectionLifetime) -> SerialPortError {
    if case .itself(let end) = lifetime.ending { end.error } else { .closed(line.path) }
  }

  /// Begins to read.
  func start(bytes: @escaping Bytes, end: @escaping End) throws(SerialPortError) {
    let refusal: SerialPortError? = state.withLock { state in
      guard state.lifetime.isOpen else { return self.refusal(state.lifetime) }
      guard state.reading == nil else {
        return SerialPortError(
          code: .alreadyStarted, path: line.path, found: "this connection is reading already",
          remedy: "start it once, and pass on what it reads")
      }
      state.onBytes = bytes
      state.onEnd = end
      let source = DispatchSource.makeReadSource(fileDescriptor: line.descriptor, queue: queue)
      source.setEventHandler { [self] in _ = readChunk() }
      source.setCancelHandler { [self] in sourceIsGone() }
      state.reading = source
      state.lifetime.addSource()
      source.activate()
      return nil
    }
    if let refusal { throw refusal }
  }

  /// Reads once and hands on what came; whether there may be more.
  func readChunk() -> Bool {
    // The time comes first: reading takes its own.
    let arrival = ContinuousClock.now
    return unsafe withUnsafeTemporaryAllocation(byteCount: limits.chunkSize, alignment: 1) { buffer in
      switch unsafe line.read(into: buffer) {
      case .bytes(let count):
        guard let onBytes = state.withLock({ $0.lifetime.isOpen ? $0.onBytes : nil }) else { return false }
        let chunk = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<count])
        unsafe chunk.withMemoryRebound(to: UInt8.self) { unsafe onBytes($0.span, arrival) }
        return true
      case .nothing:
        return false
      case .gone(let error):
        end(.itself(.vanished(.vanished(line.path, error))))
        return false
      case .failed(let error):
        end(.itself(.failed(.doing("read", line.path, error))))
        return false
      }
    }
  }

  /// Lets a thread use the line, and keeps it open as long.
  func withLine<Value>(
    _ body: (SerialLine) throws(SerialPortError) -> Value
  ) throws(SerialPortError) -> Value {
    let refusal: SerialPortError? = state.withLock { state in
      state.lifetime.enter() ? nil : self.refusal(state.lifetime)
    }
    if let refusal { throw refusal }
    defer { leave() }
    return try body(line)
  }

  func leave() {
    let canFinish = state.withLock { state in
      state.lifetime.leave()
      return state.lifetime.canFinish
    }
    if canFinish { queue.async { [self] in finish() } }
  }
}
