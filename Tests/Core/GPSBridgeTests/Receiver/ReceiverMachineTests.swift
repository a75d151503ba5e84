import SimulatedGPS
import Testing

@testable import GPSBridge

@Suite struct `A receiver` {
  private static let nmea = SpeedEvidence(bytes: 300, sentences: 4)

  @Test func `does nothing until somebody wants a location`() {
    var run = MachineRun()
    run.plug()
    #expect(run.state == .idle && run.log.isEmpty)
  }

  @Test func `looks for its device, opens it, and finds the fix`() {
    var run = MachineRun()
    run.want()
    #expect(run.isFollowing)
    run.unplug()
    #expect(run.state == .waitingForDevice(MachineRun.gone))
    run.plug()
    #expect(run.isOpen && run.state == .detectingSpeed(9600))
    run.hear(Self.nmea)
    #expect(run.state == .noFix)
    run.stand(.fix)
    #expect(run.state == .fix)
    run.stand(.lost)
    #expect(run.state == .lost)
  }

  @Test func `does not look for a speed where there is none`() {
    let run = MachineRun.plugged(MachineRun.native)
    #expect(run.state == .noFix && run.timers[.trial] == nil)
  }

  @Test func `uses the speed that somebody names, and looks for no other`() {
    var run = MachineRun()
    run.want()
    run.plug(DevicePlace(key: "usb-1.2", node: "/dev/ttyUSB0", speed: .fixed(4800)))
    #expect(run.log.contains { if case .open(_, speed: 4800) = $0 { true } else { false } })
    #expect(run.timers[.trial] == nil)
  }

  @Test func `stays open for a while after the last consumer has gone, and when one comes back in time`() {
    var run = MachineRun.plugged()
    run.want(false)
    #expect(run.isOpen && run.timers[.linger] == .seconds(2))
    run.want()
    #expect(run.isOpen && run.timers[.linger] == nil)
    run.want(false)
    run.fire(.linger)
    #expect(!run.isOpen && !run.isFollowing && run.state == .idle)
    #expect(run.timers.isEmpty)
  }

  @Test func `stops looking at once when nobody waits`() {
    var run = MachineRun()
    run.want()
    run.unplug()
    run.want(false)
    #expect(!run.isFollowing && run.state == .idle)
  }

  @Test func `closes at once when the stream breaks off, and opens what comes back under another name`() {
    var run = MachineRun.plugged()
    run.hear(Self.nmea)
    run.hangUp()
    #expect(!run.isOpen)
    run.unplug()
    #expect(run.state == .waitingForDevice(MachineRun.gone) && run.timers[.retry] == nil)
    run.plug(DevicePlace(key: "usb-1.2", node: "/dev/ttyUSB1", speed: .unknown))
    #expect(run.isOpen)
    #expect(
      run.log.contains { if case .open(let place, _) = $0 { place.node == "/dev/ttyUSB1" } else { false } })
  }

  @Test func `closes the port when the device is said to be gone before the hang-up is`() {
    var run = MachineRun.plugged()
    run.unplug()
    #expect(!run.isOpen)
    run.hangUp()
    #expect(run.state == .waitingForDevice(MachineRun.gone))
    run.plug()
    #expect(run.isOpen)
  }

  @Test func `changes over when the device has another name before the hang-up is told`() {
    var run = MachineRun.plugged(MachineRun.native)
    run.plug(DevicePlace(key: "usb-1.2", node: "/dev/ttyACM1"))
    #expect(run.isOpen)
    #expect(run.log.filter { $0 == .close }.count == 1)
    #expect(run.state == .noFix)
  }

  @Test func `tries a device that refuses again, after longer and longer pauses`() {
    var run = MachineRun { $0.retryPauses = [.seconds(1), .seconds(2)] }
    run.openings = [MachineRun.denied]
    run.want()
    run.plug()
    #expect(run.state == .waitingToRetry(MachineRun.denied))
    var pauses: [Duration] = []
    for _ in 0..<4 {
      pauses += run.timers[.retry].map { [$0] } ?? []
      run.fire(.retry)
    }
    #expect(pauses == [.seconds(1), .seconds(2), .seconds(2), .seconds(2)])
  }

  @Test func `tries a device that refused at once when something about it changes`() {
    var run = MachineRun()
    run.openings = [MachineRun.denied, nil]
    run.want()
    run.plug()
    #expect(!run.isOpen)
    run.plug()
    #expect(run.isOpen && run.timers[.retry] == nil)
  }

  @Test func `says that the device is silent, and opens it again, ever more rarely`() {
    var run = MachineRun.plugged(MachineRun.native) {
      $0.silence = .seconds(5); $0.reopenAfterSilence = .seconds(10)
    }
    var openings: [Int] = []
    for check in 1...20 {
      run.fire(.silence)
      if run.look().contains(.tell(.reopened)) { openings.append(check) }
      if check == 1 { #expect(run.state == .silent) }
    }
    #expect(openings == [2, 6, 14])
    run.hear(Self.nmea)
    #expect(run.state == .noFix && run.log.events.contains(.silent(.seconds(5))))
  }

  @Test func `never closes a recording, however long it is silent`() {
    var pipe = MachineRun.native
    pipe.isRecording = true
    var run = MachineRun.plugged(pipe)
    for _ in 1...200 { run.fire(.silence) }
    #expect(run.isOpen)
    #expect(!run.log.events.contains(.reopened))
  }

  @Test func `is lost and not silent where a fix was lost on a silent line`() {
    var run = MachineRun.plugged(MachineRun.native)
    run.hear(Self.nmea)
    run.stand(.fix)
    run.fire(.silence)
    run.fire(.silence)
    run.stand(.lost)
    #expect(run.state == .lost)
  }

  @Test func `ends with the error where it was told not to wait`() {
    var run = MachineRun { $0.reconnect = .never }
    run.want()
    run.unplug()
    #expect(run.log.contains(.finish(MachineRun.gone)))
    #expect(run.state == .failed(MachineRun.gone))
    run.plug()
    #expect(!run.isOpen)
  }

  @Test func `ends when a stream breaks off where it was told not to wait`() {
    var run = MachineRun.plugged { $0.reconnect = .never }
    run.hangUp()
    #expect(
      run.log.contains { if case .finish(let error) = $0 { error.code == .disconnected } else { false } })
    #expect(run.timers.isEmpty)
  }
}

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
    #expect(!run.log.events.contains(where: isSilence) && run.log.speeds.count == 18)
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
    #expect(run.state == .noFix && run.log.events.contains(.speedFound(9600)))
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
    #expect(bench.receiver.state == .binary(.ubx) && bench.updates.last?.reason == .searching)
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

@Suite struct `The search for the speed` {
  private var run = MachineRun.plugged()

  private static let nmea = SpeedEvidence(bytes: 300, sentences: 1)

  @Test func `goes through all speeds, each once a round, and begins again`() {
    var run = MachineRun.plugged { $0.speeds = [9600, 4800, 38400] }
    for _ in 0..<6 { run.fire(.trial) }
    #expect(run.log.speeds == [4800, 38400, 9600, 4800, 38400, 9600])
    #expect(run.log.events.filter { if case .speedNotFound = $0 { true } else { false } }.count == 2)
  }

  @Test func `listens longer than two epochs of one second`() {
    let run = MachineRun.plugged()
    #expect((run.timers[.trial] ?? .zero) >= .milliseconds(2200))
  }

  @Test mutating func `ends with the first whole sentence, and begins with its speed the next time`() {
    run.fire(.trial)
    run.hear(Self.nmea)
    #expect(run.state == .noFix && run.timers[.trial] == nil)
    #expect(run.lastGood == ["usb-1.2": 4800])
    run.hangUp()
    run.unplug()
    run.plug()
    #expect(run.state == .detectingSpeed(4800))
    #expect(run.log.contains { if case .open(_, speed: 4800) = $0 { true } else { false } })
  }

  @Test mutating func `takes no noise for a receiver`() {
    run.hear(SpeedEvidence(bytes: 5000))
    #expect(run.state == .detectingSpeed(9600))
    run.hear(SpeedEvidence(bytes: 6000, messages: 1, corrections: 1, strangers: 1))
    #expect(run.state == .detectingSpeed(9600))
  }

  @Test func `says how many bytes came when no speed gives a frame`() {
    var run = MachineRun.plugged { $0.speeds = [9600, 4800] }
    run.hear(SpeedEvidence(bytes: 70))
    run.fire(.trial)
    run.hear(SpeedEvidence(bytes: 30))
    run.fire(.trial)
    #expect(run.log.events.contains(.speedNotFound(heard: 100)))
  }

  @Test(arguments: [
    (SpeedEvidence(bytes: 300, strangers: 2, stranger: .skytraq), BinaryProtocol.skytraq),
    (SpeedEvidence(bytes: 300, corrections: 2), .rtcm),
  ])
  mutating func `recognizes a language without positions and says so`(
    _ evidence: SpeedEvidence, _ language: BinaryProtocol
  ) {
    run.hear(evidence)
    #expect(run.state == .binary(language) && run.log.events.contains(.binary(language)))
    #expect(run.lastGood == ["usb-1.2": 9600])
  }

  @Test mutating func `is over when the receiver is switched to sentences`() {
    run.hear(SpeedEvidence(bytes: 300, strangers: 2, stranger: .tsip))
    run.hear(SpeedEvidence(bytes: 500, sentences: 1, strangers: 2, stranger: .tsip))
    #expect(run.state == .noFix)
  }

  @Test(arguments: [
    (SpeedEvidence(bytes: 800, sentences: 1), ReceiverState.detectingSpeed(9600)),
    // Noise among sentences.
    (SpeedEvidence(bytes: 900, sentences: 2), .noFix),
  ])
  mutating func `begins anew when what was understood has become garbage, not for noise`(
    _ evidence: SpeedEvidence, _ state: ReceiverState
  ) {
    run.hear(Self.nmea)
    run.fire(.silence)
    run.hear(evidence)
    run.fire(.silence)
    #expect(run.state == state && run.log.events.contains(.speedLost(9600)) == (state != .noFix))
  }

  @Test func `tries no speed twice in a round, and the common ones when none is given`() {
    var search = SpeedDetection(lastGood: 4800, candidates: [9600, 4800, 9600, 0, -5])
    #expect(search.speed == 4800)
    #expect(search.trialEnded() == .next(9600))
    #expect(search.trialEnded() == .roundEnded(next: 4800, heard: 0))
    #expect(SpeedDetection(candidates: []).speed == 9600)
  }
}
