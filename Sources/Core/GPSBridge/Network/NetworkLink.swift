internal import GPSEventRuntime
internal import GPSSystemCalls
internal import GPSSockets
internal import GPSBase

/// A connection to the server that has a receiver: opened, monitored, and reopened when it is lost.
///
/// ```
///  finding ─▶ connecting ─▶ (asking gpsd) ─▶ joined ─ receiver there ⇄ not there
///     ▲           └──── refused · silent ───────┴─▶ lost ─ 1, 2, 4 … 30 s ─┐
///     └────────────────────────────────────────────────────────────────────┘
/// ```
///
/// It reports whether the remote receiver is present, so that our ``Receiver`` opens a source; the bytes go
/// to that source. Everything runs on the loop except name resolution, which may take many seconds.
actor NetworkLink: DeviceWatch, LoopActor {
  typealias Bytes = @Sendable (Span<UInt8>, ContinuousClock.Instant) -> Void
  typealias End = @Sendable (LocationError?) -> Void

  /// The time that the kernel may take to connect to each address.
  private static let timeToConnect = Duration.seconds(5)
  /// A gpsd that probes a receiver on a slow line sends nothing for ten seconds.
  private static let timeToAnswer = Duration.seconds(15)
  /// A server that ends a connection within half a minute has no receiver data to send.
  static let usualPauses = RetryPauses(from: .seconds(1), to: .seconds(30), calm: .seconds(30))
  static let longestPauseHere = Duration.seconds(2)
  /// The most bytes per turn, so that other work on the loop can run.
  private static let chunk = 16_384

  nonisolated let loop: EventLoop
  private nonisolated let time: any TimeSource
  private nonisolated let address: NetworkAddress
  private nonisolated let change: @Sendable (DevicePresence) -> Void
  private nonisolated let isCancelled = Guarded(false)
  /// Whether the receiver can be opened; readable from any thread.
  private nonisolated let isJoined = Guarded(false)

  private var pauses = usualPauses
  /// Distinguishes an attempt to connect from earlier ones.
  private var attempt = 0
  private var untried: ArraySlice<SocketAddress> = []
  private var socket: CInt?
  private var watch: Watch?
  private var timer: (any TimerHandle)?
  private var isConnected = false
  /// When the server first answered.
  @StoredInstantIfAny private var answeredAt: ContinuousClock.Instant?
  private var conversation: GPSDConversation?
  private var buffer: [UInt8] = []
  /// The source that the receiver has opened, with its number.
  private var reader: (number: Int, bytes: Bytes, end: End)?
  private var readers = 0

  init(
    _ loop: EventLoop, _ time: any TimeSource, _ address: NetworkAddress,
    _ change: @escaping @Sendable (DevicePresence) -> Void
  ) { (self.loop, self.time, self.address, self.change) = (loop, time, address, change) }

  nonisolated func begin() { later { $0.connect() } }

  nonisolated func cancel() {
    isCancelled.withLock { $0 = true }
    // This keeps the link alive until the loop stops watching its descriptor.
    later(keepsAlive: true) { $0.end() }
  }

  nonisolated var canBeOpened: Bool { isJoined.withLock { $0 } }

  private func end() {
    hangUp()
    reader = nil
  }

  // MARK: - Connecting

  private func connect() {
    guard !isCancelled.withLock({ $0 }) else { return }
    attempt += 1
    let (host, port, attempt) = (address.host, address.port, attempt)
    if host == "localhost" {
      return found(["127.0.0.1", "::1"].compactMap { SocketAddress.numeric($0, port: port) })
    }
    if let numeric = SocketAddress.numeric(host, port: port) { return found([numeric]) }
    let resolve = { @Sendable () -> Result<[SocketAddress], SocketAddress.Unknown> in
      do throws(SocketAddress.Unknown) {
        return .success(try SocketAddress.resolve(host, port: port))
      } catch { return .failure(error) }
    }
    loop.offload(
      resolve,
      then: handler { link, answer in
        guard link.attempt == attempt else { return }
        switch answer {
        case .success(let addresses): link.found(addresses)
        case .failure(let error):
          link.lost(
            .notServed("the name \(VisibleText.replaced(host, limit: 60)) can't be resolved: \(error.reason)")
          )
        }
      })
  }

  private func found(_ addresses: [SocketAddress]) {
    guard !isCancelled.withLock({ $0 }) else { return }
    // Retrying on this machine costs no network traffic, so retry more often.
    pauses.longest = addresses.allSatisfy(\.isLoopback) ? Self.longestPauseHere : Self.usualPauses.longest
    untried = addresses[...]
    connectToNext(.notServed("\(address.hostAndPort) has no address"))
  }

  private func connectToNext(_ last: LocationError) {
    guard let next = untried.popFirst() else { return lost(last) }
    let socket: CInt
    do throws(Errno) {
      socket = try Kernel.beginConnecting(to: next)
      self.socket = socket
      watch = try loop.watch(socket, for: .writable, named: address.text, handler { $0.ready($1) })
    } catch {
      hangUp()
      return connectToNext(refusal(error.words))
    }
    wait(Self.timeToConnect) { link in
      link.hangUp()
      link.connectToNext(link.refusal("no answer within \(Wording.time(Self.timeToConnect))"))
    }
  }

  private func refusal(_ words: String) -> LocationError {
    .notServed(
      "cannot reach \(address.hostAndPort): \(words)",
      remedy: "Check that the server runs, and that no firewall blocks it.")
  }

  private func ready(_ readiness: Readiness) {
    guard let socket else { return }
    guard !isConnected else { return read(socket) }
    do throws(Errno) {
      try Kernel.finishConnecting(socket)
      if let watch { try loop.change(watch, to: .readable) }
    } catch {
      hangUp()
      return connectToNext(refusal(error.words))
    }
    isConnected = true
    untried = []
    buffer = [UInt8](repeating: 0, count: Self.chunk)
    guard address.kind == .gpsd else {
      timer?.cancel()
      return isThere(DevicePlace(key: address.text))
    }
    conversation = GPSDConversation(address)
    wait(Self.timeToAnswer) { link in
      if let conversation = link.conversation { link.lost(conversation.reasonOfSilence()) }
    }
  }

  private func wait(_ span: Duration, _ body: @escaping @Sendable (isolated NetworkLink) -> Void) {
    timer?.cancel()
    timer = time.after(span, on: loop, handler(body))
  }

  // MARK: - Connected

  private func read(_ socket: CInt) {
    // Take the time first, because reading takes time.
    let arrival = time.now
    let count: Int
    do throws(Errno) { count = try Kernel.read(socket, into: &buffer) } catch {
      if error != .wouldBlock { lost(.notServed("\(address.text) was lost: \(error.words)")) }
      return
    }
    guard count > 0 else {
      return lost(
        conversation?.reasonOfEnd() ?? .notServed("\(address.hostAndPort) has ended the connection"))
    }
    if conversation == nil {
      answeredAt = answeredAt ?? arrival
      pass(buffer[..<count], at: arrival)
    } else {
      hear(buffer[..<count], at: arrival)
    }
  }

  private func hear(_ bytes: ArraySlice<UInt8>, at arrival: ContinuousClock.Instant) {
    guard let answers = conversation?.take(bytes) else { return }
    let attempt = attempt
    for answer in answers {
      // The receiver may have closed the link meanwhile.
      guard attempt == self.attempt, let socket else { return }
      switch answer {
      case .send(let request): send(request, socket)
      case .present(let path, let release):
        answered()
        isThere(place(path, release))
      case .absent(let error):
        answered()
        isNotThere(error)
      case .data(let bytes): pass(bytes[...], at: arrival)
      case .leave(let error): lost(error)
      }
    }
  }

  private func send(_ request: [UInt8], _ socket: CInt) {
    do throws(Errno) {
      // The buffer of a new connection has room for more than this; if it is full, the server does not read.
      guard try Kernel.send(socket, request[...]) == request.count else { throw .wouldBlock }
    } catch { lost(.notServed("\(address.text) does not receive: \(error.words)")) }
  }

  private func answered() {
    answeredAt = answeredAt ?? time.now
    timer?.cancel()
    timer = nil
  }

  private func place(_ path: String, _ release: String) -> DevicePlace {
    DevicePlace(
      key: address.text,
      name: "\(VisibleText.replaced(path, limit: 60)) of gpsd \(release) at \(address.hostAndPort)")
  }

  // MARK: - Receiver

  private func isThere(_ place: DevicePlace) {
    var place = place
    place.takesCommands = false
    isJoined.withLock { $0 = true }
    tell(.present(place))
  }

  private func isNotThere(_ error: LocationError) {
    isJoined.withLock { $0 = false }
    // Report the end first, with its reason; the absence that follows prevents an immediate retry.
    takeReader()?.end(error)
    tell(.absent(error))
  }

  private func pass(_ bytes: ArraySlice<UInt8>, at arrival: ContinuousClock.Instant) {
    reader?.bytes(bytes.span, arrival)
  }

  private func tell(_ presence: DevicePresence) { if !isCancelled.withLock({ $0 }) { change(presence) } }

  private func takeReader() -> (number: Int, bytes: Bytes, end: End)? {
    defer { reader = nil }
    return reader
  }

  // MARK: - Disconnecting

  private func lost(_ error: LocationError) {
    if let answeredAt { pauses.lasted(answeredAt.duration(to: time.now)) }
    hangUp()
    isNotThere(error)
    guard !isCancelled.withLock({ $0 }) else { return }
    // Not reached if the receiver canceled this watch in response to the report.
    wait(pauses.next()) { $0.connect() }
  }

  private func hangUp() {
    attempt += 1
    timer?.cancel()
    timer = nil
    if let watch { loop.end(watch) }
    watch = nil
    if let socket { try? Kernel.close(socket) }
    socket = nil
    (isConnected, answeredAt) = (false, nil)
    conversation = nil
    isJoined.withLock { $0 = false }
  }

  // MARK: - Reading

  /// Passes all bytes from now on to a reader; the returned number detaches it.
  func attach(_ bytes: @escaping Bytes, _ end: @escaping End) -> Int? {
    guard canBeOpened else { return nil }
    readers += 1
    reader = (readers, bytes, end)
    return readers
  }

  /// Detaches a reader, if it is still the current one.
  func detach(_ number: Int) { if reader?.number == number { reader = nil } }
}
