import Delivery
import Dispatch
import Locking

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

  /// Takes a write out that nobody waits for any more.
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
  func pump() {
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
        // What the device said before it went is still to be read.
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
      code: .timedOut, path: line.path, found: "\(ShownText.clean(line.path)) takes no more bytes",
      remedy: "look at flow control: the device, or its wires, may hold this side up")
  }

  /// The error of a write that nobody waits for any more.
  var cancelled: SerialPortError {
    SerialPortError(code: .cancelled, path: line.path, found: "the write was cancelled")
  }

  private var tooMuch: SerialPortError {
    SerialPortError(
      code: .tooMuchToWrite, path: line.path,
      found: "too much waits to be written to \(ShownText.clean(line.path))",
      expected: "at most \(limits.waitingBytes) bytes in \(limits.waitingWrites) writes",
      remedy: "wait for a write before the next one, or allow more in ConnectionLimits")
  }
}
