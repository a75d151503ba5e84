package import GPSBase
internal import GPSTrackRows

/// Decides what a collector writes, and what it answers; it reads no clock, no database and no socket.
///
/// ```
/// received ──▶ waiting ──▶ commit ──▶ committed ──▶ acknowledge
///                 ▲          │
///                 └──────────┴ failed: again, in parts, or when the database is back
/// ```
///
/// No answer precedes its commit. A message that can't be read is stored as refused, and answered as such, so that the device does
/// not wait for an answer forever. A message without room in memory is dropped: the device sends it again.
package struct CollectorMachine: Sendable {
  package struct Settings: Sendable {
    package var name: FleetName
    /// The only devices that are taken; nil takes all that the broker admits.
    package var devices: Set<FleetDevice>?
    /// The number of the first connection, which rises with each start.
    package var connection: Int64
    /// The size of a transaction in fixes, and the time after which a smaller one is made.
    package var (rowsOfTransaction, pause): (Int, Duration) = (5000, .milliseconds(200))
    /// The most fixes in memory.
    package var mostRows = 200_000
    /// The most devices of which states are in memory.
    package var mostStates = 200_000
    /// The most bytes of a device in a minute.
    package var bytesOfMinute = 16_777_216

    package init(name: FleetName, connection: Int64) { (self.name, self.connection) = (name, connection) }
  }

  /// The number of messages since the start.
  package struct Counts: Sendable, Hashable {
    package var (batches, fixes, refused, committed): (Int, Int, Int, Int) = (0, 0, 0, 0)
    /// Messages that were dropped: no memory, too many bytes a minute, or a device that is not on the list.
    package var (full, flood, foreign): (Int, Int, Int) = (0, 0, 0)
    /// The refusals by their reasons: of ``FleetBatch/Fault``, `database`, or ``CollectorMachine/unknownDevice``.
    package var refusals: [String: Int] = [:]
    /// States of older connections, transactions that were repeated, and messages under other topics.
    package var (oldStates, conflicts, strays): (Int, Int, Int) = (0, 0, 0)

    package init() {}
  }

  /// The receive maximum of MQTT 5.
  package static let receiveMaximum = 200
  /// The bytes that are kept of a message that is refused.
  package static let mostRefusedBytes = 65_536

  /// The reason for a device that is not on the list.
  package static let unknownDevice = "unknown_device"

  package private(set) var counts = Counts()
  /// The database, while it is there.
  package private(set) var database: FleetDatabase?

  private let settings: Settings
  private var connection: Int64
  private var restored: FleetPresence.Collector.Restored?
  private var brokers: Set<Int> = []
  private var waiting: [Delivery] = []
  private var waitingSince: Moment?
  private var (waitingRows, runningRows) = (0, 0)
  private var states: [FleetDevice: FleetPresence.Device] = [:]
  private var connections: [FleetDevice: Int64] = [:]
  private var running: Transaction?
  private var nextNumber = 1
  private var retryAt: Moment?
  /// After a transaction was rejected, the next ones are smaller, until it is known which delivery it was.
  private var mostDeliveries = Int.max
  private var pauses: RetryPauses
  private var minute: (began: Moment, bytes: [FleetDevice: Int])?
  /// Whether a message was dropped for want of memory since devices were last called to send again.
  private var hasDropped = false
  private var recent = RecentAnswers()

  package init(_ settings: Settings, seed: UInt64) {
    self.settings = settings
    connection = settings.connection
    pauses = RetryPauses.ofFleet(seed: seed)
  }

  /// The number of fixes in memory, as messages count.
  package var rows: Int { waitingRows + runningRows }

  /// When the oldest message arrived that is not committed.
  package var oldest: Moment? {
    let oldestRunning = running?.deliveries.lazy.compactMap(\.received).min()
    // Copying what waits would cost more than finding it.
    return [oldestRunning, waiting.lazy.compactMap(\.received).min()].compactMap(\.self).min()
  }

  /// When ``wake(at:)`` must be called.
  package var nextWake: Moment? {
    guard database != nil, running == nil else { return nil }
    if let retryAt { return retryAt }
    return waitingSince.map { $0 + settings.pause }
  }

  // MARK: - Brokers

  /// A broker has admitted the collector; answers that it may have lost are repeated.
  package mutating func connected(_ broker: Int, at now: Moment) -> [Action] {
    brokers.insert(broker)
    let answers = recent.all(for: broker, at: now).map { Action.acknowledge(broker: broker, $0, $1) }
    return [announcement(to: broker)] + answers
  }

  /// The collector's state for a broker, which holds another one of it.
  package func announcement(to broker: Int) -> Action { .announce(broker: broker, state) }

  /// A broker is away: answers to what it brought wait, for two minutes.
  package mutating func disconnected(_ broker: Int) { brokers.remove(broker) }

  private var state: FleetPresence.Collector {
    FleetPresence.Collector(
      isOnline: true, connection: connection, database: database, restored: restored)
  }

  private var announcements: [Action] { brokers.sorted().map { announcement(to: $0) } }

  /// A message has arrived.
  package mutating func received(_ topic: String, _ bytes: [UInt8], from broker: Int, at now: Moment)
    -> [Action]
  {
    let (device, lane): (FleetDevice, FleetTopic.Lane)
    switch FleetTopic(topic) {
    case .device(let found, let its)?: (device, lane) = (found, its)
    // The filter for the states of devices matches the states of collectors, too.
    case .collector?: return []
    case nil:
      counts.strays += 1
      return []
    }
    guard settings.devices?.contains(device) ?? true else {
      return lane == .fix ? refuse(device, bytes, from: broker, at: now) : []
    }
    switch lane {
    case .state:
      guard let state = FleetPresence.Device(bytes) else {
        counts.strays += 1
        return []
      }
      let isNew = state.isOnline && state.connection > connections[device] ?? 0
      take(state, of: device, at: now)
      // A device that has lost its connection has lost what was answered meanwhile.
      guard isNew else { break }
      let answers = recent.answers(to: device, through: broker, at: now)
      return answers.map { .acknowledge(broker: broker, device, $0) } + work(at: now)
    case .fix:
      guard mayReceive(bytes.count, of: device, at: now) else {
        counts.flood += 1
        return []
      }
      take(delivery(of: device, bytes, from: broker), at: now)
    case .last, .live, .acknowledgement: counts.strays += 1
    }
    return work(at: now)
  }

  /// Answers a device that is not on the list, and stores nothing of it: its name may be made up.
  private mutating func refuse(_ device: FleetDevice, _ bytes: [UInt8], from broker: Int, at now: Moment)
    -> [Action]
  {
    counts.foreign += 1
    counts.refusals[Self.unknownDevice, default: 0] += 1
    // An answer names a database; without one the device sends again later.
    guard mayReceive(bytes.count, of: device, at: now), let head = FleetBatch.head(of: bytes), let database,
      brokers.contains(broker)
    else { return [] }
    let refusal = FleetAcknowledgement.Refusal(numbers: head.numbers, reason: Self.unknownDevice)
    let answer = FleetAcknowledgement(
      epoch: head.epoch, committed: NumberRanges(), refused: [refusal], by: settings.name, in: database)
    return [.acknowledge(broker: broker, device, answer)]
  }

  private func delivery(of device: FleetDevice, _ bytes: [UInt8], from broker: Int) -> Delivery {
    do throws(FleetBatch.Fault) {
      let content = Delivery.Content.batch(try FleetBatch(bytes), bytes: bytes)
      return Delivery(device: device, broker: broker, content: content)
    } catch {
      let (head, kept) = (FleetBatch.head(of: bytes), Array(bytes.prefix(Self.mostRefusedBytes)))
      return Delivery(
        device: device, broker: broker, content: .refused(head, reason: error.rawValue, bytes: kept))
    }
  }

  private mutating func mayReceive(_ count: Int, of device: FleetDevice, at now: Moment) -> Bool {
    if minute.map({ $0.began.duration(to: now) >= .seconds(60) }) ?? true { minute = (now, [:]) }
    minute?.bytes[device, default: 0] += count
    return minute?.bytes[device] ?? 0 <= settings.bytesOfMinute
  }

  /// Takes a delivery, if there is memory for it.
  package mutating func take(_ delivery: Delivery, at now: Moment) {
    guard rows + delivery.size <= settings.mostRows else {
      (counts.full, hasDropped) = (counts.full + 1, true)
      return
    }
    switch delivery.content {
    case .batch(let batch, _):
      (counts.batches, counts.fixes) = (counts.batches + 1, counts.fixes + batch.fixes.count)
    case .refused(_, let reason, _):
      counts.refused += 1
      counts.refusals[reason, default: 0] += 1
    }
    waiting.append(delivery)
    waiting[waiting.count - 1].received = now
    waitingRows += delivery.size
    if waitingSince == nil { waitingSince = now }
  }

  /// Takes a device's state, unless it is the will of an older connection.
  private mutating func take(_ state: FleetPresence.Device, of device: FleetDevice, at now: Moment) {
    guard state.connection >= connections[device] ?? 0 else {
      counts.oldStates += 1
      return
    }
    guard states[device] != nil || states.count + (running?.states.count ?? 0) < settings.mostStates else {
      counts.full += 1
      return
    }
    // Names that a program makes up must not fill the memory; the table has the connections, too, and ignores old ones.
    if connections.count >= settings.mostStates, connections[device] == nil { connections = [:] }
    connections[device] = state.connection
    states[device] = state
    if waitingSince == nil { waitingSince = now }
  }

  // MARK: - The database

  /// The database is there; its identity was asked on this connection.
  package mutating func available(
    _ found: FleetDatabase, restored: FleetPresence.Collector.Restored? = nil, at now: Moment
  ) -> [Action] {
    let isNew = database != found || self.restored != restored
    // Only commits of now count in another database.
    if recent.database != found || self.restored != restored { recent = RecentAnswers() }
    (database, self.restored, retryAt) = (found, restored, nil)
    return (isNew ? announcements : []) + work(at: now)
  }

  /// A transaction is committed, in the database that the same transaction has named.
  package mutating func committed(_ number: Int, in found: FleetDatabase, at now: Moment) -> [Action] {
    guard let done = running, done.number == number else { return [] }
    (running, runningRows) = (nil, 0)
    if mostDeliveries < Int.max { mostDeliveries = mostDeliveries > 1 << 20 ? .max : mostDeliveries * 2 }
    counts.committed += done.deliveries.count
    var actions = acknowledgements(of: done, in: found, at: now)
    // Devices send again at once what was dropped. A database that has no room accepts connections: only a commit proves that there is
    // room for it.
    let callsAgain = hasDropped && rows < settings.mostRows / 2
    if callsAgain { (connection, hasDropped) = (connection + 1, false) }
    if found != database || callsAgain {
      database = found
      actions += announcements
    }
    return actions + work(at: now)
  }

  /// A transaction failed.
  package mutating func failed(_ number: Int, _ failure: Failure, at now: Moment) -> [Action] {
    guard let lost = running, lost.number == number else { return [] }
    (running, runningRows) = (nil, 0)
    var back = lost.deliveries
    switch failure {
    case .conflict:
      counts.conflicts += 1
      retryAt = now + pauses.below(.milliseconds(200))
    case .rejected(let reason):
      if back.count == 1, case .batch(let batch, let bytes) = back[0].content {
        let head = FleetBatch.Head(epoch: batch.epoch, numbers: batch.numbers)
        let kept = Array(bytes.prefix(Self.mostRefusedBytes))
        back[0].content = .refused(head, reason: "database: \(reason)", bytes: kept)
        counts.refused += 1
        counts.refusals["database", default: 0] += 1
      } else if back.count <= 1 {
        // Not even its refusal can be stored, or a state can't.
        back = []
      }
      mostDeliveries = max(1, lost.deliveries.count / 2)
    case .away: database = nil
    }
    for (device, state) in lost.states where states[device] == nil {
      if case .rejected = failure, lost.deliveries.isEmpty { continue }
      states[device] = state
    }
    waiting = back + waiting
    waitingRows += back.reduce(0) { $0 + $1.size }
    waitingSince = waiting.isEmpty && states.isEmpty ? nil : now
    return (failure == .away ? announcements : []) + work(at: now)
  }

  /// One answer for each device and epoch, through the broker that brought the messages.
  private mutating func acknowledgements(
    of done: Transaction, in found: FleetDatabase, at now: Moment
  ) -> [Action] {
    struct Key: Hashable {
      let broker: Int
      let device: FleetDevice
      let epoch: UInt32
    }
    var (answers, order): ([Key: FleetAcknowledgement], [Key]) = ([:], [])
    for delivery in done.deliveries {
      let head: FleetBatch.Head
      switch delivery.content {
      case .batch(let batch, _): head = FleetBatch.Head(epoch: batch.epoch, numbers: batch.numbers)
      case .refused(let found?, _, _): head = found
      // It names no numbers that an answer could be about.
      case .refused(nil, _, _): continue
      }
      let key = Key(broker: delivery.broker, device: delivery.device, epoch: head.epoch)
      if answers[key] == nil {
        order.append(key)
        answers[key] = FleetAcknowledgement(
          epoch: head.epoch, committed: NumberRanges(), by: settings.name, in: found)
      }
      if case .refused(_, let reason, _) = delivery.content {
        guard answers[key]?.refused.count ?? 0 < 100 else { continue }
        answers[key]?.refused.append(FleetAcknowledgement.Refusal(numbers: head.numbers, reason: reason))
      } else {
        answers[key]?.committed.insert(head.numbers)
      }
    }
    return order.compactMap { key in
      guard let answer = answers[key] else { return nil }
      recent.note(answer, to: key.device, through: key.broker, at: now)
      return brokers.contains(key.broker) ? .acknowledge(broker: key.broker, key.device, answer) : nil
    }
  }

  // MARK: - What is due

  /// Does what is due.
  package mutating func wake(at now: Moment) -> [Action] { work(at: now) }

  private mutating func work(at now: Moment) -> [Action] {
    guard database != nil, running == nil, let since = waitingSince else { return [] }
    if let time = retryAt, time > now { return [] }
    guard
      waitingRows >= settings.rowsOfTransaction || retryAt != nil || since.duration(to: now) >= settings.pause
    else { return [] }
    retryAt = nil
    var (count, size) = (0, 0)
    while count < waiting.count, count < mostDeliveries, count == 0 || size < settings.rowsOfTransaction {
      size += waiting[count].size
      count += 1
    }
    let deliveries = waiting.prefix(count).sorted { Self.key(of: $0) < Self.key(of: $1) }
    waiting.removeFirst(count)
    (waitingRows, runningRows) = (waitingRows - size, size)
    let transaction = Transaction(number: nextNumber, deliveries: deliveries, states: states)
    nextNumber += 1
    (running, states) = (transaction, [:])
    waitingSince = waiting.isEmpty ? nil : now
    return [.commit(transaction)]
  }

  private static func key(of delivery: Delivery) -> (FleetDevice, Int64) {
    switch delivery.content {
    case .batch(let batch, _): (delivery.device, batch.numbers.lowerBound)
    case .refused(let head, _, _): (delivery.device, head?.numbers.lowerBound ?? 0)
    }
  }
}
