import GPSSystemCalls
import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `gpsbridge record --store` {
  private let folder: WorkFolder

  init() throws { folder = try WorkFolder() }

  private func record(_ words: String...) throws -> Run {
    try gpsbridge(["record"] + words)
  }

  @Test func `needs no other output, and reports how many positions are kept`() throws {
    let run = try record("sim:drive?seed=7", "--store", folder("track.db"), "--duration", "3500ms")
    #expect(run.exit == 0 && run.output.isEmpty)
    #expect(run.message.hasPrefix("\(folder("track.db")): ") && run.message.hasSuffix(" positions\n"))
    #expect(try Places.bytes(of: folder("track.db")).starts(with: Array("SQLite format 3".utf8)))
  }

  @Test func `goes with a recording, which is as it is without`() throws {
    let run = try record(
      "sim:drive?seed=7", "--store", folder("track.db"), "-o", folder("a.gbr"), "--duration", "2500ms")
    #expect(run.exit == 0)
    #expect(run.message.contains("\(folder("a.gbr")): ") && run.message.contains("\(folder("track.db")): "))
    #expect(try Places.bytes(of: folder("a.gbr")).count > 500)
  }

  @Test func `refuses what is no store, with its status`() throws {
    let text = folder("walk.nmea")
    try Kernel.replaceFile(Array(text.utf8), with: Array(repeating: UInt8(ascii: "$"), count: 5000))
    let run = try record("sim:drive", "--store", text, "--duration", "1s")
    #expect(run.exit == 2 && run.message.contains("expected a store or a new file"))
    let absent = try record("sim:drive", "--store", folder("absent/track.db"), "--duration", "1s")
    #expect(absent.exit == 3)
  }

  @Test(arguments: ["--raw", "--rotate=1d", "--max-size=1M", "--force"])
  func `refuses flags about bytes if none are recorded`(flag: String) throws {
    let run = try record("sim:drive", "--store", folder("track.db"), flag, "--duration", "1s")
    #expect(run.exit == 2 && run.message.contains("goes with --output"))
  }
}
