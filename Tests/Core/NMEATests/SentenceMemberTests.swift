import NMEA
import TestSupport
import Testing

// What types offer besides the fields that the tables of sentences list.

@Suite struct `A standard sentence` {
  @Test func `passes over a satellite's numbers out of range, an azimuth of 360, and a system of blanks`()
    throws
  {
    let gsv: GSV = try read(wire("GPGSV,1,1,02,07,95,360,99,08,-05,120,"))
    #expect(gsv[0] == SatelliteInView(number: 7, azimuth: 0, signalToNoise: 99))
    #expect(gsv[1] == SatelliteInView(number: 8, elevation: -5, azimuth: 120))
    #expect(try fault(in: "GNGSA,A,1,,,,,,,,,,,,,,,, ") == nil)
  }

  @Test func `always has twelve residuals`() {
    #expect(
      GRS(.ga) { $0.residuals = [0.5, nil, -0.25] }.residuals == [0.5, nil, -0.25]
        + Array(repeating: nil, count: 9))
  }

  // The speeds are computed apart from the module: from the definitions of the units, by hand.
  @Test(
    arguments: [("N", 1.852), ("K", 1.0), ("M", 3.6), ("S", 1.609344), ("F", nil)] as [(String, Double?)])
  func `has its wind in meters per second whatever it is told in, and none in a unit that nobody knows`(
    letter: String, speed: Double?
  ) throws {
    let mwv: MWV = try read(wire("WIMWV,,R,3.6,\(letter),A"))
    #expect(abs((mwv.speed ?? -1) - (speed ?? -1)) < 1e-12)
    #expect(written(mwv) == "WIMWV,,R,3.6,\(letter),A")
  }

  @Test func `has its wind in meters per second unless another unit is chosen`() throws {
    var mwv = MWV(.wi) { $0.speed = 5.25 }
    #expect(mwv.encoded() == wire("WIMWV,,,5.25,M,"))
    mwv.speedUnit = .kilometersPerHour
    #expect(mwv.encoded() == wire("WIMWV,,,18.9,K,"))
    #expect(mwv.speed.map { abs($0 - 5.25) < 1e-9 } == true)
    mwv.speed = 10
    #expect(mwv.encoded() == wire("WIMWV,,,36.0,K,"))
    mwv.speedUnit = .knots
    #expect(mwv.speedUnit?.rawValue == UInt8(ascii: "N"))
  }
}

@Suite struct `A sentence of a vendor` {
  @Test(arguments: [4800, 9600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800].enumerated().map { $0 })
  func `has CASIC's code for a speed`(code: Int, baudRate: Int) {
    let pcas01 = PCAS01 { $0.baudRate = baudRate }
    #expect(pcas01.code == code && pcas01.baudRate == baudRate)
  }

  @Test func `has no code for a speed that CASIC does not know`() throws {
    #expect(PCAS01 { $0.baudRate = 12_345 } == PCAS01())
    #expect(try (read(wire("PCAS01,99")) as PCAS01).baudRate == nil)
  }

  @Test func `has the rate of each output in its place`() {
    let casic = PCAS03 { for (rate, output) in PCAS03.Output.allCases.enumerated() { $0[output] = rate } }
    #expect(written(casic) == "PCAS03,0,1,2,3,4,5,6,7,8,9,,,10,11,,,,12")
    let mediaTek = PMTK314 {
      for (rate, output) in PMTK314.Output.allCases.enumerated() { $0[output] = rate }
    }
    #expect(written(mediaTek) == "PMTK314,0,1,2,3,4,5,6,7,,,,,,,,,,8,9")
  }

  @Test func `names only outputs that old receivers know, unless asked for others`() throws {
    #expect(written(PCAS03.only([.gga, .rmc, .vtg])) == "PCAS03,1,0,0,0,1,1,0,0")
    #expect(written(PCAS03.only([.gst])) == "PCAS03,0,0,0,0,0,0,0,0,,,,,,1")
    #expect(written(PMTK314.only([.rmc, .gga])) == "PMTK314,0,1,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0")
    #expect(written(PAIR062 { $0.output = .all }) == "PAIR062,-1,")
  }

  @Test func `lists the protocols of a port`() throws {
    let pubx41: PUBX41 = try read("$PUBX,41,1,0007,0003,19200,0*25")
    #expect(pubx41.input == [.ubx, .nmea, .rtcm2] && pubx41.output == [.ubx, .nmea])
    #expect(written(PUBX41 { $0.input = [.nmea, .rtcm3] }).hasPrefix("PUBX,41,,0022,"))
  }

  @Test func `asks for the firmware, or names it`() throws {
    #expect(PQTMVERNO().isQuestion)
    #expect(!PQTMVERNO { $0.version = "A" }.isQuestion)
  }

  @Test func `marks leap seconds that no satellite has confirmed`() throws {
    var pubx04: PUBX04 = try read(wire("PUBX,04,073731.00,091202,113851.00,1196,15D,1930035,-2660.664,43"))
    #expect(pubx04.leapSeconds == 15 && pubx04.leapSecondsAreDefault)
    pubx04.leapSeconds = 18
    #expect(pubx04.leapSecondsAreDefault)
    pubx04.leapSecondsAreDefault = false
    #expect(pubx04.leapSeconds == 18)
    #expect(try (read(wire("PUBX,04,,,,,1x,,,")) as PUBX04).leapSeconds == nil)
    #expect(PUBX04().leapSeconds == nil)
  }
}
