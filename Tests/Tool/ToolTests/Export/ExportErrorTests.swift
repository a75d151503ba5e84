import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `What export complains about` {
  private func complaint(_ words: String..., input: [UInt8]? = nil) throws -> (CInt, String) {
    let run = try gpsbridge(["export"] + words, input: input)
    return (run.exit, run.message)
  }

  @Test func `is a recording with many bad sentences, after it was written`() throws {
    let folder = try WorkFolder()
    let good = (0..<50).flatMap { Journey.moment($0, 48, 11) }
    let bad = Array("$GPGGA,1*00\r\n$GPGGA,2*00\r\n".utf8)
    let (exit, message) = try complaint("-", "-o", folder("a.gpx"), input: good + bad)
    #expect(exit == 9)
    #expect(
      message == """
        error: \(folder("a.gpx")) is written, but 2 of 102 sentences can't be read
          more than 1 in 100: bytes were lost or changed before they were recorded
          fix: check the cable and the speed of the line, and record again

        """)
    #expect(try folder.text("a.gpx").split(separator: "\n").count { $0.hasPrefix("<trkpt") } == 50)
  }

  @Test func `is no bad sentence in a hundred good ones`() throws {
    let good = (0..<50).flatMap { Journey.moment($0, 48, 11) }
    let (exit, message) = try complaint("-", "--format=csv", input: good + Array("$GPGGA,1*00\r\n".utf8))
    #expect(exit == 0)
    #expect(message.hasSuffix(", 1 bad sentence\n"))
  }

  @Test func `is not that there is no fix`() throws {
    let (exit, message) = try complaint("-", "--format=gpx", input: wire("GPGGA,120000,,,,,0,00,,,M,,M,,"))
    #expect(exit == 0)
    #expect(
      message == """
        standard output: 0 segments, 0 points, 0 m, 0 s, 0 bad sentences
        note: no fix in standard input: 1 sentence, 1 epoch, none with a position

        """)
  }

  @Test func `is not that the reader went away`() throws {
    let run = try PipedRun(["export", Places.morningWalk, "--format=gpx"])
    run.pipe.closeReading()
    #expect(try run.end() == (0, ""))
  }
}

@Suite struct `The exit of an export of wrong checksums` {
  private func body(_ type: String, _ second: Int) -> String {
    let time = "12\(10 + second / 60)\(10 + second % 50)"
    return type == "RMC"
      ? "GPRMC,\(time),A,4807.038,N,01131.000,E,0.0,,201126,,,A"
      : "GPGGA,\(time),4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"
  }

  /// A sentence with a wrong checksum, of the right form.
  private func damaged(_ body: String) -> [UInt8] {
    var line = wire(body)
    line[line.count - 3] = line[line.count - 3] == 0x30 ? 0x31 : 0x30
    return line
  }

  private func exit(_ input: [UInt8]) throws -> CInt {
    try gpsbridge(["export", "-", "--format=csv"], input: input).exit
  }

  @Test func `is 0 where one type always fails`() throws {
    let input = (0..<40).flatMap { damaged(body("RMC", $0)) + wire(body("GGA", $0)) }
    #expect(try exit(input) == 0)
  }

  @Test func `is 9 where the line damages types that passed before`() throws {
    let good = (0..<30).flatMap { wire(body("RMC", $0)) + wire(body("GGA", $0)) }
    let bad = (30..<50).flatMap { damaged(body("RMC", $0)) + damaged(body("GGA", $0)) }
    #expect(try exit(good + bad) == 9)
  }
}
