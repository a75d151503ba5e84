import DiscoverySupport
import GNSS
import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `What is wanted of the doctor` {
  private func options(_ words: String...) throws -> DoctorOptions {
    try DoctorOptions(parse(["doctor"] + words).checked())
  }

  @Test func `is what stands on the command line`() throws {
    let options = try options("sim:walk", "--json", "--strict", "--duration", "3s")
    #expect(options.source == .simulated("sim:walk"))
    #expect(options.isRecord && options.isStrict && !options.isWithRaw && !options.isWithPosition)
    #expect(options.duration == .seconds(3) && options.bundle == nil)
  }

  @Test func `is to listen as long as it takes, or a minute where all is to be kept`() throws {
    #expect(try options("sim:walk").duration == nil && options("sim:walk", "--bundle", "x").duration == nil)
    #expect(try options("sim:walk", "--bundle", "x", "--with-raw").duration == .seconds(60))
    #expect(
      try options("sim:walk", "--bundle", "x", "--with-raw", "--duration", "2s").duration == .seconds(2))
  }

  @Test func `may be a file whose name is no text, and is shown so`() throws {
    let name: [UInt8] = [0x2F, 0xFF, 0x1B]
    let parsed = CommandTable.gpsbridge.parse(
      [Argument("doctor"), Argument("sim:walk"), Argument("--bundle"), Argument(name)])
    #expect(try DoctorOptions(parsed).bundle?.shown == "/\\xff\\x1b")
  }
}

@Suite struct `The doctor's record` {
  private let schema: Schema

  init() throws { schema = try Schema.ofRecords() }

  private func record(_ facts: HostFacts, isStrict: Bool = false) throws -> JSONValue {
    let report = DoctorReport(Checks.findings(facts), isStrict: isStrict)
    let line = String(
      decoding: report.record(facts, source: .automatic, at: .init(secondsSince1970: 1_795_158_480)),
      as: UTF8.self)
    #expect(line.hasSuffix("}\n") && line.count { $0 == "\n" } == 1)
    let record = try JSONReader.read(line)
    #expect(schema.complaints(about: record) == [], "\(line)")
    #expect(record.keys.prefix(3) == ["type", "v", "device"])
    return record
  }

  @Test func `says the same as the report`() throws {
    let machine = try Machine()
    try machine.plug(.ublox())
    try machine.run("gpsd", number: 812, open: ["/dev/ttyACM0"])
    let record = try record(machine.facts())
    let findings = try #require(record["findings"]?.elements)
    #expect(findings.compactMap { $0["level"]?.text } == ["ok", "ok", "fail"])
    // A gpsd that is not a unit of systemd is ended by its number.
    #expect(
      findings.compactMap { $0["fix"]?.text } == [
        "Read it through gpsd: gpsbridge monitor gpsd://localhost; or stop gpsd: kill 812"
      ])
    #expect(record["device"]?.text == "/dev/ttyACM0" && record["failures"]?.number == 1)
    #expect(record["exit"]?.number == 12)
    // Nobody listened.
    #expect(record["heard"] == nil && record["at"]?.text == "2026-11-20T07:08:00.000Z")
  }

  @Test func `has what was heard, and no made-up zero`() throws {
    var facts = HostFacts()
    facts.target = .simulated("sim:walk")
    facts.heard = .good
    let heard = try #require(try record(facts)["heard"])
    #expect(heard["rate_hz"]?.number == 1 && heard["clock_ahead_s"]?.number == 0.14)
    #expect(heard["speed_baud"] == nil)
    facts.heard = HeardFacts()
    #expect(
      try record(facts)["heard"]?.keys == [
        "bytes", "sentences", "messages", "bad_checksum", "cut", "epochs", "fixes", "refused_positions",
        "suspect_positions", "marked_invalid", "withheld",
      ])
  }

  @Test func `of everything that may be found is as the schema says`() throws {
    for facts in try EveryFinding.machines() {
      _ = try record(facts)
      _ = try record(facts, isStrict: true)
    }
  }
}
