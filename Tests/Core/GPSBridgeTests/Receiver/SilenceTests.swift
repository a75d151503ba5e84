import SimulatedGPS
import Testing

@testable import GPSBridge

@Suite struct `Silence` {
  private func isSilence(_ event: ReceiverEvent.Kind) -> Bool {
    if case .silent = event { true } else { false }
  }

  @Test func `is never claimed while bytes come, whatever speed is on trial`() {
    var run = MachineRun.plugged()
    // Each 2.2 s a trial ends, each 3 s the silence is asked about; a burst comes once a second.
    var heard = 0
    for tenth in 1...400 {
      if tenth % 10 == 0 {
        heard += 300
        run.hear(SpeedEvidence(bytes: heard))
      }
      if tenth % 22 == 0 {
        run.fire(.trial)
        heard = 0
      }
      if tenth % 30 == 0 { run.fire(.silence) }
    }
    #expect(!run.log.events.contains(where: isSilence))
    #expect(run.log.speeds.count == 18)
  }

  @Test func `is claimed where no byte came in a whole check, over two trials`() {
    var run = MachineRun.plugged()
    run.hear(SpeedEvidence(bytes: 300))
    run.fire(.trial)
    run.fire(.silence)
    #expect(!run.log.events.contains(where: isSilence))
    run.fire(.trial)
    run.fire(.silence)
    #expect(run.log.events.contains(.silent(.seconds(3))))
    // The next byte ends it, at whatever speed.
    run.hear(SpeedEvidence(bytes: 1))
    #expect(run.log.events.last == .state(.detectingSpeed(38400)))
    #expect(run.log.events.contains(.speaking))
  }
}

@Suite struct `A receiver that speaks u-blox alone` {
  private var run = MachineRun.plugged()

  /// A poll, which is a whole message without a position.
  private static let message: [UInt8] = [0xB5, 0x62, 0x0A, 0x04, 0x00, 0x00, 0x0E, 0x34]

  @Test mutating func `is called so when no epoch has come of it for some seconds`() {
    run.hear(SpeedEvidence(bytes: 80, messages: 5))
    // The message with the position may come behind these.
    #expect(run.state == .noFix)
    #expect(run.log.events.contains(.speedFound(9600)))
    run.fire(.silence)
    #expect(run.state == .binary(.ubx))
    run.hear(SpeedEvidence(bytes: 200, messages: 9))
    run.fire(.silence)
    #expect(run.log.events.filter { $0 == .binary(.ubx) }.count == 1)
    run.hear(SpeedEvidence(bytes: 300, messages: 10, epochs: 1))
    #expect(run.state == .noFix)
  }

  @Test mutating func `is not called so where epochs come, with or without a fix`() {
    run.hear(SpeedEvidence(bytes: 80, messages: 5, epochs: 1))
    run.fire(.silence)
    run.hear(SpeedEvidence(bytes: 180, messages: 9, epochs: 1))
    run.fire(.silence)
    #expect(run.state == .noFix)
  }

  @Test func `is said to have no fix yet, can be sent to, and is read once it speaks of positions`() {
    let bench = Bench()
    let listening = bench.receiver.onReport { _ in }
    for _ in 0..<5 {
      bench.say(Self.message + Self.message)
      bench.wait(.seconds(1))
    }
    #expect(bench.receiver.state == .binary(.ubx))
    #expect(bench.updates.last?.reason == .searching)
    bench.epoch()
    bench.epoch()
    #expect(bench.receiver.state == .fix)
    listening.cancel()
  }

  @Test mutating func `takes commands, unlike one that speaks SiRF`() {
    run.hear(SpeedEvidence(bytes: 80, messages: 5))
    run.fire(.silence)
    #expect(run.machine.lineCondition == .ready(.found(9600)))
    run.tell { machine, _ in machine.trySpeed(38400) }
    #expect(run.log.speeds.last == 38400)
  }
}
