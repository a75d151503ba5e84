import GPSSystemCalls
import Glibc
import Testing

@testable import GPSBridgeTool

@Suite struct `A file that export writes` {
  private let folder: WorkFolder
  private let out: String

  init() throws {
    folder = try WorkFolder()
    out = folder("walk.gpx")
  }

  private func export(_ more: String...) throws -> Run {
    let words = ["export", Places.morningWalk, "--format=gpx"] + more
    return try gpsbridge(words)
  }

  @Test func `is not written over, unless that is asked for`() throws {
    try folder.write("walk.gpx", Array("mine".utf8))
    let run = try export("-o", out)
    #expect(run.exit == 2)
    #expect(
      run.message
        == "error: \(out) already exists\n  fix: choose another name, or overwrite it with --force\n")
    #expect(try folder.text("walk.gpx") == "mine")
    unsafe chmod(out, 0o600)
    #expect(try export("-o", out, "--force").exit == 0)
    #expect(try folder.text("walk.gpx").hasSuffix("</gpx>\n"))
    #expect(mode(out) == 0o600)
    #expect(folder.contents == ["walk.gpx"])
  }

  @Test func `is never the recording itself`() throws {
    let walk = try folder.write("walk.nmea", try Places.bytes(of: Places.morningWalk))
    let run = try gpsbridge("export", walk, "-o", walk, "--force")
    #expect(run.exit == 2)
    #expect(
      run.message
        == "error: \(walk) would be overwritten by its own export\n  fix: choose another name for -o\n")
    #expect(try folder.text("walk.nmea").hasPrefix("# Synthetic: "))
  }

  @Test func `is not there, or as it was, when the recording holds nothing`() throws {
    let run = try gpsbridge("export", "-", "-o", out, input: Array("some words\n".utf8))
    #expect(run.exit == 6 && folder.contents == [])
    try folder.write("walk.gpx", Array("mine".utf8))
    #expect(try gpsbridge("export", "-", "-o", out, "--force", input: []).exit == 6)
    #expect(try folder.text("walk.gpx") == "mine" && folder.contents == ["walk.gpx"])
  }

  @Test func `may be the program's own output`() throws {
    let run = try export("-o", "/dev/stdout")
    #expect(run.exit == 0)
    #expect(run.output.hasSuffix("</gpx>\n"))
  }

  @Test func `may have a name that is no text`() throws {
    let name = Array("\(folder.path)/w".utf8) + [0xFF, 0x1B] + Array(".gpx".utf8)
    let run = try Program.run(
      [Program.path] + ["export", Places.morningWalk, "-o"].map { Array($0.utf8) } + [name], input: nil)
    #expect(run.exit == 0)
    #expect(run.message.hasPrefix(#"\#(folder.path)/w\xff\x1b.gpx: 1 segment"#))
    #expect(folder.contents.count == 1)
  }

  @Test(.enabled(if: Unprivileged.isPossible, "root may write everywhere, and there is no setpriv"))
  func `is not made where that is not allowed`() throws {
    unsafe chmod(folder.path, 0o555)
    defer { unsafe chmod(folder.path, 0o755) }
    let recording = try WorkFolder()
    let walk = try recording.write("walk.nmea", try Places.bytes(of: Places.morningWalk))
    let run = try Unprivileged.run(["export", walk, "-o", out])
    #expect(run.exit == 4)
    #expect(
      run.message == """
        error: cannot write \(out): Permission denied
          fix: write to a folder of your own, or have this one's owner allow it

        """)
  }

  private func mode(_ path: String) -> mode_t? {
    Kernel.node(path).map { $0.mode & 0o777 }
  }
}
