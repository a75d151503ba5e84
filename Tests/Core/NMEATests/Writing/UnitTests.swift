import NMEA
import TestSupport
import Testing

// The numbers on the right are computed apart from the module: from the definitions of the units, by hand.

@Suite struct `A measurement in a unit of its sentence` {
  private func near(_ value: Double?, _ expected: Double) -> Bool {
    guard let value else { return false }
    return abs(value - expected) <= abs(expected) * 1e-12
  }

  @Test func `is in meters per second where the sentence says knots`() throws {
    // A knot is 1852 m in 3600 s.
    let rmc: RMC = try read(wire("GPRMC,,A,,,,,36.0,,,,"))
    #expect(near(rmc.speed, 18.52))
    let vtg: VTG = try read(wire("GPVTG,,T,,M,7.2,N,,K"))
    #expect(near(vtg.speed, 3.704))
    let vhw: VHW = try read(wire("VWVHW,,T,,M,0.9,N,,K"))
    #expect(near(vhw.speed, 0.463))
    let mwd: MWD = try read(wire("WIMWD,,T,,M,18.0,N,9.26,M"))
    #expect(near(mwd.speedFromKnots, 9.26))
    #expect(mwd.speed == 9.26)
    let rmb: RMB = try read(wire("GPRMB,A,,,,,,,,,,,-3.6,V"))
    #expect(near(rmb.closingSpeed, -1.852))
    let pos: PASHRPOS = try read(wire("PASHR,POS,0,04,,,,,,,,,90.0,-1.5,,,,,"))
    #expect(near(pos.speed, 46.3))
    #expect(pos.verticalVelocity == -1.5)
  }

  @Test func `is in meters per second in each of the six speeds of a log`() throws {
    let vbw: VBW = try read(wire("VWVBW,1.8,-3.6,A,5.4,7.2,A,9.0,A,-10.8,A"))
    #expect(near(vbw.waterSpeed, 0.926))
    #expect(near(vbw.transverseWaterSpeed, -1.852))
    #expect(near(vbw.groundSpeed, 2.778))
    #expect(near(vbw.transverseGroundSpeed, 3.704))
    #expect(near(vbw.sternWaterSpeed, 4.63))
    #expect(near(vbw.sternGroundSpeed, -5.556))
  }

  @Test func `is in meters per second where the sentence says kilometers per hour`() throws {
    let vtg: VTG = try read(wire("GPVTG,,T,,M,,N,90,K"))
    #expect(near(vtg.speedFromKilometers, 25))
    let vhw: VHW = try read(wire("VWVHW,,T,,M,,N,18,K"))
    #expect(near(vhw.speedFromKilometers, 5))
    let pubx: PUBX00 = try read(wire("PUBX,00,,,,,,,,,,126,,-2.5,,,,,,,"))
    #expect(near(pubx.speed, 35))
    #expect(pubx.verticalVelocity == -2.5)
    let pgrmf: PGRMF = try read(wire("PGRMF,,,,,,,,,,A,2,54,,,"))
    #expect(near(pgrmf.speed, 15))
  }

  @Test(arguments: [("N", 1.852), ("K", 1.0), ("M", 3.6), ("S", 1.609344)])
  func `is in meters per second whatever the wind is told in`(letter: String, speed: Double) throws {
    let mwv: MWV = try read(wire("WIMWV,,R,3.6,\(letter),A"))
    #expect(near(mwv.speed, speed))
  }

  @Test func `is nothing where the wind is told in a unit that nobody knows`() throws {
    let mwv: MWV = try read(wire("WIMWV,,R,3.6,F,A"))
    #expect(mwv.speed == nil)
    #expect(written(mwv) == "WIMWV,,R,3.6,F,A")
  }

  @Test func `is in meters where the sentence says nautical miles`() throws {
    let apb: APB = try read(wire("GPAPB,A,A,0.5,L,N,V,V,,T,,,T,,T"))
    #expect(near(apb.crossTrackError, -926))
    let xte: XTE = try read(wire("GPXTE,A,A,0.25,R,N"))
    #expect(near(xte.crossTrackError, 463))
    let rmb: RMB = try read(wire("GPRMB,A,2.0,L,,,,,,,10.0,,,V"))
    #expect(near(rmb.crossTrackError, -3704))
    #expect(near(rmb.distance, 18_520))
    let bwc: BWC = try read(wire("GPBWC,,,,,,,T,,M,1.5,N,X"))
    #expect(near(bwc.distance, 2778))
    let bwr: BWR = try read(wire("GPBWR,,,,,,,T,,M,0.1,N,X"))
    #expect(near(bwr.distance, 185.2))
  }

  @Test func `is in meters where the sentence says feet or fathoms`() throws {
    let dbt: DBT = try read(wire("SDDBT,100,f,30.5,M,16.5,F"))
    #expect(near(dbt.depthFromFeet, 30.48))
    #expect(dbt.depth == 30.5)
    // A fathom is six feet of 0.3048 m.
    #expect(near(dbt.depthFromFathoms, 30.1752))
    let pgrmz: PGRMZ = try read(wire("PGRMZ,29032,f,3"))
    #expect(near(pgrmz.altitude, 8848.9536))
  }

  @Test func `is in degrees where the sentence says minutes of arc`() throws {
    let dtm: DTM = try read(wire("GPDTM,W72,,0.15,S,30.0,E,-1.5,W84"))
    #expect(near(dtm.latitudeOffset, -0.0025))
    #expect(near(dtm.longitudeOffset, 0.5))
    #expect(dtm.altitudeOffset == -1.5)
  }

  @Test func `is in seconds where the sentence says milliseconds or nanoseconds`() throws {
    let interval: PMTK220 = try read(wire("PMTK220,250"))
    #expect(near(interval.interval, 0.25))
    let airoha: PAIR050 = try read(wire("PAIR050,1000"))
    #expect(near(airoha.interval, 1))
    let casic: PCAS02 = try read(wire("PCAS02,100"))
    #expect(near(casic.interval, 0.1))
    let pubx: PUBX04 = try read(wire("PUBX,04,,,,,18,500000,-250.5,43"))
    #expect(near(pubx.clockBias, 0.0005))
    #expect(near(pubx.clockDrift, -2.505e-7))
    #expect(near(pubx.timePulseGranularity, 4.3e-8))
  }

  @Test func `is positive to the east, and negative to the west`() throws {
    let east: RMC = try read(wire("GPRMC,,A,,,,,,,,3.5,E"))
    #expect(east.magneticVariation == 3.5)
    let hdg: HDG = try read(wire("HCHDG,10,2.5,W,7.25,W"))
    #expect(hdg.deviation == -2.5)
    #expect(hdg.variation == -7.25)
  }
}
