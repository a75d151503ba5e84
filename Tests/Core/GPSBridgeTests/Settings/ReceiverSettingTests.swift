import GPSSystemCalls
import NMEA
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSBridge

/// What a task has failed with; nil if it has not, or with something else.
private func error(of task: Task<Void, any Error>) async -> LocationError? {
  if case .failure(let error) = await task.result { error as? LocationError } else { nil }
}

@Suite struct `A setting of a receiver` {
  private let it = SettingsBench()

  @Test func `has the value that was set once the receiver has said so, and tells it once`() async throws {
    let values = it.receiver[.updateRate].subscribe(.unbounded, replayLatest: true)
    #expect(it.receiver[.updateRate].value == nil && it.receiver[.updateRate].isWritable)
    try await it.receiver[.updateRate].set(.hertz(5))
    #expect(it.receiver[.updateRate].value == .hertz(5))
    try await it.receiver[.updateRate].set(.hertz(5))
    try await it.receiver[.updateRate].set(.hertz(2))
    #expect(await values.next() == .hertz(5))
    #expect(await values.next() == .hertz(2))
    #expect(it.written == ["$PMTK220,200*2C\r\n", "$PMTK220,200*2C\r\n", "$PMTK220,500*2B\r\n"])
  }

  @Test func `replays its value to values, and not to changes`() async throws {
    it.bench.say(wire("PMTK500,200,0,0,0.0,0.0"))
    let values = it.receiver[.updateRate].values.makeAsyncIterator()
    let changes = it.receiver[.updateRate].changes.makeAsyncIterator()
    it.bench.say(wire("PMTK500,100,0,0,0.0,0.0"))
    #expect(await values.next() == .hertz(5))
    #expect(await values.next() == .hertz(10))
    #expect(await changes.next() == .hertz(10))
  }

  @Test func `can be set by many at a time, and each has an answer`() async throws {
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<64 {
        group.addTask {
          (try? await it.receiver[.updateRate].set(UpdateRate(milliseconds: 100 + number))) != nil
        }
      }
      for await isSet in group { #expect(isSet) }
    }
    #expect(it.written.count == 64)
    let last = try #require(it.written.last)
    let value = try #require(it.receiver[.updateRate].value)
    #expect(last.hasPrefix("$PMTK220,\(value.milliseconds)*"))
  }

  @Test func `opens the device for as long as it takes`() async throws {
    let bench = Bench { $0.dialect = .mediaTek }
    bench.device.answer { _ in wire("PMTK001,220,3") }
    try await bench.receiver[.updateRate].set(.hertz(5))
    #expect(bench.device.openings.count == 1)
    bench.wait(.seconds(3))
    #expect(!bench.device.isOpen && bench.receiver[.updateRate].value == .hertz(5))
  }

  @Test func `is waited for no longer by a task that was cancelled`() async throws {
    it.answers(nil)
    let first = Task { try await it.receiver[.updateRate].set(.hertz(5)) }
    try await it.untilWritten(1)
    let second = Task { try await it.receiver[.updateRate].set(.hertz(10)) }
    second.cancel()
    #expect(await error(of: second)?.code == .cancelled)
    first.cancel()
    #expect(await error(of: first)?.code == .cancelled)
    it.bench.settle()
    // The receiver had been told, and does it.
    it.bench.say(wire("PMTK001,220,3"))
    #expect(it.receiver[.updateRate].value == .hertz(5) && it.written.count == 1)
  }

  @Test func `ends with its receiver, and says so to whoever still wants to set it`() async throws {
    var receiver: Receiver? = Receiver(FakeDevice(ManualTime()), time: ManualTime())
    let setting = try #require(receiver?[.updateRate])
    let values = setting.subscribe(.unbounded)
    receiver = nil
    await #expect { try await setting.set(.hertz(5)) } throws: { ($0 as? LocationError)?.code == .abandoned }
    #expect(!setting.isWritable)
    values.cancel()
  }

  @Test func `is given up when its receiver goes while it is being set, and nothing is opened again`()
    async throws
  {
    let time = ManualTime()
    let device = FakeDevice(time)
    var receiver: Receiver? = Receiver(device, time: time)
    let setting = try #require(receiver?[.updateRate])
    let loop = try #require(receiver?.engine.loop)
    let task = Task { try await setting.set(.hertz(5)) }
    let end = ContinuousClock.now + .seconds(60)
    while device.written.isEmpty, ContinuousClock.now < end {
      await Task.yield()
      loop.sync {}
    }
    receiver = nil
    #expect(await error(of: task)?.code == .abandoned)
    for _ in 0..<6 { loop.sync {} }
    #expect(!device.isOpen && device.openings.count == 1 && !device.isFollowed)
  }
}

@Suite struct `The speed of a receiver's line` {
  private static let uart = DevicePlace(key: "uart", node: "/dev/ttyUSB0", speed: .unknown)

  @Test func `is changed on both ends, and remembered`() async throws {
    let it = SettingsBench(Self.uart)
    it.bench.settle()
    #expect(it.receiver[.baudRate].value == 9600 && it.receiver[.baudRate].isWritable)
    let setting = Task { try await it.receiver[.baudRate].set(115_200) }
    try await it.untilWritten(1)
    it.bench.wait(.milliseconds(200))
    #expect(it.device.speeds == [115_200])
    it.bench.epoch()
    try await setting.value
    #expect(it.receiver[.baudRate].value == 115_200)
    it.device.unplug()
    it.device.plug(Self.uart)
    it.bench.settle()
    #expect(it.device.openings.map(\.speed) == [9600, 115_200])
  }
}

@Suite struct `A receiver that is spoken to` {
  private let it = SettingsBench()

  @Test func `gets a sentence as it is`() async throws {
    try await it.receiver.send(.vendor(.control(.pmtk605(PMTK605()))))
    #expect(it.written == ["$PMTK605*31\r\n"])
  }

  @Test func `gets nothing that is no whole sentence`() async throws {
    let body = Array("PMTK605*31\r\n$PMTK104".utf8)
    await #expect { try await it.receiver.send(.unknown(UnknownSentence(body: body.span))) } throws: {
      ($0 as? LocationError)?.code == .unsupported
    }
    #expect(it.written.isEmpty)
  }

  @Test func `starts again, and greets`() async throws {
    let restart = Task { try await it.receiver.restart(.cold) }
    try await it.untilWritten(1)
    it.bench.say(wire("PMTK010,001"))
    try await restart.value
    #expect(it.written == ["$PMTK103*30\r\n"])
  }
}

@Suite struct `A setting of one's own` {
  @Test func `is confirmed at once, if its owner says so`() async throws {
    let box = Guarded<ReceiverSetting<Double>?>(nil)
    let filter = ReceiverSetting(10.0) { value, _ throws(LocationError) in
      guard value >= 0 else { throw LocationError(.settingRefused, "a distance is not negative") }
      box.withLock { $0 }?.confirm(value)
    }
    box.withLock { $0 = filter }
    let values = filter.subscribe(.unbounded, replayLatest: true)
    #expect(filter.value == 10 && filter.isWritable)
    try await filter.set(25)
    await #expect { try await filter.set(-1) } throws: { ($0 as? LocationError)?.code == .settingRefused }
    #expect(filter.value == 25)
    #expect(await values.next() == 10)
    #expect(await values.next() == 25)
    box.withLock { $0 = nil }
  }
}
