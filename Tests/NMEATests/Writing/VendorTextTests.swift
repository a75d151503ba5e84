import NMEA
import TestSupport
import Testing

@Suite struct `Every field that is filled, in a vendor's sentence about the fix,` {
  @Test func `has its place in PASHR`() {
    let pashr = PASHR {
      $0.time = noon
      $0.heading = 312.95
      $0.roll = -0.83
      $0.pitch = 0.42
      $0.heave = -0.01
      $0.rollAccuracy = 0.234
      $0.pitchAccuracy = 0.345
      $0.headingAccuracy = 0.456
      $0.quality = .rtkFixed
      $0.inertialStatus = 1
    }
    expect(pashr, isWritten: "PASHR,123519.25,312.95,T,-0.83,0.42,-0.01,0.234,0.345,0.456,2,1")
  }

  @Test func `has its place in PASHR,POS`() {
    let pos = PASHRPOS {
      $0.solution = .rtkFloat
      $0.satellitesUsed = 9
      $0.time = noon
      $0.latitude = north
      $0.longitude = west
      $0.ellipsoidalAltitude = 121.375
      $0.ageOrSite = "07"
      $0.course = 174.25
      $0.speed = 30.5 * knot
      $0.verticalVelocity = -1.125
      $0.positionDilution = 1.75
      $0.horizontalDilution = 0.95
      $0.verticalDilution = 1.45
      $0.timeDilution = 1.05
      $0.firmwareOrStation = "GM00"
    }
    let body =
      "PASHR,POS,2,09,123519.25,4807.0380000,N,00131.5000000,W,121.375,07,174.25,30.5,-1.125,1.75,0.95,1.45,"
      + "1.05,GM00"
    expect(pos, isWritten: body)
  }

  @Test func `has its place in PGRME`() {
    let pgrme = PGRME {
      $0.horizontalError = 15.25
      $0.verticalError = 45.5
      $0.positionError = 25.75
    }
    expect(pgrme, isWritten: "PGRME,15.25,M,45.5,M,25.75,M")
  }

  @Test func `has its place in PGRMF`() {
    let pgrmf = PGRMF {
      $0.week = 223
      $0.secondsOfWeek = 424_503
      $0.date = november
      $0.time = noon
      $0.leapSeconds = 18
      $0.latitude = north
      $0.longitude = west
      $0.selection = .manual
      $0.fixType = .threeDimensional
      $0.speed = 62 * kilometerPerHour
      $0.course = 90
      $0.positionDilution = 2
      $0.timeDilution = 1
    }
    let body = "PGRMF,223,424503,201126,123519.25,18,4807.0380000,N,00131.5000000,W,M,2,62,90,2,1"
    expect(pgrmf, isWritten: body)
  }

  @Test func `has its place in PGRMM, PGRMV and PGRMZ`() {
    expect(PGRMM { $0.datum = "WGS 84" }, isWritten: "PGRMM,WGS 84")
    let pgrmv = PGRMV {
      $0.eastVelocity = -1.25
      $0.northVelocity = 2.5
      $0.upVelocity = -0.75
    }
    expect(pgrmv, isWritten: "PGRMV,-1.25,2.5,-0.75")
    let pgrmz = PGRMZ {
      $0.altitude = 1494 * 0.3048
      $0.dimensions = 3
    }
    expect(pgrmz, isWritten: "PGRMZ,1494,f,3")
  }

  @Test func `has its place in PGRMT`() {
    let pgrmt = PGRMT {
      $0.product = "GPS 15x Ver 4.20"
      $0.program = .passed
      $0.receiver = .failed
      $0.storedData = .retained
      $0.clock = .lost
      $0.oscillator = .passed
      $0.collection = .collecting
      $0.temperature = -12
      $0.configuration = .retained
    }
    expect(pgrmt, isWritten: "PGRMT,GPS 15x Ver 4.20,P,F,R,L,P,C,-12,R")
  }

  @Test func `has its place in PQTMEPE`() {
    let pqtmepe = PQTMEPE {
      $0.version = 2
      $0.northError = 1.0001
      $0.eastError = 2.25
      $0.downError = 3.5
      $0.horizontalError = 4.125
      $0.positionError = 5.0625
    }
    expect(pqtmepe, isWritten: "PQTMEPE,2,1.0001,2.25,3.5,4.125,5.0625")
  }

  @Test func `has its place in PSRFEPE`() {
    let psrfepe = PSRFEPE {
      $0.time = noon
      $0.status = .valid
      $0.horizontalDilution = 1.15
      $0.horizontalError = 2.25
      $0.verticalError = 3.35
      $0.velocityError = 0.45
      $0.headingError = 180.55
    }
    expect(psrfepe, isWritten: "PSRFEPE,123519.25,A,1.15,2.25,3.35,0.45,180.55")
  }

  @Test func `has its place in PSTI,030`() {
    let psti = PSTI030 {
      $0.time = noon
      $0.status = .valid
      $0.latitude = north
      $0.longitude = west
      $0.altitude = 95.125
      $0.eastVelocity = -0.125
      $0.northVelocity = 0.25
      $0.upVelocity = -0.5
      $0.date = november
      $0.mode = .rtkFixed
      $0.correctionAge = 1.234
      $0.ambiguityRatio = 7.5
    }
    let body =
      "PSTI,030,123519.25,A,4807.0380000,N,00131.5000000,W,95.125,-0.125,0.25,-0.5,201126,R,1.234,7.5"
    expect(psti, isWritten: body)
  }

  @Test func `has its place in PSTI,032`() {
    let psti = PSTI032 {
      $0.time = noon
      $0.date = november
      $0.status = .valid
      $0.mode = .rtkFloat
      $0.east = 4.125
      $0.north = -8.25
      $0.up = 0.375
      $0.length = 9.232
      $0.course = 153.25
    }
    expect(psti, isWritten: "PSTI,032,123519.25,201126,A,F,4.125,-8.25,0.375,9.232,153.25,,,,,")
  }

  @Test func `has its place in PUBX,00`() {
    let pubx = PUBX00 {
      $0.time = noon
      $0.latitude = north
      $0.longitude = west
      $0.ellipsoidalAltitude = 599.875
      $0.navigationStatus = "D3"
      $0.horizontalAccuracy = 2.15
      $0.verticalAccuracy = 3.25
      $0.speed = 36.125 * kilometerPerHour
      $0.course = 77.52
      $0.verticalVelocity = -0.007
      $0.differentialAge = 2.5
      $0.horizontalDilution = 0.92
      $0.verticalDilution = 1.19
      $0.timeDilution = 0.77
      $0.satellitesUsed = 9
      $0.reserved = 0
      $0.deadReckoning = 1
    }
    let body =
      "PUBX,00,123519.25,4807.0380000,N,00131.5000000,W,599.875,D3,2.15,3.25,36.125,77.52,-0.007,2.5,0.92,"
      + "1.19,0.77,9,0,1"
    expect(pubx, isWritten: body)
  }

  @Test func `has its place in PUBX,03`() {
    var first = PUBX03.Satellite()
    first.number = 5
    first.usage = .used
    first.azimuth = 83
    first.elevation = -4
    first.signalToNoise = 46
    first.lockTime = 64
    var second = PUBX03.Satellite()
    second.number = 120
    second.usage = .unused
    second.azimuth = 7
    second.elevation = 8
    let pubx = PUBX03 { $0.satellites = [first, second] }
    expect(pubx, isWritten: "PUBX,03,02,05,U,083,-04,46,064,120,-,007,08,,")
  }

  @Test func `has its place in PUBX,04`() {
    let pubx = PUBX04 {
      $0.time = noon
      $0.date = november
      $0.secondsOfWeek = 482_719.25
      $0.week = 2445
      $0.leapSeconds = 18
      $0.leapSecondsAreDefault = true
      $0.clockBias = 1_930_035 * 1e-9
      $0.clockDrift = -2660.664 * 1e-9
      $0.timePulseGranularity = 43 * 1e-9
    }
    expect(pubx, isWritten: "PUBX,04,123519.25,201126,482719.25,2445,18D,1930035,-2660.664,43")
  }
}

@Suite struct `Every field that is filled, in a command to a receiver or its answer,` {
  @Test func `has its place for Airoha`() {
    let answer = PAIR001 {
      $0.command = 62
      $0.result = .invalid
    }
    expect(answer, isWritten: "PAIR001,062,4")
    expect(PAIR050 { $0.interval = 0.2 }, isWritten: "PAIR050,200")
    let output = PAIR062 {
      $0.output = .all
      $0.rate = 5
    }
    expect(output, isWritten: "PAIR062,-1,5")
    let port = PAIR864 {
      $0.portType = 1
      $0.port = 2
      $0.baudRate = 921_600
    }
    expect(port, isWritten: "PAIR864,1,2,921600")
  }

  @Test func `has its place for CASIC`() {
    expect(PCAS01 { $0.baudRate = 115_200 }, isWritten: "PCAS01,5")
    expect(PCAS02 { $0.interval = 0.5 }, isWritten: "PCAS02,500")
    expect(PCAS03.only([.gga, .zda]), isWritten: "PCAS03,1,0,0,0,0,0,1,0")
    let all = PCAS03 { for (rate, output) in PCAS03.Output.allCases.enumerated() { $0[output] = rate } }
    expect(all, isWritten: "PCAS03,0,1,2,3,4,5,6,7,8,9,,,10,11,,,,12")
  }

  @Test(arguments: [
    (4800, 0), (9600, 1), (19_200, 2), (38_400, 3), (57_600, 4), (115_200, 5), (230_400, 6), (460_800, 7),
  ])
  func `has its code for a speed of CASIC`(baudRate: Int, code: Int) {
    #expect(written(PCAS01 { $0.baudRate = baudRate }) == "PCAS01,\(code)")
  }

  @Test func `has its place for MediaTek`() {
    let answer = PMTK001 {
      $0.command = 604
      $0.result = .succeeded
    }
    expect(answer, isWritten: "PMTK001,604,3")
    expect(PMTK010 { $0.event = .wantsAid }, isWritten: "PMTK010,002")
    expect(PMTK011 { $0.message = "MTKGPS" }, isWritten: "PMTK011,MTKGPS")
    expect(PMTK220 { $0.interval = 0.1 }, isWritten: "PMTK220,100")
    expect(PMTK251 { $0.baudRate = 38_400 }, isWritten: "PMTK251,38400")
    let firmware = PMTK705 {
      $0.release = "AXN_1.30"
      $0.build = "8102"
      $0.product = "QUECTEL"
      $0.kit = "1.0"
    }
    expect(firmware, isWritten: "PMTK705,AXN_1.30,8102,QUECTEL,1.0")
  }

  @Test func `has its place among the rates of MediaTek`() {
    expect(PMTK314.restoringDefaults, isWritten: "PMTK314,-1")
    let all = PMTK314 { for (rate, output) in PMTK314.Output.allCases.enumerated() { $0[output] = rate } }
    expect(all, isWritten: "PMTK314,0,1,2,3,4,5,6,7,,,,,,,,,,8,9")
    expect(PMTK314.only([.rmc, .gga]), isWritten: "PMTK314,0,1,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0")
  }

  @Test func `is none at all where there are no fields`() {
    expect(PMTK101(), isWritten: "PMTK101")
    expect(PMTK102(), isWritten: "PMTK102")
    expect(PMTK103(), isWritten: "PMTK103")
    expect(PMTK104(), isWritten: "PMTK104")
    expect(PMTK605(), isWritten: "PMTK605")
    expect(PQTMVERNO(), isWritten: "PQTMVERNO")
  }

  @Test func `has its place for Quectel`() {
    let version = PQTMVERNO {
      $0.version = "LC29HDANR11A03S"
      $0.buildDate = "2022/08/31"
      $0.buildTime = "11:09:07"
    }
    expect(version, isWritten: "PQTMVERNO,LC29HDANR11A03S,2022/08/31,11:09:07")
  }

  @Test func `has its place for SiRF`() {
    let port = PSRF100 {
      $0.language = .nmea
      $0.baudRate = 9600
      $0.dataBits = 8
      $0.stopBits = 1
      $0.parity = .even
    }
    expect(port, isWritten: "PSRF100,1,9600,8,1,2")
    let output = PSRF103 {
      $0.output = .zda
      $0.request = .ask
      $0.interval = 5
      $0.checksum = 1
    }
    expect(output, isWritten: "PSRF103,08,01,05,01")
  }

  @Test func `has its place for u-blox`() {
    let rates = PUBX40 {
      $0.sentence = "GLL"
      $0.ddcRate = 1
      $0.serial1Rate = 2
      $0.serial2Rate = 3
      $0.usbRate = 4
      $0.spiRate = 5
      $0.reserved = 0
    }
    expect(rates, isWritten: "PUBX,40,GLL,1,2,3,4,5,0")
    let port = PUBX41 {
      $0.port = 1
      $0.input = [.ubx, .nmea, .rtcm3]
      $0.output = [.nmea]
      $0.baudRate = 19_200
      $0.autobauding = 0
    }
    expect(port, isWritten: "PUBX,41,1,0023,0002,19200,0")
  }
}
