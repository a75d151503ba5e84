import GNSS
import GPSBridge
import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `A position at 0°, 0°` {
  private func epoch(_ second: Int, _ place: String) -> [UInt8] {
    wire([
      "GPGGA,12000\(second),\(place),1,08,0.9,545.4,M,46.9,M,,",
      "GPRMC,12000\(second),A,\(place),022.4,084.4,201126,,,A",
    ])
  }

  private var input: [UInt8] {
    let island = "0000.000,N,00000.000,E"
    let home = "4807.038,N,01131.000,E"
    return epoch(0, island) + epoch(1, island) + epoch(2, home) + epoch(3, home)
  }

  @Test func `is no fix in a record, which says that it was refused`() throws {
    let run = try gpsbridge("watch", "--types=fix,stats", "-", input: input)
    let records = try SecludedRun.records(run)
    let fixes = records.dropLast()
    #expect(fixes.map { $0["mode"]?.text } == ["none", "none", "3d", "3d"])
    #expect(fixes.map { $0["refused"]?.text } == ["implausible", "implausible", nil, nil])
    #expect(fixes.map { $0["lat"] != nil } == [false, false, true, true])
    #expect(fixes.first?["time"]?.text == "2026-11-20T12:00:00.000Z")
    #expect(fixes.first.map { $0.keys.contains("h_acc_m") || $0.keys.contains("speed_mps") } == false)
    #expect(records.last?["fixes"]?.number == 2)
    #expect(records.last?["refused_positions"]?.number == 2)
  }

  @Test func `is no fix in a table, nor for the clients of gpsd`() throws {
    let table = try gpsbridge("watch", "--format=csv", "-", input: input).lines
    #expect(table[0].hasSuffix(",simulated,refused,suspect,time_of_day"))
    #expect(table[1].hasSuffix(",,implausible,,") && !table[1].contains("3d"))
    let objects = try gpsbridge("watch", "--format=gpsd", "--types=fix", "-", input: input).lines
    #expect(try objects.map { try JSONReader.read($0)["mode"]?.number } == [1, 1, 3, 3])
  }

  @Test func `is in no track, and counts for nothing in statistics`() throws {
    let track = try gpsbridge("export", "--format=csv", "-", input: input)
    #expect(track.lines.count == 3)
    #expect(try gpsbridge("fix", "-", input: input).output == "48.117300, 11.516667\n")
    let stats = try SecludedRun.records(try gpsbridge("stats", "--json", "-", input: input))
    #expect(stats.first?["fix_rate"]?.number == 0.5)
    #expect(stats.first?["refused_positions"]?.number == 2)
  }
}
