import Glibc
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite final class `A recording that gzip has compressed`: FolderSuite {
  private func packed(_ bytes: [UInt8]) throws -> [UInt8] {
    let gzip = try OtherProgram("/usr/bin/env", ["gzip", "-f", try folder.write("plain", bytes)])
    #expect(gzip.status == 0)
    return try Places.bytes(of: folder("plain.gz"))
  }

  @Test(arguments: [
    "watch F --types fix", "fix F", "stats F", "survey F", "doctor F", "export F --format gpx",
    "replay F --speed max", "replay F --speed 1000x", "replay F --speed max --from 10s --to 1min",
  ]) func `is read as what it was made of, whatever its name`(line: String) throws {
    let recording = try Places.bytes(of: Places.morningWalk)
    var runs: [Run] = []
    for bytes in [recording, try packed(recording)] {
      let file = try folder.write("walk.nmea", bytes)
      runs.append(try gpsbridge(line.split(separator: " ").map { $0 == "F" ? file : String($0) }))
    }
    #expect(!runs[0].output.isEmpty, "\(runs[0].message)")
    #expect(runs[1] == runs[0], "\(runs[1].message)")
  }

  @Test func `is played on the screen`() throws {
    let file = try folder.write("walk", try packed(Places.bytes(of: Places.morningWalk)))
    let run = try gpsbridge("monitor", file, "--line")
    #expect(run.exit == 0 && run.lines.count { $0.contains(" RECORDED 3D ") } > 200, "\(run.message)")
  }

  @Test(arguments: [
    "watch F --types fix", "stats F", "survey F", "doctor F", "export F --format gpx", "monitor F --line",
    "replay F --speed max", "replay F --speed 1000x",
  ]) func `that is cut off is reported with what was read before`(line: String) throws {
    let whole = try packed(Places.bytes(of: Places.morningWalk))
    let file = try folder.write("walk.nmea", Array(whole.prefix(3000)))
    let run = try gpsbridge(line.split(separator: " ").map { $0 == "F" ? file : String($0) })
    #expect(run.exit == 1)
    #expect(
      run.message.contains("cannot read \(file): it is compressed, and damaged or cut off\n"),
      "\(run.message)")
    #expect(run.message.contains(/[1-9][0-9]* bytes of its content were read before/))
  }

  @Test func `that is damaged is played up to the damage`() throws {
    let recording = try Places.bytes(of: Places.morningWalk)
    var bytes = try packed(recording)
    for place in 3000..<3064 { bytes[place] ^= 0x5A }
    let run = try gpsbridge("replay", try folder.write("walk.nmea", bytes), "--speed", "max")
    let output = Array(run.output.utf8)
    #expect(run.exit == 1 && output.count > 10_000 && output.count < recording.count)
    // Damage may be noticed some bytes late.
    #expect(recording.starts(with: output.prefix(10_000)))
  }

  @Test func `has the same bytes at each place, in any order`() throws {
    let seed = SeededGenerator.seed
    var random = SeededGenerator(seed: seed)
    let content = (0..<1_500_000).map { UInt8(truncatingIfNeeded: $0 / 7 &+ $0 >> 11) }
    let path = try folder.write("long", try packed(content))
    let file = try PlayedFile.open(path, path)
    var block = [UInt8](repeating: 0, count: 65_536)
    for place in [0, 1_400_000, 1_399_000, 0, 1_500_000, 100]
      + (0..<40).map({ _ in Int.random(in: 0..<content.count, using: &random) })
    {
      let count = file.read(at: place, into: &block)
      #expect((count == 0) == (place == content.count), "\(place), seed \(seed)")
      #expect(content[place...].starts(with: block[..<count]), "\(place), seed \(seed)")
    }
    #expect(file.failure == nil)
  }

  @Test func `names the package that is missing without zlib`() {
    let complaint = OpenFailure.reading(ELIBACC, "walk.gz", after: 0)
    #expect(complaint.exit == .notFound && complaint.remedy == "apt install zlib1g")
  }
}
