import Testing
import UBX

@testable import GPSBridge

@Suite struct `What a receiver does by itself` {
  private var run = ExchangeRun(.mediaTek)

  private static let rmc = "GPRMC,,V,,,,,,,,,,N"
  private static let gga = "GPGGA,,,,,,0,,,,,,,,"

  @Test func `teaches its settings to whoever has set none`() {
    var run = ExchangeRun(nil, .ready(.found(4800)))
    run.epochs(8, 1000, [Self.rmc, Self.gga])
    #expect(run.known[.updateRate] == Setting.updateRate(.hertz(1)))
    #expect(run.known[.baudRate] == Setting.baudRate(4800))
    #expect(run.known[.enabledSentences] == Setting.enabledSentences([.rmc, .gga]))
    // Which systems it listens to cannot be seen.
    #expect(run.known[.constellations] == nil)
  }

  @Test mutating func `is a change once, when another program has set it`() {
    run.epochs(8, 1000, [Self.rmc])
    run.epochs(20, 200, [Self.rmc, Self.gga])
    #expect(
      run.confirmed.filter { $0.kind == .updateRate } == [
        Setting.updateRate(.hertz(1)), Setting.updateRate(.hertz(5)),
      ])
    #expect(
      run.confirmed.filter { $0.kind == .enabledSentences }
        == [Setting.enabledSentences([.rmc]), Setting.enabledSentences([.rmc, .gga])])
  }

  @Test mutating func `is a change when it says so to somebody else`() {
    run.say("PMTK500,200,0,0,0.0,0.0")
    run.say("PMTK001,353,3,1,1,0,0,0,3")
    #expect(run.confirmed.contains(Setting.updateRate(.hertz(5))))
    #expect(run.confirmed.contains(Setting.constellations([.gps, .glonass])))
  }

  @Test mutating func `is looked at anew after an answer to somebody else`() {
    run.epochs(4)
    #expect(run.shownRate == .hertz(1))
    run.say("PMTK001,220,3")
    #expect(run.shownRate == nil)
    run.epochs(4, 100)
    #expect(run.known[.updateRate] == Setting.updateRate(.hertz(10)))
  }

  @Test mutating func `does not undo what it has just confirmed`() {
    run.epochs(8)
    run.send(Setting.updateRate(.hertz(5)))
    run.say("PMTK001,220,3")
    // Two more at the old rate: they were on their way.
    run.epochs(2)
    run.epochs(10, 200)
    #expect(
      run.confirmed.filter { $0.kind == .updateRate } == [
        Setting.updateRate(.hertz(1)), Setting.updateRate(.hertz(5)),
      ])
  }

  @Test mutating func `counts more than what it has said`() {
    run.send(Setting.updateRate(.hertz(10)))
    run.say("PMTK001,220,3")
    // The line is too slow for ten.
    run.epochs(6, 500)
    #expect(run.known[.updateRate] == Setting.updateRate(.hertz(2)))
  }

  @Test func `says whose commands it understands, as an event`() {
    var run = ExchangeRun()
    run.epochs(3)
    #expect(run.means.dialect == nil && !run.means.isWritable(.updateRate))
    run.say("GPTXT,01,01,02,u-blox ag - www.u-blox.com")
    #expect(run.events.contains(.dialect(.uBlox)) && !run.means.isWritable(.updateRate))
    #expect(run.means.isWritable(.enabledSentences) && run.means.isWritable(.baudRate))
  }
}

@Suite struct `A receiver of unknown dialect` {
  private var run = ExchangeRun()

  @Test mutating func `is asked before it is told anything`() {
    let request = run.set(Setting.updateRate(.hertz(5)))
    let versions = String(decoding: IdentityTalk.question, as: UTF8.self)
    #expect(run.written == [versions + "$PMTK605*31\r\n$PUBX,00*33\r\n$PCAS06,0*1B\r\n"])
    run.sent(request)
    run.say("PMTK705,AXN_2.31_3339_13101700,5632,PA6H,1.0")
    #expect(run.written.last == "$PMTK220,200*2C\r\n")
    run.sent(request)
    run.say("PMTK001,220,3")
    #expect(run.isDone(request))
  }

  @Test mutating func `is told nothing when it does not answer`() {
    let request = run.send(Setting.updateRate(.hertz(5)))
    run.epochs(1)
    run.wait(.seconds(2))
    #expect(run.error(request)?.code == .unsupported)
    #expect(run.error(request)?.remedy?.contains("ReceiverOptions") == true)
    #expect(run.written.count == 1)
  }

  @Test mutating func `can be identified`() {
    let request = run.ask(.identify)
    run.sent(request)
    run.say("GPTXT,01,01,02,SW=URANUS5,V5.1.0.0")
    #expect(run.isDone(request) && run.means.dialect == .casic)
    let again = run.ask(.identify)
    #expect(run.isDone(again) && run.written.count == 1)
  }

  @Test mutating func `can be sent what one likes`() {
    let request = run.ask(.send([1, 2, 3]))
    #expect(run.log.contains(.write([1, 2, 3], request: request)))
    #expect(run.answers.isEmpty)
    run.sent(request)
    #expect(run.isDone(request))
  }

  @Test func `is told nothing that its dialect has no command for`() {
    var run = ExchangeRun(.uBlox)
    let request = run.set(Setting.updateRate(.hertz(5)))
    #expect(run.error(request)?.code == .unsupported)
    let restart = run.ask(.restart(.cold))
    #expect(run.error(restart)?.code == .unsupported && run.written.isEmpty)
  }

  @Test mutating func `is another one when another device is plugged in`() {
    run.say("PMTK010,001")
    #expect(run.means.dialect == .mediaTek)
    run.plug()
    #expect(run.means.dialect == .mediaTek)
    run.plug("usb-3")
    #expect(run.means.dialect == nil)
  }
}
