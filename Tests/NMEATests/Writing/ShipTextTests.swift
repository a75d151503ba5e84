import NMEA
import Testing

@Suite struct `Every field that is filled, in a sentence about the way,` {
  @Test func `has its place in APB`() {
    let apb = APB(.gp) {
      $0.status = .valid
      $0.cycleLock = .void
      $0.crossTrackError = -0.125 * 1852
      $0.arrival = .arrived
      $0.perpendicular = .underway
      $0.legBearing = 11.5
      $0.legReference = .magneticNorth
      $0.destination = "DEST"
      $0.bearing = 12.25
      $0.bearingReference = .trueNorth
      $0.heading = 359.75
      $0.headingReference = .magneticNorth
      $0.mode = .autonomous
    }
    expect(apb, isWritten: "GPAPB,A,V,0.125,L,N,A,V,11.5,M,DEST,12.25,T,359.75,M,A")
  }

  @Test func `has its place in BOD`() {
    let bod = BOD(.gp) {
      $0.bearing = 99.25
      $0.magneticBearing = 105.5
      $0.destination = "POINTB"
      $0.origin = "POINTA"
    }
    expect(bod, isWritten: "GPBOD,99.25,T,105.5,M,POINTB,POINTA")
  }

  @Test func `has its place in BWC`() {
    let bwc = BWC(.gp) {
      $0.time = noon
      $0.latitude = north
      $0.longitude = west
      $0.bearing = 213.75
      $0.magneticBearing = 218.5
      $0.distance = 4.6251 * 1852
      $0.waypoint = "EGLM"
      $0.mode = .simulator
    }
    expect(
      bwc, isWritten: "GPBWC,123519.25,4807.0380000,N,00131.5000000,W,213.75,T,218.5,M,4.6251,N,EGLM,S")
  }

  @Test func `has its place in BWR`() {
    let bwr = BWR(.ii) {
      $0.time = noon
      $0.latitude = -north
      $0.longitude = -west
      $0.bearing = 1.5
      $0.magneticBearing = 2.25
      $0.distance = 100.5 * 1852
      $0.waypoint = "HOME"
      $0.mode = .manual
    }
    expect(bwr, isWritten: "IIBWR,123519.25,4807.0380000,S,00131.5000000,E,1.5,T,2.25,M,100.5,N,HOME,M")
  }

  @Test func `has its place in RMB`() {
    let rmb = RMB(.gp) {
      $0.status = .valid
      $0.crossTrackError = 0.66 * 1852
      $0.origin = "START"
      $0.destination = "DEST"
      $0.latitude = north
      $0.longitude = west
      $0.distance = 1.3 * 1852
      $0.bearing = 52.5
      $0.closingSpeed = -0.5 * knot
      $0.arrival = .underway
      $0.mode = .differential
    }
    expect(
      rmb, isWritten: "GPRMB,A,0.66,R,START,DEST,4807.0380000,N,00131.5000000,W,1.3,52.5,-0.5,V,D")
  }

  @Test func `has its place in RTE`() {
    let rte = RTE(.gp) {
      $0.total = 2
      $0.number = 1
      $0.mode = .working
      $0.route = "R7"
      $0.waypoints = ["A", "", "C3"]
    }
    expect(rte, isWritten: "GPRTE,2,1,w,R7,A,,C3")
  }

  @Test func `has its place in WPL`() {
    let wpl = WPL(.gp) {
      $0.latitude = north
      $0.longitude = west
      $0.waypoint = "WPTNME"
    }
    expect(wpl, isWritten: "GPWPL,4807.0380000,N,00131.5000000,W,WPTNME")
  }

  @Test func `has its place in XTE`() {
    let xte = XTE(.gp) {
      $0.status = .void
      $0.cycleLock = .valid
      $0.crossTrackError = 0.0042 * 1852
      $0.mode = .noFix
    }
    expect(xte, isWritten: "GPXTE,V,A,0.0042,R,N,N")
  }
}

@Suite struct `Every field that is filled, in a sentence of a ship's instruments,` {
  @Test func `has its place in DBT`() {
    let dbt = DBT(.sd) {
      $0.depthFromFeet = 7.75 * 0.3048
      $0.depth = 2.375
      $0.depthFromFathoms = 1.125 * 1.8288
    }
    expect(dbt, isWritten: "SDDBT,7.75,f,2.375,M,1.125,F")
  }

  @Test func `has its place in DPT`() {
    let dpt = DPT(.sd) {
      $0.depth = 76.125
      $0.offset = -1.5
      $0.rangeScale = 100
    }
    expect(dpt, isWritten: "SDDPT,76.125,-1.5,100.0")
  }

  @Test func `has its place in HDG`() {
    let hdg = HDG(.hc) {
      $0.reading = 101.125
      $0.deviation = 2.5
      $0.variation = -7.25
    }
    expect(hdg, isWritten: "HCHDG,101.125,2.5,E,7.25,W")
  }

  @Test func `has its place in HDM and in HDT`() {
    expect(HDM(.hc) { $0.heading = 235.125 }, isWritten: "HCHDM,235.125,M")
    expect(HDT(.he) { $0.heading = 0.25 }, isWritten: "HEHDT,0.25,T")
  }

  @Test func `has its place in MTW`() {
    expect(MTW(.ii) { $0.temperature = -1.875 }, isWritten: "IIMTW,-1.875,C")
  }

  @Test func `has its place in MWD`() {
    let mwd = MWD(.wi) {
      $0.direction = 270.5
      $0.magneticDirection = 268.25
      $0.speedFromKnots = 12.4 * knot
      $0.speed = 6.375
    }
    expect(mwd, isWritten: "WIMWD,270.5,T,268.25,M,12.4,N,6.375,M")
  }

  @Test(arguments: [
    (MWV.SpeedUnit.knots, "8.5,N", 8.5 * 1852 / 3600), (.kilometersPerHour, "36.0,K", 10),
    (.metersPerSecond, "4.25,M", 4.25), (.milesPerHour, "100.0,S", 44.704),
  ])
  func `has its place in MWV`(unit: MWV.SpeedUnit, text: String, speed: Double) {
    let mwv = MWV(.wi) {
      $0.angle = 214.75
      $0.reference = .relative
      $0.speedUnit = unit
      $0.speed = speed
      $0.status = .valid
    }
    #expect(written(mwv) == "WIMWV,214.75,R,\(text),A")
  }

  @Test func `has its place in ROT`() {
    let rot = ROT(.he) {
      $0.rate = -35.625
      $0.status = .valid
    }
    expect(rot, isWritten: "HEROT,-35.625,A")
  }

  @Test func `has its place in THS`() {
    let ths = THS(.he) {
      $0.heading = 77.625
      $0.mode = .deadReckoning
    }
    expect(ths, isWritten: "HETHS,77.625,E")
  }

  @Test func `has its place in VBW`() {
    let vbw = VBW(.vw) {
      $0.waterSpeed = 11.5 * knot
      $0.transverseWaterSpeed = -0.25 * knot
      $0.waterStatus = .valid
      $0.groundSpeed = 12.125 * knot
      $0.transverseGroundSpeed = 0.5 * knot
      $0.groundStatus = .void
      $0.sternWaterSpeed = -0.75 * knot
      $0.sternWaterStatus = .valid
      $0.sternGroundSpeed = 1.5 * knot
      $0.sternGroundStatus = .void
    }
    expect(vbw, isWritten: "VWVBW,11.5,-0.25,A,12.125,0.5,V,-0.75,A,1.5,V")
  }

  @Test func `has its place in VHW`() {
    let vhw = VHW(.vw) {
      $0.heading = 33.25
      $0.magneticHeading = 30.5
      $0.speed = 5.5 * knot
      $0.speedFromKilometers = 10.186 * kilometerPerHour
    }
    expect(vhw, isWritten: "VWVHW,33.25,T,30.5,M,5.5,N,10.186,K")
  }

  @Test func `has its place in XDR`() {
    let xdr = XDR(.ii) {
      $0.measurements = [
        XDR.Measurement(.pressure, 1.013252, .bars, "BARO"), XDR.Measurement(.angle, -12.5, .degrees, "PTCH"),
        XDR.Measurement(.temperature, 20, .celsius, "AIR"),
      ]
    }
    expect(xdr, isWritten: "IIXDR,P,1.013252,B,BARO,A,-12.5,D,PTCH,C,20.0,C,AIR")
  }
}
