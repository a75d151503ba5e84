import GNSS
import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `gpsbridge stats` {
  /// Ten seconds without a position, twenty with one, a gap of five, and five more.
  private let recording: [UInt8] = {
    var bytes: [UInt8] = []
    for second in 0..<10 { bytes += wire("GPRMC,00000\(second),V,,,,,,,201126,,,N") }
    for second in Array(10..<30) + Array(35..<40) {
      bytes += Journey.moment(second, 48 + Double(second % 2) * 1e-5, 11)
      bytes += wire("GPGSV,1,1,03,01,40,083,46,02,17,308,41,12,07,344,24")
    }
    return bytes
  }()

  private func moments(_ seconds: [Int]) -> [UInt8] { seconds.flatMap { Journey.moment($0, 48, 11) } }

  private func record(_ input: [UInt8]) throws -> JSONValue {
    try SecludedRun.record(try gpsbridge("stats", "-", "--json", input: input))
  }

  @Test func `tells this of recordings, for people and for programs`() throws {
    let folder = try WorkFolder()
    let place = "4807.038,N,01131.000,E"
    func moving(_ knots: String...) -> [UInt8] {
      wire(knots.enumerated().map { "GPRMC,12000\($0.offset),A,\(place),\($0.element),0,201126,,,A" })
    }
    let search = wire([
      "GPGGA,000001,,,,,0,00,,,M,,M,,", "GPZDA,000001,06,01,1980,00,00", "GPGGA,000002,,,,,0,00,,,M,,M,,",
      "GPZDA,000002,06,01,1980,00,00",
    ])
    let message: [UInt8] = [0xB5, 0x62, 0x05, 0x01, 0x02, 0x00, 0x06, 0x01, 0x0F, 0x38]
    let jumping = (0..<20).flatMap { second in
      Journey.moment(second, 48 + Double(second) * 4e-5 - (second == 10 ? 36 : 0), 11)
    }
    for (name, bytes) in [
      ("gap", recording), ("back", moments([5000, 5001, 5002, 1000, 1001])),
      ("twice", moments(Array(5000..<5100) + Array(1000..<1100) + Array(500..<600))),
      ("ahead", search + (3..<8).flatMap { wire("GPRMC,12000\($0),A,\(place),0,0,201126,,,A") }),
      ("slow", moving("0.0", "0.0", "0.1", "0.1", "0.1")), ("even", moving("0.5", "0.5", "0.5")),
      ("jumping", jumping), ("binary", message + message), ("words", Array("some words\n".utf8)),
      (
        "undated",
        [235_958, 235_959, 0, 10].flatMap {
          wire("GPGGA,\(String($0 + 1_000_000).dropFirst()),\(place),1,08,0.9,5,M,46,M,,")
        }
      ),
    ] { try folder.write(name, bytes) }
    func both(_ name: String) -> [String] { ["stats - --ascii < \(name)", "stats - --json < \(name)"] }
    try Transcript.expect(
      "stats", in: folder,
      [
        "it has a gap; with plain letters and with blocks": both("gap") + ["stats - < gap"],
        "time ran back, and export adds its segments up alike": both("back")
          + ["export - --format=csv < back"],
        "time ran back twice": ["stats - < twice"],
        "the clock jumped ahead at the first fix, and none of it is added up": both("ahead"),
        "speeds are counted as they came, and none is rounded before": both("slow") + both("even"),
        "no receiver makes such a jump": both("jumping"),
        "it has no date, and a gap after midnight": both("undated"),
        "it has binary messages": both("binary"),
        "there is nothing to tell of": ["stats - < words"],
      ])
  }

  @Test func `draws with letters where the locale has no blocks`() throws {
    let run = try gpsbridge(["stats", "-"], input: recording, environment: ["LC_ALL": "C"])
    #expect(run.exit == 0 && run.output.utf8.allSatisfy { $0 < 128 })
  }

  @Test func `tells of no jump where there is a way`() throws {
    #expect(try record(try Places.bytes(of: Places.morningWalk))["jumps"]?.number == 0)
    for name in ["drive", "flight", "tunnel", "canyon", "boat"] {
      #expect(try record(try Simulated.sentences(name, seconds: 200))["jumps"]?.number == 0, "\(name)")
    }
  }

  @Test func `calls the spread of places a scatter only where the receiver stood`() throws {
    for (name, stood) in [("static", true), ("drive", false)] {
      let input = try Simulated.sentences(name, seconds: 100)
      #expect(try gpsbridge("stats", "-", input: input).output.contains("\nscatter ") == stood)
      #expect(try (record(input)["spread_east_m"] != nil) == stood)
    }
  }

  @Test func `listens to a receiver for a time`() throws {
    let run = try gpsbridge("stats", "sim:drive?seed=7&rate=10", "--duration", "2s", "--ascii")
    #expect(run.exit == 0 && run.message == "listening for 2 s; Ctrl-C ends it earlier\n")
    #expect(run.lines.first?.hasPrefix("sim:drive?seed=7&rate=10") == true)
    #expect(run.lines.contains { $0.hasPrefix("fix rate      ") })
  }
}
