import TestSupport
import Testing

@testable import GPSBridge

@Suite struct `Changing the speed of a line` {
  private var run = ExchangeRun(.mediaTek)

  private static let rmc = "GPRMC,,V,,,,,,,,,,N"

  @Test(arguments: [
    (ReceiverDialect.mediaTek, "$PMTK251,115200*1F\r\n"), (.casic, "$PCAS01,5*19\r\n"),
    (.siRF, "$PSRF100,1,115200,8,1,0*05\r\n"), (.uBlox, "$PUBX,41,1,0007,0003,115200,0*18\r\n"),
  ])
  func `is done when whole sentences come at the new one`(_ dialect: ReceiverDialect, _ line: String) {
    var run = ExchangeRun(dialect)
    run.epochs(2)
    let request = run.set(Setting.baudRate(115_200))
    #expect(run.written == [line])
    run.sent(request)
    #expect(run.speeds.isEmpty)
    run.wait(.milliseconds(200))
    #expect(run.speeds == [.trySpeed(115_200)] && run.answers.isEmpty)
    run.say(Self.rmc)
    #expect(run.speeds == [.trySpeed(115_200), .keepSpeed(115_200)] && run.isDone(request))
    run.epochs(2)
    #expect(
      run.confirmed.filter { $0.kind == .baudRate } == [Setting.baudRate(9600), Setting.baudRate(115_200)])
  }

  @Test mutating func `falls back when none come, and says so`() {
    run.epochs(2)
    let request = run.send(Setting.baudRate(115_200))
    run.wait(.seconds(10))
    #expect(run.speeds == [.trySpeed(115_200), .returnToSpeed(9600)])
    #expect(run.error(request)?.code == .settingTimedOut)
    #expect(run.error(request)?.message.contains("the line is back at 9600") == true)
    run.epochs(2)
    #expect(run.confirmed.filter { $0.kind == .baudRate } == [Setting.baudRate(9600)])
    #expect(run.wanted.isEmpty)
  }

  @Test mutating func `that failed is over before the next one begins`() {
    run.epoch()
    let first = run.set(Setting.baudRate(115_200))
    let second = run.set(Setting.baudRate(115_200))
    let third = run.set(Setting.baudRate(9600))
    run.sent(first)
    run.wait(.seconds(4))
    #expect(run.error(first) != nil && run.answers[second] == nil)
    run.sent(second)
    run.wait(.milliseconds(200))
    run.say(Self.rmc)
    #expect(run.isDone(second) && run.written.count == 3 && run.answers[third] == nil)
  }

  @Test mutating func `does not take for a proof what comes while the command is still on the wire`() {
    run.send(Setting.baudRate(115_200))
    run.say(Self.rmc)
    #expect(run.answers.isEmpty && run.known[.baudRate] == nil)
  }

  @Test func `waits longer on a slow line until the command is out`() {
    var run = ExchangeRun(.mediaTek, .ready(.found(300)))
    run.send(Setting.baudRate(9600))
    run.wait(.milliseconds(1200))
    #expect(run.speeds.isEmpty)
    run.wait(.milliseconds(200))
    #expect(run.speeds == [.trySpeed(9600)])
  }

  @Test mutating func `is refused before anything has changed`() {
    let request = run.send(Setting.baudRate(12_345))
    run.say("PMTK001,251,0")
    run.wait(.seconds(5))
    #expect(run.error(request)?.code == .settingRefused && run.speeds.isEmpty)
  }

  @Test mutating func `to what it is needs no command`() {
    let request = run.set(Setting.baudRate(9600))
    #expect(run.isDone(request) && run.written.isEmpty)
  }

  @Test(arguments: [LineCondition.LineSpeed.meaningless, .fixed(9600)])
  func `is not possible where the speed is not ours`(_ speed: LineCondition.LineSpeed) {
    var run = ExchangeRun(.mediaTek, .ready(speed))
    let request = run.set(Setting.baudRate(115_200))
    #expect(run.error(request)?.code == .unsupported && !run.means.isWritable(.baudRate))
    #expect(run.means.isWritable(.updateRate) && run.written.isEmpty)
  }

  @Test mutating func `ends as an error when the cable is pulled on the way`() {
    let request = run.send(Setting.baudRate(115_200))
    run.wait(.seconds(1))
    run.become(.unusable(ExchangeRun.gone))
    #expect(run.error(request) == ExchangeRun.gone)
    run.wait(.seconds(10))
    #expect(run.speeds == [.trySpeed(115_200)])
  }
}

@Suite struct `The machine on a speed that was agreed upon` {
  private static let nmea = SpeedEvidence(bytes: 300, sentences: 1)

  private func running() -> MachineRun {
    var run = MachineRun.plugged()
    run.hear(Self.nmea)
    return run
  }

  @Test func `sets it, and keeps it once it is proved`() {
    var run = running()
    run.tell { machine, _ in machine.trySpeed(115_200) }
    #expect(run.log.speeds.last == 115_200 && run.machine.lineCondition == .ready(.found(115_200)))
    #expect(run.lastGood[MachineRun.place.key] == 9600)
    run.tell { machine, _ in machine.keepSpeed(115_200) }
    #expect(run.lastGood[MachineRun.place.key] == 115_200)
  }

  @Test func `does not search because of garbage during the trial, and does afterwards`() {
    var run = running()
    run.tell { machine, _ in machine.trySpeed(115_200) }
    run.hear(SpeedEvidence(bytes: 5000))
    run.fire(.silence)
    #expect(run.state == .noFix)
    run.tell { machine, _ in machine.returnToSpeed(9600) }
    #expect(run.log.speeds.last == 9600)
    run.hear(SpeedEvidence(bytes: 5000))
    run.fire(.silence)
    #expect(run.state == .detectingSpeed(9600))
  }

  @Test func `says how the line is, at each point of its life`() throws {
    var run = MachineRun()
    #expect(run.machine.lineCondition == .preparing)
    run.want()
    #expect(run.machine.lineCondition == .preparing)
    run.plug()
    #expect(run.machine.lineCondition == .preparing)
    run.hear(SpeedEvidence(bytes: 300, strangers: 2, stranger: .tsip))
    guard case .unusable(let error) = run.machine.lineCondition else {
      throw Unexpected("SiRF's binary is no language for sentences")
    }
    #expect(error.code == .unsupported)
    run.hear(SpeedEvidence(bytes: 500, sentences: 1, strangers: 2, stranger: .tsip))
    #expect(run.machine.lineCondition == .ready(.found(9600)))
    run.unplug()
    #expect(run.machine.lineCondition == .unusable(MachineRun.gone))
  }
}
