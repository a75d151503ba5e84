import Dispatch
import FoundationEssentials
import GPSBase
import GPSEventRuntime
import GPSSystemCalls
import SerialPorts
import SimulatedGPS
import Testing
import UBX

@testable import GPSBridge

@Suite struct `Listening to all that a receiver tells` {
  private let bench = Bench()

  /// What was heard, each as a word.
  private final class Log: Sendable {
    private let words = Guarded<[String]>([])
    private let instants = Guarded<[ContinuousClock.Instant]>([])

    var all: [String] { words.withLock { $0 } }
    var lastBytes: [ContinuousClock.Instant] { instants.withLock { $0 } }

    func take(_ report: Report) {
      let word =
        switch report {
        case .epoch(let epoch): "epoch " + epoch.update.freshness.rawValue
        case .update(let update): update.freshness.rawValue
        case .sky: "sky"
        case .condition: "condition"
        case .sentence: "sentence"
        case .message: "message"
        case .event(let event): if case .firstFix = event.kind { "first fix" } else { "event" }
        case .setting: "setting"
        case .verdict(let verdict): verdict.code.rawValue
        case .failed: "failed"
        }
      words.withLock { $0.append(word) }
      if case .epoch(let epoch) = report { instants.withLock { $0.append(epoch.received) } }
    }
  }

  @Test func `opens the device, and keeps the order of all kinds`() {
    let log = Log()
    let listening = bench.receiver.onReport { log.take($0) }
    for _ in 0..<3 { bench.epoch() }
    #expect(bench.device.isOpen)
    // Before the first epoch it is only told that there is no location yet.
    let told = log.all.filter { $0 != "event" }.drop { $0 == "lost" }
    #expect(Array(told) == ["epoch live", "first fix", "epoch live", "epoch live"])
    listening.cancel()
  }

  @Test func `tells binary messages in their place among the epochs, and only to those who asked`() throws {
    let (log, other) = (Log(), Log())
    let received = Guarded<[ReceivedMessage]>([])
    let listening = bench.receiver.onReport(including: .messages) { report in
      log.take(report)
      if case .message(let message) = report { received.withLock { $0.append(message) } }
    }
    let unasked = bench.receiver.onReport { other.take($0) }
    // A question for MON-VER, the shortest message that there is.
    let question: [UInt8] = [0xB5, 0x62, 0x0A, 0x04, 0x00, 0x00, 0x0E, 0x34]
    bench.epoch()
    bench.say(question)
    bench.epoch()
    let told = log.all.filter { $0 == "message" || $0.hasPrefix("epoch") }
    #expect(told == ["epoch live", "message", "epoch live"])
    #expect(!other.all.contains("message"))
    let message = try #require(received.withLock { $0.first })
    #expect(message.bytes == question && message.message?.kind == .monVER)
    #expect(ReceivedMessage([0xB5], received: bench.time.now).message == nil)
    listening.cancel()
    bench.say(question)
    #expect(received.withLock { $0.count } == 1)
    #expect(!bench.outputs.suffix(1).contains { if case .message = $0 { true } else { false } })
    unasked.cancel()
  }

  @Test func `tells when the last byte of an epoch came, and ends when it is dropped`() {
    let log = Log()
    let start = bench.time.now
    var listening: ReceiverListening? = bench.receiver.onReport { log.take($0) }
    bench.epoch()
    #expect(log.lastBytes == [start])
    #expect(bench.device.isOpen && listening != nil)
    listening = nil
    bench.wait(.seconds(3))
    #expect(!bench.device.isOpen)
  }
}

@Suite(.timeLimit(.minutes(1))) struct `A port that takes its time to open` {
  private let bench = Bench()
  private let gate = DispatchSemaphore(value: 0)

  init() { bench.device.opensSlowly(behind: gate) }

  @Test func `holds up nothing else on the loop, and is read once it is open`() async {
    let listener = bench.receiver.fixes.subscribe(.latest)
    await until { bench.device.openings.count == 1 }
    #expect(bench.receiver.engine.loop.sync { true })
    #expect(bench.receiver.place == nil)
    gate.signal()
    await until { bench.receiver.place != nil }
    bench.epoch()
    #expect(bench.receiver.state == .fix)
    listener.cancel()
  }

  @Test func `is closed again where the device has gone meanwhile, before the next one is opened`() async {
    let listener = bench.receiver.fixes.subscribe(.latest)
    await until { bench.device.openings.count == 1 }
    let first = bench.device.source
    bench.device.unplug(hangsUp: false)
    bench.settle()
    bench.device.plug(DevicePlace(key: "fake", node: "/dev/fake1"))
    bench.settle()
    // The kernel may still be busy with the first.
    #expect(bench.device.openings.count == 1)
    gate.signal()
    gate.signal()
    await until { bench.receiver.place?.node == "/dev/fake1" }
    #expect(bench.device.openings.map(\.place.node) == ["/dev/fake0", "/dev/fake1"])
    #expect(first?.isOpen == false && bench.device.isOpen)
    listener.cancel()
  }

  @Test func `is closed again where the receiver has gone meanwhile`() async {
    let device = bench.device
    let time = bench.time
    var receiver: Receiver? = Receiver(device, time: time)
    let listener = receiver?.fixes.subscribe(.latest)
    await until { device.openings.count == 1 }
    listener?.cancel()
    receiver = nil
    gate.signal()
    await until { device.source?.isOpen == false }
  }

  @Test func `is told when it was refused`() async {
    bench.device.refuse(LocationError(.deviceBusy, "another program has it"))
    let listener = bench.receiver.fixes.subscribe(.latest)
    gate.signal()
    await until {
      bench.settle()
      return bench.receiver.state == .waitingToRetry(LocationError(.deviceBusy, "another program has it"))
    }
    listener.cancel()
  }
}

@Suite struct `A receiver on its device` {
  private let bench = Bench()

  @Test func `tells each epoch once, and the location is there before anybody is told`() {
    let locations = bench.receiver.updates.subscribe(.unbounded)
    for _ in 0..<5 { bench.epoch() }
    let fixes = bench.outputs.compactMap { if case .epoch(let epoch) = $0 { epoch.fix.epoch } else { nil } }
    #expect(fixes == [1, 2, 3, 4, 5])
    #expect(bench.updates.count { $0.location != nil } >= 5)
    #expect(bench.receiver.state == .fix && bench.receiver.location?.coordinate.latitude == 48)
    locations.cancel()
  }

  @Test func `counts the bytes of a sentence that has begun`() {
    bench.listen()
    bench.say(Array("$GPRMC,12".utf8))
    #expect(bench.receiver.counts.bytes == 9)
  }

  @Test func `gives out the sentences only while somebody wants them`() {
    let listener = bench.receiver.sentences.subscribe(.unbounded)
    bench.settle()
    bench.epoch()
    let sentences = bench.outputs.compactMap {
      if case .sentence(let sentence) = $0 { sentence.text } else { nil }
    }
    #expect(sentences.map { $0.prefix(6) } == ["$GPRMC", "$GPGGA"])
    let other = bench.receiver.fixes.subscribe(.latest)
    listener.cancel()
    bench.epoch()
    #expect(bench.outputs.count { if case .sentence = $0 { true } else { false } } == 2)
    other.cancel()
  }
}

@Suite struct `A pause of this program` {
  private let start = ContinuousClock.now

  /// The interruption found at the last turn; each is a moment, the time of the timer, and the time that the computer has slept.
  private func found(_ turns: (at: Double, due: Double?, asleep: Double)...) -> Interruption? {
    var watch = RunWatch()
    var interruption: Interruption?
    for turn in turns {
      interruption = watch.turn(
        at: Moment(start + .seconds(turn.at)), due: turn.due.map { Moment(start + .seconds($0)) },
        asleep: .seconds(turn.asleep))
    }
    return interruption
  }

  @Test func `is seen by a timer that comes late, and is a sleep if the clock of timers stood still`() {
    #expect(found((10, 11.5, 0), (40, 11.5, 0)) == Interruption(.programStopped, for: .seconds(30)))
    #expect(found((10, 11.5, 7), (3640, 11.5, 3607)) == Interruption(.computerSlept, for: .seconds(3600)))
    // An earlier sleep explains nothing.
    #expect(found((10, 11.5, 7), (40, 11.5, 7)) == Interruption(.programStopped, for: .seconds(30)))
  }

  @Test func `is not seen where no timer was due, or a busy computer delayed it`() {
    #expect(found((10, nil, 0), (40, nil, 0)) == nil && found((10, 11.5, 0), (13, 11.5, 0)) == nil)
    #expect(found((10, 60, 0), (40, 60, 0)) == nil && found((40, 11.5, 0)) == nil)
  }
}

@Suite struct `An error of the library` {
  private func localized(_ error: any Error) -> (any LocalizedError)? { error as? any LocalizedError }

  @Test func `keeps its words where Foundation asks for them`() {
    let error = LocationError(.deviceBusy, "it is in use by gpsd", remedy: "Stop it.")
    #expect(localized(error)?.errorDescription == "it is in use by gpsd. Stop it.")
    #expect(localized(error)?.failureReason == "it is in use by gpsd")
    #expect(localized(error)?.recoverySuggestion == "Stop it.")
  }

  @Test func `says what to do in a whole sentence, also where a port's error says it in a part of one`() {
    let busy = SerialPortError(code: .busy, path: "/dev/ttyACM0", found: "it is in use", remedy: "stop gpsd")
    #expect(LocationError(busy).description == "it is in use. Stop gpsd.")
    #expect(LocationError(busy).remedy == "stop gpsd")
    let pulled = LocationError.failedPort(
      .disconnected, "sim/ttyACM0", "has been unplugged", remedy: "wait until its scenario plugs it in again")
    #expect(
      pulled.description == "sim/ttyACM0 has been unplugged. Wait until its scenario plugs it in again.")
    #expect(LocationError(.deviceBusy, "it is in use").description == "it is in use")
  }

  @Test func `of a port keeps them too`() {
    let error = SerialPortError(code: .busy, path: "/dev/ttyACM0", found: "it is in use", remedy: "stop gpsd")
    #expect(localized(error)?.errorDescription == "it is in use. What to do: stop gpsd.")
    let none = #expect(throws: SerialPortSelectionError.self) { try SerialPortSelector("usb:zz") }
    #expect(none.map { localized($0)?.errorDescription == $0.description } == true)
  }
}
