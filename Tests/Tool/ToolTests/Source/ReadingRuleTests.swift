import GPSBase
import TestSupport
import Testing

@testable import GPSBridgeTool

/// Receivers that never send a checksum, and command lines as people write them.
@Suite final class `A command line as people type it`: FolderSuite {
  /// Epochs without the star and what is behind it.
  private var bare: [UInt8] {
    let lines = (0..<5).flatMap { Epoch.fix($0) }.split(separator: 0x0A)
    return lines.flatMap { $0.prefix { $0 != UInt8(ascii: "*") } + [0x0D, 0x0A] }
  }

  @Test func `takes sentences without a checksum when it is asked to, and says so`() throws {
    let log = try folder.write("bare.nmea", bare)
    let refused = try gpsbridge("watch", "--types=fix", log)
    #expect(refused.exit == 6 && refused.message.contains("--no-checksum"))
    let taken = try gpsbridge("watch", "--types=fix", "--no-checksum", log)
    #expect(taken.exit == 0 && taken.lines.count == 5)
    #expect(taken.message.hasPrefix("note: sentences without a checksum are accepted; "))
  }

  @Test func `is told which field was refused where no sentence is read`() throws {
    func line(_ name: String, _ latitude: String) -> String {
      "$\(name),115434.000,\(latitude),N,05107.1234,W,1,08,0.9,5.4,M,46.9,M,,\r\n"
    }
    let negative = Array((0..<60).map { _ in line("GPGGA", "-3003.1914") }.joined().utf8)
    try folder.write("negative", negative)
    try folder.write("beside", negative + (0..<60).flatMap { _ in wire("GPGSV,1,1,01,01,40,083,46") })
    try folder.write("some", negative + (0..<60).flatMap { Epoch.fix($0) })
    try Transcript.expect(
      "refused-fields", in: folder,
      [
        "all are refused": [
          "doctor @/negative --no-checksum", "stats @/negative --no-checksum",
          "watch @/negative --no-checksum",
        ],
        "other sentences are read, which report no position": ["doctor @/beside --no-checksum"],
        "others have positions": ["doctor @/some --no-checksum", "stats @/some --no-checksum"],
      ])
  }

  @Test(arguments: [
    ["fix"], ["stats"], ["doctor"], ["watch"], ["export", "--format=gpx"], ["export", "--format=nmea"],
  ])
  func `has the flag in each command whose complaint names it, and there it helps`(words: [String]) throws {
    let log = try folder.write("bare.nmea", bare)
    func run(_ more: String...) throws -> Run { try gpsbridge(words + [log] + more) }
    let refused = try run()
    #expect(refused.exit == 6 && refused.message.contains("--no-checksum"), "\(refused.message)")
    let taken = try run("--no-checksum")
    #expect(taken.exit == 0 && !taken.output.isEmpty, "\(taken.message)")
  }

  @Test func `that asks too much of a simulated receiver is told what its line carries`() throws {
    let run = try gpsbridge("watch", "--types=fix", "-n1", "sim:static?rate=10&dialect=mtk&speed=4800")
    let words = " of 10 fixes a second; 'sim:static?speed=115200' has a faster one\n"
    #expect(run.message.contains(words), "\(run.message)")
  }

  @Test func `still refuses a wrong checksum where none is needed`() throws {
    let log = try folder.write("wrong.nmea", bare + Array("$GPGGA,120009,4807.038,N*00\r\n".utf8))
    let run = try gpsbridge("watch", "--types=stats", "--no-checksum", log)
    #expect(try JSONReader.read(run.lines.last ?? "")["bad_checksum"]?.number == 1)
  }

  @Test func `may have a short flag's value right behind its letter, a verb help, and -V`() throws {
    #expect(try gpsbridge("watch", "-n1", "--types=fix", Places.morningWalk).lines.count == 1)
    #expect(try gpsbridge("help", "watch") == gpsbridge("watch", "--help"))
    #expect(try gpsbridge("help") == gpsbridge("--help"))
    #expect(try gpsbridge("watch", "--bogus", "-h") == gpsbridge("watch", "--help"))
    #expect(try gpsbridge("-V").output == "gpsbridge \(Tool.version)\n")
    #expect(try gpsbridge("-V") == gpsbridge("--version"))
  }

  @Test func `ends monitor with 2 for a folder, and with 0 for one screen of a recording`() throws {
    #expect(try gpsbridge("monitor", folder.path).exit == 2)
    #expect(try gpsbridge("monitor", "--once", try folder.write("walk.nmea", Epoch.fix(0))).exit == 0)
  }

  @Test func `finds each setting in the manual, and a date on each page`() {
    let pages = CommandTable.gpsbridge.manual
    for key in ["source", "units", "coords", "color", "ascii"] {
      #expect(pages.first { $0.manualName == "gpsbridge-config" }?.manual.contains("\\fB\(key)\\fR") == true)
      #expect(pages[0].manual.contains("GPSBRIDGE_\(key.uppercased())"))
    }
    #expect(pages[0].manual.contains("CLICOLOR_FORCE"))
    #expect(pages.allSatisfy { $0.manual.contains(" 1 \"2026-") })
  }
}
