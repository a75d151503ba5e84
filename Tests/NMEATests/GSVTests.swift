import NMEA
import TestSupport
import Testing

@Suite struct `A GSV sentence` {
  @Test func `reads four satellites`() throws {
    let gsv: GSV = try read("$GPGSV,2,1,08,01,40,083,46,02,17,308,41,12,07,344,39,14,22,228,45*75")
    #expect(gsv.total == 2)
    #expect(gsv.number == 1)
    #expect(gsv.inView == 8)
    #expect(gsv.count == 4)
    #expect(gsv[0] == SatelliteInView(number: 1, elevation: 40, azimuth: 83, signalToNoise: 46))
    #expect(gsv[3] == SatelliteInView(number: 14, elevation: 22, azimuth: 228, signalToNoise: 45))
    #expect(gsv.signal == nil)
  }

  @Test func `reads the signal behind fewer than four satellites`() throws {
    let gsv: GSV = try read("$GPGSV,3,2,10,19,34,153,23,30,33,085,23,05,15,232,,07,04,097,,1*6D")
    #expect(gsv.count == 4)
    #expect(gsv[3] == SatelliteInView(number: 7, elevation: 4, azimuth: 97))
    #expect(gsv.signal == 1)
    let last: GSV = try read(wire("GBGSV,1,1,01,07,04,097,,B"))
    #expect(last.count == 1)
    #expect(last.signal == 11)
  }

  @Test func `reads the signal of Quectel, which puts the system behind it`() throws {
    let gsv: GSV = try read("$PQGSV,2,1,08,02,20,116,,03,,,,05,34,137,,07,06,045,,0,4*52")
    #expect(gsv.talker == .pq)
    #expect(gsv.count == 4)
    #expect(gsv[1] == SatelliteInView(number: 3))
    #expect(gsv.signal == 0)
  }

  @Test func `reads up to eight satellites`() throws {
    let satellites = (1...8).map { "\($0),10,20,30" }
    for count in 5...8 {
      let gsv: GSV = try read(wire("GPGSV,1,1,08,\(satellites.prefix(count).joined(separator: ",")),1"))
      #expect(gsv.count == count)
      #expect(gsv[count - 1].number == count)
      #expect(gsv.signal == 1)
      #expect(try Sentence(gsv.encoded()) == .gsv(gsv))
    }
  }

  @Test func `does not take a ninth satellite for a signal`() throws {
    let satellites = (1...9).map { "\($0),10,20,30" }.joined(separator: ",")
    let gsv: GSV = try read(wire("GPGSV,1,1,09,\(satellites)"))
    #expect(gsv.count == 8)
    #expect(gsv.signal == nil)
  }

  @Test func `does not take a satellite that is cut short for a signal`() throws {
    let gsv: GSV = try read(wire("GPGSV,3,2,11,25,32,097"))
    #expect(gsv.count == 0)
    #expect(gsv.signal == nil)
  }

  @Test func `reads an azimuth of 360 as 0 and passes over an elevation of 95`() throws {
    let gsv: GSV = try read(wire("GPGSV,1,1,01,07,95,360,99"))
    #expect(gsv[0] == SatelliteInView(number: 7, azimuth: 0, signalToNoise: 99))
  }

  @Test func `reads a satellite below the horizon`() throws {
    let gsv: GSV = try read(wire("GPGSV,1,1,01,07,-05,120,"))
    #expect(gsv[0].elevation == -5)
  }

  @Test func `gains the signal with NMEA 4.10`() {
    let gsv = GSV(.gp) { $0.append(SatelliteInView(number: 1)) }
    let commas = [Revision.v4_1, .v4_10].map { revision in
      gsv.encoded(as: revision).count { $0 == UInt8(ascii: ",") }
    }
    #expect(commas == [7, 8])
  }

  @Test func `is refused with two fields`() {
    #expect(throws: SentenceError.tooFewFields(found: 2, expected: 3)) { try Sentence(wire("GPGSV,1,1")) }
  }
}
