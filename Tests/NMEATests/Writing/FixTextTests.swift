import NMEA
import Testing

// These tests fail when the order of fields, a unit or the number of decimals changes.

@Suite struct `Every field that is filled, in a sentence about the fix,` {
  @Test func `has its place in DTM`() {
    let dtm = DTM(.gp) {
      $0.datum = "W84"
      $0.subdivision = "A"
      $0.latitudeOffset = -0.5 * (1.0 / 60)
      $0.longitudeOffset = 0.123456 * (1.0 / 60)
      $0.altitudeOffset = -1.25
      $0.reference = "P90"
    }
    expect(dtm, isWritten: "GPDTM,W84,A,0.5,S,0.123456,E,-1.25,P90")
  }

  @Test func `has its place in GBS`() {
    let gbs = GBS(.gn) {
      $0.time = noon
      $0.latitudeError = 1.5
      $0.longitudeError = 2.25
      $0.altitudeError = 3.125
      $0.failedSatellite = 7
      $0.missProbability = 0.000125
      $0.bias = -4.5
      $0.biasDeviation = 5.75
      $0.system = 1
      $0.signal = 10
    }
    expect(gbs, isWritten: "GNGBS,123519.25,1.5,2.25,3.125,07,0.000125,-4.5,5.75,1,A")
  }

  @Test func `has its place in GGA`() {
    let gga = GGA(.gp) {
      $0.time = noon
      $0.latitude = north
      $0.longitude = west
      $0.quality = .differential
      $0.satellitesUsed = 8
      $0.horizontalDilution = 0.95
      $0.altitude = 545.4
      $0.geoidSeparation = -46.125
      $0.differentialAge = 2.5
      $0.differentialStation = 120
    }
    let body = "GPGGA,123519.25,4807.0380000,N,00131.5000000,W,2,08,0.95,545.4,M,-46.125,M,2.5,0120"
    expect(gga, isWritten: body)
  }

  @Test func `has its place in GLL`() {
    let gll = GLL(.ii) {
      $0.latitude = -north
      $0.longitude = -west
      $0.time = noon
      $0.status = .valid
      $0.mode = .deadReckoning
    }
    expect(gll, isWritten: "IIGLL,4807.0380000,S,00131.5000000,E,123519.25,A,E")
  }

  @Test func `has its place in GNS`() {
    let gns = GNS(.gn) {
      $0.time = noon
      $0.latitude = north
      $0.longitude = west
      $0.modes = ModeList([.rtkFixed, .autonomous, .noFix, .differential])
      $0.satellitesUsed = 21
      $0.horizontalDilution = 0.55
      $0.altitude = -3.5
      $0.geoidSeparation = 46.9
      $0.differentialAge = 1.5
      $0.differentialStation = 23
      $0.navigationalStatus = .safe
    }
    expect(
      gns, isWritten: "GNGNS,123519.25,4807.0380000,N,00131.5000000,W,RAND,21,0.55,-3.5,46.9,1.5,0023,S")
  }

  @Test func `has its place in GRS`() {
    let grs = GRS(.ga) {
      $0.time = noon
      $0.method = 1
      $0.residuals = [0.5, -0.25, nil, 4, -5.125, 6, 7.5, 8, -9, 10.5, 11, 12.75]
      $0.system = 3
      $0.signal = 7
    }
    expect(
      grs, isWritten: "GAGRS,123519.25,1,0.5,-0.25,,4.0,-5.125,6.0,7.5,8.0,-9.0,10.5,11.0,12.75,3,7")
  }

  @Test func `has its place in GSA`() {
    let gsa = GSA(.gn) {
      $0.selection = .automatic
      $0.dimensions = 3
      for place in 0..<12 where place != 5 { $0.satellites[place] = place + 4 }
      $0.positionDilution = 2.5
      $0.horizontalDilution = 1.25
      $0.verticalDilution = 2.1
      $0.system = 11
    }
    expect(gsa, isWritten: "GNGSA,A,3,04,05,06,07,08,,10,11,12,13,14,15,2.5,1.25,2.1,B")
  }

  @Test func `has its place in GST`() {
    let gst = GST(.gp) {
      $0.time = noon
      $0.rangeResidual = 1.5
      $0.semiMajor = 2.25
      $0.semiMinor = 0.125
      $0.orientation = 84.5
      $0.latitudeDeviation = 3.75
      $0.longitudeDeviation = 4.5
      $0.altitudeDeviation = 10.001
    }
    expect(gst, isWritten: "GPGST,123519.25,1.5,2.25,0.125,84.5,3.75,4.5,10.001")
  }

  @Test func `has its place in GSV`() {
    let gsv = GSV(.gl) {
      $0.total = 3
      $0.number = 2
      $0.inView = 9
      $0.append(SatelliteInView(number: 65, elevation: 7, azimuth: 5, signalToNoise: 30))
      $0.append(SatelliteInView(number: 66, elevation: 80, azimuth: 350))
      $0.signal = 3
    }
    expect(gsv, isWritten: "GLGSV,3,2,09,65,07,05,30,66,80,350,,3")
  }

  @Test func `has its place in RMC`() {
    let rmc = RMC(.gn) {
      $0.time = noon
      $0.status = .valid
      $0.latitude = north
      $0.longitude = west
      $0.speed = 22.375 * knot
      $0.course = 84.25
      $0.date = november
      $0.magneticVariation = -3.1
      $0.mode = .rtkFloat
      $0.navigationalStatus = .notGiven
    }
    expect(
      rmc, isWritten: "GNRMC,123519.25,A,4807.0380000,N,00131.5000000,W,22.375,84.25,201126,3.1,W,F,V")
  }

  @Test func `has its place in TXT`() {
    let txt = TXT(.gp) {
      $0.total = 1
      $0.number = 1
      $0.identifier = 2
      $0.text = "ANTSTATUS=OK"
    }
    expect(txt, isWritten: "GPTXT,01,01,02,ANTSTATUS=OK")
  }

  @Test func `has its place in VTG`() {
    let vtg = VTG(.gp) {
      $0.course = 84.25
      $0.magneticCourse = 87.5
      $0.speed = 10.5 * knot
      $0.speedFromKilometers = 19.446 * kilometerPerHour
      $0.mode = .autonomous
    }
    expect(vtg, isWritten: "GPVTG,84.25,T,87.5,M,10.5,N,19.446,K,A")
  }

  @Test func `has its place in ZDA`() {
    let zda = ZDA(.gp) {
      $0.time = noon
      $0.day = 5
      $0.month = 1
      $0.year = 2026
      $0.zoneHours = -3
      $0.zoneMinutes = -30
    }
    expect(zda, isWritten: "GPZDA,123519.25,05,01,2026,-03,-30")
  }
}
