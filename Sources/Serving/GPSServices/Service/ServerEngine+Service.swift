internal import GPSEventRuntime
internal import GPSBridge
internal import GPSDProtocol
internal import GPSSystemCalls
internal import GPSSockets

/// What a server and its service manager have with each other.
struct ServiceLink: Sendable {
  /// Where notices go; nil where nobody wants any.
  var socket: CInt?
  let path: String
  /// Watches for room, while notices wait.
  var watch: Watch?
  var notices = NoticeQueue()
  var store: DescriptorStore
  var status = ServiceStatus()
  /// The status that was told last.
  var toldStatus: String?
  var beats: (any TimerHandle)?
  var statusRound: (any TimerHandle)?
}

/// The end that has begun: clients may still take what waits for them.
struct ServiceEnding: Sendable {
  var deadline: (any TimerHandle)?
  let body: @Sendable () -> Void
}

// The server under a service manager.

extension ServerEngine {
  private static let statusInterval = Duration.seconds(1)
  /// Whoever wants to hear more often would have this loop do nothing else.
  private static let shortestBeat = Duration.milliseconds(10)

  // MARK: - Beginning

  nonisolated func attach(_ manager: ServiceManager) {
    let passed = outputs(passedBy: manager)
    shown.withLock { $0.outputs += passed }
    later { $0.begin(under: manager, passed) }
  }

  private func begin(under manager: ServiceManager, _ passed: [OpenOutput]) {
    guard !isOver, ending == nil, link == nil else { return }
    link = ServiceLink(
      socket: manager.notices?.socket, path: manager.notices?.path ?? "",
      store: DescriptorStore(capacity: manager.capacity))
    for one in passed { begin(one) }
    guard !isOver else { return }
    // Others would come back at each restart.
    for name in manager.unknown { notify(.remove, DescriptorStore.removal(of: name)) }
    // Newcomers never get the number of one whose name is in the store.
    lastNumber = max(lastNumber, manager.clients.map(\.name.number).max() ?? 0)
    for one in manager.clients { goOn(with: one) }
    notify(.state, "READY=1")
    watchStatus()
    if let interval = manager.watchdog, link?.socket != nil {
      beat(each: max(interval / 2, Self.shortestBeat))
    }
    tellCounts()
  }

  /// Goes on with a client from before a restart: it wants what it wanted, and is not greeted again.
  private func goOn(with client: ServiceManager.KeptClient) {
    var policy = client.name.policy
    var awaited: Int?
    switch client.name.device {
    case .any: break
    case .best: policy.device = ServiceView.best
    case .number(let number):
      let device = view.devices.first { $0.id.number == number }
      if let device, device.activated != nil { policy.device = device.path } else { awaited = number }
    }
    let session = Session(rules, goingOnWith: policy)
    let number = client.name.number
    guard clients[number] == nil,
      enter(client.descriptor, number, session, from: Kernel.peerAddress(of: client.descriptor))
    else {
      notify(.remove, DescriptorStore.removal(of: client.name.text))
      Kernel.shutDown(client.descriptor)
      return close(descriptor: client.descriptor)
    }
    clients[number]?.isKept = true
    // Nobody knows any more whether it has said anything.
    clients[number]?.hasSpoken = true
    clients[number]?.awaitedDevice = awaited
    note(policy, of: number)
    link?.store.goOn(client.name)
    counts.resumed += 1
    counts.kept = link?.store.count ?? 0
  }

  /// Gives clients from before a restart the name of the receiver that they want, now that it has one.
  func bindClients(to device: ServedDevice) {
    guard link != nil else { return }
    for number in order where clients[number]?.awaitedDevice == device.id.number {
      clients[number]?.session.bind(toDevice: device.path)
      clients[number]?.awaitedDevice = nil
    }
  }

  // MARK: - The store

  /// Has a client's connection kept as it wants to be told from now on.
  func keep(_ number: Int, as policy: WatchPolicy) {
    // It has named its receiver anew, or none.
    clients[number]?.awaitedDevice = nil
    keep(number)
  }

  /// Has a client's connection kept as it wants to be told now.
  func keep(_ number: Int) {
    guard link?.socket != nil, let client = clients[number], !client.outbox.isBegun,
      number <= StoredClientName.largestNumber
    else { return }
    let policy = client.session.policy
    let device: StoredClientName.Device =
      switch policy.device {
      case nil: client.awaitedDevice.map { .number($0) } ?? .any
      case ServiceView.best: .best
      case let path?:
        (view.devices.first { $0.isCalled(path) }
          ?? view.devices.first { $0.isAutomatic && $0.activated == nil })
          .map { .number($0.id.number) } ?? .any
      }
    let name = StoredClientName(policy, of: device, number: number)
    if var link {
      clients[number]?.isKept = link.store.keep(name, client.descriptor, telling: &link.notices)
      self.link = link
    }
    counts.kept = link?.store.count ?? 0
    flushNotices()
  }

  /// Has a client's connection kept only while no line of it is out in part: after a restart nobody could end that line.
  func keepIfWhole(_ number: Int) {
    guard link?.socket != nil, let client = clients[number], client.isKept == client.outbox.isBegun else {
      return
    }
    if client.isKept {
      remove(number)
    } else if link?.store.hasRoom == true {
      keep(number)
    }
  }

  private func remove(_ number: Int) {
    guard var link else { return }
    link.store.remove(number, telling: &link.notices)
    self.link = link
    clients[number]?.isKept = false
    counts.kept = link.store.count
    flushNotices()
  }

  /// Has a connection kept no more that is closed here: the manager's copy of it would hold the client.
  ///
  /// At an end that may be a restart the manager goes on keeping it.
  func forget(_ number: Int, _ client: ServiceClient) {
    guard client.isKept, ending == nil else { return }
    remove(number)
    Kernel.shutDown(client.descriptor)
  }

  // MARK: - Notices

  nonisolated func tellReload(_ complaint: String?) {
    later { engine in
      guard engine.link != nil else { return }
      // The manager holds it against the moment at which it has asked.
      let microseconds = Kernel.monotonicNanoseconds() / 1000
      engine.notify(.state, "RELOADING=1\nMONOTONIC_USEC=\(microseconds)")
      engine.link?.status.complaint = complaint
      engine.notify(.state, "READY=1")
      engine.tellStatus()
    }
  }

  private func notify(_ kind: NoticeQueue.Notice.Kind, _ text: String) {
    guard link?.socket != nil else { return }
    link?.notices.add(.init(kind: kind, text: text))
    flushNotices()
  }

  private func flushNotices() {
    guard var link, let socket = link.socket else { return }
    let path = link.path
    let outcome = link.notices.flush { (bytes, descriptor) throws(Errno) in
      do throws(Errno) {
        try Kernel.send(datagram: bytes, with: descriptor, to: socket)
      } catch  where error != .wouldBlock {
        // The manager may have made its socket anew.
        try Kernel.lead(socket, to: path)
        try Kernel.send(datagram: bytes, with: descriptor, to: socket)
      }
    }
    for number in outcome.notStored {
      link.store.wasNotStored(number)
      clients[number]?.isKept = false
    }
    self.link = link
    counts.kept = link.store.count
    watchForRoom(outcome.isBlocked)
  }

  /// Waits for room in the manager's queue, or no more.
  private func watchForRoom(_ isBlocked: Bool) {
    guard let socket = link?.socket, isBlocked != (link?.watch != nil) else { return }
    if let watch = link?.watch {
      loop.end(watch)
      link?.watch = nil
    } else {
      // Without a watch the next notice tries again.
      link?.watch = try? loop.watch(socket, for: .writable, named: "the service manager") { [weak self] _ in
        self?.assumeIsolated { $0.flushNotices() }
      }
    }
  }

  // MARK: - Rounds

  /// Tells that this loop has its turns; a loop that hangs does not.
  private func beat(each interval: Duration) {
    link?.beats = time.after(interval, on: loop) { [weak self] in
      self?.assumeIsolated { engine in
        guard !engine.isOver else { return }
        engine.notify(.watchdog, "WATCHDOG=1")
        engine.beat(each: interval)
      }
    }
  }

  private func watchStatus() {
    guard !isOver, ending == nil, link?.socket != nil else { return }
    link?.store.beginRound()
    // Those for whom there was no room, or no time, may have it now.
    for number in order where link?.store.hasRoom == true { keepIfWhole(number) }
    tellStatus()
    link?.statusRound = time.after(Self.statusInterval, on: loop) { [weak self] in
      self?.assumeIsolated { $0.watchStatus() }
    }
  }

  private func tellStatus() {
    guard link?.socket != nil else { return }
    let receiver = receivers[chosen.index]
    link?.status.take(receiver.latest?.at(time.now), reason: receiver.verdict.what)
    guard let text = link?.status.text(counts), text != link?.toldStatus else { return }
    link?.toldStatus = text
    notify(.status, ServiceStatus.notice(text))
  }

  // MARK: - Ending

  nonisolated func end(within limit: Duration, _ body: @escaping @Sendable () -> Void) {
    loop.async { [self] in assumeIsolated { $0.beginEnding(within: limit, body) } }
  }

  private func beginEnding(within limit: Duration, _ body: @escaping @Sendable () -> Void) {
    guard !isOver, ending == nil else { return body() }
    notify(.state, "STOPPING=1")
    ending = ServiceEnding(body: body)
    stopListening()
    // A turn later: the client that was the last is still at work in this one.
    outputs.end { [weak self] in self?.later { $0.endIfDrained() } }
    // Nothing more is added to what waits.
    for listening in listenings + packets + arrivals { listening.cancel() }
    ending?.deadline = time.after(limit, on: loop) { [weak self] in self?.assumeIsolated { $0.stop(nil) } }
    endIfDrained()
  }

  /// Ends once nothing waits for any client any more.
  func endIfDrained() {
    guard ending != nil, !isOver, clients.values.allSatisfy(\.outbox.isEmpty), outputs.areDrained else {
      return
    }
    stop(nil)
  }

  func finishEnding() {
    ending?.deadline?.cancel()
    ending?.body()
    ending = nil
  }

  /// Says no more to the manager, and lets its socket go.
  func leaveManager() {
    flushNotices()
    link?.beats?.cancel()
    link?.statusRound?.cancel()
    if let watch = link?.watch { loop.end(watch) }
    if let socket = link?.socket { close(descriptor: socket) }
    link = nil
  }
}
