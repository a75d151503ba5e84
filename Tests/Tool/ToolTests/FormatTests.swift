import TestSupport
import Testing

@testable import GPSBridgeTool
@testable import GPSFormats

/// Two epochs of a small receiver: a fix with a sky, and none.
private let small = wire([
  "GPGGA,235959.50,4807.0380,N,01131.0000,E,2,04,0.9,545.4,M,46.9,M,2.0,0120",
  "GPGSA,A,3,05,20,,,,,,,,,,,1.7,0.9,1.4",
  "GPGSV,1,1,03,05,40,083,46,20,07,344,39,47,22,228,",
  "GPRMC,235959.50,A,4807.0380,N,01131.0000,E,10.0,84.4,201126,3.1,W,D",
  "GPGGA,000000.50,,,,,0,00,,,M,,M,,",
  "GPRMC,000000.50,V,,,,,,,211126,,,N",
])

@Suite struct `A small recording` {
  @Test func `gives these lines in each format, and only the types that were asked for`() throws {
    let folder = try WorkFolder()
    try folder.write("small", small)
    try folder.write("undated", wire(["GPGGA,120000.25,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"]))
    try Transcript.expect(
      "formats", in: folder,
      [
        "in each format": ["ndjson", "gpsd", "csv"].map { "watch --format \($0) - < small" },
        "the time of day where no date came, and never beside a date": ["watch --types=fix - < undated"],
        "the types that were asked for": ["sky", "fix --format gpsd", "error", "stats"].map {
          "watch --types \($0) - < small"
        },
        "counted at the end": ["--stats", "--stats --format=csv"].map { "watch \($0) - < small" },
      ])
  }

  @Test func `counts refused sentences of every type in the record and in the text`() throws {
    let input =
      small + wire(["PGRMZ,643,M,2", "PGRMZ,643,M,2", "GPGGA,120000,9907.038,N,01131.0,E,1,,,,M,,M,,"])
    let record = try gpsbridge("stats", "--json", "-", input: input).lines.joined()
    let text = try gpsbridge("stats", "-", input: input).lines.joined(separator: "\n")
    let count = try #require(record.firstMatch(of: /"bad_field":([0-9]+)/)).output.1
    #expect((Int(count) ?? 0) >= 2 && text.contains("\(count) bad"))
  }

  @Test func `holds no noise of sums and products behind what the receiver meant`() throws {
    let input = wire([
      "GPGGA,120000,4807.038,N,01131.001,E,1,08,0.628,545.3,M,47.9,M,,",
      "GPRMC,120000,A,4807.038,N,01131.001,E,0.1,84.4,201126,,,A",
      "GPGSA,A,3,01,02,03,,,,,,,,,,1.7,0.628,1.4",
    ])
    for words in [["watch", "--types=fix"], ["watch", "--format=csv"], ["export", "--format=csv"]] {
      let run = try gpsbridge(words + ["-"], input: input)
      let numbers = run.output.matches(of: /-?[0-9]+\.([0-9]+)/)
      #expect(numbers.count > 5)
      #expect(numbers.allSatisfy { $0.1.count <= 9 }, "\(run.output)")
      #expect(numbers.count { $0.1.count > 4 } <= 2, "only degrees are so fine: \(run.output)")
    }
  }

  @Test func `comes out of nmea as it went in, without what is wrong`() throws {
    let dirty =
      Array("# a comment\r\nnoise$GPGGA,1*00\r\n".utf8) + small
      + wire("GPGGA,000001,9907.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,") + wire("PXYZ,what,ever")
    let run = try gpsbridge("watch", "--format=nmea", "-", input: dirty)
    #expect(run.output == String(decoding: small + wire("PXYZ,what,ever"), as: UTF8.self))
  }
}

@Suite struct `A line of a table` {
  @Test func `quotes what would break it`() {
    #expect(CSVFormat.line(["a", "b,c", "d\"e", ""]) == Array("a,\"b,c\",\"d\"\"e\",\n".utf8))
  }
}
