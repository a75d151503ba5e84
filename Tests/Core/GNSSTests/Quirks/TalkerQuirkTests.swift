import GNSS
import NMEA
import TestSupport
import Testing

@Suite struct `Talker quirks` {
  private let rmc = "120000,A,4807.038,N,01131.000,E,022.4,084.4,201126,,,A"
  private let gga = "120000,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"
  private let place = Coordinate(latitude: degrees(48, 7.038), longitude: degrees(11, 31.0))

  /// The satellites of the only sky.
  private func seen(_ gsv: String) -> [SatelliteIdentity] {
    skies("GPRMC,\(rmc)", gsv).flatMap(\.satellites).map(\.identity)
  }

  @Test func `quirk 17, a GSA of either marks the satellites of either`() {
    for (gsa, gsv) in [("BD", "GB"), ("GB", "BD"), ("GB", "GB")] {
      let sky = skies(
        "GPRMC,\(rmc)", "\(gsa)GSA,A,3,42,,,,,,,,,,,,1.9,1.1,1.5", "\(gsv)GSV,1,1,01,42,40,083,46")
      #expect(sky.flatMap(\.satellites).map(\.isUsed) == [true])
    }
  }

  @Test func `quirk 18, the last field of PQGSV is the system`() {
    // Behind the signal, or without one.
    for signal in ["0,", ""] {
      let satellites = "1,1,02,02,20,116,30,03,17,308,41,\(signal)"
      #expect(seen("PQGSV,\(satellites)4") == [.init(.beidou, 2), .init(.beidou, 3)])
      #expect(seen("PQGSV,\(satellites)5") == [.init(.qzss, 2), .init(.qzss, 3)])
    }
  }

  @Test func `quirk 18, the last field of PQGSA is the system`() {
    let sky = skies(
      "GPRMC,\(rmc)", "PQGSA,A,3,02,,,,,,,,,,,,1.9,1.1,1.5,4", "PQGSV,1,1,02,02,20,116,30,03,17,308,41,4",
      "GPGSV,1,1,01,02,20,116,30")
    let used = sky.flatMap(\.satellites).filter(\.isUsed).map(\.identity)
    #expect(used == [.init(.beidou, 2)])
  }

  @Test(.needsRecordings) func `quirk 18, the sky of quectel-eg25-g has its BeiDou satellites`() throws {
    let skies = try RecordingShelf.skies("quectel-eg25-g").map { Set($0.satellites.map(\.identity)) }
    let named: Set<SatelliteIdentity> = [
      .init(.beidou, 2), .init(.beidou, 5), .init(.beidou, 7), .init(.beidou, 9), .init(.beidou, 10),
      .init(.beidou, 16), .init(.beidou, 19),
    ]
    #expect(skies.contains { $0.isSuperset(of: named) })
  }

  @Test(arguments: ["IN", "II", "EC", "SD", "HC", "TI", "WI", "YX", "AP", "HE"])
  func `quirk 19, an instrument's talker does not matter`(talker: String) {
    #expect(fixes(talker + "RMC,\(rmc)").map(\.coordinate) == [place])
    #expect(fixes(talker + "GGA,\(gga)").map(\.altitude) == [545.4])
  }

  @Test func `quirk 19, several talkers of one moment make one fix`() {
    let result = fixes(
      "GPGGA,\(gga)", "IIRMC,\(rmc)", "ECVTG,090.0,T,,M,010.0,N,,K,A", "GNGSA,A,3,,,,,,,,,,,,,1.9,1.1,1.5")
    #expect(result.count == 1)
    #expect(result.first?.altitude == 545.4)
    #expect(result.first?.course == 84.4)
    #expect(result.first?.dilution.position == 1.9)
    #expect(result.first?.time == utc(2026, 11, 20, 12, 0, 0))
  }

  @Test func `quirk 23, two GGA of one moment make one fix, and the first counts`() {
    let other = "120000,4807.039,N,01131.000,E,1,01,0.9,545.5,M,46.9,M,,"
    let result = fixes("GPGGA,\(gga)", "GLGGA,\(other)", "GPRMC,\(rmc)")
    #expect(result.map(\.altitude) == [545.4])
    #expect(result.map(\.coordinate) == [place])
    #expect(result.map(\.satellitesUsed) == [8])
  }

  @Test func `quirk 23, the satellites of two GSA are added up`() {
    let result = fixes(
      "GPRMC,\(rmc)", "GPGSA,A,3,04,05,09,,,,,,,,,,1.9,1.1,1.5", "BDGSA,A,3,04,06,,,,,,,,,,,1.9,1.1,1.5")
    #expect(result.map(\.satellitesUsed) == [5])
  }

  @Test(.needsRecordings) func `quirk 23, telit-pls83-w says everything twice and has one epoch a second`()
    throws
  {
    let fixes = try RecordingShelf.fixes("telit-pls83-w")
    let times = fixes.compactMap(\.time)
    #expect(Set(times).count == times.count)
    #expect(times.count == 10)
  }

  @Test(arguments: [
    "PMTK001,314,3", "PMTK314,0,1,0,1,0,0", "PUBX,40,GLL,0,0,0,0,0,0", "PUBX,41,1,0007,0003,115200,0",
    "PSRF103,00,01,00,01", "PAIR001,066,0", "PCAS03,1,0,0,0",
  ])
  func `quirk 24, an echo of a command changes nothing`(echo: String) {
    let without = fixes("GPGGA,\(gga)", "GPRMC,\(rmc)", "GPVTG,084.4,T,,M,022.4,N,,K,A")
    let with = fixes(echo, "GPGGA,\(gga)", echo, "GPRMC,\(rmc)", echo, "GPVTG,084.4,T,,M,022.4,N,,K,A", echo)
    #expect(with == without)
    #expect(with.count == 1)
  }
}
