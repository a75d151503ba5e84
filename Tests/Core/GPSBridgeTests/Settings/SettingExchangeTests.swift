import Testing

@testable import GPSBridge

@Suite struct `Setting something` {
  private static let five = Setting.updateRate(.hertz(5))
  private static let few = Setting.enabledSentences([.rmc, .gga])
  private static let rmc = "GPRMC,,V,,,,,,,,,,N"
  private static let gga = "GPGGA,,,,,,0,,,,,,,,"
  private static let gsv = "GPGSV,1,1,00"

  @Test func `is done when the receiver says so, and not before`() {
    var run = ExchangeRun(.mediaTek)
    let request = run.set(Self.five)
    #expect(run.written == ["$PMTK220,200*2C\r\n"])
    run.sent(request)
    run.wait(.seconds(1))
    #expect(run.answers.isEmpty)
    #expect(run.known[.updateRate] == nil)
    run.say("PMTK001,220,3")
    #expect(run.isDone(request))
    #expect(run.confirmed.filter { $0.kind == .updateRate } == [Self.five])
  }

  @Test func `is done as well when the answer overtakes the news that it was sent`() {
    var run = ExchangeRun(.mediaTek)
    let request = run.set(Self.five)
    run.say("PMTK001,220,3")
    run.sent(request)
    #expect(run.isDone(request))
    #expect(run.current == nil)
  }

  @Test(arguments: [(0, "not valid"), (1, "does not support"), (2, "could not"), (7, "answers 7")])
  func `is refused in the receiver's words, and the value stays`(_ code: Int, _ words: String) {
    var run = ExchangeRun(.mediaTek)
    let first = run.set(Setting.updateRate(.hertz(1)))
    run.say("PMTK001,220,3")
    let request = run.set(Self.five)
    run.sent(request)
    run.say("PMTK001,220,\(code)")
    #expect(run.isDone(first))
    #expect(run.error(request)?.code == .settingRefused)
    #expect(run.error(request)?.message.contains(words) == true)
    #expect(run.known[.updateRate] == Setting.updateRate(.hertz(1)))
    #expect(run.wanted[.updateRate] == Setting.updateRate(.hertz(1)))
  }

  @Test func `times out in silence, and the value stays`() {
    var run = ExchangeRun(.mediaTek)
    let request = run.set(Self.five)
    run.sent(request)
    run.wait(.milliseconds(1999))
    #expect(run.answers.isEmpty)
    run.wait(.milliseconds(1))
    #expect(run.error(request)?.code == .settingTimedOut)
    #expect(run.known[.updateRate] == nil)
  }

  @Test func `takes as long as it may`() {
    var run = ExchangeRun(.mediaTek)
    let request = run.set(Self.five, timeout: .seconds(20))
    run.sent(request)
    run.wait(.seconds(19))
    run.say("PMTK001,220,3")
    #expect(run.isDone(request))
  }

  @Test func `is not confirmed by the answer to another command`() {
    var run = ExchangeRun(.mediaTek)
    let request = run.set(Self.five)
    run.sent(request)
    run.say("PMTK001,314,3")
    run.say("PMTK001,314,0")
    #expect(run.answers.isEmpty)
  }

  @Test func `to what it is already asks the receiver, and tells nobody of a change`() {
    var run = ExchangeRun(.mediaTek)
    _ = run.set(Self.five)
    run.say("PMTK001,220,3")
    let request = run.set(Self.five)
    #expect(run.written.count == 2)
    #expect(run.answers[request] == nil)
    run.say("PMTK001,220,3")
    #expect(run.isDone(request))
    #expect(run.confirmed.count { $0.kind == .updateRate } == 1)
  }

  @Test func `waits until what was asked before is done`() {
    var run = ExchangeRun(.mediaTek)
    let first = run.set(Self.five)
    let second = run.set(Self.few)
    let third = run.set(Setting.updateRate(.hertz(10)))
    run.sent(first)
    #expect(run.written.count == 1)
    run.say("PMTK001,220,3")
    #expect(run.written.count == 2)
    run.say("PMTK001,314,2")
    #expect(run.written.count == 3)
    run.say("PMTK001,220,3")
    #expect(run.isDone(first) && run.error(second) != nil && run.isDone(third))
  }

  @Test func `is not begun when nobody waits for it any more`() {
    var run = ExchangeRun(.mediaTek)
    _ = run.set(Self.five)
    let second = run.set(Self.few)
    run.tell { exchange, _ in exchange.withdraw(second) }
    run.say("PMTK001,220,3")
    #expect(run.written.count == 1)
    #expect(run.answers[second] == nil)
  }

  @Test func `fails when it cannot be written`() {
    var run = ExchangeRun(.mediaTek)
    let request = run.set(Self.five)
    run.sent(request, .unsupported("nothing can be sent to this source of bytes"))
    #expect(run.error(request)?.code == .unsupported)
  }

  @Test func `fails when writing never ends`() {
    var run = ExchangeRun(.mediaTek)
    let request = run.set(Self.five)
    run.wait(.seconds(5))
    #expect(run.error(request)?.code == .settingTimedOut)
  }

  @Test func `fails when the cable is pulled, and so does what waits behind it`() {
    var run = ExchangeRun(.mediaTek)
    let first = run.set(Self.five)
    let second = run.set(Self.few)
    run.sent(first)
    run.become(.unusable(ExchangeRun.gone))
    #expect(run.error(first) == ExchangeRun.gone)
    #expect(run.error(second) == ExchangeRun.gone)
    #expect(run.written.count == 1)
  }

  @Test func `fails when the device was closed and opened in one go`() {
    var run = ExchangeRun(.mediaTek)
    let request = run.set(Self.five)
    let next = run.set(Self.few)
    run.sent(request)
    run.plug("usb-1.2", .preparing)
    #expect(run.error(request)?.code == .disconnected)
    // What waits behind it is not sent before the line is known again.
    #expect(run.written.count == 1)
    run.become(.ready(.found(4800)))
    #expect(run.written.count == 2)
    run.say("PMTK001,314,3")
    #expect(run.isDone(next))
  }

  @Test func `waits for a device that is being opened, not for ever`() {
    var run = ExchangeRun(.mediaTek, .preparing)
    let first = run.set(Self.five)
    run.wait(.seconds(20))
    #expect(run.written.isEmpty)
    run.become(.ready(.meaningless))
    #expect(run.written.count == 1)
    run.say("PMTK001,220,3")
    #expect(run.isDone(first))
    run.become(.preparing)
    let second = run.set(Self.few)
    run.wait(.seconds(31))
    #expect(run.error(second)?.code == .settingTimedOut)
  }

  @Test func `is abandoned when the receiver is no more`() {
    var run = ExchangeRun(.mediaTek)
    let first = run.set(Self.five)
    let second = run.set(Self.few)
    run.tell { exchange, _ in exchange.close() }
    #expect(run.error(first) == .abandoned && run.error(second) == .abandoned)
    let late = run.set(Self.five)
    #expect(late == -1)
  }
}

@Suite struct `A receiver without answers` {
  private static let rmc = "GPRMC,,V,,,,,,,,,,N"
  private static let gga = "GPGGA,,,,,,0,,,,,,,,"
  private static let gsv = "GPGSV,1,1,00"

  @Test func `has a new rate when its epochs come at it`() {
    var run = ExchangeRun(.casic)
    run.epochs(5)
    let request = run.set(Setting.updateRate(.hertz(5)))
    run.sent(request)
    run.epochs(2)
    #expect(run.answers[request] == nil)
    run.epochs(4, 200)
    #expect(run.isDone(request))
    #expect(
      run.confirmed.filter { $0.kind == .updateRate } == [
        Setting.updateRate(.hertz(1)), Setting.updateRate(.hertz(5)),
      ])
  }

  @Test func `has not got it while they come as before`() {
    var run = ExchangeRun(.casic)
    run.epochs(5)
    let request = run.set(Setting.updateRate(.hertz(5)))
    run.sent(request)
    run.epochs(10)
    #expect(run.error(request)?.code == .settingTimedOut)
    #expect(run.error(request)?.message.contains("it sends at 1 Hz") == true)
    #expect(run.known[.updateRate] == Setting.updateRate(.hertz(1)))
  }

  @Test func `sends other sentences when the old ones stay away and the new ones come`() {
    var run = ExchangeRun(.casic)
    run.epochs(4, 1000, [Self.rmc, Self.gga])
    let request = run.set(Setting.enabledSentences([.rmc, .gsv]))
    run.sent(request)
    run.epochs(2, 1000, [Self.rmc, Self.gsv])
    #expect(run.answers[request] == nil)
    run.epochs(1, 1000, [Self.rmc, Self.gsv])
    #expect(run.isDone(request))
    #expect(run.known[.enabledSentences] == Setting.enabledSentences([.rmc, .gsv]))
  }

  @Test func `is given time for a sentence that comes with every fifth epoch`() {
    var run = ExchangeRun(.casic)
    for _ in 0..<3 {
      run.epoch(1000, [Self.rmc, Self.gsv])
      run.epochs(4, 1000, [Self.rmc])
    }
    let request = run.set(Setting.enabledSentences([.rmc]))
    run.sent(request)
    run.epochs(6, 1000, [Self.rmc])
    #expect(run.answers[request] == nil)
    run.epochs(6, 1000, [Self.rmc])
    #expect(run.isDone(request))
  }

  @Test func `says what it sends instead`() {
    var run = ExchangeRun(.uBlox)
    run.epochs(4, 1000, [Self.rmc, Self.gga])
    let request = run.set(Setting.enabledSentences([.rmc]))
    run.sent(request)
    run.epochs(20, 1000, [Self.rmc, Self.gga])
    #expect(run.error(request)?.message.contains("it sends GGA RMC") == true)
  }

  @Test func `listens to the systems that it tells of`() {
    var run = ExchangeRun(.casic)
    run.epochs(4, 1000, [Self.rmc, Self.gsv, "BDGSV,1,1,00"])
    let request = run.set(Setting.constellations([.gps, .glonass]))
    run.sent(request)
    run.epochs(5, 1000, [Self.rmc, Self.gsv, "GLGSV,1,1,00"])
    #expect(run.isDone(request))
    #expect(run.known[.constellations] == Setting.constellations([.gps, .glonass]))
  }

  @Test func `is believed when it does already what it is told`() {
    var run = ExchangeRun(.casic)
    run.epochs(8)
    let request = run.set(Setting.updateRate(.hertz(1)))
    run.sent(request)
    run.epochs(4)
    #expect(run.isDone(request))
    #expect(run.confirmed.count { $0.kind == .updateRate } == 1)
  }
}
