import DiscoverySupport
import GNSS
import GPSBridge
import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `A report for others` {
  private let time = UTC(secondsSince1970: 1_795_158_480)

  private func bundle(
    _ facts: HostFacts, _ source: SourceName = .automatic, raw: Bool = false, position: Bool = false
  ) -> String {
    SupportBundle(
      facts, DoctorReport(Checks.findings(facts)), source, at: time, version: Tool.version, isWithRaw: raw,
      isWithPosition: position
    ).text
  }

  @Test func `tells of the machine and the receiver, and of nobody`() throws {
    let machine = try Machine()
    var port = FakePort.ftdi()
    port.words = "My GPS DK0A1B2C"
    try machine.plug(port)
    try machine.plug(.ublox(), udev: ["G:uaccess"])
    try machine.run("gpsd", number: 812, unit: "gpsd.service", open: ["/dev/ttyUSB0"])
    var facts = machine.facts()
    for index in facts.ports.indices { facts.ports[index].owner = .init(user: 0, group: 20, mode: 0o660) }
    facts.heard = .good
    facts.target = .none
    let text = bundle(facts, .port("serial:DK0A1B2C")).replacing(Tool.version, with: "VERSION")
    try Transcript.expect(text, is: "bundle")
  }

  @Test func `names a refused field without its text, which may be a latitude`() {
    var decoder = FixDecoder(.recording())
    let bytes = (0..<9).flatMap { _ in wire("GPGGA,115434,-3003.1914,N,05107.1234,W,1,08,0.9,5.4,M,46.9,M,,")
    }
    decoder.decode(bytes.span) { _ in }
    var facts = HostFacts()
    facts.heard = .good { heard in
      heard.facts.stream = StreamFacts(decoder.streamCounts, over: .seconds(9))
      (heard.facts.fix.hasFix, heard.counts.failingTypes) = (.unknown, decoder.streamCounts.failingTypes)
    }
    #expect(bundle(facts).contains("9 GPGGA sentences were refused: latitude '(left out)'"))
    #expect(!bundle(facts).contains("3003"))
  }

  @Test(arguments: [
    (SourceName.simulated("sim:walk?lat=47.5&lon=9"), "source: sim:walk\n"),
    (.port("/home/sam/gps"), "source: (a path outside /dev)\n"),
    (.port("/dev/ttyS1"), "source: /dev/ttyS1\n"),
    (.port("id:usb-u-blox_AB12-if00"), "source: id:(left out)\n"), (.automatic, "source: the receiver\n"),
  ]) func `does not tell by its source who or where somebody is`(source: SourceName, line: String) {
    #expect(bundle(HostFacts(), source).contains(line))
  }

  @Test func `has what the receiver said only where that is wanted, and the position only then`() {
    var facts = HostFacts()
    let sentence = wire("GPGLL,4807.038,N,01131.000,E,120000,A")
    let noise: [UInt8] = [0xB5, 0x62, 0x00]
    facts.heard = .good {
      $0.begun = time
      // A sentence may come in two pieces, and something else behind it.
      $0.chunks = [
        HeardChunk(after: .milliseconds(1500), bytes: Array(sentence.prefix(10))),
        HeardChunk(after: .milliseconds(1520), bytes: Array(sentence.dropFirst(10)) + noise),
      ]
    }
    let head = "#gpsbridge-recording 1 2026-11-20T07:08:00.000Z\n# program: gpsbridge \(Tool.version)\n"
    #expect(!bundle(facts).contains("GPGLL"))
    #expect(
      bundle(facts, raw: true).hasSuffix(
        "[raw, without the position]\n\(head)1520 $GPGLL,(\(sentence.count - 2) bytes left out)\\x0D\\x0A\n"
          + "# left out: 3 bytes that are no sentence\n"))
    #expect(
      bundle(facts, raw: true, position: true).hasSuffix(
        "[raw, with the position]\n\(head)1500 $GPGLL,480\n1520 7.038,N,01131.000,E,120000,A*"
          + String(decoding: sentence.suffix(4).prefix(2), as: UTF8.self) + "\\x0D\\x0A\\xB5b\\x00\n"))
  }

  @Test func `holds a recording that can be cut out and played`() throws {
    var facts = HostFacts()
    let bytes = (0..<5).flatMap { Journey.moment($0, 48, 11) }
    facts.heard = .good { $0.chunks = [HeardChunk(after: .seconds(1), bytes: bytes)] }
    let text = bundle(facts, raw: true, position: true)
    let start = try #require(text.ranges(of: "#gpsbridge-recording").first).lowerBound
    let run = try gpsbridge("watch", "--format=nmea", "-", input: Array(text[start...].utf8))
    #expect(Array(run.output.utf8) == bytes)
  }
}

@Suite struct `A sentence without the position` {
  private func redacted(_ text: String) -> String { SentenceRedaction.redacted(Array(text.utf8)) }

  @Test(arguments: [
    "$GPGSA,A,3,04,05,,,,,,,,,,,2.5,1.3,2.1*3A", "$GNTXT,01,01,02,ANTSTATUS=OK*25", "$PMTK001,220,3*30",
  ]) func `is whole where it never had one`(text: String) { #expect(redacted(text) == text) }

  @Test(arguments: [
    "$GPGGA,120000,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47",
    "$GPRMC,120000,A,4807.038,N,01131.000,E,0,0,201126,,,A*6A", "$GNGNS,120000,4807.038,N,01131.000,E*00",
    "$PUBX,00,120000,4807.038,N,01131.000,E*00", "$PGRME,1,M*00", "$PMTK,4807.038*00",
    "$4807.038N01131.000E*00", "$GP4807038N01131000E*00", "$,4807*00",
    "$GPWPL,4807.038,N,01131.000,E,HOME*00",
  ]) func `is its name and its length where it may have one`(text: String) {
    let shown = redacted(text)
    #expect(!shown.contains("4807") && !shown.contains("01131."))
    #expect(shown.hasSuffix(",(\(text.utf8.count) bytes left out)"))
  }

  @Test func `keeps the satellites and their signals, and not where they stand`() {
    #expect(redacted("$GPGSV,1,1,02,04,40,083,46,05,17,308,*74") == "$GPGSV,1,1,02,04,x,x,46,05,x,x,*xx")
    #expect(redacted("$GAGSV,1,1,01,04,40,083,46,7*40") == "$GAGSV,1,1,01,04,x,x,46,7*xx")
  }

  @Test func `moves no cursor, whatever the receiver says`() {
    #expect(redacted("$GPTXT,01,01,02,\u{1B}[2J*00") == "$GPTXT,01,01,02,\\x1b[2J*00")
  }
}
