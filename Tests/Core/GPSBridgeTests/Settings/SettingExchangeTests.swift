import Testing

@testable import GPSBridge

@Suite struct `Setting something` {
  private var run = ExchangeRun(.mediaTek)

  private static let five = Setting.updateRate(.hertz(5))
  private static let few = Setting.enabledSentences([.rmc, .gga])
  private static let rmc = "GPRMC,,V,,,,,,,,,,N"
  private static let gga = "GPGGA,,,,,,0,,,,,,,,"
  private static let gsv = "GPGSV,1,1,00"

  @Test mutating func `is done when the receiver says so, and not before`() {
    let request = run.set(Self.five)
    #expect(run.written == ["$PMTK220,200*2C\r\n"])
    run.sent(request)
    run.wait(.seconds(1))
    #expect(run.answers.isEmpty && run.known[.updateRate] == nil)
    run.say("PMTK001,220,3")
    #expect(run.isDone(request))
    #expect(run.confirmed.filter { $0.kind == .updateRate } == [Self.five])
  }

  @Test mutating func `is done as well when the answer overtakes the news that it was sent`() {
    let request = run.set(Self.five)
    run.say("PMTK001,220,3")
    run.sent(request)
    #expect(run.isDone(request) && run.current == nil)
  }

  @Test(arguments: [(0, "not valid"), (1, "does not support"), (2, "could not"), (7, "answers 7")])
  mutating func `is refused in the receiver's words, and the value stays`(_ code: Int, _ words: String) {
    let first = run.set(Setting.updateRate(.hertz(1)))
    run.say("PMTK001,220,3")
    let request = run.send(Self.five)
    run.say("PMTK001,220,\(code)")
    #expect(run.isDone(first) && run.error(request)?.code == .settingRefused)
    #expect(run.error(request)?.message.contains(words) == true)
    #expect(run.known[.updateRate] == Setting.updateRate(.hertz(1)))
    #expect(run.wanted[.updateRate] == Setting.updateRate(.hertz(1)))
  }

  @Test(arguments: [nil, .seconds(20)] as [Duration?])
  mutating func `times out in silence, when it has taken as long as it may, and the value stays`(
    limit: Duration?
  ) {
    let request = run.send(Self.five, timeout: limit)
    run.wait((limit ?? .seconds(2)) - .milliseconds(1))
    #expect(run.answers.isEmpty)
    run.wait(.milliseconds(1))
    #expect(run.error(request)?.code == .settingTimedOut && run.known[.updateRate] == nil)
  }

  @Test mutating func `is not confirmed by the answer to another command`() {
    run.send(Self.five)
    run.say("PMTK001,314,3")
    run.say("PMTK001,314,0")
    #expect(run.answers.isEmpty)
  }

  @Test mutating func `to what it is already asks the receiver, and tells nobody of a change`() {
    _ = run.set(Self.five)
    run.say("PMTK001,220,3")
    let request = run.set(Self.five)
    #expect(run.written.count == 2 && run.answers[request] == nil)
    run.say("PMTK001,220,3")
    #expect(run.isDone(request))
    #expect(run.confirmed.count { $0.kind == .updateRate } == 1)
  }

  @Test mutating func `waits until what was asked before is done`() {
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

  @Test mutating func `is not begun when nobody waits for it any more`() {
    _ = run.set(Self.five)
    let second = run.set(Self.few)
    run.tell { exchange, _ in exchange.withdraw(second) }
    run.say("PMTK001,220,3")
    #expect(run.written.count == 1 && run.answers[second] == nil)
  }

  @Test(arguments: [true, false])
  mutating func `fails when it cannot be written, or writing never ends`(isRefused: Bool) {
    let request = run.set(Self.five)
    if isRefused { run.sent(request, .unsupported("nothing can be sent")) } else { run.wait(.seconds(5)) }
    #expect(run.error(request)?.code == (isRefused ? .unsupported : .settingTimedOut))
  }

  @Test mutating func `fails when the cable is pulled, and so does what waits behind it`() {
    let first = run.set(Self.five)
    let second = run.set(Self.few)
    run.sent(first)
    run.become(.unusable(ExchangeRun.gone))
    #expect(run.error(first) == ExchangeRun.gone && run.error(second) == ExchangeRun.gone)
    #expect(run.written.count == 1)
  }

  @Test mutating func `fails when the device was closed and opened in one go`() {
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

  @Test mutating func `is abandoned when the receiver is no more`() {
    let first = run.set(Self.five)
    let second = run.set(Self.few)
    run.tell { exchange, _ in exchange.close() }
    #expect(run.error(first) == .abandoned && run.error(second) == .abandoned)
    let late = run.set(Self.five)
    #expect(late == -1)
  }
}

@Suite struct `A receiver without answers` {
  private var run = ExchangeRun(.casic)

  private static let rmc = "GPRMC,,V,,,,,,,,,,N"
  private static let gga = "GPGGA,,,,,,0,,,,,,,,"
  private static let gsv = "GPGSV,1,1,00"

  @Test mutating func `has a new rate when its epochs come at it`() {
    run.epochs(5)
    let request = run.send(Setting.updateRate(.hertz(5)))
    run.epochs(2)
    #expect(run.answers[request] == nil)
    run.epochs(4, 200)
    #expect(run.isDone(request))
    #expect(
      run.confirmed.filter { $0.kind == .updateRate } == [
        Setting.updateRate(.hertz(1)), Setting.updateRate(.hertz(5)),
      ])
  }

  @Test mutating func `has not got it while they come as before`() {
    run.epochs(5)
    let request = run.send(Setting.updateRate(.hertz(5)))
    run.epochs(10)
    #expect(run.error(request)?.code == .settingTimedOut)
    #expect(run.error(request)?.message.contains("it sends at 1 Hz") == true)
    #expect(run.known[.updateRate] == Setting.updateRate(.hertz(1)))
  }

  @Test mutating func `sends other sentences when the old ones stay away and the new ones come`() {
    run.epochs(4, 1000, [Self.rmc, Self.gga])
    let request = run.send(Setting.enabledSentences([.rmc, .gsv]))
    run.epochs(2, 1000, [Self.rmc, Self.gsv])
    #expect(run.answers[request] == nil)
    run.epochs(1, 1000, [Self.rmc, Self.gsv])
    #expect(run.isDone(request))
    #expect(run.known[.enabledSentences] == Setting.enabledSentences([.rmc, .gsv]))
  }

  @Test func `says what it sends instead`() {
    var run = ExchangeRun(.uBlox)
    run.epochs(4, 1000, [Self.rmc, Self.gga])
    let request = run.send(Setting.enabledSentences([.rmc]))
    run.epochs(20, 1000, [Self.rmc, Self.gga])
    #expect(run.error(request)?.message.contains("it sends GGA RMC") == true)
  }

  @Test mutating func `listens to the systems that it tells of`() {
    run.epochs(4, 1000, [Self.rmc, Self.gsv, "BDGSV,1,1,00"])
    let request = run.send(Setting.constellations([.gps, .glonass]))
    run.epochs(5, 1000, [Self.rmc, Self.gsv, "GLGSV,1,1,00"])
    #expect(run.isDone(request))
    #expect(run.known[.constellations] == Setting.constellations([.gps, .glonass]))
  }

  @Test mutating func `is believed when it does already what it is told`() {
    run.epochs(8)
    let request = run.send(Setting.updateRate(.hertz(1)))
    run.epochs(4)
    #expect(run.isDone(request))
    #expect(run.confirmed.count { $0.kind == .updateRate } == 1)
  }
}
