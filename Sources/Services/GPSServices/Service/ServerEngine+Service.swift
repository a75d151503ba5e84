internal import GPSEventRuntime
internal import GPSBridge
internal import GPSDProtocol
internal import GPSSystemCalls
internal import GPSSockets

/// A server's connection to its service manager.
struct ServiceLink {
  /// Nil if the manager wants none.
  let notices: ServiceNotices?
  var store: DescriptorStore
  var status = ServiceStatus()
  var toldStatus: String?
  var beats: (any TimerHandle)?
  var statusRound: (any TimerHandle)?
}

/// A shutdown in progress: clients may still receive their pending data.
struct ServiceEnding: Sendable {
  let deadline: any TimerHandle
  let body: @Sendable () -> Void
}

// The server under a service manager.

extension ServerEngine {
  private static let statusInterval = Duration.seconds(1)
  /// A shorter interval would keep the loop busy with keep-alive notices alone.
  private static let shortestBeat = Duration.milliseconds(10)

  // MARK: - Start

  nonisolated func attach(_ manager: ServiceManager) {
    let passed = outputs(passedBy: manager)
    shown.withLock { $0.outputs += passed }
    later { $0.begin(under: manager, passed) }
  }

  private func begin(under manager: ServiceManager, _ passed: [OpenOutput]) {
    guard isServing, link == nil else { return }
    link = ServiceLink(
      notices: manager.notices.map { path, socket in
        ServiceNotices(on: loop, to: path, socket, hasRoom: handler { $0.flushNotices() })
      }, store: DescriptorStore(capacity: manager.capacity))
    for one in passed { begin(one) }
    guard isServing else { return }
    // Descriptors with unknown names would come back at each restart.
    for name in manager.unknown { notify(.remove, DescriptorStore.removal(of: name)) }
    // A new client must not get a number that is in use in the store.
    clients.lastNumber = max(clients.lastNumber, manager.clients.map(\.name.number).max() ?? 0)
    for one in manager.clients { goOn(with: one) }
    notify(.state, "READY=1")
    watchStatus()
    if let interval = manager.watchdog, link?.notices != nil {
      beat(each: max(interval / 2, Self.shortestBeat))
    }
    tellCounts()
  }

  /// Resumes a client from before a restart with its old watch policy, without a new greeting.
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
    let session = GPSDSession(rules, goingOnWith: policy)
    let number = client.name.number
    guard clients[number] == nil,
      enter(client.descriptor, as: number, session, from: Kernel.peerAddress(of: client.descriptor)) != nil
    else {
      notify(.remove, DescriptorStore.removal(of: client.name.text))
      Kernel.shutDown(client.descriptor)
      return close(descriptor: client.descriptor)
    }
    clients.update(number) { [awaited] client in
      client.state.isKept = true
      // We do not know whether the client sent anything before the restart.
      client.state.hasSpoken = true
      client.state.awaitedDevice = awaited
    }
    note(policy, of: number)
    link?.store.goOn(client.name)
    counts.resumed += 1
    counts.kept = link?.store.count ?? 0
  }

  /// Binds resumed clients to the receiver they asked for, once its path is known.
  func bindClients(to device: ServedDevice) {
    guard link != nil else { return }
    for number in clients.order where clients[number]?.state.awaitedDevice == device.id.number {
      clients.update(number) { client in
        client.state.session.bind(toDevice: device.path)
        client.state.awaitedDevice = nil
      }
    }
  }

  // MARK: - The store

  /// Stores a client's connection with its new watch policy.
  func keep(_ number: Int, as policy: WatchPolicy) {
    // The new policy replaces the receiver the client was waiting for.
    clients.update(number) { $0.state.awaitedDevice = nil }
    keep(number)
  }

  /// Stores a client's connection with its current watch policy.
  func keep(_ number: Int) {
    guard link?.notices != nil, let client = clients[number], !client.outbox.isBegun,
      number <= StoredClientName.largestNumber
    else { return }
    let policy = client.state.session.policy
    let device: StoredClientName.Device =
      switch policy.device {
      case nil: client.state.awaitedDevice.map { .number($0) } ?? .any
      case ServiceView.best: .best
      case let path?:
        (view.devices.first { $0.isCalled(path) }
          ?? view.devices.first { $0.isAutomatic && $0.activated == nil })
          .map { .number($0.id.number) } ?? .any
      }
    let name = StoredClientName(policy, of: device, number: number)
    if var link, let notices = link.notices {
      let isKept = link.store.keep(name, client.descriptor, telling: &notices.queue)
      clients.update(number) { $0.state.isKept = isKept }
      self.link = link
    }
    counts.kept = link?.store.count ?? 0
    flushNotices()
  }

  /// Stores a client's connection only between lines: after a restart, we can't finish a half-sent line.
  func keepIfWhole(_ number: Int) {
    guard link?.notices != nil, let client = clients[number], client.state.isKept == client.outbox.isBegun
    else { return }
    if client.state.isKept {
      remove(number)
    } else if link?.store.hasRoom == true {
      keep(number)
    }
  }

  private func remove(_ number: Int) {
    guard var link, let notices = link.notices else { return }
    link.store.remove(number, telling: &notices.queue)
    self.link = link
    clients.update(number) { $0.state.isKept = false }
    counts.kept = link.store.count
    flushNotices()
  }

  /// Removes a connection from the store when we close it: the manager's copy would keep it open.
  ///
  /// During a shutdown, which may be a restart, the connection stays stored.
  func forget(_ number: Int, _ client: ClientTable<ServiceClient>.Client) {
    guard client.state.isKept, ending == nil else { return }
    remove(number)
    Kernel.shutDown(client.descriptor)
  }

  // MARK: - Notices

  nonisolated func tellReload(_ complaint: String?) {
    later { engine in
      guard engine.link != nil else { return }
      // The manager compares this time with that of its reload request.
      let microseconds = Kernel.monotonicNanoseconds() / 1000
      engine.notify(.state, "RELOADING=1\nMONOTONIC_USEC=\(microseconds)")
      engine.link?.status.complaint = complaint
      engine.notify(.state, "READY=1")
      engine.tellStatus()
    }
  }

  private func notify(_ kind: NoticeQueue.Notice.Kind, _ text: String) {
    notify(NoticeQueue.Notice(kind: kind, text: text))
  }

  private func notify(_ notice: NoticeQueue.Notice) {
    guard let notices = link?.notices else { return }
    notices.queue.add(notice)
    flushNotices()
  }

  private func flushNotices() {
    guard let notices = link?.notices else { return }
    for number in notices.flush() {
      link?.store.wasNotStored(number)
      clients.update(number) { $0.state.isKept = false }
    }
    counts.kept = link?.store.count ?? 0
  }

  // MARK: - Periodic work

  /// Sends keep-alive notices from the loop, so that they stop if the loop hangs.
  private func beat(each interval: Duration) {
    let beat = handler { engine in
      guard !engine.isOver else { return }
      engine.notify(.watchdog, "WATCHDOG=1")
      engine.beat(each: interval)
    }
    link?.beats = time.after(interval, on: loop, beat)
  }

  private func watchStatus() {
    guard isServing, link?.notices != nil else { return }
    link?.store.beginRound()
    // Clients that did not fit earlier may fit now.
    for number in clients.order where link?.store.hasRoom == true { keepIfWhole(number) }
    tellStatus()
    link?.statusRound = time.after(Self.statusInterval, on: loop, handler { $0.watchStatus() })
  }

  private func tellStatus() {
    guard link?.notices != nil else { return }
    tellCounts()
    let receiver = receivers[chosen.index]
    link?.status.take(receiver.latest?.at(time.now), reason: receiver.verdict.what)
    guard let text = link?.status.text(counts), text != link?.toldStatus else { return }
    link?.toldStatus = text
    notify(.status(text))
  }

  // MARK: - Shutdown

  nonisolated func end(within limit: Duration, _ body: @escaping @Sendable () -> Void) {
    life.announceEnd()
    later(keepsAlive: true) { $0.beginEnding(within: limit, body) }
  }

  private func beginEnding(within limit: Duration, _ body: @escaping @Sendable () -> Void) {
    guard isServing else { return body() }
    notify(.state, "STOPPING=1")
    phase = .ending(
      ServiceEnding(deadline: time.after(limit, on: loop, handler { $0.stop(nil) }), body: body))
    stopListening()
    // In the next turn: the client that disconnected last is still in use in this one.
    outputs.end { [weak self] in self?.later { $0.endIfDrained() } }
    // From here on, nothing is added to the pending data.
    for listening in listenings + packets + arrivals { listening.cancel() }
    endIfDrained()
  }

  /// Stops once no client has pending data.
  func endIfDrained() {
    guard case .ending = phase, clients.isDrained, outputs.areDrained else { return }
    stop(nil)
  }

  /// Sends the last notices and closes the manager's socket.
  func leaveManager() {
    flushNotices()
    link?.beats?.cancel()
    link?.statusRound?.cancel()
    link?.notices?.stop()
    link = nil
  }
}
