import GNSS
import NMEA
import TestSupport
import Testing
import UBX

@Suite struct `Framing quirks` {
  private let rmc: String = GNSSTests.rmc("120000")
  private let next: String = GNSSTests.rmc("120001")
  private let gga: String = GNSSTests.gga("120000")

  @Test func `quirk 1, a stream may begin in the middle of a sentence`() {
    let cut = Array("19,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47".utf8)
    let stream = TakenApart(cut + [0x0D, 0x0A] + wire(rmc))
    #expect(stream.sentences == [text(rmc)])
    #expect(stream.junk == [Junk(offset: 0, length: cut.count, reason: .unknown)])
  }

  @Test(.needsRecordings) func `quirk 1, a recording that begins in the middle gives its fix`() throws {
    let fixes = try RecordingShelf.fixes("tcp-torture").filter(\.isValid)
    #expect(fixes.map(\.time) == [utc(2007, 12, 23, 19, 32, 21)])
  }

  @Test func `quirk 2, a dollar sign inside a body begins the sentence anew`() {
    let half = Array("$GPGGA,120000,4807".utf8)
    let stream = TakenApart(half + wire(rmc))
    #expect(stream.sentences == [text(rmc)])
    #expect(
      stream.junk == [Junk(offset: 0, length: 18, reason: .sentence(.strayByte(UInt8(ascii: "$"), at: 18)))])
  }

  @Test func `quirk 2, two whole sentences may stand on one line`() {
    let stream = TakenApart(Array((text(gga) + text(rmc)).utf8) + [0x0D, 0x0A])
    #expect(stream.sentences == [text(gga), text(rmc)] && stream.junk == [])
  }

  @Test(.needsRecordings) func `quirk 2, the half of triton400 does not swallow the whole behind it`() throws
  {
    let stream = TakenApart(try RecordingShelf.bytes("triton400"))
    #expect(stream.sentences.contains("$GPGLL,2638.1728,N,08011.3893,W,030131.000,A,A*41"))
  }

  @Test func `quirk 3, a line feed alone ends a line`() {
    let stream = TakenApart(Array((text(gga) + "\n" + text(rmc) + "\n").utf8))
    #expect(stream.sentences == [text(gga), text(rmc)] && stream.counts.lineEndBytes == 2)
  }

  @Test(arguments: 0...5)
  func `quirk 4, any number of carriage returns ends a line`(count: Int) {
    let end = [UInt8](repeating: 0x0D, count: count) + [0x0A]
    let stream = TakenApart(Array(text(gga).utf8) + end + Array(text(rmc).utf8) + end)
    #expect(stream.sentences == [text(gga), text(rmc)])
    #expect(stream.counts.lineEndBytes == 2 * count + 2)
    #expect(stream.junk == [])
  }

  @Test(arguments: [0x00, 0x01, 0x07, 0x1B, 0x7F, 0x80, 0xB5, 0xD3, 0xFF] as [UInt8])
  func `quirk 5, a byte that does not print throws its sentence away and no other`(stray: UInt8) {
    // Its checksum is made right, and its fields are many: none of them may let it through.
    for body in [rmc, gga, rmc + ",V,,,", "GPVTG,084.4,T,077.8,M,022.4,N,041.5,K,A"].map({ Array($0.utf8) }) {
      for place in 0...body.count {
        var damaged = body
        damaged.insert(stray, at: place)
        #expect(TakenApart(wire(damaged) + wire(next)).sentences == [text(next)])
        guard place < body.count else { continue }
        damaged = body
        damaged[place] = stray
        #expect(TakenApart(wire(damaged) + wire(next)).sentences == [text(next)])
      }
    }
  }

  @Test func `quirk 6, messages stand between sentences without a line end`() throws {
    let message = try Message.unknown(.navSTATUS, payload: [1, 2, 3, 4]).encoded()
    let corrections = correction([0x3E, 0xD0, 0x00, 0x03])
    let one = Array(text(gga).utf8)
    let stream = TakenApart(one + message + one + corrections + message + one + corrections)
    #expect(stream.sentences == [text(gga), text(gga), text(gga)])
    #expect(stream.counts.messages == 2 && stream.counts.corrections == 2)
    #expect(stream.junk == [])
  }

  @Test(
    arguments: [
      [0xB5, 0x62, 0x01, 0x07, 0x20, 0x00], [0xB5, 0x62, 0x01, 0x07, 0x00, 0x20], [0xB5], [0xD3, 0x00, 0x20],
      [0xD3],
      [0xB5, 0x62, 0xB5, 0x62], [0x5C],
    ] as [[UInt8]])
  func `quirk 6, a false leader costs no sentence`(leader: [UInt8]) {
    #expect(TakenApart(leader + wire(gga) + wire(rmc)).sentences == [text(gga), text(rmc)])
  }

  @Test(.needsRecordings, arguments: ["ac12_binary", "ublox-zed-f9r", "ublox8-uniqid-monhw"])
  func `quirk 6, a mixed recording has no junk but what its receiver garbled`(name: String) throws {
    let stream = TakenApart(try RecordingShelf.bytes(name))
    #expect(stream.counts.badChecksums == 0)
    #expect(stream.junk.allSatisfy { $0.reason == .sentence(.binary) || $0.length < 300 })
  }

  @Test(.needsRecordings) func `quirk 7, the raw bytes of ac12_binary are told as such`() throws {
    let stream = TakenApart(try RecordingShelf.bytes("ac12_binary"))
    // But for those behind a raw byte that looks like the beginning of a sentence.
    let raw = stream.junk.filter { $0.reason == .sentence(.binary) }.reduce(0) { $0 + $1.length }
    #expect(raw == 781)
    #expect(Double(raw) > 0.8 * Double(stream.junk.reduce(0) { $0 + $1.length }))
  }
}

@Suite struct `Length, checksum and comment quirks` {
  private let rmc: String = GNSSTests.rmc("120000")
  private let gga: String = GNSSTests.gga("120000")

  @Test(arguments: [83, 100, 131, 500, 1000])
  func `quirk 8, a long sentence hurts no other and is read itself`(length: Int) {
    let long = "PSTI,030" + String(repeating: ",1", count: (length - 8) / 2)
    let stream = TakenApart(wire(gga) + wire(long) + wire(rmc))
    #expect(stream.sentences == [text(gga), text(long), text(rmc)])
  }

  @Test func `quirk 8, a standard sentence may be long`() {
    let zeros = String(repeating: "0", count: 60)
    let long = "GPGGA,120000.\(zeros),4807.038\(zeros),N,01131.000\(zeros),E,1,08,0.9,545.4,M,46.9,M,,"
    #expect(fixes(long).first?.coordinate == here)
  }

  @Test func `quirk 8, what is too long is dropped, and the next sentence is read`() {
    let long = "PSTI,030" + String(repeating: ",1", count: 2000)
    let stream = TakenApart(wire(long) + wire(rmc))
    #expect(stream.sentences == [text(rmc)])
    #expect(stream.junk.first?.reason == .sentence(.tooLong(found: 1025, allowed: 1024)))
  }

  @Test func `quirk 10, a sentence with a wrong checksum is dropped and counted`() {
    var wrong = wire("GPGGA,120000,0000.000,N,00000.000,E,1,08,0.9,545.4,M,46.9,M,,")
    let good = wrong[wrong.count - 3]
    wrong[wrong.count - 3] = good == UInt8(ascii: "0") ? UInt8(ascii: "1") : UInt8(ascii: "0")
    let stream = TakenApart(wrong + wire(rmc))
    #expect(stream.sentences == [text(rmc)] && stream.counts.badChecksums == 1)
    #expect(stream.counts.refusedBytes == wrong.count - 2)
  }

  @Test func `quirk 11, a sentence without a checksum is refused`() {
    let stream = TakenApart(Array("$\(gga)\r\n".utf8) + wire(rmc))
    #expect(stream.sentences == [text(rmc)])
    #expect(stream.junk == [Junk(offset: 0, length: gga.count + 1, reason: .sentence(.noChecksum))])
  }

  @Test func `quirk 11, it is read where the user says that the receiver never sends one`() {
    let fixes = decode(Array("$\(gga)\r\n".utf8), .recording(), .lenient).fixes
    #expect(fixes.map(\.coordinate?.latitude) == [degrees(48, 7.038)] && fixes.map(\.altitude) == [545.4])
  }

  @Test(.needsRecordings) func `quirk 11, the debug lines of SkyTraq are sentences to the lenient alone`()
    throws
  {
    let bytes = try RecordingShelf.bytes("skytraq-err")
    #expect(TakenApart(bytes).counts.sentences == 0)
    #expect(TakenApart(bytes, .lenient).counts.sentences == 6)
  }

  @Test(arguments: ["  ", " ok", ",,", "*"])
  func `quirk 12, what stands behind the checksum is passed over`(padding: String) {
    let stream = TakenApart(Array((text(gga) + padding + "\r\n").utf8) + wire(rmc))
    #expect(stream.sentences == [text(gga), text(rmc)])
    #expect(stream.junk.map(\.length) == [padding.utf8.count])
  }

  @Test func `quirk 13, text keeps its blanks`() throws {
    guard case .unknown(let sentence) = try Sentence(wire("PXYZ, a ,b ")) else {
      throw Unexpected("It is known.")
    }
    #expect(sentence[1] == " a ")
    #expect(sentence[2] == "b ")
  }

  static let dates = [
    "# Date: 2019-04-10", "# Date = 2019-04-10", "# Date : 2019-04-10", "#Date:2019-04-10",
    "# date: 2019-4-1", "# Date: 2019-04-10T", "# Date: 2019-04-10T12:00:00Z", "# Date: 2019-Apr-1",
    "#\tDate:\t2019-04-10",
  ]
  static let others = [
    "# Dated: 2019-04-10", "# Date 2019-04-10", "# Notes: Date: 2019-04-10", "# Date: today",
    "# Date: 2019-13-10", "# Date: 19-04-10", "# Date: 2019-02-29", "# Date: 2019/04/10", "# Date:", "# Dat",
    "#",
  ]

  private let rolled = "GPRMC,120000,A,4807.038,N,01131.000,E,022.4,084.4,220899,,,A"

  @Test(arguments: dates + others)
  func `quirk 14, a comment with a date dates the recording, and another one does not`(line: String) {
    let times = decode(Array("\(line)\n".utf8) + wire(rolled)).fixes.map(\.time)
    #expect(times == [Self.dates.contains(line) ? utc(2019, 4, 7, 12, 0, 0) : utc(1999, 8, 22, 12, 0, 0)])
  }

  @Test func `quirk 14, the first date counts, and a date that somebody names beats it`() {
    // A year of two digits is no date, and does not stand in the way of one.
    let comments = Array("# Date: 19-04-10\n# Date: 2019-04-10\n# Date: 1999-08-22\n".utf8)
    let named = DateReference.recording(CivilDate(year: 1999, month: 9, day: 1))
    for (reference, year) in [(DateReference.recording(), 2019), (named, 1999)] {
      #expect(decode(comments + wire(rolled), reference).fixes.first?.time?.date.year == year)
    }
  }

  @Test(.needsRecordings) func `quirk 14, a header that is years wrong moves no date`() throws {
    let fixes = try RecordingShelf.fixes("gp-320fw-2019-04-07-coldboot").filter(\.isValid)
    #expect(fixes.last?.time?.date == CivilDate(year: 2019, month: 4, day: 7))
  }

  @Test func `quirk 15, a sentence may have more than a hundred fields`() {
    let many = gga + String(repeating: ",7", count: 150)
    #expect(fixes(many).first?.altitude == 545.4)
  }
}

@Suite struct `Talker quirks` {
  private let rmc = "120000,A,4807.038,N,01131.000,E,022.4,084.4,201126,,,A"
  private let gga = "120000,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"

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
    #expect(fixes(talker + "RMC,\(rmc)").map(\.coordinate) == [here])
    #expect(fixes(talker + "GGA,\(gga)").map(\.altitude) == [545.4])
  }

  @Test func `quirk 19, several talkers of one moment make one fix`() {
    let result = fixes(
      "GPGGA,\(gga)", "IIRMC,\(rmc)", "ECVTG,090.0,T,,M,010.0,N,,K,A", "GNGSA,A,3,,,,,,,,,,,,,1.9,1.1,1.5")
    #expect(result.count == 1 && result.first?.altitude == 545.4)
    #expect(result.first?.course == 84.4 && result.first?.dilution.position == 1.9)
    #expect(result.first?.time == utc(2026, 11, 20, 12, 0, 0))
  }

  @Test func `quirk 23, two GGA of one moment make one fix, and the first counts`() {
    let other = "120000,4807.039,N,01131.000,E,1,01,0.9,545.5,M,46.9,M,,"
    let result = fixes("GPGGA,\(gga)", "GLGGA,\(other)", "GPRMC,\(rmc)")
    #expect(result.map(\.altitude) == [545.4])
    #expect(result.map(\.coordinate) == [here])
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
    #expect(with == without && with.count == 1)
  }
}

/// Oddities of gpsd that must not be ours: section 7 of the list of quirks.
@Suite struct `Oddities of gpsd that are not ours` {
  @Test func `a magnetic course is the true one less the east variation, unless the receiver sends one`() {
    let east = "GPRMC,120000,A,\(place),5.0,10.0,201126,20.0,E,A"
    let west = "GPRMC,120000,A,\(place),5.0,355.0,201126,10.0,W,A"
    #expect([east, west].map { fixes($0).first?.magneticVariation } == [20, -10])
    #expect([east, west].map { fixes($0).first?.magneticCourse } == [350, 5])
    #expect(fixes(east, "GPVTG,10.0,T,349.5,M,5.0,N,9.3,K,A").map(\.magneticCourse) == [349.5])
  }

  @Test func `no sky comes without a list of satellites, and one however many sets there are`() {
    let rmc = "GPRMC,120000,A,\(place),5.0,84.4,201126,,,A"
    let gsa = "GPGSA,A,3,01,02,03,04,,,,,,,,,2.5,1.3,2.1"
    #expect(skies("GPGGA,120000,\(place),1,08,0.9,545.4,M,46.9,M,,", gsa, rmc).isEmpty)
    let sets = ["GPGSV,1,1,01,01,40,083,46", "GLGSV,1,1,01,70,40,083,46", "GAGSV,1,1,01,05,40,083,46"]
    #expect(skies(rmc, sets[0], sets[1], sets[2], gsa).map(\.satellites.count) == [3])
  }

  @Test(arguments: [
    "9907.038,N,01131.000,E", "4860.000,N,01131.000,E", "4807.038,N,01160.000,E", "4807.038,N,18131.000,E",
    "9000.001,N,01131.000,E",
  ])
  func `a position out of range is refused, neither wrapped nor a mode without a place`(place: String) {
    for body in [
      "GPGGA,120000,\(place),1,08,0.9,545.4,M,46.9,M,,", "GPRMC,120000,A,\(place),5.0,84.4,201126,,,A",
      "GPGLL,\(place),120000,A,A", "GNGNS,120000,\(place),AA,08,0.9,545.4,46.9,,",
    ] {
      #expect(fixes(body).allSatisfy { $0.mode == .none && $0.coordinate == nil })
    }
  }

  @Test func `nothing survives from one epoch into the next, but the number of dimensions`() throws {
    let result = fixes(
      "GPGGA,120000,\(place),2,08,0.9,545.4,M,46.9,M,3.5,0138",
      "GPRMC,120000,A,\(place),5.0,84.4,201126,10.0,E,A",
      "GPGST,120000,1.0,2.0,1.0,0.0,3.0,4.0,5.0", "GPGSA,A,3,01,02,03,04,,,,,,,,,2.5,1.3,2.1",
      "GPGLL,\(place),120001,A,A")
    guard let last = result.last, result.count == 2 else { throw Unexpected("not two fixes") }
    var bare = Fix()
    bare.epoch = 2
    bare.time = utc(2026, 11, 20, 12, 0, 1)
    bare.timeOfDay = TimeOfDay(hour: 12, minute: 0, second: 1)
    bare.mode = .threeDimensional
    bare.sources = .gll
    bare.quality = .autonomous
    bare.coordinate = here
    #expect(last == bare)
  }

  @Test func `a new decoder knows nothing of the one before`() {
    let first = fixes("GPRMC,120000,A,\(place),5.0,84.4,201126,,,A")
    let second = fixes("GPGLL,\(place),120001,A,A")
    #expect(first.first?.time != nil)
    #expect(second.first?.time == nil)
  }
}
