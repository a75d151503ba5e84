import Glibc
import TestSupport
import Testing

@testable import GPSBridgeTool

/// The built program with the flags that do more than show.
@Suite(.timeLimit(.minutes(5))) final class `The monitor's flags`: FolderSuite {
  private func lines(_ words: [String], until isEnough: (String) -> Bool) throws -> Run {
    try LiveRun.run(["monitor"] + words) { _, output in isEnough(output) ? .signal(SIGTERM) : .nothing }
  }

  private func count(_ text: String, _ mark: String) -> Int { text.ranges(of: mark).count }

  @Test func `show three receivers of sim:multi, each by its name`() throws {
    let names = ["u-blox 9", "SiRF III", "MediaTek 3339"]
    let run = try lines(["sim:multi?start=hot", "--line"]) { output in
      names.allSatisfy { self.count(output, "\($0) (simulated) 12:") >= 2 }
    }
    #expect(run.exit == 143)
    for name in names { #expect(count(run.output, "\(name) (simulated) 12:") >= 2, "\(run.output)") }
    #expect(run.message == "")
  }

  @Test func `keep what is said in a file that replays, whatever ends it`() throws {
    let file = folder("walk.gbr")
    let run = try lines(["sim:walk?start=hot", "--line", "--record", file]) { self.count($0, "LIVE") >= 3 }
    #expect(run.exit == 143)
    let fixes = try gpsbridge("watch", "--types=fix", file)
    #expect(fixes.exit == 0 && fixes.message == "" && fixes.lines.count >= count(run.output, "Z "))
    let bytes =
      try JSONReader.read(try gpsbridge("watch", "--types=stats", file).output)["bytes"]?.number ?? 0
    #expect(run.message == "\(file): \(Int(bytes)) bytes\n")
    #expect(try folder.text("walk.gbr").contains("# selector: sim:walk?start=hot\n"))
  }

  @Test func `keep a file for each receiver in a folder, and no two in one file`() throws {
    let run = try lines(["sim:multi?start=hot", "--line", "--record", folder.path]) {
      self.count($0, "LIVE") >= 6
    }
    #expect(run.exit == 143 && folder.contents.count == 3)
    let selectors = try folder.contents.map { name in
      try folder.text(name).split(separator: "\n").first { $0.hasPrefix("# selector: ") }.map(String.init)
    }
    #expect(
      Set(selectors.compactMap { $0 }) == [
        "# selector: sim:multi/ttyACM0", "# selector: sim:multi/ttyUSB0", "# selector: sim:multi/ttyUSB1",
      ])
    let one = try gpsbridge("monitor", "sim:multi", "--line", "--record", folder("one.gbr"))
    #expect(
      one
        == Run(
          exit: 2, output: "",
          message: """
            error: \(folder("one.gbr")) is one file, but there are several receivers
              try: name a folder: --record DIR, or name one of the receivers

            """))
  }

  @Test func `write over nothing unasked`() throws {
    let file = try folder.write("walk.gbr", Array("mine".utf8))
    let run = try gpsbridge("monitor", "sim:walk", "--line", "--record", file)
    #expect(run.exit == 2 && run.message.hasPrefix("error: \(file) already exists\n"))
    #expect(try folder.text("walk.gbr") == "mine")
    let forced = try lines(["sim:walk?start=hot", "--line", "--force", "--record", file]) {
      self.count($0, "LIVE") >= 2
    }
    #expect(try forced.exit == 143 && folder.text("walk.gbr").hasPrefix("#gpsbridge-recording 1 "))
  }

  @Test(.enabled(if: FullDisk.isPossible, "a disk that is full can be made by root only"))
  func `go on where the disk is full, and say so at the end`() throws {
    let disk = try FullDisk(bytes: 16_384)
    let file = "\(disk.path)/walk.gbr"
    let run = try lines(["sim:drive?start=hot&rate=10", "--line", "--record", file]) {
      self.count($0, "LIVE") >= 60
    }
    #expect(run.exit == 1 && count(run.output, "LIVE") >= 60)
    #expect(run.message.contains("error: cannot write \(file): No space left on device\n"))
    #expect(try gpsbridge("watch", file).exit == 0)
  }

  @Test func `say on a line that a position is held`() throws {
    let run = try lines(["sim:static?start=hot", "--line", "--filter", "static"]) {
      self.count($0, "held") >= 3
    }
    let held = run.lines.filter { $0.hasSuffix(" held") }
    #expect(held.count >= 3)
    let places = Set(held.map { $0.split(separator: " ")[3] })
    #expect(places.count == 1, "\(places)")
  }

  @Test func `print for a program all that the screen is made of`() throws {
    let run = try lines(["sim:drive?start=hot", "--json"]) { self.count($0, #""type":"sky""#) >= 2 }
    #expect(run.exit == 143 && run.message == "")
    let types = Set(try SecludedRun.records(run).compactMap { $0["type"]?.text })
    #expect(types == ["fix", "sky", "event", "condition", "verdict", "device"])
  }
}
