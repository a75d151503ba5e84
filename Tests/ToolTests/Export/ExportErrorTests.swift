import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `What export complains about` {
  private func complaint(_ words: String..., input: [UInt8]? = nil) throws -> (CInt, String) {
    let run = try Program.run(
      [Program.path] + (["export"] + words).map { Array($0.utf8) }, input: input)
    return (run.exit, run.message)
  }

  @Test func `is a file that is not there`() throws {
    let (exit, message) = try complaint("/nonexistent.gbr", "--format=gpx")
    #expect(exit == 3)
    #expect(message.hasPrefix("error: cannot open /nonexistent.gbr: No such file or directory\n"))
  }

  @Test func `is a recording of a later time`() throws {
    let text = "#gpsbridge-recording 2 2026-11-20T12:00:00.000Z\n0 abc\n"
    #expect(
      try complaint("-", "--format=gpx", input: Array(text.utf8)) == (
        6,
        """
        error: standard input can't be read
          line 1: it is of version "2", and this program reads version 1; use a newer one
          fix: use the program that wrote it, or a newer gpsbridge

        """
      ))
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
    let pipe = try Pipe()
    let message = try TemporaryFile()
    let child = try Program.start(
      [Program.path] + ["export", Places.morningWalk, "--format=gpx"].map { Array($0.utf8) }, input: nil,
      output: pipe.writing, message: message.descriptor)
    pipe.closeWriting()
    pipe.closeReading()
    #expect(Program.wait(for: child) == 0)
    #expect(try message.bytes() == [])
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
    try Program.run(
      [Program.path] + ["export", "-", "--format=csv"].map { Array($0.utf8) }, input: input
    ).exit
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
