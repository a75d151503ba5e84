import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `Which way something points, in a record` {
  @Test func `is printed behind the fix of its epoch where that is asked for`() throws {
    let input = wire([
      "GPRMC,120000,A,4807.038,N,01131.000,E,022.4,084.4,201126,,,A", "HEHDT,84.4,T",
      "GPRMC,120001,A,4807.038,N,01131.000,E,022.4,084.4,201126,,,A", "HETHS,85.1,A",
    ])
    let run = try gpsbridge("watch", "--types=fix,attitude", "-", input: input)
    #expect(run.message == "")
    let records = try SecludedRun.records(run)
    #expect(records.map { $0["type"]?.text } == ["fix", "attitude", "fix", "attitude"])
    #expect(records.map { $0["heading_true_deg"]?.number } == [nil, 84.4, nil, 85.1])
    #expect(records[1]["time"]?.text == "2026-11-20T12:00:00.000Z")
    #expect(try gpsbridge("watch", "-", input: input).lines.count == 2)
  }

  @Test func `is printed where nothing but a compass speaks`() throws {
    let run = try gpsbridge("watch", "--types=attitude", "-", input: wire(["HCHDM,81.3,M", "HCHDM,82.3,M"]))
    #expect(try SecludedRun.records(run).map { $0["heading_mag_deg"]?.number } == [81.3, 82.3])
  }

  @Test func `is printed for a receiver as it comes`() throws {
    let device = try PseudoTerminal()
    let run = try LiveRun.run(
      ["watch", device.path, "--types=attitude", "--count=3", "--timeout=20s"], on: device
    ) { round, _ in .send(Epoch.fix(tenth: round) + wire("HEHDT,\(round % 360).0,T")) }
    #expect(run.exit == 0)
    let records = try SecludedRun.records(run)
    #expect(records.count == 3)
    #expect(records.allSatisfy { $0["device"]?.text == device.path && $0["heading_true_deg"] != nil })
  }
}
