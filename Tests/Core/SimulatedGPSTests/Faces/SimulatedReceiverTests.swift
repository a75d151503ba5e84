import Dispatch
import GPSBridge
import GPSEventRuntime
import GPSSystemCalls
import SimulatedGPS
import TestSupport
import Testing

/// Time that is moved by hand, and whose time of day goes on between two looks, as that of a computer does.
private struct PassingTime: TimeSource {
  private let base = ManualTime()
  private let seconds = Guarded(2_000_000_000.0)

  var now: ContinuousClock.Instant { base.now }
  var utcSeconds: Double {
    seconds.withLock { seconds in
      seconds += 0.4
      return seconds
    }
  }

  func after(
    _ delay: Duration, on loop: EventLoop, _ action: @escaping @Sendable () -> Void
  ) -> any TimerHandle { base.after(delay, on: loop, action) }
}

@Suite(.timeLimit(.minutes(5))) struct `A simulated receiver` {
  private let time = ManualTime()

  @Test(arguments: Scenario.all.map(\.name).filter { $0 != "unplug" })
  func `says to the library what its engine says, to the byte`(name: String) throws {
    let scenario = try #require(Scenario(named: name))
    let ear = Ear(SimulatedReceiver(scenario, time: time))
    time.jump(by: .seconds(90))
    // A real port has no bytes before it is there, and the host's speed is whatever it sets.
    #expect(ear.bytes == bytes(scenario.with { $0.hostSpeed = nil }, seconds: 90))
  }

  @Test func `lives in the present of its clock, and its epochs are at the whole seconds`() throws {
    let rows: [(clock: Double, start: Int64?, after9500ms: Int64)] = [
      (2_000_000_000, nil, 2_000_000_009), (2_000_000_000.75, nil, 2_000_000_010),
      (2_000_000_000.75, 1_700_000_000, 1_700_000_009),
      // A clock that was never set, one that means nothing, and one beyond the years of receivers.
      (0, nil, 1_795_158_489), (.nan, nil, 1_795_158_489), (8e9, nil, 1_795_158_489),
    ]
    for row in rows {
      let time = ManualTime(utcSeconds: row.clock)
      let scenario = Scenario.staticDesk.with { $0.start = row.start.map { UTC(secondsSince1970: $0) } }
      let simulated = SimulatedReceiver(scenario, time: time)
      time.jump(by: .milliseconds(9500))
      let epoch = try #require(simulated.lastEpoch)
      let moment = UTC(try #require(epoch.date), try #require(epoch.timeOfDay))
      #expect(moment.secondsSince1970 == row.after9500ms, "\(row)")
      #expect(simulated.place.key.contains("time=") == (row.start != nil))
    }
  }

  @Test func `begins with all others of its name`() throws {
    let all = try Simulation.receivers(named: "sim:multi", time: PassingTime())
    #expect(all.map(\.elapsed).count { $0 == all[0].elapsed && $0 > .zero } == 3)
  }

  @Test func `behaves as its options say, and never remembers a speed for others`() {
    var options = ReceiverOptions()
    options.profile = [Setting.updateRate(.hertz(2))]
    let simulated = SimulatedReceiver(.walk, time: time, options: options) { Story.Wait(for: .seconds(1)) }
    let listening = simulated.receiver.onReport { _ in }
    time.jump(by: .seconds(20))
    #expect(simulated.receiver[.updateRate].value == .hertz(2))
    #expect(SpeedMemory.shared.entries[simulated.place.key] == nil)
    listening.cancel()
  }

  @Test func `lives an hour in no time, and the same hour each time`() {
    func hour() -> (bytes: [UInt8], fixes: [Fix]) {
      let time = ManualTime()
      let simulated = SimulatedReceiver(.walk, time: time)
      let ear = Ear(simulated)
      time.jump(by: .seconds(3600))
      return (ear.bytes, fixes(ear.bytes))
    }
    let first = hour()
    #expect(first.fixes.count >= 3598)
    #expect(fingerprint(first.bytes) == fingerprint(hour().bytes))
  }

  @Test func `says nothing to one who comes late of what was said before`() {
    let simulated = SimulatedReceiver(.staticDesk, time: time)
    time.jump(by: .seconds(1000))
    let ear = Ear(simulated)
    time.jump(by: .seconds(10))
    let all = bytes(.staticDesk, seconds: 1010)
    #expect(ear.bytes == Array(all.dropFirst(bytes(.staticDesk, seconds: 1000).count)))
    #expect(simulated.elapsed == .seconds(1010))
  }

  @Test func `is one of several, each with a life of its own`() {
    let time = ManualTime(utcSeconds: 1_795_158_480)
    let audiences = Scenario.multi.map { Audience($0, time: time) }
    time.jump(by: .seconds(60))
    let coordinates = audiences.compactMap { $0.manager.latest?.location?.coordinate }
    #expect(coordinates.count == 3)
    #expect(Set(audiences.map { $0.simulated.place.key }).count == 3)
    for coordinate in coordinates { #expect(coordinate.distance(to: coordinates[0]) < 100) }
  }

  @Test func `has one port: whoever comes second finds it busy, and gets it when it is free`() {
    let simulated = SimulatedReceiver(.staticDesk, time: time)
    let first = Ear(simulated)
    let second = Ear(simulated)
    time.jump(by: .seconds(2))
    #expect(!first.bytes.isEmpty && second.bytes.isEmpty)
    #expect(second.refusal?.code == .deviceBusy)
    first.close()
    second.open()
    time.jump(by: .seconds(2))
    #expect(!second.bytes.isEmpty)
  }

  @Test func `obeys what is written to it`() async throws {
    let audience = Audience(.staticDesk.with { $0.dialect = .mtk })
    _ = audience.hear(.seconds(10))
    #expect(audience.simulated.speed == 9600)
    let time = audience.time
    let ear = Ear(SimulatedReceiver(.staticDesk.with { $0.dialect = .mtk }, time: time), speed: 9600)
    await time.advance(by: .seconds(5))
    ear.write(wire("PMTK220,200"))
    await time.advance(by: .seconds(1))
    let answer = String(decoding: ear.bytes, as: UTF8.self)
    #expect(answer.contains("$PMTK001,220,3*"))
    let before = fixes(ear.bytes).count
    await time.advance(by: .seconds(2))
    // At 9600 Bd five a second do not all fit, with the satellites among them.
    #expect(fixes(ear.bytes).count - before > 5)
    #expect(ear.failures == [nil])
  }

  @Test func `takes no bytes when it is unplugged, and says so`() {
    let simulated = SimulatedReceiver(.staticDesk, time: time)
    let ear = Ear(simulated)
    time.jump(by: .seconds(2))
    simulated.tell { Story.Unplug() }
    ear.write([0x24])
    time.jump(by: .seconds(1))
    #expect(ear.failures.map { $0?.code } == [.deviceNotFound])
    #expect(ear.end?.code == .disconnected)
    #expect(!simulated.isPresent)
  }

  @Test func `lives through what was not foreseen`() {
    let audience = Audience(.staticDesk)
    audience.wait(.seconds(20))
    #expect(audience.manager.latest?.freshness == .live)
    audience.simulated.tell {
      Story.Unplug(for: .seconds(5), returningAs: "ttyUSB7")
      Story.Wait(for: .seconds(20))
      Story.Enter(.tunnel)
    }
    audience.wait(.seconds(3))
    #expect(audience.manager.latest?.reason == .noDevice || audience.manager.latest?.reason == .disconnected)
    audience.wait(.seconds(15))
    #expect(audience.manager.latest?.freshness == .live)
    #expect(audience.receiver.place?.node == "sim/ttyUSB7")
    audience.wait(.seconds(30))
    #expect(audience.manager.latest?.reason == .fixLost)
  }

  @Test func `is let go with its receiver, and leaves no timer behind`() {
    weak var device: SimulatedReceiver?
    do {
      let simulated = SimulatedReceiver(.drive, time: time)
      device = simulated
      let manager = LocationManager(simulated.receiver)
      manager.startUpdatingLocation()
      time.jump(by: .seconds(10))
      #expect(manager.location != nil)
      manager.stopUpdatingLocation()
      time.jump(by: .seconds(10))
    }
    #expect(device == nil)
    time.jump(by: .seconds(10))
    #expect(time.pendingTimers == 0)
  }

  @Test func `tells what it meant, so that a test can ask whether it was understood`() throws {
    let audience = Audience(.drive)
    audience.wait(.seconds(40) + .milliseconds(500))
    let meant = try #require(audience.simulated.lastEpoch)
    let understood = try #require(audience.manager.latest?.location)
    let place = try #require(Coordinate(latitude: meant.motion.latitude, longitude: meant.motion.longitude))
    #expect(place.distance(to: understood.coordinate) < 0.05)
    #expect(audience.receiver.place?.isSimulated == true)
    #expect(understood.source.isSimulatedBySoftware && !understood.source.isProducedByAccessory)
  }
}
