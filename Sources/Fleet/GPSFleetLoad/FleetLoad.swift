internal import GPSBase
package import GPSEventRuntime
package import GPSFleetLink
package import GPSFleetProtocol
package import GPSFleetPublisher
internal import GPSTrackRows

/// Many simulated devices on one event loop, each with a connection and a publisher's machine, as load for a fleet.
///
/// They keep the publisher's promise: a position counts as settled when a collector has reported its commit. A backlog is a range of
/// numbers, not memory.
package actor FleetLoad: LoopActor {
  package struct Settings: Sendable {
    /// How to connect to each host; the client's names and the wills are the devices'.
    package var hosts: [FleetLinkSettings]
    package var tenant: FleetName
    /// The devices' names begin with it; their numbers follow.
    package var prefix = "sim-"
    package var first = 1
    package var devices = 1
    /// The positions of each device in a second; 0: all at once, which needs ``most``.
    package var rate: Double = 1
    /// The most positions of each device.
    package var most: Int64 = FleetLoad.endless
    package var batch: Duration = .seconds(60)
    /// Ends after this time, even if not everything is settled.
    package var limit: Duration?
    /// The store's opening that the devices report, and the least number of their connections: both rise from run to run.
    package var epoch: UInt32 = 0
    package var second: Int64 = 0
    /// The installation that batches name, 16 bytes.
    package var installation = [UInt8](repeating: 7, count: 16)
    /// Makes the positions of the device at a place.
    package var lane: @Sendable (Int) -> SimulatedLane

    package init(
      hosts: [FleetLinkSettings], tenant: FleetName, lane: @escaping @Sendable (Int) -> SimulatedLane
    ) {
      (self.hosts, self.tenant, self.lane) = (hosts, tenant, lane)
    }
  }

  /// The condition of the fleet, which is reported when it changes.
  package struct Status: Sendable, Hashable {
    /// The condition that most devices have.
    package let condition: FleetCondition
    /// How many devices have it.
    package let devices: Int
  }

  /// More positions than a device makes in a million years.
  package static let endless: Int64 = 1 << 50

  private struct Device {
    let name: FleetDevice
    let lane: SimulatedLane
    /// How much later than the first device it makes each of its positions.
    let delay: Duration
    var machine: PublisherMachine
    var line: PublisherLine?
    /// The number of the connection, so that events of an earlier one count no more.
    var lineNumber = 0
    var isConnected = false
    var hasConnected = false
    /// From the broker's numbers of messages to batches, and the subscriptions that are not answered.
    var tokens: [Int: Int] = [:]
    var subscriptions: Set<Int> = []
    var largestPacket: Int?
    var made: Int64 = 0
    var wake: (at: Moment, timer: LoopTimer)?
  }

  package nonisolated let loop: EventLoop
  private var settings: Settings
  private let makeLine: PublisherLine.Maker
  private let report: @Sendable (Status) -> Void
  private let finish: @Sendable (LoadCounts) -> Void
  private var devices: [Device] = []
  private let began = Moment(.now)
  /// When it stopped to make positions.
  private var stoppedAt: Moment?
  private var isOver = false
  private var tally = LoadCounts()
  private var lastStatus: Status?
  /// Devices that wait until few enough others connect.
  private var waiting: [(place: Int, host: Int, connection: Int64)] = []
  private var connecting: Set<Int> = []

  /// ``FleetLink`` has no more helper threads for attempts.
  private static let mostConnecting = 3
  private static let interval: Duration = .milliseconds(50)

  /// - Parameters:
  ///   - loop: The loop on which it lives.
  ///   - settings: The brokers, the devices and their rate.
  ///   - makeLine: Makes a connection.
  ///   - report: Called on the loop when the condition of most devices has changed, at most once a second.
  ///   - finish: Called on the loop at the end, once.
  /// - Throws: A device's name is wrong.
  package init(
    on loop: EventLoop, _ settings: Settings, makeLine: @escaping PublisherLine.Maker = PublisherLine.real,
    report: @escaping @Sendable (Status) -> Void, finish: @escaping @Sendable (LoadCounts) -> Void
  ) throws(FleetName.Fault) {
    (self.loop, self.settings, self.makeLine) = (loop, settings, makeLine)
    (self.report, self.finish) = (report, finish)
    tally.devices = settings.devices
    for place in 0..<settings.devices {
      let number = settings.first + place
      let name = try FleetName("\(settings.prefix)\(number)", of: .device)
      var own = PublisherMachine.Settings()
      (own.hosts, own.firstHost) = (settings.hosts.count, number % settings.hosts.count)
      (own.batch, own.second) = (settings.batch, settings.second)
      var machine = PublisherMachine(
        own, cursor: FleetCursor(installation: "simulated"), seed: UInt64(number) &* 7919)
      _ = machine.opened(settings.epoch, first: 1, at: began)
      // Else all devices would make their positions in the same moment.
      let share = Double(place) / Double(settings.devices)
      let delay = settings.rate > 0 ? Duration.seconds(share / settings.rate) : .zero
      devices.append(
        Device(
          name: FleetDevice(tenant: settings.tenant, name: name), lane: settings.lane(number), delay: delay,
          machine: machine))
    }
  }

  /// Begins to make positions, and to connect.
  package func start() {
    for place in devices.indices { perform(devices[place].machine.start(at: now), place) }
    turn()
    check()
    if let limit = settings.limit { loop.after(limit, handler { $0.end() }) }
  }

  /// Makes no more positions; it ends when each is settled or refused.
  package func stopMaking() { stoppedAt = stoppedAt ?? now }

  /// Makes the rest of ``Settings/most`` at once.
  package func makeRest() { settings.rate = 0 }

  /// Ends all connections, and reports the counts.
  package func end() {
    guard !isOver else { return }
    isOver = true
    for place in devices.indices {
      devices[place].wake?.timer.cancel()
      let state = FleetPresence.Device(isOnline: false, connection: devices[place].machine.cursor.connection)
      publish(state, place)
      close(place)
    }
    finish(counts)
  }

  /// The counts since the start.
  package var counts: LoadCounts {
    var counts = tally
    counts.made = devices.reduce(0) { $0 + UInt64($1.made) }
    counts.settled = devices.reduce(0) { $0 + $1.machine.cursor.settled.count }
    counts.refused = devices.reduce(0) { $0 + $1.machine.cursor.refusedCount }
    for device in devices {
      let again = device.machine.again
      counts.againSilence += again.silence
      counts.againConnection += again.connection
      counts.againCollector += again.collector
    }
    counts.connected = devices.reduce(0) { $0 + ($1.isConnected ? 1 : 0) }
    counts.duration = began.duration(to: now)
    return counts
  }

  private var now: Moment { Moment(.now) }

  // MARK: - Positions

  /// Makes the positions that are due, and ends when there will be no more and each is settled or refused.
  private func turn() {
    guard !isOver else { return }
    let (now, until) = (now, stoppedAt ?? now)
    var isComplete = true
    for place in devices.indices {
      let made = number(at: until, of: place)
      if made > devices[place].made {
        devices[place].made = made
        perform(devices[place].machine.news(last: made, at: now), place)
      }
      let isMade = stoppedAt != nil || made >= settings.most
      let machine = devices[place].machine
      if !isMade || UInt64(machine.backlog) > machine.cursor.refusedCount { isComplete = false }
    }
    if isComplete { return end() }
    loop.after(Self.interval, handler { $0.turn() })
  }

  private func number(at time: Moment, of place: Int) -> Int64 {
    guard settings.rate > 0 else { return settings.most }
    let seconds = (began.duration(to: time) - devices[place].delay) / .seconds(1)
    return max(devices[place].made, min(settings.most, Int64(max(0, seconds * settings.rate))))
  }

  private func age(of number: Int64, _ place: Int) -> Duration {
    let made = settings.rate > 0 ? devices[place].delay + .seconds(Double(number) / settings.rate) : .zero
    return began.duration(to: now) - made
  }

  private func check() {
    guard !isOver else { return }
    var conditions: [FleetCondition: Int] = [:]
    for device in devices { conditions[device.machine.condition, default: 0] += 1 }
    if let most = conditions.max(by: { $0.value < $1.value }) {
      let status = Status(condition: most.key, devices: most.value)
      if status.condition != lastStatus?.condition { report(status) }
      lastStatus = status
    }
    loop.after(.seconds(1), handler { $0.check() })
  }

  // MARK: - What a device's machine asks for

  private func perform(_ actions: [PublisherMachine.Action], _ place: Int) {
    guard !isOver else { return }
    for action in actions {
      switch action {
      case .connect(let host, let connection): enqueue(place, host, connection)
      case .disconnect: ended(place, .asked)
      case .announce(let state): publish(state, place)
      case .read(let request): read(request, place)
      case .send(let token, let payload): send(token, payload, place)
      case .find(let search): find(search, place)
      // It has no memory beyond its end.
      case .save: break
      }
    }
    setTimer(place)
  }

  private func publish(_ state: FleetPresence.Device, _ place: Int) {
    let topic = FleetTopic.device(devices[place].name, .state).description
    _ = devices[place].line?.publish(FleetMessage(topic, state.bytes, isRetained: true))
  }

  private func read(_ request: PublisherMachine.Request, _ place: Int) {
    let device = devices[place]
    let batch = device.lane.batch(
      request.numbers, installation: settings.installation, epoch: settings.epoch)
    let page = PublisherMachine.Page.batch(
      epoch: settings.epoch, numbers: request.numbers, payload: batch.bytes)
    // As a store, it answers later than within the call.
    loop.async(handler { $0.perform($0.devices[place].machine.page(page, at: $0.now), place) })
  }

  private func find(_ search: FleetSearch, _ place: Int) {
    let number = devices[place].lane.first(since: search.since)
    let result = number <= devices[place].made ? FleetSearch.Result.number(number) : .nothing
    loop.async(
      handler { $0.perform($0.devices[place].machine.found(result, for: search, at: $0.now), place) })
  }

  private func send(_ token: Int, _ payload: [UInt8], _ place: Int) {
    let topic = FleetTopic.device(devices[place].name, .fix).description
    guard let number = devices[place].line?.publish(FleetMessage(topic, payload)) else { return }
    devices[place].tokens[number] = token
    tally.messages += 1
    if let head = FleetBatch.head(of: payload) { tally.sent += UInt64(head.numbers.count) }
  }

  private func setTimer(_ place: Int) {
    let next = devices[place].machine.nextWake
    guard next != devices[place].wake?.at else { return }
    devices[place].wake?.timer.cancel()
    devices[place].wake = next.map { at in (at, loop.after(now.duration(to: at), handler { $0.due(place) })) }
  }

  private func due(_ place: Int) {
    devices[place].wake = nil
    perform(devices[place].machine.wake(at: now), place)
  }

  // MARK: - The connection of a device

  private func enqueue(_ place: Int, _ host: Int, _ connection: Int64) {
    waiting.append((place, host, connection))
    connectNext()
  }

  private func connectNext() {
    while connecting.count < Self.mostConnecting, let next = waiting.first {
      waiting.removeFirst()
      connecting.insert(next.place)
      connect(next.place, next.host, next.connection)
    }
  }

  private func connect(_ place: Int, _ host: Int, _ connection: Int64) {
    var link = settings.hosts[host]
    link.client = devices[place].name.client
    let will = FleetPresence.Device(isOnline: false, connection: connection)
    link.will = FleetMessage(
      FleetTopic.device(devices[place].name, .state).description, will.bytes, isRetained: true)
    devices[place].lineNumber += 1
    let number = devices[place].lineNumber
    let line = makeLine(
      loop, link,
      handler { load, event in
        if load.devices[place].lineNumber == number { load.handle(event, place) }
      })
    (devices[place].line, devices[place].tokens, devices[place].subscriptions) = (line, [:], [])
    do throws(FleetLinkFault) { try line.connect() } catch {
      // Within a call of the machine.
      let words = error.description
      loop.async(
        handler { if $0.devices[place].lineNumber == number { $0.ended(place, .notTried(words)) } })
    }
  }

  private func close(_ place: Int) {
    devices[place].lineNumber += 1
    devices[place].line?.close()
    (devices[place].line, devices[place].isConnected) = (nil, false)
    connecting.remove(place)
  }

  private func ended(_ place: Int, _ end: FleetEnd) {
    close(place)
    perform(devices[place].machine.disconnected(end, at: now), place)
    connectNext()
  }

  private func handle(_ event: FleetLinkEvent, _ place: Int) {
    guard !isOver, let line = devices[place].line else { return }
    switch event {
    case .connected(_, let most):
      devices[place].largestPacket = most == 0 ? nil : most
      noteConnection(place)
      let own = FleetTopic.device(devices[place].name, .acknowledgement).description
      for filter in [own, FleetTopic.collectors] {
        if let number = line.subscribe(filter) { devices[place].subscriptions.insert(number) }
      }
    case .subscribed(let number, let reason):
      guard devices[place].subscriptions.remove(number) != nil else { return }
      if reason.isRefusal { return ended(place, .notSubscribed("it refuses: \(reason)")) }
      // An answer to a batch that was sent before would be lost.
      guard devices[place].subscriptions.isEmpty else { return }
      perform(devices[place].machine.connected(mostBytes: devices[place].largestPacket, at: now), place)
    case .acknowledged(let number, let reason):
      guard let token = devices[place].tokens.removeValue(forKey: number) else { return }
      if reason == .noSubscribers {
        tally.noSubscriber += 1
        tally.firstSilence = tally.firstSilence ?? began.duration(to: now)
      }
      let code = UInt8(clamping: reason.rawValue)
      perform(devices[place].machine.published(token, reason: code, at: now), place)
    case .message(let message): take(message, place)
    case .ended(let end): ended(place, Self.meaning(of: end))
    }
  }

  private func noteConnection(_ place: Int) {
    tally.connects += 1
    if devices[place].hasConnected { tally.returned(at: began.duration(to: now)) }
    (devices[place].isConnected, devices[place].hasConnected) = (true, true)
    connecting.remove(place)
    connectNext()
  }

  private static func meaning(of end: FleetLinkEnd) -> FleetEnd {
    switch end {
    case .dismissed(.takenOver): .takenOver
    case .refused(let reason): reason.isOfClient ? .notAdmitted("\(reason)") : .refused("\(reason)")
    case .untrusted(let words): .untrusted(words)
    case .unreachable(let words): .failed(words)
    case .silent: .failed("it does not answer")
    case .dismissed(let reason): .lost("the broker has ended it: \(reason)")
    case .lost(let words): .lost(words)
    }
  }

  private func take(_ message: FleetMessage, _ place: Int) {
    switch FleetTopic(message.topic) {
    case .device(_, .acknowledgement):
      guard let answer = FleetAcknowledgement(message.payload) else { return }
      let before = devices[place].machine.cursor.settled
      perform(devices[place].machine.acknowledged(answer, at: now), place)
      noteAges(answer, before, place)
    case .collector(let name):
      guard let state = FleetPresence.Collector(message.payload) else { return }
      perform(devices[place].machine.collector(name, state, at: now), place)
    default: break
    }
  }

  /// Notes how long the positions took that an answer has settled.
  private func noteAges(_ answer: FleetAcknowledgement, _ before: NumberRanges, _ place: Int) {
    let (made, settled) = (devices[place].made, devices[place].machine.cursor.settled)
    for range in answer.committed.ranges where range.lowerBound <= made {
      for open in before.missing(in: range.clamped(to: 1...made)).ranges {
        for number in open where settled.contains(number) { tally.ages.add(age(of: number, place)) }
      }
    }
  }
}
