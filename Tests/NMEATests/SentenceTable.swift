import NMEA
import TestSupport
import Testing

/// One type of sentence: an example of a real receiver, the lines that say nothing, and contents to write and read.
struct SentenceRow: Sendable, CustomTestStringConvertible {
  /// The name of the type.
  let name: String
  /// A line as a receiver sent it, from `$` to the checksum; the type's documentation shows the same.
  let example: String
  /// Bodies with nothing in their fields.
  let empty: [String]
  /// The sentence without any content, by the body that it is compared with.
  let blank: @Sendable (_ body: String) -> any SentenceContent
  /// Contents that must come back as they were written.
  let written: [any SentenceContent]
  /// The body of the first of them, if it is prescribed.
  let body: String?

  var testDescription: String { name }

  /// A standard sentence.
  init<Content: TalkerContent>(
    _ type: Content.Type, _ example: String, empty: String..., written: Content..., as body: String? = nil
  ) {
    name = "\(type)"
    self.example = example
    self.empty = empty
    self.written = written
    self.body = body
    blank = { body in
      let letters = Array(body.utf8)
      return Content(talker: Talker(letters[0], letters[1]))
    }
  }

  /// A vendor's sentence.
  init<Content: VendorContent>(
    _ type: Content.Type, _ example: String, empty: String..., written: Content...
  ) {
    name = "\(type)"
    self.example = example
    self.empty = empty
    self.written = written
    body = nil
    blank = { _ in Content() }
  }

  /// The standard sentences.
  static let standard: [SentenceRow] = [
    SentenceRow(
      APB.self, "$GPAPB,A,A,0.10,R,N,V,V,011,M,DEST,011,M,011,M*3C", empty: "GPAPB,,,,,,,,,,,,,,",
      written: APB(.gp) {
        $0.crossTrackError = -926
        $0.perpendicular = .arrived
        $0.legBearing = 350.25
        $0.legReference = .trueNorth
        $0.headingReference = .magneticNorth
        $0.mode = .simulator
      }),
    SentenceRow(
      BOD.self, "$GPBOD,097.0,T,103.2,M,POINTB,POINTA*4A", empty: "GPBOD,,T,,M,,",
      written: BOD(.gp) {
        $0.bearing = 12.25
        $0.destination = "B"
        $0.origin = "A"
      }),
    SentenceRow(
      BWC.self, "$GPBWC,220516,5130.02,N,00046.34,W,213.8,T,218.0,M,0004.6,N,EGLM*21",
      empty: "GPBWC,,,,,,,,,,,,",
      written: BWC(.gp) {
        $0.latitude = -10.5
        $0.longitude = 179.75
        $0.bearing = 45
        $0.distance = 1852
        $0.waypoint = "HOME"
        $0.mode = .differential
      }),
    SentenceRow(
      BWR.self, "$GPBWR,225444,4917.24,N,12309.57,W,051.9,T,031.6,M,001.3,N,004*38",
      empty: "GPBWR,,,,,,,,,,,,",
      written: BWR(.gp) {
        $0.magneticBearing = 44.5
        $0.distance = 926
        $0.mode = .simulator
      }),
    SentenceRow(
      DBT.self, "$SDDBT,7.8,f,2.4,M,1.3,F*0D", empty: "SDDBT,,f,,M,,F",
      written: DBT(.ii) {
        $0.depth = 100.125
        $0.depthFromFathoms = 2 * 1.8288
      }),
    SentenceRow(
      DPT.self, "$INDPT,2.3,0.0*46", empty: "SDDPT,,,",
      written: DPT(.sd) {
        $0.depth = 6.5
        $0.offset = 0.4
        $0.rangeScale = 20
      }),
    SentenceRow(
      DTM.self, "$GPDTM,W84,,0.0,N,0.0,E,0.0,W84*6F", empty: "GPDTM,,,,,,,,",
      written: DTM(.gp) {
        $0.datum = "W84"
        $0.latitudeOffset = -0.5
        $0.longitudeOffset = 0.25
        $0.altitudeOffset = 3
        $0.reference = "W84"
      }, as: "GPDTM,W84,,30.0,S,15.0,E,3.0,W84"),
    SentenceRow(
      GBS.self, "$GPGBS,235458.00,1.4,1.3,3.1,03,,-21.4,3.8,1,0*5A", empty: "GPGBS,,,,,,,,",
      written: GBS(.gn) {
        $0.latitudeError = 1
        $0.failedSatellite = 75
        $0.missProbability = 0.000125
        $0.system = 2
        $0.signal = 11
      }),
    SentenceRow(
      GGA.self, "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47",
      empty: "GPGGA,,,,,,,,,,,,,,",
      written: GGA(.gn) {
        $0.time = TimeOfDay(hour: 23, minute: 59, second: 60, nanosecond: 250_000_000)
        $0.latitude = -33.5
        $0.longitude = -117.75
        $0.quality = .rtkFixed
        $0.satellitesUsed = 12
        $0.altitude = -4.25
        $0.geoidSeparation = -33.1
        $0.differentialStation = 7
      }),
    SentenceRow(
      GLL.self, "$GPGLL,4916.45,N,12311.12,W,225444,A*31", empty: "GPGLL,,,,,,,",
      written: GLL(.gl) {
        $0.latitude = 90
        $0.longitude = -180
        $0.status = .void
        $0.mode = .noFix
      }),
    SentenceRow(
      GNS.self, "$GNGNS,103600.01,5114.51176,N,00012.29380,W,ANNN,07,1.18,111.5,45.6,,,V*00",
      empty: "GNGNS,,,,,,,,,,,,,",
      written: GNS(.gn) {
        $0.modes = ModeList([.noFix, .autonomous, .rtkFloat, .rtkFixed, .precise, .simulator])
        $0.satellitesUsed = 31
        $0.altitude = -1.5
        $0.differentialAge = 2.5
        $0.differentialStation = 120
        $0.navigationalStatus = .caution
      }),
    SentenceRow(
      GRS.self, "$GNGRS,104148.00,1,2.6,2.2,-1.6,-1.1,-1.7,-1.5,5.8,1.7,,,,,1,1*52",
      empty: "GPGRS,,,,,,,,,,,,,,",
      written: GRS(.ga) {
        $0.method = 0
        $0.residuals = [0.5, nil, -0.25]
        $0.signal = 7
      }),
    SentenceRow(
      GSA.self, "$GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.3,2.1*39", empty: "GPGSA,,,,,,,,,,,,,,,,,",
      written: GSA(.ga) {
        $0.dimensions = 2
        $0.satellites[0] = 301
        $0.satellites[11] = 5
        $0.horizontalDilution = 99.99
        $0.system = 3
      }),
    SentenceRow(
      GST.self, "$GPGST,172814.0,0.006,0.023,0.020,273.6,0.023,0.020,0.031*6A", empty: "GPGST,,,,,,,,",
      written: GST(.gn) {
        $0.rangeResidual = 3_750_000
        $0.orientation = 12.5
        $0.altitudeDeviation = 0.001
      }),
    SentenceRow(
      GSV.self, "$GPGSV,2,1,08,01,40,083,46,02,17,308,41,12,07,344,39,14,22,228,45*75", empty: "GPGSV,,,",
      written: GSV(.gq) {
        $0.total = 1
        $0.number = 1
        $0.inView = 2
        $0.append(SatelliteInView(number: 1, elevation: -3, azimuth: 359, signalToNoise: 0))
        $0.append(SatelliteInView(number: 2))
        $0.signal = 8
      }, as: "GQGSV,1,1,02,01,-03,359,00,02,,,,8"),
    SentenceRow(
      HDG.self, "$HCHDG,98.3,0.0,E,12.6,W*57", empty: "HCHDG,,,,,",
      written: HDG(.hc) {
        $0.reading = 101.1
        $0.deviation = -0.5
        $0.variation = 7.1
      }, as: "HCHDG,101.1,0.5,W,7.1,E"),
    SentenceRow(HDM.self, "$APHDM,218.598,M*3C", empty: "HCHDM,,M", written: HDM(.hc) { $0.heading = 359.9 }),
    SentenceRow(HDT.self, "$GPHDT,274.07,T*03", empty: "HEHDT,,T", written: HDT(.he) { $0.heading = 0.125 }),
    SentenceRow(
      MTW.self, "$INMTW,17.9,C*1B", empty: "SDMTW,,C", written: MTW(.sd) { $0.temperature = -1.75 }),
    SentenceRow(
      MWD.self, "$WIMWD,327.5,T,326.1,M,11.4,N,5.9,M*67", empty: "WIMWD,,T,,M,,N,,M",
      written: MWD(.wi) {
        $0.magneticDirection = 12
        $0.speed = 3.125
      }),
    SentenceRow(
      MWV.self, "$WIMWV,65.7,R,14.0,N,A*22", empty: "WIMWV,,,,,",
      written: MWV(.wi) {
        $0.angle = 300.5
        $0.reference = .theoretical
        $0.speed = 7.125
        $0.status = .void
      }),
    SentenceRow(
      RMB.self, "$GPRMB,A,0.66,L,003,004,4917.24,N,12309.57,W,001.3,052.5,000.5,V*20",
      empty: "GPRMB,,,,,,,,,,,,,",
      written: RMB(.gp) {
        $0.status = .void
        $0.crossTrackError = 463
        $0.destination = "HOME"
        $0.latitude = -0.5
        $0.longitude = -0.25
        $0.closingSpeed = -2 * knot
        $0.arrival = .arrived
        $0.mode = .autonomous
      }),
    SentenceRow(
      RMC.self, "$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A",
      empty: "GPRMC,,,,,,,,,,,",
      written: RMC(.gn) {
        $0.time = TimeOfDay(hour: 0, minute: 0, second: 0, nanosecond: 500_000_000)
        $0.status = .valid
        $0.latitude = -0.25
        $0.longitude = -0.5
        $0.speed = 12.125 * knot
        $0.course = 359.99
        $0.date = DayMonthYear(day: 1, month: 2, year: 3)
        $0.magneticVariation = 2.5
        $0.mode = .rtkFixed
        $0.navigationalStatus = .safe
      }),
    SentenceRow(
      ROT.self, "$APROT,-0.007,A*1D", empty: "TIROT,,",
      written: ROT(.he) {
        $0.rate = 35.6
        $0.status = .void
      }),
    SentenceRow(
      RTE.self, "$GPRTE,2,1,c,0,PBRCPK,PBRTO,PTELGR,PPLAND,PYAMBU,PPFAIR,PWARRN,PMORTL,PLISMR*73",
      empty: "GPRTE,,,,",
      written: RTE(.gp) {
        $0.total = 3
        $0.number = 2
        $0.mode = .working
        $0.route = "HOME RUN"
        $0.waypoints = ["A", "", "C"]
      }, as: "GPRTE,3,2,w,HOME RUN,A,,C"),
    SentenceRow(
      THS.self, "$GNTHS,77.52,E*2A", empty: "GPTHS,,",
      written: THS(.gp) {
        $0.heading = 12.5
        $0.mode = .void
      }),
    SentenceRow(
      TXT.self, "$GPTXT,01,01,02,MOD LEA-5H-0*2E", empty: "GPTXT,,,,",
      written: TXT(.gn) {
        $0.total = 12
        $0.number = 3
        $0.identifier = 7
        $0.text = "ANTSTATUS=OK"
      }, as: "GNTXT,12,03,07,ANTSTATUS=OK"),
    SentenceRow(
      VBW.self, "$IIVBW,11.0,02.0,A,07.0,01.0,A*47", empty: "VDVBW,,,,,,",
      written: VBW(.ii) {
        $0.waterSpeed = -1.5 * knot
        $0.groundStatus = .void
        $0.sternGroundSpeed = 0.1 * knot
      }),
    SentenceRow(
      VHW.self, "$SDVHW,232.7,T,231.4,M,6.4,N,12.0,K*73", empty: "IIVHW,,T,,M,,N,,K",
      written: VHW(.ii) {
        $0.heading = 1.5
        $0.speedFromKilometers = 10 * kilometerPerHour
      }),
    SentenceRow(
      VTG.self, "$GPVTG,054.7,T,034.4,M,005.5,N,010.2,K*48", empty: "GPVTG,,T,,M,,N,,K,", "GPVTG,,,,,,,,,",
      written: VTG(.gn) {
        $0.course = 0.01
        $0.speed = 100 * knot
        $0.mode = .deadReckoning
      }),
    SentenceRow(
      WPL.self, "$GPWPL,4917.16,N,12310.64,W,003*65", empty: "GPWPL,,,,,",
      written: WPL(.gp) {
        $0.latitude = 90
        $0.longitude = -180
        $0.waypoint = "N POLE"
      }),
    SentenceRow(
      XDR.self, "$HCXDR,A,171,D,PITCH,A,-37,D,ROLL,G,367,,MAGX,G,2420,,MAGY,G,-8984,,MAGZ*41",
      written: XDR(.ii) {
        $0.measurements = [
          XDR.Measurement(.pressure, 1.02481, .bars, "Barometer"),
          XDR.Measurement(.switch, 1, nil, "BILGE"),
        ]
      }, as: "IIXDR,P,1.02481,B,Barometer,S,1.0,,BILGE"),
    SentenceRow(
      XTE.self, "$GPXTE,A,A,0.67,L,N*6F", empty: "GPXTE,,,,,",
      written: XTE(.gp) {
        $0.status = .void
        $0.crossTrackError = 18.52
        $0.mode = .differential
      }, as: "GPXTE,V,,0.01,R,N,D"),
    SentenceRow(
      ZDA.self, "$GPZDA,160012.71,11,03,2004,-1,00*7D", empty: "GPZDA,,,,,,",
      written: ZDA(.gn) {
        $0.time = TimeOfDay(hour: 1, minute: 2, second: 3, nanosecond: 4)
        $0.day = 5
        $0.month = 6
        $0.year = 2026
        $0.zoneHours = -11
        $0.zoneMinutes = 30
      }, as: "GNZDA,010203.000000004,05,06,2026,-11,30"),
  ]
}
