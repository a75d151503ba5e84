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

  @Test func `is written over where that is asked for, and keeps its mode`() throws {
    try folder.write("walk.gpx", Array("mine".utf8), mode: 0o600)
    #expect(try export("-o", out, "--force").exit == 0 && folder.text("walk.gpx").hasSuffix("</gpx>\n"))
    #expect(FileMode.of(out) == 0o600 && folder.contents == ["walk.gpx"])
  }

  @Test func `may be the program's own output`() throws {
    let run = try export("-o", "/dev/stdout")
    #expect(run.exit == 0 && run.output.hasSuffix("</gpx>\n"))
  }

  @Test func `may have a name that is no text`() throws {
    let name = Array("\(folder.path)/w".utf8) + [0xFF, 0x1B] + Array(".gpx".utf8)
    let run = try Program.run(Program.words(["export", Places.morningWalk, "-o"]) + [name], input: nil)
    #expect(run.exit == 0 && run.message.hasPrefix(#"\#(folder.path)/w\xff\x1b.gpx: 1 segment"#))
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
          try: write to a folder of your own, or have this one's owner allow it

        """)
  }
}
