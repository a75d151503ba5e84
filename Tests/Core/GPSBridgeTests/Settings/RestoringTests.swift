import Testing

@testable import GPSBridge

@Suite struct `What was set` {
  private static let five = Setting.updateRate(.hertz(5))
  private static let few = Setting.enabledSentences([.rmc, .gga])

  /// A receiver at 5 Hz with two sentences, as somebody has set it.
  private func configured(restores: Bool = true) -> ExchangeRun {
    var run = ExchangeRun(.mediaTek, restores: restores)
    _ = run.set(Self.five)
    run.say("PMTK001,220,3")
    _ = run.set(Self.few)
    run.say("PMTK001,314,3")
    return run
  }

  @Test func `is set again after the cable was put back, the sentences first`() {
    var run = configured()
    run.become(.unusable(ExchangeRun.gone))
    run.wait(.seconds(3))
    run.plug("usb-1.2", .ready(.found(9600)))
    #expect(run.written.count == 2)
    run.epoch()
    #expect(run.written.dropFirst(2) == ["$PMTK314,0,1,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0*28\r\n"])
    run.say("PMTK001,314,3")
    #expect(run.written.last == "$PMTK220,200*2C\r\n")
    run.say("PMTK001,220,3")
    #expect(run.events.suffix(2) == [.settingRestored(Self.few), .settingRestored(Self.five)])
    run.epochs(3, 200)
    #expect(run.written.count == 4)
  }

  @Test func `is not set again for whoever wants that`() {
    var run = configured(restores: false)
    run.plug()
    run.epochs(3)
    #expect(run.written.count == 2)
  }

  @Test func `is not set again on another device`() {
    var run = configured()
    run.plug("usb-3")
    run.epochs(3)
    #expect(run.written.count == 2)
    run.plug("usb-1.2")
    run.epochs(3)
    #expect(run.written.count == 2)
  }

  @Test func `and cannot be set again is told as an event`() {
    var run = configured()
    run.plug()
    run.epoch()
    run.say("PMTK001,314,2")
    run.say("PMTK001,220,3")
    let failed = run.events.compactMap {
      if case .settingNotRestored(let value, let error) = $0 { (value, error.code) } else { nil }
    }
    #expect(failed.map(\.0) == [Self.few])
    #expect(failed.map(\.1) == [.settingRefused])
    #expect(run.events.contains(.settingRestored(Self.five)))
  }

  @Test func `is not taken for what somebody asks in the same moment`() {
    var run = configured()
    run.become(.preparing)
    run.plug("usb-1.2", .preparing)
    run.epoch()
    run.become(.ready(.found(9600)))
    let request = run.set(Setting.constellations([.gps]))
    run.say("PMTK001,314,3")
    run.say("PMTK001,220,3")
    #expect(run.answers[request] == nil)
    run.say("PMTK001,353,3")
    #expect(run.isDone(request))
  }

  @Test func `on this very opening is not set twice`() {
    var run = configured()
    run.epochs(5, 200)
    #expect(run.written.count == 2)
  }

  @Test func `does not stand in the way of what somebody wants now`() {
    var run = configured()
    run.become(.preparing)
    let request = run.set(Setting.updateRate(.hertz(10)))
    run.plug("usb-1.2", .preparing)
    run.become(.ready(.found(9600)))
    run.say("PMTK010,001")
    run.say("PMTK001,220,3")
    #expect(run.isDone(request))
    run.say("PMTK001,314,3")
    run.epochs(5, 100)
    #expect(run.written.count { $0.hasPrefix("$PMTK220,200") } == 1)
    #expect(run.wanted[.updateRate] == Setting.updateRate(.hertz(10)))
  }

  @Test func `is set again when the receiver starts anew by itself`() {
    var run = configured()
    run.epochs(3, 200)
    run.say("PMTK010,001")
    run.say("PMTK001,314,3")
    run.say("PMTK001,220,3")
    #expect(run.written.count == 4)
  }

  @Test func `is not set again and again for a receiver that starts each time it is told something`() {
    var run = configured()
    for _ in 0..<50 {
      run.say("PMTK010,001")
      run.say("PMTK001,314,3")
      run.say("PMTK001,220,3")
      run.wait(.milliseconds(100))
    }
    #expect(run.written.count == 4)
    run.wait(.seconds(10))
    run.say("PMTK010,001")
    #expect(run.written.count == 5)
  }

  @Test func `is set again after a restart that was asked for, and not after one that forgets everything`() {
    var run = configured()
    let cold = run.ask(.restart(.cold))
    run.sent(cold)
    run.say("PMTK011,MTKGPS")
    #expect(run.isDone(cold))
    run.say("PMTK001,314,3")
    run.say("PMTK001,220,3")
    #expect(run.written.count == 5)
    let factory = run.ask(.restart(.factory))
    run.sent(factory)
    run.say("PMTK011,MTKGPS")
    run.epochs(5)
    #expect(run.isDone(factory) && run.written.count == 6)
  }

  @Test func `is forgotten with a restart to as built, though nobody hears that it was done`() {
    var run = configured()
    let factory = run.ask(.restart(.factory))
    run.sent(factory)
    run.become(.preparing)
    run.wait(.seconds(12))
    #expect(run.answers[factory] == nil)
    run.become(.ready(.found(4800)))
    #expect(run.isDone(factory))
    run.epochs(3)
    #expect(run.written.count == 3 && run.known[.baudRate] == Setting.baudRate(4800))
  }

  @Test func `comes back with the speed of the line, if that was lost`() {
    var run = ExchangeRun(.mediaTek)
    run.send(Setting.baudRate(115_200))
    run.wait(.milliseconds(200))
    run.say("GPRMC,,V,,,,,,,,,,N")
    run.plug("usb-1.2", .ready(.found(115_200)))
    run.epoch()
    #expect(run.written.count == 1)
    run.plug("usb-1.2", .ready(.found(9600)))
    run.epoch()
    #expect(run.written.last == "$PMTK251,115200*1F\r\n" && run.written.count == 2)
  }

  @Test func `comes back when the search has found the line at another speed`() {
    var run = configured()
    run.become(.preparing)
    run.become(.ready(.found(4800)))
    #expect(run.written.count == 3)
  }

  @Test func `stays as it is after a restart that did not happen`() {
    var run = configured()
    let request = run.ask(.restart(.hot))
    run.sent(request)
    run.say("PMTK001,101,1")
    #expect(run.error(request)?.code == .settingRefused)
    let silent = run.ask(.restart(.hot))
    run.sent(silent)
    run.wait(.seconds(6))
    #expect(run.error(silent)?.code == .settingTimedOut && run.written.count == 4)
    #expect(run.wanted == [.updateRate: Self.five, .enabledSentences: Self.few])
  }
}
