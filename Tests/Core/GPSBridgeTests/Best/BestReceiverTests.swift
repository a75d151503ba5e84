import GPSEventRuntime
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSBridge

/// Two receivers with one clock, and the better of them.
private final class Pair: Sendable {
  let time: ManualTime
  let devices: [FakeDevice]
  let best: BestReceiver

  init(_ change: (inout ReceiverOptions) -> Void = { _ in }) {
    var options = ReceiverOptions()
    options.speedMemory = SpeedMemory()
    change(&options)
    let time = ManualTime()
    let devices = (0..<2).map { _ in FakeDevice(time) }
    self.time = time
    self.devices = devices
    best = BestReceiver(devices.map { Receiver($0, time: time, options: options) })
  }

  func settle() {
    for _ in 0..<4 {
      for receiver in best.receivers { receiver.loop.sync {} }
      best.loop.sync {}
    }
  }

  func wait(_ duration: Duration) {
    settle()
    time.jump(by: duration)
    settle()
  }

  /// Lets a device say an epoch; the latitude tells which one it was.
  func say(_ index: Int, second: Int, latitude: Double, dilution: String = "0.9") {
    settle()
    let bytes = wireEpoch(second: second, latitude: latitude)
    devices[index].say(bytes.replacing(",0.9,", with: ",\(dilution),"))
    settle()
  }

  /// Lets both say three epochs, the first one before the second.
  func sayThreeEpochs() {
    for second in 0..<3 {
      say(0, second: second, latitude: 48)
      say(1, second: second, latitude: 49)
      wait(.seconds(1))
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `The best of two receivers` {
  private let pair = Pair()

  @Test func `opens both when somebody listens, and closes both afterwards`() {
    pair.settle()
    #expect(pair.devices.allSatisfy { !$0.isFollowed })
    let locations = pair.best.locations.subscribe(.unbounded)
    pair.settle()
    #expect(pair.devices.allSatisfy { $0.isOpen })
    locations.cancel()
    pair.wait(.seconds(3))
    #expect(pair.devices.allSatisfy { !$0.isOpen })
  }

  @Test func `tells all that the chosen one says in one order, also when another one is chosen`() async throws
  {
    let reports = pair.best.reports.batches(.unbounded)
    pair.settle()
    #expect(pair.devices.allSatisfy { $0.isOpen })
    pair.sayThreeEpochs()
    pair.devices[0].unplug()
    pair.settle()
    pair.say(1, second: 3, latitude: 49)
    pair.wait(.seconds(1))
    let told = try #require(await reports.next())
    let fixes = told.compactMap { if case .epoch(let epoch) = $0 { epoch.fix } else { nil } }
    #expect(fixes.map { $0.coordinate?.latitude } == [48, 48, 48, 49])
    #expect(told.contains { if case .sentence = $0 { true } else { false } })
    #expect(told.contains { if case .event = $0 { true } else { false } })
  }

  @Test func `tells what the chosen one tells, and goes on with the other when that one is pulled out`()
    async throws
  {
    let manager = LocationManager(pair.best)
    let locations = manager.subscribe(.unbounded)
    let choices = pair.best.choices.subscribe(.unbounded)
    pair.sayThreeEpochs()
    #expect(pair.best.choice.index == 0)
    pair.devices[0].unplug()
    pair.settle()
    #expect(pair.best.choice == ReceiverSelection(index: 1, deviceID: "fake", reason: .failover))
    pair.say(1, second: 3, latitude: 49)
    #expect(manager.latest?.location?.coordinate.latitude == 49)
    let latitudes = try await locations.next()?.map(\.coordinate.latitude)
    // The other one's last location is told with the choice, unless it is older than what was told.
    #expect(latitudes == [48, 48, 48, 49, 49] || latitudes == [48, 48, 48, 49])
    // While both are opened, the one that is quicker may count for a moment.
    var last = await choices.next()
    while let choice = last, choice.reason != .failover { last = await choices.next() }
    #expect(last?.index == 1)
  }

  @Test func `gives fixes also when the chosen one loses its position`() async throws {
    let fixes = pair.best.fixes.batches(.unbounded)
    pair.settle()
    pair.sayThreeEpochs()
    // An epoch without a fix, by which the other one is chosen.
    pair.devices[0].say(wireEpoch(second: 3, fix: false))
    pair.wait(.seconds(1))
    pair.say(1, second: 4, latitude: 49)
    pair.wait(.seconds(1))
    let latitudes = try #require(await fixes.next()).map { $0.coordinate?.latitude }
    #expect(latitudes == [48, 48, 48, nil, 49], "\(pair.best.choice)")
  }

  @Test func `never takes a reader back in time`() async throws {
    let locations = pair.best.locations.batches(.unbounded)
    for second in 0..<12 {
      pair.say(1, second: second, latitude: 49, dilution: second > 5 ? "0.5" : "0.9")
      pair.wait(.milliseconds(700))
      pair.say(0, second: second, latitude: 48, dilution: second > 3 ? "9.9" : "0.9")
      pair.wait(.milliseconds(300))
      if second == 9 { pair.devices[0].unplug() }
    }
    let received = try #require(try await locations.next()?.compactMap(\.received))
    #expect(received.count > 10)
    #expect(zip(received, received.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test func `tags every record of both with its device`() async {
    let records = pair.best.records.subscribe(.unbounded)
    pair.settle()
    pair.say(0, second: 0, latitude: 48)
    pair.wait(.seconds(1))
    pair.say(1, second: 0, latitude: 49)
    pair.wait(.seconds(1))
    records.cancel()
    let again = pair.best.records.subscribe(.unbounded)
    pair.settle()
    pair.say(0, second: 1, latitude: 48)
    pair.say(1, second: 1, latitude: 49)
    pair.wait(.seconds(1))
    var fixes: [String] = []
    while fixes.count < 2, let record = await again.next() {
      guard case .fix(let fix) = record.content else { continue }
      fixes.append("\(record.index) \(record.isChosen) \(fix.coordinate?.latitude ?? 0)")
    }
    #expect(fixes == ["0 true 48.0", "1 false 49.0"])
  }

  @Test func `gives sentences only while somebody wants them`() async {
    let sentences = pair.best.sentences.subscribe(.unbounded)
    pair.settle()
    pair.say(0, second: 0, latitude: 48)
    #expect(await sentences.next()?.text.hasPrefix("$GPRMC") == true)
    let fixes = pair.best.fixes.subscribe(.unbounded)
    sentences.cancel()
    pair.settle()
    #expect(pair.best.receivers.allSatisfy { $0.sentences.subscriberCount == 0 })
    fixes.cancel()
  }

  @Test func `answers requests, and calls delegates`() async throws {
    let manager = LocationManager(pair.best)
    let hearer = Hearer()
    await MainActor.run { manager.delegate = hearer }
    manager.startUpdatingLocation()
    let task = Task { try await manager.requestLocation(timeout: .seconds(60)) }
    await until { pair.time.pendingTimers > 0 && pair.devices.allSatisfy { $0.isOpen } }
    for second in 0..<3 {
      pair.say(1, second: second, latitude: 49)
      pair.wait(.seconds(1))
    }
    #expect(try await manager.requestLocation(maximumAge: .seconds(9)).coordinate.latitude == 49)
    while await hearer.latitudes.count < 3 { await Task.yield() }
    #expect(await hearer.latitudes == [49, 49, 49])
    task.cancel()
    _ = await task.result
  }

  @Test func `ends when both have given up`() async throws {
    let pair = Pair { $0.reconnect = .never }
    let locations = pair.best.locations.subscribe(.unbounded)
    pair.settle()
    pair.devices[0].unplug()
    pair.settle()
    pair.say(1, second: 0, latitude: 49)
    pair.wait(.seconds(1))
    #expect(try await locations.next()?.coordinate.latitude == 49)
    pair.devices[1].unplug()
    pair.settle()
    await #expect(throws: LocationError.self) { try await locations.next() }
  }

  @Test func `lets its receivers go when it is dropped`() {
    weak var best: BestReceiver?
    weak var first: Receiver?
    let time = ManualTime()
    var loops: [EventLoop] = []
    do {
      let receivers = (0..<2).map { _ in Receiver(FakeDevice(time), time: time) }
      let made = BestReceiver(receivers)
      loops = receivers.map(\.loop) + [made.loop]
      let listener = made.fixes.subscribe(.latest)
      best = made
      first = receivers[0]
      withExtendedLifetime(listener) {}
    }
    // What still waits on them to be done holds what it is done to.
    for _ in 0..<4 { for loop in loops { loop.sync {} } }
    #expect(best == nil)
    #expect(first == nil)
  }
}
