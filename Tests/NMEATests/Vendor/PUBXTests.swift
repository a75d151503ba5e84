import NMEA
import TestSupport
import Testing

@Suite struct `A sentence of u-blox` {
  @Test func `lists its satellites`() throws {
    let text = "$PUBX,03,4,5,U,063,15,18,000,12,U,100,36,40,064,14,-,257,05,,000,18,-,219,67,20,000*14"
    let pubx03: PUBX03 = try read(text)
    #expect(pubx03.satellites.map(\.number) == [5, 12, 14, 18])
    #expect(pubx03.satellites.map(\.usage) == [.used, .used, .unused, .unused])
    #expect(pubx03.satellites.map(\.azimuth) == [63, 100, 257, 219])
    #expect(pubx03.satellites.map(\.elevation) == [15, 36, 5, 67])
    #expect(pubx03.satellites.map(\.signalToNoise) == [18, 40, nil, 20])
    #expect(pubx03.satellites.map(\.lockTime) == [0, 64, 0, 0])
  }

  @Test func `lists as many satellites as are there, whatever it announces`() throws {
    let few: PUBX03 = try read(wire("PUBX,03,09,5,U,063,15,18,000"))
    let none: PUBX03 = try read(wire("PUBX,03,00"))
    let many: PUBX03 = try read(wire("PUBX,03,50" + String(repeating: ",5,U,063,15,18,000", count: 50)))
    #expect([few.satellites.count, none.satellites.count, many.satellites.count] == [1, 0, 50])
  }

  @Test func `keeps a satellite below the horizon`() throws {
    let pubx03: PUBX03 = try read(wire("PUBX,03,01,25,e,134,-2,,000"))
    #expect(pubx03.satellites.map(\.elevation) == [-2])
    #expect(pubx03.satellites.map(\.usage) == [.usable])
  }

  @Test func `tells the time and its clock's error`() throws {
    let text = "$PUBX,04,202604.00,150824,419164.00,2327,18,-672045,-11949.632,21*11"
    let pubx04: PUBX04 = try read(text)
    #expect(pubx04.time == TimeOfDay(hour: 20, minute: 26, second: 4))
    #expect(pubx04.date == DayMonthYear(day: 15, month: 8, year: 24))
    #expect(pubx04.secondsOfWeek == 419_164)
    #expect(pubx04.week == 2327)
    #expect(pubx04.leapSeconds == 18)
    #expect(!pubx04.leapSecondsAreDefault)
    #expect(pubx04.clockBias == -672_045 * 1e-9)
    #expect(pubx04.clockDrift == -11_949.632 * 1e-9)
    #expect(pubx04.timePulseGranularity == 21 * 1e-9)
  }

  @Test func `marks leap seconds that no satellite has confirmed`() throws {
    let text = "$PUBX,04,073731.00,091202,113851.00,1196,15D,1930035,-2660.664,43*71"
    var pubx04: PUBX04 = try read(text)
    #expect(pubx04.leapSeconds == 15)
    #expect(pubx04.leapSecondsAreDefault)
    pubx04.leapSeconds = 18
    #expect(pubx04.leapSecondsAreDefault)
    pubx04.leapSecondsAreDefault = false
    #expect(pubx04.leapSeconds == 18)
    #expect(try survives(pubx04))
  }

  @Test func `has no leap seconds where there is no number`() throws {
    let pubx04: PUBX04 = try read(wire("PUBX,04,,,,,1x,,,"))
    #expect(pubx04.leapSeconds == nil)
    #expect(try survives(pubx04))
  }

  @Test func `knows no leap seconds at first`() { #expect(PUBX04().leapSeconds == nil) }

  @Test func `is refused without its fields`() {
    #expect(throws: SentenceError.tooFewFields(found: 0, expected: 1)) { try Sentence(wire("PUBX,03")) }
    #expect(throws: SentenceError.tooFewFields(found: 2, expected: 8)) {
      try Sentence(wire("PUBX,04,073731.00,091202"))
    }
  }

  @Test func `names the field that can't be read`() throws {
    let body = "PUBX,03,2,5,U,063,15,18,000,12,U,100,95,40,064"
    #expect(try fault(in: body) == FieldFault(field: 12, reason: .outOfRange))
  }

  @Test func `of a number that is not known keeps all its fields`() throws {
    let sentence = try readUnknown("PUBX,05,a,,b")
    #expect(sentence.count == 4)
    #expect((0...4).map { sentence[$0] } == ["PUBX", "05", "a", "", "b"])
    #expect(try readUnknown("PUBX,030,1").count == 2)
    #expect(try readUnknown("PUBX").count == 0)
  }

  @Test func `is understood when it echoes our command for a rate`() throws {
    let text = "$PUBX,40,GLL,1,0,0,0,0,0*5D"
    let pubx40: PUBX40 = try read(text)
    #expect(pubx40.sentence == "GLL")
    #expect(pubx40.ddcRate == 1)
    #expect([pubx40.serial1Rate, pubx40.serial2Rate, pubx40.usbRate, pubx40.spiRate] == [0, 0, 0, 0])
    #expect(pubx40.encoded() == Array((text + "\r\n").utf8))
  }

  @Test func `is understood when it echoes our command for a port`() throws {
    let text = "$PUBX,41,1,0007,0003,19200,0*25"
    let pubx41: PUBX41 = try read(text)
    #expect(pubx41.port == 1)
    #expect(pubx41.input == [.ubx, .nmea, .rtcm2])
    #expect(pubx41.output == [.ubx, .nmea])
    #expect(pubx41.baudRate == 19_200)
    #expect(pubx41.autobauding == 0)
    #expect(pubx41.encoded() == Array((text + "\r\n").utf8))
    #expect(PUBX41 { $0.input = [.nmea, .rtcm3] }.encoded().starts(with: Array("$PUBX,41,,0022,".utf8)))
  }
}
