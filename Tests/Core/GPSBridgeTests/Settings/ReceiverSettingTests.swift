import GPSDelivery
import GPSEventRuntime
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
  @Test func `has the value that was set once the receiver has said so, and tells it once`() async throws {
    let it = SettingsBench()
    let values = it.receiver[.updateRate].subscribe(.unbounded, replayLatest: true)
    #expect(it.receiver[.updateRate].value == nil)
    #expect(it.receiver[.updateRate].isWritable)
    try await it.receiver[.updateRate].set(.hertz(5))
    #expect(it.receiver[.updateRate].value == .hertz(5))
    try await it.receiver[.updateRate].set(.hertz(5))
    try await it.receiver[.updateRate].set(.hertz(2))
    #expect(await values.next() == .hertz(5))
    #expect(await values.next() == .hertz(2))
    #expect(it.written == ["$PMTK220,200*2C\r\n", "$PMTK220,200*2C\r\n", "$PMTK220,500*2B\r\n"])
  }

  @Test func `keeps its value when the receiver refuses another one`() async throws {
    let it = SettingsBench()
    try await it.receiver[.updateRate].set(.hertz(5))
    it.answers(2)
    let changes = it.receiver[.updateRate].subscribe(.unbounded)
    await #expect { try await it.receiver[.updateRate].set(.hertz(50)) } throws: {
      ($0 as? LocationError)?.code == .settingRefused
    }
    #expect(it.receiver[.updateRate].value == .hertz(5))
    it.answers(3)
    try await it.receiver[.updateRate].set(.hertz(1))
    #expect(await changes.next() == .hertz(1))
  }

  @Test func `is not set by a receiver that says nothing`() async throws {
    let it = SettingsBench()
    it.answers(nil)
    let setting = Task { try await it.receiver[.updateRate].set(.hertz(5), timeout: .seconds(3)) }
    try await it.untilWritten(1)
    it.bench.wait(.seconds(3))
    #expect(await error(of: setting)?.code == .settingTimedOut)
    #expect(it.receiver[.updateRate].value == nil)
  }

  @Test func `tells what the receiver does, whoever has told it to`() async throws {
    let it = SettingsBench()
    let values = it.receiver[.updateRate].values.makeAsyncIterator()
    for _ in 0..<6 { it.bench.epoch() }
    #expect(await values.next() == .hertz(1))
    it.bench.say(wire("PMTK500,200,0,0,0.0,0.0"))
    #expect(await values.next() == .hertz(5))
    #expect(it.bench.events.contains(.setting(Setting.updateRate(.hertz(5)))))
    #expect(it.written.isEmpty)
  }

  @Test func `replays its value to values, and not to changes`() async throws {
    let it = SettingsBench()
    it.bench.say(wire("PMTK500,200,0,0,0.0,0.0"))
    let values = it.receiver[.updateRate].values.makeAsyncIterator()
    let changes = it.receiver[.updateRate].changes.makeAsyncIterator()
    it.bench.say(wire("PMTK500,100,0,0,0.0,0.0"))
    #expect(await values.next() == .hertz(5))
    #expect(await values.next() == .hertz(10))
    #expect(await changes.next() == .hertz(10))
  }

  @Test func `is set in the order of the calls, one after the other`() async throws {
    let it = SettingsBench()
    it.answers(nil)
    let first = Task { try await it.receiver[.updateRate].set(.hertz(5)) }
    try await it.untilWritten(1)
    let second = Task { try await it.receiver[.enabledSentences].set([.rmc]) }
    let third = Task { try await it.receiver[.constellations].set([.gps]) }
    for _ in 0..<50 { await Task.yield() }
    it.bench.settle()
    #expect(it.written.count == 1)
    it.answers(3)
    it.bench.say(wire("PMTK001,220,3"))
    for task in [first, second, third] { try await task.value }
    #expect(it.written.count == 3)
    #expect(it.receiver[.enabledSentences].value == [.rmc])
    #expect(it.receiver[.constellations].value == [.gps])
  }

  @Test func `is not set when the cable is pulled on the way`() async throws {
    let it = SettingsBench()
    it.answers(nil)
    let setting = Task { try await it.receiver[.updateRate].set(.hertz(5)) }
    try await it.untilWritten(1)
    it.device.unplug()
    #expect(await error(of: setting)?.code == .disconnected)
    await #expect { try await it.receiver[.updateRate].set(.hertz(5)) } throws: {
      [.disconnected, .deviceNotFound].contains(($0 as? LocationError)?.code)
    }
  }

  @Test func `can be set by many at a time, and each has an answer`() async throws {
    let it = SettingsBench()
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
    #expect(!bench.device.isOpen)
    #expect(bench.receiver[.updateRate].value == .hertz(5))
  }

  @Test func `is waited for no longer by a task that was cancelled`() async throws {
    let it = SettingsBench()
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
    #expect(it.receiver[.updateRate].value == .hertz(5))
    #expect(it.written.count == 1)
  }

  @Test func `is set again after the cable was pulled and put back`() async throws {
    let it = SettingsBench()
    try await it.receiver[.updateRate].set(.hertz(5))
    it.device.unplug()
    it.bench.wait(.seconds(5))
    it.device.plug(DevicePlace(key: "fake", node: "/dev/fake7"))
    it.bench.settle()
    #expect(it.written.isEmpty)
    it.bench.epoch()
    #expect(it.written == ["$PMTK220,200*2C\r\n"])
    #expect(it.bench.events.contains(.settingRestored(Setting.updateRate(.hertz(5)))))
    #expect(it.receiver[.updateRate].value == .hertz(5))
  }

  @Test func `is not set again where that is not wanted`() async throws {
    let it = SettingsBench { $0.restoresSettings = false }
    try await it.receiver[.updateRate].set(.hertz(5))
    it.device.unplug()
    it.device.plug()
    it.bench.settle()
    it.bench.epoch()
    #expect(it.device.openings.count == 2)
    #expect(it.written.isEmpty)
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
    #expect(!device.isOpen)
    #expect(device.openings.count == 1)
    #expect(!device.isFollowed)
  }
}

@Suite struct `The speed of a receiver's line` {
  private static let uart = DevicePlace(key: "uart", node: "/dev/ttyUSB0", speed: .unknown)

  @Test func `is changed on both ends, and remembered`() async throws {
    let it = SettingsBench(Self.uart)
    it.bench.settle()
    #expect(it.receiver[.baudRate].value == 9600)
    #expect(it.receiver[.baudRate].isWritable)
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

  @Test func `is the old one again when nothing is understood at the new one`() async throws {
    let it = SettingsBench(Self.uart)
    it.bench.epoch()
    let setting = Task { try await it.receiver[.baudRate].set(115_200) }
    try await it.untilWritten(1)
    it.bench.wait(.milliseconds(200))
    it.bench.say([UInt8](repeating: 0xF8, count: 400))
    it.bench.wait(.seconds(4))
    #expect(await error(of: setting)?.code == .settingTimedOut)
    #expect(it.device.speeds == [115_200, 9600])
    #expect(it.receiver[.baudRate].value == 9600)
    it.bench.epoch()
    #expect(it.receiver.state == .fix)
  }

  @Test func `does not exist on a receiver that is USB itself`() async throws {
    let it = SettingsBench()
    it.bench.epoch()
    #expect(!it.receiver[.baudRate].isWritable)
    #expect(it.receiver[.baudRate].value == nil)
    await #expect { try await it.receiver[.baudRate].set(115_200) } throws: {
      ($0 as? LocationError)?.code == .unsupported
    }
  }
}

@Suite struct `A receiver that is spoken to` {
  @Test func `gets a sentence as it is`() async throws {
    let it = SettingsBench()
    try await it.receiver.send(.vendor(.pmtk605(PMTK605())))
    #expect(it.written == ["$PMTK605*31\r\n"])
  }

  @Test func `gets nothing that is no whole sentence`() async throws {
    let it = SettingsBench()
    let body = Array("PMTK605*31\r\n$PMTK104".utf8)
    await #expect { try await it.receiver.send(.unknown(UnknownSentence(body: body.span))) } throws: {
      ($0 as? LocationError)?.code == .unsupported
    }
    #expect(it.written.isEmpty)
  }

  @Test func `says who it is`() async throws {
    let it = SettingsBench()
    #expect(it.receiver.dialect == .mediaTek)
    #expect(try await it.receiver.identify() == .mediaTek)
    #expect(it.written.isEmpty)
  }

  @Test func `starts again, and greets`() async throws {
    let it = SettingsBench()
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
    #expect(filter.value == 10)
    #expect(filter.isWritable)
    try await filter.set(25)
    await #expect { try await filter.set(-1) } throws: { ($0 as? LocationError)?.code == .settingRefused }
    #expect(filter.value == 25)
    #expect(await values.next() == 10)
    #expect(await values.next() == 25)
    box.withLock { $0 = nil }
  }
}
