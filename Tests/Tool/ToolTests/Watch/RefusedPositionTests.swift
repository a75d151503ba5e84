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

  @Test func `is no fix in any format, which says that it was refused, and counts for nothing`() throws {
    let (island, home) = ("0000.000,N,00000.000,E", "4807.038,N,01131.000,E")
    let folder = try WorkFolder()
    try folder.write("log", epoch(0, island) + epoch(1, island) + epoch(2, home) + epoch(3, home))
    try Transcript.expect(
      "refused-positions", in: folder,
      [
        (
          "in a record, in a table and for the clients of gpsd",
          ["fix,stats", "fix --format=gpsd"].map { "watch --types=\($0) - < log" } + [
            "watch --format=csv - < log"
          ]
        ),
        (
          "in no track, for no program, and in no statistic",
          ["export --format=csv - < log", "fix - < log", "stats --json - < log"]
        ),
      ])
  }
}
