import GNSS
import NMEA
import TestSupport
import Testing

@Suite struct `Length, checksum and comment quirks` {
  private let rmc = "GPRMC,120000,A,4807.038,N,01131.000,E,022.4,084.4,201126,,,A"
  private let gga = "GPGGA,120000,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"

  @Test(arguments: [83, 100, 131, 500, 1000])
  func `quirk 8, a long sentence hurts no other and is read itself`(length: Int) {
    let long = "PSTI,030" + String(repeating: ",1", count: (length - 8) / 2)
    let stream = TakenApart(wire(gga) + wire(long) + wire(rmc))
    #expect(stream.sentences == [text(gga), text(long), text(rmc)])
  }

  @Test func `quirk 8, a standard sentence may be long`() {
    let zeros = String(repeating: "0", count: 60)
    let long = "GPGGA,120000.\(zeros),4807.038\(zeros),N,01131.000\(zeros),E,1,08,0.9,545.4,M,46.9,M,,"
    #expect(
      fixes(long).first?.coordinate == Coordinate(latitude: degrees(48, 7.038), longitude: degrees(11, 31.0)))
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
    #expect(stream.sentences == [text(rmc)])
    #expect(stream.counts.badChecksums == 1)
    #expect(stream.counts.refusedBytes == wrong.count - 2)
  }

  @Test func `quirk 11, a sentence without a checksum is refused`() {
    let stream = TakenApart(Array("$\(gga)\r\n".utf8) + wire(rmc))
    #expect(stream.sentences == [text(rmc)])
    #expect(stream.junk == [Junk(offset: 0, length: gga.count + 1, reason: .sentence(.noChecksum))])
  }

  @Test func `quirk 11, it is read where the user says that the receiver never sends one`() throws {
    let outputs = decode(Array("$\(gga)\r\n".utf8), .recording(), .lenient)
    guard case .fix(let fix)? = outputs.first else { throw Unexpected("There is no fix.") }
    #expect(fix.coordinate?.latitude == degrees(48, 7.038))
    #expect(fix.altitude == 545.4)
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

  @Test(arguments: [
    "# Date: 2019-04-10", "# Date = 2019-04-10", "# Date : 2019-04-10", "#Date:2019-04-10",
    "# date: 2019-4-1",
    "# Date: 2019-04-10T", "# Date: 2019-04-10T12:00:00Z", "# Date: 2019-Apr-1", "#\tDate:\t2019-04-10",
  ])
  func `quirk 14, a comment dates the recording`(line: String) {
    let rolled = "GPRMC,120000,A,4807.038,N,01131.000,E,022.4,084.4,220899,,,A"
    let times = decode(Array("\(line)\n".utf8) + wire(rolled)).map { output -> UTC? in
      if case .fix(let fix) = output { fix.time } else { nil }
    }
    #expect(times == [utc(2019, 4, 7, 12, 0, 0)])
  }

  @Test(arguments: [
    "# Dated: 2019-04-10", "# Date 2019-04-10", "# Notes: Date: 2019-04-10", "# Date: today",
    "# Date: 2019-13-10",
    "# Date: 19-04-10", "# Date: 2019-02-29", "# Date: 2019/04/10", "# Date:", "# Dat", "#",
  ])
  func `quirk 14, another comment does not`(line: String) {
    let rolled = "GPRMC,120000,A,4807.038,N,01131.000,E,022.4,084.4,220899,,,A"
    let times = decode(Array("\(line)\n".utf8) + wire(rolled)).map { output -> UTC? in
      if case .fix(let fix) = output { fix.time } else { nil }
    }
    #expect(times == [utc(1999, 8, 22, 12, 0, 0)])
  }

  @Test func `quirk 14, the first date counts, and a date that somebody names beats it`() {
    // A year of two digits is no date, and does not stand in the way of one.
    let comments = Array("# Date: 19-04-10\n# Date: 2019-04-10\n# Date: 1999-08-22\n".utf8)
    let rolled = wire("GPRMC,120000,A,4807.038,N,01131.000,E,022.4,084.4,220899,,,A")
    let named = DateReference.recording(CivilDate(year: 1999, month: 9, day: 1))
    for (reference, year) in [(DateReference.recording(), 2019), (named, 1999)] {
      guard case .fix(let fix)? = decode(comments + rolled, reference).first else {
        Issue.record("There is no fix.")
        continue
      }
      #expect(fix.time?.date.year == year)
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
