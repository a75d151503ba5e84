import NMEA

extension SentenceRow {
  /// The sentences of vendors.
  static let vendors: [SentenceRow] = [
    SentenceRow(
      PAIR001.self, "$PAIR001,000,4*3F", empty: "PAIR001,,",
      written: PAIR001 {
        $0.command = 62
        $0.result = .busy
      }),
    SentenceRow(PAIR050.self, "$PAIR050,200*21", empty: "PAIR050,", written: PAIR050 { $0.interval = 0.1 }),
    SentenceRow(PAIR062.self, "$PAIR062,3,0*3D", empty: "PAIR062,,", written: PAIR062 { $0.output = .gns }),
    SentenceRow(
      PAIR864.self, "$PAIR864,0,0,115200*1B", empty: "PAIR864,,,",
      written: PAIR864 { $0.baudRate = 3_000_000 }),
    SentenceRow(
      PASHR.self, "$PASHR,204132.000,010.51,T,+00.39,-00.79,-00.84,0.151,0.075,0.555,1,0*03",
      empty: "PASHR,,,T,,,,,,,,",
      written: PASHR {
        $0.time = TimeOfDay(hour: 20, minute: 41, second: 32)
        $0.heading = 10.5
        $0.roll = -0.25
        $0.quality = .rtkFixed
      }),
    SentenceRow(
      PASHRPOS.self,
      "$PASHR,POS,0,03,183530.00,2037.76012,N,08704.07373,W,058.48,,359.4,000.0,+000.0,2.2,2.2,0.0,1.0,BQ00*20",
      empty: "PASHR,POS,,,,,,,,,,,,,,,,,",
      written: PASHRPOS {
        $0.solution = .rtkFloat
        $0.latitude = -33.5
        $0.longitude = -117.75
        $0.speed = 20 * (1852.0 / 3600)
        $0.ageOrSite = "????"
      }),
    SentenceRow(PCAS01.self, "$PCAS01,5*19", empty: "PCAS01,", written: PCAS01 { $0.baudRate = 4800 }),
    SentenceRow(PCAS02.self, "$PCAS02,200*1D", empty: "PCAS02,", written: PCAS02 { $0.interval = 1 }),
    SentenceRow(
      PCAS03.self, "$PCAS03,1,0,0,0,1,0,0,0,0,0,,,0,0*02", empty: "PCAS03,,,,,,,,,,,,,,",
      written: PCAS03 { $0[.tim] = 9 }),
    SentenceRow(
      PGRME.self, "$PGRME,15.0,M,22.5,M,27.0,M*1A", empty: "PGRME,,M,,M,,M",
      written: PGRME { $0.verticalError = 0.25 }),
    SentenceRow(
      PGRMF.self, "$PGRMF,290,293895,160305,093802,13,5213.1439,N,02100.6511,E,A,2,0,226,2,1*11",
      empty: "PGRMF,,,,,,,,,,,,,,,",
      written: PGRMF {
        $0.latitude = -33.5
        $0.longitude = -117.75
        $0.fixType = .twoDimensional
        $0.course = 359
      }),
    SentenceRow(PGRMM.self, "$PGRMM,WGS 84*06", empty: "PGRMM,", written: PGRMM { $0.datum = "NAD83" }),
    SentenceRow(
      PGRMT.self, "$PGRMT,GPS 15-H Ver. 2.02,P,P,R,R,P,,36,R*03", empty: "PGRMT,,,,,,,,,",
      written: PGRMT { $0.collection = .collecting }),
    SentenceRow(
      PGRMV.self, "$PGRMV,0.0,0.0,-0.1*70", empty: "PGRMV,,,", written: PGRMV { $0.upVelocity = -0.5 }),
    SentenceRow(PGRMZ.self, "$PGRMZ,246,f,3*1B", written: PGRMZ { $0.altitude = 1000 * 0.3048 }),
    SentenceRow(PMTK001.self, "$PMTK001,604,1*30", empty: "PMTK001,,"),
    SentenceRow(PMTK010.self, "$PMTK010,001*2E", empty: "PMTK010,"),
    SentenceRow(PMTK011.self, "$PMTK011,MTKGPS*08", empty: "PMTK011,"),
    SentenceRow(PMTK101.self, "$PMTK101*32", empty: "PMTK101"),
    SentenceRow(PMTK102.self, "$PMTK102*31", empty: "PMTK102"),
    SentenceRow(PMTK103.self, "$PMTK103*30", empty: "PMTK103"),
    SentenceRow(PMTK104.self, "$PMTK104*37", empty: "PMTK104"),
    SentenceRow(PMTK220.self, "$PMTK220,1000*1F", empty: "PMTK220,"),
    SentenceRow(PMTK251.self, "$PMTK251,115200*1F", empty: "PMTK251,"),
    SentenceRow(
      PMTK314.self, "$PMTK314,0,1,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0*28",
      empty: "PMTK314" + String(repeating: ",", count: 19)),
    SentenceRow(PMTK605.self, "$PMTK605*31", empty: "PMTK605"),
    SentenceRow(
      PMTK705.self, "$PMTK705,AXN_2.51_3339_19071200,0002,QUECTEL-L70,1.0*32", empty: "PMTK705,,,,"),
    SentenceRow(
      PQTMEPE.self, "$PQTMEPE,2,3.393,3.476,12.713,4.857,13.609*5D", empty: "PQTMEPE,,,,,,",
      written: PQTMEPE { $0.positionError = 4.6982 }),
    SentenceRow(
      PQTMVERNO.self, "$PQTMVERNO,LC29HBANR01A02S_CSA4,2022/07/17,20:59:18*08", empty: "PQTMVERNO,,,",
      written: PQTMVERNO { $0.buildTime = "20:59:18" }, PQTMVERNO()),
    SentenceRow(
      PSRF100.self, "$PSRF100,1,9600,8,1,0*0D", empty: "PSRF100,,,,,",
      written: PSRF100 {
        $0.language = .binary
        $0.baudRate = 57_600
        $0.parity = .even
      }),
    SentenceRow(
      PSRF103.self, "$PSRF103,00,01,00,01*25", empty: "PSRF103,,,,",
      written: PSRF103 {
        $0.output = .zda
        $0.request = .setRate
        $0.interval = 255
      }),
    SentenceRow(
      PSRFEPE.self, "$PSRFEPE,053232.438,A,1.2,5.77,12.97,1.2,180.0*21", empty: "PSRFEPE,,,,,,,",
      written: PSRFEPE { $0.verticalError = 66.06 }),
    SentenceRow(
      PSTI030.self,
      "$PSTI,030,213121.000,A,4404.1295864,N,12118.8685453,W,1102.537,-0.01,0.01,0.03,070416,D,0.0,0.0*13",
      empty: "PSTI,030,,,,,,,,,,,,,,",
      written: PSTI030 {
        $0.latitude = 24.5
        $0.longitude = 121.25
        $0.upVelocity = -1.5
        $0.mode = .rtkFloat
      }),
    SentenceRow(
      PSTI032.self, "$PSTI,032,033010.000,111219,A,R,-4.968,-10.817,-1.849,12.046,204.67,,,,,*39",
      empty: "PSTI,032,,,,,,,,,,,,,,",
      written: PSTI032 {
        $0.status = .void
        $0.length = 12.046
      }),
    SentenceRow(
      PUBX00.self,
      "$PUBX,00,081350.00,4717.113210,N,00833.915187,E,546.589,G3,2.1,2.0,0.007,77.52,0.007,,0.92,1.19,0.77,9,0,0*5F"
    ),
    SentenceRow(
      PUBX03.self, "$PUBX,03,4,5,U,063,15,18,000,12,U,100,36,40,064,14,-,257,05,,000,18,-,219,67,20,000*14",
      empty: "PUBX,03,",
      written: PUBX03 {
        var satellite = PUBX03.Satellite()
        satellite.number = 211
        satellite.usage = .usable
        satellite.elevation = -3
        $0.satellites = [satellite, PUBX03.Satellite(), satellite]
      }),
    SentenceRow(
      PUBX04.self, "$PUBX,04,202604.00,150824,419164.00,2327,18,-672045,-11949.632,21*11",
      empty: "PUBX,04,,,,,,,,",
      written: PUBX04 {
        $0.time = TimeOfDay(hour: 7, minute: 37, second: 31)
        $0.clockBias = 1_930_035e-9
        $0.leapSeconds = 15
        $0.leapSecondsAreDefault = true
      }),
    SentenceRow(PUBX40.self, "$PUBX,40,GLL,1,0,0,0,0,0*5D", empty: "PUBX,40,,,,,,,"),
    SentenceRow(PUBX41.self, "$PUBX,41,1,0007,0003,9600,0*10", empty: "PUBX,41,,,,,"),
  ]
}
