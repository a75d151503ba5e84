import Testing

@testable import GPSBridge

@Suite struct `A profile` {
  private static let five = Setting.updateRate(.hertz(5))
  private static let command = "$PMTK220,200*2C\r\n"

  @Test func `is given to a receiver at each opening, unasked`() {
    var run = ExchangeRun(.mediaTek, profile: [Self.five])
    #expect(run.written.isEmpty, "nothing has been heard of it")
    run.epoch()
    #expect(run.written == [Self.command])
    run.say("PMTK001,220,3")
    #expect(run.events.contains(.settingRestored(Self.five)))
    run.epochs(3, 200)
    #expect(run.written.count == 1)

    run.become(.unusable(ExchangeRun.gone))
    run.wait(.seconds(3))
    run.plug("usb-1.2", .ready(.found(9600)))
    run.epoch()
    #expect(run.written == [Self.command, Self.command])
  }

  @Test func `has a receiver asked whose commands it understands`() {
    var run = ExchangeRun(profile: [Self.five])
    run.epoch()
    #expect(run.written.count == 1)
    run.say("PMTK705,AXN_2.31_3339_13101700,5632,PA6H,1.0")
    #expect(run.written.last == Self.command)
  }

  @Test func `gives way to what is set later`() {
    var run = ExchangeRun(.mediaTek, profile: [Self.five])
    run.epoch()
    run.say("PMTK001,220,3")
    let request = run.set(Setting.updateRate(.hertz(1)))
    run.say("PMTK001,220,3")
    #expect(run.isDone(request))
    run.plug()
    run.epoch()
    #expect(run.written.last == "$PMTK220,1000*1F\r\n")
  }

  @Test func `is that of the device which is opened, and another one's is forgotten`() {
    var run = ExchangeRun(.mediaTek)
    run.profile = [Self.five]
    run.plug("usb-3")
    run.epoch()
    #expect(run.written == [Self.command])
    run.say("PMTK001,220,3")
    run.profile = []
    run.plug("usb-1.2")
    run.epochs(3, 200)
    #expect(run.written == [Self.command], "this one has no profile")
    // In the same place, so it is known by its profile alone that it is another one.
    run.profile = [Self.five]
    run.plug("usb-1.2")
    run.epoch()
    #expect(run.written == [Self.command, Self.command])
  }

  @Test func `is put back also where the receiver's other settings are not`() {
    var run = ExchangeRun(.mediaTek, restores: false)
    run.profile = [Self.five]
    run.plug("usb-3")
    run.epoch()
    #expect(run.written == [Self.command])
  }

  @Test func `that was refused is told to be back once it is, and once only`() {
    var run = ExchangeRun(.mediaTek, profile: [Self.five])
    run.epoch()
    run.say("PMTK001,220,2")
    run.wait(.seconds(11))
    run.say("PMTK011,MTKGPS")
    run.say("PMTK001,220,3")
    #expect(run.written == [Self.command, Self.command])
    #expect(run.events.count { $0 == .settingRestored(Self.five) } == 1)
    run.epochs(30, 200)
    #expect(run.written.count == 2)
  }

  @Test func `that is refused is told, and the receiver left alone`() {
    var run = ExchangeRun(.mediaTek, profile: [Self.five])
    run.epoch()
    run.say("PMTK001,220,2")
    let refused = run.events.contains {
      if case .settingNotRestored(Self.five, let error) = $0 { error.code == .settingRefused } else { false }
    }
    #expect(refused)
    run.epochs(30)
    #expect(run.written.count == 1)
  }
}
