import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `What export complains about` {
  @Test func `is what makes a track wrong, and nothing else`() throws {
    let folder = try WorkFolder()
    let good = (0..<50).flatMap { Journey.moment($0, 48, 11) }
    let one = Array("$GPGGA,1*00\r\n".utf8)
    for (name, bytes) in [
      ("bad", good + one + one), ("good", good + one),
      ("none", wire("GPGGA,120000,4807.038,N,01131.000,E,0,00,,,M,,M,,")),
      ("words", Array("some words\n".utf8)), ("empty", []), ("mine.gpx", Array("mine".utf8)),
    ] { try folder.write(name, bytes) }
    try Transcript.expect(
      "export-errors", in: folder,
      [
        "many bad sentences are one, after all was written": ["export - -o @/a.gpx < bad"],
        "a bad one in a hundred good ones is none": ["export - --format=csv < good"],
        "a track without a position is one": ["export - --format=gpx < none", "export - -o @/b.gpx < none"],
        "nothing is written, and nothing replaced, where there is nothing to write": [
          "export - -o @/b.gpx < words", "export - -o @/mine.gpx --force < empty",
        ],
        "what is there is not written over, unless that is asked for": ["export WALK -o @/mine.gpx"],
        "a track is never its own recording": ["export @/good -o @/good --format=gpx --force"],
      ])
    #expect(try folder.text("a.gpx").split(separator: "\n").count { $0.hasPrefix("<trkpt") } == 50)
    #expect(try folder.text("mine.gpx") == "mine")
    #expect(folder.contents == ["a.gpx", "bad", "empty", "good", "mine.gpx", "none", "words"])
    #expect(try folder.text("good").utf8.elementsEqual(good + one))
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
