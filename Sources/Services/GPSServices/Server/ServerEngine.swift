internal import GNSS
internal import GPSBase
internal import GPSBridge
internal import GPSDProtocol
internal import GPSEventRuntime
internal import GPSFormats
internal import GPSSockets
internal import GPSSystemCalls

/// Accepts clients, runs their sessions, and sends them reports, on the receiver's event loop.
///
/// Each call is a complete step that never blocks. In a turn, receivers come first, since reports are sent
/// from within their step; then requests, limited to a fair share per client; then new clients.
actor ServerEngine: LoopService {
  nonisolated let loop: EventLoop
  nonisolated let receivers: [Receiver]
  nonisolated let time: any TimeSource
  let rules: ServiceRules
  let limits: ServiceLimits

  /// The phases of a server, in order.
  enum Phase: Sendable {
    case serving
    /// Nothing is accepted or added any more; clients may still receive their pending data.
    case ending(ServiceEnding)
    /// Closed, at once or after an ending.
    case over(after: ServiceEnding?)
  }

  nonisolated let life = ServiceLife()
  var phase = Phase.serving
  /// The outputs for gpsd clients, by listening socket.
  var listeners: [CInt: OpenOutput] = [:]
  lazy var acceptor = Acceptor(
    on: loop, sparing: Kernel.sparedDescriptors, handler { $0.accepted($1) },
    turnEnded: handler { engine, isShort in
      if isShort { engine.letSilentGo() }
      engine.tellCounts()
    })
  var clients = ClientTable<ServiceClient>()
  var devices: [DeviceState]
  /// The receiver for clients that do not name one.
  var chosen: ChosenDevice
  var counts = ServiceCounts()
  /// State that can be read from any thread.
  nonisolated let shown = Guarded(Shown())
  var listenings: [ReceiverListening] = []
  /// Counts of clients per costly report; the next properties are in use only while a client wants them.
  var demand = ReportDemand()
  var extras: Report.Extras = []
  var packets: [ReceiverListening] = []
  var arrivals: [ReceiverListening] = []
  var silence: (any TimerHandle)?
  nonisolated let cell: CoarseCell?
  var outputs: SentenceOutputs
  /// The service manager, if there is one.
  var link: ServiceLink?
  /// The number of clients per address.
  var addresses = AddressTally()
  /// Timer for disconnecting idle clients.
  var idleness: (any TimerHandle)?

  /// The part of the state that other threads read.
  struct Shown: Sendable {
    var counts = ServiceCounts()
    /// The outputs, in the order in which they were requested.
    var outputs: [OpenOutput] = []
  }

  /// The read buffer, shared by all clients.
  var buffer = [UInt8](repeating: 0, count: 8192)

  init(_ receivers: [Receiver], _ options: ServiceOptions) {
    precondition(!receivers.isEmpty, "a server needs a receiver")
    self.receivers = receivers
    (loop, time) = (receivers[0].loop, receivers[0].time)
    (rules, limits, cell) = (options.rules, options.limits, options.coarseCell)
    outputs = SentenceOutputs(coarse: options.coarseCell)
    let now = time.now
    devices = receivers.indices.map { index in
      let name = options.names.indices.contains(index) ? options.names[index] : ""
      return DeviceState(ServedDevice.ID(index), name: name.isEmpty ? nil : name, at: now)
    }
    chosen = ChosenDevice(receivers, tellsAll: options.choice == .all)
  }

  /// Whether it serves, and is not about to end.
  var isServing: Bool { if case .serving = phase { true } else { false } }

  /// The shutdown during which pending data is sent, if there is or was one.
  var ending: ServiceEnding? {
    switch phase {
    case .serving: nil
    case .ending(let ending): ending
    case .over(let ending): ending
    }
  }

  // MARK: - Lifecycle

  /// Subscribes to the receivers.
  nonisolated func begin() {
    later { engine in
      engine.listenings = engine.listen(including: [])
      engine.watchSilence()
      engine.watchIdleness()
    }
  }

  /// Subscribes to all receivers; with several receivers, reports arrive a turn later.
  ///
  /// The choice among several receivers needs a turn of its own, before the epoch is sent. Otherwise clients
  /// would receive "no fix" although another receiver has one.
  nonisolated func listen(including extras: Report.Extras) -> [ReceiverListening] {
    receivers.enumerated().map { index, receiver in
      let isAlone = receivers.count == 1
      let take: @Sendable (Report) -> Void = handler { $0.take($1, from: index) }
      return receiver.onReport(including: extras) { [weak self] report in
        switch report {
        case .sentence, .message: break
        // It comes again, with its epoch.
        case .sky: return
        // The subscription without extras has it. Only that one is permanent, so no epoch comes twice.
        default: if !extras.isEmpty { return }
        }
        if isAlone { take(report) } else { self?.later { $0.take(report, from: index) } }
      }
    }
  }

  func close() {
    let ending = ending
    phase = .over(after: ending)
    for listening in listenings + packets + arrivals { listening.cancel() }
    (listenings, packets, arrivals) = ([], [], [])
    silence?.cancel()
    idleness?.cancel()
    stopListening()
    for number in clients.order { close(number) }
    outputs.stop()
    leaveManager()
    tellCounts()
    ending?.deadline.cancel()
    ending?.body()
  }

  func tellCounts() {
    (counts.clients, counts.dropped) = (clients.count, clients.dropped)
    (counts.waiting, counts.shortages) = (acceptor.waiting, acceptor.shortages)
    shown.withLock { [counts] in $0.counts = counts }
  }

  func close(descriptor: CInt) {
    // Closing our own open descriptor can't fail in a way we could report.
    try? Kernel.close(descriptor)
  }

  // Outputs: opened on the caller's thread, served and closed on the loop.

  // MARK: - Opening

  /// Opens the output at once, so that the caller learns of errors; the loop takes over.
  ///
  /// - Returns: The port; nil for a path and for outputs without a stream socket.
  nonisolated func listen(_ output: ServiceOutput) throws(ServiceFault) -> UInt16? {
    try life.admit(output.text)
    let open = try open(output)
    shown.withLock { $0.outputs.append(open) }
    later { $0.begin(open) }
    return open.port
  }

  /// Opens an output without serving it yet, beside our sockets that are about to be closed.
  private nonisolated func open(
    _ output: ServiceOutput, beside old: [CInt] = []
  ) throws(ServiceFault) -> OpenOutput {
    do throws(Errno) { return try OpenOutput(output, beside: old) } catch {
      throw ServiceFault(error, output.text, path: output.path)
    }
  }

  /// The sockets passed by a service manager, as open outputs.
  nonisolated func outputs(passedBy manager: ServiceManager) -> [OpenOutput] {
    manager.listeners.map { OpenOutput(passed: $0.descriptor, at: $0.address) }
      + manager.outputs.map { OpenOutput(passed: $0.descriptor, at: $0.address, $0.filter) }
  }

  // MARK: - Serving

  func begin(_ open: OpenOutput) {
    guard let status = open.status, let carrier = open.carrier(loop, time, limits) else {
      for socket in open.sockets { serve(socket, open) }
      return
    }
    guard isServing else { return carrier.stop() }
    do throws(Errno) { try carrier.begin() } catch {
      carrier.stop()
      return stop(ServiceFault(error, open.text))
    }
    outputs.add(carrier, SentenceFeed(open.filter, coarse: cell), status)
    followDemand()
  }

  private func serve(_ socket: CInt, _ open: OpenOutput) {
    guard isServing else { return close(descriptor: socket) }
    do throws(Errno) {
      try acceptor.add(socket, named: "gpsd's port")
      listeners[socket] = open
    } catch {
      // Users rely on this port: stop the service rather than run where no client can reach it.
      close(descriptor: socket)
      stop(ServiceFault(error, open.text))
    }
  }

  // MARK: - Changes

  nonisolated func listen(only wanted: [ServiceOutput]) throws(ServiceFault) -> ServiceChange {
    try life.admit(wanted.first?.text ?? "nothing")
    var change = ServiceChange()
    var old = shown.withLock(\.outputs)
    var (stays, changed): ([OpenOutput], [OpenOutput]) = ([], [])
    var new: [ServiceOutput] = []
    for output in wanted {
      // For one address, two sockets may have been passed: IPv4 and IPv6.
      let places = old.indices.filter { old[$0].serves(output) }
      let isPassed = stays.contains { $0.passedAt != nil && $0.serves(output) }
      if places.isEmpty, !isPassed { new.append(output) }
      for place in places where old[place].take(output) { changed.append(old[place]) }
      stays += places.map { old[$0] }
      old = old.indices.filter { !places.contains($0) }.map { old[$0] }
    }
    for place in old.indices where old[place].passedAt != nil {
      if old[place].take(nil) { changed.append(old[place]) }
      stays.append(old[place])
    }
    old.removeAll { $0.passedAt != nil }
    var opened: [OpenOutput] = []
    do throws(ServiceFault) {
      for output in new { opened.append(try open(output, beside: old.flatMap(\.sockets))) }
    } catch {
      later { [opened] engine in for one in opened { engine.close(unheard: one) } }
      throw error
    }
    (change.opened, change.changed) = (opened.map(\.text), changed.map(\.text))
    change.closed = old.map(\.text)
    shown.withLock { [stays, opened] in $0.outputs = stays + opened }
    later { [opened, changed, old] engine in
      for one in opened { engine.begin(one) }
      for one in changed { engine.change(one) }
      for one in old { engine.end(one) }
      engine.followDemand()
    }
    return change
  }

  private func change(_ open: OpenOutput) {
    guard let status = open.status else { return }
    outputs.change(status, to: SentenceFeed(open.filter, coarse: cell))
    status.withLock { $0.name = open.text }
  }

  private func close(unheard open: OpenOutput) {
    guard let carrier = open.carrier(loop, time, limits) else { return close(sockets: open) }
    carrier.stop()
  }

  // MARK: - Closing

  /// Closes an output and disconnects the clients that came through it alone.
  private func end(_ open: OpenOutput) {
    for socket in open.sockets { Kernel.dropRequests(socket) }
    if let status = open.status { return outputs.end(status) }
    let places = open.sockets.compactMap(Kernel.ownAddress)
    for socket in open.sockets { acceptor.acceptRest(from: socket) }
    close(sockets: open)
    let others = listeners.keys.compactMap(Kernel.ownAddress)
    for number in clients.order {
      guard let own = clients[number].flatMap({ Kernel.ownAddress(of: $0.descriptor) }),
        places.contains(where: own.isReached), !others.contains(where: own.isReached)
      else { continue }
      farewell(number, "this address no longer serves clients")
    }
    tellCounts()
  }

  private func close(sockets open: OpenOutput) {
    for socket in open.sockets {
      listeners[socket] = nil
      if !acceptor.close(socket) { close(descriptor: socket) }
    }
    if case .gpsd(let address) = open.output?.language { Kernel.forget(address) }
  }

  /// Stops accepting; clients queued on passed sockets wait for the next process.
  func stopListening() {
    acceptor.stop()
    for open in listeners.values {
      if case .gpsd(let address) = open.output?.language { Kernel.forget(address) }
    }
    listeners = [:]
  }

  // Clients: accepting or rejecting them, reading their requests, sending with backpressure, and disconnecting idle ones.

  // MARK: - Connecting

  func accepted(_ socket: CInt) {
    counts.accepted += 1
    let address = Kernel.peerAddress(of: socket)
    if let reason = refusal(of: address) { refuse(socket, reason) } else { welcome(socket, from: address) }
  }

  private func welcome(_ socket: CInt, from address: EndAddress?) {
    let session = GPSDSession(rules)
    guard let number = enter(socket, session, from: address) else {
      counts.refused += 1
      return close(descriptor: socket)
    }
    send(session.greeting, to: number)
  }

  /// Registers a client, new or restored after a restart; returns nil if its socket can't be watched.
  func enter(
    _ socket: CInt, as number: Int? = nil, _ session: GPSDSession, from address: EndAddress?
  ) -> Int? {
    let client = ServiceClient(session, address: addresses.enter(address))
    let entered = clients.enter(socket, as: number, client, at: time.now) { number throws(Errno) in
      try loop.watch(socket, for: .readable, named: "a client", handler { $0.isReady(number, $1) })
    }
    if entered == nil { addresses.leave(client.address) }
    return entered
  }

  // MARK: - Requests

  private func isReady(_ number: Int, _ readiness: Readiness) {
    // Both directions are closed, so an answer can't arrive.
    guard !readiness.contains(.hungUp) else { return close(number) }
    if readiness.contains(.writable) { flush(number) }
    if readiness.contains(.readable) { read(number) }
  }

  private func read(_ number: Int) {
    switch clients.read(number, into: &buffer) {
    case .bytes(let count):
      clients.update(number) { [now = time.now] client in
        client.lastTaken = now
        client.state.hasSpoken = true
      }
      hear(buffer[..<count], from: number)
    case .nothing: break
    case .ended:
      // Pending answers are still sent.
      if !closeIfDone(number) { follow(number) }
    case .failed: close(number)
    }
  }

  /// Disconnects a client that closed its side, once it has received its answers and watches nothing.
  private func closeIfDone(_ number: Int) -> Bool {
    guard let client = clients[number], client.hasEnded, client.outbox.isEmpty,
      !client.state.session.policy.isEnabled
    else { return false }
    close(number)
    return true
  }

  private func hear(_ bytes: ArraySlice<UInt8>, from number: Int) {
    guard var session = clients[number]?.state.session else { return }
    var actions: [GPSDSession.Action] = []
    let taken = session.take(bytes, view) { actions.append($0) }
    clients.update(number) { client in
      client.state.session = session
      client.state.unread = taken < bytes.count ? ArraySlice(Array(bytes.dropFirst(taken))) : []
    }
    for action in actions {
      switch action {
      case .send(let lines): send(lines, to: number)
      case .follow(let policy):
        note(policy, of: number)
        keep(number, as: policy)
      case .write(let bytes, let device): write(bytes, to: device, for: number)
      case .close: return close(number)
      }
    }
    guard let client = clients[number] else { return }
    // The rest of the client's requests waits until other clients had their turn.
    if !client.state.unread.isEmpty { later { $0.goOn(number) } }
    follow(number)
  }

  func note(_ policy: WatchPolicy, of number: Int) {
    guard let old = clients[number]?.state.policy else { return }
    clients.update(number) { $0.state.policy = policy }
    demand.change(from: old, to: policy)
    followDemand()
  }

  private func goOn(_ number: Int) {
    guard let client = clients[number], !client.state.unread.isEmpty, !client.outbox.isFull else { return }
    hear(client.state.unread, from: number)
  }

  /// Writes a client's bytes to the receiver and sends the client the result.
  private func write(_ bytes: [UInt8], to device: ServedDevice.ID, for number: Int) {
    Task(executorPreference: loop.tasks) { [weak self, receiver = receivers[device.number]] in
      var failure: String?
      do throws(LocationError) { try await receiver.send(bytes: bytes) } catch { failure = error.message }
      await self?.answer(toWriteOf: device, for: number, failure)
    }
  }

  private func answer(toWriteOf device: ServedDevice.ID, for number: Int, _ failure: String?) {
    guard let session = clients[number]?.state.session else { return }
    send(session.answer(toWriteOf: devices[device.number].device, failure: failure), to: number)
  }

  // MARK: - Output

  func send(_ bytes: [UInt8], to number: Int) {
    clients.add(bytes, .answer, for: number)
    flush(number)
  }

  func flush(_ number: Int) {
    guard let wasFull = clients[number]?.outbox.isFull else { return }
    guard clients.flush(number, at: time.now, on: loop) else { return close(number) }
    keepIfWhole(number)
    endIfDrained()
    if closeIfDone(number) { return }
    if wasFull, clients[number]?.outbox.isFull == false { goOn(number) }
  }

  /// Updates the readiness that the loop watches a client for.
  private func follow(_ number: Int) { if !clients.follow(number, on: loop) { close(number) } }

  // MARK: - Disconnecting

  /// Disconnects a client that has not read its data for too long.
  func letGoIfStuck(_ number: Int) {
    guard clients.isStuck(number, at: time.now, limits), let client = clients[number] else { return }
    counts.slowClosed += 1
    farewell(
      number,
      "the client read nothing for \(limits.unread.components.seconds) s, \(client.outbox.dropped) epochs dropped"
    )
  }

  func close(_ number: Int) {
    guard let client = clients.remove(number) else { return }
    loop.end(client.watch)
    addresses.leave(client.state.address)
    forget(number, client)
    close(descriptor: client.descriptor)
    acceptor.resume()
    demand.change(from: client.state.policy, to: WatchPolicy())
    followDemand()
    tellCounts()
  }

  /// The interval between searches for idle clients.
  private static let idleRound = Duration.seconds(30)

  // MARK: - Admission

  /// Why a new client is rejected, as text for the client; nil if it is accepted.
  func refusal(of address: EndAddress?) -> String? {
    if clients.count >= limits.clients {
      counts.refused += 1
      return "there are \(limits.clients) clients already"
    }
    guard addresses.count(address) >= limits.clientsOfAddress else { return nil }
    counts.refused += 1
    counts.refusedByAddress += 1
    return "there are \(limits.clientsOfAddress) clients from this address already"
  }

  /// Rejects a connection with a notice, which fits the empty send buffer.
  func refuse(_ socket: CInt, _ reason: String) {
    _ = try? Kernel.send(socket, ServiceLine.error("refused: \(reason)")[...])
    close(descriptor: socket)
  }

  // MARK: - Idle clients

  func watchIdleness() { idleness = time.after(Self.idleRound, on: loop, handler { $0.letIdleGo() }) }

  private func letIdleGo() {
    guard isServing else { return }
    disconnect(idleFor: limits.idle, "the client requested nothing for \(limits.idle.components.seconds) s") {
      !$0.session.policy.isEnabled
    }
    watchIdleness()
  }

  /// Disconnects clients that connected a while ago and sent nothing, to free descriptors for others.
  func letSilentGo() {
    disconnect(idleFor: limits.silent, "the client requested nothing, and other clients wait") {
      !$0.hasSpoken
    }
  }

  private func disconnect(idleFor limit: Duration, _ reason: String, if isIdle: (ServiceClient) -> Bool) {
    guard isServing else { return }
    for number in clients.order {
      guard let client = clients[number], isIdle(client.state), client.outbox.isEmpty,
        client.lastTaken.duration(to: time.now) >= limit
      else { continue }
      counts.idleClosed += 1
      farewell(number, reason)
    }
  }

  // MARK: - The end of a connection

  /// A larger send buffer for the notice to a client that does not read.
  private static let roomForLastWords: CInt = 131_072

  /// Disconnects a client, with a notice of the reason if it can be sent.
  ///
  /// The client's send buffer may be full. We then enlarge it to fit the rest of a half-sent line and the
  /// notice, which the client receives when it reads on.
  func farewell(_ number: Int, _ reason: String) {
    if let client = clients[number] {
      if !client.outbox.isEmpty {
        Kernel.prepare(client: client.descriptor, sendBuffer: Self.roomForLastWords)
      }
      let bytes = Array(client.outbox.restOfBegun) + ServiceLine.error("closed: \(reason)")
      _ = try? Kernel.send(client.descriptor, bytes[...])
    }
    close(number)
  }

  // Reports to clients: epochs, receivers that come and go, silence, and the receiver's original bytes.

  var view: ServiceView {
    ServiceView(devices.map(\.device), best: chosen.id, tellsAll: chosen.tellsAll, at: utc)
  }

  private func means(_ device: ServedDevice, _ policy: WatchPolicy) -> Bool {
    device.isMeant(by: policy, best: chosen.id, tellsAll: chosen.tellsAll)
  }

  private var utc: UTC { utc(at: time.now) }

  /// The computer's time at an instant.
  private func utc(at instant: ContinuousClock.Instant) -> UTC {
    let seconds = time.utcSeconds - instant.duration(to: time.now).inSeconds
    let whole = seconds.rounded(.down)
    return UTC(secondsSince1970: Int64(whole), nanosecond: Int32((seconds - whole) * 1e9))
  }

  // MARK: - Epochs

  func take(_ told: Report, from index: Int) {
    switch told {
    case .sentence(let sentence): return take(sentence, from: index)
    case .message(let message): return take(message, from: index)
    default: tellIfChanged()
    }
    let report = cell?.coarsened(told) ?? told
    let news = devices[index].take(report, at: time.now) { utc(at: $0) }
    for one in news { tell(one, of: index) }
    if news.contains(.lost) {
      // Silence reports repeat every second, sooner than the pending timer.
      silence?.cancel()
      watchSilence()
    }
    guard case .epoch(let epoch) = report, index == chosen.index, !devices[index].isGone, !isOld(index) else {
      return
    }
    tellOutputs(of: epoch)
  }

  private func tellOutputs(of epoch: Epoch) {
    // Raw clients receive only the receiver's original bytes.
    let batch = outputs.epoch(epoch, forClients: demand.wantsSentences, at: time.now)
    guard !batch.isEmpty else { return }
    let device = devices[chosen.index].device
    tell(batch.bytes, .report) { $0.nmea && $0.raw == 0 && means(device, $0) }
  }

  /// Notifies clients that follow the best receiver when it changes.
  private func tellIfChanged() {
    guard chosen.hasChanged(lastTime: devices[chosen.index].lastTime) else { return }
    let device = devices[chosen.index].device
    tell(ServiceLine.device(device), .answer) { $0.json && means(device, $0) }
  }

  /// Whether clients already received the time of a receiver's last epoch from the previous best one.
  private func isOld(_ index: Int) -> Bool {
    index == chosen.index && chosen.hasBeenTold(devices[index].lastTime)
  }

  private func tell(_ news: DeviceState.News, of index: Int) {
    let device = devices[index].device
    switch news {
    case .epoch(let report):
      counts.epochs += 1
      let isOld = self.isOld(index)
      tell(report.news, .report) { $0.json && means(device, $0) && !(isOld && $0.device == nil) }
    case .silence(let lines):
      counts.epochs += 1
      tell(lines, .report) { $0.json && means(device, $0) }
      if index == chosen.index { outputs.silence() }
    case .attitude(let line): tell(line, .report) { $0.json && means(device, $0) }
    case .offset(let line): tell(line, .report) { $0.pps && means(device, $0) }
    case .changed:
      bindClients(to: device)
      tell(ServiceLine.device(device), .answer) { $0.json }
    case .lost: tell(ServiceLine.lost(device), .answer) { $0.json }
    }
    tellCounts()
  }

  /// Sends to all clients whose policy matches, starting with a different client each time for fairness.
  func tell(_ lines: [UInt8], _ kind: Outbox.Kind, to wants: (WatchPolicy) -> Bool) {
    for number in clients.nextTurn() {
      guard let policy = clients[number]?.state.session.policy, policy.isEnabled, wants(policy) else {
        continue
      }
      if clients.sendAtOnce(lines, kind, to: number, at: time.now) { continue }
      flush(number)
      letGoIfStuck(number)
    }
  }

  // MARK: - Silence

  func watchSilence() {
    guard let due = devices.map(\.silenceDue).min() else { return }
    silence = time.after(time.now.duration(to: due), on: loop, handler { $0.lookForSilence() })
  }

  private func lookForSilence() {
    guard isServing else { return }
    // Another part of the process may have freed descriptors.
    acceptor.resume()
    tellIfChanged()
    for index in devices.indices {
      guard let news = devices[index].timePassed(to: time.now) else { continue }
      tell(news, of: index)
    }
    watchSilence()
  }

  // MARK: - Packets

  /// Subscribes to the receivers' original sentences and messages while clients want them.
  func followDemand() {
    guard isServing else { return }
    // The receiver's original data is not coarse.
    var wanted = cell == nil ? demand.extras : []
    if outputs.wantsReceived { wanted.insert(.sentences) }
    if wanted != extras {
      if !extras.contains(.sentences) { outputs.beginReceiving() }
      extras = wanted
      let former = packets
      packets = extras.isEmpty ? [] : listen(including: extras)
      for listening in former { listening.cancel() }
    }
    guard demand.needsArrivals == arrivals.isEmpty else { return }
    for listening in arrivals { listening.cancel() }
    arrivals = demand.needsArrivals ? listenForArrivals() : []
  }

  private func listenForArrivals() -> [ReceiverListening] {
    receivers.enumerated().map { index, receiver in
      let take = handler(calledOn: receiver.loop) { $0.devices[index].heardBytes(at: $1) }
      return receiver.onBytes { _, arrival in take(arrival) }
    }
  }

  private func take(_ sentence: ReceivedSentence, from index: Int) {
    if index == chosen.index { outputs.received(sentence) }
    guard cell == nil else { return }
    if let news = devices[index].hear(sentence.bytes) { tell(news, of: index) }
    guard demand.wantsPackets else { return }
    let device = devices[index].device
    tell(sentence.bytes + [0x0D, 0x0A], .report) { ($0.nmea || $0.raw > 0) && means(device, $0) }
  }

  private func take(_ message: ReceivedMessage, from index: Int) {
    let device = devices[index].device
    tell(message.bytes, .report) { $0.raw == 2 && means(device, $0) }
    tell(ServiceLine.hexadecimal(message.bytes), .report) { $0.raw == 1 && means(device, $0) }
  }
}
