import Testing

@testable import GPSBridge

@Suite struct `A receiver` {
  private static let nmea = SpeedEvidence(bytes: 300, sentences: 4)

  @Test func `does nothing until somebody wants a location`() {
    var run = MachineRun()
    run.plug()
    #expect(run.state == .idle)
    #expect(run.log.isEmpty)
  }

  @Test func `looks for its device, opens it, and finds the fix`() {
    var run = MachineRun()
    run.want()
    #expect(run.isFollowing)
    run.unplug()
    #expect(run.state == .waitingForDevice(MachineRun.gone))
    run.plug()
    #expect(run.isOpen)
    #expect(run.state == .detectingSpeed(9600))
    run.hear(Self.nmea)
    #expect(run.state == .noFix)
    run.stand(.fix)
    #expect(run.state == .fix)
    run.stand(.lost)
    #expect(run.state == .lost)
  }

  @Test func `does not look for a speed where there is none`() {
    let run = MachineRun.plugged(MachineRun.native)
    #expect(run.state == .noFix)
    #expect(run.timers[.trial] == nil)
  }

  @Test func `uses the speed that somebody names, and looks for no other`() {
    var run = MachineRun()
    run.want()
    run.plug(DevicePlace(key: "usb-1.2", node: "/dev/ttyUSB0", speed: .fixed(4800)))
    #expect(run.log.contains { if case .open(_, speed: 4800) = $0 { true } else { false } })
    #expect(run.timers[.trial] == nil)
  }

  @Test func `stays open for a while after the last consumer has gone`() {
    var run = MachineRun.plugged()
    run.want(false)
    #expect(run.isOpen)
    #expect(run.timers[.linger] == .seconds(2))
    run.fire(.linger)
    #expect(!run.isOpen)
    #expect(!run.isFollowing)
    #expect(run.state == .idle)
    #expect(run.timers.isEmpty)
  }

  @Test func `is not closed when somebody comes back in time`() {
    var run = MachineRun.plugged()
    run.want(false)
    run.want()
    #expect(run.timers[.linger] == nil)
    #expect(run.isOpen)
  }

  @Test func `stops looking at once when nobody waits`() {
    var run = MachineRun()
    run.want()
    run.unplug()
    run.want(false)
    #expect(!run.isFollowing)
    #expect(run.state == .idle)
  }

  @Test func `closes at once when the stream breaks off, and opens what comes back under another name`() {
    var run = MachineRun.plugged()
    run.hear(Self.nmea)
    run.hangUp()
    #expect(!run.isOpen)
    run.unplug()
    #expect(run.state == .waitingForDevice(MachineRun.gone))
    #expect(run.timers[.retry] == nil)
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
    #expect(run.isOpen)
    #expect(run.timers[.retry] == nil)
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
    #expect(run.state == .noFix)
    #expect(run.log.events.contains(.silent(.seconds(5))))
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
