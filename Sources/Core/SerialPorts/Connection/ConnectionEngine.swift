internal import GPSDelivery
import GPSEventRuntime
internal import GPSSystemCalls
internal import GPSBase

/// The implementation of ``SerialConnection``: owns the descriptor and lives on an event loop.
///
/// The loop's watch retains the engine, not the connection, so dropping the connection ends it. All threads
/// share the `door`: it guards the use of the descriptor and bounds the queue of writes, even while the loop
/// is busy. All other state belongs to the loop.
actor ConnectionEngine: LoopActor {
  typealias Bytes = @Sendable (Span<UInt8>, ContinuousClock.Instant) -> Void
  typealias End = @Sendable (SerialConnectionEnd) -> Void
  typealias Completion = @Sendable (Result<Void, SerialPortError>) -> Void

  /// The state shared by all threads.
  private struct Door {
    var lifetime = ConnectionLifetime()
    var writes: WriteQueue<Completion>
    /// Whether a call of ``pump()`` is scheduled.
    var isPumping = false
    var isStarted = false
    var waiters: [@Sendable () -> Void] = []
    var tickets = 0
  }

  nonisolated let line: SerialLine
  nonisolated let loop: EventLoop
  private nonisolated let limits: ConnectionLimits
  /// Closes the line; `closesSlowly` is true if this may block.
  private nonisolated let close: @Sendable (SerialLine) -> Void
  private nonisolated let closesSlowly: Bool
  private nonisolated let door: Guarded<Door>

  private var onBytes: Bytes?
  private var onEnd: End?
  private var watch: Watch?
  private var timer: LoopTimer?
  /// Whether the kernel's buffer is full.
  private var isBlocked = false

  init(
    line: SerialLine, loop: EventLoop, limits: ConnectionLimits,
    // A failed close has still closed the descriptor, so there is nothing to do about the error.
    closesSlowly: Bool? = nil, close: @escaping @Sendable (SerialLine) -> Void = { try? $0.close() }
  ) {
    (self.line, self.loop, self.limits, self.close) = (line, loop, limits, close)
    // A pseudo-terminal has no driver that could block.
    self.closesSlowly = closesSlowly ?? (Kernel.node(of: line.descriptor)?.isPseudoTerminal != true)
    door = Guarded(Door(writes: WriteQueue(limits: limits)))
  }

  private nonisolated func refusal(_ lifetime: ConnectionLifetime) -> SerialPortError {
    if case .itself(let end) = lifetime.ending { end.error } else { .closed(line.path) }
  }

  private nonisolated var isOpen: Bool { door.withLock { $0.lifetime.isOpen } }

  /// Runs a closure with the line, which stays open during that time.
  nonisolated func withLine<Value>(
    _ body: (SerialLine) throws(SerialPortError) -> Value
  ) throws(SerialPortError) -> Value {
    let refusal: SerialPortError? = door.withLock { door in
      door.lifetime.enter() ? nil : self.refusal(door.lifetime)
    }
    if let refusal { throw refusal }
    defer { leave() }
    return try body(line)
  }

  private nonisolated func leave() {
    let canFinish = door.withLock { door in
      door.lifetime.leave()
      return door.lifetime.canFinish
    }
    if canFinish { later(keepsAlive: true) { $0.finish() } }
  }

  // MARK: - Reading

  nonisolated func start(bytes: @escaping Bytes, end: @escaping End) throws(SerialPortError) {
    let refusal: SerialPortError? = door.withLock { door in
      guard door.lifetime.isOpen else { return self.refusal(door.lifetime) }
      guard !door.isStarted else {
        return SerialPortError(
          code: .alreadyStarted, path: line.path, found: "this connection is reading already",
          remedy: "start it once, and pass on what it reads")
      }
      door.isStarted = true
      return nil
    }
    if let refusal { throw refusal }
    soon { $0.read(bytes, end) }
  }

  private func read(_ bytes: @escaping Bytes, _ end: @escaping End) {
    guard isOpen else { return }
    onBytes = bytes
    onEnd = end
    followInterest()
  }

  private func ready(_ readiness: Readiness) {
    guard isOpen else { return }
    if onBytes != nil, readiness.isAny(of: .readable) { _ = readChunk() }
    if isBlocked, readiness.isAny(of: .writable) { unblock() }
  }

  /// Reads once and passes on the bytes; returns whether there may be more.
  func readChunk() -> Bool {
    // Take the time first, because reading itself takes time.
    let arrival = ContinuousClock.now
    return unsafe Self.withBuffer(of: limits.chunkSize) { buffer in
      switch unsafe line.read(into: buffer) {
      case .bytes(let count):
        guard let onBytes, isOpen else { return false }
        let chunk = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<count])
        unsafe chunk.withMemoryRebound(to: UInt8.self) { unsafe onBytes($0.span, arrival) }
        return true
      case .nothing: return false
      case .gone(let error):
        end(.itself(.vanished(.vanished(line.path, error))))
        return false
      case .failed(let error):
        end(.itself(.failed(.doing("read", line.path, error))))
        return false
      }
    }
  }

  /// Calls a closure with a buffer that lives as long as the call.
  ///
  /// If the closure were passed to the standard library directly, it would check its executor.
  private static func withBuffer(of size: Int, _ body: (UnsafeMutableRawBufferPointer) -> Bool) -> Bool {
    unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: 1, body)
  }

  /// Watches the descriptor only for what is currently needed.
  private func followInterest() {
    guard isOpen else { return }
    var interest: Readiness = onBytes == nil ? [] : .readable
    if isBlocked { interest.insert(.writable) }
    do throws(Errno) {
      if let watch {
        guard interest.isEmpty else { return try loop.change(watch, to: interest) }
        // End the watch, as clearing its interest is not enough: a hang-up is reported to every watch.
        stopWatching()
      } else if !interest.isEmpty {
        let ready = handler(keepsAlive: true) { $0.ready($1) }
        watch = try loop.watch(line.descriptor, for: interest, named: line.path, ready)
        door.withLock { $0.lifetime.addSource() }
      }
    } catch { end(.itself(.failed(.doing("watch", line.path, error)))) }
  }

  private func stopWatching() {
    guard let watch else { return }
    self.watch = nil
    loop.end(watch)
    door.withLock { $0.lifetime.removeSource() }
  }

  // MARK: - The end

  /// Begins the end: no further user handlers start, and the descriptor is closed once it has no users left.
  nonisolated func end(_ ending: ConnectionLifetime.Ending) {
    let isFirst = door.withLock { $0.lifetime.begin(ending) }
    // Queued after the current handler, which may be reading.
    if isFirst { later(keepsAlive: true) { $0.finish() } }
  }

  /// Closes the descriptor if it has no users left.
  private func finish() {
    timer?.cancel()
    timer = nil
    stopWatching()
    guard let ending = door.withLock({ $0.lifetime.finish() }) else { return }
    guard closesSlowly else {
      close(line)
      return closed(ending)
    }
    // A driver may block in close, and other work on the loop must not wait for it.
    loop.offload({ [close, line] in close(line) }) { [self] in here { $0.closed(ending) } }
  }

  /// Reports the end; the user may then reopen the device at once.
  private func closed(_ ending: ConnectionLifetime.Ending) {
    let rest = takeRest()
    let onEnd = onEnd
    (self.onBytes, self.onEnd) = (nil, nil)
    for write in rest.writes { write.completion(.failure(rest.error.afterWriting(write.progress))) }
    if case .itself(let end) = ending { onEnd?(end) }
    for waiter in rest.waiters { waiter() }
  }

  /// Marks the descriptor as closed; returns the writes and waiters to notify, and the error for the writes.
  private nonisolated func takeRest() -> (
    error: SerialPortError, writes: [WriteQueue<Completion>.Left], waiters: [@Sendable () -> Void]
  ) {
    door.withLock { door in
      // Only now, when the descriptor is free, may the port be opened again.
      door.lifetime.close()
      defer { door.waiters = [] }
      return (refusal(door.lifetime), door.writes.takeAll(), door.waiters)
    }
  }

  /// Waits until the descriptor is closed.
  func waitUntilClosed(isolation: isolated (any Actor)? = #isolation) async {
    let closed = OneShot<Void, any Error>()
    whenClosed { closed.fulfill(()) }
    // A canceled task waits as well, because the descriptor is closed regardless.
    _ = await closed.answer(isolation: isolation) {}
  }

  /// Runs a closure when the descriptor is closed: on the loop, or at once if it is already closed.
  nonisolated func whenClosed(_ body: @escaping @Sendable () -> Void) {
    let isClosed = door.withLock { door in
      if !door.lifetime.isClosed { door.waiters.append(body) }
      return door.lifetime.isClosed
    }
    if isClosed { body() }
  }

  // MARK: - Writing

  /// Returns a number for canceling a write.
  nonisolated func ticket() -> Int {
    door.withLock { door in
      door.tickets += 1
      return door.tickets
    }
  }

  nonisolated func write(
    _ bytes: [UInt8], timeout: Duration, ticket: Int, completion: @escaping Completion
  ) {
    // Limit the timeout to a day, so that the sum of instants does not overflow.
    let deadline = ContinuousClock.now + min(max(timeout, .zero), .seconds(86_400))
    let (refusal, needsPump): (SerialPortError?, Bool) = door.withLock { door in
      guard door.lifetime.isOpen else { return (self.refusal(door.lifetime), false) }
      guard door.writes.append(bytes, ticket: ticket, deadline: deadline, completion: completion) else {
        return (tooMuch, false)
      }
      defer { door.isPumping = true }
      return (nil, !door.isPumping)
    }
    if let refusal {
      let progress = WriteProgress(written: 0, of: bytes.count)
      later(keepsAlive: true) { _ in completion(.failure(refusal.afterWriting(progress))) }
    }
    if needsPump { later(keepsAlive: true) { $0.pump() } }
  }

  /// Removes a write that its caller has abandoned.
  nonisolated func cancel(_ ticket: Int) { later(keepsAlive: true) { $0.remove(ticket) } }

  private func remove(_ ticket: Int) {
    guard let left = door.withLock({ $0.writes.cancel(ticket) }) else { return }
    restIfDone()
    left.completion(.failure(cancelled.afterWriting(left.progress)))
  }

  /// Writes until the kernel's buffer is full or the queue is empty.
  ///
  /// After some rounds, other work on the same loop gets a turn.
  private func pump() {
    // The next write in the queue may have an earlier deadline.
    if isBlocked { return setTimer() }
    for _ in 0..<16 {
      guard let head = nextWrite() else { return }
      // An empty write needs no system call.
      let outcome: SerialLine.Writing =
        head.bytes.isEmpty ? .bytes(0) : line.write(head.bytes.span.extracting(head.written...))
      switch outcome {
      case .bytes(let count):
        let left = door.withLock { $0.writes.advance(head.ticket, by: count) }
        left?.completion(.success(()))
      case .full:
        isBlocked = true
        followInterest()
        return setTimer()
      case .gone(let error):
        // Before ending, read the device's last bytes, which are still in the kernel's buffer.
        var chunks = 0
        while chunks < 256, onBytes != nil, readChunk() { chunks += 1 }
        return end(.itself(.vanished(.vanished(line.path, error))))
      case .failed(let error): return end(.itself(.failed(.doing("write", line.path, error))))
      }
    }
    later(keepsAlive: true) { $0.pump() }
  }

  private func nextWrite() -> (ticket: Int, bytes: [UInt8], written: Int)? {
    door.withLock { door in
      let head = door.lifetime.isOpen ? door.writes.head : nil
      if head == nil { door.isPumping = false }
      return head
    }
  }

  private func unblock() {
    isBlocked = false
    timer?.cancel()
    timer = nil
    door.withLock { $0.isPumping = true }
    pump()
    followInterest()
  }

  /// Sets the timer for the earliest deadline.
  private func setTimer() {
    timer?.cancel()
    timer = nil
    // Later writes set the timer again.
    let next = door.withLock { door in
      door.isPumping = false
      return door.writes.deadline
    }
    guard let deadline = next else { return }
    timer = loop.after(ContinuousClock.now.duration(to: deadline), handler { $0.expire() })
  }

  private func expire() {
    timer = nil
    guard isOpen else { return }
    let late = door.withLock { $0.writes.expire(at: .now) }
    restIfDone()
    for write in late { write.completion(.failure(timedOut.afterWriting(write.progress))) }
  }

  /// Stops waiting for the kernel if the queue is empty.
  private func restIfDone() {
    guard isOpen, isBlocked else { return }
    guard door.withLock({ $0.writes.isEmpty }) else { return setTimer() }
    isBlocked = false
    followInterest()
  }

  private var timedOut: SerialPortError {
    SerialPortError(
      code: .timedOut, path: line.path, found: "\(VisibleText.replaced(line.path)) accepts no more bytes",
      remedy: "check flow control: the device or its wires may block output")
  }

  /// The error of a canceled write.
  nonisolated var cancelled: SerialPortError {
    SerialPortError(code: .cancelled, path: line.path, found: "the write was cancelled")
  }

  private nonisolated var tooMuch: SerialPortError {
    SerialPortError(
      code: .tooMuchToWrite, path: line.path,
      found: "too much data waits to be written to \(VisibleText.replaced(line.path))",
      expected: "at most \(limits.waitingBytes) bytes in \(limits.waitingWrites) writes",
      remedy: "wait for a write before the next one, or allow more in ConnectionLimits")
  }
}

extension SerialPortError {
  /// Returns the same error with the progress of a write.
  func afterWriting(_ progress: WriteProgress) -> SerialPortError {
    var error = self
    error.progress = progress
    return error
  }
}
