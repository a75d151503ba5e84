import Dispatch
import Locking
internal import Texts

/// The working part of a ``SerialConnection``: it owns the descriptor and reacts to its events.
///
/// The sources of Dispatch hold the engine, not the connection, so dropping the connection ends it. All of its state is
/// one value under one lock, which is never held while the kernel or the user's code runs.
final class ConnectionEngine: Sendable {
  typealias Bytes = @Sendable (Span<UInt8>, ContinuousClock.Instant) -> Void
  typealias End = @Sendable (SerialConnectionEnd) -> Void
  typealias Completion = @Sendable (Result<Void, SerialPortError>) -> Void

  private struct State {
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
  private let limits: ConnectionLimits
  private let state: Guarded<State>

  init(line: SerialLine, queue: DispatchQueue, limits: ConnectionLimits) {
    self.line = line
    self.queue = queue
    self.limits = limits
    state = Guarded(State(writes: WriteQueue(limits: limits)))
  }

  /// Why nothing can be done with the connection any more.
  private func refusal(_ lifetime: ConnectionLifetime) -> SerialPortError {
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

  private func leave() {
    let canFinish = state.withLock { state in
      state.lifetime.leave()
      return state.lifetime.canFinish
    }
    if canFinish { queue.async { [self] in finish() } }
  }
}

extension ConnectionEngine {
  /// Begins the end: no further handler of the user begins, and the descriptor is closed once it has no users left.
  func end(_ ending: ConnectionLifetime.Ending) {
    let canFinish = state.withLock { state in
      guard state.lifetime.begin(ending) else { return false }
      state.reading?.cancel()
      state.timer?.cancel()
      state.writing?.cancel()
      // A suspended source never calls its cancel handler.
      if !state.isBlocked { state.writing?.resume() }
      return state.lifetime.canFinish
    }
    if canFinish { queue.async { [self] in finish() } }
  }

  /// The cancel handler of each source: it does not look at the descriptor any more.
  private func sourceIsGone() {
    let canFinish = state.withLock { state in
      state.lifetime.removeSource()
      return state.lifetime.canFinish
    }
    if canFinish { finish() }
  }

  /// Closes the descriptor, then reports: on hearing of the end, the user can reopen the device at once.
  private func finish() {
    guard let ending = state.withLock({ $0.lifetime.finish() }) else { return }
    // A failed close has still closed the descriptor, so there is nothing to do about the error.
    try? line.close()
    typealias Rest = (
      error: SerialPortError, writes: [WriteQueue<Completion>.Left], onBytes: Bytes?, onEnd: End?,
      waiters: [@Sendable () -> Void]
    )
    let rest: Rest = state.withLock { state in
      // Not before the descriptor is free: from now on the port may be opened again.
      state.lifetime.close()
      let rest = (
        refusal(state.lifetime), state.writes.takeAll(), state.onBytes, state.onEnd, state.waiters
      )
      (state.onBytes, state.onEnd, state.waiters) = (nil, nil, [])
      (state.reading, state.writing, state.timer) = (nil, nil, nil)
      return rest
    }
    for write in rest.writes { write.completion(.failure(rest.error.afterWriting(write.progress))) }
    if case .itself(let end) = ending { rest.onEnd?(end) }
    for waiter in rest.waiters { waiter() }
  }

  /// Waits until the descriptor is closed.
  func waitUntilClosed() async {
    await withCheckedContinuation { continuation in
      whenClosed { continuation.resume() }
    }
  }

  /// Runs a closure when the descriptor is closed: on the queue, or at once if it is closed already.
  func whenClosed(_ body: @escaping @Sendable () -> Void) {
    let isClosed = state.withLock { state in
      if !state.lifetime.isClosed { state.waiters.append(body) }
      return state.lifetime.isClosed
    }
    if isClosed { body() }
  }
}

extension SerialPortError {
  /// The same error, of a write that got so far.
  func afterWriting(_ progress: WriteProgress) -> SerialPortError {
    var error = self
    error.progress = progress
    return error
  }
}

extension ConnectionEngine {
  /// A number by which a write can be cancelled.
  func ticket() -> Int {
    state.withLock { state in
      state.tickets += 1
      return state.tickets
    }
  }

  /// Puts a write behind the others.
  func write(_ bytes: [UInt8], timeout: Duration, ticket: Int, completion: @escaping Completion) {
    // Longer than a day is forever, and a sum of instants must not overflow.
    let deadline = ContinuousClock.now + min(max(timeout, .zero), .seconds(86_400))
    let (refusal, needsPump): (SerialPortError?, Bool) = state.withLock { state in
      guard state.lifetime.isOpen else { return (self.refusal(state.lifetime), false) }
      guard state.writes.append(bytes, ticket: ticket, deadline: deadline, completion: completion) else {
        return (tooMuch, false)
      }
      if state.isBlocked {
        setTimer(&state)
        return (nil, false)
      }
      defer { state.isPumping = true }
      return (nil, !state.isPumping)
    }
    if let refusal {
      let progress = WriteProgress(written: 0, of: bytes.count)
      queue.async { completion(.failure(refusal.afterWriting(progress))) }
    }
    if needsPump { queue.async { [self] in pump() } }
  }

  /// Removes a write that was abandoned by its caller.
  func cancel(_ ticket: Int) {
    queue.async { [self] in
      let left = state.withLock { state in
        let left = state.writes.cancel(ticket)
        rest(&state)
        return left
      }
      left?.completion(.failure(cancelled.afterWriting(left?.progress ?? WriteProgress(written: 0, of: 0))))
    }
  }

  /// Writes until the kernel takes no more, or nothing is left.
  ///
  /// After some rounds others on the same queue have their turn.
  private func pump() {
    guard state.withLock({ $0.lifetime.enter() }) else { return }
    defer { leave() }
    for _ in 0..<16 {
      guard let head = nextWrite() else { return }
      // The kernel is asked for nothing where there is nothing to write.
      let outcome: SerialLine.Writing =
        head.bytes.isEmpty ? .bytes(0) : line.write(head.bytes.span.extracting(head.written...))
      switch outcome {
      case .bytes(let count):
        let left = state.withLock { $0.writes.advance(head.ticket, by: count) }
        left?.completion(.success(()))
      case .full:
        return block()
      case .gone(let error):
        // Read the device's last words before ending: they are still in the kernel's buffer.
        var chunks = 0
        while chunks < 256, readChunk() { chunks += 1 }
        return end(.itself(.vanished(.vanished(line.path, error))))
      case .failed(let error):
        return end(.itself(.failed(.doing("write", line.path, error))))
      }
    }
    queue.async { [self] in pump() }
  }

  private func nextWrite() -> (ticket: Int, bytes: [UInt8], written: Int)? {
    state.withLock { state in
      let head = state.lifetime.isOpen ? state.writes.head : nil
      if head == nil { state.isPumping = false }
      return head
    }
  }

  /// Waits until the kernel takes bytes again, or the time of a write is over.
  private func block() {
    state.withLock { state in
      state.isPumping = false
      guard state.lifetime.isOpen, !state.isBlocked else { return }
      state.isBlocked = true
      if let source = state.writing {
        source.resume()
      } else {
        let source = DispatchSource.makeWriteSource(fileDescriptor: line.descriptor, queue: queue)
        source.setEventHandler { [self] in unblock() }
        source.setCancelHandler { [self] in sourceIsGone() }
        state.writing = source
        state.lifetime.addSource()
        source.activate()
      }
      setTimer(&state)
    }
  }

  private func unblock() {
    let needsPump = state.withLock { state in
      guard state.lifetime.isOpen, state.isBlocked else { return false }
      state.isBlocked = false
      state.writing?.suspend()
      state.timer?.schedule(deadline: .distantFuture)
      defer { state.isPumping = true }
      return !state.isPumping
    }
    if needsPump { pump() }
  }

  /// Sets the timer to the first deadline.
  private func setTimer(_ state: inout State) {
    guard let deadline = state.writes.deadline else { return }
    let timer = state.timer ?? makeTimer(&state)
    let (seconds, attoseconds) = max(ContinuousClock.now.duration(to: deadline), .zero).components
    timer.schedule(
      deadline: .now() + .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)))
  }

  private func makeTimer(_ state: inout State) -> any DispatchSourceTimer {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { [self] in expire() }
    state.timer = timer
    timer.activate()
    return timer
  }

  private func expire() {
    let late = state.withLock { state in
      let late = state.lifetime.isOpen ? state.writes.expire(at: .now) : []
      rest(&state)
      return late
    }
    for write in late { write.completion(.failure(timedOut.afterWriting(write.progress))) }
  }

  /// Stops to wait for the kernel where nothing is left to write.
  private func rest(_ state: inout State) {
    guard state.lifetime.isOpen, state.isBlocked else { return }
    if !state.writes.isEmpty { return setTimer(&state) }
    state.isBlocked = false
    state.writing?.suspend()
  }

  private var timedOut: SerialPortError {
    SerialPortError(
      code: .timedOut, path: line.path, found: "\(VisibleText.replaced(line.path)) takes no more bytes",
      remedy: "look at flow control: the device, or its wires, may hold this side up")
  }

  /// The error of a write that was abandoned by its caller.
  var cancelled: SerialPortError {
    SerialPortError(code: .cancelled, path: line.path, found: "the write was cancelled")
  }

  private var tooMuch: SerialPortError {
    SerialPortError(
      code: .tooMuchToWrite, path: line.path,
      found: "too much waits to be written to \(VisibleText.replaced(line.path))",
      expected: "at most \(limits.waitingBytes) bytes in \(limits.waitingWrites) writes",
      remedy: "wait for a write before the next one, or allow more in ConnectionLimits")
  }
}
