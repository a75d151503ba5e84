import GPSBase
import GPSEventRuntime
import GPSTrackRows
import TestSupport

@testable import GPSFleetProtocol

/// Devices, two collectors and their table in virtual time, over a network that loses, repeats, delays and cuts.
///
/// For an hour everything fails now and then: requests and answers, collectors, the database, a standby that is promoted without
/// the last seconds, tokens, and devices, which start again with the cursor that they have saved and perhaps without their last
/// numbers. Then all is well, and everything must be delivered.
final class FleetSimulation {
  enum Story {
    /// An hour in which anything fails at any time.
    case trouble
    /// A minute of many devices, in which collectors and the database are killed, and nothing is lost on the way.
    case kills
    /// A minute without a failure.
    case calm
  }

  /// A fault that the simulation must find.
  enum Fault: CaseIterable {
    case collectorAnswersBeforeCommit, deviceBelievesAnyStatus, collectorHidesTimeline, collectorSkipsCommit
  }

  struct Outcome {
    var (made, sent, failovers) = (0, 0, 0)
    /// The seconds from the end of the trouble to the last delivery.
    var calm: Int64 = 0
    var complaints: [String] = []
  }

  private struct Device {
    var machine: PublisherMachine
    var saved: FleetCursor
    var store: SimulatedStore
    /// Rises with each start, so that what was for the one before is dropped.
    var life = 0
    var wake: Int64?
    var isRevoked = false
    /// What was settled at the last check.
    var checked = NumberRanges()
  }

  private struct Collector { var (life, isUp, isFull, isStale) = (0, true, false, false) }

  /// What the way does to a request and its answer.
  private enum Way: CaseIterable {
    case unreachable, requestLost, portal, proxyFails, proxyLimits, answerLost, answerCut, late, damaged,
      repeated, slow
  }

  private var outcome = Outcome()
  private var random: SeededGenerator
  private let start = Moment(.now)
  private var now: Int64 = 0
  private var events = DeadlineHeap<(time: Int64, act: () -> Void)>()
  private var devices: [Device] = []
  private var collectors = [Collector(), Collector()]
  /// How often a batch was damaged on its way: after the third time it is set aside.
  private var damages: [[UInt8]: Int] = [:]
  private var table = SimulatedTable()
  private let (story, fault): (Story, Fault?)
  /// The end of the trouble, the time between two positions, and the one between two writes of the store, in milliseconds.
  private let (end, interval, write): (Int64, Int64, Int64)
  private let (loss, slowest): (Int, Int64)

  private var moment: Moment { start + .milliseconds(now) }

  init(seed: UInt64, _ story: Story = .trouble, _ fault: Fault? = nil) {
    random = SeededGenerator(seed: seed)
    (self.story, self.fault) = (story, fault)
    let count: Int
    switch story {
    case .trouble:
      (count, loss, slowest) = (3, Int.random(in: 0...15, using: &random), 400)
      (end, interval, write) = (3_600_000, 1000, 20_000)
    case .kills, .calm:
      (count, loss, slowest) = (20, 0, 300)
      (end, interval, write) = (60_000, 40, 200)
    }
    for _ in 0..<count {
      let hole = below(2000) + 100
      let store = SimulatedStore(hole: hole...(hole + 400))
      let cursor = FleetCursor(installation: "")
      devices.append(Device(machine: machine(cursor), saved: cursor, store: store))
    }
  }

  private func machine(_ cursor: FleetCursor) -> PublisherMachine {
    var settings = PublisherMachine.Settings()
    if story != .trouble { settings.batch = .seconds(1) }
    return PublisherMachine(settings, cursor: cursor, seed: random.next())
  }

  // MARK: - The run

  /// Runs until everything is delivered, or for a day.
  func run() -> Outcome {
    for place in devices.indices {
      act(place) { $0.opened(1, first: 1, at: $1) }
      after(below(write)) { [unowned self] in news(place) }
    }
    plan()
    while outcome.complaints.isEmpty, now < 24 * end {
      if now > end, isDelivered { break }
      guard let due = events.next?.due, let event = events.takeNext(by: due) else { break }
      now = event.time
      event.act()
    }
    outcome.calm = max(0, now - end) / 1000
    finish()
    return outcome
  }

  private func after(_ milliseconds: Int64, _ event: @escaping () -> Void) {
    let time = now + milliseconds
    _ = events.add((time, event), due: start.instant + .milliseconds(time))
  }

  private func below(_ limit: Int64) -> Int64 { Int64.random(in: 0..<limit, using: &random) }

  private func happens(_ percent: Int) -> Bool {
    story == .trouble && now < end && Int.random(in: 0..<100, using: &random) < percent
  }

  private var isDelivered: Bool {
    devices.allSatisfy { UInt64($0.store.last) == $0.machine.cursor.settled.count }
  }

  private func news(_ place: Int) {
    guard now <= end else { return }
    devices[place].store.add(write / interval)
    let last = devices[place].store.last
    act(place) { $0.news(last: last, at: $1) }
    after(write) { [unowned self] in news(place) }
  }

  private func finish() {
    if !isDelivered { outcome.complaints.append("a day was not enough to deliver all") }
    for (place, device) in devices.enumerated() {
      outcome.sent += device.machine.sentCount
      guard device.store.last > 0 else { continue }
      for part in device.store.parts(of: 1...device.store.last) {
        outcome.made += part.numbers.count
        let missing = table.missing(part.numbers, of: part.epoch, from: place)
        if !missing.isEmpty { outcome.complaints.append("\(place): \(missing.ranges) are not in the table") }
      }
    }
  }

  // MARK: - The device

  private func act(_ place: Int, _ call: (inout PublisherMachine, Moment) -> [PublisherMachine.Action]) {
    for action in call(&devices[place].machine, moment) { perform(action, place) }
    check(place)
    guard let next = devices[place].machine.nextWake else { return }
    let time = max(now + 1, Int64((start.duration(to: next) / .milliseconds(1)).rounded(.up)))
    if let wake = devices[place].wake, wake <= time, wake > now { return }
    devices[place].wake = time
    after(time - now) { [unowned self] in
      guard devices[place].wake == time else { return }
      devices[place].wake = nil
      act(place) { $0.wake(at: $1) }
    }
  }

  private func perform(_ action: PublisherMachine.Action, _ place: Int) {
    let life = devices[place].life
    switch action {
    case .read(let request):
      let page = happens(2) ? .failed : devices[place].store.page(request)
      after(1 + below(50)) { [unowned self] in
        if devices[place].life == life { act(place) { $0.page(page, at: $1) } }
      }
    case .send(let token, let payload): post(payload, token, place)
    case .save: devices[place].saved = devices[place].machine.cursor
    case .find, .stop: break
    }
  }

  /// The cursor is never ahead of a commit.
  private func check(_ place: Int) {
    let device = devices[place]
    guard device.checked != device.machine.cursor.settled else { return }
    devices[place].checked = device.machine.cursor.settled
    for range in device.machine.cursor.settled.ranges {
      for part in device.store.parts(of: range) {
        let never = table.neverCommitted(part.numbers, of: part.epoch, from: place)
        if !never.isEmpty {
          outcome.complaints.append("\(place): \(never.ranges) are settled and were never committed")
        }
      }
    }
    if device.machine.held.batches > 5 { outcome.complaints.append("\(device.machine.held) are held") }
  }

  /// A device starts again, with what it has saved, perhaps without its last numbers.
  private func restart(_ place: Int) {
    devices[place].life += 1
    devices[place].checked = NumberRanges()
    if happens(70) {
      let lost = min(happens(30) ? below(60) : 0, devices[place].store.last)
      devices[place].store.reopen(losing: lost)
    }
    let store = devices[place].store
    devices[place].machine = machine(devices[place].saved)
    act(place) { $0.opened(store.epoch, first: store.first(after: $0.cursor.epoch), at: $1) }
    act(place) { $0.news(last: store.last, at: $1) }
  }

  // MARK: - The way

  private func post(_ payload: [UInt8], _ token: Int, _ place: Int) {
    let life = devices[place].life
    func reply(after milliseconds: Int64, _ reply: FleetReply) {
      after(milliseconds) { [unowned self] in
        guard devices[place].life == life else { return }
        act(place) { $0.answered(token, heard(reply, payload), at: $1) }
      }
    }
    let way = happens(loss) ? Way.allCases.randomElement(using: &random) : nil
    let delay = 10 + below(way == .slow ? 25_000 : 100)
    switch way {
    case .unreachable: reply(after: 1 + below(3000), .failed(.unreachable("")))
    case .requestLost: reply(after: 30_000, .failed(.slow))
    case .portal: reply(after: delay, .answered(status: 200, body: Array("<html>".utf8)))
    case .proxyFails: reply(after: delay, .answered(status: 502, body: []))
    case .proxyLimits: reply(after: delay, .answered(status: 429, body: []))
    case .answerLost:
      after(delay) { [unowned self] in receive(payload, place) { _ in } }
      reply(after: delay + below(29_000), .failed(.lost("")))
    case .late:
      after(31_000 + below(600_000)) { [unowned self] in receive(payload, place) { _ in } }
      reply(after: 30_000, .failed(.slow))
    case .damaged where damages[payload, default: 0] < 2:
      damages[payload, default: 0] += 1
      after(delay) { [unowned self] in receive(payload, place, isDamaged: true) { reply(after: delay, $0) } }
    case .repeated:
      // A proxy repeats the request at a collector.
      after(delay + below(5000)) { [unowned self] in receive(payload, place) { _ in } }
      after(delay) { [unowned self] in receive(payload, place) { reply(after: delay, $0) } }
    case .answerCut:
      after(delay) { [unowned self] in
        receive(payload, place) { answer in
          guard case .answered(let status, let body, _) = answer else { return }
          reply(after: delay, .answered(status: status, body: Array(body.dropLast(3))))
        }
      }
    case .slow, .damaged, nil:
      after(delay) { [unowned self] in receive(payload, place) { reply(after: delay, $0) } }
    }
  }

  /// What a device with a fault makes of a reply.
  private func heard(_ reply: FleetReply, _ payload: [UInt8]) -> FleetReply {
    guard fault == .deviceBelievesAnyStatus, case .answered(200, _, _) = reply else { return reply }
    return .answered(status: 200, body: answer(.committed, payload, table.identity()).bytes)
  }

  // MARK: - The collectors

  private func parts(_ payload: [UInt8]) -> (epoch: UInt32, numbers: ClosedRange<Int64>) {
    let parts = payload.split(separator: UInt8(ascii: " ")).map {
      Int64(String(decoding: $0, as: UTF8.self)) ?? 0
    }
    return (UInt32(parts[0]), parts[1]...parts[2])
  }

  private func answer(
    _ word: FleetAnswer.Word, _ payload: [UInt8], _ database: FleetDatabase? = nil
  ) -> FleetAnswer {
    var answer = FleetAnswer(word)
    let (epoch, numbers) = parts(payload)
    (answer.epoch, answer.numbers, answer.database, answer.width) = (epoch, numbers, database, 10)
    return answer
  }

  /// The proxy passes a request to one of the collectors, which commits it and answers.
  private func receive(
    _ payload: [UInt8], _ place: Int, isDamaged: Bool = false, _ reply: @escaping (FleetReply) -> Void
  ) {
    func send(_ answer: FleetAnswer, retryAfter: Int? = nil) {
      reply(.answered(status: answer.word.status, body: answer.bytes, retryAfter: retryAfter))
    }
    let ready = collectors.indices.filter { collectors[$0].isUp }
    guard let chosen = ready.randomElement(using: &random) else {
      return reply(.answered(status: 502, body: []))
    }
    let life = collectors[chosen].life
    if isDamaged { return send(answer(.damaged, payload)) }
    if devices[place].isRevoked { return send(answer(.unknownToken, payload)) }
    if collectors[chosen].isFull { return send(answer(.full, payload), retryAfter: 1) }
    if fault == .collectorAnswersBeforeCommit { send(answer(.committed, payload, table.identity())) }
    after(5 + below(slowest)) { [unowned self] in
      // It was killed before or after the commit.
      guard collectors[chosen].life == life || below(2) == 0 else {
        return reply(.answered(status: 502, body: []))
      }
      guard table.isUp else { return send(answer(.away, payload), retryAfter: 1) }
      let isStale = collectors[chosen].isStale
      let (epoch, numbers) = parts(payload)
      if fault == .collectorSkipsCommit, below(50) == 0 {
        // It answers all the same.
      } else {
        table.commit(numbers, of: epoch, from: place, at: now, isStale: isStale)
      }
      guard collectors[chosen].life == life else { return reply(.answered(status: 502, body: [])) }
      var identity = table.identity(isStale: isStale)
      if fault == .collectorHidesTimeline { identity.timeline = 1 }
      send(answer(.committed, payload, identity))
    }
  }

  // MARK: - What fails, and when

  private func plan() {
    switch story {
    case .calm: break
    case .kills:
      for place in 1...8 as ClosedRange<Int64> {
        after(place * 6000 + below(2000)) { [unowned self] in
          if place % 4 == 0 { stopDatabase(for: 1000) } else { kill(Int(place % 2), for: 1000 + below(2000)) }
        }
      }
    case .trouble:
      for _ in 0..<Int.random(in: 0...15, using: &random) {
        let begin = below(end - 400_000)
        after(begin) { [unowned self] in fail() }
      }
    }
  }

  private func fail() {
    let length = 1000 + below(300_000)
    let (collector, device) = (Int(below(2)), Int(below(Int64(devices.count))))
    switch below(7) {
    case 0: kill(collector, for: length)
    case 1:
      kill(0, for: length)
      kill(1, for: length)
    case 2: stopDatabase(for: length)
    case 3: failOver()
    case 4: restart(device)
    case 5:
      collectors[collector].isFull = true
      after(length) { [unowned self] in collectors[collector].isFull = false }
    default:
      devices[device].isRevoked = true
      after(length) { [unowned self] in devices[device].isRevoked = false }
    }
  }

  private func kill(_ place: Int, for length: Int64) {
    (collectors[place].life, collectors[place].isUp) = (collectors[place].life + 1, false)
    after(length) { [unowned self] in collectors[place].isUp = true }
  }

  private func stopDatabase(for length: Int64) {
    table.isUp = false
    after(length) { [unowned self] in table.isUp = true }
  }

  /// One of the collectors stays connected to the old primary for a while.
  private func failOver() {
    guard outcome.failovers == 0 else { return }
    outcome.failovers += 1
    table.failOver(to: now - below(20_000))
    stopDatabase(for: below(5000) + 1)
    collectors[0].isStale = true
    after(below(60_000) + 1) { [unowned self] in collectors[0].isStale = false }
  }
}
